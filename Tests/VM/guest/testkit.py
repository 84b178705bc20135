"""The tools of test.py: checks, a panel on /dev/uinput, a client of the socket, systemctl. Standard library only.

Every wait has a limit (PATIENCE seconds by default): the emulated guest is slow, but never that slow."""
import contextlib
import fcntl
import json
import os
import pathlib
import queue
import signal
import socket
import struct
import subprocess
import threading
import time
import traceback

PATIENCE = 120     # seconds; only a hang takes that long
SOCKET = "/run/touchd/events.sock"
UNIT = "touchd.service"

passed = failed = 0
began = time.monotonic()


def check(sentence, holds, detail=""):
    """Prints the result of one check in one line, with the actual value if it failed."""
    global passed, failed
    if holds:
        passed += 1
    else:
        failed += 1
    print(f"{'ok    ' if holds else 'not ok'} {time.monotonic() - began:5.1f} s  {sentence}", flush=True)
    if not holds and detail != "":
        print(f"       saw: {detail}", flush=True)
    return holds


def until(condition, seconds=PATIENCE, step=0.05):
    """Polls `condition`; returns its first true value, or its last value when the time is up."""
    end = time.monotonic() + seconds
    while not (answer := condition()) and time.monotonic() < end:
        time.sleep(step)
    return answer


def event_node(attribute, value):
    """Returns the event node of the device whose `phys` or `name` is this, or None."""
    for event in pathlib.Path("/sys/class/input").glob("event*"):
        try:
            if (event / "device" / attribute).read_text().strip() == value:
                return f"/dev/input/{event.name}"
        except OSError:     # it has just been removed
            pass
    return None


# ------------------------------------------------------------------ programs

def run(*command, seconds=600, **options):
    """Runs a program. Returns it finished, with both its outputs in .stdout."""
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=seconds, **options)


def systemctl(*arguments):
    return run("systemctl", *arguments)


def unit(*properties):
    """Returns the service's properties as one string or a list of them."""
    answer = run("systemctl", "show", UNIT, "--property=" + ",".join(properties)).stdout
    values = dict(line.split("=", 1) for line in answer.splitlines())
    answers = [values.get(p, "") for p in properties]
    return answers[0] if len(answers) == 1 else answers


def main_pid():
    return int(unit("MainPID"))


def journal(cursor=None):
    """Returns the service's log, all of it or since `cursor`."""
    since = ["--after-cursor", cursor] if cursor else ["-b"]
    return run("journalctl", "-q", "--no-pager", "-o", "cat", "-u", UNIT, *since).stdout


def journal_cursor():
    last = run("journalctl", "-q", "--no-pager", "-n", "0", "--show-cursor").stdout
    return last.split("cursor: ")[1].strip() if "cursor: " in last else None


# ------------------------------------------------------------------ the panel

EV_SYN, EV_KEY, EV_ABS, BTN_TOUCH = 0, 1, 3, 0x14A
ABS_X, ABS_Y, SLOT, MT_X, MT_Y, TRACKING_ID = 0x00, 0x01, 0x2F, 0x35, 0x36, 0x39
EVENT = struct.Struct("@llHHi")
LIFT = None


class Fingers:
    """Writes frames to a file descriptor of /dev/uinput, or of an event node (the kernel then acts as if the device had sent them)."""

    def __init__(self, fd):
        self.fd = fd
        self.down = set()
        self.tracking_id = 1000

    def frame(self, **slots):
        """Writes one SYN_REPORT: s0=(x, y) in units puts slot 0's finger there, s0=LIFT lifts it."""
        self.frames([slots])

    def frames(self, frames):
        """Writes all the frames at once, faster than any reader."""
        buffer = bytearray()
        for slots in frames:
            for kind, code, value in self._events(slots):
                buffer += EVENT.pack(0, 0, kind, code, value)
        os.write(self.fd, buffer)

    def tap(self, x, y, slot="s0"):
        self.frame(**{slot: (x, y)})
        self.frame(**{slot: LIFT})

    def lift_all(self):
        if self.down:
            self.frame(**{f"s{slot}": LIFT for slot in sorted(self.down)})

    def _events(self, slots):
        were_down = bool(self.down)
        for name, place in slots.items():
            slot = int(name[1:])
            yield EV_ABS, SLOT, slot
            if place is LIFT:
                self.down.remove(slot)
                yield EV_ABS, TRACKING_ID, -1
                continue
            if slot not in self.down:
                self.down.add(slot)
                self.tracking_id += 1
                yield EV_ABS, TRACKING_ID, self.tracking_id
            yield EV_ABS, MT_X, place[0]
            yield EV_ABS, MT_Y, place[1]
        if bool(self.down) != were_down:
            yield EV_KEY, BTN_TOUCH, int(bool(self.down))
        yield EV_SYN, 0, 0


class Panel(Fingers):
    """A touchscreen of 2000x1000 units: two of them are one point of touchd.yaml's screen."""
    NAME = b"touchd test panel"
    AXES = {ABS_X: 1999, ABS_Y: 999, SLOT: 9, MT_X: 1999, MT_Y: 999, TRACKING_ID: 65535}
    RESOLUTION = 0      # units per millimetre, of the position axes

    def __init__(self, name=NAME, phys=None):
        # Request numbers: linux/uinput.h, ioctls of type 'U'.
        set_evbit, set_keybit, set_absbit, set_propbit = 0x40045564, 0x40045565, 0x40045567, 0x4004556E
        dev_setup, abs_setup, dev_create, set_phys = 0x405C5503, 0x401C5504, 0x5501, 0x4008556C
        super().__init__(os.open("/dev/uinput", os.O_WRONLY | os.O_CLOEXEC))
        for request, code in ((set_evbit, EV_KEY), (set_keybit, BTN_TOUCH), (set_evbit, EV_ABS), (set_propbit, 1)):
            fcntl.ioctl(self.fd, request, code)
        for code, maximum in self.AXES.items():
            fcntl.ioctl(self.fd, set_absbit, code)
            resolution = self.RESOLUTION if code in (ABS_X, ABS_Y, MT_X, MT_Y) else 0
            fcntl.ioctl(self.fd, abs_setup, struct.pack("@H2x6i", code, 0, 0, maximum, 0, 0, resolution))
        if phys:
            fcntl.ioctl(self.fd, set_phys, phys + b"\0")
        fcntl.ioctl(self.fd, dev_setup, struct.pack("@4H80sI", 3, 0x1209, 0x7463, 1, name, 0))
        fcntl.ioctl(self.fd, dev_create)

    def unplug(self):
        os.close(self.fd)


class Recorder:
    """touchctl record, ready once it reports that it records."""

    def __init__(self, *arguments):
        self.path = f"/run/recorded-{time.monotonic_ns()}.evemu"
        self.process = subprocess.Popen(["/usr/bin/touchctl", "record", *arguments, "-o", self.path], stdin=subprocess.DEVNULL,
                                        stderr=subprocess.PIPE, text=True)
        self.said = ""
        while "ecording" not in self.said and (line := self.process.stderr.readline()):
            self.said += line

    def end(self):
        """Ends it as with Ctrl-C. Returns the lines of events, and the touches that `touchctl replay` makes of them."""
        self.process.send_signal(signal.SIGINT)
        self.said += self.process.communicate(timeout=PATIENCE)[1]
        events = [line for line in open(self.path) if line.startswith("E:")]
        frames = [json.loads(line) for line in run("/usr/bin/touchctl", "replay", self.path).stdout.splitlines() if line.startswith("{")]
        os.unlink(self.path)
        return events, [event for frame in frames for event in frame["events"]]


# ------------------------------------------------------------------ the client

class Client:
    """A subscriber that keeps every line and checks it on arrival: seq without gaps, the grammar of every touch. A thread reads the socket, because touchd
    disconnects a client that does not read while the test waits for something else."""

    def __init__(self, *regions, observe=False, events=("touch",), **more):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(SOCKET)
        self.arrived = queue.SimpleQueue()      # what the thread has read; b"" at the end
        self.buffer = b""
        self.lines = []
        self.closed = False
        threading.Thread(target=self._read, daemon=True).start()
        self.seq = 0
        self.phases = {}        # touch id and receiver: the last phase
        self.faults = []
        self.hello = self.expect(lambda m: m["type"] == "hello")
        request = {"type": "subscribe", "id": 1, "regions": list(regions) or ["**"], "events": list(events), **more}
        if observe:
            request["observe"] = True
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        self.reply = self.expect(lambda m: m["type"] == "reply")
        self.snapshot = self.expect(lambda m: m["type"] == "snapshot")

    def close(self):
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)      # ends the thread's read
        self.socket.close()

    def _read(self):
        data = True
        while data:
            try:
                data = self.socket.recv(65536)
            except TimeoutError:
                continue
            except OSError:
                data = b""
            self.arrived.put(data)

    def ask(self, **request):
        """Sends a request and returns its reply."""
        self.requests = getattr(self, "requests", 100) + 1
        self.socket.sendall(json.dumps({"id": self.requests, **request}).encode() + b"\n")
        return self.expect(lambda m: m["type"] == "reply" and m["id"] == self.requests)

    def settle(self):
        """Waits until everything that the panels have reported so far has arrived. touchd may read the first request before a report, but not the second."""
        with contextlib.suppress(OSError):      # touchd has closed the connection
            for _ in range(2):
                self.ask(type="status")

    def pump(self, seconds=0.0):
        """Handles the lines that have arrived, and waits at most `seconds` for one."""
        while not self.closed:
            try:
                data = self.arrived.get(timeout=seconds) if seconds > 0 else self.arrived.get_nowait()
            except queue.Empty:
                break
            if not data:
                self.closed = True
            *whole, self.buffer = (self.buffer + data).split(b"\n")
            for line in whole:
                message = json.loads(line)
                self._verify(message)
                self.lines.append(message)
            seconds = 0.0

    def expect(self, wanted, seconds=PATIENCE, after=0):
        """Returns the first matching line from number `after` on; None when the time is up or the connection ended."""
        end = time.monotonic() + seconds
        seen = after
        while True:
            for message in self.lines[seen:]:
                if wanted(message):
                    return message
            seen = len(self.lines)
            left = end - time.monotonic()
            if left <= 0 or self.closed:
                return None
            self.pump(min(left, 0.5))

    def expect_touch(self, seconds=PATIENCE, after=0, **wanted):
        """Returns the first touch event with these values (phase=…, region=…, id=…); {} when the time is up."""
        found = []

        def look(message):
            found.extend(t for t in touches_in([message]) if all(t.get(k) == v for k, v in wanted.items()))
            return found
        self.expect(look, seconds, after)
        return found[0] if found else {}

    def touches(self, after=0):
        return touches_in(self.lines[after:])

    def quiet(self, seconds):
        """Returns the touch events during the given time."""
        start, end = len(self.lines), time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and not self.closed:
            self.pump(left)
        return self.touches(start)

    def _verify(self, message):
        if "seq" in message:
            if message["seq"] != self.seq + 1:
                self.faults.append(f"seq {message['seq']} after {self.seq}")
            self.seq = message["seq"]
        for touch in touches_in([message]):
            stream = touch["id"], touch["region"]
            was, now = self.phases.get(stream), touch["phase"]
            if not ((was is None and now == "began") or
                    (was in ("began", "moved") and now in ("moved", "ended", "cancelled"))):
                self.faults.append(f"touch {touch['id']}: {now} after {was}")
            if (now == "cancelled") != ("reason" in touch):
                self.faults.append(f"touch {touch['id']}: {now} with reason {touch.get('reason')}")
            self.phases[stream] = now


def connected():
    """Connects to a touchd that was just started; None while it does not listen. The socket's file exists a moment earlier."""
    try:
        return Client()
    except (FileNotFoundError, ConnectionRefusedError):
        return None


def run_parts(parts, names, make_site, after=lambda site: None):
    """Runs parts by name, each with the site that the first one makes; without a site there is no next part. A part that fails is explained by the site.
    `after` is called with the site after each. Returns the exit status."""
    site = None
    for name in names:
        before = failed
        print(f"# {name.replace('_', ' ')}", flush=True)
        try:
            site = site or make_site()
            parts[name](site)
        except Exception:
            check(f"{name} comes to its end", False, traceback.format_exc())
        if failed > before and site:
            site.explain()
        if not site:
            break
        after(site)
    print(f"{passed} passed, {failed} failed", flush=True)
    return 1 if failed else 0


def touches_in(lines):
    return [e for m in lines if m["type"] == "frame" for e in m["events"] if e["event"] == "touch"]


def story(lines):
    """Returns the events frame by frame, without values that differ between runs: touches are numbered as they appear."""
    numbers = {}
    frames = []
    for line in lines:
        frames.append([
            (numbers.setdefault(t["id"], len(numbers) + 1), t["phase"], t["region"], t["target"],
             round(t["x"], 6), round(t["y"], 6), [round(v, 6) for v in t["local"]], t.get("inside", True), t.get("reason"))
            for t in line["events"] if t.get("event", "touch") == "touch"])
    return [frame for frame in frames if frame]


def first_difference(a, b):
    for i, (one, other) in enumerate(zip(a, b)):
        if one != other:
            return f"frame {i + 1}: {one} instead of {other}"
    return f"{len(a)} frames instead of {len(b)}" if len(a) != len(b) else ""
