"""The programs behind a panel on a kiosk: libinput, sway on a headless display, wev, and the event node itself. Each keeps a story of the received
events: (phase, finger, place), where a finger is a slot and a place may be None. Standard library only."""
import fcntl
import json
import os
import pathlib
import re
import select
import signal
import struct
import subprocess
import threading

from testkit import ABS_X, EVENT, EV_ABS, EV_SYN, MT_X, MT_Y, PATIENCE, SLOT, TRACKING_ID, run, until

USER = "kiosk"
RUNTIME = pathlib.Path("/run/kiosk")
SIZE = 1080, 1920
AS_USER = ["setpriv", "--reuid", USER, "--regid", USER, "--init-groups", "env", "--chdir=/", f"HOME=/home/{USER}", f"XDG_RUNTIME_DIR={RUNTIME}"]

LIBINPUT_LINE = re.compile(
    r"[- ](event\d+)\s+DEVICE_ADDED\s+(.*?)\s+seat\d"
    r"|[- ](event\d+)\s+TOUCH_(DOWN|MOTION|UP|CANCEL)\s+\S+\s+(\d+) \(\d+\)(?:\s+([\d.]+)/\s*([\d.]+))?")


def make_user():
    """Creates the user for compositors and browsers, which do not run as root."""
    if run("id", USER).returncode:
        run("useradd", "--create-home", "--user-group", "--groups", "input,video", USER)
    RUNTIME.mkdir(mode=0o700, exist_ok=True)
    account = run("getent", "passwd", USER).stdout.split(":")
    os.chown(RUNTIME, int(account[2]), int(account[3]))


class Story:
    """The fingers that are down and the past events, from (phase, finger, place)."""

    def __init__(self):
        self.events = []
        self.faults = []
        self.down = {}      # finger: its last place

    def tell(self, phase, finger, place=None):
        if (phase == "began") == (finger in self.down):
            self.faults.append(f"{phase} of finger {finger}, which was {'down' if finger in self.down else 'not down'}")
        if phase in ("began", "moved"):
            self.down[finger] = place
        else:
            self.down.pop(finger, None)
        self.events.append((phase, finger, place))

    def mark(self):
        return len(self.events)

    def phases(self, mark=0):
        """Returns the phases without moves, whose number depends on the compositor."""
        return [phase for phase, _, _ in self.events[mark:] if phase != "moved"]

    def expect(self, *phases, mark, seconds=PATIENCE):
        """Waits for as many phases as given; False if they are different ones."""
        until(lambda: len(self.phases(mark)) >= len(phases), seconds)
        return self.phases(mark) == list(phases)


class Program(Story):
    """A program that prints the events it receives, read by a separate thread."""

    def __init__(self, *command, **options):
        super().__init__()
        self.lines = []
        self.process = subprocess.Popen(["stdbuf", "-oL", *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, **options)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            line = line.decode(errors="replace")
            self.lines.append(line)
            self.hear(line)

    def end(self):
        self.process.terminate()
        self.process.wait(20)


class Libinput(Program):
    """libinput debug-events: the events that any compositor with libinput gets from all devices."""

    def __init__(self):
        super().__init__("libinput", "debug-events")
        self.names = {}     # event7: its name

    def hear(self, line):
        found = LIBINPUT_LINE.match(line)
        if not found:
            return
        if found[1]:
            self.names[found[1]] = found[2]
            return
        phase = {"DOWN": "began", "MOTION": "moved", "UP": "ended", "CANCEL": "cancelled"}[found[4]]
        self.tell(phase, (self.names.get(found[3], found[3]), int(found[5])), found[6] and (float(found[6]), float(found[7])))


class Compositor(Program):
    """A compositor based on wlroots, with a headless display and with libinput's devices, which seatd opens for it."""

    def __init__(self, *command):
        for old in (*RUNTIME.glob("wayland-*"), *RUNTIME.glob("sway-ipc*")):
            old.unlink()
        self.seat = subprocess.Popen(["seatd", "-g", "input"], env={**os.environ, "SEATD_VTBOUND": "0"}, stdin=subprocess.DEVNULL,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until(lambda: os.path.exists("/run/seatd.sock"))
        super().__init__(*AS_USER, "WLR_BACKENDS=headless,libinput", "WLR_RENDERER=pixman", "LIBSEAT_BACKEND=seatd", *command)
        self.display = until(lambda: next((p.name for p in RUNTIME.glob("wayland-?")), None))

    def hear(self, line):
        pass

    def client(self, *command):
        """Returns the command that starts a client of it."""
        return [*AS_USER, f"WAYLAND_DISPLAY={self.display}", *command]

    def end(self):
        try:
            super().end()
        except subprocess.TimeoutExpired:
            # Cage 0.2 may hang at its end if a client left with a finger down.
            self.process.kill()
            self.process.wait()
        self.seat.terminate()
        self.seat.wait(20)
        pathlib.Path("/run/seatd.sock").unlink(missing_ok=True)


class Sway(Compositor):
    def __init__(self, *configuration):
        path = pathlib.Path("/run/sway.conf")
        path.write_text("\n".join([f"output HEADLESS-1 mode {SIZE[0]}x{SIZE[1]}", "xwayland disable", "default_border none", *configuration, ""]))
        super().__init__("sway", "-c", str(path))
        self.socket = until(lambda: next((str(p) for p in RUNTIME.glob("sway-ipc*")), None))

    def ask(self, *arguments):
        answer = run("swaymsg", "-s", self.socket, *arguments)
        return json.loads(answer.stdout or "null") if "-r" in arguments else answer.stdout

    def touchscreens(self):
        return sorted(i["name"] for i in self.ask("-r", "-t", "get_inputs") or [] if i["type"] == "touch")


class Cage(Compositor):
    """Shows any client that connects. Its X server starts with the first client that needs it."""

    def __init__(self):
        os.makedirs("/tmp/.X11-unix", mode=0o1777, exist_ok=True)
        os.chmod("/tmp/.X11-unix", 0o1777)
        said = RUNTIME / "cage"
        super().__init__("cage", "--", "sh", "-c", f"echo $DISPLAY $$ >{said}; exec sleep infinity")
        self.x, self.child = until(lambda: said.exists() and said.read_text().split())

    def end(self):
        try:
            os.kill(int(self.child), signal.SIGTERM)    # cage 0.2 waits for it
        except ProcessLookupError:      # it has ended by itself
            pass
        super().end()

    def client(self, *command):
        return super().client(f"DISPLAY={self.x}", *command)


class X(Program):
    """An X server with a headless display and libinput's devices."""

    def __init__(self):
        os.makedirs("/tmp/.X11-unix", mode=0o1777, exist_ok=True)
        super().__init__("Xorg", ":1", "-config", str(pathlib.Path(__file__).resolve().parent / "xorg.conf"), "-noreset", "-nolisten", "tcp",
                         "-novtswitch", "-sharevts", "vt7", "-ac", "-logfile", "/run/x.log")
        until(lambda: os.path.exists("/tmp/.X11-unix/X1"))

    def hear(self, line):
        pass

    def client(self, *command):
        return [*AS_USER, "DISPLAY=:1", *command]


class Wev(Program):
    """A Wayland client that prints the events it receives. Its only window fills the display, so its places are the display's."""

    def __init__(self, sway):
        super().__init__(*sway.client("wev"))
        until(lambda: any("configure" in line for line in self.lines))

    def hear(self, line):
        found = re.search(r"wl_touch\] (down|motion|up|cancel)(?:.*? id: (-?\d+))?(?:.*?x, y: (-?[\d.]+), (-?[\d.]+))?", line)
        if not found:
            return
        if found[1] == "cancel":
            for finger in list(self.down):
                self.tell("cancelled", finger)
            return
        phase = {"down": "began", "motion": "moved", "up": "ended"}[found[1]]
        self.tell(phase, int(found[2]), found[3] and (float(found[3]), float(found[4])))


class Node(Story):
    """An event node, read slot by slot by a separate program that knows only the kernel's protocol B."""

    def __init__(self, path):
        super().__init__()
        self.fd = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self.slot = self._absinfo(SLOT)[0]
        self.slots = {}         # slot: [tracking id or -1, x, y]
        self.told = {}
        self.changed = {}
        self.reports = 0

    def _absinfo(self, code):
        return struct.unpack("6i", fcntl.ioctl(self.fd, 0x80184540 + code, bytes(24)))

    def axes(self):
        """Returns minimum, maximum and resolution of each position axis."""
        return {code: (lambda a: (a[1], a[2], a[5]))(self._absinfo(code)) for code in (ABS_X, 1, MT_X, MT_Y)}

    def stuck(self):
        """Returns the slots that the kernel has as down."""
        count = self._absinfo(SLOT)[2] + 1
        answer = fcntl.ioctl(self.fd, 0x8000450A | (4 + 4 * count) << 16, struct.pack(f"I{count}i", TRACKING_ID, *[0] * count))
        return [slot for slot, tracking in enumerate(struct.unpack(f"I{count}i", answer)[1:]) if tracking >= 0]

    def pump(self, seconds=0.0):
        """Reads the available events, and waits at most `seconds` for one."""
        while select.select([self.fd], [], [], seconds)[0]:
            try:
                data = os.read(self.fd, EVENT.size * 256)
            except OSError:         # it is gone
                return False
            for _, _, kind, code, value in EVENT.iter_unpack(data):
                self._take(kind, code, value)
            seconds = 0.0
        return True

    def _take(self, kind, code, value):
        if kind == EV_SYN and code == 3:
            self.faults.append("SYN_DROPPED")
        elif kind == EV_SYN and code == 0:
            self._report()
        elif kind == EV_ABS and code == SLOT:
            self.slot = value
        elif kind == EV_ABS and code in (TRACKING_ID, MT_X, MT_Y):
            contact = self.slots.setdefault(self.slot, [-1, 0, 0])
            contact[(TRACKING_ID, MT_X, MT_Y).index(code)] = value
            self.changed[self.slot] = True

    def _report(self):
        self.reports += 1
        for slot in sorted(self.changed):
            tracking, *place = self.slots[slot]
            before = self.told.get(slot, -1)
            if before >= 0 and tracking != before:
                self.tell("ended", slot)
            if tracking >= 0:
                self.tell("moved" if tracking == before else "began", slot, tuple(place))
            self.told[slot] = tracking
        self.changed.clear()

    def close(self):
        os.close(self.fd)
