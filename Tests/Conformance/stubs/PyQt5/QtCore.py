"""The parts of Qt used by examples/loop-qt.py, implemented with select for machines without python3-pyqt5. Tests the example, not Qt."""
import select


class Signal:
    def __init__(self):
        self.listeners = []

    def connect(self, listener):
        self.listeners.append(listener)


class QSocketNotifier:
    Read = 0
    all = []

    def __init__(self, descriptor, kind):
        self.descriptor, self.activated = descriptor, Signal()
        self.all.append(self)

    def fileno(self):
        return self.descriptor


class QCoreApplication:
    def __init__(self, arguments):
        self.is_over = False

    def quit(self):
        self.is_over = True

    def exec_(self):
        while not self.is_over:
            for notifier in select.select(QSocketNotifier.all, [], [])[0]:
                for listener in notifier.activated.listeners:
                    listener(notifier.descriptor)
        return 0
