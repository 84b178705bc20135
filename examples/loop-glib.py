#!/usr/bin/python3
"""Prints presses in a loop that also waits for other input, here for typed lines. The loop is GLib's, which GTK uses (Debian: python3-gi).

    PYTHONPATH=clients/python python3 examples/loop-glib.py
"""
import os
import sys
import touchd
from gi.repository import GLib

client = touchd.connect(["**"], events=["touch"])
loop = GLib.MainLoop()


def take(*_):
    """Handles all available items, because remaining ones do not wake the loop."""
    while (item := client.next(0)) is not None:
        if isinstance(item, touchd.Frame):
            for event in item.events:
                if isinstance(event, touchd.TouchEvent) and event.is_press:
                    print("pressed", event.region, flush=True)
        elif isinstance(item, touchd.Waiting):
            print(item.message, file=sys.stderr, flush=True)
    return True


def typed(*_):
    text = os.read(sys.stdin.fileno(), 256)
    if text:
        print("typed", text.decode(), end="", flush=True)
    else:
        loop.quit()
    return True


GLib.io_add_watch(client.fileno(), GLib.PRIORITY_DEFAULT, GLib.IO_IN, take)  # the descriptor stays the same, with or without a connection
GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, typed)
take()
loop.run()
