#!/usr/bin/env python3
"""Reads recordings with evemu's library, and compares the result with the files' text.

    python3 Tests/Recordings/check_with_evemu.py FILE…

Needs libevemu.so.3 (Debian: evemu-tools). Without it, prints a message and ends with exit status 0.
"""
import ctypes
import sys


class InputEvent(ctypes.Structure):
    _fields_ = [("sec", ctypes.c_long), ("usec", ctypes.c_long), ("type", ctypes.c_uint16), ("code", ctypes.c_uint16),
                ("value", ctypes.c_int32)]


def main():
    try:
        evemu = ctypes.CDLL("libevemu.so.3")
    except OSError:
        print("skipped: libevemu.so.3 is not installed")
        return 0
    libc = ctypes.CDLL(None)
    libc.fopen.restype = evemu.evemu_new.restype = ctypes.c_void_p
    evemu.evemu_get_name.restype = ctypes.c_char_p
    failed = 0
    for path in sys.argv[1:]:
        stream = ctypes.c_void_p(libc.fopen(path.encode(), b"r"))
        device = ctypes.c_void_p(evemu.evemu_new(None))
        problem = None
        if evemu.evemu_read(device, stream) <= 0:
            problem = "evemu refuses the description"
        else:
            expected = [line.split() for line in open(path, encoding="utf-8", errors="replace") if line[:2] == "E:"]
            name = next(line[3:].rstrip("\n") for line in open(path, encoding="utf-8") if line[:2] == "N:")
            if evemu.evemu_get_name(device).decode() != name:
                problem = f"evemu reads the name as {evemu.evemu_get_name(device)}"
            event = InputEvent()
            count = 0
            while not problem and evemu.evemu_read_event(stream, ctypes.byref(event)) > 0:
                got = [f"{event.sec}.{event.usec:06}", event.type, event.code, event.value]
                fields = expected[count]
                if got != [fields[1], int(fields[2], 16), int(fields[3], 16), int(fields[4])]:
                    problem = f"event {count + 1}: evemu reads {got}"
                count += 1
            if not problem and count != len(expected):
                problem = f"evemu reads {count} of {len(expected)} events"
        libc.fclose(stream)
        if problem:
            failed += 1
            print(f"{path}: {problem}")
    print(f"{len(sys.argv) - 1 - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
