#!/usr/bin/python3
"""reader.py NODE SOCKET: a kiosk's own script without a library, for comparison. It reads the panel's events and sends the place of each finger as a
JSON line to one client, without begins, ends or regions."""
import json, os, select, socket, struct, sys

EV_SYN, EV_ABS = 0, 3
ABS_MT_SLOT, AXES = 0x2F, {0x35: "x", 0x36: "y"}
EVENT = struct.Struct("qqHHi")

node, path = sys.argv[1:]
panel = os.open(node, os.O_RDONLY | os.O_NONBLOCK)
listener = socket.socket(socket.AF_UNIX)
if os.path.exists(path):
    os.unlink(path)
listener.bind(path)
listener.listen(1)
client, _ = listener.accept()
slot, fingers = 0, {}
while True:
    select.select([panel], [], [])
    for _, _, kind, code, value in EVENT.iter_unpack(os.read(panel, 256 * EVENT.size)):
        if kind == EV_ABS:
            if code == ABS_MT_SLOT:
                slot = value
            elif code in AXES:
                fingers.setdefault(slot, {})[AXES[code]] = value
        elif kind == EV_SYN:
            touches = [{"id": number, **places} for number, places in fingers.items()]
            client.sendall(json.dumps({"type": "frame", "touches": touches}).encode() + b"\n")
