"""A failing panel on a real kernel: systemd's unit runs the configured recovery command as root, which rebinds the panel's driver."""
import fcntl
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import time

import __main__ as test
import field
from hidpanel import HIDPanel
from testkit import LIFT, Panel, check, journal, journal_cursor, run, systemctl, touches_in, until

SOCKET = "/run/touchd/recover.sock"
PROGRAM = pathlib.Path("/usr/local/sbin/touchd-test-rebind")
RAN = pathlib.Path("/run/touchd-test-rebound")
SCRIPT = f"""#!/bin/sh
echo "$(id -u) $TOUCHD_PANEL $*" >>{RAN}
echo "binding anew"
for device in /sys/bus/hid/devices/*:1209:7464.*; do
    driver=$(readlink -f "$device/driver")
    echo "${{device##*/}}" >"$driver/unbind" && echo "${{device##*/}}" >"$driver/bind" || exit 1
done
"""


def device_of(panel, **wanted):
    """Returns the panel's path in /sys, where the kernel's numbers keep rising, while node numbers are reused."""
    node = next((d["node"] for d in field.devices() if {"panel": panel, **wanted}.items() <= d.items()), None)
    return node and os.path.realpath(f"/sys/class/input/{os.path.basename(node)}")


def helper_journal(cursor):
    return run("journalctl", "-q", "--no-pager", "-o", "cat", "-u", "touchd-recover@*", "--after-cursor", cursor).stdout


def rebinding():
    everything = test.everything
    PROGRAM.parent.mkdir(parents=True, exist_ok=True)
    PROGRAM.write_text(SCRIPT)
    PROGRAM.chmod(0o755)
    cursor = journal_cursor()
    good = test.CONFIGURATION.read_text()
    # The path of the device is read before touchd uses it, because the command runs three seconds later.
    field.reload(good.replace("touchd-rebound*", "touchd-not-yet*"))
    panel = HIDPanel(test.GUEST / "touchscreen.hid", b"touchd-rebound/input0")
    first = until(lambda: device_of(None, phys="touchd-rebound/input0"))
    field.reload(good)
    check("a panel with a recovery command is opened", first and until(lambda: device_of("main-5")), field.devices())
    check("it says nothing, and the third time its command is run: as root, for this panel",
          until(lambda: RAN.exists() and RAN.read_text(), step=0.2) == "0 main-5 now\n",
          (journal(cursor), helper_journal(cursor)))
    again = until(lambda: (lambda device: device if device != first else None)(device_of("main-5")), step=0.2)
    check("which has bound its driver anew: it is another device, and touchd has opened it", again, (first, field.devices()))
    said = until(lambda: "still sends no report" in journal(cursor), step=0.5)
    check("it is not opened again without end", said and journal(cursor).count("reopening it (attempt") == 5, journal(cursor))
    check("and the command was run once", RAN.read_text().count("\n") == 1, RAN.read_text())
    said = helper_journal(cursor)
    check("the unit's journal has what it was and what it said", f"panel main-5: running {PROGRAM} now" in said and "binding anew" in said, said)
    mark = len(everything.lines)
    panel.play()
    check("and then its fingers are touches", everything.expect_touch(after=mark, phase="ended", region="ok"), everything.lines[mark:])
    check("which is the end of the trouble: silent again, it is opened again",
          until(lambda: journal(cursor).count("reopening it (attempt 1)") == 2, step=0.3), journal(cursor))
    panel.unplug()
    everything.expect(lambda m: m["type"] == "panel" and m.get("state") == "removed", after=mark)


def ask(line):
    with socket.socket(socket.AF_UNIX) as s:
        s.settimeout(20)
        s.connect(SOCKET)
        s.sendall(line)
        try:
            return s.recv(1)
        except OSError as error:
            return error


def who_may_ask():
    RAN.unlink(missing_ok=True)
    cursor = journal_cursor()
    for line, why in (b"nobody\n", "has no panel nobody"), (b"main-0\n", "panel main-0 has no recovery command"), (b"/bin/sh\n", "has no panel /bin/sh"):
        ask(line)
        check(f"{line!r} is refused", until(lambda: why in helper_journal(cursor), step=0.3), helper_journal(cursor))
    asked = run("/usr/bin/python3", "-c", f"import socket; socket.socket(socket.AF_UNIX).connect('{SOCKET}')", user="nobody", group="touch",
                extra_groups=[])
    check("clients may not ask", "PermissionError" in asked.stdout, asked.stdout)
    os.chmod(test.CONFIGURATION, 0o664)
    refused = run("/usr/bin/touchctl", "recover", "main-5")
    check("root runs no command from a file that others may write", refused.returncode == 77 and "chmod go-w" in refused.stdout, refused.stdout)
    os.chmod(test.CONFIGURATION, 0o644)
    link = pathlib.Path("/run/link.yaml")
    link.symlink_to(test.CONFIGURATION)
    refused = run("/usr/bin/touchctl", "recover", "main-5", "--config", str(link))
    check("nor from one behind a link, which may be another's", refused.returncode == 77 and "link" in refused.stdout, refused.stdout)
    check("none of which has run anything", not RAN.exists())
    by_hand = run("/usr/bin/touchctl", "recover", "main-5")
    check("by hand it is the same command", by_hand.returncode == 0 and RAN.read_text() == "0 main-5 now\n", by_hand.stdout)
    hanging = test.CONFIGURATION.read_text()
    test.CONFIGURATION.write_text(hanging.replace(f"[{PROGRAM}, now]", "[/bin/sleep, 1000]"))
    drop_in = pathlib.Path("/run/systemd/system/touchd-recover@.service.d/test.conf")
    drop_in.parent.mkdir(parents=True, exist_ok=True)
    drop_in.write_text("[Service]\nRuntimeMaxSec=2\n")
    systemctl("daemon-reload")
    ask(b"main-5\n")
    check("a command that hangs is killed", until(lambda: "imeout" in helper_journal(cursor), step=0.3), helper_journal(cursor))
    check("and nothing is left of it", until(lambda: "touchd-recover@" not in systemctl("list-units", "--all", "--plain", "touchd-recover@*").stdout, step=0.5),
          systemctl("list-units", "--all", "--plain", "touchd-recover@*").stdout)
    drop_in.unlink()
    systemctl("daemon-reload")
    test.CONFIGURATION.write_text(hanging)
    PROGRAM.unlink()


def opening_under_a_finger():
    """Opens a panel with a finger on it: with `contactsAtOpen: resume` that is a touch, otherwise nothing until it lifts."""
    everything = test.everything
    good = test.CONFIGURATION.read_text()
    line = 'touchd test panel*" }'
    for resumes, grab in (True, "exclusive"), (False, "none"):
        mark = len(everything.lines)
        test.panel.frame(s0=test.OK, s1=test.BOARD)
        everything.expect_touch(after=mark, phase="began", region="board")
        # Another grab: the panel is closed and reopened.
        field.reload(good.replace(line, f"{line}\n        grab: {grab}" + ("\n        contactsAtOpen: resume" if resumes else "")))
        everything.expect(lambda m: m["type"] == "panel" and m.get("state") == "added", after=mark)
        added = max(i for i, m in enumerate(everything.lines) if m["type"] == "panel")
        ended = [(t["region"], t["phase"], t.get("reason")) for t in touches_in(everything.lines[mark:added])
                 if t["phase"] != "began"]
        check("closed under two fingers: both are cancelled", sorted(ended) == [("board", "cancelled", "reload"), ("ok", "cancelled", "reload")], ended)
        test.panel.frame(s0=test.near(test.OK))
        test.panel.frame(s0=LIFT)
        test.panel.frame(s1=LIFT)
        check("and a tap arrives", test.answers(everything, test.PAD, "pad"))
        told = [(t["region"], t["phase"], t["x"]) for t in everything.touches(added) if t["region"] != "pad"]
        if resumes:
            check("opened under them with resume: they begin where they are, move and lift", sorted(told[:2]) == [("board", "began", 250), ("ok", "began", 200)]
                  and told[2:] == [("ok", "moved", 205), ("ok", "ended", 205), ("board", "ended", 250)], told)
        else:
            check("opened under them without: they are nothing, until they lift", told == [], told)
    field.reload(good)


def held_by_another():
    """A panel to be grabbed that somebody else has grabbed: touchd retries at growing intervals, and at once after a reload."""
    everything = test.everything
    good = test.CONFIGURATION.read_text()
    line = 'touchd test panel*" }'
    grabbed = good.replace(line, line + "\n        grab: exclusive")
    cursor, mark = journal_cursor(), len(everything.lines)
    holder = os.open(next(d["node"] for d in field.devices() if d["panel"] == "main-0"), os.O_RDONLY)
    fcntl.ioctl(holder, field.EVIOCGRAB, 1)
    field.reload(grabbed)
    waits = lambda: re.findall(r"another program has grabbed it: .*; reopening it in (\d+) s \(attempt (\d+)\)", journal(cursor))
    check("a panel that somebody else has grabbed is tried after a second, then two, then four",
          until(lambda: len(waits()) >= 3, step=0.3) and waits()[:3] == [("1", "1"), ("2", "2"), ("4", "3")], (waits(), journal(cursor)))
    tried = len(waits())
    field.reload(grabbed + "# the same\n")
    check("a reload tries it at once, and counts anew", until(lambda: ("1", "1") in waits()[tried:], step=0.3), waits())
    fcntl.ioctl(holder, field.EVIOCGRAB, 0)
    check("let go, it is opened the next time", everything.expect(
        lambda m: m["type"] == "panel" and m.get("state") == "added", after=mark) and test.answers(everything), journal(cursor))
    os.close(holder)
    field.reload(good)


def going_while_it_is_opened():
    """Removes the device before each of touchd's queries in turn: it is no panel, and touchd keeps nothing of it."""
    if not shutil.which("gcc"):
        print("skipped: no compiler in this guest: event nodes that disappear while touchd queries them")
        return
    library, count, path = "/run/going-node.so", pathlib.Path("/run/going-node"), "/run/going.sock"
    built = run("gcc", "-O", "-shared", "-fPIC", "-o", library, str(test.GUEST / "going-node.c"), "-ldl")
    configuration = pathlib.Path("/run/going.yaml")
    configuration.write_text("""version: 1
screens:
  - id: main
    size: [1000, 500]
    panels: [{ match: { name: "touchd going panel" }, grab: exclusive }]
    windows: [{ id: w, frame: [0, 0, 1000, 500] }]
""")
    count.write_text("1")
    daemon = subprocess.Popen(["/usr/bin/touchd", "--config", configuration, "--socket", path],
                              env={**os.environ, "LD_PRELOAD": library, "GOING_NODE": str(count)}, stderr=subprocess.DEVNULL)
    until(lambda: os.path.exists(path))

    def entry():
        lines = run("/usr/bin/touchctl", "devices", "--json", "--socket", path).stdout.splitlines()
        return next((d for d in map(json.loads, (line for line in lines if line.startswith("{"))) if d["name"] == "touchd going panel"), None)

    def descriptors():
        return sorted(link for fd in os.listdir(f"/proc/{daemon.pid}/fd") if "/dev/input" in (link := os.readlink(f"/proc/{daemon.pid}/fd/{fd}")))
    panel = Panel(b"touchd going panel")
    first = until(entry)
    node, wrong, asked = os.path.basename(first["node"]), [], 1
    while (seen := entry()) and seen["panel"] is None and asked < 100:
        if "No such device" not in seen["reason"] or descriptors():
            wrong.append((asked, seen["reason"], descriptors()))
        asked += 1
        count.write_text(str(asked))
        # udev reports a change, and touchd retries.
        run("udevadm", "trigger", "--action=change", f"/sys/class/input/{node}")
        run("udevadm", "settle", "--timeout=20")
        test.everything.pump()
    check(f"gone at the first, the second, … the {asked - 1}th question: it is no panel, for that reason, and its node is closed",
          built.returncode == 0 and asked > 15 and not wrong, (built.stdout, asked, wrong[:3]))
    check("with all its questions answered it is one, and open once", seen and seen["panel"] == "main-0" and len(descriptors()) == 1, (seen, descriptors()))
    panel.unplug()
    check("which it is until it goes", until(lambda: entry() is None) and descriptors() == [], (entry(), descriptors()))
    daemon.terminate()
    check("and touchd ends well", daemon.wait(60) == 0, daemon.returncode)


def vanishing():
    """Panels removed as soon as they come: udev reports them, but they no longer exist."""
    everything, pid = test.everything, test.main_pid()
    # Input devices have the major number 13. The path of a node that another service opened for touchd may not begin with /dev, because that service has other mounts.
    open_nodes = lambda: sum(os.major(os.stat(f"/proc/{pid}/fd/{fd}").st_rdev) == 13 for fd in os.listdir(f"/proc/{pid}/fd"))
    before, mark = open_nodes(), len(everything.lines)
    for number in range(24):
        panel = Panel(b"touchd field panel")
        time.sleep(number % 12 * 0.05)
        panel.unplug()
        everything.pump()   # a client that reads nothing for five seconds is closed
    run("udevadm", "settle", "--timeout=60")
    check("after 24 panels that go as they come none is listed, and no node is open that was not",
          until(lambda: not any(d["name"] == "touchd field panel" for d in field.devices()) and open_nodes() == before, step=0.3), (field.devices(), before, open_nodes()))
    everything.quiet(1)     # the last lines may still be on their way
    states = [m["state"] for m in everything.lines[mark:] if m["type"] == "panel"]
    check("each that was a panel was told, in pairs", not everything.closed and states == ["added", "removed"] * (len(states) // 2), states or everything.lines[-1])
    check("the other panel works", test.answers(everything) and test.main_pid() == pid)


PARTS = [opening_under_a_finger, held_by_another, going_while_it_is_opened, vanishing, rebinding, who_may_ask]
