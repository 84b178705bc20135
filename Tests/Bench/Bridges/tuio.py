"""A minimal TUIO sender: a bundle with all cursors for each frame, using liblo. tuio.py SOCKET PORT"""
import json, socket, sys

import liblo

path, port = sys.argv[1:]
target, cursors, number = liblo.Address("127.0.0.1", int(port)), {}, 0
touchd = socket.socket(socket.AF_UNIX)
touchd.connect(path)
touchd.sendall(b'{"type":"subscribe","id":1,"regions":["**"],"events":["touch"],"observe":true}\n')
print("connected", flush=True)
for line in touchd.makefile("rb"):
    frame = json.loads(line)
    if frame["type"] != "frame":
        continue
    for event in frame["events"]:
        if event["phase"] in ("ended", "cancelled"):
            cursors.pop(event["id"], None)
        else:
            cursors[event["id"]] = event["x"] / 1080, event["y"] / 1920
    number += 1
    messages = [liblo.Message("/tuio/2Dcur", "source", "python"), liblo.Message("/tuio/2Dcur", "alive", *(one % 2**31 for one in cursors))]
    messages += [liblo.Message("/tuio/2Dcur", "set", one % 2**31, x, y, 0.0, 0.0, 0.0) for one, (x, y) in cursors.items()]
    liblo.send(target, liblo.Bundle(*messages, liblo.Message("/tuio/2Dcur", "fseq", number)))
