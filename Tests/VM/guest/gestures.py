"""Gestures, controls and scroll views end to end: a finger on /dev/uinput, the daemon with its timers, a client."""
import time

import __main__ as test
import field
from routing import configuration
from testkit import LIFT, Client, check, until

TREE = {"id": "w", "frame": [0, 0, 1000, 1000], "children": [
    {"id": "tapped", "frame": [0, 0, 200, 200], "gestures": [
        {"id": "single", "type": "tap", "requireToFail": ["double"]}, {"id": "double", "type": "tap", "numberOfTapsRequired": 2}]},
    {"id": "pressed", "frame": [200, 0, 200, 200], "gestures": [{"id": "press", "type": "longPress"}]},
    {"id": "moved", "frame": [400, 0, 200, 200], "gestures": [{"id": "pan", "type": "pan"}]},
    {"id": "pinched", "frame": [600, 0, 200, 200], "multipleTouchEnabled": True, "gestures": [{"id": "pinch", "type": "pinch"}]},
    {"id": "go", "kind": "button", "frame": [800, 0, 200, 200]},
    {"id": "volume", "kind": "slider", "frame": [0, 250, 440, 40]},
    {"id": "light", "kind": "switch", "frame": [500, 250, 100, 50]},
    {"id": "list", "kind": "scrollView", "frame": [0, 400, 1000, 600], "contentSize": [1000, 20000]}]}


def at(x, y):
    """Converts a point of the screen to the panel's units."""
    return (x * 2, y)


class Watcher(Client):
    """A client that receives everything and searches for other events than touches."""

    def __init__(self):
        super().__init__(events=["touch", "gesture", "control", "scroll"])

    def found(self, after, **wanted):
        """Yields the frames' times and events with these values, from line number `after` on."""
        return [(m["time"], e) for m in self.lines[after:] if m["type"] == "frame" for e in m["events"]
                if all(e.get(k) == v for k, v in wanted.items())]

    def wait(self, after, **wanted):
        """Waits for the first such event; None, {} when the time is up."""
        def look():
            self.pump(0.05)
            return self.found(after, **wanted)
        return (until(look, step=0) or [(None, {})])[0]


def gestures(client):
    mark = len(client.lines)
    test.panel.tap(*at(100, 100))
    began, _ = client.wait(mark, event="touch", phase="began", region="tapped")
    came, tap = client.wait(mark, event="gesture", gesture="single")
    check("a tap that waits for a second one comes by a timer, when there is none",
          tap.get("state") == "recognized" and tap["taps"] == 1 and came - began >= 350_000, (began, came, tap))
    check("and with it the touch is cancelled: gesture",
          client.found(mark, event="touch", phase="cancelled", reason="gesture") and not client.found(mark, phase="ended"), client.lines[mark:])

    mark = len(client.lines)
    test.panel.frames([{"s0": at(100, 100)}, {"s0": LIFT}, {"s0": at(102, 102)}, {"s0": LIFT}])
    _, double = client.wait(mark, event="gesture", gesture="double", state="recognized")
    check("two taps are the double tap", double.get("taps") == 2, client.lines[mark:])
    client.quiet(0.6)
    check("and never the single one", not client.found(mark, gesture="single"), client.lines[mark:])

    mark = len(client.lines)
    test.panel.frame(s0=at(300, 100))
    came, press = client.wait(mark, event="gesture", gesture="press")
    began = client.found(mark, phase="began")[0][0]
    check("a finger that rests is a long press half a second of event time later, to the microsecond",
          press.get("state") == "began" and came - began == 500_000, (began, came, press))
    test.panel.frame(s0=LIFT)
    check("which ends when it lifts", client.wait(mark, gesture="press", state="ended")[1], client.lines[mark:])

    mark = len(client.lines)
    test.panel.frame(s0=at(500, 100))
    touch = client.expect_touch(after=mark, phase="began", region="moved")
    test.panel.frame(s0=at(530, 110))
    came, pan = client.wait(mark, gesture="pan", state="began")
    cancelled = client.found(mark, event="touch", id=touch.get("id"), phase="cancelled", reason="gesture")
    check("a pan takes the touch from its view, in one frame", [t for t, _ in cancelled] == [came], client.lines[mark:])
    check("and says how far it has come", pan.get("translation") == [30, 10] and pan["touches"] == [touch["id"]], pan)
    test.panel.frame(s0=LIFT)
    check("it ends with the lift, which the view does not hear of",
          client.wait(mark, gesture="pan", state="ended")[1] and not client.found(mark, event="touch", phase="ended"), client.lines[mark:])

    mark = len(client.lines)
    test.panel.frame(s0=at(680, 100), s1=at(720, 100))
    test.panel.frame(s0=at(660, 100), s1=at(740, 100))
    test.panel.frame(s0=at(640, 100), s1=at(760, 100))
    _, pinch = client.wait(mark, gesture="pinch", state="changed")
    check("two fingers that part are a pinch", pinch.get("scale") == 3 and pinch["local"] == [100, 100], client.lines[mark:])
    test.panel.lift_all()
    check("which ends when both are up", client.wait(mark, gesture="pinch", state="ended")[1], client.lines[mark:])


def controls(client):
    def actions(mark, region):
        return [e["action"] for _, e in client.found(mark, event="control", region=region)]
    mark = len(client.lines)
    test.panel.tap(*at(900, 100))
    client.wait(mark, event="control", action="touchUpInside")
    check("a button says touchDown and touchUpInside", actions(mark, "go") == ["touchDown", "touchUpInside"], client.lines[mark:])

    mark = len(client.lines)
    test.panel.frame(s0=at(20, 270))
    test.panel.frame(s0=at(120, 270))
    _, moved = client.wait(mark, event="control", action="valueChanged")
    test.panel.frame(s0=LIFT)
    client.wait(mark, event="control", action="touchUpInside")
    check("a slider's value goes with its knob", moved.get("value") == 0.25 and
          actions(mark, "volume") == ["touchDown", "valueChanged", "touchDragInside", "touchUpInside"], client.lines[mark:])
    late = Watcher()
    values = {region["id"]: region.get("value") for region in late.snapshot["regions"]}
    check("and who comes later is told where it stands", values["volume"] == 0.25, late.snapshot)
    late.close()

    mark = len(client.lines)
    test.panel.tap(*at(550, 270))
    check("a tap turns a switch", client.wait(mark, region="light", action="valueChanged")[1].get("isOn") is True, client.lines[mark:])


def scrolling(client):
    start = 0
    # The speed depends on the guest, and a finger that rests before it lifts throws nothing. The deceleration by the daemon's timer does not depend on it.
    for _ in range(20):
        mark = len(client.lines)
        for step in range(7):
            test.panel.frame(s0=at(500, 950 - 40 * step))
            time.sleep(0.02)
        test.panel.frames([{"s0": at(500, 670)}, {"s0": LIFT}])
        _, ended = client.wait(mark, event="scroll", region="list", state="ended")
        steps = client.found(mark, event="scroll", region="list")
        offsets = [e["offset"][1] - start for _, e in steps]
        if not ended or offsets[-1] > 270 + 50:
            break
        start += offsets[-1]
    own = [t for (t, e), (_, before) in zip(steps[1:], steps) if e["offset"][1] != before["offset"][1]]
    check("a scroll view goes with the finger, and runs on when it is thrown",
          ended and steps[0][1]["state"] == "began" and offsets == sorted(offsets) and offsets[-1] > 270 + 50, offsets)
    gaps = {b - a for a, b in zip(own[-20:], own[-19:])}
    check("in even steps of event time", len(own) > 30 and gaps == {16_667}, (len(own), gaps))


def gestures_on_the_glass():
    good = test.CONFIGURATION.read_text()
    field.reload(configuration(TREE))
    client = Watcher()
    for part in gestures, controls, scrolling:
        part(client)
        test.panel.lift_all()
        client.quiet(0.2)
    check("by the grammar", not client.faults, client.faults)
    client.close()
    field.reload(good)
    check("the first configuration again", until(lambda: test.answers(test.everything)))


PARTS = [gestures_on_the_glass]
