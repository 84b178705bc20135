"""The examples in examples/web, with fingers: the index page, a ticket machine, a drawing table, a map, an on-screen keyboard."""
from sizes import WINDOWS
from stage import *


def example(name):
    return Stage((root / "examples/web" / name / "touchd.yaml").read_text())


def there(stage, *ids):
    """Whether these elements have regions."""
    return until(lambda: all(any(path.endswith("." + id) for path in stage.regions()) for id in ids))


def at(browser, stage, selector, size=(1080, 1920)):
    """Returns the middle of an element, in points of the screen, which is 1080 by 1920."""
    x, y = browser.place(selector)
    width, height = browser.eval("[innerWidth, innerHeight]")
    return x * 1080 / width, y * 1920 / height


def text(browser, id, expected):
    return browser.holds(f"document.getElementById({json.dumps(id)}).textContent.includes({json.dumps(expected)})")


# Elements that stick out of the window, whose text is wider or higher than they are, or that cover another one of the same kind.
OUTSIDE = """[...document.querySelectorAll('[data-touch], h1, p, output')].filter(e => !e.closest('#list, #status, #ticket') && e.checkVisibility() && e.tagName != 'CANVAS').filter(e => {
  const b = e.getBoundingClientRect(); return b.left < -1 || b.top < -1 || b.right > innerWidth + 1 || b.bottom > innerHeight + 1 }).map(e => e.id || e.textContent)"""
CLIPPED = """[...document.querySelectorAll('button, .key, .row, h1, p, output, small')].filter(e => e.checkVisibility() && !e.closest('#ticket')).filter(e =>
  e.scrollWidth > e.clientWidth + 1 && e.clientWidth || e.scrollHeight > e.clientHeight + 3 && e.clientHeight).map(e => e.id || e.textContent)"""
COVERED = """(() => { const all = [...document.querySelectorAll('button, .key, .row, header > *, #summary, #hint, .side')].filter(e => e.checkVisibility() && !e.closest('#ticket')).map(e => {
  let b = e.getBoundingClientRect(), l = e.closest('#list')?.getBoundingClientRect(); return [e, b.left, l ? Math.max(b.top, l.top) : b.top, b.right, l ? Math.min(b.bottom, l.bottom) : b.bottom] });
  return all.flatMap(([e, l, t, r, b], i) => all.slice(i + 1).filter(([f, l2, t2, r2, b2]) => !e.contains(f) && !f.contains(e) && Math.min(r, r2) - Math.max(l, l2) > 1 && Math.min(b, b2) - Math.max(t, t2) > 1)
    .map(([f]) => `${e.id || e.textContent} and ${f.id || f.textContent}`)) })()"""
ROUND = "[...document.querySelectorAll('.color, .knob')].every(e => Math.abs(e.offsetWidth - e.offsetHeight) < 2 && e.offsetWidth >= 36)"


def seen(browser, name):
    """Looks at the page in each of the windows that every page must fit, and in a usual one."""
    for window, size, scale in [*WINDOWS, ("1280x800", (1280, 800), 1)]:
        browser.resize(size, scale)
        browser.frames(4)
        look(browser, f"{name}-{window}")
        found = [browser.eval(one) for one in (OUTSIDE, CLIPPED, COVERED)]
        check(f"{name}: nothing is outside, clipped or covered, {window}", found == [[], [], []], found)
        check(f"{name}: what is round is round, {window}", browser.eval(ROUND))
        wide = browser.eval("[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]")
        check(f"{name}: the page has the size of the window, {window}", max(wide) <= 0, wide)
    browser.resize((1080, 1920))
    browser.frames(4)


def ticket():
    with example("ticket") as stage, Chromium(size=(1080, 1920)) as browser:
        browser.goto(stage.url("examples/web/ticket/"))
        check("ticket: elements have regions", there(stage, "to-park", "key-5", "volume", "home", "cancel", "map"), stage.regions())
        stage.tap(*at(browser, stage, "#to-park"))
        check("ticket: a tap in the list chooses a destination", text(browser, "where", "City Park"))
        knob = at(browser, stage, "#volume .knob")
        stage.drag(knob, (knob[0] + 150, knob[1]))
        check("ticket: a drag of the knob sets the volume", browser.holds("Number(document.getElementById('volume-value').textContent) > 50"),
              browser.eval("document.getElementById('volume-value').textContent"))
        check("ticket: and the knob is where the value is", browser.holds(
            "Math.abs(document.querySelector('#volume .knob').offsetLeft - 4 - (volume.clientWidth - 60) * Number(document.getElementById('volume-value').textContent) / 100) < 5"))

        # Two people at once: one moves the map with two fingers, the other scrolls the list.
        before = browser.eval("page.picture.matrix.a")
        x, y = at(browser, stage, "#map")
        lx, ly = at(browser, stage, "#list")
        stage.inject((1, "began", x - 60, y), (2, "began", x + 60, y), (3, "began", lx, ly + 100))
        for step in range(1, 16):
            stage.inject((1, "moved", x - 60 - 10 * step, y), (2, "moved", x + 60 + 10 * step, y), (3, "moved", lx, ly + 100 - 15 * step))
            time.sleep(0.01)
        time.sleep(0.2)
        stage.inject((1, "ended"), (2, "ended"), (3, "ended"))
        check("ticket: two fingers enlarge the map while a third scrolls the list", browser.holds(f"page.picture.matrix.a > {before} * 2 && list.scrollTop > 100"),
              browser.eval("[page.picture.matrix.a, list.scrollTop]"))
        stage.tap(*at(browser, stage, "#home"))
        check("ticket: Home shows the whole map, and the list from its begin", browser.holds(f"Math.abs(page.picture.matrix.a - {before}) < 0.001 && list.scrollTop == 0"))
        px, py = browser.eval("(() => { const p = page.picture.matrix.transformPoint({ x: 1760, y: 330 }), b = map.getBoundingClientRect(); return [p.x + b.x, p.y + b.y] })()")
        stage.tap(px, py)
        check("ticket: a tap on the map chooses a station", text(browser, "where", "Airport") and text(browser, "price", "5.20"))

        watcher = stage.connect()
        watcher.answer("subscribe", regions=["**"], observe=True)
        for digit in "4711":
            stage.tap(*at(browser, stage, f"#key-{digit}"))
        check("ticket: the PIN is typed", text(browser, "pin", "●●●●"))
        watcher.send("sync")
        watcher.wait(lambda line: line["type"] == "synced")
        others = [event for line in watcher.lines if line["type"] == "frame" for event in line["events"]]
        check("ticket: nobody else is told of a place on the pad", others and all(event["event"] == "sensitive" and "x" not in event for event in others), others[:2])
        watcher.close()
        look(browser, "ticket-pin")
        stage.tap(*at(browser, stage, "#key-Pay"))
        check("ticket: the ticket comes", browser.holds("!ticket.hidden") and text(browser, "printed", "Airport, 5.20"))
        look(browser, "ticket-printed")
        there(stage, "ticket")
        stage.tap(*at(browser, stage, "#cancel"))
        check("ticket: it lies over the page, and a touch takes it", browser.holds("ticket.hidden") and text(browser, "where", "Where to?"))
        until(lambda: not any(path.endswith(".ticket") for path in stage.regions()))
        stage.tap(*at(browser, stage, "#to-central"))
        text(browser, "where", "Central")
        stage.tap(*at(browser, stage, "#cancel"))
        check("ticket: Cancel begins again", text(browser, "where", "Where to?"))
        seen(browser, "ticket")
        check_problems(browser)


def drawing():
    with example("drawing") as stage, Chromium(size=(1080, 1920)) as browser:
        browser.goto(stage.url("examples/web/drawing/"))
        check("drawing: four palettes have regions, turned as they are", there(stage, "paper", "south-1", "west-2", "north-1", "east-clear"), stage.regions())
        stage.tap(*at(browser, stage, "#west-1"))
        check("drawing: a person chooses a color", browser.holds("document.getElementById('west-1').classList.contains('chosen')"))
        # Ten fingers of four people on different paths.
        starts = [(300 + 120 * n, 1700, 0, -1) for n in range(4)] + [(200, 600 + 200 * n, 1, 0) for n in range(2)] + \
                 [(400 + 140 * n, 250, 0, 1) for n in range(2)] + [(880, 700 + 200 * n, -1, 0) for n in range(2)]
        stage.inject(*((n, "began", x, y) for n, (x, y, _, _) in enumerate(starts)))
        for step in range(1, 31):
            stage.inject(*((n, "moved", x + 10 * step * dx + 20 * (step % 3), y + 10 * step * dy + 20 * (step % 2)) for n, (x, y, dx, dy) in enumerate(starts)))
        # A page that is behind gets fewer moves, and always the last one.
        check("drawing: ten fingers draw ten lines", browser.holds("page.lines.length == 10 && page.lines.every(l => Math.hypot(l.points.at(-1)[0] - l.points[0][0], l.points.at(-1)[1] - l.points[0][1]) == 300)"),
              browser.eval("page.lines.map(l => l.points.length)"))
        check("drawing: each in the color of the side where it began",
              browser.eval("page.lines.map(l => l.color).join()") == ",".join(["#d4351c"] * 4 + ["#28a197"] * 2 + ["#1b7a3d"] * 2 + ["#b3267e"] * 2),
              browser.eval("page.lines.map(l => l.color)"))
        look(browser, "drawing-ten")
        stage.inject(*((n, "ended") for n in range(9)))
        stage.stop_touchd()
        check("drawing: a line whose touch is cancelled is taken back", browser.holds("page.lines.length == 9"))
        stage.start_touchd()
        check("drawing: the table is there again when touchd is", there(stage, "north-clear"))
        stage.tap(*at(browser, stage, "#north-clear"))
        check("drawing: one person clears the own lines alone", browser.holds("page.lines.length == 7 && page.lines.every(l => l.side != 'north')"))
        browser.eval("page.lines[1].points.push(...Array(20000).fill([500, 500])); window.kept = page.lines.slice(2); page.lines.length")
        stage.tap(540, 960)
        check("drawing: the oldest lines are removed when there are too many points", browser.holds("page.lines.length == kept.length + 1") and
              browser.eval("kept.every((line, index) => line === page.lines[index])"), browser.eval("page.lines.map(l => l.points.length)"))

        browser.eval("""(() => {
          const button = document.body.appendChild(document.createElement('button'));
          const control = (action) => button.dispatchEvent(new CustomEvent('touchd:control', { bubbles: true, detail: { action } }));
          control('touchDown');
          window.pressed = button.className;
          control('touchUpInside');
          button.remove();
          window.gone = new WeakRef(button);
        })()""")

        def is_freed():
            browser.page("HeapProfiler.collectGarbage")
            return browser.eval("!gone.deref()")
        check("drawing: a pressed element is freed after it was removed", browser.eval("pressed") == "down" and until(is_freed), browser.eval("pressed"))
        seen(browser, "drawing")
        check_problems(browser, but=["WebSocket"])


def map():
    with example("map") as stage, Chromium(size=(1080, 1920)) as browser:
        browser.goto(stage.url("examples/web/map/"))
        check("map: elements have regions", there(stage, "map", "in", "out", "north"), stage.regions())
        start = browser.eval("[page.picture.matrix.a, page.picture.matrix.e, page.picture.matrix.f]")
        stage.drag((500, 900), (700, 1000))
        check("map: one finger moves it", browser.holds(f"page.picture.matrix.e > {start[1]} + 150 && page.picture.matrix.f > {start[2]} + 70"))
        stage.inject((1, "began", 400, 900), (2, "began", 680, 900))
        for step in range(1, 21):
            stage.inject((1, "moved", 400, 900 - 10 * step), (2, "moved", 680, 900 + 10 * step))
            time.sleep(0.005)
        check("map: two fingers turn and enlarge it", browser.holds(f"Math.hypot(page.picture.matrix.a, page.picture.matrix.b) > {start[0]} * 1.3 && page.picture.matrix.b > 0.1"),
              browser.eval("[page.picture.matrix.a, page.picture.matrix.b]"))
        look(browser, "map-turned")
        stage.inject((1, "ended"), (2, "ended"))
        stage.tap(*at(browser, stage, "#north"))
        check("map: a button turns it back", browser.holds("Math.abs(page.picture.matrix.b) < 1e-6"))
        scale = browser.eval("page.picture.matrix.a")
        stage.tap(*at(browser, stage, "#in"))
        check("map: a button enlarges it", browser.holds(f"page.picture.matrix.a > {scale} * 1.4"))
        stage.tap(*at(browser, stage, "#out"))
        stage.double_tap(400, 600)
        check("map: a double tap enlarges it", browser.holds(f"page.picture.matrix.a > {scale} * 1.9"), browser.eval("page.picture.matrix.a"))
        browser.eval("page.picture.fit()")
        x, y = browser.eval("(() => { const p = page.picture.matrix.transformPoint({ x: 1000, y: 960 }); return [p.x, p.y] })()")
        stage.tap(x, y)
        check("map: a tap picks a station", text(browser, "place", "Central Station"), browser.eval("[document.getElementById('place').textContent]"))
        seen(browser, "map")
        check_problems(browser)


def keyboard():
    with example("keyboard") as stage, Chromium(size=(1080, 1920)) as browser:
        browser.goto(stage.url("examples/web/keyboard/"))
        check("keyboard: its keys have regions", there(stage, "key-q", "key-space", "key-leftshift"), stage.regions())
        watcher = stage.connect(admin=True)
        watcher.answer("subscribe", regions=["**"], observe=True)
        place = at(browser, stage, "#key-q")
        stage.down(*place)
        check("keyboard: a key that is touched is drawn pressed", browser.holds("document.getElementById('key-q').classList.contains('down')"))
        stage.up()
        check("keyboard: and then no more", browser.holds("!document.getElementById('key-q').classList.contains('down')"))
        # The middle between two keys, and a place above the board.
        gap = browser.eval("(() => { const a = document.getElementById('key-q').getBoundingClientRect(), b = document.getElementById('key-w').getBoundingClientRect();"
                           " return [(a.right + b.left) / 2 * 1080 / innerWidth, (a.top + a.bottom) / 2 * 1920 / innerHeight] })()")
        stage.tap(*gap)
        stage.tap(540, 300)
        watcher.send("sync")
        watcher.wait(lambda line: line["type"] == "synced")
        hit = [event["target"].rsplit(".", 1)[-1] for line in watcher.lines if line["type"] == "frame" for event in line["events"]
               if event["event"] == "touch" and event["phase"] == "began"]
        check("keyboard: a gap is the board's, and the rest the application's", hit == ["key-q", "board", "application"], hit)
        codes = {region: code for region, code in browser.eval("[...document.querySelectorAll('#board .key')].map((key) => [key.id, key.dataset.touchKeyCode])")}
        keys = watcher.answer("edit", edits=[{"op": "set", "region": next(path for path in stage.regions() if path.endswith("key-q")).rsplit("/", 1)[-1], "key": "keyCode", "value": "KEY_F1"}])
        check("keyboard: a key that the list lacks is refused", keys["error"]["code"] == "badRequest" and "KEY_F1" in keys["error"]["message"], keys)
        check("keyboard: each key has its code", codes["key-q"] == "KEY_Q" and len(codes) == 47 and len(set(codes.values())) == 47, codes)
        watcher.close()
        seen(browser, "keyboard")
        check_problems(browser)


def index():
    with example("keyboard") as stage, Chromium(size=(1080, 1920)) as browser:
        for path in ("", "examples/web/"):
            browser.goto(stage.url(path))
            check(f"index: /{path} leads to the examples", browser.holds("document.title == 'Examples of touchd' && location.pathname == '/examples/web/'"),
                  browser.eval("location.href"))
        check("index: the links have regions", there(stage, "ticket", "drawing", "town"), stage.regions())
        seen(browser, "index")
        check("index: the links have the token", browser.eval("[...document.links].every((link) => link.hash === '#token=' + sessionStorage.getItem('token'))")
              and browser.eval("sessionStorage.getItem('token')") == stage.token, browser.eval("[...document.links].map((link) => link.href)"))
        for link in browser.eval("[...document.links].map((link) => link.href)"):
            browser.goto(link)
            check(f"index: {link.split('#')[0].split('/', 3)[3]} is there, and connects", browser.holds("document.querySelector('#status')?.hidden"), browser.eval("location.href"))
        check("index: a page that the browser has left has no regions", until(lambda: not any("/examples.page" in path for path in stage.regions())))
        browser.goto(stage.url("examples/web/"))
        there(stage, "drawing")
        stage.tap(*at(browser, stage, "#drawing"))
        check("index: a finger opens an example, which has the token", browser.holds("location.pathname == '/examples/web/drawing/'") and
              there(stage, "south-1"), browser.eval("location.href"))
        check_problems(browser)


def gone():
    """Checks what the public and the log get without touchd."""
    status = "document.querySelector('#status')"
    for name in ("ticket", "keyboard"):
        with example(name) as stage, Chromium(size=(1080, 1920)) as browser:
            browser.goto(stage.url(f"examples/web/{name}/"))
            browser.holds(f"{status}.hidden")
            # The first text stands for three seconds, in which a slow machine may not look.
            browser.eval(f"window.said = []; new MutationObserver(() => said.push({status}.textContent)).observe({status}, {{ childList: true }})")
            stage.stop_touchd()
            check(f"{name}: without touchd the public is asked for a moment", browser.holds("said[0] == 'One moment, please …'"), browser.eval("said"))
            check(f"{name}: and then the machine is out of order", browser.holds(f"{status}.querySelector('strong')?.textContent == 'Out of order'"))
            said = browser.eval("document.body.innerText")
            check(f"{name}: no word of touchd is on the page", "touchd" not in said and "ws://" not in said, said)
            check(f"{name}: the reason is in the console", any("touchd" in text for kind, text in browser.console if kind == "warning"), browser.console)
            covers = f"(() => {{ const [x, y] = [innerWidth / 2, innerHeight - 50]; return document.elementFromPoint(x, y).closest('#status') != null }})()"
            check(f"{name}: a mouse gets no dead button either", browser.eval(covers))
            for window, size, scale in WINDOWS:
                browser.resize(size, scale)
                browser.frames(3)
                look(browser, f"{name}-gone-{window}")
                fits = browser.eval(f"(() => {{ const s = {status}, b = s.getBoundingClientRect(); return s.scrollWidth <= s.clientWidth && s.scrollHeight <= s.clientHeight && b.right <= innerWidth && b.bottom <= innerHeight }})()")
                check(f"{name}: the words fit, {window}", fits)
            if name == "keyboard":
                check("keyboard: the application below is not covered", browser.eval(f"{status}.getBoundingClientRect().top > 0.4 * innerHeight"))
            stage.start_touchd()
            check(f"{name}: it works again by itself", browser.holds(f"{status}.hidden"))
            check_problems(browser, but=("WebSocket",))


for test in (index, ticket, drawing, map, keyboard, gone):
    test()
finish()
