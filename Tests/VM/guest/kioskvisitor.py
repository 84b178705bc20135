"""What a visitor's fingers do to a page, with Chromium's flags alone and with touchd's rules: the matrix of docs/applications.md."""
import pathlib
import re
import time

import kioskpage
from testkit import LIFT, run

MIDDLE = 960, 540
CONFIGURATION = pathlib.Path("/etc/touchd/touchd.yaml")


def units(place):
    return tuple(2 * round(value) for value in place)


def drag(glass, starts, ends, seconds=0.3, steps=12):
    """Fingers from one place to another each, all at once."""
    for step in range(steps + 1):
        glass.frame(**{f"s{slot}": units(a + (b - a) * step / steps for a, b in zip(start, end)) for slot, (start, end) in enumerate(zip(starts, ends))})
        time.sleep(seconds / steps)
    glass.frame(**{f"s{slot}": LIFT for slot in range(len(starts))})


def pinch(glass):
    drag(glass, [(900, 540), (1020, 540)], [(500, 540), (1420, 540)], 0.6, 20)


def long_press(glass):
    glass.frame(s0=units(MIDDLE))
    time.sleep(2)
    glass.frame(s0=LIFT)


def double_tap(glass):
    for _ in range(2):
        glass.touch(*MIDDLE)
        time.sleep(0.05)


def swipe_back(glass):
    drag(glass, [(300, 540)], [(1700, 540)], 0.4)


def edge_swipe(glass):
    drag(glass, [(4, 540)], [(900, 540)], 0.2)


GESTURES = [pinch, long_press, double_tap, swipe_back, edge_swipe]


def outcome(site, gesture, seconds=6):
    """The types of what the page tells of a gesture, with the scale if it changes."""
    site.glass.touch(200, 200)
    time.sleep(3)
    mark = len(site.told)
    gesture(site.glass)
    time.sleep(seconds)
    told = site.told[mark:]
    return {"fingers": sum(each["type"] == "pointerdown" for each in told),
            "scale": max([each["scale"] for each in told if each["type"] == "resize"], default=1),
            "types": sorted({each["type"] for each in told})}


def configure(surface="", kiosk=None):
    """The page's configuration with other rules of the screen, and of the surface."""
    text = kioskpage.files("3. touchd")[str(CONFIGURATION)]
    if kiosk is not None:
        text = re.sub(r"^    kiosk:\n(?:      .*\n)*", kiosk, text, flags=re.M)
    CONFIGURATION.write_text(text.replace("frame: [0, 0, 1920, 1080] }", f"frame: [0, 0, 1920, 1080]{surface} }}"))
    return run("/usr/bin/touchctl", "reload")


def table(site, name):
    """Prints and returns the outcome of each gesture."""
    found = {gesture.__name__: outcome(site, gesture) for gesture in GESTURES}
    for gesture, result in found.items():
        print(f"# {name}: {gesture}: {result}", flush=True)
    return found
