"""A keypad and a headphone jack, made by uinput, through the whole daemon to a client: who else gets the keys, and unplugging."""
import fcntl
import os
import select
import struct
import time

import __main__ as test
import field
from testkit import EV_KEY, EV_SYN, EVENT, UNIT, Client, check, event_node, journal, journal_cursor, run, systemctl, until

EV_SW, SW_HEADPHONE_INSERT = 5, 2
KEYS = {"UP": 103, "DOWN": 108, "ENTER": 28, "A": 30, "F15": 185}
NAME, PHYS = b"Storm test keypad", b"storm-0/input0"
SECTION = """    accessibility:
      profiles:
        - { id: speech, start: [{ jack: ear }, { key: KEY_F15 }], stop: [{ jack: ear, after: 1 }, { key: KEY_F15 }] }
      keypads:
        - id: pad
          match: { name: "Storm*" }
          keys: { KEY_UP: previous, KEY_DOWN: next, KEY_ENTER: activate }
          switches: { SW_HEADPHONE_INSERT: ear }
          repeat: { delay: 0.6, every: 0.3 }
"""


class Keypad:
    """A device with five keys and a jack. The kernel repeats a key that is held (EV_REP)."""

    def __init__(self):
        set_evbit, set_keybit, set_swbit, set_phys, dev_setup, dev_create = 0x40045564, 0x40045565, 0x4004556D, 0x4008556C, 0x405C5503, 0x5501
        self.fd = os.open("/dev/uinput", os.O_WRONLY | os.O_CLOEXEC)
        for kind in (EV_KEY, EV_SW, 0x14):
            fcntl.ioctl(self.fd, set_evbit, kind)
        for code in KEYS.values():
            fcntl.ioctl(self.fd, set_keybit, code)
        fcntl.ioctl(self.fd, set_swbit, SW_HEADPHONE_INSERT)
        fcntl.ioctl(self.fd, set_phys, PHYS + b"\0")
        fcntl.ioctl(self.fd, dev_setup, struct.pack("@4H80sI", 3, 0x1209, 0x7470, 1, NAME, 0))
        fcntl.ioctl(self.fd, dev_create)

    def send(self, *events):
        os.write(self.fd, b"".join(EVENT.pack(0, 0, *event) for event in (*events, (EV_SYN, 0, 0))))

    def press(self, name, seconds=0.05):
        self.send((EV_KEY, KEYS[name], 1))
        time.sleep(seconds)
        self.send((EV_KEY, KEYS[name], 0))

    def plug(self, isIn):
        self.send((EV_SW, SW_HEADPHONE_INSERT, int(isIn)))

    def unplug(self):
        os.close(self.fd)


def entry():
    return next((d for d in field.devices() if d.get("keypad") == "main/pad"), {})


def keypad():
    good = test.CONFIGURATION.read_text()
    try:
        field.reload(good.replace("    size: [1000, 500]\n", "    size: [1000, 500]\n" + SECTION))
        play()
    finally:
        test.CONFIGURATION.write_text(good)
        systemctl("reload-or-restart", UNIT)
        test.reconnect()
    check("without the section nothing is a keypad", until(lambda: not entry()), field.devices())


def play():
    # Other parts have keys that the journal names, such as those of keyboards.
    cursor = journal_cursor()
    client = Client()
    pad = Keypad()
    grabbed = until(lambda: entry().get("reason", "").endswith("; grabbed"))
    if not check("a keypad that is plugged in is handed out, opened and grabbed", grabbed, (field.devices(), journal()[-2000:])):
        return
    node = event_node("phys", PHYS.decode())
    reader = os.open(node, os.O_RDONLY | os.O_NONBLOCK)
    check("touchctl open says so", run("/usr/bin/touchctl", "open", "--keypad", node).stdout.strip() == f"{node} is handed out as a keypad")
    check("and not as a panel", run("/usr/bin/touchctl", "open", node).returncode == 1)

    def line(kind, after):
        return client.expect(lambda m: m["type"] == kind, after=after)

    def focused(after):
        return [m["region"] for m in client.lines[after:] if m["type"] == "focus"]

    mark = len(client.lines)
    pad.press("DOWN")
    pad.press("DOWN")
    until(lambda: client.pump(0.05) or len(focused(mark)) == 2, step=0)
    first = focused(mark)
    check("keys move the focus", len(first) == 2 and first[0] != first[1], client.lines[mark:])
    mark = len(client.lines)
    pad.press("ENTER")
    until(lambda: client.pump(0.05) or len(client.touches(mark)) >= 2, step=0)
    check("and activate by an ordinary touch", [(t["phase"], t.get("by")) for t in client.touches(mark)] == [("began", "accessibility"), ("ended", "accessibility")],
          client.lines[mark:])
    mark = len(client.lines)
    times = lambda: [m["time"] for m in client.lines[mark:] if m["type"] == "focus"]
    pad.send((EV_KEY, KEYS["UP"], 1))
    until(lambda: client.pump(0.05) or len(times()) >= 3, step=0)
    pad.send((EV_KEY, KEYS["UP"], 0))
    first = times()
    check("a held key acts again at the configured times, not at the kernel's", [b - a for a, b in zip(first[:3], first[1:3])] == [600_000, 300_000], first)
    client.settle()
    mark = len(client.lines)
    pad.plug(True)
    change = line("accessibility", mark)
    check("a plug in the jack starts the profile", (change["profiles"], change["private"], change["by"]) == (["speech"], True, "jack"), change)
    pad.press("A")
    client.quiet(0.2)
    check("nobody else gets a key", not select.select([reader], [], [], 0.2)[0])
    doctor = run("/usr/bin/touchctl", "doctor", "--json").stdout
    check("doctor finds it", "keypad main/pad is" in doctor, doctor[-2000:])

    mark = len(client.lines)
    pad.send((EV_KEY, KEYS["DOWN"], 1))
    client.expect(lambda m: m["type"] == "focus", after=mark)
    pad.unplug()
    over = client.expect(lambda m: m["type"] == "accessibility" and m["profiles"] == [], after=mark)
    changes = [m for m in client.lines[mark:] if m["type"] == "accessibility"]
    check("unplugged, the plug is out, and the profile ends a second later",
          [(m["profiles"], m["private"]) for m in changes] == [(["speech"], False), ([], False)] and over["time"] - changes[0]["time"] == 1_000_000, changes)
    client.quiet(1)
    check("and the key that was held does nothing more", focused(client.lines.index(changes[0])) == [], client.lines[mark:])
    mark = len(client.lines)
    pad = Keypad()
    check("when it comes back it is grabbed again", until(lambda: entry().get("reason", "").endswith("; grabbed")), field.devices())
    pad.press("F15")
    check("and starts the profile by its key", line("accessibility", mark)["by"] == "key")
    check("the journal names no key", "KEY_" not in journal(cursor), journal(cursor)[-2000:])
    check("by the grammar", not client.faults, client.faults)
    os.close(reader)
    pad.unplug()
    client.close()


PARTS = [keypad]
