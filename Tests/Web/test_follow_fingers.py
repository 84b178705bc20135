"""A finger on an element ends whatever becomes of the element, and what is told of it has the fields of the browser's own events."""
from stage import *

HEAD = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><link rel="stylesheet" href="f.css"><script type="module" src="f.js"></script>'
STYLE = """body { margin: 0 } main > * { box-sizing: border-box; height: 100px; width: 540px; margin: 0; border: 1px solid } .pressed { background: #9cf }
#label input { margin: 30px }"""
# A list that is rendered anew with each change, by keys as React and Vue do it: an element with a new key is a new one. Its listeners are on the root.
SCRIPT = """
import { connect } from '/touchd.js';
const root = document.createElement('main');
document.body.append(root);
window.log = []; window.state = { pressed: null, items: ['a', 'b'] };
const elements = new Map();
window.render = (change = {}) => {
  Object.assign(state, change);
  const wanted = state.items.map((key) => {
    const element = elements.get(key) ?? document.createElement('div');
    elements.set(key, element);
    // The second part of a key is of no visitor's interest: 'a#2' is drawn as 'a' is.
    element.id = key.split('#')[0];
    element.dataset.key = key;
    element.dataset.touch = 'button';
    // No finger rests that long, even on a slow machine.
    element.dataset.touchGestures = '[{"type":"longPress","minimumPressDuration":600}]';
    element.className = state.pressed === key ? 'pressed' : '';
    if (!element.firstChild) element.append(document.createElement('span'));
    element.firstChild.textContent = key;
    return element;
  });
  root.replaceChildren(...wanted);
  for (const key of elements.keys()) if (!state.items.includes(key)) elements.delete(key);
};
const key = ({ target }) => target.closest?.('[data-key]')?.dataset.key ?? null;
root.addEventListener('pointerdown', (e) => render({ pressed: key(e) }));
for (const type of ['pointerup', 'pointercancel']) root.addEventListener(type, () => render({ pressed: null }));
const fields = (e) => [e.type, e.target.closest?.('[data-key]')?.dataset.key ?? e.target.id ?? '', e.detail?.reason ?? e.detail?.action ?? e.detail?.state ?? ''].join(' ').trim();
for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'touchd:began', 'touchd:cancelled', 'touchd:control', 'touchd:gesture', 'touchd:press', 'click'])
  root.addEventListener(type, (e) => log.push(fields(e)));
window.own = []; window.primary = [];
window.listen = (element) => { for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'touchd:began', 'touchd:cancelled', 'touchd:control', 'touchd:gesture'])
  element.addEventListener(type, (e) => own.push(fields(e))); };
addEventListener('pointerdown', (e) => primary.push(e.isPrimary), true);
window.clicks = [];
addEventListener('click', (e) => clicks.push([e.constructor.name, e.target.id || e.target.tagName, e.clientX, e.clientY, e.pointerType, e.detail, e.view === window]), true);
render();
window.client = connect({ token: location.hash.slice(7), name: 'f' });
window.problems = [];
client.addEventListener('reply', ({ detail }) => detail.ok || problems.push(detail.error.message));
window.follower = client.follow(document.body, { into: 'page', pointerEvents: true });
"""
FILES = {"examples/web/f.html": HEAD, "examples/web/f.css": STYLE, "examples/web/f.js": SCRIPT}

with Stage(files=FILES) as stage, Chromium(size=(540, 960)) as browser:
    browser.goto(stage.url("examples/web/f.html"))
    # The region of the document has a generated ID.
    page = re.compile(r"page/f\.page/f\._\d+/")

    def has(*ids):
        """Whether touchd has the regions of these elements, and of no others."""
        return until(lambda: sorted(page.sub("", one) for one in stage.regions() if page.match(one)) == sorted("f." + id for id in ids))

    def height(id):
        """Returns the height on the screen, of the two elements' middles, at which touchd has an element."""
        asked = stage.connect(admin=True)
        hits = [(asked.answer("hit", screen="main", x=200, y=y).get("hit") or "").split("/")[-1] for y in (100, 300)]
        asked.close()
        return dict(zip(hits, (100, 300))).get(f"f.{id}")

    def settled(id, middle):
        """Waits until touchd has an element at this height of the page."""
        asked = stage.connect(admin=True)
        until(lambda: (asked.answer("hit", screen="main", x=200, y=2 * middle).get("hit") or "").endswith(f"f.{id}"))
        asked.close()

    check("two buttons are regions", has("a", "b"), stage.regions())

    # An element is taken out of the page under a finger.
    browser.eval("listen(document.getElementById('a')); log.length = own.length = 0")
    stage.down(200, 100)
    check("a finger presses the first", browser.holds("state.pressed == 'a'"), browser.eval("log"))
    browser.eval("window.gone = document.getElementById('a'); render({ items: ['b'] })")
    check("it is taken out of the page: the element gets the cancel with the reason, and so does its control",
          browser.holds("own.includes('touchd:cancelled a regionRemoved') && own.includes('pointercancel a') && own.includes('touchd:control a touchCancel')"),
          browser.eval("own"))
    check("who listens above it gets them as well, once", browser.holds("state.pressed === null") and
          browser.eval("log.filter((one) => one.startsWith('pointercancel')).length") == 1 and
          browser.eval("log.filter((one) => one.startsWith('touchd:cancelled')).length") == 1, browser.eval("log"))
    stage.up()
    check("its region is gone", has("b"), stage.regions())
    browser.eval("primary.length = 0; log.length = 0")
    stage.tap(200, 100)
    check("the next touch is the primary one, and a press", browser.holds("log.includes('click b')") and browser.eval("primary") == [True],
          [browser.eval("primary"), browser.eval("log")])

    # The same button with another key, again and again.
    browser.eval("render({ items: ['a#1', 'b'] })")
    check("what comes again has its id", has("a", "b"), stage.regions())
    for number in (2, 3):
        browser.eval("log.length = 0")
        # The new element's region comes with a frame of the page, after the cancel of the old one.
        check(f"number {number - 1} has the id, though a finger was on the one before it", has("a", "b"), stage.regions())
        stage.down(200, 100)
        check(f"a finger presses number {number - 1}", browser.holds(f"state.pressed == 'a#{number - 1}'"), browser.eval("state"))
        browser.eval(f"render({{ items: ['a#{number}', 'b'] }})")
        check("rendered anew, nothing hangs", browser.holds("state.pressed === null") and browser.holds("log.some((one) => one.startsWith('touchd:cancelled') && one.endsWith('regionRemoved'))"),
              browser.eval("log"))
        check("and the new one has heard of no finger", not browser.eval(f"log.filter((one) => one.includes('a#{number}'))"), browser.eval("log"))
        stage.up()
    browser.eval("render({ items: ['b', 'a#3'] }); log.length = 0")
    settled("a", 150)
    stage.down(200, 300)
    browser.holds("state.pressed == 'a#3'")
    browser.eval("render({ items: ['a#3', 'b'] })")
    browser.frames(5)
    stage.up()
    check("an element that moves in its list keeps its finger", browser.holds("log.includes('pointerup a#3')") and browser.eval("state.pressed") is None, browser.eval("log"))
    browser.frames(5)
    browser.eval("render({ items: ['b'] })")
    check("all that was made is gone", has("b"), stage.regions())

    # An element with another id, as React reuses it.
    browser.eval("""render({ items: [] });
    for (const id of ['x', 'y']) {
      const one = document.createElement('div');
      one.id = id;
      one.dataset.touch = 'button';
      if (id === 'x') one.dataset.touchGestures = 'longPress';
      one.style.height = '100px';
      document.body.append(one);
      listen(one);
      window[`${id}Element`] = one;
    }""")
    check("two elements have regions", has("x", "y"), stage.regions())
    browser.eval("xElement.id = 'pay'")
    check("an element whose id changes has a region of that name", has("pay", "y"), stage.regions())
    browser.eval("xElement.id = 'y'; yElement.id = 'pay'")
    check("two elements exchange their ids", until(lambda: height("y") == 100) and has("pay", "y"), stage.regions())
    browser.eval("own.length = 0")
    stage.down(200, 100)
    check("a long press begins", browser.holds("own.includes('touchd:gesture y began')"), browser.eval("own"))
    browser.eval("xElement.id = 'z'")
    browser.frames(10)
    check("the region keeps its name until it ends", has("pay", "y"), stage.regions())
    stage.up()
    check("the end reaches the element, and the region has the new name", browser.holds("own.includes('touchd:gesture z ended')") and has("pay", "z"),
          [browser.eval("own"), stage.regions()])
    browser.eval("own.length = 0")
    stage.down(200, 300)
    check("a finger comes down", browser.holds("own.includes('touchd:began pay')"), browser.eval("own"))
    browser.eval("yElement.id = 'next'")
    browser.frames(10)
    check("its region keeps its name as well", has("pay", "z"), stage.regions())
    stage.up()
    check("until the finger is lifted", browser.holds("own.includes('touchd:control next touchUpInside')") and has("next", "z"), [browser.eval("own"), stage.regions()])
    browser.eval("xElement.dataset.touchId = 'given'")
    check("`data-touch-id` counts when it comes later", has("next", "given"), stage.regions())
    browser.eval("delete xElement.dataset.touchId; xElement.id = 'next'")
    check("of two elements with one id the second has a number", until(lambda: [one for one in stage.regions() if re.search(r"/f\.next_\d+$", one)]), stage.regions())
    browser.eval("yElement.remove()")
    check("until the first is gone", has("next"), stage.regions())
    browser.eval("xElement.remove()")
    check("touchd has refused none of it", browser.eval("problems") == [], browser.eval("problems"))

    # Two fingers.
    browser.eval("render({ items: ['a', 'b'] }); primary.length = 0")
    check("the elements have their ids again", has("a", "b"), stage.regions())
    stage.down(200, 100, 1)
    stage.down(200, 300, 2)
    browser.holds("primary.length == 2")
    stage.up(1)
    stage.down(200, 100, 1)
    browser.holds("primary.length == 3")
    check("of several fingers the first is the primary one", browser.eval("primary") == [True, False, False], browser.eval("primary"))
    stage.up(1)
    stage.up(2)

    # Clicks.
    browser.eval("document.querySelector('main').insertAdjacentHTML('afterend', `<label id=label data-touch=button><input type=checkbox>text</label>`)")
    check("a label has a region", has("a", "b", "label"), stage.regions())
    browser.eval("clicks.length = 0")
    stage.tap(200, 100)
    browser.holds("clicks.length == 1")
    check("a click has a place, a pointer and a count of taps", [one[:5] + [one[5] > 0, one[6]] for one in browser.eval("clicks")] ==
          [["PointerEvent", "a", 100, 50, "touch", True, True]], browser.eval("clicks"))
    browser.eval("clicks.length = 0")
    x, y = browser.place("#label input")
    stage.tap(2 * x, 2 * y)
    browser.holds("clicks.length")
    check("on what is below the finger, as a checkbox in a label", browser.eval("document.querySelector('#label input').checked") and
          [one[1] for one in browser.eval("clicks")] == ["INPUT"], browser.eval("clicks"))
    browser.eval("clicks.length = 0")
    x, y = browser.place("#a span")
    stage.drag((2 * x, 2 * y), (2 * x + 300, 2 * y + 40))
    check("or on what is around both places", browser.holds("clicks.length") and [one[1:4] for one in browser.eval("clicks")] == [["a", int(x + 150), int(y + 20)]],
          [browser.eval("clicks"), x, y])
    check("touchd has refused nothing", browser.eval("problems") == [], browser.eval("problems"))
    check_problems(browser)
finish()
