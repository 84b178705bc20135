"""A panel simulated by umockdev, for tests that run below umockdev-wrapper, which provides /sys, udev and the event nodes.

Importing this module creates the testbed without any device. End a test with `finish`."""
import os, pathlib, shutil, struct, sys, tempfile, time

import gi
gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev

here = pathlib.Path(__file__).resolve().parent
# The folder of touchd and touchctl.
programs = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else here.parents[1] / ".build/release")
# The panel "ACME Kiosk Touch": 10 slots, 4096 by 2304 units, 20 units per mm, pressure from 0 to 255.
node = "/dev/input/event7"
device = "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-1/1-1:1.0/0003:1234:5678.0001/input/input7/event7"
passed = failed = 0
# The time limit of every wait, in seconds; only a hang takes that long.
PATIENCE = 120

testbed = UMockdev.Testbed.new()
os.environ["UMOCKDEV_DIR"] = testbed.get_root_dir()  # set without Python's knowledge


def check(sentence, ok, detail=""):
    """Prints the result of one check in one line, with the actual value if it failed."""
    global passed, failed
    passed, failed = passed + bool(ok), failed + (not ok)
    print(("ok      " if ok else "not ok  ") + sentence + (f": {detail}" if detail and not ok else ""), flush=True)


def until(condition):
    """Polls the condition; returns its first true value, or the last value when the time is up."""
    end = time.monotonic() + PATIENCE
    while not (answer := condition()) and time.monotonic() < end:
        time.sleep(0.05)
    return answer


def finish():
    print(f"{passed} passed, {failed} failed", flush=True)
    shutil.rmtree(testbed.get_root_dir(), ignore_errors=True)  # the testbed's destructor does not run
    os._exit(failed > 0)


def plug(number=7, change=lambda ioctls: ioctls, port=None, properties=(), knows=True):
    """Adds a panel with the node eventNUMBER, in USB port NUMBER (the first, 7, is in port 1) or in `port`. `change` edits its ioctl answers;
    `properties` are additional properties of udev; with `knows=False` udev knows nothing of the node. Returns its device's path in /sys."""
    port = port or number
    def other(text):
        if number == 7:
            return text
        return (text.replace("event7", f"event{number}").replace("1-1", f"1-{port}").replace("usb-0:1:", f"usb-0:{port}:")
                .replace("input7", f"input{number}").replace("13:71", f"13:{64 + number}").replace("MINOR=71", f"MINOR={64 + number}")
                .replace("event-if00", f"event-if0{number}"))
    with tempfile.NamedTemporaryFile("w", suffix=".ioctl") as file:
        file.write(change(other((here / "touchscreen.ioctl").read_text())))
        file.flush()
        testbed.load_ioctl(other(node), file.name)
        text = other((here / "touchscreen.umockdev").read_text())
        for entry in properties:
            text = text.replace("E: ID_INPUT_TOUCHSCREEN=1\n", f"E: ID_INPUT_TOUCHSCREEN=1\nE: {entry}\n", 1)
        if not knows:
            text = "".join(line for line in text.splitlines(True) if not line.startswith(("E: ID_", "E: LIBINPUT_", "E: TAGS", "S: ", "E: DEVLINKS")))
        testbed.add_from_string(text)
    return other(device)


def descriptor(number=7):
    """Returns a descriptor for writing the panel's reports."""
    return testbed.get_dev_fd(f"/dev/input/event{number}")


def packed(*events, at=None):
    """Returns the bytes of one report: (type, code, value)s and the SYN_REPORT, at a monotonic time in µs (default: now)."""
    moment = divmod(time.monotonic_ns() // 1000 if at is None else at, 1_000_000)
    return b"".join(struct.pack("<qqHHi", *moment, *event) for event in (*events, (0, 0, 0)))


def report(fd, *events, at=None):
    """Writes one report."""
    os.write(fd, packed(*events, at=at))
