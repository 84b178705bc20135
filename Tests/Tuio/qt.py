#!/usr/bin/env python3
"""Qt's TUIO plugin as the receiver: a widget gets touches with the right places, ten at a time, and their ends."""
import json, os, subprocess, sys, threading

from stage import PATIENCE, Stage, check, finish, free_port, until

APPLICATION = """
import json
from PyQt6.QtCore import QEvent, Qt
from PyQt6.QtWidgets import QApplication, QWidget
class Widget(QWidget):
    def __init__(self):
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
    def event(self, event):
        if event.type() not in (QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate, QEvent.Type.TouchEnd, QEvent.Type.TouchCancel):
            return super().event(event)
        points = [[point.state().name, round(point.position().x() / self.width(), 3), round(point.position().y() / self.height(), 3)]
                  for point in event.points()]
        print(json.dumps([event.type().name, points]), flush=True)
        event.accept()
        return True
application = QApplication([])
widget = Widget()
widget.showFullScreen()
print(json.dumps(["ready", []]), flush=True)
application.exec()
"""
try:
    import PyQt6.QtWidgets  # noqa: F401
except ImportError:
    print("skipped: no python3-pyqt6 here (scripts/setup installs it)")
    sys.exit(0)

port = free_port()
stage = Stage(f'outputs: [{{ screen: main, to: "127.0.0.1:{port}" }}]\n')
environment = dict(os.environ, QT_QPA_PLATFORM="offscreen", QT_QPA_GENERIC_PLUGINS=f"tuiotouch:udp={port}")
application = subprocess.Popen([sys.executable, "-c", APPLICATION], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
stage.running.append(application)
events = []
threading.Thread(target=lambda: events.extend(json.loads(line) for line in application.stdout), daemon=True).start()


def seen(kind, points):
    """Whether an event of this kind has these places, in any states."""
    return any(name == kind and sorted(point[1:] for point in those) == sorted(points) for name, those in events)


if check("the application is there", until(lambda: events or application.poll() is not None) and events, application.poll()):
    # When a finger arrives, the plugin listens and the bridge knows the screen.
    for _ in range(100):
        stage.fingers("began", {1: (500, 250)})
        if until(lambda: len(events) > 1, 0.5):
            break
        stage.fingers("ended", [1])
    check("a finger begins where it is", seen("TouchBegin", [[0.5, 0.5]]), events)
    stage.fingers("moved", {1: (250, 125)})
    check("moves", until(lambda: seen("TouchUpdate", [[0.25, 0.25]])), events[-3:])
    stage.fingers("ended", [1])
    check("and ends", until(lambda: seen("TouchEnd", [[0.25, 0.25]])), events[-3:])
    events.clear()
    ten = {finger: (100 * finger - 50, 400) for finger in range(1, 11)}
    stage.fingers("began", ten)
    check("ten fingers begin", until(lambda: seen("TouchBegin", [[round(x / 1000, 3), 0.8] for x, _ in ten.values()])), events)
    stage.fingers("moved", {finger: (x, 300) for finger, (x, _) in ten.items()})
    check("move", until(lambda: seen("TouchUpdate", [[round(x / 1000, 3), 0.6] for x, _ in ten.values()])), events[-1:])
    stage.fingers("cancelled", list(ten))
    check("and are over when they are cancelled", until(lambda: any(name == "TouchEnd" and len(points) == 10 for name, points in events)), events[-1:])
finish()
