#!/usr/bin/python3
"""touchctl calibrate and touchctl map, on a display without a desktop and a panel with a known misalignment. Run by Tests/VM/calibration, as root, in
the project's folder."""
import fcntl
import json
import os
import pathlib
import re
import select
import signal
import subprocess
import sys
import time
import traceback

import testkit
from testkit import ABS_X, ABS_Y, LIFT, MT_X, MT_Y, SLOT, TRACKING_ID, Panel, check, connected, event_node, run, until

BIN = os.environ["BIN"]
OUT = pathlib.Path(os.environ["VM_OUT"])
SIZE = (1080, 1920)
BACKGROUND = "14202b"
ARM = min(SIZE) // 22    # of a cross, in pixels
RULE = pathlib.Path("/etc/udev/rules.d/99-touchd-calibration-main-0.rules")
CONFIGURATION = pathlib.Path("/run/calibrated.yaml")

# The expected calibration, rows [a b c] [d e f]: mirrored left to right, a little larger than the display, and skewed.
DISTORTION = (-1.06, 0.012, 1.03, 0.02, 0.94, 0.03)


class Glass(Panel):
    AXES = {ABS_X: 4095, ABS_Y: 4095, SLOT: 9, MT_X: 4095, MT_Y: 4095, TRACKING_ID: 65535}
    RESOLUTION = 10

    def __init__(self, name=b"calibration glass", phys=b"glass/0"):
        super().__init__(name, phys)

    def touch(self, place, matrix=DISTORTION):
        """A finger on a place of the display, 0…1, on a panel that requires the calibration `matrix`."""
        a, b, c, d, e, f = matrix
        x, y = place[0] - c, place[1] - f
        n = a * e - b * d
        raw = ((e * x - b * y) / n, (a * y - d * x) / n)
        units = tuple(round(value * 4096) for value in raw)
        self.frame(s0=units)
        time.sleep(0.03)
        self.frame(s0=(units[0] + 3, units[1] - 2))
        self.frame(s0=(units[0] + 1, units[1]))
        self.frame(s0=LIFT)


client = None       # an observer of everything


class Touchctl:
    """A touchctl command with the objects that it prints."""

    def __init__(self, *arguments, **options):
        self.process = subprocess.Popen([f"{BIN}/touchctl", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.buffer = b""
        self.seen = []

    def event(self, *names, seconds=testkit.PATIENCE):
        """Returns the next of these events, or {} if none comes in time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            line, newline, rest = self.buffer.partition(b"\n")
            if newline:
                self.buffer = rest
                message = json.loads(line)
                self.seen.append(message)
                if message["event"] in names:
                    return message
                continue
            # The client must read, or touchd closes it: it gets a line each time the screen is locked.
            if client:
                client.pump()
            if not select.select([self.process.stdout], [], [], min(left, 0.5))[0]:
                continue
            data = os.read(self.process.stdout.fileno(), 65536)
            if not data:
                break
            self.buffer += data
        return {}

    def end(self):
        """Returns the exit status and the text on standard error."""
        said = self.process.communicate(timeout=testkit.PATIENCE)[1].decode()
        return self.process.returncode, said


def place(event):
    return event["shown"][0] / SIZE[0], event["shown"][1] / SIZE[1]


def touch_crosses(touchctl, panel, matrix=DISTORTION, shot=None):
    """Touches each cross, and once more, because the result is shown until a touch. Returns the result event."""
    while (event := touchctl.event("cross", "result")).get("event") == "cross":
        panel.touch(place(event), matrix)
    if shot:
        _, colour = picture(shot)
        x, y = [one["shown"] for one in touchctl.seen if one["event"] == "cross"][-1]
        check("the result is shown in place of the crosses", colour(x + 0.9 * ARM, y) == BACKGROUND != colour(x + 0.3 * ARM, y),
              (colour(x + 0.9 * ARM, y), colour(x + 0.3 * ARM, y)))
    if event:
        panel.touch((0.5, 0.5), matrix)
    return event


def picture(name):
    """Takes a picture of the display. Returns its size, and a function from a place to its colour."""
    # Created and then renamed: the host removes NAME.wanted at once, perhaps while this guest is still opening it.
    (OUT / f"{name}.new").touch()
    (OUT / f"{name}.new").rename(OUT / f"{name}.wanted")
    path = OUT / f"{name}.ppm"
    until(path.exists)
    head = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", data := path.read_bytes())
    width = int(head[1])
    path.unlink()

    def colour(x, y):
        start = head.end() + 3 * (round(y) * width + round(x))
        return data[start:start + 3].hex()
    return (width, int(head[2])), colour


def end(touchctl, panel):
    """Touches until the last picture, which is shown for some seconds, has gone."""
    while touchctl.process.poll() is None:
        panel.touch((0.5, 0.5))
        time.sleep(0.2)
    return touchctl.end()


def udev_matrix(node):
    found = re.search(r"^E: LIBINPUT_CALIBRATION_MATRIX=(.*)$", run("udevadm", "info", node).stdout, re.M)
    return [float(number) for number in found[1].split()] if found else None


def near(numbers, wanted, limit=0.004):
    return numbers is not None and len(numbers) == len(wanted) and all(abs(a - b) <= limit for a, b in zip(numbers, wanted))


# ------------------------------------------------------------------ the parts

def without_touchd(panel, node):
    touchctl = Touchctl("calibrate", "--json")
    event = touchctl.event("cross")
    check("a cross is shown on the display without a desktop", event.get("connector") == "Virtual-1" and event.get("size") == list(SIZE), event)
    size, colour = picture("cross")
    x, y = event["shown"]
    check("the picture has the cross where it is said to be", size == SIZE and colour(x, y) == "ffffff" and colour(x + 20, y) == "ffffff"
          and colour(x + 20, y + 20) == BACKGROUND, (size, colour(x, y), colour(x + 20, y), colour(x + 20, y + 20)))
    panel.touch(place(event))
    result = touch_crosses(touchctl, panel, shot="result")
    check("the known distortion comes out", near(result.get("matrix"), DISTORTION), result)
    check("it is said in words", result.get("text", [""])[0] == "The panel is mirrored left to right.", result)
    check("what remains is small, by the display's own size", result.get("isMeasured") and result["rms"]["millimetres"] < 0.5, result)
    check("the rule names the panel", 'ATTRS{name}=="calibration glass", ATTRS{id/vendor}=="1209", ATTRS{id/product}=="7463"' in result["udev"]["rule"],
          result["udev"])
    check("it ends well after a touch", end(touchctl, panel)[0] == 0)
    check("and has written nothing", not RULE.exists() and udev_matrix(node) is None)


def turned_and_touched_beside(panel):
    """The compositor rotates the picture: the screen is wide, the display high. A second panel exists."""
    other = Glass(b"other glass", b"glass/1")
    until(lambda: event_node("phys", "glass/1"))
    run("udevadm", "settle", "--timeout=20")
    CONFIGURATION.write_text("""
version: 1
screens:
  - id: main
    size: [1920, 1080]
    panels: [{ match: { name: "calibration glass" }, rotation: 90 }]
""")

    def on_glass(event):
        x, y = event["shown"][0] / event["size"][0], event["shown"][1] / event["size"][1]
        return y, 1 - x
    touchctl = Touchctl("calibrate", "--config", str(CONFIGURATION), "--points", "5", "--json")
    event = touchctl.event("cross")
    _, colour = picture("turned")
    x, y = on_glass(event)
    check("crosses are where people see them on a display that is turned", event.get("size") == [1920, 1080] and
          colour(x * SIZE[0], y * SIZE[1] - 1) == "ffffff", event)
    panel.touch((x, y))
    event = touchctl.event("cross")
    other.touch((0.3, 0.3))
    said = touchctl.event("differentPanel")
    check("a different panel is noticed", said.get("panel") == "", (said, touchctl.seen))
    picture("different")
    while event.get("event") == "cross":
        panel.touch(on_glass(event))
        event = touchctl.event("cross", "result")
    check("the calibration is that of the glass, whichever way the picture is turned", near(event.get("matrix"), DISTORTION), event)
    check("and it ends well", end(touchctl, panel)[0] == 0)
    other.unplug()


def somebody_else_draws():
    card = os.open("/dev/dri/card0", os.O_RDWR)
    fcntl.ioctl(card, 0x641E)       # DRM_IOCTL_SET_MASTER
    status, said = Touchctl("calibrate").end()
    check("where somebody else draws, it says who, and what to do", status == 69 and f"(pid {os.getpid()})" in said
          and "systemctl stop" in said and "touchd-web-admin" in said, (status, said))
    os.close(card)


def start_touchd():
    CONFIGURATION.write_text("""
version: 1
screens:
  - id: main
    size: [1080, 1920]
    panels:
      - match: { name: "calibration glass" }
        grab: exclusive
    windows:
      - { id: all, frame: [0, 0, 1080, 1920], multipleTouchEnabled: true }
""")
    os.makedirs("/run/touchd", exist_ok=True)
    log = open("/run/touchd.log", "w")
    daemon = subprocess.Popen([f"{BIN}/touchd", "--config", CONFIGURATION, "--socket", testkit.SOCKET], stderr=log, stdin=subprocess.DEVNULL,
                              env={**os.environ, "TOUCHD_VERIFIER": "fatal"})
    global client
    client = until(connected)
    until(lambda: any(panel["id"] == "main-0" for panel in client.snapshot["panels"]) or client.expect(lambda m: m["type"] == "panel", 1))
    return daemon


def lands(panel, matrix=DISTORTION):
    """Returns where touchd places a finger that touches the display at (270, 480)."""
    client.pump()
    mark = len(client.lines)
    panel.touch((0.25, 0.25), matrix)
    touch = client.expect_touch(20, mark, phase="ended")
    return (round(touch["x"]), round(touch["y"])) if touch else None


def is_right(place):
    return place is not None and abs(place[0] - 270) <= 6 and abs(place[1] - 480) <= 6


def not_confirmed(panel, node):
    touchctl = Touchctl("calibrate", "main-0", "--apply", "--trial", "2", "--json")
    mark = len(client.lines)
    result = touch_crosses(touchctl, panel)
    check("the daemon gives the contacts of a panel that it has grabbed", near(result.get("matrix"), DISTORTION), result)
    trial = touchctl.event("trial")
    panel.touch((0.7, 0.24))
    check("without a touch in the circle it is taken back", touchctl.event("applied", "reverted").get("event") == "reverted", touchctl.seen)
    check("nothing was written", not RULE.exists() and udev_matrix(node) is None, trial)
    check("applications got none of the touches", not [t for t in client.touches(mark) if t["phase"] == "began"], client.touches(mark))
    check("which is a negative answer", end(touchctl, panel)[0] == 1)
    check("touchd maps as before", not is_right(lands(panel)))


def confirmed(panel, node):
    RULE.write_text("# an older one\n")
    touchctl = Touchctl("calibrate", "--apply", "--json")
    touch_crosses(touchctl, panel)
    trial = touchctl.event("trial")
    status = run(f"{BIN}/touchctl", "status", "--json").stdout
    check("the touchd that runs tries it meanwhile", '"what":"calibration"' in status, status)
    _, colour = picture("trial")
    first = [one["shown"] for one in touchctl.seen if one["event"] == "cross"][0]
    check("the trial is shown in place of the result", colour(*trial["shown"]) == "ffffff" and colour(*first) == BACKGROUND,
          (colour(*trial["shown"]), colour(*first)))
    panel.touch(place(trial))
    check("a touch in the circle keeps it", touchctl.event("applied", "reverted").get("event") == "applied", (touchctl.seen, trial))
    _, colour = picture("kept")
    check("a text alone says so", colour(*trial["shown"]) == BACKGROUND, colour(*trial["shown"]))
    # While the display still shows the message, the rule is already written.
    touchctl.process.send_signal(signal.SIGINT)
    status, said = touchctl.end()
    check("which is a good end, also with Ctrl-C", status == 0 and "unchanged" not in said, (status, said))
    # The log says how long each lock lasts: here the 30 s of the trial, and a margin. It may say so later, because such lines have a limit.
    check("the glass is closed for as long as the trial takes", until(lambda: "mode locked for 60 s" in open("/run/touchd.log").read(), 60))
    text = RULE.read_text()
    check("the rule is written", "ENV{LIBINPUT_CALIBRATION_MATRIX}" in text and oct(RULE.stat().st_mode)[-3:] == "644", text)
    check("udev has the matrix", near(udev_matrix(node), DISTORTION), udev_matrix(node))
    place_now = until(lambda: (found := lands(panel)) and is_right(found) and found, 20)
    check("and the touchd that runs has it", is_right(place_now), place_now)


def already_right(panel, node):
    before = RULE.read_text()
    touchctl = Touchctl("calibrate", "--apply", "--points", "9", "--json")
    panel.touch(place(touchctl.event("cross")))
    run(f"{BIN}/touchctl", "screen", "main", "--clean", "600")
    result = touch_crosses(touchctl, panel)
    check("what is right already is said to be, and left alone", result.get("alreadyRight") is True, result)
    check("and ends well", end(touchctl, panel)[0] == 0 and RULE.read_text() == before)
    status = run(f"{BIN}/touchctl", "screen", "main", "--json").stdout
    check("a screen that is cleaned meanwhile stays closed", '"mode":"cleaning"' in status, status)
    run(f"{BIN}/touchctl", "screen", "main", "--unlock")


def stopped(panel, node):
    """Rotated by 180 degrees meanwhile, and stopped during the trial."""
    before = RULE.read_text()
    turned = (-1, 0, 1, 0, -1, 1)
    touchctl = Touchctl("calibrate", "--apply", "--json")
    result = touch_crosses(touchctl, panel, turned)
    check("another calibration than the one in force comes out whole", near(result.get("matrix"), turned), result)
    touchctl.event("trial")
    touchctl.process.send_signal(signal.SIGTERM)
    status, said = touchctl.end()
    check("SIGTERM in the trial takes it back", status == 1 and "stopped" in said, (status, said))
    check("also in touchd", until(lambda: '"what":"calibration"' not in run(f"{BIN}/touchctl", "status", "--json").stdout, 20))
    check("the rule is as it was", RULE.read_text() == before and near(udev_matrix(node), DISTORTION))
    check("and so is touchd's", is_right(until(lambda: lands(panel), 20)))


def refused():
    CONFIGURATION.write_text(CONFIGURATION.read_text().replace("grab: exclusive", "grab: exclusive\n        calibration: [1, 0, 0.1, 0, 1, 0]"))
    reload = run(f"{BIN}/touchctl", "reload")
    status, said = Touchctl("calibrate", "--apply", "--config", str(CONFIGURATION)).end()
    check("--apply refuses where the configuration's own calibration would come on top", status == 64 and "remove it" in said, (status, said, reload))


def mapped(panel):
    touchctl = Touchctl("map", "--json")
    event = touchctl.event("display")
    check("map numbers the display", event.get("number") == 1 and event.get("connector") == "Virtual-1", event)
    size, colour = picture("map")
    panel.touch((0.5, 0.5))
    event = touchctl.event("mapped")
    check("a touch says which panel lies over it", event.get("panel") == "main-0" and event.get("yaml") == "output: Virtual-1", event)
    check("with a rule for compositors", 'ENV{WL_OUTPUT}="Virtual-1"' in event.get("rule", ""), event)
    check("with the lines for labwc and sway", event.get("labwc", [])[-1:] == ['<touch deviceName="calibration glass" mapToOutput="Virtual-1" mouseEmulation="no"/>']
          and event.get("sway", [])[-1:] == ['input "4617:29795:calibration_glass" map_to_output "Virtual-1"'], event)
    picture("mapped")
    check("map ends well", end(touchctl, panel)[0] == 0)


def main():
    run("modprobe", "bochs")
    until(lambda: os.path.exists("/dev/dri/card0"))
    panel = Glass()
    node = until(lambda: event_node("phys", "glass/0"))
    run("udevadm", "settle", "--timeout=20")
    without_touchd(panel, node)
    turned_and_touched_beside(panel)
    somebody_else_draws()
    daemon = start_touchd()
    not_confirmed(panel, node)
    confirmed(panel, node)
    already_right(panel, node)
    stopped(panel, node)
    mapped(panel)
    refused()
    daemon.terminate()
    daemon.wait(testkit.PATIENCE)


try:
    main()
except Exception:
    traceback.print_exc()
    testkit.failed += 1
if testkit.failed and os.path.exists("/run/touchd.log"):
    print(open("/run/touchd.log").read()[-4000:])
print(f"{testkit.passed} passed, {testkit.failed} failed", flush=True)
sys.exit(testkit.failed > 0)
