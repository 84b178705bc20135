"""The kiosk's panel, and the lookup of its virtual panel."""
import time

from testkit import ABS_X, ABS_Y, LIFT, MT_X, MT_Y, SLOT, TRACKING_ID, Panel

VIRTUAL = "touchd main"


class Glass(Panel):
    """A panel as large as applications.yaml's screen: two units per point, and eight per millimetre."""
    AXES = {ABS_X: 2159, ABS_Y: 3839, SLOT: 9, MT_X: 2159, MT_Y: 3839, TRACKING_ID: 65535}
    RESOLUTION = 8

    def __init__(self, phys=b"glass/0"):
        super().__init__(b"touchd glass", phys)


def drag(panel, start, end, seconds, steps=15):
    panel.frame(s0=start)
    for step in range(1, steps + 1):
        time.sleep(seconds / steps)
        panel.frame(s0=tuple(round(a + (b - a) * step / steps) for a, b in zip(start, end)))
    panel.frame(s0=LIFT)
