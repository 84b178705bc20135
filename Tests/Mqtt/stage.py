"""A broker with TLS, users and access lists, a kiosk, and its bridge."""
import json, os, pathlib, shutil, signal, socket, subprocess, sys, tempfile, threading, time

import mqtt

root = pathlib.Path(__file__).resolve().parents[2]
# The time limit of every wait, in seconds; only a hang takes that long.
PATIENCE = 60
passed = failed = 0


def check(sentence, ok, detail=""):
    global passed, failed
    passed, failed = passed + bool(ok), failed + (not ok)
    print(("ok      " if ok else "not ok  ") + sentence + (f": {detail}" if detail and not ok else ""), flush=True)


def until(condition, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def secret(file, text):
    """Writes a file that only the bridge may read."""
    file.write_text(text)
    os.chmod(file, 0o640)
    if os.geteuid() == 0:
        shutil.chown(file, group="nogroup")


KIOSK = """version: 1
screens:
  - id: main
    size: [1000, 1000]
    kiosk: { idle: [5], gestures: [{ id: menu, corner: bottomLeft, size: 50, hold: 0.3 }] }
    windows:
      - id: w
        frame: [0, 0, 1000, 1000]
        multipleTouchEnabled: true
        children:
          - { id: menu, frame: [0, 0, 500, 1000] }
          - id: vault
            frame: [500, 0, 500, 1000]
            sensitive: true
            children: [{ id: vaultkey, frame: [0, 0, 500, 500] }]
"""
ACCESS = "access:\n  - { user: %s, allow: [status, reload, screen, staff] }\n"
# The right is not needed, and must not change what the bridge publishes.
OBSERVING = "  - { user: %s, allow: [observe] }\n"

ACL = """user reader
topic read #
topic read $SYS/#

user fleet
topic read #
topic write touchd/+/command/#
topic write homeassistant/status

user kiosk
topic write touchd/k1/#
topic read touchd/k1/command/+
topic write homeassistant/device/#
topic read homeassistant/status
"""


class Broker:
    """mosquitto with persistent state, like the broker of a fleet."""

    def __init__(self, folder, extra=""):
        self.folder, self.port, self.plain = folder, free_port(), free_port()
        run = lambda *command: subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=PATIENCE)
        run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=fleet CA")
        run("openssl", "req", "-newkey", "rsa:2048", "-nodes", "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost")
        (folder / "san").write_text("subjectAltName=DNS:localhost,IP:127.0.0.1\n")
        run("openssl", "x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-out", "server.pem", "-days", "2",
            "-extfile", "san")
        run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "other.key", "-out", "other.pem", "-days", "2", "-subj", "/CN=another CA")
        for user in "reader", "fleet", "kiosk":
            run("mosquitto_passwd", *([] if (folder / "users").exists() else ["-c"]), "-b", "users", user, f"secret of {user}")
        (folder / "acl").write_text(ACL)
        (folder / "broker.conf").write_text(f"""per_listener_settings false
allow_anonymous false
password_file {folder}/users
acl_file {folder}/acl
persistence true
persistence_location {folder}/
autosave_interval 1
autosave_on_changes true
log_dest file {folder}/broker.log
log_type all
listener {self.port} 127.0.0.1
cafile {folder}/ca.pem
certfile {folder}/server.pem
keyfile {folder}/server.key
listener {self.plain} 127.0.0.1
{extra}""")
        if os.geteuid() == 0:
            shutil.chown(folder, "mosquitto")
            for file in folder.iterdir():
                shutil.chown(file, "mosquitto")
        self.start()

    def start(self):
        self.process = subprocess.Popen(["mosquitto", "-c", self.folder / "broker.conf"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        if not until(lambda: all(self.takes(port) for port in (self.port, self.plain)), 30):
            print((self.folder / "broker.log").read_text() if (self.folder / "broker.log").exists() else "no log of the broker")
            raise SystemExit("the broker does not start")

    def takes(self, port):
        with socket.socket() as s:
            return s.connect_ex(("127.0.0.1", port)) == 0

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(PATIENCE)

    def client(self, user="reader", subscribe=("#",), name=None):
        Broker.clients = getattr(Broker, "clients", 0) + 1
        # Without TLS, because one thread reads while another writes, which Python's TLS does not allow.
        return mqtt.Client(self.plain, name or f"test-{user}-{Broker.clients}", user, f"secret of {user}", subscribe=subscribe)


class Network:
    """A proxy to the broker that can hang: then it neither forwards nor refuses anything."""

    def __init__(self, target):
        self.target, self.hangs, self.count = target, False, 0
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near, _ = self.listening.accept()
            self.count += 1
            try:
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                near.close()
                continue
            for a, b in ((near, far), (far, near)):
                threading.Thread(target=self.pass_on, args=(a, b), daemon=True).start()

    def pass_on(self, a, b):
        try:
            while data := a.recv(65536):
                while self.hangs:
                    time.sleep(0.02)
                b.sendall(data)
        except OSError:
            pass
        for end in (a, b):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Kiosk:
    """touchd without a panel, with touches injected through the admin socket."""

    def __init__(self, programs, folder, user="nobody", recordings=(), configuration=KIOSK):
        self.programs, self.folder, self.user = programs, folder, user
        self.more = [word for recording in recordings for word in ("--recording", recording)]
        self.path, self.admin = str(folder / "events.sock"), str(folder / "admin.sock")
        self.configuration = folder / "kiosk.yaml"
        self.configuration.write_text(configuration + ACCESS % user)
        self.process = None
        self.start()

    def start(self):
        for path in self.path, self.admin:  # left by a killed one
            pathlib.Path(path).unlink(missing_ok=True)
        log = open(self.folder / "touchd.log", "ab")
        self.process = subprocess.Popen([self.programs / "touchd", "--config", self.configuration, "--socket", self.path, *self.more], stderr=log,
                                        env={**os.environ, "TOUCHD_VERIFIER": "fatal"}, stdin=subprocess.DEVNULL)
        until(lambda: os.path.exists(self.path) and os.path.exists(self.admin))
        os.chmod(self.path, 0o666)

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)

    def ask(self, **request):
        with socket.socket(socket.AF_UNIX) as s:
            s.settimeout(PATIENCE)
            s.connect(self.admin)
            s.sendall(json.dumps({"id": 1, **request}).encode() + b"\n")
            for line in s.makefile("r"):
                if (message := json.loads(line)).get("id") == 1:
                    return message

    def tap(self, x, y, hold=0):
        with socket.socket(socket.AF_UNIX) as s:
            s.settimeout(PATIENCE)
            s.connect(self.admin)
            lines = s.makefile("r")
            for number, phase in ((1, {"phase": "began", "x": x, "y": y}), (2, {"phase": "ended"})):
                s.sendall(json.dumps({"id": number, "type": "inject", "touches": [{"finger": 1, **phase}]}).encode() + b"\n")
                for line in lines:
                    if json.loads(line).get("id") == number:
                        break
                time.sleep(hold)

    def log(self):
        return (self.folder / "touchd.log").read_text()


class Bridge:
    def __init__(self, programs, folder, kiosk, port, more="", user="nobody", tls=True, name="mqtt"):
        self.programs, self.folder, self.user, self.name = programs, folder, user, name
        self.file = folder / f"{name}.yaml"
        secret(folder / "password", "secret of kiosk\n")
        os.chmod(folder / "ca.pem", 0o644)
        self.file.write_text(f"broker: \"localhost:{port}\"\nkiosk: k1\n" + (f"tls: {{ ca: {folder}/ca.pem }}\n" if tls else "")
                             + f"user: kiosk\npasswordFile: {folder}/password\nsocket: {kiosk.path}\ncountsEvery: 2\nkeepalive: 5\n" + more)
        self.start()

    def start(self):
        self.out = open(self.folder / f"{self.name}.log", "ab")
        drop = {"user": self.user, "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
        self.process = subprocess.Popen([self.programs / "touchd-mqtt", "--config", self.file], stdout=self.out, stderr=self.out, stdin=subprocess.DEVNULL, **drop)

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def log(self):
        return (self.folder / f"{self.name}.log").read_text()
