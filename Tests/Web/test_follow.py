"""Elements as regions: the regions follow the boxes, and touches reach the elements."""
from settle import BATCHED
from stage import *

HEAD = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><link rel="stylesheet" href="t.css"><script type="module" src="t.js"></script>'
STYLE = """
* { box-sizing: border-box } body { margin: 0; height: 100vh; overflow: hidden; font: 16px sans-serif }
#ok { position: absolute; left: 20px; top: 20px; width: 120px; height: 80px }
#turned { position: absolute; left: 300px; top: 60px; width: 100px; height: 40px; transform: rotate(45deg); background: #9cf }
#list { position: absolute; left: 0; top: 200px; width: 250px; height: 300px; overflow: auto; background: #eef }
#list div { height: 50px; border-bottom: 1px solid #99c }
#other { position: absolute; left: 280px; top: 200px; width: 250px; height: 300px; overflow: auto; background: #efe }
#other div { height: 50px; border-bottom: 1px solid #9c9 }
#under { position: absolute; left: 0; top: 600px; width: 200px; height: 100px; background: #fcc }
#over { position: absolute; left: 50px; top: 600px; width: 100px; height: 100px; background: #ccf }
#holey { position: absolute; left: 0; top: 750px; width: 200px; height: 100px }
#native { position: absolute; left: 50px; top: 20px; width: 100px; height: 50px }
#slide { position: absolute; left: 300px; top: 600px; width: 200px; height: 60px } #pane { position: absolute; left: 300px; top: 700px; width: 200px; height: 100px }
"""
BODY = """<button id="ok" data-touch="button">ok</button><div id="turned" data-touch data-touch-gestures="tap"></div>
<div id="list" data-touch="scroll"></div><div id="other" data-touch="scroll"></div>
<div id="under" data-touch></div><div id="over"></div><div id="holey" data-touch><div id="native" data-touch="native"></div></div>"""
COVERED = """<div id="slide" data-touch="slider" data-touch-maximum-value="100" data-touch-value="20" data-touch-track-tap></div>
<div id="pane" data-touch data-touch-multiple-touch-enabled data-touch-gestures='[{"id":"pan","type":"pan"}]'></div>"""
SCRIPT = """
import { connect } from '/touchd.js';
for (const name of ['list', 'other']) for (let i = 0; i < 100; i += 1) {
  const row = document.createElement('div');
  row.id = `${name}-${i}`; row.textContent = i; row.dataset.touch = '';
  document.getElementById(name).append(row);
}
window.log = [];
for (const type of ['touchd:began', 'touchd:moved', 'touchd:ended', 'touchd:cancelled', 'touchd:gesture', 'touchd:control', 'touchd:press', 'input', 'click', 'pointerdown', 'pointerup', 'pointercancel'])
  addEventListener(type, (e) => log.push([e.type, e.target.id, e.detail?.reason ?? e.detail?.kind ?? ''].join(' ').trim()), true);
const token = location.hash.slice(7);
window.client = connect({ token, name: 'test' });
window.problems = [];
client.addEventListener('reply', ({ detail }) => detail.ok || problems.push(detail.error.message));
window.edits = [];
const edit = client.edit.bind(client);
client.edit = (list, options) => { edits.push(JSON.parse(JSON.stringify(list))); return edit(list, options); };
window.follower = client.follow(document.body, { into: 'page', pointerEvents: true });
""" + BATCHED
FILES = {"examples/web/t.html": HEAD + BODY, "examples/web/t.css": STYLE, "examples/web/t.js": SCRIPT}


def hold_batches(browser):
    """Holds the library's timer for elements that come into view or leave it, so that a slow machine sees no edits of it between others."""
    browser.eval("""(() => { const usual = window.setTimeout; window.held = [];
        window.setTimeout = (run, ms, ...more) => ms === 500 ? held.push(run) : usual(run, ms, ...more);
        window.release = () => { window.setTimeout = usual; for (const run of held) run() } })()""")


def region(stage, id):
    """Returns a region as an administrator sees it, or None."""
    lines = stage.connect(admin=True)
    lines.answer("subscribe", regions=["**"])
    found = next((one for one in lines.wait(lambda line: line["type"] == "snapshot")["regions"] if one["id"] == id), None)
    lines.close()
    return found


def middle(stage, id):
    """Returns the middle of a region's bounds, in points of the screen."""
    found = region(stage, id)
    if not found:
        return None
    x, y, width, height = found["bounds"]
    a, b, c, d, tx, ty = found["toScreen"]
    px, py = x + width / 2, y + height / 2
    return [round(a * px + c * py + tx, 1), round(b * px + d * py + ty, 1)]


APPLICATION = TREE.replace("      - { id: page,", "      - { id: app, kind: surface, frame: [0, 0, 1080, 1920] }\n      - { id: page, hitTest: { kind: passThrough },")
with Stage(APPLICATION, files=FILES) as stage, Chromium(size=(540, 960)) as browser:
    def log(last):
        """Returns the page's log up to this entry."""
        browser.holds(f"log.includes({json.dumps(last)})")
        return browser.eval("log.splice(0)")

    def settled(id, place):
        """Whether a region's middle reaches a place, in points of the screen."""
        return until(lambda: middle(stage, id) == place)

    browser.goto(stage.url("examples/web/t.html"))
    check("elements become regions below the region of the page", until(lambda: "page/test.page/test._1/test.ok" in stage.regions()), stage.regions())
    check("what is far outside of the viewport has none", not region(stage, "test.list-80") and region(stage, "test.list-3"))
    check("they lie where the elements are, in points of the screen", settled("test.ok", [160.0, 120.0]), middle(stage, "test.ok"))
    check("a row lies in its list", settled("test.list-1", [250.0, 550.0]), middle(stage, "test.list-1"))
    a = region(stage, "test.turned")["toScreen"]
    check("an element that is turned is a region that is turned", abs(a[0] - 1.41421) < 0.001 and abs(a[1] - 1.41421) < 0.001 and
          region(stage, "test.turned")["bounds"] == [0, 0, 100, 40] and settled("test.turned", [700.0, 160.0]), region(stage, "test.turned"))

    stage.tap(160, 120)
    seen = log("click ok")
    check("a tap on a button is pointer events, touchd's events and a click, in this order",
          [one for one in seen if "control" not in one] == ["pointerdown ok", "touchd:began ok", "pointerup ok", "touchd:ended ok", "touchd:press ok", "click ok"], seen)
    stage.tap(2 * 382, 2 * 48)  # inside the bounding box, outside the rotated box
    stage.tap(700, 160)
    seen = log("touchd:gesture turned tap")
    check("a gesture of an element comes to it, and takes the touch with a reason; beside the turned box nothing is hit",
          seen == ["pointerdown turned", "touchd:began turned", "pointercancel turned", "touchd:cancelled turned gesture", "touchd:gesture turned tap"], seen)

    stage.tap(20, 1300)
    stage.tap(200, 1300)
    stage.tap(380, 1300)
    stage.tap(160, 120)
    seen = [one for one in log("click ok") if one.startswith("touchd:press")]
    check("what another element covers gets no touch", seen == ["touchd:press under", "touchd:press under", "touchd:press ok"], seen)

    # The same over a button, a gesture and a slider.
    browser.eval("void document.body.insertAdjacentHTML('beforeend', " + json.dumps(COVERED) + ")")
    check("a slider and what is panned have regions", settled("test.slide", [800.0, 1260.0]) and settled("test.pane", [800.0, 1500.0]))
    browser.eval("void ['ok', 'turned', 'slide', 'pane'].forEach((id) => { const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();"
                 " const cover = document.createElement('div'); cover.className = 'cover';"
                 " cover.style.cssText = `position: fixed; left: ${x}px; top: ${y}px; width: ${id == 'pane' ? 60 : width}px; height: ${height}px`;"
                 " document.body.append(cover) })")
    watcher = stage.connect(admin=True)
    watcher.answer("subscribe", regions=["**"], observe=True)
    for place in ((160, 120), (700, 160), (900, 1260)):
        stage.tap(*place)
    # Two fingers pan, one of them on the cover; when that one has lifted, the other continues.
    stage.inject((1, "began", 680, 1500), (2, "began", 900, 1500))
    for step in range(1, 6):
        stage.inject((1, "moved", 680, 1500 + 10 * step), (2, "moved", 900, 1500 + 10 * step))
    stage.up(1)
    for step in range(6, 11):
        stage.move(900, 1500 + 10 * step, 2)
    stage.up(2)
    stage.tap(20, 1300)
    seen = log("touchd:press under")
    watcher.send("sync")
    watcher.wait(lambda line: line["type"] == "synced")
    told = {(event["event"], event["region"]) for line in watcher.lines if line["type"] == "frame" for event in line["events"]}
    check("touchd tells of presses, gestures and a value there",
          {("control", "test.ok"), ("gesture", "test.turned"), ("control", "test.slide"), ("gesture", "test.pane")} <= told, told)
    check("nor is there a press, a click, a gesture or a value of it",
          not [one for one in seen if one.startswith(("touchd:press", "click", "touchd:control", "touchd:gesture", "input")) and not one.endswith(" under")], seen)
    check("and the slider's region has the page's value", until(lambda: region(stage, "test.slide").get("value") == 20), region(stage, "test.slide"))
    browser.eval("void document.querySelectorAll('.cover').forEach((one) => one.remove())")
    stage.tap(160, 120)
    seen = log("click ok")
    check("without the cover the next press is one", {"touchd:press ok", "touchd:control ok", "click ok"} <= set(seen), seen)
    browser.eval("void (slide.remove(), pane.remove())")
    until(lambda: not region(stage, "test.pane"))
    watcher.close()

    watcher = stage.connect(admin=True)
    watcher.answer("subscribe", regions=["**"], observe=True)
    stage.tap(200, 1590)
    stage.tap(40, 1590)
    stage.tap(800, 1800)
    watcher.send("sync")
    watcher.wait(lambda line: line["type"] == "synced")
    began = [event["region"] for line in watcher.lines if line["type"] == "frame" for event in line["events"] if event.get("phase") == "began"]
    check("data-touch=native is a hole in its region, through which the surface below gets the touch, as it does beside all regions",
          began == ["app", "test.holey", "app"], began)
    watcher.close()

    # Scrolling by the page. The batch of rows that come and go waits until the edits have been judged.
    browser.eval("batched()")
    hold_batches(browser)
    browser.eval("edits.length = 0; list.scrollTop = 37")
    check("a list that scrolls is moved by its bounds' origin alone", until(lambda: (region(stage, "test.list") or {}).get("bounds", [0, 0])[1] == 37)
          and browser.eval("edits.flat().every(e => e.op == 'setBoundsOrigin' && e.region == 'test.list')"), browser.eval("edits"))
    browser.eval("release()")
    browser.eval("edits.length = 0; list.scrollTop = 2000")
    check("rows that come into the viewport get regions", until(lambda: region(stage, "test.list-42")))
    check("rows that have left it lose theirs", until(lambda: not region(stage, "test.list-1")))
    check("one that came lies where it is", settled("test.list-42", [250.0, 2 * (200 + 42 * 50 - 2000 + 25)]), middle(stage, "test.list-42"))
    browser.eval("batched()")
    browser.eval("edits.length = 0; document.body.dataset.x = 1; document.body.dataset.x = 2")
    browser.eval("batched()")
    check("nothing is said when nothing moved", browser.eval("edits.length") == 0, str(browser.eval("edits"))[:300])

    # Scrolling by touchd.
    browser.eval("log.length = 0; list.scrollTop = 0")
    until(lambda: region(stage, "test.list-1"))
    stage.inject((1, "began", 200, 900), (2, "began", 700, 900))
    for step in range(1, 21):
        stage.inject((1, "moved", 200, 900 - 10 * step), (2, "moved", 700, 900 - 5 * step))
        time.sleep(0.01)
    check("two people scroll two lists at once", browser.holds("list.scrollTop > 80 && other.scrollTop > 30 && list.scrollTop > other.scrollTop + 30"),
          browser.eval("[list.scrollTop, other.scrollTop]"))
    time.sleep(0.2)
    stage.inject((1, "ended"), (2, "ended"))
    check("the list has the offset that touchd says", until(lambda: region(stage, "test.list")["bounds"][1] == browser.eval("list.scrollTop") > 80),
          [region(stage, "test.list"), browser.eval("list.scrollTop")])
    browser.eval("log.length = 0")
    row = browser.eval("document.elementFromPoint(100, 210).id")
    stage.down(200, 420)
    browser.until("log.length >= 2")
    for step in range(1, 8):
        stage.move(200, 420 + 10 * step)
        time.sleep(0.01)
    stage.up()
    seen = log(f"touchd:cancelled {row} gesture")
    check("a row that had the touch gets a cancel with the reason when the list scrolls", f"touchd:cancelled {row} gesture" in seen and
          not any("press" in one for one in seen), seen)

    # Changes of the page.
    browser.eval("batched()")
    hold_batches(browser)
    browser.eval("edits.length = 0; ok.style.left = '200px'")
    check("a change of the style moves the region", settled("test.ok", [520.0, 120.0]), middle(stage, "test.ok"))
    check("with one edit", browser.eval("edits.flat().length") == 1, browser.eval("edits"))
    browser.eval("ok.style.transition = 'left 0.3s'; ok.offsetLeft; ok.style.left = '20px'")
    check("a transition is followed to its end", settled("test.ok", [160.0, 120.0]), middle(stage, "test.ok"))
    browser.eval("release()")
    browser.eval("batched()")
    hold_batches(browser)
    browser.eval("edits.length = 0; list.scrollTop = 0; list.prepend(document.getElementById('list-3'))")
    check("ids outlive a new order", settled("test.list-3", [250.0, 450.0]), middle(stage, "test.list-3"))
    check("no region is made anew for it", until(lambda: browser.eval("edits.flat().some(e => e.region == 'test.list-3' && e.key == 'frame')")) and
          browser.eval("edits.flat().every(e => e.op != 'remove' && e.region.id != 'test.list-3')"), browser.eval("JSON.stringify(edits)")[:600])
    browser.eval("release()")
    browser.eval("void (ok.disabled = true)")
    check("a disabled button is a disabled region", until(lambda: browser.eval("edits.flat().some(e => e.key == 'enabled' && e.value === false)")))
    browser.eval("void ok.remove()")
    check("an element that is removed has no region", until(lambda: not region(stage, "test.ok")))
    browser.eval("void (under.hidden = true, other.style.visibility = 'hidden')")
    check("an element that is hidden has none, nor what is in it", until(lambda: not region(stage, "test.under") and not region(stage, "test.other") and
                                                                          not region(stage, "test.other-1")), stage.regions())
    browser.resize((1080, 960))
    check("the page's region fills the screen again after a resize", until(lambda: region(stage, "test.page")["bounds"][2:] == [1080, 960]) and
          region(stage, "test.page")["toScreen"] == [1, 0, 0, 2, 0, 0], region(stage, "test.page"))
    browser.resize((540, 960))

    # The connection.
    stage.down(200, 900)
    browser.until("client.touches.size == 1")
    stage.stop_touchd()
    check("touches end with a reason when touchd goes", browser.holds("log.some(one => /^touchd:cancelled list-. /.test(one))") and
          browser.eval("client.touches.size") == 0, browser.eval("log"))
    stage.start_touchd()
    check("and all regions are there again when it comes back", until(lambda: region(stage, "test.list-3") and region(stage, "test.turned")))
    browser.eval("log.length = 0")
    stage.tap(700, 160)
    check("with their gestures", "touchd:gesture turned tap" in log("touchd:gesture turned tap"))
    check("no request was refused", browser.eval("problems") == [], browser.eval("problems"))
    browser.eval("under.hidden = false; under.dataset.touchHitInsets = 'none'")
    check("what touchd refuses is in the console", until(lambda: browser.eval("1") and any("touchd refused" in text for _, text in browser.console)))
    browser.eval("void follower.stop()")
    check("a page that follows no more has no regions", until(lambda: not region(stage, "test.page")))
    browser.eval("new Promise((done) => setTimeout(done, 1200))")  # nor does it try again
    check_problems(browser, but=["WebSocket"])
finish()
