"""The abilities of an attacker who controls the daemon, and the links that a device's phys can make."""
import fcntl
import os
import pathlib
import re
import shutil
import struct

import __main__ as test
from testkit import EV_ABS, EV_KEY, Panel, check, event_node, run, systemctl, until

ATTACK = pathlib.Path("/run/touchd-intruder.py")
UNIT = "touchd@intruder.service"
DROP_IN = pathlib.Path(f"/run/systemd/system/{UNIT}.d/test.conf")
# The daemon runs the command itself if no socket for it exists.
CONFIGURATION = """version: 1
screens:
  - id: main
    size: [1000, 500]
    panels:
      - match: {{ name: "touchd intruder panel" }}
        recovery: {{ silentAfter: 1, command: [/usr/bin/python3, {command}] }}
"""
EVERYTHING = """version: 1
screens:
  - { id: main, size: [1000, 500], panels: [{ match: { name: "*" } }] }
"""
KEYS = """version: 1
screens:
  - { id: main, size: [1000, 500], panels: [{ match: { name: "no such panel" } }], keyboard: { allow: [KEY_A] } }
"""
REFUSED = "no"
EXPECTED = {
    "open keyboard": "ENOENT", "open touchscreen": "ENOENT", "open uinput": "ENOENT",
    "ask for a keyboard": REFUSED, "ask for a keyboard that a match fits": REFUSED,
    "ask for a pad": REFUSED, "ask for a pad that a match fits": "handed out", "ask for a pad that a file of others names": REFUSED,
    "ask for a pad by another path": REFUSED, "ask for uinput": REFUSED, "ask for a file": REFUSED, "ask for a touchscreen": "handed out",
    "make a panel with a key": REFUSED, "make a keyboard": REFUSED, "make a panel": "handed out",
    "make keys without a keyboard in the file": re.compile('^1 .*has no "keyboard"'), "make a key that the file does not allow": re.compile("^1 .*does not allow KEY_Q"), "make a key that the file allows": "handed out",
    "UI_DEV_DESTROY": "EPERM", "UI_SET_EVBIT": "EPERM", "UI_SET_KEYBIT": "EPERM", "UI_SET_PHYS": "EPERM", "UI_DEV_SETUP": "EPERM",
    "UI_ABS_SETUP": "EPERM", "UI_DEV_CREATE": "EPERM", "UI_DEV_DESTROY with more bits": "EPERM",
    "UI_DEV_DESTROY in a child": "EPERM",
    # BTN_TOUCH.
    "its keys": "400 0 0 0 0 0", "write a report": "72", "the end": "reached",
}


class Device:
    """A device on /dev/uinput with the given keys and the axes of a touchpad."""

    def __init__(self, name, keys, axes=()):
        self.fd = os.open("/dev/uinput", os.O_WRONLY | os.O_CLOEXEC)
        fcntl.ioctl(self.fd, 0x40045564, EV_KEY)
        for key in keys:
            fcntl.ioctl(self.fd, 0x40045565, key)
        if axes:
            fcntl.ioctl(self.fd, 0x40045564, EV_ABS)
        for code in axes:
            fcntl.ioctl(self.fd, 0x401C5504, struct.pack("@H2x6i", code, 0, 0, 9 if code == 0x2F else 999, 0, 0, 0))
        fcntl.ioctl(self.fd, 0x405C5503, struct.pack("@4H80sI", 3, 0x1209, 0x7465, 1, name, 0))
        fcntl.ioctl(self.fd, 0x5501)

    def unplug(self):
        os.close(self.fd)


def agrees(outcome, expected):
    if expected is REFUSED:
        return re.match(r"(1|22) .", outcome)        # EPERM, EINVAL
    return expected.search(outcome) if isinstance(expected, re.Pattern) else outcome == expected


def intruder_journal():
    return run("journalctl", "-q", "--no-pager", "-o", "cat", "-b", "-u", UNIT).stdout


def a_daemon_that_is_taken_over():
    keyboard = Device(b"touchd test keyboard", range(1, 120))
    # BTN_TOOL_FINGER and no INPUT_PROP_DIRECT.
    pad = Device(b"touchd test pad", (0x14A, 0x145, 0x110), (0, 1, 0x2F, 0x35, 0x36, 0x39))
    panel = Panel(b"touchd intruder panel")
    nodes = [until(lambda: event_node("name", name)) for name in ("touchd test keyboard", "touchd test pad", "touchd intruder panel")]
    run("udevadm", "settle", "--timeout=20")
    kinds = [run("udevadm", "info", node).stdout for node in nodes]
    check("udev has a keyboard, a touchpad and a touchscreen", "ID_INPUT_KEYBOARD=1" in kinds[0] and "ID_INPUT_TOUCHPAD=1" in kinds[1]
          and "ID_INPUT_TOUCHSCREEN=1" in kinds[2], kinds)
    shutil.copy(test.GUEST / "intruder.py", ATTACK)
    folder = test.CONFIGURATION.parent
    (folder / "intruder.yaml").write_text(CONFIGURATION.format(command=", ".join([str(ATTACK), *nodes])))
    for name in "everything", "others":
        (folder / f"{name}.yaml").write_text(EVERYTHING)
    (folder / "others.yaml").chmod(0o666)
    (folder / "typing.yaml").write_text(KEYS)
    pathlib.Path("/run/everything.yaml").write_text(EVERYTHING)
    DROP_IN.parent.mkdir(parents=True, exist_ok=True)
    DROP_IN.write_text("[Service]\nEnvironment=TOUCHD_RECOVERY_SOCKET=\n")
    systemctl("daemon-reload")
    systemctl("start", UNIT)
    until(lambda: "intruder: the end" in intruder_journal(), step=0.5)
    outcomes = dict(re.findall(r"^intruder: ([^:]+): (.*)$", intruder_journal(), re.M))
    for name, expected in EXPECTED.items():
        outcome = outcomes.get(name, "not tried")
        shown = expected.pattern if isinstance(expected, re.Pattern) else expected
        check(f"an intruder: {name}: {shown}", agrees(outcome, expected), outcome)
    check("what it made is gone with its descriptor", until(lambda: event_node("name", "touchd made") is None))
    for node, status, word in (nodes[0], 1, "reports no position"), (nodes[2], 0, "handed out"):
        done = run("/usr/bin/touchctl", "open", node)
        check(f"touchctl open says so: {word}", done.returncode == status and word in done.stdout, done.stdout)
    who = run("/usr/bin/python3", "-c", "import socket; socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET).connect('/run/touchd/devices.sock')",
              user="nobody", group="touch", extra_groups=[])
    check("clients may not ask", "PermissionError" in who.stdout, who.stdout)
    systemctl("stop", UNIT, "touchd@intruder.socket", "touchd-admin@intruder.socket")
    DROP_IN.unlink()
    systemctl("daemon-reload")
    for name in "intruder", "everything", "others", "typing":
        (folder / f"{name}.yaml").unlink()
    for device in keyboard, pad, panel:
        device.unplug()


def links():
    good = [b"touchd/link-ok", b"touchd/left/link.ok"]
    bad = [b"touchd/a b", b"touchd/../escaped", b"touchd/.hidden", b"touchd//twice", b"touchd/a/b/c", b"touchd/end/", b"touchd/\xc3\xa4"]
    panels = [Panel(b"touchd link panel", phys) for phys in good + bad]
    for phys in good:
        check(f"{phys.decode()} is a link", until(lambda: os.path.exists("/dev/input/" + phys.decode())))
    run("udevadm", "settle", "--timeout=60")
    made = {str(path.relative_to("/dev/input")) for path in pathlib.Path("/dev/input/touchd").rglob("*") if path.is_symlink()}
    made = {link for link in made if "main-" not in link}
    check("and what has any other character, or leads elsewhere, is none", made == {phys.decode() for phys in good}, made)
    check("nor anywhere else", not any(os.path.lexists(path) for path in ("/dev/escaped", "/dev/input/escaped", "/dev/b", "/dev/input/b")))
    for panel in panels:
        panel.unplug()


PARTS = [a_daemon_that_is_taken_over, links]
