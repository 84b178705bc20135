"""Runs touchd with ten fingers moving for 300 and for 1300 frames; both must take the same number of allocations."""
import json, os, pathlib, socket, struct, subprocess, sys, tempfile, time

import gi
gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev

here = pathlib.Path(__file__).resolve().parent
programs = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else here.parents[1] / ".build/release")
testbed = UMockdev.Testbed.new()
testbed.load_ioctl("/dev/input/event7", str(here / "touchscreen.ioctl"))
testbed.add_from_string((here / "touchscreen.umockdev").read_text())
fd = testbed.get_dev_fd("/dev/input/event7")


def frame(number):
    events = []
    for slot in range(10):
        events += [(3, 0x2f, slot)] + ([(3, 0x39, slot + 1)] if number == 0 else [])
        events += [(3, 0x35, 100 * slot + number % 90), (3, 0x36, 50 * slot + number % 70)]
    at = 1000 + number / 100
    os.write(fd, b"".join(struct.pack("<qqHHi", int(at), int(at % 1 * 1e6), *e) for e in (*events, (0, 0, 0))))


def allocations(frames):
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/s"
        environment = {**os.environ, "UMOCKDEV_DIR": testbed.get_root_dir(), "MALLOC_COUNT": f"{folder}/count",
                       "LD_PRELOAD": os.environ["LD_PRELOAD"] + ":" + os.environ["COUNTER"]}
        daemon = subprocess.Popen([programs / "touchd", "--config", here / "panel.yaml", "--socket", path],
                                  env=environment, stderr=subprocess.DEVNULL)
        while not os.path.exists(path):
            time.sleep(0.02)
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(10)
        client.connect(path)
        client.sendall(b'{"type":"subscribe","id":1,"observe":true}\n')
        stream = map(json.loads, client.makefile("r"))
        while next(stream)["type"] != "snapshot":
            pass
        for number in range(frames):
            frame(number)
            message = next(stream)
            assert message["type"] == "frame" and len(message["events"]) == 10, message
        daemon.terminate()
        daemon.wait(timeout=5)
        # Out of the simulated slots again: the next run starts with nothing down.
        os.write(fd, b"".join(struct.pack("<qqHHi", 0, 0, *e) for s in range(10) for e in ((3, 0x2f, s), (3, 0x39, -1))) + struct.pack("<qqHHi", 0, 0, 0, 0, 0))
        return int(open(f"{folder}/count").read())


short, long = allocations(300), allocations(1300)
per_frame = (long - short) / 1000
print(f"{short} allocations with 300 frames, {long} with 1300: {per_frame} a frame of ten fingers", flush=True)
print("1 passed, 0 failed" if per_frame < 0.01 else "0 passed, 1 failed", flush=True)
os._exit(per_frame >= 0.01)
