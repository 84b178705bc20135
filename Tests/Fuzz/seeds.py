#!/usr/bin/env python3
"""Writes a recording's events as input of touches.swift: seeds.py FOLDER FILE.evemu…"""
import pathlib
import struct
import sys

SLOT, X, Y, TRACKING = 0x2F, 0x35, 0x36, 0x39
BUTTONS = {0x14A: 6, 0x110: 7}


def steps(path):
    """Returns four bytes per event: the operation and three numbers. The panel is the first of the two."""
    axes, time = set(), 0
    out = b""
    for line in open(path, encoding="utf-8"):
        fields = line.split("#")[0].split()
        if line.startswith("A:"):
            axes.add(int(fields[1], 16))
        if not line.startswith("E:"):
            continue
        now, (type, code), value = int(fields[1].replace(".", "")), (int(field, 16) for field in fields[2:4]), int(fields[4])
        word = struct.pack(">h", max(-0x8000, min(value, 0x7FFF)))
        if (type, code) == (0, 0):
            out += bytes([0, value & 1]) + struct.pack(">h", min((now - time) // 100, 0x7FFF))
            time = now
        elif type == 0:
            out += bytes([{2: 8, 3: 9}.get(code, 8), 0, 0, 0])
        elif type == 1 and code in BUTTONS:
            out += bytes([BUTTONS[code], value & 3, 0, 0])
        elif type == 3 and code in (SLOT, TRACKING):
            out += bytes([1 if code == SLOT else 2, value & 0xFF if value < 0 else value & 0x7F, 0, 0])
        elif type == 3 and code in (X, Y):
            out += bytes([3 if code == X else 4, 0]) + word
        elif type == 3:
            out += bytes([5, code & 0x3F]) + word
    kind = 8 if SLOT in axes else 0x42 if TRACKING in axes else 2 if X in axes else 3
    if path.stem.startswith("noise"):
        kind |= 0x80  # filtered
    return bytes([kind, 8]) + out


folder = pathlib.Path(sys.argv[1])
for path in map(pathlib.Path, sys.argv[2:]):
    (folder / path.stem).write_bytes(steps(path))
