"""Plug, touch, unplug in mid-touch, replug: through udev, libevdev and the socket, with umockdev as the hardware."""
import json, os, pathlib, socket, struct, subprocess, sys, tempfile, time

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


def write(fd, *events):
    now = time.clock_gettime(time.CLOCK_MONOTONIC)
    os.write(fd, b"".join(struct.pack("<qqHHi", int(now), int(now % 1 * 1e6), *e) for e in (*events, (0, 0, 0))))


with tempfile.TemporaryDirectory() as folder:
    path = f"{folder}/s"
    fd = plug()
    with open(f"{folder}/log", "wb") as log:
        daemon = subprocess.Popen([programs / "touchd", "--config", here / "panel.yaml", "--socket", path], stderr=log,
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
    devices = subprocess.run([programs / "touchctl", "devices", "--json", "--socket", path], capture_output=True, text=True)
    check("touchctl devices names it", json.loads(devices.stdout or "{}").get("panel") == "main-0", devices)

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
    daemon.terminate()
    check("SIGTERM cancels what is down", [(e["phase"], e["reason"]) for e in next(stream)["events"]] == [("cancelled", "shutdown")])
    check("says bye", next(stream)["type"] == "bye")
    check("and exits with 0", daemon.wait(timeout=5) == 0)
    if failed:
        print(open(f"{folder}/log").read())

print(f"{passed} passed, {failed} failed", flush=True)
os._exit(failed > 0)
