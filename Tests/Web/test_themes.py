"""The light and the dark theme of the pages for people: by preference and by choice, with enough contrast in both."""
from contrast import check_contrast
from stage import *

TREE = """version: 1
screens:
  - id: main
    size: [1080, 1920]
    accessibility: { profiles: [{ id: speech, start: [{ key: KEY_F15 }] }] }
    windows:
      - id: kiosk
        frame: [0, 0, 1080, 1920]
        accessibility: { element: false }
        children:
          - { id: map, frame: [0, 0, 1080, 900], multipleTouchEnabled: true, gestures: [{ id: move, type: pan }], accessibility: { label: Map } }
          - { id: pad, frame: [0, 900, 500, 500], sensitive: true, accessibility: { label: Number pad } }
          - { id: volume, kind: slider, frame: [540, 900, 500, 100], accessibility: { label: Volume } }
          - { id: list, kind: scrollView, frame: [540, 1060, 500, 300], contentSize: [500, 900] }
          - { id: ok, kind: button, frame: [40, 1500, 480, 300], accessibility: { label: OK } }
          - { id: off, kind: button, enabled: false, frame: [560, 1500, 480, 300], accessibility: { label: Off } }
"""
CONNECTED = "document.querySelector('#status').dataset.state == 'connected'"
GROUND = "getComputedStyle(document.body).backgroundColor"
GROUNDS = {"light": "rgb(244, 246, 248)", "dark": "rgb(20, 23, 27)"}
# The contrasts of the picture's colours: names, tags and the marks of touches against what they lie on.
PALETTE = """Promise.all([import('/shared/colours.js'), import('/live/palette.js')]).then(([{ colourOf }, { readColours, colours, touchColour }]) => {
  readColours();
  const rgb = (text) => text.match(/[\\d.]+/g).map(Number).slice(0, 3);
  const light = (c) => { const [r, g, b] = rgb(c).map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b };
  const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05) };
  const touches = Array.from({ length: 10 }, (_, n) => touchColour(n));
  const all = [...touches, ...['name', 'faint', 'selected', 'own', 'cancel', 'order', 'focus', 'ghost'].map((n) => colours[n])].map((c) => [c, ratio(c, colours.screen), 4.5]);
  // Names on the warmest cell of a heat map, whose share is 0.7.
  const [heat, screen] = [rgb(colours.heat), rgb(colours.screen)];
  all.push([colours.name, ratio(colours.name, `rgb(${heat.map((v, i) => 0.7 * v + 0.3 * screen[i])})`), 4.5]);
  all.push([colours.sensitiveName, ratio(colours.sensitiveName, colours.sensitive), 4.5], [colours.edge, ratio(colours.edge, colours.screen), 2.9]);
  return { low: all.filter(([, found, least]) => found < least), same: touches.length - new Set(touches).size } })"""


def pixel(browser):
    """Returns the colour of the glass in the picture, where no region is."""
    return browser.eval("[...document.querySelector('#regions').getContext('2d').getImageData(30, document.querySelector('#regions').height - 30, 1, 1).data].slice(0, 3)")


with Stage(TREE, admin=True, web=f"tools: {{ touchctl: {touchctl} }}") as stage, Chromium(size=(1280, 800)) as browser:
    browser.color_scheme("light")
    browser.goto(stage.url("live/"))
    browser.holds(CONNECTED + " && / down$/.test(document.querySelector('#fingers').ariaLabel)")
    for finger, place in enumerate([(200, 200), (500, 500), (200, 1100), (700, 950), (200, 1600)]):
        stage.down(*place, finger)
    stage.move(700, 400, 0)
    check("five fingers are down", browser.holds("document.querySelectorAll('#touch-rows button').length == 5"))
    for theme in ("light", "dark"):
        browser.color_scheme(theme)
        check(f"the page is {theme} if the system prefers it", browser.holds(f"{GROUND} == '{GROUNDS[theme]}'"), browser.eval(GROUND))
        palette = browser.eval(PALETTE)
        check(f"the picture's colours have contrast in {theme}, and touches differ", not palette["low"] and palette["same"] == 0, palette)
        check(f"the picture is {theme} as well", until(lambda: (sum(pixel(browser)) > 600) == (theme == "light")), pixel(browser))
        for tab in ("touches", "events", "tree", "speech", "clients", "screens"):
            browser.click("#tab-" + tab)
            browser.frames(4)
            time.sleep(0.3)
            check_contrast(browser, f"live view, {theme}, {tab}")
        browser.click("#tab-touches")
        browser.frames(20)
        look(browser, f"live-{theme}")
    stage.fingers.answer("screen", mode="cleaning")
    browser.holds("!document.querySelector('#closed').hidden")
    for theme in ("light", "dark"):
        browser.color_scheme(theme)
        browser.frames(3)
        check_contrast(browser, f"live view, {theme}, a closed screen")
    stage.fingers.answer("screen", mode="normal")

    choose = "(() => {{ const c = document.querySelector('#theme'); c.value = '{}'; c.dispatchEvent(new Event('change')) }})()"
    browser.eval(choose.format("light"))
    check("the choice in the bar counts more than the system", browser.holds(f"{GROUND} == '{GROUNDS['light']}'"))
    check("the picture follows it", until(lambda: sum(pixel(browser)) > 600), pixel(browser))
    browser.goto(stage.url("editor/"))
    browser.holds("document.querySelectorAll('svg .region').length == 7")
    check("the other pages follow it", browser.eval(GROUND) == GROUNDS["light"] and browser.eval("document.querySelector('#theme').value") == "light", browser.eval(GROUND))
    for theme in ("light", "dark"):
        browser.eval(choose.format(theme))
        browser.eval("[...document.querySelectorAll('#tree li')].at(-1).click()")
        browser.holds("document.querySelector('#problems').dataset.checked == 'true'")
        for tab in ("problems", "overlaps", "small", "hit", "order", "text"):
            browser.click("#tab-" + tab)
            browser.frames(3)
            check_contrast(browser, f"editor, {theme}, {tab}")
        browser.click("#tab-problems")
        browser.click("#help")
        check_contrast(browser, f"editor, {theme}, help")
        browser.key("Escape")
        names = browser.eval("""(() => { const c = getComputedStyle(document.querySelector('svg text')), s = getComputedStyle(document.querySelector('svg .screen')); return [c.fill, s.fill] })()""")
        check(f"the editor's picture is {theme}", (sum(map(int, re.findall(r"\d+", names[1])[:3])) > 600) == (theme == "light"), names)
        look(browser, f"editor-{theme}")
    for page in ("calibrate/", ""):
        browser.goto(stage.url(page) if page else f"http://127.0.0.1:{stage.port}/#token={stage.token}")
        browser.frames(10)
        for theme in ("light", "dark"):
            browser.eval(choose.format(theme))
            check_contrast(browser, f"/{page}, {theme}")
            look(browser, f"{page.strip('/') or 'index'}-{theme}")
    browser.eval(choose.format(""))
    browser.color_scheme("light")
    check("and the system's theme can be chosen again", browser.holds(f"{GROUND} == '{GROUNDS['light']}'"))
    check_problems(browser, but=("/tools/file",))
finish()
