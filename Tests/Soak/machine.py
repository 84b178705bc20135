"""Two panels and a keypad of the soak: simulated by umockdev, or made with uinput in the virtual machine. Each panel has 4096 by 2304 units for 1000 by
500 points."""
import os, pathlib, struct, sys, time

here = pathlib.Path(__file__).resolve().parent
TRACKING, X, Y, SLOT = 0x39, 0x35, 0x36, 0x2F
KEYS = {"up": 103, "down": 108, "left": 105, "right": 106, "enter": 28, "F15": 185, "F16": 186}


class Simulated:
    """Panels of umockdev; the program runs below Tests/Live/simulated-machine."""
    has_uinput = False
    matches = ('idPath: "pci-0000:00:14.0-usb-0:1:1.0"', 'idPath: "pci-0000:00:14.0-usb-0:8:1.0"', 'name: "Soak Keypad"')

    def __init__(self):
        sys.path.insert(0, str(here.parent / "Live"))
        import keypad, simulated
        self.simulated = simulated
        self.paths = [simulated.plug(7), simulated.plug(8)]
        keypad.plug(5, "Soak Keypad", keys=tuple(KEYS.values()))
        self.descriptors = [simulated.descriptor(number) for number in (7, 8, 5)]

    def report(self, device, *events):
        self.simulated.report(self.descriptors[device], *events)

    def unplug(self, panel):
        self.simulated.testbed.uevent(self.paths[panel], "remove")

    def plug(self, panel):
        self.simulated.testbed.uevent(self.paths[panel], "add")

    def environment(self):
        """Returns the environment of touchd."""
        return {**os.environ, "UMOCKDEV_DIR": self.simulated.testbed.get_root_dir()}

    def close(self):
        import shutil
        shutil.rmtree(self.simulated.testbed.get_root_dir(), ignore_errors=True)


class Real:
    """Panels and a keypad of /dev/uinput, for the virtual machine."""
    has_uinput = True
    matches = ('name: "Soak Panel A"', 'name: "Soak Panel B"', 'name: "Soak Keypad"')

    def __init__(self):
        sys.path.insert(0, str(here.parent / "VM/guest"))
        import fcntl, testkit
        Panel = testkit.Panel

        class Large(Panel):
            AXES = {**Panel.AXES, testkit.ABS_X: 4095, testkit.ABS_Y: 2303, testkit.MT_X: 4095, testkit.MT_Y: 2303}
            RESOLUTION = 20
        self.make = lambda panel: Large(f"Soak Panel {'AB'[panel]}".encode())
        self.panels = [self.make(0), self.make(1)]
        self.keypad = os.open("/dev/uinput", os.O_WRONLY | os.O_CLOEXEC)
        fcntl.ioctl(self.keypad, 0x40045564, 1)
        for code in KEYS.values():
            fcntl.ioctl(self.keypad, 0x40045565, code)
        fcntl.ioctl(self.keypad, 0x405C5503, struct.pack("@4H80sI", 3, 0x1209, 0x7463, 1, b"Soak Keypad", 0))
        fcntl.ioctl(self.keypad, 0x5501)

    def report(self, device, *events):
        fd = self.keypad if device == 2 else self.panels[device].fd
        os.write(fd, b"".join(struct.pack("@llHHi", 0, 0, *event) for event in (*events, (0, 0, 0))))

    def unplug(self, panel):
        self.panels[panel].unplug()

    def plug(self, panel):
        self.panels[panel] = self.make(panel)

    def environment(self):
        return dict(os.environ)

    def close(self):
        pass


def units(x, y):
    """Returns the panel's units for a place in points."""
    return int(x * 4096 / 1000), int(y * 2304 / 500)


class Fingers:
    """The fingers on one panel. Every call writes one report."""

    def __init__(self, machine, panel):
        self.machine, self.panel, self.next, self.down = machine, panel, 0, set()

    def _report(self, *events):
        self.machine.report(self.panel, *events)

    def put(self, slot, x, y):
        self.next = self.next % 60000 + 1
        self.down.add(slot)
        across, along = units(x, y)
        self._report((3, SLOT, slot), (3, TRACKING, self.next), (3, X, across), (3, Y, along))

    def move(self, slot, x, y):
        across, along = units(x, y)
        self._report((3, SLOT, slot), (3, X, across), (3, Y, along))

    def lift(self, slot):
        self.down.discard(slot)
        self._report((3, SLOT, slot), (3, TRACKING, -1))

    def lift_all(self):
        for slot in sorted(self.down):
            self.lift(slot)


def press(machine, key, hold=0.01):
    machine.report(2, (1, KEYS[key], 1))
    time.sleep(hold)
    machine.report(2, (1, KEYS[key], 0))
