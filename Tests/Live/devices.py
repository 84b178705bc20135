"""A daemon configured to have its devices opened by another process requests them and opens none itself, whatever the outcome of its requests."""
import contextlib, os, pathlib, re, signal, socket, subprocess, tempfile, time

from simulated import PATIENCE, check, finish, node, plug, programs, until

environment = {key: value for key, value in os.environ.items() if not key.startswith("TOUCHD_")} | {"TOUCHD_VERIFIER": "fatal"}
CONFIGURATION = """version: 1
screens:
  - id: main
    size: [1000, 500]
    panels: [{ match: { idPath: "pci-0000:00:14.0-usb-0:1:1.0" } }]
"""


class Daemon:
    def __init__(self, folder, name, **more):
        self.log = pathlib.Path(folder, f"{name}.log")
        self.process = subprocess.Popen([programs / "touchd", "--config", f"{folder}/c.yaml", "--socket", f"{folder}/{name}.sock"],
                                        stderr=self.log.open("ab"), env=environment | more)
        client = socket.socket(socket.AF_UNIX)
        until(lambda: client.connect_ex(f"{folder}/{name}.sock") == 0)

    def says(self, pattern):
        return until(lambda: re.search(pattern, self.log.read_text()))

    @property
    def filters(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return tuple(re.search(rf"^{key}:\t(\d)", status, re.M)[1] for key in ("NoNewPrivs", "Seccomp"))

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(PATIENCE)


with tempfile.TemporaryDirectory() as folder:
    pathlib.Path(folder, "c.yaml").write_text(CONFIGURATION)
    path = f"{folder}/devices.sock"
    plug()

    daemon = Daemon(folder, "alone")
    check("without a socket to ask it opens the panel itself", daemon.says(f"panel main-0 is .*{node}"), daemon.log.read_text())
    own = pathlib.Path("/proc/self/status").read_text()
    check("and keeps its rights", daemon.filters == tuple(re.search(rf"^{key}:\t(\d)", own, re.M)[1] for key in ("NoNewPrivs", "Seccomp")), daemon.filters)
    daemon.end()

    daemon = Daemon(folder, "asking", TOUCHD_DEVICES_SOCKET=path)
    check("with one it opens nothing, says what to do, and tries again",
          daemon.says(f"{node} .* is not used: cannot ask {path} to open it: .*; run systemctl start touchd-devices.socket"),
          daemon.log.read_text())
    check("it cannot change its virtual panels", daemon.filters == ("1", "2"), daemon.filters)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listener.bind(path)
    listener.listen(8)
    listener.settimeout(1)
    request, end = "", time.monotonic() + PATIENCE
    is_refused = lambda: re.search(f"{node} .* is not used: udev classifies it as a keyboard", daemon.log.read_text())
    while not is_refused() and time.monotonic() < end:
        # touchd gives a request up after 3 s. A busy machine may answer later, and then touchd asks again.
        with contextlib.suppress(TimeoutError, BrokenPipeError, ConnectionResetError), listener.accept()[0] as connection:
            request = connection.recv(4096).decode() or request
            connection.send(b"1 udev classifies it as a keyboard")
    check("once the socket is there it asks for the node", request == f"open {node}", request)
    check("a refusal is final", is_refused(), daemon.log.read_text())
    daemon.end()

    hung = Daemon(folder, "hung", TOUCHD_DEVICES_SOCKET=path)
    check("one that hangs is waited for for 3 s", hung.says("no answer within 3000 ms"), hung.log.read_text())
    check("and the daemon goes on", subprocess.run([programs / "touchctl", "status", "--socket", f"{folder}/hung.sock"], env=environment,
                                                    stdout=subprocess.DEVNULL).returncode == 0)
    hung.end()

    # Started as by the unit. The requests that waited meanwhile are lost.
    broker = subprocess.Popen([programs / "touchctl", "open", "-"], stdin=listener, stderr=subprocess.PIPE, text=True, env=environment)
    for message, why in (b"open /dev/null", b"1 the path must be"), (b"open /etc/shadow\ninstance a", b"1 the path must be"), (b"key 30", b"22 "), (
            b"open /dev/input/event99", b"2 cannot open it"), (b"\xff" * 5000, b"22 "):
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as client:
            client.settimeout(PATIENCE)
            client.connect(path)
            client.send(message)
            answer, descriptors, _, _ = socket.recv_fds(client, 4096, 4)
        check(f"touchctl open - refuses {message[:30]}", answer.startswith(why) and not descriptors, (answer, descriptors))
    check("and goes on", broker.poll() is None)
    broker.terminate()
    check("what it refused is in its log", "this is not a valid request" in broker.communicate(timeout=PATIENCE)[1])
    listener.close()
    for question, why in ("/dev/input/event99", "No such file"), ("/dev/null", "the path must be"), (f"{folder}/c.yaml", "the path must be"):
        done = subprocess.run([programs / "touchctl", "open", question], capture_output=True, text=True, env=environment)
        check(f"touchctl open refuses {os.path.basename(question)}", done.returncode == 1 and why in done.stderr, done)
finish()
