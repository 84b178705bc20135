"""What events made by a script can and cannot do, beside touches that the browser takes for real: the table of docs/web.md."""
from stage import *

HEAD = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><link rel="stylesheet" href="s.css"><script type="module" src="s.js"></script>'
BODY = """<button id="button" data-touch="button">button</button><input id="text" data-touch="button"><select id="select" data-touch="button"><option>a<option>b</select>
<label id="label" data-touch="button">label <input type="checkbox" id="check"></label><a id="link" data-touch="button" href="#there">link</a>
<details id="details"><summary id="summary" data-touch="button">summary</summary>text</details><button id="full" data-touch="button">full</button>
<button id="open" data-touch="button">open</button><div id="capture" data-touch>capture</div><div id="range-box"><input id="range" type="range" value="0"></div>
<input id="slider" type="range" value="0" data-touch="slider" data-touch-maximum-value="100" data-touch-track-tap><div id="scroll" data-touch><div></div></div>"""
STYLE = """body { margin: 0; display: grid; gap: 4px; width: 300px } body > * { height: 44px; width: 280px; margin: 0 } #scroll { height: 120px; overflow: auto }
#scroll div { height: 1000px; background: linear-gradient(red, blue) }"""
SCRIPT = """
import { connect } from '/touchd.js';
window.log = [];
const find = (id) => document.getElementById(id);
for (const type of ['click', 'focusin', 'input', 'toggle', 'scroll', 'pointerdown'])
  addEventListener(type, (e) => log.push(`${type} ${e.target.id ?? 'document'}${e.isTrusted ? '' : ' by script'}`), true);
document.addEventListener('click', (e) => { if (e.target.closest('#button')) log.push('delegated'); });
find('button').addEventListener('pointerdown', () => setTimeout(() => log.push(`active ${find('button').matches(':active')}`), 50));
find('full').addEventListener('click', () => document.documentElement.requestFullscreen().then(() => log.push('full screen'), () => log.push('no full screen')));
find('open').addEventListener('click', () => { const other = open('about:blank'); log.push(other ? 'opened' : 'not opened'); other?.close(); });
find('capture').addEventListener('pointerdown', (e) => { try { e.target.setPointerCapture(e.pointerId); log.push('captured'); } catch (error) { log.push(error.name); } });
window.client = connect({ token: location.hash.slice(7), name: 's' });
window.follower = client.follow(document.body, { into: 'page', pointerEvents: true });
"""
FILES = {"examples/web/s.html": HEAD + BODY, "examples/web/s.css": STYLE, "examples/web/s.js": SCRIPT}

with Stage(files=FILES) as stage, Chromium(size=(540, 960)) as browser:
    browser.goto(stage.url("examples/web/s.html"))
    until(lambda: any(path.endswith("s.scroll") for path in stage.regions()) and any(path.endswith("s.open") for path in stage.regions()))

    def made(id, last):
        """A finger by touchd, and what the page has seen up to an entry."""
        browser.eval("log.length = 0")
        x, y = browser.place("#" + id)
        stage.tap(2 * x, 2 * y)
        browser.holds(f"log.includes({json.dumps(last)})", 20)
        return browser.eval("log")

    def real(id, last):
        """A touch by the debugging protocol, which the browser takes for a finger's."""
        browser.eval("log.length = 0")
        browser.tap("#" + id)
        browser.holds(f"log.includes({json.dumps(last)})", 20)
        return browser.eval("log")

    # Before any real touch: that one activates the page for a while.
    check("no full screen, no window", "no full screen" in made("full", "no full screen") and "not opened" in made("open", "not opened"))
    browser.eval("log.length = 0")
    x, y = browser.place("#button")
    stage.down(2 * x, 2 * y)
    browser.until("log.some(one => one.startsWith('active'))")
    stage.up()
    check("handlers of clicks, delegated ones too, but no :active", browser.holds("log.includes('delegated')") and
          browser.eval("log.includes('click button by script') && log.includes('active false')"), browser.eval("log"))
    check("a real one is trusted", "click button" in real("button", "click button"))
    check("a label, a link and <details> by the click", "click check" in "".join(made("label", "input check")) and browser.eval("check.checked") and
          made("link", "click link by script") and browser.holds("location.hash == '#there'") and
          "toggle details" in made("summary", "toggle details"))
    seen = made("text", "click text by script")
    check("no focus for a text field", "focusin text" not in seen and browser.eval("document.activeElement.id") != "text", seen)
    check("but for a real one", "focusin text" in real("text", "focusin text"))
    browser.eval("document.activeElement.blur()")
    made("select", "click select by script")
    check("no focus and no list for a select", browser.eval("document.activeElement.id") != "select")
    check("setPointerCapture throws", "NotFoundError" in made("capture", "NotFoundError"))
    check("but not for a real one", "captured" in real("capture", "captured"))
    made("slider", "input slider by script")
    check("an input with data-touch=slider has touchd's value", browser.holds("Number(slider.value) > 30"), browser.eval("slider.value"))
    x, y = browser.place("#scroll")
    stage.drag((2 * x, 2 * y + 40), (2 * x, 2 * y - 60))
    browser.frames(5)
    check("no native scrolling", browser.eval("document.getElementById('scroll').scrollTop") == 0)
    check_problems(browser, but=["fullscreen", "Blocked"])
finish()
