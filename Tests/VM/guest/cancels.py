"""What Chromium gets of a finger that touchd takes back, under each compositor: the rows of the table in docs/applications.md, and the row that `touchctl
devices` names for the compositor that runs. The screen is locked under a finger that rests on a button."""
import re
import time

import __main__ as test
import browsers
import labwc
import stage
from chromium import Chromium
from testkit import LIFT, check, run, systemctl, until

# The types that the page gets after the begin. With none the finger stays down for the page. LIFTED is a tap, with a click, if the finger was down for
# less than the browser's long press; this slow guest does not decide that.
CANCELLED, STAYS, LIFTED = {"pointercancel", "touchcancel"}, set(), {"pointerup", "touchend"}


def row(name):
    """Returns the row of the table that names this compositor: the cells after the first, without the name of a release."""
    found = [line.split("|")[1:-1] for line in test.documents.section("What is taken back").splitlines() if line.startswith(f"| {name} ")]
    assert len(found) == 1, f"{len(found)} rows of docs/applications.md begin with {name}"
    return [cell.strip() for cell in found[0][1:]]


def set_cancel(value):
    text, count = re.subn(r"( +)grab: exclusive\n( +virtual: .*\n)?", rf"\1grab: exclusive\n\1virtual: {{ cancel: {value} }}\n", test.CONFIGURATION.read_text())
    assert count == 1, "no panel with grab: exclusive"
    test.CONFIGURATION.write_text(text)
    done = systemctl("reload", "touchd")
    assert done.returncode == 0, done.stdout


def taken_back(browser, expected):
    """Locks the screen under a finger on the button. Returns the types that the page gets of it after the begin."""
    # Until the page gets touches at all. Then what it gets late is of taps that are over.
    tapped = lambda: (test.panel.tap(1000, 500), browser.until("log.some(e => e[0] == 'touchend')", 5))[1]
    check("the page gets touches", until(tapped, 90), browser.evaluate("log"))
    browser.until("(n => n('touchstart') == n('touchend'))(type => log.filter(e => e[0] == type).length)", 30)
    time.sleep(3)
    browser.evaluate("log.splice(0)")
    test.panel.frame(s0=(1000, 500))
    check("the page has the finger", browser.until("log.some(e => e[0] == 'touchstart')", 60), browser.evaluate("log"))
    done = run("/usr/bin/touchctl", "screen", "main", "--lock")
    assert done.returncode == 0, done.stdout
    for kind in expected:
        browser.until(f"log.some(e => e[0] == '{kind}')", 60)
    # Time for what must not come, such as a click.
    time.sleep(5)
    seen = [entry[0] for entry in browser.evaluate("log.splice(0)")]
    test.panel.frame(s0=LIFT)
    done = run("/usr/bin/touchctl", "screen", "main", "--unlock")
    assert done.returncode == 0, done.stdout
    return set(seen) - {"pointerdown", "touchstart", "pointermove", "touchmove"}


def cancels_under(start, name, palm, *flags):
    """The row `name` of the table, with Chromium under the compositor that `start` starts."""
    in_words, fitting = row(name)[:2]
    good = test.CONFIGURATION.read_text()
    test.wev.end()
    test.sway.end()
    try:
        for cancel, expected in ("lift", LIFTED), ("palm", palm):
            set_cancel(cancel)
            compositor = start()
            browser = Chromium(compositor.client(), *flags)
            browser.open(browsers.PAGE)
            got = taken_back(browser, expected)
            wanted = (expected, expected | {"click"}) if expected == LIFTED else (expected,)
            check(f"{name}, cancel: {cancel}: the page gets {sorted(expected) or 'nothing more'}", got in wanted, got)
            if cancel == "palm" and palm == CANCELLED:
                tapped = lambda: (test.panel.tap(1000, 500), browser.until("log.some(e => e[0] == 'click')", 3))[1]
                check(f"{name}: and the next finger is a tap", until(tapped, 30), browser.evaluate("log"))
            said = run("/usr/bin/touchctl", "devices").stdout
            # X says its version on standard error only.
            program = "Xorg" if name == "X 21.1" else rf"{re.escape(name.lower())}[\d.]*"
            check(f"{name}: touchctl devices names it and what fits", re.search(rf"read by: {program} \(pid \d+\); fitting: cancel: {fitting[1:-1]}$", said, re.M), said)
            browser.close()
            compositor.end()
    finally:
        test.CONFIGURATION.write_text(good)
        systemctl("reload", "touchd")
        test.sway = stage.Sway(*test.documents.sway_lines())
        test.wev = stage.Wev(test.sway)
    words = {frozenset(CANCELLED): "`pointercancel` and `touchcancel`", frozenset(STAYS): "stays down", frozenset(LIFTED): "a tap"}[frozenset(palm)]
    check(f"{name}: the page of the documents says the same", words in in_words, in_words)
    check(f"{name}: palm fits where it takes the finger back, only", (fitting == "`palm`") == (palm == CANCELLED), fitting)
    check(f"{name}: sway has the virtual panel again", test.watch() and test.answers(), test.sway.touchscreens())


def sway():
    return stage.Sway(*test.documents.sway_lines())


def cancels_under_sway():
    flags = test.documents.chromium_flags("Chromium under Sway")
    version = run("sway", "--version").stdout
    if re.search(r"version 1\.7", version):
        cancels_under(sway, "Sway 1.7", STAYS, *flags)
    else:
        cancels_under(sway, "Sway 1.10", CANCELLED, *flags)


def cancels_under_cage():
    old = "0.1" in run("cage", "-v").stdout
    cancels_under(stage.Cage, "Cage 0.1" if old else "Cage 0.2", STAYS, *test.documents.chromium_flags("Chromium under Cage", 0 if old else 1))


def cancels_under_x():
    cancels_under(stage.X, "X 21.1", LIFTED, *test.documents.chromium_flags("Chromium under X"))


def cancels_under_labwc():
    cancels_under(labwc.Kiosk, "labwc 0.8", STAYS, *labwc.kiosk_flags())


SELDOM = [cancels_under_sway, cancels_under_cage, cancels_under_x, cancels_under_labwc]
