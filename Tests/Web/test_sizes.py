"""The live view and the region editor in small, zoomed, upright and wide windows, for an upright and a wide glass: how large the picture is, and
whether everything else can be reached."""
from sizes import *
from stage import *

TREE = """version: 1
screens:
  - id: main
    size: [{0}, {1}]
    accessibility: {{ profiles: [{{ id: speech, start: [{{ key: KEY_F15 }}] }}] }}
    windows:
      - id: kiosk
        frame: [0, 0, {0}, {1}]
        accessibility: {{ element: false }}
        children:
          - {{ id: map, frame: [0, 100, 700, 700], multipleTouchEnabled: true, accessibility: {{ label: Map }} }}
          - {{ id: ok, kind: button, frame: [60, 840, 200, 200], accessibility: {{ label: OK }} }}
          - {{ id: theRegionForHelpWithAName, kind: button, frame: [400, 840, 500, 200], accessibility: {{ label: Help }} }}
"""
PICTURE = "(() => { const b = document.querySelector('#fingers').getBoundingClientRect(); return [b.width - 12, b.height - 12] })()"
SCREEN = "(() => { const b = document.querySelector('svg .screen').getBoundingClientRect(); return [b.width, b.height] })()"
# How much of the explanation is in the window, in CSS pixels.
SEEN = """(() => { const why = document.querySelector('#why'), tab = document.querySelector('#touches').getBoundingClientRect();
  const b = why.getBoundingClientRect(); return Math.min(b.bottom, tab.bottom, innerHeight) - Math.max(b.top, tab.top, 0) })()"""
ROW = """(() => { const bar = document.querySelector('#transport').getBoundingClientRect();
  return bar.height < 60 && [...document.querySelectorAll('#transport > *')].filter(e => e.checkVisibility() && !e.matches(':popover-open')).every(e => { const b = e.getBoundingClientRect();
    return b.top >= bar.top && b.bottom <= bar.bottom && b.height >= 44 }) })()"""


def live(glass, size):
    with Stage(TREE.format(*size), admin=True) as stage, Chromium(size=(1280, 800)) as browser:
        browser.goto(stage.url("live/"))
        browser.holds("document.querySelector('#status').dataset.state == 'connected' && / down$/.test(document.querySelector('#fingers').ariaLabel)")
        for finger, place in enumerate([(200, 200), (400, 300), (160, 940), (650, 940)]):
            stage.down(*place, finger)
        for name, window in in_windows(browser):
            what = f"live view, {glass} glass, {name}"
            check_picture(browser, what, PICTURE, size, window)
            look(browser, f"live-{glass}-{name}")
            check(f"{what}: the transport is one row", browser.eval(ROW), browser.eval("document.querySelector('#transport').offsetHeight"))
            if browser.eval("!document.querySelector('#tab-picture').hidden"):
                browser.click("#tab-touches")
            browser.holds("document.querySelector('#why').innerText.includes('The point hits')")
            left, bottom = browser.eval("(() => { const b = document.querySelector('#touches').getBoundingClientRect(); return [b.x + b.width / 2, b.bottom - 12] })()")
            browser.mouse("wheel", left, bottom, deltaX=0, deltaY=150)
            check(f"{what}: the explanation can be scrolled to", browser.holds(f"{SEEN} >= 90"), browser.eval(SEEN))
            check_inside(browser, what, "header *, #transport *, .head *, #tabs > *")
            menus = browser.eval("[...document.querySelectorAll('.menu-button')].filter(e => e.checkVisibility()).map(e => e.getAttribute('popovertarget'))")
            for menu in menus:
                browser.click(f"[popovertarget={menu}]")
                check_inside(browser, f"{what}, menu {menu}", f"#{menu}, #{menu} *")
                look(browser, f"live-{glass}-{name}-{menu}")
                browser.key("Escape")
            hidden = browser.eval(f"""[...document.querySelectorAll('nav a, .toggles label:not([hidden]), #more button, #more select')]
              .filter(e => !e.checkVisibility() && !{json.dumps(menus)}.includes(e.closest('[popover]').id)).map(e => e.innerText || e.id)""")
            check(f"{what}: every control is on the page or in a menu", not hidden, hidden)
            for tab in ("events", "tree", "speech", "clients", "screens"):
                browser.click("#tab-" + tab)
                browser.frames(2)
                check_inside(browser, f"{what}, {tab}", f"#{tab}")
            if browser.eval("!document.querySelector('#tab-picture').hidden"):
                browser.click("#tab-picture")
                check_picture(browser, what + " again", PICTURE, size, window)
            else:
                browser.click("#tab-touches")
        check_problems(browser)


def editor(glass, size):
    with Stage(TREE.format(*size), admin=True, web=f"tools: {{ touchctl: {touchctl} }}") as stage, Chromium(size=(1280, 800)) as browser:
        browser.goto(stage.url("editor/"))
        browser.holds("document.querySelectorAll('svg .region').length == 4 && document.querySelector('#problems').dataset.checked == 'true'")
        for name, window in in_windows(browser):
            what = f"editor, {glass} glass, {name}"
            check_picture(browser, what, SCREEN, size, window)
            look(browser, f"editor-{glass}-{name}")
            check_inside(browser, what, "header *, .tools *, svg .screen")
            height = browser.eval("document.querySelector('.tools').offsetHeight")
            check(f"{what}: the toolbar is one row, on an upright screen two", height < (60 if name != "portrait" else 120), height)
            menus = browser.eval("[...document.querySelectorAll('.menu-button')].filter(e => e.checkVisibility()).map(e => e.getAttribute('popovertarget'))")
            for menu in menus:
                browser.click(f"[popovertarget={menu}]")
                check_inside(browser, f"{what}, menu {menu}", f"#{menu}, #{menu} *")
                browser.key("Escape")
            hidden = browser.eval(f"""[...document.querySelectorAll('nav a, .tools button, .tools select')]
              .filter(e => !e.checkVisibility() && !e.matches('.menu-button') && !{json.dumps(menus)}.includes(e.closest('[popover]')?.id)).map(e => e.innerText || e.id)""")
            check(f"{what}: every control is on the page or in a menu", not hidden, hidden)
            # The rest is below the picture or beside it; the page scrolls to it.
            for part in ("#tree", "#actions", "#form", "#tabs", "#problems"):
                high = browser.eval(f"(() => {{ const e = document.querySelector('{part}'); e.scrollIntoView({{ block: 'nearest' }}); const b = e.getBoundingClientRect();"
                                    " return Math.min(b.bottom, innerHeight) - Math.max(b.top, 0) })()")
                check(f"{what}: {part[1:]} can be scrolled to", high >= 20, high)
            browser.eval("scrollTo(0, 0)")
        check_problems(browser, but=("/tools/file",))  # no file is edited


for glass, size in GLASSES.items():
    live(glass, size)
    editor(glass, size)
finish()
