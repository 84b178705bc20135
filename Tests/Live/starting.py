"""Starts and reloads of the daemon if files are not regular, hang or are full of mistakes, and if descriptors are scarce. The daemon never dies of a
signal that nobody sent, and nothing waits for a file that hangs."""
import json, os, pathlib, pty, resource, signal, socket, subprocess, sys, tempfile, threading, time

root = pathlib.Path(__file__).resolve().parents[2]
programs = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else root / ".build/release").resolve()
folder = pathlib.Path(tempfile.mkdtemp(prefix="touchd-starting-"))
passed = failed = 0
GOOD = (root / "config/demo.yaml").read_text()


def check(sentence, ok, detail=""):
    global passed, failed
    passed, failed = passed + bool(ok), failed + (not ok)
    print(("ok      " if ok else "not ok  ") + sentence + (f": {detail}" if detail and not ok else ""), flush=True)


def until(condition, seconds=60):
    """Whether the condition came true in time; only a hang takes that long."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


class Daemon:
    number = 0

    def __init__(self, configuration, *arguments, descriptors=None, **more):
        Daemon.number += 1
        self.socket = f"{folder}/{Daemon.number}.sock"
        self.log_path = f"{folder}/{Daemon.number}.log"

        def limit():
            if descriptors is not None:
                resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

        with open(self.log_path, "wb") as log:
            self.process = subprocess.Popen(
                [programs / "touchd", "--config", configuration, "--socket", self.socket, *arguments], stderr=log,
                stdin=subprocess.DEVNULL, preexec_fn=limit, env={**os.environ, **more})

    @property
    def log(self):
        return open(self.log_path, errors="replace").read()

    def serves(self, seconds=60):
        """Whether the daemon has started; False when it has ended."""
        until(lambda: "serving" in self.log or self.process.poll() is not None, seconds)
        return self.process.poll() is None

    def connect(self, admin=False):
        s = socket.socket(socket.AF_UNIX)
        s.settimeout(60)
        s.connect(self.socket + (".admin" if admin else ""))
        return Client(s)

    def stop(self):
        """Returns the exit status after SIGTERM, or None if the daemon does not end."""
        self.process.send_signal(signal.SIGTERM)
        return self.end()

    def end(self):
        try:
            return self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return None


class Client:
    def __init__(self, s):
        self.socket, self.lines = s, s.makefile("r")
        self.hello = json.loads(next(self.lines))

    def say(self, **request):
        self.socket.sendall(json.dumps(request).encode() + b"\n")

    def hear(self, *types):
        for line in self.lines:
            message = json.loads(line)
            if message["type"] in types:
                return message

    def ask(self, **request):
        self.say(**request)
        return self.hear("reply", "pong")


def write(name, text):
    path = folder / name
    path.write_text(text)
    return path


good = write("good.yaml", GOOD)

# Descriptors.
wrong, served = [], []
for number in range(3, 31):
    daemon = Daemon(good, descriptors=number)
    if daemon.serves():
        served.append(number)
        if daemon.connect().ask(type="ping", id=1)["type"] != "pong" or daemon.stop() != 0:
            wrong.append((number, "does not serve"))
    else:
        status, log = daemon.end(), daemon.log
        # The loader itself may need more descriptors than allowed.
        if status != 127 and (status != 71 or "RLIMIT_NOFILE" not in log or "LimitNOFILE" not in log):
            wrong.append((number, status, log))
check("with 3 to 30 descriptors it serves, or says what is missing", not wrong, wrong)
daemon = Daemon(good, descriptors=64)
check("with 64 descriptors it serves", daemon.serves() and daemon.connect().ask(type="ping", id=1)["type"] == "pong", daemon.log)
daemon.stop()
daemon = Daemon(good)
daemon.serves()
until(lambda: len(os.listdir(f"/proc/{daemon.process.pid}/task")) == 1)
used = {int(name) for name in os.listdir(f"/proc/{daemon.process.pid}/fd")}
before = resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE)
resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE, (min(set(range(len(used) + 1)) - used), before[1]))
for number in range(1, 4):
    daemon.process.send_signal(signal.SIGHUP)
    check(f"without a descriptor reload {number} is refused", until(lambda: daemon.log.count("the configuration is refused") == number), daemon.log)
check("each time with the reason", daemon.log.count("no descriptor: ") == 3 and "LimitNOFILE" in daemon.log and "gave no answer" not in daemon.log, daemon.log)
resource.prlimit(daemon.process.pid, resource.RLIMIT_NOFILE, before)
daemon.process.send_signal(signal.SIGHUP)
check("with descriptors again the next one is done", until(lambda: "configuration reloaded" in daemon.log), daemon.log)
check("and the daemon ends as it should", daemon.stop() == 0, daemon.log)

# The last valid configuration, and values that survive the daemon.
state = folder / "state"
state.mkdir()
kept = write("kept.yaml", """version: 1
screens:
  - id: main
    size: [100, 100]
    windows:
      - id: w
        frame: [0, 0, 100, 100]
        children:
          - { id: volume, kind: slider, frame: [0, 0, 100, 20], maximumValue: 10 }
server: { state: keep }
""")
right = kept.read_text()
environment = {"STATE_DIRECTORY": str(state)}
daemon = Daemon(kept, **environment)
check("a daemon with a state folder serves", daemon.serves(), daemon.log)
asked = daemon.connect(admin=True).ask(type="edit", id=1, edits=[{"op": "set", "region": "volume", "key": "value", "value": 7}])
check("it ends", asked["ok"] and daemon.stop() == 0, (asked, daemon.log))
kept.write_text(right.replace("size: [100, 100]", "sise: [100, 100]"))
daemon = Daemon(kept, **environment)
check("with a wrong configuration it starts with the last right one", daemon.serves(), daemon.log)
check("and says so in the log, with the mistake", "the last valid one is in force" in daemon.log and "kept.yaml:4:5: error" in daemon.log, daemon.log)
client = daemon.connect(admin=True)
warned = client.hear("warning")
check("to each client", warned["code"] == "lastGoodConfiguration" and "kept.yaml:" in warned["message"], warned)
status = client.ask(type="status", id=1)["configuration"]
check("and in its status", status.get("lastGood") is True and "sise" in status["message"], status)
shown = subprocess.run([programs / "touchctl", "status", "--socket", daemon.socket], stdout=subprocess.PIPE, text=True).stdout
check("touchctl shows it", "last valid version is in force" in shown and "sise" in shown, shown)
client.say(type="subscribe", id=2)
value = next(r["value"] for r in client.hear("snapshot")["regions"] if r["id"] == "volume")
check("a slider has the value that it had", value == 7, value)
refused = client.ask(type="reload", id=3)
check("a reload of the wrong file is refused", not refused["ok"], refused)
kept.write_text(right)
check("a right file is loaded", client.ask(type="reload", id=4)["ok"], daemon.log)
check("and no client is warned any more", daemon.connect(admin=True).ask(type="ping", id=1)["type"] == "pong"
      and "lastGood" not in client.ask(type="status", id=5)["configuration"], daemon.log)
dry = subprocess.run([programs / "touchctl", "reload", "--reset", "--dry-run", "--socket", daemon.socket], stdout=subprocess.PIPE, text=True)
check("a dry run lists what a reset would take", dry.returncode == 0 and "would give way: volume value" in dry.stdout, dry)
kept.write_text("version: 2\n")
wrong_file = subprocess.run([programs / "touchctl", "reload", "--dry-run", "--socket", daemon.socket], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
check("a dry run of a wrong file exits with 78", wrong_file.returncode == 78, wrong_file)
kept.write_text(right)
reset = subprocess.run([programs / "touchctl", "reload", "--reset", "--socket", daemon.socket], stdout=subprocess.PIPE, text=True)
check("a reset takes it", reset.returncode == 0 and "gave way: volume value" in reset.stdout, reset)
daemon.process.kill()
daemon.end()
other = write("other.yaml", "version: 2\n")
daemon = Daemon(other, **environment)
check("another configuration's last state is no substitute", daemon.end() == 78, daemon.log)
for name, text in ("one", right), ("two", "version: 2\n"):
    (folder / name).mkdir()
    write(f"{name}/same.yaml", text)
here = os.getcwd()
os.chdir(folder / "one")
daemon = Daemon("same.yaml", **environment)
check("a relative path will do", daemon.serves() and daemon.stop() == 0, daemon.log)
os.chdir(folder / "two")
daemon = Daemon("same.yaml", **environment)
check("and is another file's in another folder", daemon.end() == 78, daemon.log)
os.chdir(here)
kept.unlink()
daemon = Daemon(kept, **environment)
check("a configuration that is gone is replaced as well", daemon.serves() and daemon.stop() == 0, daemon.log)
kept.write_text("version: 2\n")
daemon = Daemon(kept, "--recording", root / "Tests/Recordings/tap.evemu", **environment)
check("but not where recordings are played", daemon.end() == 78, daemon.log)

# Files that are not regular.
os.mkfifo(folder / "fifo.yaml")
os.mkdir(folder / "folder.yaml")
terminal = os.ttyname(pty.openpty()[1])
for name, path, word in [("a pipe", folder / "fifo.yaml", "pipe"), ("a device", "/dev/zero", "device"),
                         ("a terminal", terminal, "device"), ("a folder", folder / "folder.yaml", "directory")]:
    daemon = Daemon(path)
    check(f"{name} is no configuration", daemon.end() == 78 and word in daemon.log and str(path) in daemon.log, daemon.log)
    daemon = Daemon(good, "--recording", path)
    check(f"{name} is no recording", daemon.end() == 66 and word in daemon.log, daemon.log)
large = folder / "large.yaml"
with open(large, "wb") as file:
    file.truncate(17 << 20)
daemon = Daemon(large)
check("a file that is too large is refused with the limit", daemon.end() == 78 and "16 MiB" in daemon.log, daemon.log)
os.truncate(large, 1 << 40)
daemon = Daemon(good, "--recording", large)
check("so is a recording", daemon.end() == 66 and "256 MiB" in daemon.log, daemon.log)

current = folder / "current.yaml"
current.write_text(GOOD)
daemon = Daemon(current)
daemon.serves()
client = daemon.connect(admin=True)
current.unlink()
os.mkfifo(current)
answer = client.ask(type="reload", id=1)
check("a reload of a pipe is refused", not answer["ok"] and "pipe" in answer["error"]["message"], answer)
current.unlink()
current.write_text(GOOD)
check("and the next one is done", client.ask(type="reload", id=2)["ok"])
check("SIGTERM ends it", daemon.stop() == 0, daemon.log)

# touchctl reads pipes and other files that shells pass to it.
for command in (["check"], ["test"]):
    text = GOOD if command == ["check"] else "[]"
    run = subprocess.run([programs / "touchctl", *command, "/dev/stdin"], input=text, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    check(f"touchctl {command[0]} reads a pipe", run.returncode == 0, run.stdout)
waiting = subprocess.Popen([programs / "touchctl", "check", folder / "fifo.yaml"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
check("touchctl says what it waits for", "fifo.yaml" in waiting.stderr.readline())
(folder / "fifo.yaml").write_text(GOOD)
check("and reads it when it comes", waiting.wait(60) == 0, waiting.stderr.read())

# A file system that hangs.
library = folder / "hang.so"
subprocess.run(["gcc", "-O", "-shared", "-fPIC", "-o", library, root / "Tests/Live/hang.c", "-ldl"], check=True)
flag = folder / "flag"
hanging = {"LD_PRELOAD": str(library), "HANG": str(flag)}
slow = write("configuration.hangs", GOOD)
flag.touch()
daemon = Daemon(slow, **hanging)
check("a start with a configuration that hangs fails, and is worth another try", daemon.end() == 69 and "configuration.hangs" in daemon.log and "2 s" in daemon.log, daemon.log)
daemon = Daemon(good, "--recording", folder / "recording.hangs", **hanging)
check("so does one with a recording that hangs", daemon.end() == 66 and "recording.hangs" in daemon.log, daemon.log)


def watches_signals():
    """Whether the daemon handles SIGTERM, as it does from the beginning of its start, or has ended."""
    masks = [line.split()[1] for line in open(f"/proc/{daemon.process.pid}/status") if line.startswith(("SigBlk", "SigCgt"))]
    return any(int(mask, 16) >> signal.SIGTERM - 1 & 1 for mask in masks) or daemon.process.poll() is not None


for attempt in range(20):
    daemon = Daemon(slow, **hanging)
    until(watches_signals)
    if (status := daemon.stop()) == 0:
        break
    print(f"# ended with {status}, perhaps before the signal: once more", flush=True)
check("SIGTERM ends a start that hangs", status == 0, (status, daemon.log))
flag.unlink()

manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
manager.bind(str(folder / "manager"))
notes = []


def listen():
    manager.settimeout(None)
    while True:
        notes.append(manager.recv(4096).decode())


threading.Thread(target=listen, daemon=True).start()
daemon = Daemon(slow, NOTIFY_SOCKET=str(folder / "manager"), **hanging)
daemon.serves()
asker, other = daemon.connect(admin=True), daemon.connect()
for attempt in range(20):
    flag.touch()
    asker.say(type="reload", id=1)
    longest = 0
    for number in range(20):
        began = time.monotonic()
        other.ask(type="ping", id=number)
        longest = max(longest, time.monotonic() - began)
    if longest < 1.5:
        break
    print(f"# an answer took {longest} s: once more", flush=True)
    flag.unlink()
    asker.hear("reply")
    until(lambda: len(os.listdir(f"/proc/{daemon.process.pid}/task")) == 1)
check("while a reload hangs others are answered", longest < 1.5, longest)
answer = asker.hear("reply")
check("the reload is refused after 2 s", not answer["ok"] and "2 s" in answer["error"]["message"], answer)
check("it is asked again, and refused", not asker.ask(type="reload", id=2)["ok"])
answer = asker.ask(type="reload", id=3)
check("two that hang are enough: the third is refused", not answer["ok"], answer)
tasks = len(os.listdir(f"/proc/{daemon.process.pid}/task"))
check("no more than two threads hang", tasks <= 3, tasks)
flag.unlink()
check("once the file system answers a reload is done", until(lambda: asker.ask(type="reload", id=4)["ok"]), daemon.log)
check("threads that hung are gone", until(lambda: len(os.listdir(f"/proc/{daemon.process.pid}/task")) == 1))

# Simultaneous reloads from every source.
generation = asker.ask(type="reload", id=5)["generation"]
clients = [daemon.connect(admin=True) for _ in range(4)]
for client in clients:
    client.say(type="reload", id=6)
for _ in range(3):
    daemon.process.send_signal(signal.SIGHUP)
answers = [client.hear("reply") for client in clients]
check("reloads that are asked for at once are all answered", all(answer["ok"] for answer in answers), answers)
settled = asker.ask(type="reload", id=7)["generation"]
check("and some are one", generation < answers[0]["generation"] <= settled <= generation + 8, (generation, answers, settled))
slow.write_text("version: 2\n")
check("what was wrong when it was asked for is refused", not asker.ask(type="reload", id=8)["ok"])
check("the manager is told of each reload: begin, time, end", until(lambda: notes and notes[-1].startswith("READY=1")), notes)
begun = [note for note in notes if note.startswith("RELOADING=1")]
check("with the monotonic time", begun and all("\nMONOTONIC_USEC=" in note for note in begun), begun)
order = [note.split("=")[0] for note in notes if note.startswith(("RELOADING", "READY"))]
check("and in turn", order == ["READY", *["RELOADING", "READY"] * (len(order) // 2)], order)

# The daemon ends even while a thread hangs.
flag.touch()
asker.say(type="reload", id=9)
until(lambda: len(os.listdir(f"/proc/{daemon.process.pid}/task")) > 1)
check("SIGTERM ends a daemon of which a thread hangs", daemon.stop() == 0, daemon.log)
flag.unlink()

# Countless mistakes.
bad = write("bad.yaml", "version: 1\nscreens:\n  - id: main\n    size: [1, 1]\n    windows:\n      - id: w\n        frame: [0, 0, 1, 1]\n        children:\n"
            + "".join(f"          - {{ id: r{number}, frmae: [0, 0, 1, 1], {', '.join(f'k{key}: 1' for key in range(8))} }}\n" for number in range(10_000)))
run = subprocess.run([programs / "touchctl", "check", bad], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
lines = run.stdout.splitlines()
check("check says the first hundred of 100 000 errors, and how many more", run.returncode == 78 and len(lines) == 101
      and lines[0].startswith(f"{bad}:9:") and lines[100] == f"{bad}: error: 99900 more", lines[-3:])
daemon = Daemon(bad)
check("so does the start", daemon.end() == 78 and daemon.log.count("error: ") == 101 and "99900 more" in daemon.log, daemon.log[-300:])
current.write_text(GOOD)
daemon = Daemon(current)
daemon.serves()
current.write_text(bad.read_text())
answer = daemon.connect(admin=True).ask(type="reload", id=1)
check("so does a reload", len(answer["diagnostics"]) == 101 and "99900 more" in answer["diagnostics"][-1], answer["diagnostics"][-2:])
daemon.stop()

# The largest configuration that check accepts fits the memory limit of the shipped unit, even twice during a reload.
def largest(regions):
    return ("version: 1\nscreens:\n  - id: main\n    size: [1000, 1000]\n    windows:\n      - id: w\n        frame: [0, 0, 1000, 1000]\n        children:\n"
            + "".join(f"""          - id: scroller{number}
            kind: scrollView
            frame: [{number % 100 * 10}, {number // 100 % 100 * 10}, 10, 10]
            contentSize: [10, 1000]
            shape: {{ kind: polygon, points: [[0, 0], [10, 0], [10, 10]] }}
            gestures: [{{ id: g{number}, type: tap, maximumTapDuration: 1, numberOfTapsRequired: 2, allowableMovement: 3 }}]
""" for number in range(regions - 1)))


def peak(pid):
    return int(next(line for line in open(f"/proc/{pid}/status") if line.startswith("VmHWM")).split()[1]) // 1024


unit = (root / "systemd/touchd.service").read_text()
memory = int(unit.partition("MemoryMax=")[2].split("M")[0])
most = int((root / "Sources/Configuration/ConfigurationLimit.swift").read_text().partition("static let regions = ")[2].split()[0].replace("_", ""))
too_large = write("toolarge.yaml", largest(most + 1))
run = subprocess.run([programs / "touchctl", "check", too_large], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
check("one region more than the limit is refused with the number", run.returncode == 78 and f"region number {most + 1}" in run.stdout, run.stdout[-300:])
current.write_text(largest(most))
daemon = Daemon(current)
check("as many as the limit are read", daemon.serves(300), daemon.log)
silent = [daemon.connect() for _ in range(20)]
for client in silent:
    client.say(type="subscribe", id=1)
reader = daemon.connect(admin=True)
reader.socket.settimeout(300)
for number in range(3):
    answer = reader.ask(type="reload", id=number)
    check(f"and again, time {number + 2}", answer["ok"], answer)
used = peak(daemon.process.pid)
print(f"{used} MiB of {memory} at the most, with {most} regions", flush=True)
check("in the memory of the unit", used < memory, used)
daemon.stop()

print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
