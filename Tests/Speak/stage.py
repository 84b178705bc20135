"""touchd-speak between a stand-in for touchd and a stand-in for speech-dispatcher, and checks."""
import atexit, json, os, pathlib, socket, subprocess, sys, tempfile, threading, time

root = pathlib.Path(__file__).resolve().parents[2]
programs = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else root / ".build/release").resolve()
# The time limit of every wait, in seconds; only a hang takes that long.
PATIENCE = 60
HELLO = {"type": "hello", "protocol": 1, "server": "touchd 0.0.0", "epoch": "e", "capabilities": ["accessibility"], "limits": {"maxLine": 65536}}
RIGHTS = ["receive", "status", "accessibility"]
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


class Listener:
    """A Unix socket, with a thread for each connection."""

    def __init__(self, path):
        self.path, self.count, self.connections = str(path), 0, []
        if os.path.exists(self.path):
            os.unlink(self.path)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                one, _ = self.listener.accept()
            except OSError:
                return
            self.count += 1
            self.connections.append(one)
            threading.Thread(target=self.run, args=(one,), daemon=True).start()

    def run(self, one):
        try:
            self.serve(one)
        except OSError:
            pass

    def close(self):
        """Ends the socket and its connections, as the end of a process does."""
        if os.path.exists(self.path):
            os.unlink(self.path)
        for one in [self.listener, *self.connections]:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()


class Touchd(Listener):
    """A stand-in for touchd: greets, answers, and sends the lines of a test."""

    def __init__(self, path, hello=HELLO, profiles=(), rights=RIGHTS):
        self.hello, self.profiles, self.rights = hello, list(profiles), rights
        self.requests, self.ready, self.turn = [], None, 0
        super().__init__(path)

    def serve(self, one):
        one.sendall(json.dumps(self.hello).encode() + b"\n")
        for line in one.makefile("r"):
            request = json.loads(line)
            self.requests.append(request)
            if request["type"] == "subscribe":
                snapshot = {"type": "snapshot", "seq": 1, "generation": 1, "panels": [{"id": "main-0", "screen": "main"}], "regions": [], "touches": [],
                            "screens": [{"id": "main", "display": "on", "accessibility": {"profiles": self.profiles}}]}
                self.write(one, {"type": "reply", "id": request["id"], "ok": True, "subscription": len(self.requests)}, snapshot)
                self.ready = one
            elif request["type"] == "status":
                self.write(one, {"type": "reply", "id": request["id"], "ok": True, "rights": self.rights})

    @staticmethod
    def write(one, *lines):
        one.sendall("".join(json.dumps(line) + "\n" for line in lines).encode())

    def send(self, *lines):
        """Sends lines in one write, each with a time unless it has one."""
        until(lambda: self.ready)
        now = time.monotonic_ns() // 1000
        self.write(self.ready, *({"time": now, "screen": "main", **line} for line in lines))

    def profile(self, *profiles, private=False):
        self.profiles = list(profiles)
        self.send({"type": "accessibility", "profiles": self.profiles, "private": private, "by": "request"})

    def focus(self, label, **more):
        self.turn += 1
        self.send({"type": "focus", "turn": self.turn, "by": "next", "region": "r", "path": f"kiosk/{self.turn}", "label": label, **more})

    def cue(self, cue):
        self.send({"type": "cue", "cue": cue})


class SpeechServer(Listener):
    """A stand-in for speech-dispatcher: keeps the commands, and texts as ("SPEAK", text, language). `manner` says how it answers."""

    def __init__(self, path, manner="well"):
        self.manner, self.commands, self.times, self.language = manner, [], [], ""
        super().__init__(path)

    @property
    def texts(self):
        return [command[1] for command in self.commands if isinstance(command, tuple)]

    def serve(self, one):
        if self.manner == "deaf":
            return time.sleep(1000)
        if self.manner == "closing":
            return one.close()
        if self.manner == "http":
            return one.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        if self.manner == "binary":
            return one.sendall(os.urandom(100_000))
        if self.manner == "endless line":
            return one.sendall(b"2" * 1_000_000)
        if self.manner == "endless reply":
            return one.sendall(b"225-1\r\n" * 100_000)
        if self.manner == "chatty":
            one.sendall(b"208 OK\r\n" * 100)
            # A connection that is closed with data unread loses what was sent.
            while one.recv(65536):
                pass
            return None
        rest = b""
        while data := one.recv(65536):
            rest += data
            while b"\r\n" in rest:
                line, rest = rest.split(b"\r\n", 1)
                self.keep(line.decode())
                if self.manner == "silent":
                    continue
                if self.manner == "slow":
                    time.sleep(0.3)
                if line == b"SPEAK" and self.manner == "refusing":
                    one.sendall(b"300 ERR INTERNAL\r\n")
                elif line == b"SPEAK":
                    one.sendall(b"230 OK RECEIVING DATA\r\n")
                    rest = self.read_text(one, rest)
                elif line == b"QUIT":
                    one.sendall(b"231 HAPPY HACKING\r\n")
                    return one.close()
                else:
                    self.language = line[18:].decode() if line.startswith(b"SET SELF LANGUAGE") else self.language
                    one.sendall(b"500 ERR INVALID COMMAND\r\n" if self.manner == "refusing" or line == b"." else b"208 OK\r\n")

    def keep(self, command):
        self.commands.append(command)
        self.times.append(time.monotonic_ns())

    def read_text(self, one, rest):
        """Reads the data of SPEAK up to the line with one dot, as speech-dispatcher does."""
        lines = []
        while True:
            while b"\r\n" not in rest:
                data = one.recv(65536)
                if not data:
                    return b""
                rest += data
            line, rest = rest.split(b"\r\n", 1)
            if line == b".":
                break
            lines.append((line[1:] if line.startswith(b"..") else line).decode())
        if lines:
            self.keep(("SPEAK", "\n".join(lines), self.language))
        one.sendall(b"225-1\r\n225 OK MESSAGE QUEUED\r\n" if lines else b"227 OK MESSAGE CANCELED\r\n")
        return rest


class Stage:
    """The bridge between the stand-ins. `settings` is speak.yaml without its sockets and texts."""

    def __init__(self, settings="language: en\n", speech=None):
        self.folder = tempfile.TemporaryDirectory(prefix="touchd-speak")
        self.path = pathlib.Path(self.folder.name)
        self.touchd_socket, self.speech_socket = self.path / "events.sock", speech or self.path / "speechd.sock"
        (self.path / "speak.yaml").write_text(f"{settings}texts: {root}/config/speak\nsocket: {self.touchd_socket}\nspeech: {{ socket: {self.speech_socket} }}\n")
        self.bridge, self.running = None, []
        atexit.register(self.close)

    def start(self):
        log = open(self.path / "speak.log", "ab")
        self.bridge = subprocess.Popen([programs / "touchd-speak", "--config", self.path / "speak.yaml"], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                       env={**os.environ, "TOUCHD_VERIFIER": "fatal"})
        self.running.append(self.bridge)

    @property
    def log(self):
        return (self.path / "speak.log").read_text()

    @property
    def memory(self):
        """Returns the anonymous memory of the bridge in KiB."""
        return int(next(line for line in open(f"/proc/{self.bridge.pid}/status") if line.startswith("RssAnon")).split()[1])

    @property
    def processor_time(self):
        """Returns the seconds of processor time that the bridge has used."""
        fields = open(f"/proc/{self.bridge.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self):
        for process in self.running:
            if process.poll() is None:
                process.kill()
                process.wait()
        self.folder.cleanup()
