#!/usr/bin/python3
"""Presses, in a loop that waits for other things as well: here for what is typed. The loop is Qt's (Debian: python3-pyqt5).

    PYTHONPATH=clients/python python3 examples/loop-qt.py
"""
import os
import sys
import touchd
from PyQt5.QtCore import QCoreApplication, QSocketNotifier

application = QCoreApplication(sys.argv)
client = touchd.connect(["**"], events=["touch"])


def take(*_):
    """All items that there are: what has not been taken does not wake the loop."""
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


touches = QSocketNotifier(client.fileno(), QSocketNotifier.Read)  # the same whether touchd is there or not
touches.activated.connect(take)
keys = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Read)
keys.activated.connect(typed)
take()
application.exec_()
