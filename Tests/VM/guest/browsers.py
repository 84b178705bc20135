"""Chromium behind the virtual panel: under sway, and on request under cage and X. A page gets the same events as from a real panel."""
import os
import time

import __main__ as test
import documents
import glass
import stage
import testkit
from chromium import Chromium
from testkit import LIFT, check, until

PAGE = f"file://{os.path.dirname(os.path.abspath(__file__))}/page.html"


def types(entries):
    return [entry[0] for entry in entries]


def settle(take):
    """Waits until scrolling after the last drag has stopped."""
    until(lambda: (time.sleep(1), take())[1] == [], 60, 0)


def a_page(browser, name):
    """A tap, a drag and two fingers on the page that `browser` shows on the whole display."""
    browser.open(PAGE)
    take = lambda: browser.evaluate("log.splice(0)")
    check(f"{name}: the page knows of touch", browser.evaluate("'ontouchstart' in window"))

    # Until the browser's compositor knows the page's handlers, it keeps the begin of a touch and a drag: tap and drag until the page gets all events.
    seen = []

    def tapped():
        take()
        test.panel.frame(s0=(1000, 500))
        time.sleep(0.06)
        test.panel.frame(s0=LIFT)
        browser.until("log.some(e => e[0] == 'click')", 5)
        seen[:] = [entry for entry in take() if entry[0] not in ("touchmove", "pointermove")]
        return types(seen) == ["pointerdown", "touchstart", "pointerup", "touchend", "click"]
    check(f"{name}: a tap is pointer, touch and click", until(tapped, 90) and browser.evaluate("button.textContent") == "pressed", seen)
    check(f"{name}: at its place, and trusted", seen and all(entry[2] and entry[4] == 46 and abs(entry[5] - 13) <= 1 for entry in seen), seen)

    def dragged():
        take()
        glass.drag(test.panel, (1900, 3400), (1900, 2500), 0.8)   # beside the PIN pad
        moved = browser.until("list.scrollTop > 50", 15)
        # On a loaded machine the events arrive much later.
        browser.until("['pointercancel', 'scroll'].every(type => log.some(e => e[0] == type))", 20)
        seen[:] = take()
        return moved and {"pointercancel", "scroll"} <= set(types(seen))
    check(f"{name}: a drag scrolls, natively", until(dragged, 90), seen)
    settle(take)
    test.panel.frame(s0=(400, 500))
    time.sleep(0.05)
    test.panel.frame(s1=(1500, 600))
    time.sleep(0.05)
    test.panel.frame(s0=(440, 560))
    test.panel.frame(s0=LIFT)
    test.panel.frame(s1=LIFT)
    browser.until("log.filter(e => e[0] == 'touchend').length == 2", testkit.PATIENCE)
    seen = take()
    fingers = [entry[3] for entry in seen if entry[0] in ("touchstart", "touchend")]
    check(f"{name}: two fingers are two", fingers == [1, 2, 1, 0], seen)
    return take


under_sway = None   # Chromium in wev's place


def open_under_sway():
    """Starts Chromium under sway, or returns the one that runs: its start takes minutes on the emulated machine."""
    global under_sway
    if not under_sway:
        test.wev.end()
        under_sway = Chromium(test.sway.client(), *documents.chromium_flags("Chromium under Sway"))
    return under_sway


def close_under_sway():
    """Closes Chromium under sway, if it runs. Its place stays empty."""
    global under_sway
    if under_sway:
        under_sway.close()
    under_sway = None


def chromium_under_sway():
    browser = open_under_sway()
    take = a_page(browser, "sway")
    settle(take)
    # Touches that a region takes do not reach the page.
    test.panel.tap(*test.CORNER)
    test.panel.tap(*test.KEY)
    check("sway: a region above has its own touches", test.client.expect_touch(phase="ended", region="one"))
    time.sleep(1)
    seen = take()
    check("sway: of which the page gets nothing", seen == [], seen)
    # After a kill under a finger, the page has no finger down.
    pid = testkit.main_pid()
    test.panel.frame(s0=(1000, 500))
    browser.until("log.some(e => e[0] == 'touchstart')", testkit.PATIENCE)
    os.kill(pid, 9)
    lifted = browser.until("log.some(e => e[0] == 'touchend' || e[0] == 'touchcancel')", 90)
    test.panel.frame(s0=LIFT)
    seen = take()
    check("sway: touchd is killed under a finger, and the page's finger lifts", lifted, seen)
    until(lambda: testkit.main_pid() not in (0, pid))
    test.connect()
    test.panel.tap(900, 500)
    check("sway: and a tap works", until(lambda: (test.panel.tap(1000, 500), browser.until("log.some(e => e[0] == 'click')", 2))[1], 30), take())
    # To see the page: SCREENSHOT=/tmp/out/page.png VM_OUT=/tmp/out Tests/VM/applications chromium_under_sway
    path = os.environ.get("SCREENSHOT", "/run/chromium.png")
    browser.screenshot(path)
    check("sway: a screenshot", os.path.getsize(path) > 1000)


def behind(compositor, name, *flags):
    """Chromium under another compositor instead of sway."""
    test.wev.end()
    test.sway.end()
    other = compositor()
    browser = Chromium(other.client(), *flags)
    a_page(browser, name)
    browser.close()
    other.end()
    test.sway = stage.Sway(*documents.sway_lines())
    test.wev = stage.Wev(test.sway)


def chromium_under_cage():
    behind(stage.Cage, "cage", *documents.chromium_flags("Chromium under Cage"))


def chromium_under_x():
    behind(stage.X, "X", *documents.chromium_flags("Chromium under X"))


PARTS = [chromium_under_sway]
SELDOM = [chromium_under_cage, chromium_under_x]
