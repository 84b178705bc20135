#!/usr/bin/python3
"""touchd-read with applications that are slow, end, lie, or are huge, and with a touchd and a bus that go away."""
import os, time

from stage import Application, Stage, check, finish, is_inside, until


def window(*children, **more):
    return [{"id": "window", "role": "frame", "name": "Window", "frame": [0, 0, 500, 150], "states": ["active", "showing", "visible"],
             "children": list(children)} | more]


def button(id, y=0, **more):
    return {"id": id, "role": "push button", "name": id, "frame": [0, y, 500, 20], "actions": ["click"]} | more


def beside_held():
    """Asks about an application while another one holds its answers. Returns the line of the first one, and whether the reader has still waited for the other.

    The reader's log says when it has no longer waited, so the machine's speed does not matter."""
    other = Application(stage, "Slow", window(button("Late"), name="Slow"), manner="held")
    until(lambda: {"held": True} in other.done)
    line = stage.enter()
    is_waiting = f"{other.name} does not answer in time" not in stage.log
    return other, line.get("label"), is_waiting


stage = Stage()
stage.start_all()

# An application with ten thousand equal elements.
many = Application(stage, "Many", window({"id": "list", "role": "list", "frame": [0, 0, 500, 150], "count": 10_000,
                                          "each": {"role": "list item", "name": "Item %d", "states": ["showing", "visible", "focusable"], "frame": [0, 0, 500, 10]}}))
line = stage.entered()
check("of ten thousand elements the first one comes in time", line.get("label") == "Item 0", (line, stage.log))
labels = [stage.moved().get("label") for _ in range(1, 30)]
check("and the next ones, none later than touchd waits", labels == [f"Item {number}" for number in range(1, 30)], labels)
line = stage.entered("after", "previous")
check("backwards the last one", line.get("label") == "Item 9999", line)
many.tell(end=True)

# An application that does not answer, beside one that answers at once.
quick = Application(stage, "Quick", window(button("One"), button("Two", 20)))
stage.client.ask(type="accessibility", profile="speech", on=True)
until(lambda: stage.enter().get("label") == "One")
for _ in range(20):
    slow, label, is_waiting = beside_held()
    if label == "One" and is_waiting:
        break
    slow.tell(end=True)
check("a slow application delays no answer about another one", label == "One" and is_waiting, (label, is_waiting, stage.log))
until(lambda: slow.name in stage.log)
for _ in range(20):
    stage.enter()
    time.sleep(0.1)
check("and is named in the log, not often", 1 <= stage.log.count(f"{slow.name} does not answer in time") < 8, stage.log)
until(lambda: stage.enter().get("label") == "One")
quick.tell(manner="held")
line = stage.move()
check("if the one in front becomes slow, the focus leaves it", line["region"] == "after" and until(lambda: "application Quick" in stage.log), (line, stage.log))
quick.tell(manner="well")
slow.tell(end=True)
check("and it is read again when it answers", until(lambda: stage.enter().get("label") == "One"), stage.log)
quick.tell(end=True)

# An application that ends in the middle of a question.
dead = Application(stage, "Dead", window(button("Last")), manner="dead")
stage.entered()
stage.press(100, 110)
check("an application that ends in the middle of a question is gone", dead.process.wait(60) == 1)
time.sleep(0.3)
stage.lift()
line = stage.enter()
check("and the ring goes on without it", line["region"] == "after", line)

# An element that goes away.
for _ in range(20):
    going = Application(stage, "Going", window(button("A"), button("B", 20), button("C", 40)))
    stage.entered()
    stage.moved()
    going.tell(remove="B")
    stage.client.ask(type="activate")
    line = stage.move()
    # If the answer was late, B has to be gone once more.
    if is_inside(line):
        break
    going.tell(end=True)
check("after an element that is gone comes its neighbour", line.get("label") == "C", line)
going.tell(set={"C": {"name": "Delete all"}})
stage.client.ask(type="activate")
line = stage.focus()
check("an element with another name is said, not pressed", line.get("label") == "Delete all" and not any("act" in one for one in going.done), (line, going.done))
going.tell(end=True)

# Lies.
lies = {
    "names of a megabyte with control characters": window(button("A", name="\x1b[31mA" + "x" * 1_000_000), button("B", 20)),
    "no names": window({"id": "empty", "role": "push button", "name": "", "frame": [0, 0, 10, 10]}, button("B", 20)),
    "boxes that cannot be": window(button("A", frame=[-2**31, -2**31, 2**31 - 1, 2**31 - 1]), button("C", frame=[0, 0, -5, -5]), button("B", 20)),
    "a window without size": window(button("B"), frame=[0, 0, 0, 0]),
    "a window of two billion points": window(button("B"), frame=[0, 0, 2**31 - 1, 2**31 - 1]),
    "a tree that contains itself": window({"id": "loop", "role": "section", "frame": [0, 0, 500, 150], "count": 1000, "cycle": "window"}, button("B", 20)),
    "parents that go round": window({"id": "outer", "role": "section", "frame": [0, 0, 500, 150], "parent": "inner", "children": [
        {"id": "inner", "role": "section", "frame": [0, 0, 500, 150], "children": [button("B", 20)]}]}),
    "indices that are wrong": window(button("A", index=-7), button("C", 20, index=2**31 - 1), button("B", 40)),
    "a million children": window({"id": "huge", "role": "section", "frame": [0, 0, 500, 150], "count": 1_000_000,
                                  "each": {"role": "filler", "name": "%d", "frame": [0, 0, 500, 1]}}, button("B", 20)),
    "states of no kind": window(button("B", states=[])),
}
# Those that leave the button B to be found.
honest = ("names", "no names", "boxes", "without size", "contains itself", "indices")
for lie, spec in lies.items():
    liar = Application(stage, "Liar", spec)
    if lie.startswith(honest) or lie.endswith(honest):
        labels = []
        # Again from the beginning if a slow machine has made an answer late.
        until(lambda: labels.extend([stage.entered().get("label"), *(stage.move().get("label") for _ in range(3))]) or "B" in labels)
        check(f"behind {lie} the next button is found, and texts are short", "B" in labels and all(len(label or "") <= 500 for label in labels), labels)
    for _ in range(2):
        stage.enter()
        stage.move()
        stage.enter("after", "previous")
        stage.press(500, 150)
        time.sleep(0.12)
        stage.drag(10, 310)
        stage.lift()
        time.sleep(0.25)
        stage.client.ask(type="activate")
    check(f"it survives {lie}", stage.reader.poll() is None, stage.log[-2000:])
    liar.tell(end=True)
liar = Application(stage, "Liar", window(button("B")), manner="types")
for _ in range(10):
    stage.enter()
    time.sleep(0.2)
check("it survives answers of wrong types, and names the application", stage.reader.poll() is None and 'gives an answer that cannot be: GetRole is of type "s"' in stage.log, stage.log[-2000:])
check("not often", stage.log.count("gives an answer that cannot be") < 16, stage.log)
liar.tell(end=True)
check("in all this it has stayed small", stage.memory < 64 << 10, stage.memory)
good = Application(stage, "Good", window(button("Fine")))
check("and reads the next application", until(lambda: stage.enter().get("label") == "Fine"), stage.log[-2000:])

# A finger that moves faster than the application answers.
good.tell(manner="slow")
stage.press(100, 150)
end = time.monotonic() + 3
while time.monotonic() < end:
    stage.drag(100 + time.monotonic_ns() % 700, 150)
stage.lift()
good.tell(manner="well")
check("a finger that moves over a slow application costs no memory", stage.memory < 64 << 10 and stage.reader.poll() is None, stage.memory)
check("and is answered when the application does", until(lambda: stage.enter().get("label") == "Fine"), stage.log[-2000:])

# The other ends.
stage.touchd.terminate()
stage.touchd.wait(60)
stage.start_touchd()
stage.client.ask(type="accessibility", profile="speech", on=True)
check("it finds a touchd that was restarted", until(lambda: stage.enter().get("label") == "Fine"), stage.log[-2000:])
stage.bus.kill()
stage.bus.wait(60)
line = stage.enter()
check("without a bus the ring goes on", line["region"] == "after", line)
(stage.path / "bus").unlink()
stage.start_bus()
back = Application(stage, "Back", window(button("Again")))
check("and a new bus is found", until(lambda: stage.enter().get("label") == "Again"), stage.log[-2000:])
fields = open(f"/proc/{stage.reader.pid}/stat").read().rsplit(")", 1)[1].split()
stage.client.ask(type="accessibility", profile="speech", on=False)
time.sleep(1.5)
before = [open(f"/proc/{stage.reader.pid}/stat").read().rsplit(")", 1)[1].split()[place] for place in (11, 12)]
time.sleep(2)
after = [open(f"/proc/{stage.reader.pid}/stat").read().rsplit(")", 1)[1].split()[place] for place in (11, 12)]
check("without a profile that is on it costs nothing", before == after, (before, after))
stage.reader.terminate()
check("it ends when it is told to", stage.reader.wait(60) == 0)
finish()
