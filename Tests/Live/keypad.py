"""Keypads and jacks simulated by umockdev, beside the panel of `simulated`."""
import tempfile

from simulated import testbed

EV_KEY, EV_SW, SW_HEADPHONE_INSERT = 1, 5, 2


def bits(codes, size):
    field = bytearray(size)
    for code in codes:
        field[code // 8] |= 1 << code % 8
    return field.hex().upper()


def words(codes):
    """The text of a bit map in sysfs."""
    number = sum(1 << code for code in codes)
    return " ".join(f"{number >> 64 * word & (1 << 64) - 1:x}" for word in reversed(range(max(1, (number.bit_length() + 63) // 64))))


def plug(number, name, keys=(), switches=(), on=(), path=None, kind="KEY"):
    """Adds a keypad with the node eventNUMBER. Returns its device's path in /sys."""
    path = path or f"pci-0000:00:14.0-usb-0:{number}:1.0"
    types = [0] + ([EV_KEY] if keys else []) + ([EV_SW] if switches else [])
    ioctls = [f"@DEV /dev/input/event{number}", "EVIOCGVERSION 0 01000100", f"EVIOCGBIT(0) 8 {bits(types, 8)}"]
    ioctls += [f"{key}(0) {len(text) + 1} {text.encode().hex().upper().ljust(510, '0')}" for key, text in
               (("EVIOCGNAME", name), ("EVIOCGPHYS", f"usb-{number}/input0"), ("EVIOCGUNIQ", ""))]
    ioctls += ["EVIOCGID 0 0300341279561101", "EVIOCGPROP(0) 8 " + "0" * 16, f"EVIOCGBIT(1) 96 {bits(keys, 96)}"]
    ioctls += [f"EVIOCGBIT({kind_}) {size} {'0' * size * 2}" for kind_, size in ((3, 8), (2, 8), (4, 8))] + [f"EVIOCGBIT(5) 8 {bits(switches, 8)}"]
    ioctls += [f"EVIOCGBIT({kind_}) {size} {'0' * size * 2}" for kind_, size in ((17, 8), (18, 8), (21, 16))]
    ioctls += ["EVIOCGKEY(0) 96 " + "0" * 192, "EVIOCGLED(0) 8 " + "0" * 16, f"EVIOCGSW(0) 8 {bits(on, 8)}"]
    device = f"/devices/pci0000:00/0000:00:14.0/usb1/1-{number}/1-{number}:1.0/0003:1234:5679.000{number}/input/input{number}"
    # The parent comes first, as in the kernel.
    text = f"""P: {device}
E: NAME="{name}"
E: PRODUCT=3/1234/5679/111
E: SUBSYSTEM=input
A: name={name}
A: phys=usb-{number}/input0
A: properties=0
A: capabilities/abs=0
A: capabilities/ev={words(types)}
A: capabilities/key={words(keys)}
A: capabilities/sw={words(switches)}
A: capabilities/rel=0
A: id/bustype=0003
A: id/vendor=1234
A: id/product=5679
A: id/version=0111
A: uniq=

P: {device}/event{number}
N: input/event{number}
E: DEVNAME=/dev/input/event{number}
E: ID_INPUT=1
E: ID_INPUT_{kind}=1
E: ID_PATH={path}
E: MAJOR=13
E: MINOR={64 + number}
E: SUBSYSTEM=input
A: dev=13:{64 + number}
L: device=../../input{number}
"""
    with tempfile.NamedTemporaryFile("w", suffix=".ioctl") as file:
        file.write("\n".join(ioctls) + "\n")
        file.flush()
        testbed.load_ioctl(f"/dev/input/event{number}", file.name)
        testbed.add_from_string(text)
    return f"/sys{device}/event{number}"
