"""Abilities of events made by a script, compared with trusted touches: the table of docs/web.md."""
from stage import *

HEAD = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><link rel="stylesheet" href="s.css"><script type="module" src="s.js"></script>'
BODY = """<button id="button" data-touch="button">button</button><input id="text" data-touch="button"><select id="select" data-touch="button"><option>a<option>b</select>
<label id="label" data-touch="button">label <input type="checkbox" id="check"></label><a id="link" data-touch="button" href="#there">link</a>
<details id="details"><summary id="summary" data-touch="button">summary</summary>text</details><button id="full" data-touch="button">full</button>
<button id="open" data-touch="button">open</button><div id="capture" data-touch>capture</div><div id="range-box"><input id="range" type="range" value="0"></div>
<input id="slider" type="range" value="0" data-touch="slider" data-touch-maximum-value="100" data-touch-track-tap><div id="scroll" data-touch><div></div></div>
<form id="form"><button id="send" data-touch="button">send</button></form><button id="opens" popovertarget="pop" data-touch="button">popover</button>
<div popover id="pop">popover</div><p id="words" data-touch>Words that can be selected.</p><div id="drag" draggable="true" data-touch>drag</div>"""
STYLE = """body { margin: 0; display: grid; gap: 4px; width: 300px } body > * { height: 44px; width: 280px; margin: 0 } #scroll { height: 120px; overflow: auto }
#scroll div { height: 1000px; background: linear-gradient(red, blue) }"""
SCRIPT = """
import { connect } from '/touchd.js';
window.log = [];
const find = window.find = (id) => document.getElementById(id);
for (const type of ['click', 'focusin', 'input', 'toggle', 'scroll', 'pointerdown', 'pointerover', 'pointerenter', 'mousedown', 'touchstart', 'contextmenu', 'submit'])
  addEventListener(type, (e) => log.push(`${type} ${e.target.id ?? 'document'}${e.isTrusted ? '' : ' by script'}`), true);
document.addEventListener('click', (e) => { if (e.target.closest('#button')) log.push('delegated'); });
find('button').addEventListener('pointerdown', () => setTimeout(() => log.push(`active ${find('button').matches(':active')}`), 50));
find('full').addEventListener('click', () => document.documentElement.requestFullscreen().then(() => log.push('full screen'), () => log.push('no full screen')));
find('open').addEventListener('click', () => { const other = open('about:blank'); log.push(other ? 'opened' : 'not opened'); other?.close(); });
find('capture').addEventListener('pointerdown', (e) => { try { e.target.setPointerCapture(e.pointerId); log.push('captured'); } catch (error) { log.push(error.name); } });
find('form').addEventListener('submit', (e) => e.preventDefault());
find('button').addEventListener('click', (e) => log.push(`place ${Math.round(e.clientX - e.target.getBoundingClientRect().x)} ${e.pointerType} ${e.detail > 0} active ${navigator.userActivation.isActive}`));
addEventListener('pointermove', (e) => log.push(`coalesced ${e.getCoalescedEvents().length > 0}`));
window.client = connect({ token: location.hash.slice(7), name: 's' });
window.follower = client.follow(document.body, { into: 'page', pointerEvents: true });
"""
FILES = {"examples/web/s.html": HEAD + BODY, "examples/web/s.css": STYLE, "examples/web/s.js": SCRIPT}

with Stage(files=FILES) as stage, Chromium(size=(540, 960)) as browser:
    browser.goto(stage.url("examples/web/s.html"))
    until(lambda: any(path.endswith("s.scroll") for path in stage.regions()) and any(path.endswith("s.open") for path in stage.regions()))

    def made(id, last):
        """Taps with touchd. Returns the page's log up to an entry."""
        browser.eval("log.length = 0")
        x, y = browser.place("#" + id)
        stage.tap(2 * x, 2 * y)
        browser.holds(f"log.includes({json.dumps(last)})")
        return browser.eval("log")

    def real(id, last):
        """Taps with the debugging protocol, which the browser trusts. Returns the page's log up to an entry."""
        browser.eval("log.length = 0")
        browser.tap("#" + id)
        browser.holds(f"log.includes({json.dumps(last)})")
        return browser.eval("log")

    # Before any trusted touch, because one activates the page for a while.
    check("no full screen, no window", "no full screen" in made("full", "no full screen") and "not opened" in made("open", "not opened"))
    browser.eval("log.length = 0")
    x, y = browser.place("#button")
    stage.down(2 * x, 2 * y)
    browser.until("log.some(one => one.startsWith('active'))")
    stage.up()
    check("handlers of clicks, delegated ones too, but no :active", browser.holds("log.includes('delegated')") and
          browser.eval("log.includes('click button by script') && log.includes('active false')"), browser.eval("log"))
    seen = browser.eval("log")
    check("a click has a place and a pointer, and gives the page no activation", "place 140 touch true active false" in seen, seen)
    check("no event of a mouse, no touch event, no pointerover, no hover", not [one for one in seen if one.startswith(("mouse", "touchstart", "pointerover", "pointerenter"))] and
          not browser.eval("find('button').matches(':hover')"), seen)
    seen = real("button", "click button")
    check("a real one has them", {"mousedown button", "touchstart button", "pointerover button", "place 140 touch true active true"} <= set(seen), seen)
    stage.down(2 * x, 2 * y)
    stage.move(2 * x + 10, 2 * y)
    stage.up()
    check("what lies between two moves is not told by them", browser.holds("log.includes('coalesced false')") and not browser.eval("log.includes('coalesced true')"), browser.eval("log"))
    check("a form is sent and a popover opens, by the click", "submit form" in made("send", "submit form") and
          "toggle pop" in made("opens", "toggle pop") and browser.eval("find('pop').matches(':popover-open')"))
    made("label", "input check")
    check("a touch beside it does not close it", browser.eval("find('pop').matches(':popover-open')"))
    real("label", "input check")
    check("a real one does", browser.holds("!find('pop').matches(':popover-open')"))
    browser.eval("check.checked = false; getSelection().removeAllRanges(); log.length = 0")
    for id in ("words", "drag"):
        x, y = browser.place("#" + id)
        stage.down(2 * x, 2 * y)
        browser.eval("new Promise((done) => setTimeout(done, 900))")
        stage.move(2 * x + 60, 2 * y)
        stage.up()
    seen = browser.eval("log")
    check("a long press selects no text, opens no menu and drags nothing", browser.eval("String(getSelection())") == "" and
          not [one for one in seen if one.startswith(("contextmenu", "drag"))], seen)
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
