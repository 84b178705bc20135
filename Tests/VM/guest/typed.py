"""touchd's keyboard as a reader of its node gets it: keys of regions and of clients, and that none stays down when touchd is killed."""
import fcntl
import os
import select
import signal

import __main__ as test
import field
from testkit import EV_KEY, EVENT, UNIT, Client, check, event_node, journal, main_pid, run, systemctl, until

PHYS = "touchd/keys/main"
NAMES = {1: "ESC", 14: "BACKSPACE", 28: "ENTER", 29: "LEFTCTRL", 30: "A", 42: "LEFTSHIFT", 48: "B", 56: "LEFTALT", 59: "F1", 99: "SYSRQ", 111: "DELETE", 116: "POWER"}
SYN_DROPPED = (0, 3)
ALLOWED = "A B ENTER LEFTSHIFT LEFTCTRL LEFTALT F1 DELETE SYSRQ POWER"
# Units of the panel, in the regions ok and cancel, which type a and F1 here.
OK, CANCEL = (400, 800), (1600, 800)


class Keyboard:
    """Reads the keyboard's node."""

    def __init__(self, path):
        self.fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self.story, self.down, self.has_lost = [], set(), False

    def pump(self, seconds=0.0):
        while select.select([self.fd], [], [], seconds)[0]:
            seconds = 0.0
            try:
                data = os.read(self.fd, 24 * 64)
            except OSError:
                return
            for at in range(0, len(data), EVENT.size):
                kind, code, value = EVENT.unpack_from(data, at)[2:]
                self.has_lost |= (kind, code) == SYN_DROPPED
                if kind != EV_KEY:
                    continue
                name = NAMES.get(code, code)
                self.story.append(("+" if value else "-") + str(name))
                (self.down.add if value else self.down.discard)(name)

    def since(self, count, mark):
        until(lambda: self.pump(0.05) or self.has_lost or len(self.story) >= mark + count, 20, 0)
        self.pump(0.2)
        return " ".join(self.story[mark:])

    def await_silence(self):
        count = None
        while count != len(self.story):
            count = len(self.story)
            self.pump(1)

    def keys(self):
        """The codes that the device declares (EVIOCGBIT)."""
        bits = fcntl.ioctl(self.fd, 0x80604521, bytes(96))
        return {code for code in range(768) if bits[code // 8] >> code % 8 & 1}


def typing():
    good = test.CONFIGURATION.read_text()
    allow = ", ".join("KEY_" + name for name in ALLOWED.split())
    kiosk = good.replace("    size: [1000, 500]\n", f"    size: [1000, 500]\n    keyboard: {{ allow: [{allow}] }}\n").replace(
        "id: ok, kind: button,", "id: ok, kind: button, keyCode: KEY_A,").replace("id: cancel, kind: button,", "id: cancel, kind: button, keyCode: KEY_F1,")
    try:
        field.reload(kiosk)
        play(good)
    finally:
        test.panel.lift_all()
        test.CONFIGURATION.write_text(good)
        systemctl("reload-or-restart", UNIT)
        test.reconnect()
        check("without the key there is no keyboard", until(lambda: event_node("phys", PHYS) is None, 20))


def play(good):
    path = until(lambda: event_node("phys", PHYS), 30)
    if not check("a screen with a keyboard gets one", path, journal()[-2000:]):
        return
    run("udevadm", "settle", "--timeout=20")
    properties = run("udevadm", "info", path).stdout
    check("udev takes it for keys, not for a touchscreen", "ID_INPUT_KEY=1" in properties and "ID_INPUT_TOUCHSCREEN" not in properties, properties)
    keyboard = Keyboard(path)
    declared = {NAMES.get(code, code) for code in keyboard.keys()}
    check("it has the listed keys, without those that are never typed", declared == set(ALLOWED.split()) - {"SYSRQ", "POWER"}, declared)

    test.panel.tap(*OK)
    check("a tap on a region types its key", keyboard.since(2, 0) == "+A -A", keyboard.story)
    mark = len(keyboard.story)
    client = Client()

    def type(*keys):
        reply = client.ask(type="keys", screen="main", keys=[{"key": "KEY_" + key[1:], "down": key[0] == "+"} for key in keys])
        return reply.get("error", {}).get("code", "ok")
    check("a client types", type("+LEFTSHIFT", "+B", "-B", "-LEFTSHIFT") == "ok" and keyboard.since(4, mark) == "+LEFTSHIFT +B -B -LEFTSHIFT", keyboard.story)
    mark = len(keyboard.story)
    refused = [type("+A", "+ESC"), type("+SYSRQ"), type("+POWER"), type("+LEFTCTRL", "+LEFTALT", "+DELETE"), type("+F1", "+LEFTALT")]
    check("what is not listed, never typed or goes with Alt is refused whole", refused == ["notAllowed"] * 5 and keyboard.since(0, mark) == "", (refused, keyboard.story))
    check("Alt is held", type("+LEFTALT") == "ok" and keyboard.since(1, mark) == "+LEFTALT")
    test.panel.tap(*CANCEL)
    check("a region's F1 is not typed meanwhile", keyboard.since(0, mark) == "+LEFTALT", keyboard.story[mark:])
    client.close()
    check("what a connection holds is released when it goes", keyboard.since(2, mark) == "+LEFTALT -LEFTALT", keyboard.story[mark:])

    word = [sign + key for key in ["A", "B"] * 30 for sign in "+-"]
    client = Client()
    # On a busy machine this reader may lose events. The kernel says so, and the flood is typed again.
    for _ in range(20):
        mark, keyboard.has_lost = len(keyboard.story), False
        reply, typed = type(*word), keyboard.since(len(word), mark)
        if not keyboard.has_lost:
            break
        keyboard.await_silence()
    check("a flood arrives whole and in order", reply == "ok" and typed == " ".join(word), (keyboard.has_lost, keyboard.story[mark:]))
    client.close()

    mark = len(keyboard.story)
    test.panel.frame(s0=OK)
    keyboard.since(1, mark)
    pid = main_pid()
    os.kill(pid, signal.SIGKILL)
    check("touchd is killed with a key down, and restarted", until(lambda: main_pid() not in (0, pid)), journal()[-2000:])
    check("its successor releases the key, on the same node", keyboard.since(2, mark) == "+A -A" and event_node("phys", PHYS) == path, keyboard.story[mark:])
    test.panel.lift_all()
    test.reconnect()
    os.close(keyboard.fd)


PARTS = [typing]
