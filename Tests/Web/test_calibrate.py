#!/usr/bin/python3
"""The calibration page: crosses in a browser, fingers on a simulated panel with a known misalignment."""
import os
import pathlib
import subprocess
import sys
import time

live = pathlib.Path(__file__).resolve().parents[1] / "Live"
if "umockdev" not in os.environ.get("LD_PRELOAD", ""):
    machine = str(live / "simulated-machine")
    os.execv(machine, [machine, sys.executable, *sys.argv])
sys.path.insert(0, str(live))
import simulated

# The simulated panel is for touchd only, not for the browser.
simulation = {name: os.environ[name] for name in ("LD_PRELOAD", "UMOCKDEV_DIR")}
del os.environ["LD_PRELOAD"]

from stage import *

TREE = """version: 1
screens:
  - id: main
    size: [1080, 1920]
    panels:
      - match: { name: "ACME Kiosk Touch" }
        grab: none
    windows:
      - id: page
        frame: [0, 0, 1080, 1920]
        multipleTouchEnabled: true
"""
# The expected calibration: mirrored left to right, a little larger than the display, and skewed.
DISTORTION = (-1.06, 0.012, 1.03, 0.02, 0.94, 0.03)
UNITS = (4096, 2304)
simulated.plug()
fd = simulated.descriptor()


def touch(place, to=None):
    """Touches a place of the display, 0…1; `to`: drags there."""
    a, b, c, d, e, f = DISTORTION

    def units(place):
        x, y, n = place[0] - c, place[1] - f, a * e - b * d
        return [round(value * size) for value, size in zip(((e * x - b * y) / n, (a * y - d * x) / n), UNITS)]
    touch.id += 1
    x, y = units(place)
    # The kernel reports only changes, so nothing is reported at the place of the slot's last finger.
    simulated.report(fd, (3, 0x2f, 0), (3, 0x39, touch.id), (3, 0x35, x), (3, 0x36, y), (1, 0x14a, 1))
    if to:
        x, y = units(to)
        simulated.report(fd, (3, 0x35, x), (3, 0x36, y))
    simulated.report(fd, (3, 0x39, -1), (1, 0x14a, 0))


touch.id = 100


def text(browser, element):
    return browser.eval(f"document.getElementById('{element}').textContent")


def crosses(browser, count, wrong=()):
    """Touches each cross when it is shown, those in `wrong` far from it."""
    shown = browser.eval(f"import('/calibrate/crosses.js').then((module) => module.places({count}))")
    for number, place in enumerate(shown, 1):
        check(f"cross {number} of {count} is shown", browser.holds(f"document.getElementById('instruction').textContent.endsWith('{number} of {count}')"),
              text(browser, "instruction"))
        if number == 2:
            look(browser, f"calibrate-cross-{browser.eval('innerWidth')}")
        touch((place[0] * 0.6 + 0.25, place[1] * 0.5 + 0.2) if number - 1 in wrong else place)


def themes(browser, what, canvas, colour):
    """Checks that lines of a drawing have a colour of the theme when it changes. `colour` is a variable of the style sheet."""
    drawn = f"""import('/shared/colours.js').then(({{ colourOf }}) => {{ const wanted = colourOf('{colour}').match(/[\\d.]+/g).map(Number), c = document.getElementById('{canvas}');
        const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
        for (let i = 0; i < d.length; i += 4) if (d[i + 3] > 200 && [0, 1, 2].every((n) => Math.abs(d[i + n] - wanted[n]) < 16)) return true; return false }})"""
    for theme in ("dark", "light", "dark", "light"):
        browser.color_scheme(theme)
        check(f"{what} has the colours of the {theme} theme at once", browser.holds(drawn))


def start(browser, stage, count="6", query=""):
    browser.goto(stage.url("calibrate/" + query))
    check("it waits for the panel, and can start", browser.holds("!document.getElementById('start').disabled"), text(browser, "problem"))
    check("the panel is listed by its id and name", "main-0, ACME Kiosk Touch" in text(browser, "panel"), text(browser, "panel"))
    browser.eval(f"document.getElementById('count').value = '{count}'")


def words(browser):
    return browser.eval("[...document.querySelectorAll('#words li')].map((one) => one.textContent)")


def mode(stage):
    lines = stage.connect(admin=True)
    lines.answer("subscribe", regions=[])
    found = lines.wait(lambda line: line["type"] == "snapshot")["screens"][0]["mode"]
    lines.close()
    return found


def result(stage, browser):
    """Calibrates using only the keyboard, from the start to the result."""
    start(browser, stage)
    look(browser, f"calibrate-start-{browser.eval('innerWidth')}")
    browser.eval("document.getElementById('start').focus()")
    browser.key("Enter")
    check("a cross is shown", browser.holds("!document.getElementById('stage').hidden && document.getElementById('instruction').textContent.endsWith('1 of 6')"),
          text(browser, "problem"))
    check("the screen is locked meanwhile", until(lambda: mode(stage) == "locked"), mode(stage))
    touch((0.1, 0.1), to=(0.5, 0.5))
    crosses(browser, 6)
    check("the result is shown", browser.holds("!document.getElementById('result').hidden"), text(browser, "problem"))
    said = words(browser)
    check("it says that the panel is mirrored, and by how much touches are off", said[:1] == ["The panel is mirrored left to right."] and
          "With the calibration they land " in said[-1], said)
    rule = text(browser, "rule")
    numbers = [float(one) for one in re.search(r'LIBINPUT_CALIBRATION_MATRIX\}="([^"]*)"', rule)[1].split()]
    check("the rule has the known distortion", all(abs(one - wanted) < 0.003 for one, wanted in zip(numbers, DISTORTION)), numbers)
    check("and names the panel, its file and the node", 'ATTRS{name}=="ACME Kiosk Touch"' in rule and "99-touchd-calibration-main-0.rules" in rule and
          "--name-match=/dev/input/event7" in rule, rule)
    check("so does the line of YAML", text(browser, "yaml").startswith("calibration: [-1.0"), text(browser, "yaml"))
    themes(browser, "the result's drawing", "picture", "faint")
    frame = """(canvas => [[1, canvas.height / 2], [canvas.width / 2, canvas.height - 2]].every(([x, y]) =>
        canvas.getContext('2d').getImageData(Math.floor(x), Math.floor(y), 1, 1).data[3] > 200))(document.getElementById('picture'))"""
    check("the display's frame is drawn around it", browser.eval(frame))
    check("nothing is wider than the window", browser.eval("document.documentElement.scrollWidth <= innerWidth"))
    look(browser, f"calibrate-result-{browser.eval('innerWidth')}")


def lands(stage):
    """Returns where touchd places a finger that touches the display at (270, 480)."""
    lines = stage.connect(admin=True)
    lines.answer("subscribe", regions=["**"], observe=True)
    touch((0.25, 0.25))
    frame = lines.wait(lambda line: line["type"] == "frame")
    lines.close()
    return frame["events"][0]["x"], frame["events"][0]["y"]


def is_right(place):
    return abs(place[0] - 270) < 6 and abs(place[1] - 480) < 6


def can_try(stage):
    lines = stage.connect(admin=True)
    capabilities = lines.wait(lambda line: line["type"] == "hello")["capabilities"]
    lines.close()
    return "try" in capabilities


def trials(stage, browser):
    check("touchd maps the wrong way before", not is_right(lands(stage)))
    result(stage, browser)
    browser.eval("document.getElementById('try').focus()")
    browser.key("Enter")
    check("a cross in a circle is shown", browser.holds("document.getElementById('instruction').textContent.includes('in the circle')"), text(browser, "verdict"))
    look(browser, f"calibrate-trial-{browser.eval('innerWidth')}")
    touch((0.7, 0.24))
    check("a touch beside it keeps nothing", browser.holds("document.getElementById('note').textContent == 'The touch was outside the circle.'"), text(browser, "note"))
    touch((0.3, 0.76))
    check("a touch in the circle confirms it", browser.holds("document.getElementById('verdict').textContent.startsWith('Confirmed.')"), text(browser, "verdict"))
    look(browser, f"calibrate-confirmed-{browser.eval('innerWidth')}")
    # The compositor does not know yet where a finger is; the page does.
    box = browser.eval("(({x, y, width, height}) => [(x + width / 2) / innerWidth, (y + height / 2) / innerHeight])(document.getElementById('done').getBoundingClientRect())")
    touch(box)
    check("a finger on Done presses it, though the compositor has it elsewhere", browser.holds("!document.getElementById('setup').hidden"))
    check("the screen is open again", until(lambda: mode(stage) == "normal"), mode(stage))
    check("and touchd keeps the calibration on trial", is_right(lands(stage)), lands(stage))


def not_confirmed(stage, browser):
    start(browser, stage, query="?trial=1")
    browser.eval("document.getElementById('start').click()")
    crosses(browser, 6)
    check("the result is shown", browser.holds("!document.getElementById('result').hidden"))
    browser.eval("document.getElementById('try').click()")
    check("without a touch it is taken back", browser.holds("document.getElementById('verdict').textContent.includes('as it was')"), text(browser, "verdict"))
    browser.eval("document.getElementById('done').click()")
    check("the screen is open", until(lambda: mode(stage) == "normal"))
    check("and touchd maps as before", until(lambda: not is_right(lands(stage))))


def wrong_fingers(stage, browser):
    start(browser, stage, count="9")
    browser.eval("document.getElementById('start').click()")
    crosses(browser, 9, wrong=[4])
    check("a finger that was put wrongly is named", browser.holds("document.getElementById('words').textContent.includes('missed the cross at point 5')"), words(browser))
    check("and marked", "5, left out" in text(browser, "residuals"), text(browser, "residuals"))
    look(browser, f"calibrate-wrong-{browser.eval('innerWidth')}")
    browser.eval("document.getElementById('again').click()")
    crosses(browser, 9, wrong=range(9))
    check("fingers that were put anywhere are refused, or found to be off", browser.holds("!document.getElementById('result').hidden"), words(browser))
    browser.eval("document.getElementById('done').click()")
    check("the screen is open again", until(lambda: mode(stage) == "normal"), mode(stage))


def keys(stage, browser):
    start(browser, stage)
    browser.eval("document.getElementById('start').click()")
    browser.holds("document.getElementById('instruction').textContent.endsWith('1 of 6')")
    touch((0.1, 0.1))
    themes(browser, "the cross", "cross", "text")
    check("a touch leads on", browser.holds("document.getElementById('instruction').textContent.endsWith('2 of 6')"))
    browser.key("Backspace")
    check("Backspace leads back", browser.holds("document.getElementById('instruction').textContent.endsWith('1 of 6')"))
    browser.key("a")
    browser.key("s", "Control")
    browser.key("s")
    check("S alone skips a cross, and other keys none", browser.holds("document.getElementById('instruction').textContent.endsWith('2 of 6')"))
    browser.key("Escape")
    check("Escape ends, and changes nothing", browser.holds("document.getElementById('problem').textContent.startsWith('Ended.')"), text(browser, "problem"))
    check("the screen is open", until(lambda: mode(stage) == "normal"), mode(stage))


def other_panel(stage, browser):
    """Calibrates a panel other than the one that is touched."""
    start(browser, stage)
    browser.eval("(document.getElementById('panel').append(new Option('other-0', 'other-0', true, true)), document.getElementById('start').click())")
    browser.holds("document.getElementById('instruction').textContent.endsWith('1 of 6')")
    touch((0.1, 0.1))
    check("a finger on another panel is told where to touch", browser.holds("document.getElementById('note').textContent.includes('main-0, not other-0')"), text(browser, "note"))
    check("and does not count", browser.eval("document.getElementById('instruction').textContent.endsWith('1 of 6')"), text(browser, "instruction"))
    browser.key("Escape")
    check("and it can be ended", browser.holds("document.getElementById('problem').textContent.startsWith('Ended.')"), text(browser, "problem"))


def gone(stage, browser):
    start(browser, stage)
    browser.eval("document.getElementById('start').click()")
    browser.holds("document.getElementById('instruction').textContent.endsWith('1 of 6')")
    stage.stop_touchd()
    check("touchd that ends, ends it", browser.holds("document.getElementById('problem').textContent.includes('connection to touchd is lost')"),
          text(browser, "problem"))


with Stage(TREE, admin=True, web=f"tools: {{ touchctl: {touchctl} }}\n", environment=simulation) as stage:
    for size in (1080, 1920), (1280, 800):
        with Chromium(size) as browser:
            if can_try(stage):
                trials(stage, browser)
                stage.fingers.answer("revert")
            else:
                result(stage, browser)
                print("note: this touchd cannot try a calibration")
            check_problems(browser)
    with Chromium((1280, 800)) as browser:
        if can_try(stage):
            not_confirmed(stage, browser)
        wrong_fingers(stage, browser)
        keys(stage, browser)
        other_panel(stage, browser)
        check_problems(browser)
        gone(stage, browser)
shutil.rmtree(simulated.testbed.get_root_dir(), ignore_errors=True)
import stage as counts
print(f"{counts.passed} passed, {counts.failed} failed", flush=True)
os._exit(counts.failed > 0)  # the testbed's destructor does not run
