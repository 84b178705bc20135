"""All screens side by side in the live view's picture."""
from contrast import check_contrast
from sizes import *
from stage import *

TREE = """version: 1
screens:
  - id: main
    size: [1080, 1920]
    windows: [{ id: kiosk, frame: [0, 0, 1080, 1920], children: [{ id: ok, kind: button, frame: [40, 40, 1000, 900] }] }]
  - id: desk
    size: [1920, 1080]
    windows: [{ id: table, frame: [0, 0, 1920, 1080], children: [{ id: plate, kind: button, frame: [1000, 100, 800, 800] }] }]
"""
why = "document.querySelector('#why').innerText"
label = "document.querySelector('#fingers').ariaLabel"
# The scene: a line for the names of 6 % of the height, and 4 % of it between the screens.
TOP, LEFT = 0.06 * 1920, {"main": 0, "desk": 1080 + 0.04 * 1920}


def place(screen, x, y):
    """Returns an expression for a place of a screen in the window."""
    return f"""(() => {{ const c = document.querySelector('#fingers'), b = c.getBoundingClientRect(), s = (b.height - 12) / {1920 + TOP};
      return [b.x + 6 + {LEFT[screen] + x} * s, b.y + 6 + {TOP + y} * s] }})()"""


def is_drawn(screen, x, y):
    return f"""(() => {{ const c = document.querySelector('#fingers'), b = c.getBoundingClientRect(), [x, y] = {place(screen, x, y)};
      return [...c.getContext('2d').getImageData(Math.round(x - b.x) - 2, Math.round(y - b.y) - 2, 5, 5).data].some((v, i) => i % 4 == 3 && v > 40) }})()"""


def choose(browser, screen):
    browser.eval(f"(() => {{ const s = document.querySelector('#screen'); s.value = '{screen}'; s.dispatchEvent(new Event('change')) }})()")


with Stage(TREE, admin=True) as stage, Chromium(size=(1280, 800), scheme="dark") as browser:
    browser.goto(stage.url("live/"))
    browser.holds(f"document.querySelector('#status').dataset.state == 'connected' && / down$/.test({label})")
    choose(browser, "*")
    check("all screens can be chosen", browser.holds(f"{label} == 'All screens: 0 fingers are down' && document.querySelector('#screen-state').innerText == '2 screens'"), browser.eval(label))
    desk = stage.connect(admin=True)
    desk.answer("inject", screen="desk", touches=[{"finger": 1, "phase": "began", "x": 1400, "y": 500}])
    stage.fingers.answer("inject", screen="main", touches=[{"finger": 1, "phase": "began", "x": 500, "y": 500}])
    check("fingers are on their screens", browser.holds(f"{is_drawn('main', 500, 500)} && {is_drawn('desk', 1400, 500)} && {label}.includes('2 fingers')"), browser.eval(label))
    check("and nowhere else", not browser.eval(f"{is_drawn('main', 500, 1700)} || {is_drawn('desk', 300, 900)}"))
    for theme in ("light", "dark"):
        browser.color_scheme(theme)
        browser.frames(4)
        look(browser, f"live-all-{theme}")
        check_contrast(browser, f"all screens, {theme}")
    for screen in ("main", "*"):
        choose(browser, screen)
        browser.frames(6)
        out = "[...document.querySelectorAll('.head label')].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > document.querySelector('.head').getBoundingClientRect().right - 8).map((e) => e.innerText)"
        check(f"the switches are inside the picture's head, {screen}", browser.holds(f"{out}.length == 0"), browser.eval(out))
        look(browser, f"live-all-{'all' if screen == '*' else screen}")
    for name, window in in_windows(browser):
        check_picture(browser, f"all screens, {name}", "(() => { const b = document.querySelector('#fingers').getBoundingClientRect(); return [b.width - 12, b.height - 12] })()", (3000 + 0.04 * 1920, 1920 + TOP), window)
        look(browser, f"live-all-{name}")
    browser.resize((1280, 800))
    browser.frames(6)
    desk.answer("inject", screen="desk", touches=[{"finger": 1, "phase": "ended"}])
    stage.fingers.answer("inject", screen="main", touches=[{"finger": 1, "phase": "ended"}])
    browser.holds(f"{label} == 'All screens: 0 fingers are down'")
    time.sleep(1.6)  # marks of ended touches can be chosen for 1.5 s
    browser.click(browser.eval(place("desk", 1100, 800)))
    check("a click on a region of any screen tells about it", browser.holds(f"{why}.includes('table/plate')"), browser.eval(why))
    browser.click(browser.eval(place("main", 100, 100)))
    check("also of the first", browser.holds(f"{why}.includes('kiosk/ok')"), browser.eval(why))
    browser.click("#tab-tree")
    check("the list has the regions of all screens", browser.holds("['kiosk/ok', 'table/plate'].every((path) => document.querySelector('#region-rows').innerText.replace(/\\s/g, '').includes(path))"))
    browser.click("#heat")
    check("the heat map is said for each screen", browser.holds("/main: Heat map.*\\n.*desk: Heat map.*1 touch/.test(document.querySelector('#past-text').innerText)"), browser.eval("document.querySelector('#past-text').innerText"))
    stage.fingers.answer("screen", screen="desk", mode="cleaning")
    check("a closed screen is named", browser.holds("document.querySelector('#closed').innerText.includes('desk') && !document.querySelector('#closed').innerText.includes('main')"), browser.eval("document.querySelector('#closed').innerText"))
    check("touching from here needs one screen", browser.eval("document.querySelector('#remote').disabled"))
    choose(browser, "main")
    check("one screen can be chosen again", browser.holds(f"{label}.startsWith('Screen main') && !document.querySelector('#remote').disabled"), browser.eval(label))
    check_problems(browser)
finish()
