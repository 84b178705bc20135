"""touchctl doctor on a machine simulated by umockdev: with a working daemon, with a daemon that hangs, and without one."""
import json, os, pathlib, signal, socket, subprocess, tempfile, time

from simulated import PATIENCE, check, finish, node, plug, programs, testbed, until

environment = {key: value for key, value in os.environ.items() if not key.startswith("TOUCHD_")}
CONFIGURATION = """version: 1
screens:
  - id: main
    size: [1000, 500]
    panels: [{ match: { name: "ACME*" } }]
    windows: [{ id: w, frame: [0, 0, 1000, 500] }]
"""


def doctor(*options):
    done = subprocess.run([programs / "touchctl", "doctor", "--json", "--socket", path, *options], capture_output=True, text=True,
                          env=environment, timeout=PATIENCE)
    found = {}
    for line in done.stdout.splitlines():
        finding = json.loads(line)
        found.setdefault(finding["check"], []).append(finding)
    return found, done


def results(found, name):
    return [finding["result"] for finding in found.get(name, [])]


with tempfile.TemporaryDirectory() as folder:
    path = f"{folder}/events.sock"
    pathlib.Path(folder, "c.yaml").write_text(CONFIGURATION)
    plug()
    found, done = doctor()
    check("without a daemon it says so", results(found, "answers") == ["problem"] and done.returncode == 1, done)
    daemon = subprocess.Popen([programs / "touchd", "--config", f"{folder}/c.yaml", "--socket", path], stderr=subprocess.DEVNULL,
                              env=environment)
    client = socket.socket(socket.AF_UNIX)
    until(lambda: client.connect_ex(path) == 0)

    found, done = doctor()
    check("with one it answers", results(found, "answers") == ["ok"], found)
    check("and the panel is there", results(found, "panels") == ["ok"] and node in found["panels"][0]["message"], found)
    check("and its configuration is right", results(found, "configuration") == ["ok"], found)
    check("and both are of one version", results(found, "versions") == ["ok"], found)
    check("what is wrong says what to do", all("remedy" in finding for list in found.values() for finding in list
                                               if finding["result"] in ("problem", "warning")), found)
    check("nobody else reads the panel", results(found, "readers") == ["ok"], found)

    pathlib.Path(folder, "c.yaml").write_text(CONFIGURATION + "x: 1\n")
    daemon.send_signal(signal.SIGHUP)
    until(lambda: "problem" in results(doctor()[0], "configuration"))
    found, done = doctor()
    said = " ".join(finding["message"] for finding in found["configuration"])
    check("a wrong configuration is found, and that an older one is in force",
          results(found, "configuration") == ["problem"] * 2 and "refused" in said and "c.yaml:7:1" in said, found)

    pathlib.Path(folder, "c.yaml").write_text(CONFIGURATION.replace("ACME*\" }", "ACME*\" }, grab: exclusive")
                                              .replace("windows:", "kiosk: { wake: {} }\n    windows:")
                                              .replace("{ id: w,", "{ id: w, kind: surface,"))
    daemon.send_signal(signal.SIGHUP)
    until(lambda: results(doctor()[0], "configuration") == ["ok"])
    found, done = doctor()
    check("a surface and a wake rule are seen in the configuration",
          "touchd main" in found["virtual panel"][0]["message"] and results(found, "virtual panel") == ["problem"]
          and len(found["wake"]) == 1 and results(found, "display") == ["problem"] and results(found, "readers") == ["ok"], found)

    daemon.send_signal(signal.SIGSTOP)
    began = time.monotonic()
    found, done = doctor()
    check("a daemon that hangs is found, and does not hang its doctor",
          results(found, "answers") == ["problem"] and "does not answer" in found["answers"][0]["message"] and time.monotonic() - began < 60, found)
    daemon.send_signal(signal.SIGCONT)
    daemon.terminate()
    daemon.wait(PATIENCE)
    plain = subprocess.run([programs / "touchctl", "doctor", "--socket", path], capture_output=True, text=True, env=environment).stdout
    check("for people it ends with a count", plain.splitlines()[-1].count("problem") == 1 and "-> " in plain, plain)

finish()
