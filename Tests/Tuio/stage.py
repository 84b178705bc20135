"""touchd and touchd-tuio on their own sockets, injected fingers, and checks."""
import atexit, json, os, pathlib, signal, socket, subprocess, sys, tempfile, time

root = pathlib.Path(__file__).resolve().parents[2]
programs = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else root / ".build/release").resolve()
# The time limit of every wait, in seconds; only a hang takes that long.
PATIENCE = 60
TREE = """version: 1
screens:
  - id: main
    size: [1000, 500]
    windows:
      - id: kiosk
        frame: [0, 0, 1000, 500]
        multipleTouchEnabled: true
        children:
          - { id: map, frame: [100, 50, 400, 200], multipleTouchEnabled: true, children: [{ id: pin, frame: [300, 100, 100, 100] }] }
          - { id: pad, frame: [600, 0, 200, 200], sensitive: true, children: [{ id: one, kind: button, frame: [0, 0, 100, 100] }] }
  - id: side
    size: [400, 300]
    windows: [{ id: shop, frame: [0, 0, 400, 300] }]
"""
passed = failed = 0


def check(sentence, ok, detail=""):
    """Prints the result of one check in one line, with the actual value if it failed."""
    global passed, failed
    passed, failed = passed + bool(ok), failed + (not ok)
    print(("ok      " if ok else "not ok  ") + sentence + (f": {detail}" if detail != "" and not ok else ""), flush=True)
    return bool(ok)


def until(condition, patience=PATIENCE):
    """Polls the condition; returns its first true value, or its last value when the time is up."""
    end = time.monotonic() + patience
    while not (answer := condition()) and time.monotonic() < end:
        time.sleep(0.01)
    return answer


def finish():
    print(f"{passed} passed, {failed} failed", flush=True)
    sys.exit(failed > 0)


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Stage:
    """A daemon, the bridge, and fingers. `settings` is tuio.yaml without its `socket`."""

    def __init__(self, settings, tree=TREE, user=None):
        self.folder = tempfile.TemporaryDirectory(prefix="touchd-tuio")
        self.path = pathlib.Path(self.folder.name)
        self.sockets = {name: str(self.path / f"{name}.sock") for name in ("events", "admin")}
        (self.path / "touchd.yaml").write_text(tree)
        (self.path / "tuio.yaml").write_text(f"socket: {self.sockets['events']}\n{settings}")
        # The bridge's user; None for the user who runs the test.
        self.user = user
        if user:
            self.path.chmod(0o755)
        self.running = []
        atexit.register(self.close)
        self.touchd = self.admin = self.bridge = None
        self.start_touchd()
        self.start_bridge()

    def start(self, *arguments, **options):
        name = pathlib.Path(arguments[0]).name
        log = open(self.path / f"{name}.log", "ab")
        process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **options)
        self.running.append(process)
        return process

    def start_touchd(self):
        if self.admin:
            self.admin.close()
        self.touchd = self.start(programs / "touchd", "--config", self.path / "touchd.yaml", "--socket", self.sockets["events"],
                                 "--admin-socket", self.sockets["admin"])
        self.admin = until(self.connect)
        self.lines = self.admin.makefile("r")
        if self.user:
            os.chown(self.sockets["events"], 0, self.user.pw_gid)

    def connect(self):
        one = socket.socket(socket.AF_UNIX)
        try:
            one.connect(self.sockets["admin"])
            return one
        except OSError:
            one.close()

    def start_bridge(self):
        options = {"user": self.user.pw_uid, "group": self.user.pw_gid, "extra_groups": []} if self.user else {}
        self.bridge = self.start(programs / "touchd-tuio", "--config", self.path / "tuio.yaml", **options)

    def log(self, program="touchd-tuio"):
        return (self.path / f"{program}.log").read_text()

    def ask(self, **request):
        """Sends a request and returns its reply."""
        self.admin.sendall(json.dumps(request | {"id": "ask"}).encode() + b"\n")
        while True:
            line = json.loads(self.lines.readline())
            if line.get("id") == "ask":
                return line

    def fingers(self, phase, places, screen="main"):
        """Injects one report: {finger: (x, y)}; for ended and cancelled fingers only their numbers. They may touch the PIN pad."""
        touches = [{"finger": finger, "phase": phase, **({"x": places[finger][0], "y": places[finger][1]} if isinstance(places, dict) else {})}
                   for finger in places]
        reply = self.ask(type="inject", screen=screen, touches=touches, sensitive=True)
        assert reply["ok"], reply
        return reply

    def close(self):
        for process in self.running:
            if process.poll() is None:
                process.kill()
                process.wait()
        self.folder.cleanup()
