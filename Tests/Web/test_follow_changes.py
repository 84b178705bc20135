"""Regions follow whatever moves their elements, also what no event and no observer tells; and connections and other clients."""
from settle import SYNCED
from stage import *

HEAD = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><link rel="stylesheet" href="c.css"><script type="module" src="c.js"></script>'
BODY = """<input id="check" type="checkbox"><div id="checked" data-touch="button"></div><div id="animated" data-touch="button"></div><div id="themed" data-touch="button"></div>
<div id="adopted" data-touch></div><div id="ruled" data-touch="button"></div><div id="pushed"><div id="grown"></div><div id="below" data-touch="button"></div></div>
<div id="dialog"><div id="shown" data-touch="button"></div></div><div id="barred" data-touch="button"></div><div id="flat" data-touch="button"></div>
<div id="infinite"></div><div id="list" data-touch="scroll"><div></div></div>"""
STYLE = """body { margin: 0; height: 100vh; overflow: hidden } [data-touch] { position: absolute; left: 0; width: 80px; height: 60px; background: #9cf; box-sizing: border-box }
#check { position: absolute; left: 500px; top: 900px } #checked { top: 0 } #check:checked ~ #checked { left: 300px }
#animated { top: 70px } #themed { top: 140px } .dark #themed { left: 300px } #adopted { top: 210px } #ruled { top: 280px }
#pushed { position: absolute; top: 350px } #pushed #below { position: static }
#shown, #barred, #flat { left: 420px !important } #dialog { visibility: hidden } #dialog:target { visibility: visible }
#shown { top: 420px } #barred { top: 490px; pointer-events: none } #flat { top: 560px; transform: scale(0) }
#infinite { position: absolute; top: 800px; width: 20px; height: 20px; animation: spin 1s linear infinite } @keyframes spin { to { transform: rotate(1turn) } }
#list { top: 600px; width: 200px; height: 200px; overflow: auto } #list div { height: 2000px }"""
SCRIPT = """
import { connect } from '/touchd.js';
window.client = connect({ token: location.hash.slice(7), name: 'c' });
window.problems = []; window.edits = []; window.log = []; window.rounded = []; window.unanswered = new Set();
client.addEventListener('reply', ({ detail }) => { unanswered.delete(detail.id); if (!detail.ok) problems.push(detail.error.message); });
const edit = client.edit.bind(client);
client.edit = (list, options) => {
  edits.push(...JSON.parse(JSON.stringify(list)));
  const id = edit(list, options);
  unanswered.add(id);
  return id;
};
addEventListener('touchd:scroll', ({ target, detail }) => rounded.push(Math.abs(target.scrollTop - detail.offset[1]) > 0.05), true);
for (const type of ['touchd:press', 'touchd:began']) addEventListener(type, (e) => log.push(`${type} ${e.target.id} ${Math.round(e.detail.clientX)},${Math.round(e.detail.clientY)}`), true);
window.follower = client.follow(document.body, { into: 'page', pointerEvents: true });
window.middle = (id) => { const { x, y, width, height } = document.getElementById(id).getBoundingClientRect(); return [x + width / 2, y + height / 2]; };
"""
SCRIPT += SYNCED
FILES = {"examples/web/c.html": HEAD + BODY, "examples/web/c.css": STYLE, "examples/web/c.js": SCRIPT}

with Stage(files=FILES) as stage, Chromium(size=(540, 960)) as browser:
    browser.goto(stage.url("examples/web/c.html"))
    asked = stage.connect(admin=True)

    def hit(x, y):
        return (asked.answer("hit", screen="main", x=2 * x, y=2 * y).get("hit") or "").split("/")[-1].removeprefix("c.")

    def is_at(id):
        """Whether touchd has an element where the browser has it."""
        return until(lambda: hit(*browser.eval(f"middle('{id}')")) == id)

    check("all have regions", all(is_at(id) for id in ("checked", "animated", "themed", "adopted", "ruled", "below", "list")), stage.regions())

    def follows(sentence, id, change):
        before = browser.eval(f"middle('{id}')")
        browser.eval(f"void ({change})")
        came = until(lambda: browser.eval(f"middle('{id}')") != before) and is_at(id)
        check(sentence, came and until(lambda: is_at(id) and hit(*before) != id), [before, browser.eval(f"middle('{id}')"), hit(*before)])

    follows("`:checked`, set by a script", "checked", "check.checked = true")
    follows("a class of <html>", "themed", "document.documentElement.className = 'dark'")
    follows("an adopted style sheet", "adopted",
            "(() => { const sheet = new CSSStyleSheet(); sheet.replaceSync('#adopted { left: 300px }'); document.adoptedStyleSheets = [sheet]; })()")
    follows("a rule that a script changes", "ruled", "[...document.styleSheets[0].cssRules].find((rule) => rule.selectorText === '#ruled').style.left = '300px'")
    (stage.pages / "examples/web/more.css").write_text("#ruled { top: 500px }")
    follows("a style sheet that is added", "ruled",
            "(() => { const link = document.createElement('link'); link.rel = 'stylesheet'; link.href = 'more.css'; document.head.append(link); })()")

    # Elements that can be hit from now on, or no more.
    hidden = ("shown", "barred", "flat")
    is_gone = lambda id: until(lambda: hit(*browser.eval(f"middle('{id}')")) != id)
    check("what cannot be hit has no region", all(map(is_gone, hidden)), stage.regions())
    browser.eval("location.hash = 'dialog'")
    check("`:target` makes an element visible", is_at("shown"))
    browser.eval("(() => { const sheet = new CSSStyleSheet(); sheet.replaceSync('#barred { pointer-events: auto !important }');"
                 " document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]; })()")
    check("`pointer-events` of an adopted style sheet", is_at("barred"))
    browser.eval("document.adoptedStyleSheets[1].replaceSync('#flat { transform: none !important }')")
    check("which is taken back, and `scale(0)`", is_at("flat") and is_gone("barred"), stage.regions())
    browser.eval("document.adoptedStyleSheets[1].replaceSync('#shown { visibility: hidden }')")
    check("`visibility` of a style sheet", is_gone("shown") and is_gone("flat"), stage.regions())

    # Web Animations. A finger finds the element on its way: its steps are as many as the frames in which touchd has answered.
    browser.eval("""edits.length = 0; window.drawn = 0;
        const animation = animated.animate([{ transform: 'none' }, { transform: 'translateX(400px)' }], { duration: 1500, fill: 'forwards' });
        (function count() { drawn += unanswered.size === 0; if (animation.playState === 'running') requestAnimationFrame(count); })()""")
    browser.holds("middle('animated')[0] == 440")
    frames, edits = browser.eval("[drawn, edits.length]")
    check("an element that a script animates is followed frame by frame", edits > 1 and 2 * edits > frames, [frames, edits])
    check("to where it stays", is_at("animated") and hit(40, 100) != "animated")
    follows("an animation that moves others", "below", "grown.animate([{ height: '0' }, { height: '100px' }], { duration: 200, fill: 'forwards' })")
    browser.frames(30)
    browser.eval("edits.length = 0")
    browser.eval("new Promise((done) => setTimeout(done, 700))")
    check("nothing is said while nothing followed moves, though something else does", browser.eval("edits") == [], browser.eval("edits"))

    # What the page cannot know in time is found by the finger.
    browser.eval("for (let id = 1; id < 1000; id += 1) clearInterval(id)")  # the look that finds changes by itself
    browser.eval("document.adoptedStyleSheets[0].replaceSync('#adopted { left: 100px }'); log.length = edits.length = 0")
    browser.frames(10)
    check("without the look the region is where the element was", hit(340, 240) == "adopted" and hit(140, 240) == "page", [hit(340, 240), hit(140, 240)])
    stage.tap(680, 480)
    check("a finger that finds it gone is nobody's, and has all measured at once", is_at("adopted") and browser.eval("log") == [], browser.eval("log"))

    # Two fingers have made the page larger.
    browser.page("Emulation.setPageScaleFactor", pageScaleFactor=2)
    browser.until("visualViewport.scale == 2")
    browser.eval("log.length = 0")
    x, y = browser.eval("[middle('adopted')[0] - visualViewport.offsetLeft, middle('adopted')[1] - visualViewport.offsetTop]")
    check("pinch zoom: the page's region is the part that is seen", until(lambda: hit(2 * x, 2 * y) == "adopted") and hit(x, y) != "adopted")
    stage.tap(2 * 2 * x, 2 * 2 * y)
    check("and a finger is where it is on the page", browser.holds("log.includes('touchd:press adopted 140,240')"), browser.eval("log"))
    browser.page("Emulation.setPageScaleFactor", pageScaleFactor=1)
    check("and again without it", is_at("adopted"))
    check("touchd has refused nothing", browser.eval("problems") == [], browser.eval("problems"))

    # Others.
    asked.answer("edit", edits=[{"op": "remove", "region": "c.page"}])
    check("what an administrator removes comes again", is_at("list") and is_at("checked"), stage.regions())

    browser.eval("edits.length = 0; void client.dispatchEvent(new CustomEvent('tree', { detail: { type: 'tree', generation: 1, regions: [] } }))")
    check("a list that is older than the page's own edits counts for nothing", browser.eval("edits") == [], browser.eval("edits"))
    tree = stage.configuration.read_text()
    browser.eval("edits.length = 0; window.refused = 0; client.addEventListener('config', ({ detail }) => { refused += !detail.ok })")
    check("a configuration is refused", not stage.reload("screens: 1\n") and browser.holds("refused == 1"))
    stage.configuration.write_text(tree)
    check("and the page keeps its regions", browser.eval("edits") == [] and is_at("list"), browser.eval("edits"))

    # The configuration loses the region that the page is in, and gets it back.
    browser.eval("problems.length = 0")
    check("a configuration without the page's region is in force", stage.reload(tree.replace("id: page,", "id: other,")) and until(lambda: "other" in stage.regions()), stage.regions())
    browser.eval("synced()")  # the page has heard of the new tree
    browser.eval("void (themed.style.top = '410px')")
    browser.frames(10)
    count = browser.eval("edits.length = 0; new Promise((done) => setTimeout(() => done(edits.length), 1000))")
    check("and the page edits nothing", count == 0, [count, browser.eval("edits.slice(-3)")])
    check("the page's region is back", stage.reload(tree))
    check("and so are the regions in it", is_at("themed") and is_at("list"), stage.regions())
    check("none of which touchd has refused", browser.eval("problems") == [], browser.eval("problems"))

    # touchd hangs for a while.
    os.kill(stage.touchd.pid, signal.SIGSTOP)
    browser.eval("""edits.length = 0; new Promise((done) => { let left = 60;
        (function step() { themed.style.top = `${400 + left}px`; if (left -= 1) requestAnimationFrame(step); else done(); })(); })""")
    browser.frames(5)
    count = browser.eval("edits.length")
    check("while touchd does not answer, few requests wait for it", 0 < count <= 2, count)
    os.kill(stage.touchd.pid, signal.SIGCONT)
    check("and when it answers, the element is where it came to rest", is_at("themed"), [browser.eval("middle('themed')"), browser.eval("edits")])

    # touchd hangs with an edit unanswered, is killed and started again.
    os.kill(stage.touchd.pid, signal.SIGSTOP)
    browser.eval("void (themed.style.top = '400px')")
    browser.frames(10)
    asked.close()
    stage.stop_touchd(signal.SIGKILL)
    browser.eval("edits.length = 0")
    stage.start_touchd()
    asked = stage.connect(admin=True)
    check("the regions are there again", is_at("themed") and is_at("list"), stage.regions())
    browser.eval("new Promise((done) => setTimeout(done, 1500))")
    check("and are not made a second time for the edit that was lost", browser.eval("edits.filter(({ op }) => op == 'remove')") == [],
          browser.eval("edits.filter(({ op }) => op == 'remove')"))
    check_problems(browser, but=["WebSocket"])

    # On a display of another density the browser rounds what touchd scrolls.
    browser.resize((540, 960), 1.5)
    check("the list is followed", is_at("list"))
    browser.eval("edits.length = 0")
    stage.down(100, 1500)
    for step in range(1, 41):
        stage.move(100, 1500 - 7.3 * step)
        time.sleep(0.005)
    check("touchd scrolls it", browser.holds("list.scrollTop > 50"), browser.eval("list.scrollTop"))
    browser.frames(5)
    stage.up()
    browser.frames(60)
    check("and is not told where, though the browser rounds it", browser.eval("rounded.includes(true)") and
          browser.eval("edits.filter(({ op }) => op == 'setBoundsOrigin')") == [], [browser.eval("list.scrollTop"), browser.eval("edits")])
finish()
