#!/usr/bin/python3
"""Prints presses in a loop that also waits for other input, here for typed lines. The loop is Qt's (Debian: python3-pyqt5).

    PYTHONPATH=clients/python python3 examples/loop-qt.py
"""
import os
import sys
import touchd
from PyQt5.QtCore import QCoreApplication, QSocketNotifier

application = QCoreApplication(sys.argv)
client = touchd.connect(["**"], events=["touch"])


def take(*_):
    """Handles all available items, because remaining ones do not wake the loop."""
    while (item := client.next(0)) is not None:
        if isinstance(item, touchd.Frame):
            for event in item.events:
                if isinstance(event, touchd.TouchEvent) and event.is_press:
                    print("pressed", event.region, flush=True)
        elif isinstance(item, touchd.Waiting):
            print(item.message, file=sys.stderr, flush=True)


def typed(*_):
    text = os.read(sys.stdin.fileno(), 256)
    if text:
        print("typed", text.decode(), end="", flush=True)
    else:
        application.quit()


touches = QSocketNotifier(client.fileno(), QSocketNotifier.Read)  # the descriptor stays the same, with or without a connection
touches.activated.connect(take)
keys = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Read)
keys.activated.connect(typed)
take()
application.exec_()
