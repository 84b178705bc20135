"""The virtual panel as readers of its node see it: its touches, that none stays down, and that it outlives touchd."""
import array
import contextlib
import fcntl
import os
import select
import signal
import threading

import __main__ as test
import field
from testkit import (ABS_X, EV_ABS, EV_KEY, EV_SYN, EVENT, LIFT, MT_X, MT_Y, PATIENCE, SLOT, TRACKING_ID, UNIT, Panel, check, event_node, journal, journal_cursor,
                     main_pid, run, systemctl, until)

PHYS = "touchd/main-0"
# Units of the panel, on the surface and outside all regions.
PLACE, OTHER = (1100, 20), (1160, 30)


def virtual_node():
    return event_node("phys", PHYS)


class Node:
    """Reads a node, slot by slot."""

    def __init__(self, path):
        self.path = path
        self.fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self.slot, self.down, self.story, self.is_touched = 0, {}, [], False
        self.values = {}        # of a slot; they stay when it lifts
        self.gone = False

    def pump(self, seconds=0.0):
        while not self.gone and select.select([self.fd], [], [], seconds)[0]:
            seconds = 0.0
            try:
                data = os.read(self.fd, 24 * 64)
            except BlockingIOError:
                return
            except OSError:
                self.gone = True
                return
            for at in range(0, len(data), EVENT.size):
                self.take(*EVENT.unpack_from(data, at)[2:])

    def take(self, kind, code, value):
        if kind == EV_KEY:
            self.is_touched = bool(value)
        elif kind == EV_ABS and code == SLOT:
            self.slot = value
        elif kind == EV_ABS and code == TRACKING_ID:
            if value < 0:
                self.story.append(("up", self.slot, self.down.pop(self.slot, None)))
            else:
                self.down[self.slot] = list(self.values.get(self.slot, [None, None]))
                self.story.append(("down", self.slot, self.down[self.slot]))
        elif kind == EV_ABS and code in (MT_X, MT_Y) and self.slot in self.down:
            self.down[self.slot][code - MT_X] = value
            self.values[self.slot] = list(self.down[self.slot])

    def phases(self, mark=0):
        return [phase for phase, _, _ in self.story[mark:]]

    def expect(self, *phases, mark=0, seconds=PATIENCE):
        def arrived():
            self.pump(0.1)
            return self.gone or len(self.phases(mark)) >= len(phases)
        until(arrived, seconds, 0)
        return self.phases(mark) == list(phases)

    def has_lifted(self, seconds=PATIENCE):
        """Whether no finger is down, now or soon."""
        return until(lambda: (self.pump(0.1), not self.down)[1], seconds, 0)

    def close(self):
        os.close(self.fd)


@contextlib.contextmanager
def read_in_a_thread(node):
    """Reads the node meanwhile, because a reader that is late when a device is removed gets ENODEV and none of the waiting events."""
    is_over = threading.Event()

    def read():
        while not (node.gone or is_over.is_set()):
            node.pump(0.1)
    thread = threading.Thread(target=read)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def lifts_before_it_goes(sentence, node, take_away, bring_back):
    """Checks that a finger lifts when its virtual panel is taken away. touchd waits 100 ms between the lift and the removal. A busy guest may read later,
    so it is done once more while the lift is missing."""
    for _ in range(20):
        mark = len(node.story)
        test.panel.frame(s0=PLACE)
        node.expect("down", mark=mark)
        with read_in_a_thread(node):
            take_away()
            until(lambda: node.gone)
        if not node.gone or node.phases(mark) != ["down"]:
            break
        node.close()
        node = bring_back()
    check(sentence, node.phases(mark) == ["down", "up"] and until(lambda: virtual_node() is None), (node.story[mark:], node.gone))
    node.close()


def a_virtual_panel():
    good = test.CONFIGURATION.read_text()
    kiosk = good.replace('touchd test panel*" }', 'touchd test panel*" }\n        grab: exclusive').replace(
        "          - id: board\n", "          - { id: applications, kind: surface, frame: [0, 0, 1000, 500] }\n          - id: board\n")
    try:
        field.reload(kiosk)
        play(kiosk, good)
    finally:
        test.panel.lift_all()
        test.CONFIGURATION.write_text(good)
        systemctl("reload-or-restart", UNIT)
        test.reconnect()
        check("without a surface there is none", until(lambda: virtual_node() is None))
        check("and the panel works as before", test.answers(test.everything))


def play(kiosk, good):
    path = until(virtual_node)
    if not check("a surface makes a virtual panel", path, journal()[-2000:]):
        return
    run("udevadm", "settle", "--timeout=20")
    properties = run("udevadm", "info", path).stdout
    check("udev takes it for a touchscreen, and names its node",
          "ID_INPUT_TOUCHSCREEN=1" in properties and "TOUCHD_VIRTUAL=1" in properties and os.path.exists(f"/dev/input/{PHYS}"), properties)
    check("its node is no mouse and no keyboard", "ID_INPUT_MOUSE" not in properties and "ID_INPUT_KEY" not in properties, properties)
    owned = [d["reason"] for d in field.devices() if d["phys"] == PHYS]
    check("touchd leaves it out as its own", owned == ["touchd's own: the virtual panel of main-0"], owned)
    mode = os.stat("/dev/uinput")
    check("/dev/uinput is root's alone", (oct(mode.st_mode & 0o777), mode.st_uid) == ("0o600", 0), oct(mode.st_mode))
    node = Node(path)

    def absinfo(code):
        info = array.array("i", [0] * 6)
        fcntl.ioctl(node.fd, 0x80184540 + code, info)
        return info[1], info[2]
    check("it has the panel's ranges", (absinfo(MT_X), absinfo(MT_Y), absinfo(ABS_X)) == ((0, 1999), (0, 999), (0, 1999)), absinfo(MT_X))

    # Touches.
    mark = len(node.story)
    test.panel.frame(s0=PLACE)
    node.expect("down", mark=mark)
    test.panel.frame(s0=OTHER, s3=(1900, 40))
    test.panel.frame(s0=LIFT, s3=LIFT)
    arrived = node.expect("down", "down", "up", "up", mark=mark)
    check("what touches the surface arrives, in the panel's units", arrived and [tuple(p) for _, _, p in node.story[mark + 2:]] == [OTHER, (1900, 40)],
          node.story[mark:])
    mark = len(node.story)
    check("a region's touch goes to the region", test.answers(test.everything))
    check("and not to the applications", not node.expect("down", mark=mark, seconds=0.5) and node.phases(mark) == [], node.story[mark:])
    mark = len(node.story)
    test.panel.tap(1100, 20)
    test.panel.tap(1100, 20)
    check("two taps at one place have both their places",
          node.expect("down", "up", "down", "up", mark=mark) and all(p and None not in p for _, _, p in node.story[mark:]), node.story[mark:])

    # Ends.
    mark = len(node.story)
    test.panel.frame(s0=PLACE, s1=OTHER)
    node.expect("down", "down", mark=mark)
    pid = main_pid()
    os.kill(pid, signal.SIGKILL)
    check("killed with two fingers down, it is restarted", until(lambda: main_pid() not in (0, pid)), journal()[-2000:])
    check("its successor lifts both, on the same node", node.expect("down", "down", "up", "up", mark=mark) and not node.gone and not node.is_touched,
          (node.story[mark:], journal()[-2000:]))
    test.reconnect()
    mark = len(node.story)
    # touchd has opened the panel with the fingers on it.
    until(lambda: any(d["panel"] == "main-0" for d in field.devices()))
    test.panel.frame(s0=(1200, 40))
    check("fingers that were down are nothing, and it waits for the grab until they are up", not node.expect("down", mark=mark, seconds=1), node.story[mark:])
    cursor = journal_cursor()
    test.panel.lift_all()
    check("then the panel is grabbed", until(lambda: "it is now grabbed" in journal(cursor)), journal()[-2000:])
    test.panel.tap(*PLACE)
    check("and touches arrive", node.expect("down", "up", mark=mark), node.story[mark:])

    mark = len(node.story)
    test.panel.frame(s0=OTHER)
    node.expect("down", mark=mark)
    systemctl("restart", UNIT)
    check("restarted with a finger down: it lifts, on the same node", node.expect("down", "up", mark=mark) and not node.gone and virtual_node() == path,
          (node.story[mark:], virtual_node()))
    test.panel.lift_all()
    test.reconnect()
    mark = len(node.story)

    def tapped():
        test.panel.tap(*PLACE)
        node.pump(0.5)
        return node.phases(mark)[-2:] == ["down", "up"]
    check("and it goes on", until(tapped, step=0), node.story[mark:])
    # Taps with late answers. Their lifts may be written later than the answer.
    test.everything.settle()
    node.has_lifted()

    mark = len(node.story)
    test.panel.frame(s0=OTHER)
    node.expect("down", mark=mark)
    field.reload(kiosk + "# the same\n")
    check("a reload that changes nothing leaves the finger", node.phases(mark) == ["down"], node.story[mark:])
    test.panel.lift_all()
    node.expect("down", "up", mark=mark)

    def with_surface():
        test.panel.lift_all()
        field.reload(kiosk)
        return Node(until(virtual_node))

    def without_surface():
        test.CONFIGURATION.write_text(good.replace('touchd test panel*" }', 'touchd test panel*" }\n        grab: exclusive'))
        systemctl("reload", UNIT)
    lifts_before_it_goes("a reload without the surface lifts it, and the node goes", node, without_surface, with_surface)

    def plugged_in():
        until(lambda: virtual_node() is None)
        test.panel = Panel()
        return Node(until(virtual_node))
    node = with_surface()
    lifts_before_it_goes("the panel is unplugged under a finger: it lifts, then the node goes", node, lambda: test.panel.unplug(), plugged_in)
    test.panel = Panel()
    check("plugged in again it has one", until(virtual_node), journal()[-2000:])
    systemctl("stop", UNIT, "touchd.socket", "touchd-admin.socket")
    check("stopped, it goes", until(lambda: virtual_node() is None))
    systemctl("start", "touchd.socket", "touchd-admin.socket", UNIT)
    test.reconnect()
    check("started, it is there", until(virtual_node), journal()[-2000:])


# The number of times that the panel is pulled. On a real machine thousands take minutes.
PULLS = int(os.environ.get("PULLS", "5"))


def a_virtual_panel_that_stays():
    good = test.CONFIGURATION.read_text()
    kiosk = good.replace('touchd test panel*" }', 'touchd test panel*" }\n        grab: exclusive\n        virtual: { life: always }').replace(
        "          - id: board\n", "          - { id: applications, kind: surface, frame: [0, 0, 1000, 500] }\n          - id: board\n")
    try:
        field.reload(kiosk)
        pull()
        outlive()
    finally:
        test.panel.lift_all()
        test.CONFIGURATION.write_text(good)
        systemctl("reload-or-restart", UNIT)
        test.reconnect()
        check("stays: without a surface there is none", until(lambda: virtual_node() is None))
        check("stays: and the panel works as before", test.answers(test.everything))


def pull():
    path = until(virtual_node)
    if not check("stays: a surface makes a virtual panel", path, journal()[-2000:]):
        return
    node = Node(path)
    lifted = 0
    for _ in range(PULLS):
        mark = len(node.story)
        test.panel.frame(s0=PLACE)
        if not node.expect("down", mark=mark):
            break
        test.panel.unplug()
        lifted += node.expect("down", "up", mark=mark) and not node.gone
        test.panel = Panel()

        def tapped():
            test.panel.tap(*OTHER)
            # A tap before touchd has opened the panel is lost. A tap that has begun always gets its lift.
            node.pump(0.5)
            node.has_lifted()
            return node.phases()[-2:] == ["down", "up"] and len(node.story) > mark + 2
        if not until(tapped, step=0):
            break
        test.everything.settle()
        node.has_lifted()
    check(f"stays: pulled {PULLS} times under a finger, each finger lifts", lifted == PULLS, (lifted, node.story[-6:], journal()[-2000:]))
    check("stays: and the node is the same device", not node.gone and virtual_node() == path and not node.down, (virtual_node(), path, node.down))
    node.close()


def outlive():
    """A start without the panel, whose description is in the state directory."""
    path = virtual_node()
    test.panel.unplug()
    check("stays: without the panel it is there", until(virtual_node) == path, virtual_node())
    systemctl("stop", UNIT, "touchd.socket", "touchd-admin.socket")
    check("stays: stopped, it goes", until(lambda: virtual_node() is None))
    systemctl("start", "touchd.socket", "touchd-admin.socket", UNIT)
    check("stays: started without the panel, it is there", until(virtual_node), journal()[-2000:])
    run("udevadm", "settle", "--timeout=20")
    node = Node(virtual_node())
    run("touchctl", "inject", "tap", "550", "10")
    check("stays: and an injected finger reaches the applications", node.expect("down", "up"), (node.story, journal()[-1000:]))
    test.panel = Panel()
    test.reconnect()
    mark = len(node.story)

    def tapped():
        test.panel.tap(*PLACE)
        node.pump(0.5)
        return node.phases(mark)[-2:] == ["down", "up"]
    check("stays: plugged in, the panel's touches come from the same node", until(tapped, step=0) and not node.gone, (node.story, journal()[-2000:]))
    node.close()


PARTS = [a_virtual_panel, a_virtual_panel_that_stays]
