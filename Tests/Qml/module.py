"""Builds the QML module, runs the program of docs/clients.md and one that uses the rest, and compares what they print with what touchd did."""
import getpass, json, os, pathlib, re, shutil, socket, subprocess, sys, tempfile, threading, time

root = pathlib.Path(__file__).resolve().parents[2]
programs = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else root / ".build/release").resolve()
recording, configuration, glass = root / "Tests/Recordings/demo.evemu", root / "config/demo.yaml", root / "Tests/Qml/glass.yaml"
passed = failed = 0
# The time limit of every wait, in seconds; only a hang takes that long.
PATIENCE = 60


def check(sentence, ok, detail=""):
    global passed, failed
    passed, failed = passed + bool(ok), failed + (not ok)
    print(("ok      " if ok else "not ok  ") + sentence + (f": {detail}" if detail and not ok else ""), flush=True)


class Daemon:
    def __init__(self, path, *arguments, file=configuration):
        self.process = subprocess.Popen([programs / "touchd", "--config", file, "--socket", path, *arguments], stderr=subprocess.DEVNULL,
                                        env={**os.environ, "TOUCHD_VERIFIER": "fatal"})
        while self.process.poll() is None:
            with socket.socket(socket.AF_UNIX) as probe:
                if probe.connect_ex(path) == 0:
                    return
            time.sleep(0.02)
        raise SystemExit("touchd did not come up")

    def stop(self):
        self.process.terminate()
        self.process.wait(PATIENCE)


class Program:
    """A running QML program. Its lines are those that console.log prints."""

    def __init__(self, file, path, module=None, **variables):
        self.process = subprocess.Popen([tool, "-I", module or modules, file], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, bufsize=1, env={
            **os.environ, "QT_QPA_PLATFORM": "offscreen", "TOUCHD_SOCKET": path, "XDG_RUNTIME_DIR": os.path.dirname(path), "QT_FORCE_STDERR_LOGGING": "1",
            **variables})
        self.watchdog = threading.Timer(PATIENCE, self.process.kill)
        self.watchdog.start()
        self.lines = []

    def until(self, text):
        """Reads lines until one contains the text. Returns them without that one; None if there is none."""
        before = []
        for line in self.process.stderr:
            line = line.rstrip("\n").removeprefix("qml: ")
            self.lines.append(line)
            if text in line:
                return before
            before.append(line)
        return None

    def stop(self):
        self.watchdog.cancel()
        self.process.kill()
        self.process.communicate()


def touchctl(*arguments):
    """Runs touchctl on the daemon at the path."""
    return subprocess.run([programs / "touchctl", *arguments, "--socket", path], stdout=subprocess.DEVNULL, timeout=PATIENCE)


def hold(*arguments):
    """Starts touchctl inject, which holds its finger down until touchd is gone."""
    return subprocess.Popen([programs / "touchctl", "inject", *arguments, "--hold", "600", "--socket", path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def expected():
    """The presses on the menu, from the frames that touchctl replay prints: touches that ended inside their region."""
    done = subprocess.run([programs / "touchctl", "replay", "--config", configuration, recording], capture_output=True, text=True)
    events = [event for line in done.stdout.splitlines() for event in json.loads(line).get("events", [])]
    return [event["region"] for event in events if event["event"] == "touch" and event["phase"] == "ended" and event.get("inside", True)
            and event["region"] == event["target"] and event["region"] in ("menu", "ok", "cancel", "help")]


with tempfile.TemporaryDirectory() as folder:
    tool = next(iter(pathlib.Path("/usr/lib/qt6/bin").glob("qml")), None) or shutil.which("qml6") or sys.exit("qml: no Qt 6 here; scripts/setup install")
    modules, checked = f"{folder}/modules", f"{folder}/checked"
    checking = subprocess.Popen(["make", "-C", root / "clients/qml", f"OUT={checked}", "CXXFLAGS=-g -fsanitize=address", "LDFLAGS=-fsanitize=address"],
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    made = subprocess.run(["make", "-C", root / "clients/qml", f"OUT={modules}"], capture_output=True, text=True)
    check("the module is built without a warning", made.returncode == 0 and "warning" not in made.stderr, made.stdout + made.stderr)
    path = f"{folder}/events.sock"

    shown = re.search(r"^```qml\n(.*?)^```$", (root / "docs/clients.md").read_text(), re.M | re.S)[1]
    check("docs/clients.md has a program of at most ten lines", len([line for line in shown.splitlines() if line.strip()]) <= 10)
    pathlib.Path(f"{folder}/menu.qml").write_text(shown)
    wanted = expected()
    daemon = Daemon(path, "--recording", recording)
    program = Program(f"{folder}/menu.qml", path)
    lines = []
    while len([line for line in lines if line.startswith("pressed ")]) < len(wanted) and (before := program.until("pressed ")) is not None:
        lines += [*before, program.lines[-1]]
    check("the program of docs/clients.md prints each press of the recording, and no other",
          len(wanted) > 2 and [line.split()[1] for line in lines if line.startswith("pressed ")] == wanted, (lines, wanted))
    program.stop()
    daemon.stop()

    # A program that starts before touchd, and outlives it.
    program = Program(root / "Tests/Qml/all.qml", path)
    check("it says that it waits for touchd", program.until("waits: ") is not None, program.lines)
    daemon = Daemon(path)
    check("and connects when touchd comes", program.until("connected true") is not None, program.lines)
    check("a region knows its place", program.until("ok at 60,1660 200x200") is not None, program.lines)
    check("request() has a reply", program.until("hit kiosk/menu/ok") is not None, program.lines)
    check("a refused edit says why", program.until("refused: ") is not None and "nosuch" in program.lines[-1], program.lines)
    check("an edit moves the region", program.until("ok at 60,1660 100x100") is not None, program.lines)
    check("claim() has a reply", program.until("claimed") is not None, program.lines)
    finger = subprocess.Popen([programs / "touchctl", "inject", "tap", "100", "1700", "--hold", "600", "--socket", path], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    check("a finger is down in a region", program.until("ok down true 1") is not None, program.lines)
    daemon.process.kill()
    daemon.process.wait(PATIENCE)
    before = program.until("connected false")
    finger.wait(PATIENCE)
    check("when touchd is gone the touch is cancelled, and no press", before is not None and "touch cancelled" in program.lines and "ok down false 0" in program.lines
          and not [line for line in program.lines if line.startswith("pressed")], program.lines)
    daemon = Daemon(path)
    check("it connects again", program.until("connected true") is not None, program.lines)
    check("the edit with redo is made again", program.until("ok at 60,1660 100x100") is not None, program.lines)
    subprocess.run([programs / "touchctl", "inject", "tap", "900", "1700", "--socket", path], stdout=subprocess.DEVNULL, timeout=PATIENCE)
    subprocess.run([programs / "touchctl", "inject", "tap", "100", "1700", "--socket", path], stdout=subprocess.DEVNULL, timeout=PATIENCE)
    before = program.until("pressed ok")
    check("a tap is a press of its region, not of others", before is not None and not [line for line in before if line.startswith("pressed")], program.lines)
    check("a handler may change the regions and destroy the client", program.until("destroyed") is not None, program.lines)
    check("the program goes on", program.until("goes on") is not None, program.lines)
    check("a region that touchd does not have is never there", "nowhere is there" not in program.lines, program.lines)
    program.stop()
    daemon.stop()

    # What is in progress when the connection is lost.
    daemon = Daemon(path, file=glass)
    program = Program(root / "Tests/Qml/cancels.qml", path)
    program.until("connected true")
    fingers = [hold("tap", "540", "200")]
    check("a finger holds a control", program.until('"action":"touchDown"') is not None, program.lines)
    fingers.append(hold("drag", "300", "600", "500", "600"))
    check("a gesture is in progress", program.until("gesture ") is not None, program.lines)
    fingers.append(hold("drag", "540", "1150", "540", "1000"))
    check("a scroll view is in progress", program.until("scroll ") is not None, program.lines)
    daemon.process.kill()
    daemon.process.wait(PATIENCE)
    program.until("connected false")
    last = {}
    for line in program.lines:
        kind, _, text = line.partition(" ")
        if text.startswith("{"):
            last[kind, json.loads(text)["region"]] = json.loads(text)
    control, gesture, scroll, touch = (last.get(key, {}) for key in [("control", "ok"), ("gesture", "map"), ("scroll", "list"), ("touch", "ok")])
    check("a lost connection cancels the control", control.get("action") == "touchCancel" and control.get("event") == "control" and not control["isPress"], control)
    check("and the gesture", gesture.get("state") == "cancelled" and gesture.get("kind") == "pan" and gesture.get("touches"), gesture)
    check("and the scroll view", scroll.get("state") == "cancelled" and len(scroll.get("offset", [])) == 2, scroll)
    check("and the touch", touch.get("phase") == "cancelled" and touch.get("reason") == "disconnected" and touch.get("event") == "touch", touch)
    check("only touches have a phase, and no cancel has samples or a time of its own",
          not any("phase" in event for event in (control, gesture, scroll))
          and not any(key in event for event in (control, gesture, scroll, touch) for key in ("coalesced", "timestamp")), last)
    for finger in fingers:
        finger.wait(PATIENCE)
    program.stop()

    daemon = Daemon(path, file=glass)
    program = Program(root / "Tests/Qml/regions.qml", path)
    check("a program may change its regions before touchd has answered", program.until("ok true") is not None, program.lines)
    touchctl("inject", "tap", "300", "600")
    touchctl("inject", "tap", "300", "200")
    before = program.until("touch ok ended")
    check("the old subscription has ended", before is not None and not [line for line in program.lines if line.startswith("touch map") or line == "reply false"],
          program.lines)
    check("and its regions are not there", [line for line in program.lines if line.startswith("map ")][-1:] in ([], ["map false"]), program.lines)
    program.stop()

    output, _ = checking.communicate()
    library = subprocess.run(["c++", "-print-file-name=libasan.so"], capture_output=True, text=True).stdout.strip()
    check("the module is built with the address sanitizer", checking.returncode == 0, output)
    # The engine's own memory is not freed when the program is killed, and its collector reads whole stacks.
    # Qt's own code is not checked; it fails because freed memory is overwritten.
    program = Program(root / "Tests/Qml/children.qml", path, checked, LD_PRELOAD=library,
                      ASAN_OPTIONS="detect_leaks=0:detect_stack_use_after_return=0:max_free_fill_size=4096:free_fill_byte=90")
    check("a child that is added late knows its place", (before := program.until("child destroyed")) is not None and "child true 800" in before, program.lines)
    touchctl("inject", "tap", "300", "1000")
    check("touches come after a child was destroyed", program.until("pressed list") is not None, program.lines)
    reloaded = touchctl("reload")
    touchctl("inject", "tap", "300", "200")
    before = program.until("pressed ok")
    check("and after a reload", reloaded.returncode == 0 and before is not None, (reloaded, program.lines))
    check("a child whose region changes forgets the finger, and knows its new place", before is not None and [line for line in before if line.startswith("first")]
          == ["first ok touches 1 true", "first map touches 0 false", "first map true 400"], program.lines)
    touchctl("inject", "tap", "300", "600")
    before = program.until("pressed map")
    check("a child whose region becomes one that touchd does not have is not there", before is not None and [line for line in before if line.startswith("first")]
          == ["first map touches 1 true", "first nowhere touches 0 false", "first nowhere false 0"], program.lines)
    program.stop()
    daemon.stop()

    # The on-screen keyboard. Tests/VM/guest/typed.py and Tests/ServerTests/TypingTests.swift show what its keys type.
    own = pathlib.Path(f"{folder}/keyboard.yaml")
    own.write_text((root / "examples/qml/keyboard.yaml").read_text().replace("user: kiosk", f"user: {getpass.getuser()}"))
    daemon = Daemon(path, file=own)
    program = Program(root / "examples/qml/keyboard.qml", path)
    for _ in range(PATIENCE * 20):
        if "key-SPACE" in subprocess.run([programs / "touchctl", "regions", "--socket", path], capture_output=True, text=True, timeout=PATIENCE).stdout:
            break
        time.sleep(0.05)
    touchctl("inject", "tap", "540", "1900")
    check("the on-screen keyboard has keys, and draws the one that is pressed", program.until("ended key-SPACE") is not None
          and program.lines[-2] == "began key-SPACE" and not [line for line in program.lines if "refused" in line or "Error" in line], program.lines)
    program.stop()
    daemon.stop()

    bad = pathlib.Path(f"{folder}/bad.qml")
    bad.write_text('import QtQuick\nimport Touchd\nItem { Touchd { socket: "/' + "x" * 200 + '"; onFailed: text => console.log("failed:", text) } }\n')
    program = Program(bad, path)
    check("a path that is too long is an error", program.until("failed: no client of touchd can be made: File name too long") is not None, program.lines)
    program.stop()

print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
