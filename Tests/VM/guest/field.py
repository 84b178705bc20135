"""Panels in the field, on a real kernel: unplugged again and again, two of a kind, grabbed, disabled."""
import errno
import fcntl
import json
import os
import pathlib
import re
import time

import __main__ as test
from hidpanel import HIDPanel
from testkit import LIFT, UNIT, Panel, Recorder, check, journal, journal_cursor, run, systemctl, until

EVIOCGRAB, VT_ACTIVATE = 0x40044590, 0x5606
TERMINAL = pathlib.Path("/sys/class/tty/tty0/active")


def devices():
    lines = run("/usr/bin/touchctl", "devices", "--json").stdout.splitlines()
    return [json.loads(line) for line in lines if line.startswith("{")]


def reload(configuration):
    test.CONFIGURATION.write_text(configuration)
    mark = len(test.everything.lines)
    systemctl("reload", UNIT)
    return test.everything.expect(lambda m: m["type"] == "config", after=mark)


def pulling_it_out_ten_times():
    """A drill does it a thousand times."""
    everything = test.everything
    mark = first = len(everything.lines)
    clean = 0
    for _ in range(10):
        panel = Panel(b"touchd field panel")
        everything.expect(lambda m: m["type"] == "panel" and m.get("state") == "added", after=mark)
        panel.frame(s0=test.OK, s1=test.BOARD)
        everything.expect_touch(after=mark, phase="began", region="board")
        panel.unplug()
        everything.expect(lambda m: m["type"] == "panel" and m.get("state") == "removed", after=mark)
        told = [(t["phase"], t.get("reason")) for t in everything.touches(mark)]
        clean += told == [("began", None)] * 2 + [("cancelled", "deviceRemoved")] * 2
        mark = len(everything.lines)
    check("pulled out in mid-touch ten times: cancelled, then removed, each time", clean == 10, clean)
    check("by the grammar", not everything.faults, everything.faults)
    ids = [t["id"] for t in everything.touches(first) if t["phase"] == "began"]
    check("no id came twice", len(set(ids)) == len(ids) == 20, len(ids))
    check("the other panel works", test.answers(everything))


def two_of_a_kind():
    everything = test.everything
    mark = len(everything.lines)
    left, right = Panel(b"touchd twin", b"twin/left"), Panel(b"touchd twin", b"twin/right")
    check("two identical panels are told apart by where they are plugged in",
          until(lambda: {d["phys"]: d["panel"] for d in devices() if d["name"] == "touchd twin"}
                == {"twin/left": "main-2", "twin/right": "main-3"}), devices())
    right.tap(*test.BOARD)
    everything.expect_touch(after=mark, phase="ended", region="board")
    check("each is its own panel", {m["panel"] for m in everything.lines[mark:] if m["type"] == "frame"} == {"main-3"})
    good = test.CONFIGURATION.read_text()
    reload(re.sub(r', phys: "twin/\w+" }', " }", good, count=1).replace(', phys: "twin/right" }', ', phys: "twin/nowhere" }'))
    refused = [d["reason"] for d in devices() if d["name"] == "touchd twin"]
    check("a match that fits both takes neither, and names both", len(refused) == 2 and all(
        "twin/left" in r and "twin/right" in r and "touchd.yaml:" in r for r in refused), refused)
    mark = len(everything.lines)
    right.unplug()
    check("when one goes the other is the one",
          until(lambda: any(d["panel"] == "main-2" for d in devices() if d["phys"] == "twin/left")), devices())
    reload(good)
    left.unplug()
    everything.expect(lambda m: m["type"] == "panel" and m.get("state") == "removed", after=mark)


def grabbing():
    everything = test.everything
    good = test.CONFIGURATION.read_text()
    reload(good.replace('touchd test panel*" }', 'touchd test panel*" }\n        grab: exclusive'))
    check("works grabbed", test.answers(everything))
    node = os.open(next(d["node"] for d in devices() if d["panel"] == "main-0"), os.O_RDONLY)

    def is_grabbed():
        try:
            fcntl.ioctl(node, EVIOCGRAB, 1)
        except OSError as error:
            return error.errno == errno.EBUSY
        fcntl.ioctl(node, EVIOCGRAB, 0)
        return False
    check("nobody else can have it", is_grabbed())
    ours, theirs = Recorder("main-0"), Recorder("main-0", "--direct")
    check("a tap while it is recorded, by touchd and beside it", test.answers(everything))
    (events, touches), (others, _) = ours.end(), theirs.end()
    check("touchd records the panel that it has grabbed", [t["phase"] for t in touches][:1] + [t["phase"] for t in touches][-1:] == ["began", "ended"],
          (ours.said, events))
    check("nobody else can", others == [], (theirs.said, others))
    hand = {f"s{slot}": (200 + 60 * slot, 400) for slot in range(5)}
    cursor, start = journal_cursor(), time.monotonic()
    test.panel.frame(**hand)
    released = until(lambda: not is_grabbed(), step=0.2)
    took = time.monotonic() - start
    check("five fingers release it, and not before ten seconds", released and took >= 10, took)
    check("and the log says so", until(lambda: "released all grabs" in journal(cursor)), journal(cursor))
    test.panel.lift_all()
    check("it works on", test.answers(everything))
    os.close(node)
    reload(good)


def show(number):
    with open("/dev/tty0", "wb", buffering=0) as terminal:
        fcntl.ioctl(terminal, VT_ACTIVATE, number)


def another_terminal():
    if not TERMINAL.exists():
        print("skipped: no virtual terminals here")
        return
    everything = test.everything
    mark = len(everything.lines)
    shown = TERMINAL.read_text().strip().removeprefix("tty")
    test.panel.frame(s0=test.OK)
    held = everything.expect_touch(after=mark, phase="began", region="ok")
    show(3 if shown != "3" else 4)
    check("another terminal is shown under a finger: cancelled, outputInactive",
          everything.expect_touch(after=mark, id=held.get("id"), phase="cancelled", reason="outputInactive"), everything.touches(mark))
    test.panel.frame(s0=test.near(test.OK))
    show(int(shown))
    test.panel.frame(s0=LIFT)
    check("the finger is dead until it lifts", everything.quiet(0.5) == [], everything.touches(mark))
    check("and then works again", test.answers(everything))


def disabling():
    everything = test.everything
    mark = len(everything.lines)
    node = next(d["node"] for d in devices() if d["panel"] == "main-0")
    switch = pathlib.Path(f"/sys/class/input/{os.path.basename(node)}/device/inhibited")
    test.panel.frame(s0=test.OK)
    held = everything.expect_touch(after=mark, phase="began", region="ok")
    switch.write_text("1")
    switch.write_text("1")
    check("disabled by the kernel under a finger: cancelled, deviceDisabled",
          everything.expect_touch(after=mark, id=held.get("id"), phase="cancelled", reason="deviceDisabled"), everything.touches(mark))
    test.panel.frame(s0=LIFT)
    switch.write_text("0")
    switch.write_text("0")
    check("enabled again, twice, it works", test.answers(everything))


def real_panels():
    """Descriptors and reports of real panels, from a larger collection outside the project."""
    folder = test.PROJECT.parent / "shared/recordings/hid"
    if not folder.is_dir():
        print("skipped: no ../shared/recordings/hid here: no real panels through the kernel's driver")
        return
    everything = test.everything
    for path in sorted(folder.glob("*.hid")):
        mark = len(everything.lines)
        panel = HIDPanel(path, b"touchd-hid/input0")
        added = everything.expect(lambda m: m["type"] == "panel" and m.get("state") == "added", 15, mark)
        panel.play()
        everything.quiet(0.5)
        panel.unplug()
        everything.expect(lambda m: m["type"] == "panel" and m.get("state") == "removed", 15, mark)
        told = everything.touches(mark)
        began = [t["id"] for t in told if t["phase"] == "began"]
        over = [t["id"] for t in told if t["phase"] in ("ended", "cancelled")]
        check(f"{path.stem}, through the kernel's own driver: touches, and each comes to its end",
              added and began and sorted(began) == sorted(over), (added, len(began), len(over), devices()))
    check("by the grammar", not everything.faults, everything.faults)


def setting_the_clock():
    """touchd recognizes a resume because it changes the wall clock; a clock that is merely set is no resume."""
    everything = test.everything
    mark = len(everything.lines)
    test.panel.frame(s0=test.OK)
    held = everything.expect_touch(after=mark, phase="began", region="ok")
    time.clock_settime(time.CLOCK_REALTIME, time.time() + 3600)
    check("the clock on the wall is set under a finger: nothing happens", everything.quiet(0.5) == [], everything.touches(mark))
    test.panel.frame(s0=LIFT)
    check("and the finger lifts", everything.expect_touch(after=mark, id=held.get("id"), phase="ended"))


PARTS = [pulling_it_out_ten_times, two_of_a_kind, grabbing, another_terminal, disabling, real_panels, setting_the_clock]
