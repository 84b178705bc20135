"""Several kiosks on one machine: a panel belongs to one instance, and another instance takes it once that one has ended, even by a crash."""
import json, os, pathlib, signal, socket, subprocess, tempfile

import simulated
from simulated import PATIENCE, check, here, node, plug, programs, until

environment = {key: value for key, value in os.environ.items() if not key.startswith("TOUCHD_")} | {"TOUCHD_VERIFIER": "fatal"}


def devices(path):
    answer = subprocess.run([programs / "touchctl", "devices", "--json", "--socket", path], capture_output=True, text=True, env=environment)
    return {entry["node"]: entry for entry in map(json.loads, answer.stdout.splitlines())}


class Instance:
    def __init__(self, folder, name):
        self.path, self.log = f"{folder}/{name}.sock", f"{folder}/{name}.log"
        self.process = subprocess.Popen(
            [programs / "touchd", "--instance", name, "--config", f"{folder}/c.yaml", "--socket", self.path],
            stderr=open(self.log, "ab"), env=environment)
        client = socket.socket(socket.AF_UNIX)
        until(lambda: client.connect_ex(self.path) == 0)

    @property
    def panel(self):
        return devices(self.path)[node]["panel"]

    @property
    def reason(self):
        return devices(self.path)[node]["reason"]

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(PATIENCE)


with tempfile.TemporaryDirectory() as folder:
    pathlib.Path(folder, "c.yaml").write_text("""version: 1
screens:
  - id: main
    size: [1000, 500]
    panels: [{ match: { name: "*" } }]
    windows: [{ id: w, frame: [0, 0, 1000, 500] }]
""")
    plug()
    left = Instance(folder, "left")
    right = Instance(folder, "right")
    check("the first of two instances has the panel", left.panel == "main-0", left.reason)
    check("the second is refused it, and says why",
          right.panel is None and right.reason.startswith("refused: another touchd on this machine has this panel"), devices(right.path))
    plain = subprocess.run([programs / "touchctl", "devices", "--socket", right.path], capture_output=True, text=True, env=environment).stdout
    check("touchctl devices shows it to people", "another touchd" in plain, plain)
    left.end(signal.SIGKILL)
    check("it takes the panel when the first is killed", until(lambda: right.panel == "main-0"), right.reason)
    left = Instance(folder, "left")
    check("the first comes back and is refused now", left.panel is None and "another touchd" in left.reason, left.reason)
    right.end()
    check("and has the panel again when the second has ended", until(lambda: left.panel == "main-0"), left.reason)
    left.end()
    said = open(right.log).read()
    check("the log says once that it had to wait", said.count("another touchd on this machine has this panel") == 1, said)

    # Selected by their names alone.
    run = subprocess.run([programs / "touchd", "--instance", "nobody"], capture_output=True, text=True, env=environment, timeout=PATIENCE)
    check("an instance's configuration has its name", run.returncode != 0 and "/etc/touchd/nobody.yaml" in run.stderr, run)
    run = subprocess.run([programs / "touchctl", "status", "--instance", "nobody"], capture_output=True, text=True, timeout=PATIENCE,
                         env=environment | {"TOUCHD_SOCKET": "/tmp/another"})
    check("touchctl finds it by its name, whatever the environment has", run.returncode == 69 and "/run/touchd-nobody/events.sock" in run.stderr, run)
    run = subprocess.run([programs / "touchctl", "status", "--instance", "a/b"], capture_output=True, text=True, timeout=PATIENCE)
    check("a name that could lead elsewhere is refused", run.returncode == 64, run)
    run = subprocess.run([programs / "touchctl", "status", "--instance", "a", "--socket", "b"], capture_output=True, text=True, timeout=PATIENCE)
    check("an instance and a socket at once are refused", run.returncode == 64 and "give one of them" in run.stderr, run)

simulated.finish()
