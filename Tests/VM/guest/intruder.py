"""An attacker who controls the daemon. touchd runs this program as its child, with the daemon's user, groups, sandbox and system calls.

    intruder.py KEYBOARD PAD TOUCHSCREEN    event nodes

Writes a line for each attempt to standard error: "intruder: ATTEMPT: OUTCOME"."""
import ctypes
import errno
import fcntl
import os
import pathlib
import socket
import struct
import sys

SOCKET = "/run/touchd/devices.sock"
KEYBOARD, PAD, TOUCHSCREEN = sys.argv[1:]
PANEL = "\n".join(["make touchd/intruder/made", "name touchd made", "ids 1 2 3", "axis 0 0 1999 0", "axis 1 0 999 0", "axis 47 0 9 0",
                   "axis 53 0 1999 0", "axis 54 0 999 0", "axis 57 0 65535 0"])
# linux/uinput.h.
REQUESTS = {
    "UI_DEV_DESTROY": (0x5502, 0), "UI_SET_EVBIT": (0x40045564, 1), "UI_SET_KEYBIT": (0x40045565, 30), "UI_SET_PHYS": (0x4008556C, b"keyboard\0"),
    "UI_DEV_SETUP": (0x405C5503, struct.pack("@4H80sI", 3, 1, 2, 3, b"Keyboard", 0)),
    "UI_ABS_SETUP": (0x401C5504, struct.pack("@H2x6i", 0, 0, 0, 1, 0, 0, 0)), "UI_DEV_CREATE": (0x5501, 0),
}


def attempt(name, action):
    try:
        outcome = action()
    except OSError as error:
        outcome = errno.errorcode[error.errno]
    print(f"intruder: {name}: {outcome}", file=sys.stderr, flush=True)


def ask(text):
    """Returns the answer's text, and its descriptor or None."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as s:
        s.settimeout(60)
        s.connect(SOCKET)
        s.send(text.encode())
        data, descriptors, _, _ = socket.recv_fds(s, 4096, 1)
        return data.decode(), descriptors[0] if descriptors else None


def asked(text):
    answer, fd = ask(text)
    if fd is not None:
        os.close(fd)
    return "handed out" if fd is not None else answer


def keys(instance, *codes):
    """The request for a keyboard with these keys: a bit map of hexadecimal digits, the lowest keys first."""
    digits = "".join(f"{sum(1 << code % 4 for code in codes if code // 4 == digit):x}" for digit in range(768 // 4))
    return f"keyboard touchd/{instance}/keys/main\nkeys {digits}"


def in_a_child(action):
    pid = os.fork()
    if pid == 0:
        try:
            action()
            os._exit(0)
        except OSError as error:
            os._exit(error.errno)
    return errno.errorcode.get(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), "done")


for name, path in ("keyboard", KEYBOARD), ("touchscreen", TOUCHSCREEN), ("uinput", "/dev/uinput"):
    attempt(f"open {name}", lambda: os.open(path, os.O_RDONLY) and "open")
attempt("ask for a keyboard", lambda: asked(f"open {KEYBOARD}"))
attempt("ask for a keyboard that a match fits", lambda: asked(f"open {KEYBOARD}\ninstance everything"))
attempt("ask for a pad", lambda: asked(f"open {PAD}"))
attempt("ask for a pad that a match fits", lambda: asked(f"open {PAD}\ninstance everything"))
attempt("ask for a pad that a file of others names", lambda: asked(f"open {PAD}\ninstance others"))
attempt("ask for a pad by another path", lambda: asked(f"open {PAD}\ninstance ../../run/everything"))
attempt("ask for uinput", lambda: asked("open /dev/uinput"))
attempt("ask for a file", lambda: asked("open /etc/shadow"))
attempt("ask for a touchscreen", lambda: asked(f"open {TOUCHSCREEN}"))
attempt("make a panel with a key", lambda: asked(PANEL + "\nkey 30"))
attempt("make a keyboard", lambda: asked(PANEL.replace("touchd made", "Keyboard")))
attempt("make a panel", lambda: asked(PANEL))
# KEY_Q and KEY_A, of which the file allows KEY_A.
attempt("make keys without a keyboard in the file", lambda: asked(keys("intruder", 30)))
attempt("make a key that the file does not allow", lambda: asked(keys("typing", 30, 16)))
attempt("make a key that the file allows", lambda: asked(keys("typing", 30)))

fd = ask(PANEL)[1]
libc = ctypes.CDLL(None, use_errno=True)


def raw(number, request):
    """Sends an ioctl, by the number of that system call, as it is; the kernel ignores the upper half of the command."""
    if libc.syscall(ctypes.c_long(number), ctypes.c_int(fd), ctypes.c_ulong(request), ctypes.c_ulong(0)) < 0:
        raise OSError(ctypes.get_errno(), "")
    return "done"


for name, (request, argument) in REQUESTS.items():
    attempt(name, lambda: f"done: {fcntl.ioctl(fd, request, argument)}")
attempt("UI_DEV_DESTROY with more bits", lambda: raw({"x86_64": 16, "aarch64": 29}[os.uname().machine], 0x5502 | 1 << 40))
attempt("UI_DEV_DESTROY in a child", lambda: in_a_child(lambda: fcntl.ioctl(fd, 0x5502)))
name = fcntl.ioctl(fd, 0x8040552C, bytes(64)).rstrip(b"\0").decode()
attempt("its keys", lambda: pathlib.Path(f"/sys/devices/virtual/input/{name}/capabilities/key").read_text().strip())
attempt("write a report", lambda: os.write(fd, b"".join(struct.pack("@llHHi", 0, 0, *event) for event in ((1, 0x14A, 1), (1, 30, 1), (0, 0, 0)))))
os.close(fd)
attempt("the end", lambda: "reached")
