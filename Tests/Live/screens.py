"""Screen rules as on a kiosk: a display that turns off, the units started by it, idleness, staff gestures, cleaning, and access rights."""
import json, os, pathlib, signal, socket, subprocess, tempfile, threading, time

import simulated
from simulated import PATIENCE, check, descriptor, device, packed, plug, programs, testbed, until

card = "/sys/devices/pci0000:00/0000:00:02.0/drm/card0"
connector = f"{card}/card0-HDMI-A-1"
TRACKING, X, Y, SLOT = 57, 53, 54, 47


def plug_display():
    """Adds a graphics card with one connector, and a backlight that does not belong to the connector."""
    testbed.add_from_string(f"P: {card.removeprefix('/sys')}\nE: SUBSYSTEM=drm\nE: DEVTYPE=drm_minor\n")
    testbed.add_from_string(f"P: {connector.removeprefix('/sys')}\nE: SUBSYSTEM=drm\nE: DEVTYPE=drm_connector\n"
                            "A: status=connected\nA: enabled=enabled\nA: dpms=On\n")
    testbed.add_from_string("P: /devices/platform/backlight/backlight/pwm\nE: SUBSYSTEM=backlight\n"
                            "A: bl_power=0\nA: actual_brightness=200\nA: type=raw\n")


class Client:
    """A connection that keeps all received lines."""
    def __init__(self, path, *lines):
        self.socket = socket.socket(socket.AF_UNIX)
        until(lambda: self.socket.connect_ex(path) == 0)
        self.lines = []
        for line in lines:
            self.say(line)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.socket.makefile("r"):
            self.lines.append(json.loads(line))

    def say(self, line):
        self.socket.sendall(json.dumps(line).encode() + b"\n")

    def of(self, type):
        return [line for line in self.lines if line["type"] == type]

    def phases(self):
        return [event["phase"] for line in self.of("frame") for event in line["events"]]


class Finger:
    """A finger on the panel, in units of the panel."""
    def __init__(self, fd):
        self.fd, self.number = fd, 0

    def down(self, x=2000, y=1000):
        self.play((0, "down", x, y))

    def up(self):
        self.play((0, "up"))

    def play(self, *steps):
        """Writes (ms, "down" or "move", x, y) and (ms, "up") at once. No pause of this program can stretch them, because the last one happens now."""
        now = time.monotonic_ns() // 1000
        data = b""
        for ms, kind, *place in steps:
            self.number += kind == "down"
            tracking = {"down": [(3, TRACKING, self.number)], "up": [(3, TRACKING, -1)], "move": []}[kind]
            data += packed((3, SLOT, 0), *tracking, *zip((3, 3), (X, Y), place), at=now + 1000 * (ms - steps[-1][0]))
        os.write(self.fd, data)


def touchctl(*words, **options):
    return subprocess.run([programs / "touchctl", *map(str, words), "--socket", path], capture_output=True, text=True, timeout=PATIENCE, **options)


def screen():
    return json.loads(touchctl("screen", "main", "--json").stdout)


with tempfile.TemporaryDirectory() as folder:
    path = f"{folder}/events.sock"
    units = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    units.bind(f"{folder}/units.sock")
    units.settimeout(PATIENCE)
    plug_display()
    plug()
    # The first thresholds are far away: the screen is still active when a busy machine reads the snapshot.
    idle_late = """version: 1
screens:
  - id: main
    size: [1000, 500]
    panels: [{ match: { name: "*" }, output: HDMI-A-1 }]
    kiosk:
      wake: { grace: 0.2 }
      idle: [60, 120]
      staff: [{ id: service, corner: topLeft, size: 100, taps: 2, hold: 0.3, do: { unit: true } }]
      gestures: [{ id: home, swipe: up, from: bottom, within: 1, do: { unit: true } }, { id: menu, corner: topRight, hold: 0.4 }]
      cleaning: { holdToLeave: 1 }
    windows: [{ id: w, frame: [0, 0, 1000, 500], multipleTouchEnabled: true }]
"""
    pathlib.Path(folder, "c.yaml").write_text(idle_late)
    with open(f"{folder}/log", "wb") as log:
        daemon = subprocess.Popen([programs / "touchd", "--config", f"{folder}/c.yaml", "--socket", path], stderr=log,
                                  env={**os.environ, "TOUCHD_VERIFIER": "fatal", "TOUCHD_UNITS_SOCKET": f"{folder}/units.sock"})
    finger = Finger(descriptor())
    client = Client(path, {"type": "subscribe", "id": 1, "observe": True})
    until(lambda: client.of("snapshot"))
    check("the snapshot has the screen, with what the connector says of its display",
          [(s["screen"], s["display"], s["activity"]) for s in client.of("snapshot")[0]["screens"]] == [("main", "on", "active")], client.lines)
    check("the units of an active screen are asked for at the start", units.recv(100) == b"active 60,120 main")

    # Idleness, by thresholds and by waiting.
    waited = touchctl("idle", "--wait", 1, "--json")
    check("touchctl idle --wait returns when nobody has touched for so long, before any threshold",
          waited.returncode == 0 and json.loads(waited.stdout)["activity"] == "active", waited)
    # A finger rests meanwhile, so that the screen is active until its thresholds have changed.
    finger.down()
    until(lambda: client.phases() == ["began"])
    pathlib.Path(folder, "c.yaml").write_text(idle_late.replace("[60, 120]", "[2, 4]"))
    touchctl("reload")
    check("units are asked for anew when the thresholds change", units.recv(100) == b"active 2,4 main")
    finger.up()
    check("units follow each threshold", [units.recv(100) for _ in range(2)] == [b"idle 2 main", b"idle 4 main"])
    check("and so do lines", until(lambda: [(line["activity"], line["idle"]) for line in client.of("screen")] == [("idle", 2), ("idle", 4)]), client.of("screen"))
    took = []
    while len(took) < 20 and min(took, default=3) >= 3:  # a busy machine may start touchctl late
        began = time.monotonic()
        waited = touchctl("idle", "--wait", 3, "--json")
        took.append(time.monotonic() - began)
    check("touchctl idle --wait returns at once if it is so already, and says how the screen is",
          min(took) < 3 and json.loads(waited.stdout)["idle"] == 4, (took, waited))
    active = subprocess.Popen([programs / "touchctl", "idle", "--active", "--json", "--socket", path], stdout=subprocess.PIPE, text=True)
    time.sleep(0.5)
    check("touchctl idle --active waits for a touch", active.poll() is None)
    finger.down()
    check("and returns with it", json.loads(active.communicate(timeout=PATIENCE)[0])["screen"] == "main" and active.returncode == 0)
    check("with a touch the screen is active again", units.recv(100) == b"active 2,4 main" and until(lambda: client.of("screen")[-1]["activity"] == "active"))
    held = subprocess.Popen([programs / "touchctl", "idle", "--wait", "1", "--socket", path])
    time.sleep(2.5)
    check("a finger that is held is no idleness", held.poll() is None and screen()["activity"] == "active", screen())
    finger.up()
    check("after it has lifted there is", held.wait(PATIENCE) == 0)

    # A display that turns off, and the touch that wakes it.
    testbed.set_attribute(connector, "dpms", "Off")
    before = len(client.phases())
    finger.down()
    said = set()
    while b"wake main" not in said:
        said.add(units.recv(100))
    check("the touch on a display that has just gone dark starts the wake unit", True)
    finger.up()
    check("it reaches nobody", until(lambda: client.of("screen")[-1]["display"] == "off") and len(client.phases()) == before, client.lines[-4:])
    check("the log says so", "screen main: a finger wakes the display" in open(f"{folder}/log").read(), open(f"{folder}/log").read())
    testbed.set_attribute(connector, "dpms", "On")
    time.sleep(0.4)
    finger.down()
    finger.up()
    check("the next one after the grace is a touch", until(lambda: client.phases()[before:] == ["began", "ended"]), client.lines[-4:])
    testbed.set_attribute("/sys/devices/platform/backlight/backlight/pwm", "bl_power", "4")
    check("a backlight whose power is off is a dark display", until(lambda: screen()["display"] == "off"), screen())
    testbed.set_attribute("/sys/devices/platform/backlight/backlight/pwm", "bl_power", "0")
    check("and with its power it is on", until(lambda: screen()["display"] == "on"), screen())
    check("a program says that it is off", touchctl("screen", "--display", "off").returncode == 0 and screen()["display"] == "off")
    before = len(client.phases())
    finger.down()
    finger.up()
    time.sleep(0.4)
    check("the touch that wakes it reaches nobody, and has it on again", len(client.phases()) == before and screen()["display"] == "on", screen())

    # Cleaning and locking.
    finger.down()
    until(lambda: len(client.phases()) > before)
    check("touchctl locks the screen", touchctl("screen", "main", "--lock").returncode == 0 and screen()["mode"] == "locked")
    check("what was down is cancelled", until(lambda: client.of("frame")[-1]["events"][0].get("reason") == "locked"), client.lines[-3:])
    finger.up()
    before = len(client.phases())
    finger.down()
    finger.up()
    plain = touchctl("screen").stdout
    check("touchctl screen says so to people", "locked" in plain.splitlines()[1] and plain.splitlines()[0].startswith("SCREEN"), plain)
    status = touchctl("status").stdout
    check("and touchctl status", "screen         main: display on, active, last touch" in status and "locked: no touch reaches anybody" in status, status)
    check("touchctl unlocks it", touchctl("screen", "--unlock").returncode == 0 and screen()["mode"] == "normal" and len(client.phases()) == before)
    check("cleaning is over after its time", touchctl("screen", "--clean", 1, "--json").stdout.count('"cleaning"') == 1
          and until(lambda: screen()["mode"] == "normal"))
    log = open(f"{folder}/log").read()
    check("each act is a line of the log", "screen main: mode locked, by client pid" in log and "mode cleaning for 1 s, by" in log
          and "(touchctl), uid" in log and "on the admin socket" in log, log)

    # Staff gestures.
    admin = Client(f"{folder}/admin.sock")
    until(lambda: admin.of("hello"))
    finger.play((0, "down", 20, 20), (50, "up"), (100, "down", 20, 20))
    check("the staff's gesture is told to the admin socket", until(lambda: [line["id"] for line in admin.of("staff")] == ["service"]), admin.lines)
    finger.up()
    started = set()
    while b"gesture main/service" not in started:
        started.add(units.recv(100))
    check("and starts its unit", True)

    # Gestures of the kiosk.
    monitor = subprocess.Popen([programs / "touchctl", "monitor", "--socket", f"{folder}/admin.sock"], stdout=subprocess.PIPE, text=True)
    until(lambda: "down" in monitor.stdout.readline())
    before = len(client.phases())
    finger.play((0, "down", 2000, 2290), *((10 * step, "move", 2000, 2290 - 200 * step) for step in range(1, 6)), (60, "up"))
    check("a swipe from the bottom is told to the admin socket", until(lambda: [line["id"] for line in admin.of("kioskGesture")] == ["home"]), admin.lines[-3:])
    while b"gesture main/home" not in started:
        started.add(units.recv(100))
    check("and starts its unit", True)
    said = next((line for line in monitor.stdout if "kiosk gesture" in line), "no line about it")
    monitor.kill()
    check("touchctl monitor prints it", "kiosk gesture home on screen main" in said, said)
    finger.down(4090, 5)
    time.sleep(0.8)
    finger.up()
    check("a hold in a corner too, which starts no unit", until(lambda: [line["id"] for line in admin.of("kioskGesture")] == ["home", "menu"]), admin.lines[-3:])
    check("nobody gets the fingers of either", len(client.phases()) == before, client.lines[-3:])
    check("the log says so", "screen main: kiosk gesture home" in open(f"{folder}/log").read())
    finger.down(2000, 2290)
    finger.up()
    check("a tap at the edge is the region's", until(lambda: client.phases()[before:] == ["began", "ended"]), client.lines[-4:])

    # Missing rights and wrong arguments.
    check("a screen that there is not is refused", touchctl("screen", "side", "--lock").returncode == 64 and touchctl("screen", "side").returncode == 64)
    check("wrong options too", touchctl("screen", "--lock", "--unlock").returncode == 64 and touchctl("idle", "--wait", "x").returncode == 64)
    monitor = subprocess.Popen([programs / "touchctl", "monitor", "--socket", path], stdout=subprocess.PIPE, text=True)
    until(lambda: "down" in monitor.stdout.readline())
    touchctl("screen", "--lock")
    # A line about the idle screen may come before it.
    said = next((line for line in monitor.stdout if line.rstrip().endswith("mode locked")), "no line about it")
    monitor.kill()
    check("monitor prints it", said.startswith("screen main display on, "), said)

    # The units' names, through a socket as systemd passes it.
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    for message in b"wake main", b"rm -rf", b"idle 60 a b":
        there.send(message)
    run = subprocess.Popen([programs / "touchctl", "unit", "--dry-run", "-"], stdin=here, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    out, err = run.communicate(timeout=PATIENCE)
    check("touchctl unit starts the units of each message, and of no other", out.splitlines() == [
        "/usr/bin/systemctl --no-block start -- touchd-wake@main.service",
        "/usr/bin/systemctl --no-block start -- touchd-idle@a\\x20b.target touchd-idle@a\\x20b:60.target"] and "rm -rf" in err and run.returncode == 0,
          (out, err))
    daemon.terminate()
    check("the daemon ends well", daemon.wait(PATIENCE) == 0)

    # touchctl idle on a screen without thresholds, which is always active, and whose panel comes late.
    def start():
        daemon = subprocess.Popen([programs / "touchd", "--config", f"{folder}/c.yaml", "--socket", path], stderr=subprocess.DEVNULL,
                                  env={**os.environ, "TOUCHD_VERIFIER": "fatal"})
        until(lambda: touchctl("status").returncode == 0)
        return daemon

    pathlib.Path(folder, "c.yaml").write_text("""version: 1
screens:
  - id: main
    size: [1000, 500]
    panels: [{ match: { name: "*" } }]
    windows: [{ id: w, frame: [0, 0, 1000, 500] }]
""")
    testbed.uevent(device, "remove")
    daemon = start()
    active = subprocess.Popen([programs / "touchctl", "idle", "--active", "--json", "--socket", path], stdout=subprocess.PIPE, text=True)
    time.sleep(1)
    for change in ("--lock",), ("--unlock",), ("--display", "off"):
        touchctl("screen", *change)
    testbed.uevent(device, "add")
    until(lambda: "main-0" in touchctl("devices").stdout)
    configuration = pathlib.Path(folder, "c.yaml").read_text()
    pathlib.Path(folder, "c.yaml").write_text(configuration + "nonsense: 1\n")
    check("a wrong file is refused meanwhile", touchctl("reload").returncode == 78)
    pathlib.Path(folder, "c.yaml").write_text(configuration)
    time.sleep(0.5)
    check("a change of the display or of the mode is no touch", active.poll() is None)
    finger.down()
    out = active.communicate(timeout=PATIENCE)[0]
    check("a touch is, also on a panel that came later", active.returncode == 0 and json.loads(out)["screen"] == "main", out)
    waiting = subprocess.Popen([programs / "touchctl", "idle", "--wait", "3", "--socket", path])
    time.sleep(1.5)  # between two looks
    waiting.send_signal(signal.SIGSTOP)
    finger.up()
    daemon.terminate()
    daemon.wait(PATIENCE)
    began = time.monotonic()
    time.sleep(3)
    daemon = start()
    waiting.send_signal(signal.SIGCONT)
    check("after a restart of touchd the time begins again", waiting.wait(PATIENCE) == 0 and time.monotonic() - began >= 6, time.monotonic() - began)
    daemon.terminate()
    daemon.wait(PATIENCE)

simulated.finish()
