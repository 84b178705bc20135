"""Rules for the touches of a surface, with Chromium behind the virtual panel: on one half of its page no long press, no double tap and no pinch, and on
the other half all ten fingers."""
import os
import time

import __main__ as test
import documents
import stage
import testkit
from chromium import Chromium
from testkit import LIFT, UNIT, check, systemctl, until

PAGE = f"file://{os.path.dirname(os.path.abspath(__file__))}/fingers.html"

# Places in the middle of each half, in the panel's units.
SHOP, MAP = (500, 1200), (1500, 1200)

SURFACE = "{ id: applications, kind: surface, frame: [0, 0, 1080, 1920] }"
HALVES = """{ id: applications, kind: surface, frame: [0, 0, 540, 1920],
          touches: { maximum: 1, longPress: { after: 0.45, as: tap }, doubleTap: one } }
      - { id: map, kind: surface, frame: [540, 0, 540, 1920] }"""


def configure(text):
    test.CONFIGURATION.write_text(text)
    cursor = testkit.journal_cursor()
    systemctl("reload", UNIT)
    until(lambda: "onfiguration" in testkit.journal(cursor), 20)


class Half:
    """A half of the page, and the events of gestures on it."""

    def __init__(self, browser, name, place):
        self.browser, self.name, self.place = browser, name, place

    def act(self, gesture, ends=1, seconds=15):
        """Makes a gesture, and returns the types of the page's events once so many fingers have lifted there."""
        self.browser.evaluate("log.splice(0)")
        gesture(*self.place)
        self.browser.until(f"log.filter(e => e[0] == 'touchend').length >= {ends}", seconds)
        time.sleep(1)
        return self.browser.evaluate("log.splice(0)")


def rest(x, y):
    test.panel.frame(s0=(x, y))
    time.sleep(2)
    test.panel.frame(s0=LIFT)


def tap(x, y):
    test.panel.frame(s0=(x, y))
    time.sleep(0.06)
    test.panel.frame(s0=LIFT)


def tap_twice(x, y):
    tap(x, y)
    time.sleep(0.08)
    tap(x, y)


def pinch(x, y):
    test.panel.frame(s0=(x - 60, y), s1=(x + 60, y))
    for step in range(1, 16):
        time.sleep(0.03)
        test.panel.frame(s0=(x - 60 - 20 * step, y), s1=(x + 60 + 20 * step, y))
    test.panel.frame(s0=LIFT, s1=LIFT)


def ten(x, y):
    for slot in range(10):
        test.panel.frame(**{f"s{slot}": (x - 200 + 90 * (slot % 5), y + 300 * (slot // 5))})
    for slot in range(10):
        test.panel.frame(**{f"s{slot}": LIFT})


def rules_for_fingers():
    good = test.CONFIGURATION.read_text()
    test.wev.end()
    configure(good.replace(SURFACE, HALVES).replace(", maximumTouches: 5", ""))
    browser = Chromium(test.sway.client(), *documents.chromium_flags("Chromium under Sway"))
    browser.open(PAGE)
    shop, atlas = Half(browser, "shop", SHOP), Half(browser, "map", MAP)
    types = lambda events: [event[0] for event in events]
    fingers = lambda events: max((event[2] for event in events if event[0] == "touchstart"), default=0)
    # Until the browser's compositor knows the page's handlers, it keeps touches.
    check("fingers: the page gets taps", until(lambda: "click" in types(atlas.act(tap, seconds=3)) and "click" in types(shop.act(tap, seconds=3)), 90, 0))

    # Each gesture first where there are no rules, so that its absence on the other half means something.
    seen = atlas.act(rest)
    check("fingers: a finger that rests opens a menu without rules", "contextmenu" in types(seen), seen)
    browser.page("Input.dispatchKeyEvent", type="keyDown", key="Escape", code="Escape", windowsVirtualKeyCode=27)
    browser.open(PAGE)
    until(lambda: "click" in types(shop.act(tap, seconds=3)), 60, 0)
    seen = shop.act(rest)
    check("fingers: with longPress it is a tap, and opens none", types(seen) == ["touchstart", "touchend", "click"], seen)
    seen = atlas.act(tap_twice, ends=2)
    check("fingers: two taps are two without rules", types(seen).count("click") == 2, seen)
    time.sleep(0.5)
    seen = shop.act(tap_twice, ends=2, seconds=5)
    check("fingers: with doubleTap they are one", types(seen) == ["touchstart", "touchend", "click"], seen)
    seen = shop.act(pinch)
    check("fingers: with maximum one finger of a pinch arrives", fingers(seen) == 1, seen)
    check("fingers: and the page has its size", browser.evaluate("visualViewport.scale") == 1, browser.evaluate("visualViewport.scale"))
    seen = atlas.act(ten, ends=10)
    check("fingers: the other half has ten fingers", fingers(seen) == 10, seen)
    tried = []

    def zoomed():
        atlas.act(pinch, seconds=5)
        tried.append(browser.evaluate("visualViewport.scale"))
        return tried[-1] > 1.1
    check("fingers: and a pinch zooms there", until(zoomed, 60, 0), tried)
    browser.close()
    configure(good)
    test.wev = stage.Wev(test.sway)


PARTS = [rules_for_fingers]
