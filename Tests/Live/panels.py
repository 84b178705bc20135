"""Plug, touch, unplug in mid-touch, replug: through udev, libevdev and the socket, with umockdev as the hardware."""
import json, os, pathlib, re, shutil, socket, struct, subprocess, sys, tempfile, time

import gi
gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev

here = pathlib.Path(__file__).resolve().parent
programs = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else here.parents[1] / ".build/release")
node = "/dev/input/event7"
device = "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-1/1-1:1.0/0003:1234:5678.0001/input/input7/event7"
passed = failed = 0


def check(sentence, ok, detail=""):
    global passed, failed
    passed, failed = passed + bool(ok), failed + (not ok)
    print(("ok      " if ok else "not ok  ") + sentence + (f": {detail}" if detail and not ok else ""), flush=True)


testbed = UMockdev.Testbed.new()
os.environ["UMOCKDEV_DIR"] = testbed.get_root_dir()  # set behind Python's back


def plug():
    testbed.load_ioctl(node, str(here / "touchscreen.ioctl"))
    testbed.add_from_string((here / "touchscreen.umockdev").read_text())
    time.sleep(0.3)
    return testbed.get_dev_fd(node)


def plug_another(number, change=lambda ioctls: ioctls):
    """A second panel, in port NUMBER and with the node eventNUMBER; `change` edits what it answers."""
    def other(text):
        return (text.replace("event7", f"event{number}").replace("1-1", f"1-{number}").replace("usb-0:1:", f"usb-0:{number}:")
                .replace("input7", f"input{number}").replace("13:71", f"13:{64 + number}").replace("MINOR=71", f"MINOR={64 + number}")
                .replace("event-if00", f"event-if0{number}"))
    with tempfile.NamedTemporaryFile("w", suffix=".ioctl") as file:
        file.write(change(other((here / "touchscreen.ioctl").read_text())))
        file.flush()
        testbed.load_ioctl(f"/dev/input/event{number}", file.name)
        testbed.add_from_string(other((here / "touchscreen.umockdev").read_text()))
    return device.replace("1-1", f"1-{number}").replace("input7", f"input{number}").replace("event7", f"event{number}")


def devices(path):
    answer = subprocess.run([programs / "touchctl", "devices", "--json", "--socket", path], capture_output=True, text=True)
    return {entry["node"]: entry for entry in map(json.loads, answer.stdout.splitlines())}


def write(fd, *events):
    now = time.clock_gettime(time.CLOCK_MONOTONIC)
    os.write(fd, b"".join(struct.pack("<qqHHi", int(now), int(now % 1 * 1e6), *e) for e in (*events, (0, 0, 0))))


with tempfile.TemporaryDirectory() as folder:
    path = f"{folder}/s"
    fd = plug()
    with open(f"{folder}/log", "wb") as log:
        pathlib.Path(folder, "c.yaml").write_text((here / "panel.yaml").read_text().replace("RAN", f"{folder}/RAN"))
        daemon = subprocess.Popen([programs / "touchd", "--config", f"{folder}/c.yaml", "--socket", path], stderr=log,
                                  env={**os.environ, "TOUCHD_VERIFIER": "fatal"})
    for _ in range(100):
        if os.path.exists(path):
            break
        time.sleep(0.02)
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(10)
    client.connect(path)
    client.sendall(b'{"type":"subscribe","id":1}\n')
    stream = map(json.loads, client.makefile("r"))
    while (message := next(stream))["type"] != "snapshot":
        pass
    check("a panel that is there is opened", [p["id"] for p in message["panels"]] == ["main-0"], message["panels"])
    check("touchctl devices names it", devices(path)[node]["panel"] == "main-0", devices(path))
    # 4096 by 2304 units, 20 a mm, on 1000 by 500 points.
    scale = [4.882813, 4.340278]
    check("it says how many points a mm are", message["panels"][0]["pointsPerMillimetre"] == scale
          and devices(path)[node]["pointsPerMillimetre"] == scale, (message["panels"], devices(path)))
    plain = subprocess.run([programs / "touchctl", "devices", "--socket", path], capture_output=True, text=True).stdout
    check("devices without --json as well", "points a mm: 4.88 across, 4.34 down" in plain, plain)
    alone = subprocess.run([programs / "touchctl", "devices", "--json", "--config", f"{folder}/c.yaml"], capture_output=True, text=True).stdout
    check("so does touchctl by itself", json.loads(alone)["pointsPerMillimetre"] == scale, alone)

    # Panels that are no good: said so, and nobody else notices.
    plug_another(8, lambda ioctls: re.sub(r"(EVIOCGABS\(5[34]\) 0 )\w+", r"\g<1>" + "0" * 48, ioctls))
    gone = plug_another(9)
    time.sleep(0.3)
    added = next(stream)
    check("another good panel is opened as it comes", (added["panel"], added["state"]) == ("main-2", "added"), added)
    check("with its name, its screen and its points a mm",
          (added["name"], added["screen"], added["pointsPerMillimetre"]) == ("ACME Kiosk Touch", "main", scale), added)
    testbed.uevent(gone, "remove")
    check("and closed as it goes", (lambda m: (m["panel"], m["state"]))(next(stream)) == ("main-2", "removed"))
    os.unlink(f"{testbed.get_root_dir()}/dev/input/event9")
    testbed.uevent(gone, "add")
    time.sleep(0.3)
    refused = devices(path)
    check("a panel without ranges is refused, and devices says why",
          refused["/dev/input/event8"]["panel"] is None and "range" in refused["/dev/input/event8"]["reason"], refused)
    check("so is one that vanished while it was opened",
          refused["/dev/input/event9"]["panel"] is None and "cannot open" in refused["/dev/input/event9"]["reason"], refused)
    check("the log says the same", b"range" in (log := open(f"{folder}/log", "rb").read()) and b"cannot open" in log, log)

    write(fd, (3, 0x2f, 0), (3, 0x39, 5), (3, 0x35, 1024), (3, 0x36, 576), (3, 0x2f, 1), (3, 0x39, 6), (3, 0x35, 3072), (3, 0x36, 576))
    frame = next(stream)
    check("two slots in one frame are one line", [(e["phase"], e["region"], e["x"], e["y"]) for e in frame["events"]]
          == [("began", "left", 250, 125), ("began", "right", 750, 125)], frame)
    write(fd, (3, 0x39, -1))
    check("a lift ends its touch", [(e["phase"], e["region"]) for e in next(stream)["events"]] == [("ended", "right")])
    testbed.uevent(device, "remove")
    frame = next(stream)
    check("unplugged in mid-touch: cancelled with deviceRemoved",
          [(e["phase"], e.get("reason")) for e in frame["events"]] == [("cancelled", "deviceRemoved")], frame)
    check("then the panel's removal", (lambda m: (m["type"], m["state"]))(next(stream)) == ("panel", "removed"))
    testbed.uevent(device, "add")
    check("replugged: the panel is back", (lambda m: (m["type"], m["state"]))(next(stream)) == ("panel", "added"))
    write(fd, (3, 0x2f, 0), (3, 0x39, 9), (3, 0x35, 100), (3, 0x36, 100))
    first = frame["events"][0]["id"]
    frame = next(stream)
    check("and works, with a new id", frame["events"][0]["phase"] == "began" and frame["events"][0]["id"] > first, frame)
    health = devices(path)[node]["health"]
    check("devices says how it is", health["touches"] == 1 and health["reports"] == 1 and health["lastReport"] > 0, health)

    # One that nobody hears of is opened again, and the third time the command is run; one that cannot be read as well.
    def expect(panel, state):
        message = next(stream)
        return (message["type"], message.get("panel"), message.get("state")) == ("panel", panel, state)
    silent = plug_another(4)
    check("a silent panel is opened again", expect("main-3", "added") and all(
        expect("main-3", "removed") and expect("main-3", "added") for _ in range(3)))
    for _ in range(100):
        if os.path.exists(f"{folder}/RAN"):
            break
        time.sleep(0.05)
    check("and the third time the command is run", os.path.exists(f"{folder}/RAN"))
    check("devices counts it", devices(path)["/dev/input/event4"]["health"]["reopened"] >= 3)
    testbed.uevent(silent, "remove")
    testbed.remove_device(silent)
    while not expect("main-3", "removed"):
        pass
    time.sleep(0.5)
    plug_another(5)
    check("another panel comes", expect("main-4", "added"))
    os.close(testbed.get_dev_fd("/dev/input/event5"))
    check("one that cannot be read is closed", expect("main-4", "removed"))
    time.sleep(1.2)
    log = open(f"{folder}/log").read()
    check("and tried again after a second", "main-4 at /dev/input/event5: cannot be read" in log and "in 1 s, try 1" in log, log[-600:])

    daemon.terminate()
    check("SIGTERM cancels what is down", [(e["phase"], e["reason"]) for e in next(stream)["events"]] == [("cancelled", "shutdown")])
    check("says bye", next(stream)["type"] == "bye")
    check("and exits with 0", daemon.wait(timeout=5) == 0)
    if failed:
        print(open(f"{folder}/log").read())

print(f"{passed} passed, {failed} failed", flush=True)
shutil.rmtree(testbed.get_root_dir(), ignore_errors=True)  # the testbed's own end is not reached
os._exit(failed > 0)
