"""A Qt program that knows nothing of touchd: prints the touches of its window, which has the whole screen."""
from PyQt6.QtCore import QEvent, Qt
from PyQt6.QtGui import QEventPoint
from PyQt6.QtWidgets import QApplication, QWidget

PHASES = {QEventPoint.State.Pressed: "began", QEventPoint.State.Updated: "moved", QEventPoint.State.Released: "ended"}


class Window(QWidget):
    def __init__(self):
        super().__init__()
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.fingers = {}

    def event(self, event):
        if event.type() == QEvent.Type.TouchCancel:
            print("cancelled 0", flush=True)
        elif event.type() in (QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate, QEvent.Type.TouchEnd):
            for point in event.points():
                if point.state() in PHASES:
                    number = self.fingers.setdefault(point.id(), len(self.fingers))
                    print(PHASES[point.state()], number, point.position().x(), point.position().y(), flush=True)
                    if point.state() == QEventPoint.State.Released:
                        self.fingers.pop(point.id())
            return True
        return super().event(event)

    def paintEvent(self, _):
        print("drawn", flush=True)


application = QApplication([])
window = Window()
window.showFullScreen()
application.exec()
