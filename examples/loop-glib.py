#!/usr/bin/python3
"""Presses, in a loop that waits for other things as well: here for what is typed. The loop is GLib's, so GTK's (Debian: python3-gi).

    PYTHONPATH=clients/python python3 examples/loop-glib.py
"""
import os
import sys
import touchd
from gi.repository import GLib

client = touchd.connect(["**"], events=["touch"])
loop = GLib.MainLoop()


def take(*_):
    """All items that there are: what has not been taken does not wake the loop."""
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


GLib.io_add_watch(client.fileno(), GLib.PRIORITY_DEFAULT, GLib.IO_IN, take)  # the same whether touchd is there or not
GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, typed)
take()
loop.run()
