"""Scenarios end to end: a finger on /dev/uinput, the daemon, a client; and requests that only clients can make."""
import json
import pathlib

import __main__ as test
import field
from testkit import LIFT, Client, check, until

SCENARIOS = pathlib.Path(__file__).resolve().parents[2] / "Scenarios"
# One or two of each group; `touchctl test` runs all of them without a kernel.
CHOSEN = {
    "hit-test": ["hit/overlapping-cousins-follow-their-parents-order", "hit/order-changes-take-effect-at-the-next-touch"],
    "hit-overrides": ["override/redirect-delivers-to-the-target-in-its-coordinates", "override/overflow-on-every-ancestor"],
    "transforms": ["transform/drag-deltas-are-scaled"],
    "touch-lifecycle": ["touch/self-moving-panel-follows-a-fast-drag", "touch/removed-mid-touch-cancels",
                        "touch/previous-location-in-moved-coordinates"],
    "multitouch-exclusive": ["multi/third-finger-after-the-first-lifted", "exclusive/blocks-other-views-while-tracking"],
    "intercept-responder": ["intercept/consume-reaches-a-panel-outside-its-parent", "chain/implemented-with-super-goes-on"],
    "seeds": ["seed0/overflow-option-finds-it-again"],
}
PHASES = {"touchesBegan": "began", "touchesMoved": "moved", "touchesEnded": "ended", "touchesCancelled": "cancelled"}
EDITS = {"set", "setBoundsOrigin", "add", "remove", "move", "bringToFront", "sendToBack"}


def configuration(tree):
    """Returns the test's configuration with the scenario's tree, because JSON is YAML. One point of the screen is two units wide and one high."""
    windows = tree.get("windows", [tree])
    return json.dumps({
        "version": 1, "server": {"socket": test.testkit.SOCKET},
        "screens": [{"id": "main", "size": [1000, 1000], "panels": [{"match": {"name": "touchd test panel*"}}], "windows": windows,
                     "controllers": tree.get("controllers", {}) if "windows" in tree else {}}]})


def play(scenario, client):
    """Plays the scenario's input on the panel and by requests. Returns the touch numbers in the order of their begins."""
    begun, wrong = [], []
    steps = []
    for step in scenario["input"]:
        if "op" not in step and steps and steps[-1][0].get("t") == step["t"] and "op" not in steps[-1][0]:
            steps[-1].append(step)
        else:
            steps.append([step])
    for step in steps:
        op = step[0].get("op")
        if op == "hitTest":
            hit = client.ask(type="hit", x=step[0]["x"], y=step[0]["y"])["hit"]
            mark = len(client.lines)
            test.panel.frame(s9=(step[0]["x"] * 2, step[0]["y"]))
            test.panel.frame(s9=LIFT)
            touched = client.expect_touch(after=mark, phase="began").get("target")
            if touched != (hit and hit.rsplit("/", 1)[1] if hit and "/" in hit else hit):
                wrong.append((step[0], hit, touched))
            begun.append(None)
        elif op in EDITS:
            reply = client.ask(type="edit", edits=[{k: v for k, v in step[0].items() if k != "t"}])
            if not reply or not reply["ok"]:
                wrong.append(reply)
        elif op is None:
            mark = len(client.lines)
            frame = {}
            for sample in step:
                frame[f"s{sample['touch'] - 1}"] = LIFT if sample["phase"] == "ended" else (sample["x"] * 2, sample["y"])
                if sample["phase"] == "began":
                    begun.append(sample["touch"])
            test.panel.frame(**frame)
            # The next edit must come after this frame.
            client.expect(lambda m: m["type"] == "frame", 1, mark)
    return begun, wrong


def calls(client, begun):
    """Returns the phases by receiver in order, each with its touches and their places."""
    numbers, by_receiver = {}, {}
    for line in client.lines:
        if line["type"] != "frame":
            continue
        for touch in line["events"]:
            if touch["id"] not in numbers:
                numbers[touch["id"]] = begun[len(numbers)]
            number = numbers[touch["id"]]
            if number is None or touch["region"] is None:
                continue
            list_ = by_receiver.setdefault(touch["region"], [])
            if not list_ or list_[-1][:2] != (line["seq"], touch["phase"]):
                list_.append((line["seq"], touch["phase"], {}))
            list_[-1][2][number] = touch["local"]
    return {receiver: [(phase, touches) for _, phase, touches in all_] for receiver, all_ in by_receiver.items()}


def agrees(wanted, seen):
    if len(wanted) != len(seen):
        return False
    for entry, (phase, touches) in zip(wanted, seen):
        if PHASES[entry["call"]] != phase or sorted(entry["touches"]) != sorted(touches):
            return False
        for number, place in entry.get("loc", {}).items():
            if max(abs(a - b) for a, b in zip(place, touches[int(number)])) > 0.01:
                return False
    return True


def scenarios_on_the_glass():
    good = test.CONFIGURATION.read_text()
    for group, names in CHOSEN.items():
        scenarios = {s["name"]: s for s in json.loads((SCENARIOS / f"{group}.json").read_text())}
        for name in names:
            scenario = scenarios[name]
            field.reload(configuration(scenario["tree"]))
            client = Client(observe=True)
            begun, wrong = play(scenario, client)
            client.quiet(0.2)
            seen = calls(client, begun)
            wanted = {}
            for entry in scenario["expect"]:
                if "call" in entry:
                    wanted.setdefault(entry["to"], []).append(entry)
            hits = [e["hit"] for e in scenario["expect"] if "hit" in e and "touch" not in e and "view" not in scenario["observe"]]
            targets = [t["target"] for t in client.touches() if t["phase"] == "began"]
            fine = not wrong and (not hits or hits == targets[:len(hits)])
            for receiver, entries in wanted.items():
                fine = fine and agrees(entries, seen.get(receiver, []))
            if "view" in scenario["observe"]:
                fine = fine and set(seen) <= set(wanted) | {e.get("id") for e in scenario["tree"].get("intercept", [])}
            check(name, fine and not client.faults, (wrong, seen, client.faults))
            client.close()
            test.panel.lift_all()
            # The next scenario has regions with the same names, which must not inherit this one's edits.
            field.reload(good)


def taking_over_and_dying():
    """Claims, stealing and a client's death, with a real finger."""
    good = test.CONFIGURATION.read_text()
    tree = {"id": "w", "frame": [0, 0, 1000, 1000], "intercept": [{"id": "edge", "insideOf": "strip", "verdict": "observe", "maySteal": True}],
            "children": [{"id": "wait", "frame": [0, 0, 1000, 1000]},
                         {"id": "map", "frame": [0, 0, 1000, 1000], "fallback": "wait", "multipleTouchEnabled": True, "undecidedFor": 30},
                         {"id": "strip", "frame": [0, 0, 100, 1000], "hitTest": {"kind": "passThrough"}}]}
    field.reload(configuration(tree))
    watcher, owner, thief = Client(observe=True), Client(), Client()
    check("claims are taken", owner.ask(type="claim", receivers=["map"], ackWithin=10_000)["ok"] and thief.ask(type="claim", receivers=["edge"])["ok"])
    check("but not twice", thief.ask(type="claim", receivers=["map"])["error"]["code"] == "taken")
    mark = len(watcher.lines)
    test.panel.frame(s0=(40, 300), s1=(60, 600))
    first = thief.expect_touch(phase="began", y=300)
    second = thief.expect_touch(phase="began", y=600)
    check("an undecided begin is withheld", owner.quiet(0.3) == [], owner.touches())
    check("let go, it is delivered", thief.ask(type="letGo", touches=[first["id"]], by="edge")["ok"] and
          owner.expect_touch(phase="began", id=first["id"], region="map").get("timestamp"), owner.lines[-2:])
    check("taken over, it is not", thief.ask(type="steal", touches=[second["id"]], by="edge")["ok"])
    owner.socket.sendall(b'{"type":"ack","seq":1000000}\n')
    test.panel.frame(s0=(42, 310), s1=(62, 610))
    check("each goes on where it is", owner.expect_touch(id=first["id"], phase="moved") and thief.expect_touch(id=second["id"], phase="moved", region="edge"))
    check("a client that does not acknowledge is found out", owner.expect(lambda m: m["type"] == "released"), owner.lines[-3:])
    check("and its touch cancelled: unresponsive", watcher.expect_touch(after=mark, id=first["id"], region="map", reason="unresponsive"), watcher.touches(mark))
    test.panel.lift_all()
    mark = len(watcher.lines)
    test.panel.tap(1000, 500)
    check("the next goes to the fallback", watcher.expect_touch(after=mark, phase="ended", region="wait"), watcher.touches(mark))
    owner.ask(type="claim", receivers=["map"])
    test.panel.frame(s0=(1000, 500))
    check("claimed again it is the client's again", owner.expect_touch(phase="began", region="map", x=500))
    mark = len(watcher.lines)
    owner.close()
    check("a client that dies with a finger down: cancelled, clientGone",
          watcher.expect_touch(after=mark, region="map", phase="cancelled", reason="clientGone"), watcher.touches(mark))
    test.panel.lift_all()
    for client in watcher, thief:
        check("by the grammar", not client.faults, client.faults)
        client.close()
    stranger = test.run("/usr/bin/python3", "-c", """
import json, socket
s = socket.socket(socket.AF_UNIX); s.connect("/run/touchd/events.sock"); f = s.makefile("rw")
for m in ({"type": "subscribe", "id": 1}, {"type": "claim", "id": 2, "receivers": ["map"]}):
    f.write(json.dumps(m) + chr(10)); f.flush()
for line in f:
    m = json.loads(line)
    if m.get("id") == 2: print(m["error"]["code"]); break
""", user="nobody", group="touch", extra_groups=[])
    check("a user who is not trusted claims nothing", stranger.stdout.strip() == "notAllowed", stranger.stdout)
    field.reload(good)
    check("the old configuration again", until(lambda: test.answers(test.everything)))


PARTS = [scenarios_on_the_glass, taking_over_and_dying]
