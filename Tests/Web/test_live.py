"""The live view: fingers and their receivers, time, recordings, the keyboard, and the appearance."""
from stage import *

UPDATES_PICTURES = os.environ.get("UPDATE_PICTURES")
SIZES = {"landscape": (1280, 800), "portrait": (1080, 1920)}
# The screen of Tests/Recordings/filters/noise-smooth.yaml.
SMOOTH = (4096, 2304)
KIOSK = """version: 1
screens:
  - id: main
    size: [1080, 1920]
    windows:
      - id: kiosk
        frame: [0, 0, 1080, 1920]
        children:
          - { id: map, frame: [0, 160, 1080, 900], multipleTouchEnabled: true }
          - id: list
            kind: scrollView
            frame: [0, 1060, 540, 540]
            contentSize: [540, 3000]
            children: [{ id: row, frame: [0, 600, 540, 100] }]
          - id: pad
            frame: [540, 1060, 540, 540]
            sensitive: true
            children: [{ id: one, kind: button, frame: [0, 0, 180, 180] }]
          - { id: ok, kind: button, frame: [60, 1660, 200, 200] }
  - id: desk
    size: [800, 600]
    windows: [{ id: table, frame: [0, 0, 800, 600] }]
"""

# Expressions for the page's contents.
rows = "[...document.querySelectorAll('#touch-rows button')].map(row => row.innerText.replace(/\\s+/g, ' '))"
down = "[...document.querySelectorAll('#touch-rows button:not(.over)')].length"
why = "document.querySelector('#why').innerText"
shown = "document.querySelector('#{}').innerText"
events = "[...document.querySelectorAll('#event-rows li')].map(row => row.innerText.replace(/\\s+/g, ' '))"
# Connected and with the complete state: touches that begin from now on are shown.
connected = "document.querySelector('#status').dataset.state == 'connected' && / down$/.test(document.querySelector('#fingers').ariaLabel)"


def pixels(layer, x, y, reach=2, screen=(1080, 1920)):
    """Returns an expression for the colours around a point of the screen, in one of the two layers."""
    return f"""(() => {{ const c = document.querySelector('#{layer}'), x = 6 + {x} / {screen[0]} * (c.width - 12), y = 6 + {y} / {screen[1]} * (c.height - 12);
      return [...c.getContext('2d').getImageData(Math.round(x) - {reach}, Math.round(y) - {reach}, {2 * reach + 1}, {2 * reach + 1}).data] }})()"""


def is_drawn(x, y, reach=2):
    return f"{pixels('fingers', x, y, reach)}.some((value, i) => i % 4 == 3 && value > 40)"


def says(browser, what, text):
    return browser.holds(f"{what}.toString().includes({json.dumps(text)})")


def tab(browser, name):
    browser.click("#tab-" + name)


# Scrolling and zooming content is drawn where touchd has it, although no line contains its position; also in a rotated view.
TURNED = """version: 1
screens:
  - id: main
    size: [1080, 1920]
    windows:
      - id: kiosk
        frame: [0, 0, 1080, 1920]
        children:
          - id: list
            kind: scrollView
            center: [500, 600]
            bounds: [0, 0, 600, 500]
            transform: [0, 1, -1, 0, 0, 0]
            contentSize: [600, 3000]
            maximumZoomScale: 3
            children: [{ id: row, frame: [100, 300, 400, 100], children: [{ id: dot, frame: [10, 10, 20, 20] }] }]
"""
with Stage(TURNED, admin=True) as stage, Chromium(size=SIZES["landscape"], scheme="dark") as browser:
    browser.goto(stage.url())
    browser.click("main a")
    check("the token goes along from the first page", browser.holds(connected))
    all_lines = stage.connect(admin=True)
    all_lines.answer("subscribe", regions=["**"])
    stage.inject((1, "began", 450, 600), (2, "began", 550, 600))
    for step in range(10):
        time.sleep(0.01)
        stage.inject((1, "moved", 450 - 6 * step, 600), (2, "moved", 550 + 8 * step, 600 + 4 * step))
    stage.inject((1, "ended"), (2, "ended"))
    all_lines.wait(lambda line: line["type"] == "frame" and any(e["event"] == "scroll" and e["state"] == "ended" for e in line["events"]))
    late = stage.connect(admin=True)
    late.answer("subscribe", regions=["**"])
    truth = late.wait(lambda line: line["type"] == "snapshot")["regions"]
    distance = browser.eval(f"""import('/live/model.js').then(({{ empty, apply }}) => {{ const state = empty();
      for (const line of {json.dumps(all_lines.lines)}) apply(state, line, 0);
      return Math.max(...{json.dumps(truth)}.flatMap(r => [...r.toScreen, ...r.bounds].map((v, i) => Math.abs(v - [...state.regions.get(r.id).toScreen, ...state.regions.get(r.id).bounds][i])))) }})""")
    check("what scrolls and zooms is where touchd has it", distance < 0.01 and truth[1]["zoomScale"] > 1.2, (distance, truth[1]))

if UPDATES_PICTURES:
    with Stage((root / "config/demo.yaml").read_text(), admin=True) as stage, Chromium(size=SIZES["landscape"], scheme="dark") as browser:
        browser.goto(stage.url("live/"))
        browser.holds(connected)
        ways = [((200, 500), (420, 760)), ((640, 420), (820, 640)), ((520, 1180), (300, 1040)), ((860, 1380), (700, 1120))]
        for finger, (start, _) in enumerate(ways):
            stage.down(*start, finger)
        for step in range(1, 31):
            f = step / 30
            stage.inject(*((finger, "moved", a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f * f) for finger, (a, b) in enumerate(ways)))
            time.sleep(0.016)
        stage.down(160, 1760, 9)
        browser.holds(f"{down} == 5")
        browser.frames(3)
        time.sleep(0.15)
        browser.screenshot(root / "docs/live.png")
        check("the picture of the live view is small enough", (root / "docs/live.png").stat().st_size < 200_000)

with Stage(KIOSK, admin=True, web=f"tools: {{ touchctl: {touchctl} }}") as stage, Chromium(size=SIZES["landscape"], scheme="dark") as browser:
    browser.goto(stage.url("live/"))
    check("the page connects", browser.holds(connected))
    check("the token leaves the address", browser.eval("location.href") == stage.url("live/", with_token=False))
    check("the screen has its size", says(browser, shown.format("screen-state"), "1080 × 1920"), browser.eval(shown.format("screen-state")))

    grey = f"(() => {{ const [r, g, b] = {pixels('regions', 1000, 1500)}; return Math.max(r, g, b) - Math.min(r, g, b) < 24 && Math.min(r, g, b) > 60 }})()"
    check("a sensitive region is grey before anybody touches it", browser.holds(grey), browser.eval(pixels("regions", 1000, 1500))[:3])

    # A finger, and the explanation of its receiver.
    stage.down(300, 600)
    check("a finger is in the list, with its region and its place", says(browser, rows, "map 300, 600"), browser.eval(rows))
    check("and in the picture", browser.holds(is_drawn(300, 600)))
    check("elsewhere there is none", not browser.eval(is_drawn(800, 1800)))
    check("names are isolated from the words around them", browser.holds("[...document.querySelectorAll('#touch-rows bdi, #why h2 bdi, #why td bdi')].some((one) => one.textContent === 'kiosk/map')"))
    check("a path may break after each slash", browser.eval("[...document.querySelectorAll('bdi')].every(one => one.querySelectorAll('wbr').length === one.textContent.split('/').length - 1)"))
    check_attributes(browser)
    check("it is said which region was hit", says(browser, why, "The point hits kiosk/map."), browser.eval(why))
    check("and which were asked, with their answers", says(browser, why, "contains the point; a child is hit"), browser.eval(why))
    check("and who gets it", says(browser, why, "It goes to kiosk/map."))
    check("the picture is described", says(browser, "document.querySelector('#fingers').ariaLabel", "1 finger is down"))
    stage.move(500, 700)
    check("it moves", browser.holds(is_drawn(500, 700)) and says(browser, rows, "500, 700"))
    stage.down(150, 1760, 2)
    stage.down(200, 1760, 3)
    check("what keeps a touch away is said", says(browser, why, "kiosk/ok takes no second finger"), browser.eval(why))
    check("a control that is held is in progress", says(browser, shown.format("progress"), "control ok: touchDown"))
    browser.click("#touch-rows li:last-child button")
    check("a row that is chosen is explained", says(browser, why, "It goes to kiosk/map."))
    browser.key("Escape")
    stage.inject((1, "ended"), (2, "ended"), (3, "ended"))
    check("what has lifted is no longer down", browser.holds(f"{down} == 0"))
    check("but can still be asked about", len(browser.eval(rows)) == 3)
    browser.click("#fingers")
    check("a click on a region tells about it", says(browser, why, "kiosk/map") and says(browser, why, "1080 × 900 points"), browser.eval(why))

    # Scrolling, sensitive regions, a locked screen.
    check("what is in a scroll view is drawn in it alone", browser.eval(pixels("regions", 30, 1700, 1)) == browser.eval(pixels("regions", 900, 1700, 1)))
    before = browser.eval(pixels("regions", 270, 1470))
    stage.drag((270, 1500), (270, 1300))
    check("what is in a scroll view moves with it", browser.holds(f"JSON.stringify({pixels('regions', 270, 1470)}) != {json.dumps(json.dumps(before, separators=(',', ':')))}"))
    tab(browser, "events")
    check("the scroll is among the events", says(browser, events, "scroll list began"), browser.eval(events))
    stage.down(700, 1200)
    check("of a finger in a sensitive region nothing is said but that", says(browser, events, "a finger is in pad, which is sensitive"), browser.eval(events))
    tab(browser, "touches")
    check("not its place", says(browser, rows, "in pad (sensitive)") and "700" not in browser.eval(rows)[0].split("pad")[1], browser.eval(rows))
    check("not in the picture either", not browser.eval(is_drawn(700, 1200)))
    check("and the explanation says why", says(browser, why, "Its place and its receivers are not shown."), browser.eval(why))
    look(browser, "live-sensitive")
    stage.up()
    stage.down(300, 600)
    browser.holds(f"{down} == 1")
    stage.fingers.answer("screen", mode="cleaning")
    check("a closed screen says so", browser.holds("!document.querySelector('#closed').hidden") and says(browser, shown.format("closed"), "Cleaning"))
    check("a cancel has its reason in the list", says(browser, rows, "cancelled: the screen is closed for cleaning"), browser.eval(rows))
    # Marks fade; in a pause they stay.
    for button in ("play", "back", "forward"):
        browser.click("#" + button)
    check("and a mark in the picture", browser.holds(is_drawn(300, 600, 6)))
    look(browser, "live-cancelled")
    browser.click("#live")
    stage.up()
    stage.fingers.answer("screen", mode="normal")
    check("a screen that is open says nothing", browser.holds("document.querySelector('#closed').hidden"))

    # Time.
    marks = """(() => { const c = document.querySelector('#marks'), d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data, rows = { began: 0, cancelled: 0 };
      for (let i = 0; i < d.length; i += 4) if (d[i + 3] > 200) { const kind = d[i] > d[i + 1] ? 'cancelled' : 'began'; rows[kind] = Math.max(rows[kind], c.height - Math.floor(i / 4 / c.width)) }
      return [rows.began, rows.cancelled, c.height] })()"""
    check("the time line has short marks for begins and long ones for cancels", browser.holds(f"(() => {{ const [began, cancelled, height] = {marks}; return began == height / 2 && cancelled == height }})()"),
          browser.eval(marks))
    stage.down(200, 400)
    for step in range(1, 6):
        # The page requests at most 250 frames per second: faster ones are merged.
        time.sleep(0.02)
        stage.move(200 + 100 * step, 400)
    browser.holds(f"{rows}.toString().includes('700, 400')")
    browser.click("#play")
    check("a pause is said", browser.holds(shown.format("play") + " == 'Play'") and browser.holds("document.querySelector('#live').ariaPressed == 'false'"))
    stage.move(900, 900)
    time.sleep(0.5)
    check("what comes in a pause is not shown", "700, 400" in str(browser.eval(rows)), browser.eval(rows))
    browser.click("#back")
    check("a step back is a frame back", says(browser, rows, "600, 400"), browser.eval(rows))
    browser.click("#back")
    browser.click("#forward")
    check("a step on is a frame on", says(browser, rows, "600, 400"), browser.eval(rows))
    browser.eval("document.querySelector('#scrub').focus()")
    browser.key("Home")
    check("before the first touch there is none", browser.holds(f"{rows}.length == 0"), browser.eval(rows))
    check("the place in time is said", browser.eval("document.querySelector('#scrub').ariaValueText").startswith("−"))
    browser.key("End")
    check("at the end it is as it was", says(browser, rows, "700, 400"), browser.eval(rows))
    browser.click("#live")
    check("live is what comes", says(browser, rows, "900, 900"), browser.eval(rows))

    # Clients and screens.
    tab(browser, "clients")
    check("clients are listed with their lag", says(browser, shown.format("clients"), "live view (this page)") and says(browser, shown.format("clients"), "ms"))
    tab(browser, "screens")
    check("screens are listed with their state", says(browser, shown.format("screens"), "Screen desk") and says(browser, shown.format("screens"), "normal"))
    tab(browser, "touches")
    browser.eval("(() => { const s = document.querySelector('#screen'); s.value = 'desk'; s.dispatchEvent(new Event('change')) })()")
    check("another screen can be chosen", says(browser, shown.format("screen-state"), "desk · 800 × 600"), browser.eval(shown.format("screen-state")))
    browser.eval("(() => { const s = document.querySelector('#screen'); s.value = 'main'; s.dispatchEvent(new Event('change')) })()")

    # The connection.
    check("a finger is down", browser.holds(f"{down} == 1"))
    stage.stop_touchd(signal.SIGKILL)
    check("with the connection its fingers are gone", browser.holds(f"{down} == 0") and browser.holds("document.querySelector('#status').dataset.state == 'lost'"))
    stage.start_touchd()
    check("the page comes back by itself", browser.holds(connected))
    stage.down(300, 600)
    check("and shows fingers again", browser.holds(f"{down} == 1"))
    stage.up()
    check_problems(browser, but=("WebSocket",))
    browser.eval("sessionStorage.clear()")
    status = "document.querySelector('#status').textContent"
    form = "!!document.querySelector('dialog.token[open]')"
    browser.goto(stage.url("live/", with_token=False))
    check("a page without a token asks for one", browser.holds(form) and "has no token" in browser.eval(status), browser.eval(status))
    browser.key("Escape")
    check("Escape closes the form, and a button opens it again", browser.holds("!" + form) and browser.holds("!!document.querySelector('.enter-token')"))
    look(browser, "live-token-later")
    browser.files("#file", root / "Tests/Recordings/demo.evemu")
    check("a recording wants the token too, and asks for it", browser.holds(form) and "tools" in browser.eval("document.querySelector('dialog.token p').textContent"))
    browser.key("Escape")
    browser.holds("!!document.querySelector('.enter-token')")
    browser.click(".enter-token")
    check("the button opens it", browser.holds(form) and browser.holds("document.activeElement.name == 'token'"))
    browser.goto(stage.url("live/", with_token=False) + "#token=wrong")
    browser.eval("document.querySelector('#status').said = []; new MutationObserver(() => document.querySelector('#status').said.push(document.querySelector('#status').textContent))"
                 ".observe(document.querySelector('#status'), { childList: true, characterData: true, subtree: true })")
    check("a token that is refused is asked for again", browser.holds(form))
    check("and the page says so, and never that touchd is absent", "refuses the token" in browser.eval(status)
          and "reached" not in str(browser.eval("document.querySelector('#status').said")), browser.eval("document.querySelector('#status').said"))
    look(browser, "live-token")
    browser.eval("document.querySelector('dialog.token input').focus()")
    browser.type(stage.token)
    browser.key("Enter")
    check("the right one connects", browser.holds(connected))
    check_problems(browser, but=("WebSocket", "403"))

    # The keyboard alone.
    stage.down(300, 600)
    browser.holds(f"{down} == 1")
    browser.eval("document.activeElement.blur()")
    reached, invisible = [], []
    for _ in range(40):
        browser.key("Tab")
        if browser.eval("document.activeElement == document.body"):
            continue
        name, outline, size = browser.eval("""(() => { const e = document.activeElement, s = getComputedStyle(e), b = (e.labels?.[0] ?? e).getBoundingClientRect();
          return [e.id || e.innerText.trim(), s.outlineStyle != 'none' && parseFloat(s.outlineWidth) >= 2, Math.round(b.height)] })()""")
        if name in reached:
            break
        reached.append(name)
        if not outline:
            invisible.append(name)
        if name and size < 44:
            invisible.append(f"{name}: {size} px high")
    controls = ["Live view", "Region editor", "Calibration", "names", "trails", "raw", "fingers", "tab-touches", "play", "back", "forward", "scrub", "speed", "live", "open"]
    check("every control is reached with Tab", not [one for one in controls if one not in reached], reached)
    check("the focus is seen, and controls are large enough for a finger", not invisible, invisible)
    browser.eval("document.querySelector('#tab-touches').focus()")
    browser.key("ArrowRight")
    check("arrows go through the tabs", browser.eval("document.activeElement.id") == "tab-events" and browser.eval("document.querySelector('#touches').hidden"))
    browser.key("ArrowLeft")
    browser.eval("document.querySelector('#fingers').focus()")
    browser.key(" ")
    check("space pauses", browser.holds(shown.format("play") + " == 'Play'"))
    browser.key("ArrowLeft")
    check("arrows step", browser.holds(f"{down} == 0"))
    browser.key("ArrowRight")
    check("there and back", browser.holds(f"{down} == 1"))
    browser.key("l")
    check("L is live", browser.holds("document.querySelector('#live').ariaPressed == 'true'"))
    stage.tap(150, 1760, 4)
    browser.holds(f"{rows}.length > 1")
    browser.key("ArrowDown")
    check("arrows on the picture go through the touches", says(browser, why, "It goes to kiosk/ok."), browser.eval(why))
    unnamed = browser.eval("""[...document.querySelectorAll('button, input:not([hidden]), select, canvas[tabindex], [role=tabpanel], section, nav')]
      .filter(e => !(e.ariaLabel || e.innerText || e.labels?.length || e.getAttribute('aria-labelledby'))).map(e => e.outerHTML.slice(0, 80))""")
    check("everything that can be used has a name", not unnamed, unnamed)
    stage.up()
    check_problems(browser)

    # Appearance.
    for name, size in SIZES.items():
        browser.resize(size)
        for i in range(5):
            stage.down(200 + 150 * i, 400 + 60 * i, i + 1)
        for step in range(8):
            stage.inject(*((i + 1, "moved", 200 + 150 * i + 12 * step, 400 + 60 * i + 3 * step * step) for i in range(5)))
        browser.holds(f"{down} == 5")
        time.sleep(0.3)
        cut = browser.eval("""[...document.querySelectorAll('.transport > *, .head *, .bar *, .tabs button, .tab:not([hidden])')].filter(e => { const b = e.getBoundingClientRect();
          return b.width && (b.right > innerWidth + 1 || b.left < -1 || b.bottom > innerHeight + 1 || b.top < -1) }).map(e => e.id || e.innerText)""")
        check(f"nothing is cut off in {name}", not cut and browser.eval("document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight"), cut)
        look(browser, "live-" + name)
        for panel in ("events", "clients", "screens"):
            tab(browser, panel)
            time.sleep(0.3)
            look(browser, f"live-{name}-{panel}")
        tab(browser, "touches")
        stage.inject(*((i + 1, "ended") for i in range(5)))
    check_problems(browser)

    # A recording, without a daemon.
    stage.stop_touchd()
    check("a daemon that does not run is said", says(browser, shown.format("status"), "touchd is not running"), browser.eval(shown.format("status")))
    browser.resize(SIZES["landscape"])
    browser.files("#file", root / "Tests/Recordings/demo.evemu", root / "config/demo.yaml")
    check("a recording plays without touchd", says(browser, shown.format("source"), "Recording demo.evemu, 6.05 s") and browser.holds(f"{rows}.length > 0"), browser.eval(shown.format("source")))
    check("with its regions", says(browser, why, "kiosk/menu/ok"), browser.eval(why))
    browser.eval("document.querySelector('#scrub').focus()")
    browser.key("End")
    browser.holds(f"{down} == 0 && {shown.format('clock')} == '6.05 s' && {rows}.length > 8")
    at_end = browser.eval(rows)
    check("to its end", len(at_end) > 8 and browser.eval(shown.format("clock")) == "6.05 s", at_end)
    look(browser, "live-recording")
    browser.eval("document.querySelector('#scrub').value = 1700; document.querySelector('#scrub').dispatchEvent(new Event('input'))")
    check("and back", browser.holds(f"{down} > 0"), browser.eval(rows))
    browser.eval("document.querySelector('#speed').value = 4; document.querySelector('#speed').dispatchEvent(new Event('change'))")
    browser.click("#play")
    check("played on, it comes to the same end", browser.holds(f"{shown.format('clock')} == '6.05 s' && JSON.stringify({rows}) == {json.dumps(json.dumps(at_end, ensure_ascii=False, separators=(',', ':')), ensure_ascii=False)}"),
          browser.eval(rows))
    dropped = "(text, name) => { const d = new DataTransfer(); d.items.add(new File([text], name)); for (const type of ['dragenter', 'drop']) document.body.dispatchEvent(new DragEvent(type, { dataTransfer: d, bubbles: true, cancelable: true })) }"
    browser.eval(f"({dropped})('# EVEMU 1.3\\nthis is no recording\\n', 'broken.evemu')")
    check("a wrong recording is refused with its line", browser.holds(f"/broken.evemu:\\d+/.test({shown.format('problem-text')})"), browser.eval(shown.format("problem-text")))
    look(browser, "live-refused")
    browser.key("Escape")
    text = (root / "Tests/Recordings/drag.evemu").read_text()
    browser.eval(f"({dropped})({json.dumps(text)}, 'drag.evemu')")
    check("one that is dropped plays too", says(browser, shown.format("source"), "Recording drag.evemu"), browser.eval(shown.format("source")))
    folder = root / "Tests/Recordings"
    browser.files("#file", folder / "noise-smooth.evemu", folder / "filters/noise-smooth.yaml")
    says(browser, shown.format("source"), "Recording noise-smooth.evemu")
    lines = subprocess.run([touchctl, "replay", "--session", "--config", folder / "filters/noise-smooth.yaml", folder / "noise-smooth.evemu"], capture_output=True, text=True).stdout
    frames = [line for line in map(json.loads, lines.splitlines()) if line["type"] == "frame"]
    farthest = max((e for f in frames for e in f["events"] if "raw" in e), key=lambda e: abs(e["raw"][0] - e["x"]))
    at = next(f["time"] for f in frames if farthest in f["events"]) // 1000
    browser.eval(f"document.querySelector('#scrub').value = {at}; document.querySelector('#scrub').dispatchEvent(new Event('input'))")
    cross = f"(() => {{ const p = {pixels('fingers', *farthest['raw'], 3, SMOOTH)}; return p.some((v, i) => i % 4 == 0 && v > 240 && p[i + 1] > 240 && p[i + 2] > 240) }})()"
    check("the place before the filters has a cross beside the finger", abs(farthest["raw"][0] - farthest["x"]) > 50 and browser.holds(cross), farthest)
    look(browser, "live-raw")
    browser.click("#raw")
    check("unless it is not wanted", browser.holds(f"!{cross}"))
    browser.files("#file", folder / "pressure-and-size.evemu")
    says(browser, shown.format("source"), "Recording pressure-and-size.evemu")
    browser.holds(f"{down} > 0")
    browser.eval("document.querySelector('#scrub').value = 25; document.querySelector('#scrub').dispatchEvent(new Event('input'))")
    check("pressure and size are in the list", says(browser, rows, "%"), browser.eval(rows))
    check("the explanation is of this recording's touch", says(browser, why, "at 1000, 500") and says(browser, why, "Its ID on the wire is 65536."), browser.eval(why))
    look(browser, "live-pressure")
    browser.click("#live")
    check("live closes it", browser.holds("document.querySelector('#source').hidden"))
    check_problems(browser, but=("WebSocket", "422"))
finish()
