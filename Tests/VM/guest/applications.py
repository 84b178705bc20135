#!/usr/bin/python3
"""Applications without touchd support, behind the installed service: uinput panel → touchd → virtual panel → libinput, sway and wev, Chromium. Run by
Tests/VM/applications, as root, in the project's folder.

    applications.py [PART...]    all parts, or the named ones with what they want before them

Each part leaves the service running, and no finger down anywhere."""
import os
import pathlib
import re
import shutil
import sys
import time
import traceback

import bridged
import browsers
import cancels
import documents
import fingers
import glass
import glassrules
import interrupted
import labwc
import played
import stage
import testkit
from testkit import LIFT, UNIT, Client, check, event_node, journal, run, systemctl, unit, until

GUEST = pathlib.Path(__file__).resolve().parent
PROJECT = GUEST.parent.parent.parent
CONFIGURATION = pathlib.Path("/etc/touchd/touchd.yaml")

# Places on the panel in its units, two per point.
MIDDLE, BESIDE, CORNER, KEY = (1000, 1000), (400, 2000), (2040, 320), (600, 3000)

panel = None        # the panel on /dev/uinput
sway = wev = libinput = node = None
client = None       # a client of the regions, which gets no touches of the surface
observer = None     # a client that observes everything


# ------------------------------------------------------------------ around the parts

def connect():
    global client, observer
    for old in client, observer:
        if old:
            old.close()

    def connected(**options):
        try:
            return Client(**options)
        except OSError:
            return None
    client = until(connected)
    observer = until(lambda: connected(observe=True))


def watch(seconds=testkit.PATIENCE):
    """Opens the virtual panel's node and waits until sway has the device too."""
    global node
    if node:
        node.close()
    path = until(lambda: event_node("phys", "touchd/main-0"), seconds)
    until(lambda: os.access(path, os.R_OK))
    node = stage.Node(path)
    return until(lambda: glass.VIRTUAL in sway.touchscreens(), seconds, 0.2)


def pump():
    for each in client, observer:
        each.pump()
    node.pump()


def show_wev():
    """Puts wev in the place of a browser that the last part may have left."""
    global wev
    if wev.process.poll() is not None:
        browsers.close_under_sway()
        wev = stage.Wev(sway)


def stories():
    """Marks the current ends of all stories, for later comparisons."""
    pump()
    return wev.mark(), libinput.mark(), node.mark(), len(client.lines), len(observer.lines)


def everybody(sentence, *phases, since):
    """Checks that libinput, wev and the node received exactly these phases."""
    told = []
    for watcher, mark in zip((node, wev, libinput), (since[2], since[0], since[1])):
        until(lambda: (node.pump(), len(watcher.phases(mark)) >= len(phases))[1])
        told.append(watcher.phases(mark))
    check(sentence, all(each == list(phases) for each in told), dict(zip(("node", "wev", "libinput"), told)))


def nobody(sentence, since, seconds=0.7):
    """Checks that the applications receive nothing for a while."""
    time.sleep(seconds)
    pump()
    told = wev.events[since[0]:], libinput.events[since[1]:], node.events[since[2]:]
    check(sentence, not any(told), told)


def answers(seconds=testkit.PATIENCE):
    """Whether a tap arrives at the node, wev and libinput. Repeats the tap until it does, because the daemon or libinput may still be opening its device.
    Each tap has its own place, and arrives after all others: none is on its way when it has."""
    number = 0

    def tapped():
        nonlocal number
        if not node.pump():     # it was still that of the panel before
            watch()
        number += 1
        y = MIDDLE[1] + 20 * number
        panel.tap(MIDDLE[0], y)

        def has_arrived(story, height):
            began = next((place for phase, _, place in reversed(story.events) if phase == "began"), (0, 0))
            return not story.down and abs(began[1] / height - y / 3840) < 0.002
        sizes = (node, 3840), (wev, 1920), (libinput, 100)
        return until(lambda: (node.pump(), all(has_arrived(*one) for one in sizes))[1], 0.5 * 2 ** min(number, 6))
    return until(tapped, seconds, 0)


def nothing_is_stuck(part):
    if not node.pump():     # false if the node was replaced, in which case its creation is already recorded
        watch()
    pump()
    until(lambda: not wev.down and not libinput.down)
    check(f"{part}: no finger is stuck", not wev.down and not libinput.down and not node.stuck() and not node.down,
          (wev.down, libinput.down, node.stuck(), node.down))
    faults = wev.faults + libinput.faults + node.faults + client.faults + observer.faults
    check(f"{part}: every story is whole", not faults, faults)


# ------------------------------------------------------------------ the parts, in order

def installing():
    global panel, sway, wev, libinput
    # What scripts/install does beyond copying files.
    done = run("sh", "-euc", f"""cp -a '{os.environ["INSTALLED"]}/root/.' /
        systemd-sysusers /usr/lib/sysusers.d/touchd*.conf
        systemctl daemon-reload
        udevadm control --reload
        udevadm trigger --sysname-match=uinput""")
    check("touchd is installed", done.returncode == 0, done.stdout)
    shutil.copy(GUEST / "applications.yaml", CONFIGURATION)
    checked = run("/usr/bin/touchctl", "check")
    check("touchctl check finds nothing wrong", checked.returncode == 0 and "warning" not in checked.stdout, checked.stdout)
    panel = glass.Glass()
    run("udevadm", "settle", "--timeout=20")
    systemctl("start", UNIT)
    check("the service is active", until(lambda: unit("ActiveState") == "active"), journal())
    stage.make_user()
    connect()
    libinput = stage.Libinput()
    sway = stage.Sway(*documents.sway_lines())
    wev = stage.Wev(sway)
    check("sway has the virtual panel", watch(), (sway.touchscreens(), journal()[-3000:]))


def what_it_is():
    path = pathlib.Path("/sys/class/input") / os.path.basename(event_node("phys", "touchd/main-0")) / "device"
    read = lambda name: (path / name).read_text().strip()
    check("its name, phys and bus", (read("name"), read("phys"), read("id/bustype")) == (glass.VIRTUAL, "touchd/main-0", "0006"),
          (read("name"), read("phys"), read("id/bustype")))
    check("its key is BTN_TOUCH alone, and it is direct", (read("capabilities/key"), read("properties")) == ("400 0 0 0 0 0", "2"),
          (read("capabilities/key"), read("properties")))
    check("its axes are the panel's", node.axes() == {0: (0, 2159, 8), 1: (0, 3839, 8), 0x35: (0, 2159, 8), 0x36: (0, 3839, 8)}, node.axes())
    said = run("/usr/bin/touchctl", "devices").stdout
    check("touchctl devices says that it is touchd's own", re.search(rf"{glass.VIRTUAL}.*\n.*phys: touchd/main-0\n.*touchd's own", said), said)


def a_touch_arrives_once():
    before = stories()
    panel.frame(s0=MIDDLE)
    panel.frame(s0=(1100, 1200), s3=BESIDE)
    panel.frame(s0=LIFT)
    panel.frame(s3=LIFT)
    everybody("two fingers arrive once", "began", "began", "ended", "ended", since=before)
    places = [place for _, _, place in wev.events[before[0]:] if place]
    check("where they are", places == [(500, 500), (550, 600), (200, 1000)], places)
    check("from the virtual panel alone", {name for _, (name, _), _ in libinput.events[before[1]:]} == {glass.VIRTUAL}, libinput.events[before[1]:])
    before = stories()
    panel.tap(1100, 1200)
    everybody("a tap where the last finger was has a place", "began", "ended", since=before)
    check("which is right", wev.events[before[0]][2] == (550, 600) and node.events[before[2]][2] == (1100, 1200), wev.events[before[0]:])
    observer.pump(1)
    shown = [t["region"] for t in observer.touches(before[4]) if t["phase"] == "began"]
    check("observers are shown them", shown == ["applications"], observer.lines[before[4]:])
    check("other clients are not", client.touches(before[3]) == [], client.touches(before[3]))


def regions_above():
    before = stories()
    panel.tap(*CORNER)
    panel.tap(*KEY)
    check("touches of regions reach their client", client.expect_touch(after=before[3], phase="ended", region="corner") and
          client.expect_touch(after=before[3], phase="ended", region="one"), client.lines[before[3]:])
    panel.frame(s0=CORNER)
    panel.frame(s0=MIDDLE)
    panel.frame(s0=LIFT)
    nobody("and not the applications, also when they leave the region", before)
    before = stories()
    panel.frame(s0=MIDDLE)
    panel.frame(s0=CORNER)
    panel.frame(s0=KEY)
    panel.frame(s0=LIFT)
    everybody("a touch of the applications reaches them", "began", "ended", since=before)
    client.pump(0.5)
    check("and no region that it crosses", client.touches(before[3]) == [], client.touches(before[3]))
    before = stories()
    panel.frame(s0=MIDDLE, s1=KEY)
    panel.frame(s0=LIFT, s1=LIFT)
    everybody("of two fingers each has its own", "began", "ended", since=before)
    check("one of them the client's", client.expect_touch(after=before[3], phase="ended", region="one"))


def node_path():
    return event_node("phys", "touchd/main-0")


PARTS = [installing, what_it_is, a_touch_arrives_once, regions_above, *documents.PARTS, *glassrules.PARTS, *interrupted.PARTS, *played.PARTS, *browsers.PARTS, *bridged.PARTS]
# Parts with Chromium in wev's place.
INSTEAD_OF_WEV = browsers.PARTS + bridged.PARTS
# Slow parts, which run only if they are named.
SELDOM = fingers.PARTS + browsers.SELDOM + cancels.SELDOM + labwc.SELDOM


def main():
    if "TOUCHD_VM" not in os.environ:
        sys.exit("applications.py installs a service; it is for Tests/VM/applications")
    named = sys.argv[1:]
    for part in PARTS + SELDOM:
        if part is not installing and (part.__name__ not in named if named else part in SELDOM):
            continue
        print(f"# {part.__name__.replace('_', ' ')}", flush=True)
        try:
            if wev and part not in INSTEAD_OF_WEV:
                show_wev()
            part()
            if wev:
                nothing_is_stuck(part.__name__)
        except Exception:
            check(f"{part.__name__} comes to its end", False, traceback.format_exc())
            browsers.close_under_sway()
            if part is installing:
                break
            if panel:
                panel.lift_all()
    if testkit.failed:
        print("# the service's journal")
        print(journal()[-8000:])
    print(f"{testkit.passed} passed, {testkit.failed} failed", flush=True)
    return 1 if testkit.failed else 0


if __name__ == "__main__":
    sys.exit(main())
