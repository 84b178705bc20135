"""A page as a client of touchd: uinput panel → touchd → touchd-web → Chromium under sway. Regions of the page get touchd's touches; places beside
them, and a hole in one, belong to the browser, through the virtual panel."""
import os
import pathlib
import shutil
import time

import __main__ as test
import browsers
import testkit
from testkit import LIFT, check, journal, run, systemctl, until

PAGES = pathlib.Path("/usr/share/touchd/web/examples/web/machine")
TOKEN = "0123456789abcdef0123456789abcdef"
BRIDGE = "touchd-web.service"

# In CSS pixels, which are points: page/page.css.
TICKET, TABLE, NAME, OUTSIDE, BESIDE = (260, 400), (100, 640), (540, 950), (140, 1550), (900, 1500)


def units(place):
    return tuple(round(2 * one) for one in place)


def start_bridge():
    """Sets the bridge up as an administrator does: a token, its rule (applications.yaml), and the service."""
    token = pathlib.Path("/etc/touchd/kiosk.token")
    token.write_text(TOKEN + "\n")
    token.chmod(0o640)
    shutil.chown(token, "root", "touchd-web")
    shutil.copytree(pathlib.Path(__file__).resolve().parent / "page", PAGES, dirs_exist_ok=True)
    systemctl("start", BRIDGE)
    state = run("systemctl", "show", BRIDGE, "--property=ActiveState,MainPID,User").stdout
    check("the bridge's service starts", "ActiveState=active" in state and "User=touchd-web" in state, state + run("journalctl", "-u", BRIDGE).stdout)
    check("systemd holds its port", run("systemctl", "is-active", "touchd-web.socket").stdout.split() == ["active"])
    exposure = run("systemd-analyze", "security", "--no-pager", BRIDGE).stdout.strip().splitlines()[-1:]
    check("it is exposed by 1.5 at the most", exposure and float(exposure[0].split(": ")[1].split()[0]) <= 1.5, exposure)


def take(browser):
    return browser.evaluate("log.splice(0)")


def following(browser, seconds=90):
    """Whether touchd has the page's regions. Asks touchd instead of the page."""
    def there():
        said = run("/usr/bin/touchctl", "hit", *map(str, TICKET), "--live", "--json").stdout
        return "machine.ticket" in said
    return until(there, seconds, 0.5)


def taps(browser, place, condition, seconds=60):
    """Repeats a tap until the page shows its effect, because the browser may not have drawn yet."""
    def once():
        test.panel.frame(s0=units(place))
        time.sleep(0.06)
        test.panel.frame(s0=LIFT)
        return browser.until(condition, 5)
    return until(once, seconds, 0)


def a_page_of_the_bridge():
    start_bridge()
    browser = browsers.open_under_sway()
    browser.open(f"http://127.0.0.1:8137/examples/web/machine/#token={TOKEN}")
    check("page: it fills the display", browser.evaluate("[innerWidth, innerHeight]") == [1080, 1920], browser.evaluate("[innerWidth, innerHeight]"))
    check("page: its elements are regions", following(browser), (browser.evaluate("problems"), run("journalctl", "-u", BRIDGE).stdout[-2000:], journal()[-1500:]))

    tapped = taps(browser, TICKET, "document.getElementById('said').textContent == 'a ticket'")
    time.sleep(0.5)
    seen = take(browser)
    kinds = {entry[0] for entry in seen}
    check("page: a real finger presses the button, through touchd alone", tapped and {"began", "ended", "press"} <= kinds and "pointerdown" not in kinds, seen)
    check("page: where it is", seen and all(abs(entry[4] - TICKET[0]) < 1 and abs(entry[5] - TICKET[1]) < 1 for entry in seen if entry[0] == "began"), seen)

    tapped = taps(browser, NAME, "document.activeElement.id == 'name'")
    time.sleep(0.5)
    seen = take(browser)
    check("page: the hole in the table is the browser's: a trusted tap, and the focus", tapped and ["pointerdown", "name", True] in [e[:3] for e in seen] and
          not any(e[0] in ("began", "ended") for e in seen), seen)
    tapped = taps(browser, OUTSIDE, "log.some(e => e[0] == 'click' && e[1] == 'outside')")
    seen = take(browser)
    check("page: and so is what lies beside all regions", tapped and not any(e[0] == "began" for e in seen), seen)
    taps(browser, BESIDE, "true", 1)    # closes the list of the <select>
    time.sleep(0.5)
    take(browser)

    # Eight fingers on different paths: all events arrive in order, with moves possibly merged.
    fingers = {f"s{slot}": (TABLE[0] + 110 * slot, TABLE[1]) for slot in range(8)}
    for step in range(20):
        test.panel.frame(**{name: units((x, y + 10 * step)) for name, (x, y) in fingers.items()})
    test.panel.frame(**{name: LIFT for name in fingers})
    browser.until("log.filter(e => e[0] == 'ended').length == 8", 60)
    seen = take(browser)
    ways = {}
    for phase, element, _, touch, x, y in seen:
        if phase in ("began", "moved", "ended", "cancelled"):
            ways.setdefault(touch, []).append((phase, element, x, y))
    whole = all(way[0][0] == "began" and way[-1][0] == "ended" and all(one[0] == "moved" for one in way[1:-1]) for way in ways.values())
    check("page: eight fingers are eight whole stories", len(ways) == 8 and whole, seen[:40])
    check("page: each moves down, and ends where it lifted", whole and all(
        [one[3] for one in way] == sorted(one[3] for one in way) and abs(way[-1][3] - TABLE[1] - 190) < 1 for way in ways.values()), ways)
    check("page: on the table", {one[1] for way in ways.values() for one in way} == {"table"}, ways)

    # To see the page: SCREENSHOT=/tmp/out/page.png VM_OUT=/tmp/out Tests/VM/applications a_page_of_the_bridge
    path = os.environ.get("SCREENSHOT", "/run/bridged.png")
    browser.screenshot(path)
    check("page: a screenshot", os.path.getsize(path) > 1000)

    # touchd is killed under a finger: the page gets a cancel and reconnects by itself.
    test.panel.frame(s0=units(TICKET))
    browser.until("log.some(e => e[0] == 'began')", 30)
    pid = testkit.main_pid()
    os.kill(pid, 9)
    cancelled = browser.until("log.some(e => e[0] == 'cancelled')", 30)
    test.panel.frame(s0=LIFT)
    seen = take(browser)
    check("page: touchd is killed under a finger: cancelled, and no press", cancelled and not any(e[0] in ("ended", "press") for e in seen), seen)
    until(lambda: testkit.main_pid() not in (0, pid))
    test.connect()
    check("page: it connects again, and its regions come back", following(browser), browser.evaluate("[connections, problems]"))
    check("page: and work", taps(browser, TICKET, "log.some(e => e[0] == 'press')"), take(browser))
    problems = browser.evaluate("problems")
    check("page: touchd has refused nothing", problems == [], problems)
    browsers.close_under_sway()
    check("page: when it is gone, so are its regions", until(lambda: "machine.ticket" not in run("/usr/bin/touchctl", "hit", *map(str, TICKET), "--live", "--json").stdout, 20))
    systemctl("stop", BRIDGE)


PARTS = [a_page_of_the_bridge]
