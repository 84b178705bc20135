#!/usr/bin/python3
"""touchd as an installed service while the machine around it breaks. Run by Tests/VM/drills, as root: drills.py [PART...]

Each part breaks one thing with a finger on the glass, looks at what a client and a reader of the virtual panel get, repairs it, and ends with a tap that
arrives."""
import json
import os
import pathlib
import shutil
import sys
import time

import drillparts
import testkit
from testkit import SOCKET, UNIT, Client, Panel, check, event_node, journal, main_pid, run, systemctl, unit, until

GUEST = pathlib.Path(__file__).resolve().parent
CONFIGURATION = pathlib.Path("/etc/touchd/touchd.yaml")
STATE = pathlib.Path("/var/lib/private/touchd")
PHYS = "touchd/main-0"
TEXT = """version: 1
screens:
  - id: main
    size: [1000, 500]
    panels: [{ match: { name: "touchd test panel*" }, grab: exclusive, virtual: { life: always } }]
    kiosk: { staff: [{ id: service, corner: topRight, size: 50, taps: 1, hold: 0.2, do: { unit: true } }] }
    keyboard: { allow: [KEY_A] }
    windows:
      - id: kiosk
        frame: [0, 0, 1000, 500]
        multipleTouchEnabled: true
        children:
          - { id: applications, kind: surface, frame: [0, 0, 500, 500] }
          - { id: ok, kind: button, frame: [550, 100, 200, 100] }
          - { id: volume, kind: slider, frame: [550, 300, 400, 100], trackTap: true }
server: { state: keep, statistics: keep }
"""
# Units of the panel: two are one point.
SURFACE, OTHER, BUTTON, SLIDER, CORNER = (200, 200), (300, 300), (1200, 300), (1500, 700), (1960, 40)


class Drill:
    """The service, a panel, a client that connects again, and a reader of the virtual panel."""

    def __init__(self):
        done = run("sh", "-euc", f"""cp -a '{os.environ["INSTALLED"]}/root/.' /
            systemd-sysusers /usr/lib/sysusers.d/touchd*.conf
            systemctl daemon-reload
            udevadm control --reload
            udevadm trigger --sysname-match=uinput""")
        check("touchd is installed", done.returncode == 0, done.stdout)
        CONFIGURATION.parent.mkdir(exist_ok=True)
        CONFIGURATION.write_text(TEXT)
        checked = run("/usr/bin/touchctl", "check")
        check("its configuration is right", checked.returncode == 0 and "warning" not in checked.stdout, checked.stdout)
        self.panel, self.client, self.node = Panel(), None, None
        run("udevadm", "settle", "--timeout=20")
        systemctl("start", "touchd.socket", "touchd-admin.socket", UNIT)
        check("it runs", until(lambda: unit("ActiveState") == "active"), journal()[-2000:])
        self.reconnect()
        check("a tap arrives", self.answers())
        check("there is a virtual panel", self.read_virtual())

    def reconnect(self, seconds=testkit.PATIENCE):
        """Connects a new client to a daemon that may still be starting. Returns whether it could."""
        if self.client:
            self.client.close()
        self.client = until(testkit.connected, seconds)
        return self.client is not None

    def read_virtual(self):
        """Opens the virtual panel's node anew; the node before must not have a finger down."""
        import virtual
        path = until(lambda: event_node("phys", PHYS), 60)
        if not path:
            return False
        if self.node:
            self.node.close()
        self.node = virtual.Node(path)
        return True

    def has_lifted(self, seconds=60):
        """Whether the virtual panel has no finger down, now or soon."""
        return self.node.has_lifted(seconds)

    def answers(self, place=BUTTON, seconds=testkit.PATIENCE):
        """Whether a tap on the button reaches the client; taps again until it does."""
        mark = len(self.client.lines)

        def tapped():
            self.panel.tap(place[0] + int(time.monotonic() * 100) % 20, place[1])
            return self.client.expect_touch(0.5, mark, phase="ended", region="ok")
        return until(tapped, seconds, 0)

    def reaches_applications(self, seconds=60):
        """Whether a tap on the surface arrives at the virtual panel."""
        mark = len(self.node.story)

        def tapped():
            self.panel.tap(SURFACE[0] + int(time.monotonic() * 100) % 40, SURFACE[1])
            self.node.pump(0.5)
            return "up" in self.node.phases(mark)[-1:]
        return until(tapped, seconds, 0)

    def hold(self):
        """Puts a finger on the button and one on the surface. Returns the line number before."""
        mark = len(self.client.lines)
        self.panel.frame(s0=BUTTON, s1=OTHER)
        self.client.expect_touch(20, mark, phase="began", region="ok")
        until(lambda: (self.node.pump(0.1), self.node.down)[1], 20, 0)
        return mark

    def goes_on(self, mark):
        """Whether the finger that `hold` has put down is still the same touch, and ends as one."""
        self.panel.frame(s0=(BUTTON[0] + 8, BUTTON[1] + 8))
        self.panel.lift_all()
        ended = self.client.expect_touch(60, mark, phase="ended", region="ok")
        phases = [touch["phase"] for touch in self.client.touches(mark) if touch["region"] == "ok"]
        return bool(ended) and phases[:1] == ["began"] and "cancelled" not in phases

    def is_well(self, name):
        """The end of each part: taps arrive, no finger is down, the streams are right."""
        self.panel.lift_all()
        if not self.client or self.client.closed:
            self.reconnect()
        check(f"{name}: a tap arrives", self.client and self.answers(), journal()[-2000:])
        if not self.node or self.node.gone:
            self.read_virtual()
        check(f"{name}: and one at the applications", self.reaches_applications(), (self.node.story[-6:], journal()[-2000:]))
        check(f"{name}: no finger is left there", self.has_lifted(), self.node.down)
        check(f"{name}: the stream obeys the grammar", not self.client.faults, self.client.faults[:3])

    def ask(self, **request):
        return self.client.ask(**request)

    def explain(self):
        print("# the service's journal")
        print(journal()[-6000:])


PARTS = {part.__name__: part for part in drillparts.PARTS}
if __name__ == "__main__":
    sys.exit(testkit.run_parts(PARTS, sys.argv[1:] or list(PARTS), Drill, lambda drill: drill.panel.lift_all()))
