"""touchd and its bridges as processes of the soak, and what each of them uses."""
import contextlib, os, pathlib, re, shutil, signal, socket, subprocess, time

from loudspeaker import Loudspeaker

PATIENCE = 120
TEXTS = pathlib.Path(__file__).resolve().parents[2] / "config/speak"
TOKEN = "0123456789abcdef-soak"


def free_port(kind=socket.SOCK_STREAM):
    with socket.socket(type=kind) as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def until(condition):
    end = time.monotonic() + PATIENCE
    while not (answer := condition()) and time.monotonic() < end:
        time.sleep(0.02)
    return answer


class Program:
    """A process, with its log."""

    def __init__(self, folder, name, command, environment=None, **options):
        self.name, self.log = name, folder / f"{name}.log"
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment, **options)

    def usage(self):
        """Returns memory in KiB, descriptors, threads, processor time in s and bytes of the log; None if the process has ended."""
        folder = pathlib.Path(f"/proc/{self.process.pid}")
        try:
            rollup = (folder / "smaps_rollup").read_text()
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            size = lambda name: int(re.search(rf"^{name}:\s+(\d+)", rollup, re.M)[1])
            return {"rss": size("Rss"), "pss": size("Pss"), "private": size("Private_Dirty"), "descriptors": len(os.listdir(folder / "fd")),
                    "threads": int(fields[17]), "cpu": (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), "log": self.log.stat().st_size}
        except (OSError, TypeError):
            return None

    def stacks(self):
        """Returns where the program is, for an error that only a long run shows: in the kernel, and by strace and gdb if they are there."""
        folder, text = pathlib.Path(f"/proc/{self.process.pid}"), ""
        for name in ("status", "wchan", "syscall", "stack"):
            try:
                text += f"{name}: {(folder / name).read_text()}\n"
            except OSError as error:
                text += f"{name}: {error}\n"
        for fd in sorted((folder / "fd").iterdir(), key=lambda one: int(one.name)):
            with contextlib.suppress(FileNotFoundError):   # touchd has closed it since
                text += f"{fd.name}: {os.readlink(fd)}\n"
        times = lambda: (folder / "stat").read_text().rpartition(")")[2].split()[11:13]
        text += f"user and system time before ten seconds: {times()}\n"
        if strace := shutil.which("strace"):
            done = subprocess.run(["timeout", "-s", "INT", "10", strace, "-r", "-T", "-p", str(self.process.pid)], capture_output=True, text=True)
            text += done.stdout + done.stderr
        text += f"after them: {times()}\n"
        if gdb := shutil.which("gdb"):
            done = subprocess.run([gdb, "-p", str(self.process.pid), "-batch", "-ex", "thread apply all backtrace 40"], capture_output=True, text=True)
            text += done.stdout + done.stderr
        return text

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        return self.process.returncode


class Service:
    """touchd with the configuration file `touchd.yaml` of the folder, and the bridges that this machine can run; with `web=None` touchd alone."""

    def __init__(self, folder, programs, web, environment, preload=None):
        self.folder, self.programs, self.path = folder, programs, str(folder / "events.sock")
        self.admin = str(folder / "admin.sock")
        self.plain = {key: value for key, value in os.environ.items() if key not in ("LD_PRELOAD", "UMOCKDEV_DIR")}
        self.units = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.units.bind(str(folder / "units.sock"))
        self.units.setblocking(False)
        environment = {**environment, "TOUCHD_UNITS_SOCKET": str(folder / "units.sock"), "STATE_DIRECTORY": str(folder / "state")}
        (folder / "state").mkdir()
        if preload:
            environment["LD_PRELOAD"] = f"{preload}:{environment.get('LD_PRELOAD', '')}".rstrip(":")
        self.touchd = Program(folder, "touchd", [programs / "touchd", "--config", folder / "touchd.yaml", "--socket", self.path], environment)
        self.all, self.left_out, self.web_port = [self.touchd], [], None
        if not until(lambda: self.answers() or self.touchd.process.poll() is not None):
            raise SystemExit("touchd does not start:\n" + self.touchd.log.read_text()[-4000:])
        if self.touchd.process.poll() is not None:
            raise SystemExit("touchd does not start:\n" + self.touchd.log.read_text()[-4000:])
        if web:
            self.start_web(web), self.start_mqtt(), self.start_tuio(), self.start_speak()

    def answers(self):
        with socket.socket(socket.AF_UNIX) as one:
            return one.connect_ex(self.path) == 0

    def start_web(self, web):
        if not (web / "touchd-web").exists():
            self.left_out.append("no touchd-web here")
            return
        token = self.folder / "kiosk.token"
        token.write_text(TOKEN + "\n")
        token.chmod(0o600)
        (self.folder / "web.yaml").write_text(f'listen: "127.0.0.1:0"\norigins: ["http://page.test"]\nsocket: {self.path}\n'
                                              f"tokens: [{{ name: kiosk, file: {token} }}]\n")
        bridge = Program(self.folder, "touchd-web", [web / "touchd-web", "--config", self.folder / "web.yaml"], self.plain)
        found = until(lambda: re.search(r"listening on 127\.0\.0\.1:(\d+)", bridge.log.read_text()) or bridge.process.poll() is not None)
        if bridge.process.poll() is None and found:
            self.web_port = int(found[1])
            self.all.append(bridge)
        else:
            raise SystemExit("touchd-web does not start:\n" + bridge.log.read_text()[-4000:])

    def start_mqtt(self):
        mosquitto = shutil.which("mosquitto", path=os.environ.get("PATH", "") + ":/usr/sbin")
        if not mosquitto:
            self.left_out.append("no mosquitto here: touchd-mqtt is left out")
            return
        self.mosquitto, self.broker_port = mosquitto, free_port()
        (self.folder / "broker.conf").write_text(f"listener {self.broker_port} 127.0.0.1\nallow_anonymous true\n")
        (self.folder / "mqtt.yaml").write_text(f'broker: "127.0.0.1:{self.broker_port}"\nsocket: {self.path}\n')
        self.start_broker()
        self.all.append(Program(self.folder, "touchd-mqtt", [self.programs / "touchd-mqtt", "--config", self.folder / "mqtt.yaml"], self.plain))

    def start_broker(self):
        self.broker = Program(self.folder, "mosquitto", [self.mosquitto, "-c", self.folder / "broker.conf"], self.plain)

    def start_tuio(self):
        self.tuio_port = free_port(socket.SOCK_DGRAM)
        (self.folder / "tuio.yaml").write_text(f'socket: {self.path}\noutputs: [{{ screen: main, to: "127.0.0.1:{self.tuio_port}" }}]\n')
        self.all.append(Program(self.folder, "touchd-tuio", [self.programs / "touchd-tuio", "--config", self.folder / "tuio.yaml"], self.plain))

    def start_speak(self):
        self.loudspeaker = Loudspeaker(self.folder / "speech.sock")
        (self.folder / "speak.yaml").write_text(f"language: en\nsocket: {self.path}\ntexts: {TEXTS}\nspeech: {{ socket: {self.folder}/speech.sock }}\n")
        self.all.append(Program(self.folder, "touchd-speak", [self.programs / "touchd-speak", "--config", self.folder / "speak.yaml"], self.plain))

    def metrics(self):
        """Returns touchd's counters by name and labels, as touchctl prints them. On a slow machine touchctl gives up before touchd comes to it."""
        end = time.monotonic() + PATIENCE
        while True:
            done = subprocess.run([self.programs / "touchctl", "metrics", "--format", "prometheus", "--socket", self.path], capture_output=True, text=True,
                                  timeout=PATIENCE, env=self.plain)
            if done.returncode == 0 or time.monotonic() > end:
                break
        if done.returncode:
            raise RuntimeError(f"touchctl metrics: {done.stderr}")
        found = (line.rpartition(" ") for line in done.stdout.splitlines() if not line.startswith("#"))
        return {name: float(value) for name, _, value in found}

    def reload(self):
        self.touchd.process.send_signal(signal.SIGHUP)

    def stop(self):
        """Ends all programs, the bridges first. Returns touchd's exit status."""
        for program in reversed(self.all[1:]):
            program.stop()
        if hasattr(self, "broker"):
            self.broker.stop()
        return self.touchd.stop()
