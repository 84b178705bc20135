"""touchd under callgrind, with a FIFO as panel and with clients: the cost of a part of its run."""
import json, os, pathlib, shutil, signal, socket, struct, subprocess, sys, tempfile, time

from profile import Profile

# The time limit of every wait, in seconds; only a hang takes that long.
PATIENCE = 300
# libc's AVX functions on every processor that has AVX: those for newer processors count differently (a `rep movsb` is one instruction).
ENVIRONMENT = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512VL,-ERMS,-FSRM,-RTM", "SWIFT_DETERMINISTIC_HASHING": "1"}
# The first frame's time in µs: later than any machine's uptime, so that deadlines depend on event time alone and lines have the same bytes each time.
EPOCH, HZ = 10**15, 100
EV_KEY, EV_ABS = 1, 3
ABS_X, ABS_Y, ABS_MT_SLOT, ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_TRACKING_ID, BTN_TOUCH = 0, 1, 0x2F, 0x35, 0x36, 0x39, 0x14A
LARGEST = 4095  # x and y, as declared by evshim


def until(condition, what):
    end = time.monotonic() + PATIENCE
    while not (answer := condition()):
        if time.monotonic() > end:
            sys.exit(f"instructions: {what}: gave up after {PATIENCE} s")
        time.sleep(0.002)
    return answer


class Client:
    def __init__(self, path, *requests):
        self.socket, self.rest = socket.socket(socket.AF_UNIX), b""
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)
        for request in requests:
            self.ask(**request)
            if request["type"] == "subscribe":
                self.line(b"snapshot")

    def line(self, kind, holding=b""):
        """Returns the next line of this type that contains `holding`."""
        start = b'{"type":"%s"' % kind
        while True:
            line, end, rest = self.rest.partition(b"\n")
            if end:
                self.rest = rest
                if line.startswith(start) and holding in line:
                    return line
            elif piece := self.socket.recv(1 << 20):
                self.rest += piece
            else:
                sys.exit("instructions: touchd has closed a connection")

    def ask(self, **request):
        self.socket.sendall(json.dumps({"id": 1, **request}).encode() + b"\n")
        if b'"ok":true' not in (reply := self.line(b"reply")):
            sys.exit(f"instructions: {request}: {reply.decode()}")


class Daemon:
    """A run of touchd. It is killed at the end of `with`, so that its shutdown is not measured."""

    def __init__(self, bench, fifo, configuration):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.socket, self.out, self.dumps = f"{self.folder}/s", f"{self.folder}/out", 0
        self.fifo = os.open(fifo, os.O_RDWR)  # opened again, so that no data of the last run is in it
        self.frames, self.down, self.clients = 0, 0, []
        environment = {**os.environ, **ENVIRONMENT, "LD_PRELOAD": f"{bench}/mark.so:" + os.environ["LD_PRELOAD"]}
        self.log = open(f"{self.folder}/log", "w+b")
        self.process = subprocess.Popen(
            ["valgrind", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={self.out}", f"{bench}/touchd", "--config", configuration,
             "--socket", self.socket], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.log)

        def listens():
            if self.process.poll() is not None:
                self.log.seek(0)
                sys.exit(f"instructions: touchd has ended: {self.log.read().decode(errors='replace')[-1000:]}")
            return socket.socket(socket.AF_UNIX).connect_ex(self.socket) == 0
        until(listens, "touchd starts")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.fifo)
        shutil.rmtree(self.folder)

    def connect(self, *requests):
        self.clients.append(Client(self.socket, *requests))
        return self.clients[-1]

    def disconnect(self, keep):
        """Disconnects all but the first `keep` clients."""
        for client in self.clients[keep:]:
            client.socket.close()
        del self.clients[keep:]

    def settle(self):
        """Waits until the daemon sleeps, having done everything requested."""
        def sleeps():
            return open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()[0] == "S"
        for _ in range(5):
            until(sleeps, "touchd rests")
            time.sleep(0.02)

    def mark(self):
        """Ends a part of the count; returns the file with its counts."""
        self.settle()
        self.dumps += 1
        path = pathlib.Path(f"{self.out}.{self.dumps}")
        self.process.send_signal(signal.SIGRTMIN + 7)
        until(lambda: path.exists() and b"\ntotals:" in path.read_bytes()[-100:], "callgrind writes")
        return path

    def count(self, act, warm_up, times):
        """Returns the total cost of calling act(number) `times` times after `warm_up` other calls."""
        for number in range(warm_up):
            act(number)
        self.mark()
        for number in range(warm_up, warm_up + times):
            act(number)
        return Profile(self.mark())

    # The panel, with finger movements like those of uitouch.c.

    def report(self, *events, answer=b"frame"):
        """Sends one report, and waits until each client has read its line, of this type; None if there is none."""
        moment = EPOCH + self.frames * 1_000_000 // HZ
        self.frames += 1
        os.write(self.fifo, b"".join(struct.pack("<qqHHi", *divmod(moment, 1_000_000), *event) for event in (*events, (0, 0, 0))))
        for client in self.clients if answer else []:
            client.line(answer, b'"time":%d,' % moment)

    def frame(self, number, fingers, answer=b"frame"):
        """Sends a frame with this many fingers, each at another place than in the previous frame."""
        def axis(pace, spacing, slot):
            return (number * pace + slot * spacing) % (LARGEST + 1)
        events = []
        for slot in range(fingers):
            events.append((EV_ABS, ABS_MT_SLOT, slot))
            if slot >= self.down:
                events.append((EV_ABS, ABS_MT_TRACKING_ID, self.frames % 60000 + slot + 1))
            events += [(EV_ABS, ABS_MT_POSITION_X, axis(7, 400, slot)), (EV_ABS, ABS_MT_POSITION_Y, axis(5, 300, slot))]
        if not self.down:
            events.append((EV_KEY, BTN_TOUCH, 1))
        self.down = max(self.down, fingers)
        self.report(*events, (EV_ABS, ABS_X, axis(7, 400, 0)), (EV_ABS, ABS_Y, axis(5, 300, 0)), answer=answer)

    def lift(self):
        """Lifts all fingers and waits a second, after which nothing caused by them is in progress."""
        lifts = [event for slot in range(self.down) for event in ((EV_ABS, ABS_MT_SLOT, slot), (EV_ABS, ABS_MT_TRACKING_ID, -1))]
        self.report(*lifts, (EV_KEY, BTN_TOUCH, 0))
        self.down, self.frames = 0, self.frames + HZ
