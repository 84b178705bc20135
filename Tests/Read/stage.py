"""touchd, touchd-read, and made-up applications on an accessibility bus, for tests."""
import atexit, json, os, pathlib, queue, subprocess, sys, tempfile, threading, time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Live"))
import glass
from glass import check, finish, of_type
from played import connect

root = pathlib.Path(__file__).resolve().parents[2]
here = pathlib.Path(__file__).resolve().parent
programs = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else root / ".build/release").resolve()
# The time limit of every wait, in seconds; only a hang takes that long.
PATIENCE = 60
CONFIGURATION = """version: 1
screens:
  - id: main
    size: [1000, 500]
    accessibility:
      profiles:
        - { id: speech, start: [{ corner: bottomLeft, hold: 3 }], stop: [{ corner: bottomLeft, hold: 3 }], explore: { wait: 0.1, doubleTap: 0.2 } }
    windows:
      - id: kiosk
        frame: [0, 0, 1000, 500]
        accessibility: { language: en }
        children:
          - { id: before, kind: button, frame: [0, 0, 200, 100], accessibility: { label: Before } }
          - { id: app, kind: surface, frame: [0, 100, 1000, 300] }
          - { id: after, kind: button, frame: [0, 400, 200, 100], accessibility: { label: After } }
"""
# The configuration of the message bus: everything is allowed, as on the accessibility bus of a session.
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>accessibility</type><listen>unix:path=%s</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow user="*"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>"""


def until(condition, patience=PATIENCE):
    """Polls the condition; returns its first true value, or its last value when the time is up."""
    end = time.monotonic() + patience
    while not (answer := condition()) and time.monotonic() < end:
        time.sleep(0.01)
    return answer


def is_inside(line):
    """True if a line says that the focus is on an element of the application."""
    return line.get("region") not in (None, "before", "after")


class Client(glass.Client):
    """A connection to touchd, which is read all the time, so that it is never a slow one."""

    def __init__(self, path, process, subscribes=True):
        self.socket, self.number, self.lines = connect(str(path), process), 0, queue.Queue()
        self.socket.settimeout(None)
        # Only for requests: the thread below reads.
        self.file = self.socket.makefile("w", encoding="utf-8")
        threading.Thread(target=self.read, daemon=True).start()
        self.line()
        if subscribes:
            self.ask(type="subscribe")

    def read(self):
        try:
            for line in self.socket.makefile("r", encoding="utf-8"):
                self.lines.put(json.loads(line))
        except OSError:
            pass

    def line(self, patience=PATIENCE):
        return self.lines.get(timeout=patience)

    def ask_all(self, *requests):
        """Sends requests in one go, so that no pause of the test comes between them, and waits for their replies."""
        first = self.number + 1
        self.number += len(requests)
        self.file.write("".join(json.dumps({**request, "id": number}) + "\n" for number, request in enumerate(requests, first)))
        self.file.flush()
        self.until(lambda line: line["type"] == "reply" and line["id"] == self.number)


class Application:
    """A made-up application. `done` lists what has been done to its objects."""

    def __init__(self, stage, name, windows, manner="well"):
        self.process = subprocess.Popen(["/usr/bin/python3", here / "application.py", stage.address, name],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        stage.running.append(self.process)
        self.process.stdin.write(json.dumps({"manner": manner, "windows": windows}) + "\n")
        self.process.stdin.flush()
        self.done = []
        threading.Thread(target=self.read, daemon=True).start()
        if not until(lambda: any("ready" in one for one in self.done)):
            raise SystemExit("the application does not come up")
        # The name that the bus has given it.
        self.name = next(one["ready"] for one in self.done if "ready" in one)

    def read(self):
        for line in self.process.stdout:
            self.done.append(json.loads(line))

    def tell(self, **command):
        count = len(self.done)
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        if "end" in command:
            return self.process.wait(PATIENCE)
        until(lambda: any("obeyed" in one for one in self.done[count:]))


class Stage:
    """The programs. `settings` is read.yaml without its socket."""

    def __init__(self, settings="window: surface\n", configuration=CONFIGURATION):
        self.folder = tempfile.TemporaryDirectory(prefix="touchd-read")
        self.path = pathlib.Path(self.folder.name)
        self.socket, self.admin, self.address = self.path / "events.sock", self.path / "admin.sock", f"unix:path={self.path}/bus"
        (self.path / "read.yaml").write_text(f"{settings}socket: {self.socket}\n")
        (self.path / "touchd.yaml").write_text(configuration)
        (self.path / "bus.conf").write_text(BUS % (self.path / "bus"))
        self.running, self.touchd, self.reader, self.bus = [], None, None, None
        # The label of the application's element that the focus has reached last.
        self.reached = None
        atexit.register(self.close)

    def start(self, *command, **environment):
        log = open(self.path / f"{pathlib.Path(str(command[0])).name}.log", "ab")
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                   env={key: value for key, value in os.environ.items() if not key.startswith("TOUCHD_")} | {"TOUCHD_VERIFIER": "fatal"}
                                   | environment)
        self.running.append(process)
        return process

    def start_touchd(self):
        self.touchd = self.start(programs / "touchd", "--config", self.path / "touchd.yaml", "--socket", self.socket)
        until(lambda: self.socket.exists() and self.admin.exists())
        self.client, self.finger = Client(self.socket, self.touchd), Client(self.admin, self.touchd, subscribes=False)

    def start_bus(self):
        self.bus = self.start("dbus-daemon", "--nofork", "--config-file", self.path / "bus.conf")
        until(lambda: (self.path / "bus").exists())
        registry = subprocess.Popen(["/usr/bin/python3", here / "registry.py", self.address], stdout=subprocess.PIPE, text=True)
        self.running.append(registry)
        registry.stdout.readline()

    def start_reader(self, **environment):
        environment.setdefault("AT_SPI_BUS_ADDRESS", self.address)
        self.reader = self.start(programs / "touchd-read", "--config", self.path / "read.yaml", **environment)

    def start_all(self):
        self.start_bus()
        self.start_touchd()
        self.start_reader()
        self.connected()

    def connected(self, times=1):
        """Waits until the reader has both connections."""
        def is_ready():
            return self.log.count("connected to the accessibility bus") >= times and self.log.count("connected to touchd") >= 1
        return until(is_ready)

    @property
    def log(self):
        return (self.path / "touchd-read.log").read_text()

    @property
    def memory(self):
        """Returns the most memory that the reader has used, in KiB."""
        return int(next(line for line in open(f"/proc/{self.reader.pid}/status") if line.startswith("VmHWM")).split()[1])

    def move(self, move="next", **more):
        """Moves the focus. Returns the `focus` line at which it arrives, the reply that refuses the move, or the cue that there is nothing to go to."""
        self.client.send(type="focus", move=move, **more)
        number, is_accepted = self.client.number, False
        while True:
            line = self.client.line()
            is_reply = line["type"] == "reply" and line["id"] == number
            if is_reply and line["ok"]:
                is_accepted = True
            elif is_reply or line["type"] == "focus" or is_accepted and line.get("cue") == "nothing":
                self.reached = line.get("label")
                return line

    def enter(self, region="before", move="next"):
        """Puts the focus on a region, and moves it from there."""
        self.client.ask(type="focus", region=region)
        return self.move(move)

    def entered(self, region="before", move="next", tries=20):
        """Moves the focus into the application, again if a slow machine has made the answer late."""
        line = {}
        while not is_inside(line) and tries:
            line, tries = self.enter(region, move), tries - 1
        return line

    def moved(self, move="next", tries=20):
        """Moves the focus from one element of the application to the next one. Returns its `focus` line.

        On a slow machine an answer may be late, and the focus goes on without the application. Then puts it back where it was, and moves it once more."""
        origin = self.reached
        line = self.move(move)
        while not is_inside(line) and tries:
            self.put_back(origin, move)
            line, tries = self.move(move), tries - 1
        return line

    def put_back(self, label, move="next"):
        """Moves the focus into the application, and up to an element of it. Returns its line."""
        def is_there():
            line = self.enter("after" if move == "previous" else "before", move)
            while is_inside(line) and line.get("label") != label:
                line = self.move(move)
            return is_inside(line) and line
        return until(is_there)

    def switched(self, label):
        """Presses a check box that is off and has the focus. Returns the line that says its new value, and that value; presses it again if a slow machine
        has made the line miss."""
        for is_on in [True, False] * 10:
            self.client.ask(type="activate")
            if line := self.focus(5):
                break
            self.put_back(label)
        return line, is_on

    def press(self, x, y, finger=1):
        """Puts a finger down, and lets it rest until it explores."""
        self.finger.ask(type="inject", touches=[{"finger": finger, "phase": "began", "x": x, "y": y}])

    def drag(self, x, y):
        self.finger.ask(type="inject", touches=[{"finger": 1, "phase": "moved", "x": x, "y": y}])

    def lift(self, finger=1):
        self.finger.ask(type="inject", touches=[{"finger": finger, "phase": "ended"}])

    def tap_twice(self, x=500, y=250):
        began, ended = {"finger": 1, "phase": "began", "x": x, "y": y}, {"finger": 1, "phase": "ended"}
        self.finger.ask_all(*({"type": "inject", "touches": [touch]} for touch in (began, ended, began, ended)))

    def focus(self, patience=PATIENCE):
        """Returns the next `focus` line of an element of the application; {} if none comes. A line without a label says only that its answer is late."""
        end = time.monotonic() + patience
        try:
            while True:
                line = self.client.line(max(end - time.monotonic(), 0))
                if line["type"] == "focus" and "label" in line:
                    return line
        except queue.Empty:
            return {}

    def close(self):
        for process in reversed(self.running):
            if process.poll() is None:
                process.kill()
                process.wait()
        self.folder.cleanup()
