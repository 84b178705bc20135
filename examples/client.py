#!/usr/bin/python3
"""Prints the touches of touchd: client.py [GLOB of region paths]...   (needs only Python 3's standard library)"""
import json, os, socket, sys

server = socket.socket(socket.AF_UNIX)
server.connect(os.environ.get("TOUCHD_SOCKET", "/run/touchd/events.sock"))
lines = server.makefile("rw", encoding="utf-8", newline="\n")
print(json.dumps({"type": "subscribe", "id": 1, "regions": sys.argv[1:] or ["**"], "events": ["touch"]}), file=lines, flush=True)
for message in map(json.loads, lines):
    for touch in message.get("events", []) if message["type"] == "frame" else []:
        if touch["event"] != "touch":
            continue  # "sensitive" and "outside" come with "touch" and have no place
        # Only "ended" is a lift. A cancelled touch (the panel was unplugged, a scroll took over, …) never counts as a tap.
        why = f" ({touch['reason']})" if touch["phase"] == "cancelled" else ""
        print(touch["id"], touch["phase"] + why, touch["region"], touch["x"], touch["y"], flush=True)
    if message["type"] == "bye":
        sys.exit("touchd says bye: " + message["reason"])
