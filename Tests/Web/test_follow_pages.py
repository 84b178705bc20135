"""What authors of pages do, and what went wrong with it once: press effects, menus that are closed by a scale, wrong attributes, switches, carousels."""
from stage import *

HEAD = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><link rel="stylesheet" href="g.css"><script type="module" src="g.js"></script>'
STYLE = "* { box-sizing: border-box } body { margin: 0 } [data-touch] { background: #9cf8 }"
SCRIPT = """
import { connect } from '/touchd.js';
window.client = connect({ token: location.hash.slice(7), name: 'g' });
window.log = []; window.edits = []; window.requests = 0;
const edit = client.edit.bind(client);
client.edit = (list, options) => { requests += 1; edits.push(...JSON.parse(JSON.stringify(list))); return edit(list, options); };
window.types = ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'click', 'input', 'change', 'touchd:press', 'touchd:gesture', 'touchd:cancelled', 'touchd:control'];
for (const type of types) addEventListener(type, (e) => log.push(`${type} ${e.target.id ?? 'window'}`));
window.follower = client.follow(document.body, { into: 'page', pointerEvents: true });
window.middle = (id) => { const { x, y, width, height } = document.getElementById(id).getBoundingClientRect(); return [x + width / 2, y + height / 2]; };
/** The next frame comes after the replies of touchd to all requests until then. */
window.answered = () => {
  const frame = window.requestAnimationFrame;
  window.requestAnimationFrame = (draw) => {
    const id = client.sync();
    client.addEventListener('message', function heard({ detail: { fields } }) {
      if (fields.type !== 'synced' || fields.id !== id) return;
      client.removeEventListener('message', heard);
      frame(draw);
    });
  };
  return () => { window.requestAnimationFrame = frame; };
};
/** Waits until touchd has answered all requests until now, and for two frames. */
window.answer = () => new Promise((done) => {
  const id = client.sync();
  client.addEventListener('message', function heard({ detail: { fields } }) {
    if (fields.type !== 'synced' || fields.id !== id) return;
    client.removeEventListener('message', heard);
    requestAnimationFrame(() => requestAnimationFrame(done));
  });
});
window.show = (text, styles = {}) => {
  document.body.innerHTML = text;
  for (const [id, style] of Object.entries(styles)) document.getElementById(id).style.cssText = style;
  log.length = 0;
};
"""
FILES = {"examples/web/g.html": HEAD, "examples/web/g.css": STYLE, "examples/web/g.js": SCRIPT}

with Stage(files=FILES) as stage, Chromium(size=(540, 960)) as browser:
    browser.goto(stage.url("examples/web/g.html"))
    asked = stage.connect(admin=True)

    def hit(x, y):
        return (asked.answer("hit", screen="main", x=2 * x, y=2 * y).get("hit") or "").split("/")[-1].removeprefix("g.")

    def is_at(id):
        return until(lambda: hit(*browser.eval(f"middle('{id}')")) == id)

    def show(text, **styles):
        browser.eval(f"show({json.dumps(text)}, {json.dumps({id.replace('_', '-'): style for id, style in styles.items()})})")

    def tap(id):
        x, y = browser.eval(f"middle('{id}')")
        stage.tap(2 * x, 2 * y)

    def saw(entry):
        return browser.holds(f"log.includes({json.dumps(entry)})")

    show('<button id="a" data-touch="button"><span>a</span></button>', a="position: absolute; left: 20px; top: 20px; width: 200px; height: 100px")
    is_at("a")
    browser.eval("document.getElementById('a').addEventListener('pointerdown', (e) => { e.currentTarget.innerHTML = '<b>pressed</b>'; })")
    x, y = browser.place("#a span")
    browser.eval("log.length = 0")
    stage.down(2 * x, 2 * y)
    stage.move(2 * x + 10, 2 * y)
    stage.up()
    check("what the finger came down on is rendered anew: the element gets the rest", saw("click a") and
          browser.eval("log.filter((one) => one.startsWith('pointer'))")[1:] == ["pointermove a", "pointerup a"], browser.eval("log"))

    show('<ul id="list"><li id="row" data-touch="button">row</li></ul>')
    is_at("row")
    browser.eval("window.heard = []; for (const type of types) list.addEventListener(type, (e) => heard.push(type)); list.addEventListener('pointerup', () => row.remove())")
    browser.eval("window.row = document.getElementById('row')")
    tap("row")
    browser.holds("heard.includes('pointerup')")
    browser.frames(10)
    heard = browser.eval("heard")
    check("a handler that removes the element hears each event once", heard.count("pointerup") == 1 and heard.count("touchd:press") <= 1, heard)

    show('<button id="a" data-touch="button">a</button>', a="position: absolute; left: 20px; top: 20px; width: 100px; height: 60px")
    is_at("a")
    for style in ("translateX(200px) scale(0.8)", "none", "rotate(10deg)", "translateX(200px)", "rotate(10deg)", "scale(0.95) translateY(20px)", "none"):
        browser.eval(f"document.getElementById('a').style.transform = '{style}'")
        check(f"a button with `transform: {style}` is where it is", is_at("a"), hit(*browser.eval("middle('a')")))

    show('<button id="good" data-touch="button">good</button><div id="menu"><button id="in" data-touch="button">in</button></div>',
         menu="transform: scale(0)", good="height: 100px; width: 200px")
    check("a menu that is closed by `scale(0)` harms no other button", is_at("good"))
    tap("good")
    check("which is pressed", saw("click good"), browser.eval("log"))
    browser.eval("menu.style.transform = 'none'")
    check("and the menu opens", is_at("in"))
    browser.eval("menu.style.transform = 'scaleY(0)'")
    check("and closes", until(lambda: not any(one.endswith("g.in") for one in stage.regions())))

    # Wrong attributes.
    def removals():
        return browser.eval("edits.filter(({ op, region }) => op === 'remove' && region === 'g.page').length")

    def is_said(text):
        return until(lambda: browser.eval("1") and any("touchd refused an element" in one and text in one for _, one in browser.console))

    wrong = '<button id="good" data-touch="button">good</button><div id="early" data-touch data-touch-tiltle="x"><p id="child" data-touch data-touch-lable="x">child</p></div>'
    browser.eval("follower.stop(); edits.length = 0; window.usual = answered(); void 0")
    show(wrong, good="height: 100px; width: 200px")
    browser.eval("void (follower = client.follow(document.body, { into: 'page', pointerEvents: true }))")
    check("of wrong attributes that a page has from the beginning it is said", is_said("tiltle") and is_said("lable"), browser.console[-3:])
    check("and the page's regions were made again only once to find them", is_at("good") and removals() == 1, browser.eval("edits"))
    browser.console.clear()
    browser.eval("edits.length = 0")
    show('<button id="good" data-touch="button">good</button><div id="react" data-touch="true">react</div><div id="wrong" data-touch data-touch-tiltle="x"><p id="child" data-touch>child</p></div>',
         good="height: 100px; width: 200px", wrong="height: 100px", child="height: 40px; margin: 0", react="height: 40px")
    check("of an element with a wrong attribute it is said", is_said("tiltle"), browser.console[-3:])
    check("and the page's regions were made again only once to find it", removals() == 1, removals())
    browser.eval("usual()")
    before = browser.eval("edits.length")
    check("the others have regions, also what is in it", is_at("good") and is_at("react") and is_at("child"), stage.regions())
    browser.eval("new Promise((done) => setTimeout(done, 4000))")
    # What is left of the first edits may still come, but each region once.
    later = browser.eval(f"edits.slice({before}).map(({{ region }}) => region.id ?? region)")
    check("and then nothing is tried again and again", len(later) == len(set(later)) and "g.wrong" not in later, later)
    browser.eval("delete wrong.dataset.touchTiltle")
    check("when it is put right, it has one as well", until(lambda: any("g.wrong" in one for one in stage.regions())), stage.regions())
    check("which concerns no other element", removals() == 1, removals())

    # Attributes and names that touchd does not allow this page.
    check("somebody else has a name", asked.answer("edit", edits=[{"op": "add", "parent": "page", "index": 0, "region": {"id": id, "kind": "view", "frame": [0, 1800, 10, 10]}} for id in ("g.theirs", "g.clip")])["ok"])
    browser.eval("edits.length = 0")
    show('<button id="good" data-touch="button">good</button><div id="wrong" data-touch data-touch-watches-outside><p id="child" data-touch>child</p></div><div id="theirs" data-touch>theirs<p id="inner" data-touch>inner</p></div>'
         '<div id="waiting" data-touch data-touch-gestures=\'[{"type": "tap", "simultaneousWith": ["g.named.tap"]}]\'>waiting</div><div id="clip"><p id="clipped" data-touch>clipped</p><div id="more"></div></div><div id="room"></div>',
         clip="overflow: auto; height: 60px; width: 200px", clipped="height: 20px; margin: 30px 0 0", more="height: 500px",
         good="height: 100px; width: 200px", wrong="height: 100px", child="height: 40px; margin: 0", theirs="height: 40px", inner="height: 20px; margin: 0", waiting="height: 40px")
    check("of an element that touchd does not allow it is said", is_said("watchesOutside") and is_said("g.named.tap"), browser.console[-3:])
    check("the others have regions, also what is in it", is_at("good") and is_at("child"), stage.regions())
    check("and what is in a scroller without a region", is_at("clipped"), stage.regions())
    check("nothing is in a region of somebody else", until(lambda: not any("g.theirs/" in one or "g.clip/" in one for one in stage.regions())), stage.regions())
    browser.eval("clip.scrollTop = 20")
    check("which scrolls", is_at("clipped"), stage.regions())
    before, presses = removals(), 0
    for _ in range(10):
        browser.eval("log.length = 0")
        tap("good")
        presses += saw("click good")
        browser.eval("new Promise((done) => setTimeout(done, 400))")
    check("and go on to answer", presses == 10 and before <= 1 and removals() == before, [presses, before, removals()])
    browser.eval("room.innerHTML = '<div id=named data-touch data-touch-gestures=tap>named</div>'")
    check("an element that names another one's gesture has its region when that one has", is_at("named") and is_at("waiting"), stage.regions())
    removed = lambda id: browser.eval(f"edits.filter(({{ op, region }}) => op === 'remove' && region === 'g.{id}').length")
    count = removed("clipped")
    browser.eval("more.insertAdjacentHTML('beforebegin', '<p id=next data-touch>next</p>')")
    check("a scroller without a region gets another row", until(lambda: any(one.endswith("g.next") for one in stage.regions())), stage.regions())
    browser.eval("answer().then(answer)")
    check("which removes no region of the others", removed("clipped") == count and is_at("clipped"), [count, removed("clipped")])
    count = removed("child")
    browser.eval("window.tries = () => edits.filter(({ op, region }) => op === 'add' && region.id === 'g.wrong').length; window.first = tries(); wrong.className = 'other'")
    check("an element that touchd does not allow is tried again when it changes", browser.holds("tries() > first"))
    browser.eval("answer().then(answer)")
    check("which removes no region in it", removed("child") == count and is_at("child"), [count, removed("child")])
    asked.answer("edit", edits=[{"op": "remove", "region": "g.theirs"}])
    browser.eval("theirs.title = 'changed'")
    check("an element whose name was taken has a region when it is free", until(lambda: any(one.endswith("g.theirs/g.inner") for one in stage.regions())), stage.regions())
    check("and all this concerns no other element", removals() == before, [before, removals()])

    # A wrong element that is gone when the refusal comes.
    browser.eval("1")
    browser.console.clear()
    browser.eval("""(() => {
      const dispatch = client.dispatchEvent;
      client.dispatchEvent = (event) => {
        if (event.type !== 'reply' || event.detail.ok) return dispatch.call(client, event);
        delete client.dispatchEvent;
        brief.remove();
        let frames = 0;
        requestAnimationFrame(function next() {
          if ((frames += 1) < 4) return requestAnimationFrame(next);
          dispatch.call(client, event);
          window.isLate = true;
        });
      };
      room.innerHTML = '<div id="brief" data-touch data-touch-tiltle="x">brief</div>';
    })()""")
    browser.until("window.isLate")
    said = [text for _, text in browser.console if "touchd refused" in text]
    check("the late refusal of an element that is gone concerns no other", not said and browser.eval("new Promise((done) => setTimeout(() => done(true), 2500))")
          and removals() == before, [said, before, removals()])

    # What touchd does not allow for a while.
    browser.eval("1")
    browser.console.clear()
    tried = lambda id: browser.eval(f"edits.filter(({{ op, region }}) => op === 'add' && region.id === 'g.{id}').length")
    add = lambda id: asked.answer("edit", edits=[{"op": "add", "parent": "page", "index": 0, "region": {
        "id": f"g.{id}", "kind": "view", "frame": [0, 1800, 10, 10], "gestures": [{"id": f"g.{id}.tap", "type": "tap"}]}}])["ok"]
    naming = lambda id, other: f'<div id="{id}" data-touch data-touch-gestures=\'[{{"type": "tap", "simultaneousWith": ["g.{other}.tap"]}}]\'>{id}</div>'
    browser.eval("edits.length = 0")
    show('<button id="good" data-touch="button">good</button><div id="room"></div>', good="height: 100px; width: 200px")
    is_at("good")
    browser.eval(f"room.innerHTML = {json.dumps(naming('early', 'first'))}")
    is_said("g.first.tap") and is_at("good")
    browser.eval("answer().then(answer).then(() => { edits.length = 0; })")
    check("an element that touchd does not allow is tried again and again", until(lambda: tried("early") > 1), tried("early"))
    check("until it may have a region", add("first") and until(lambda: any(one.endswith("g.early") for one in stage.regions())), stage.regions())
    said = [text for _, text in browser.console if "touchd refused an element" in text]
    check("which is said once, and concerns no other element", len(said) == 1 and removals() == tried("good") == 0, [said, removals(), tried("good")])
    # From here on no delay of touchd-requests.js ends.
    browser.eval("""(() => {
      const usual = window.setTimeout;
      window.setTimeout = (run, delay) => (new Error().stack.includes('touchd-requests') ? 1e9 : usual(run, delay));
      window.withDelays = () => { window.setTimeout = usual; };
    })()""")
    browser.eval(f"room.innerHTML = {json.dumps(naming('other', 'second'))}")
    check("after a reconnect", is_said("g.second.tap") and add("second"))
    stage.stop_bridge()
    stage.start_bridge()
    check("each is tried again", until(lambda: any(one.endswith("g.other") for one in stage.regions())), stage.regions())
    show('<div id="a" data-touch>a</div>', a="height: 100px; width: 200px")
    is_at("a")
    browser.console.clear()
    check("the right to edit goes", stage.reload(TREE.replace(", edit", "")))
    browser.eval("document.getElementById('a').style.marginTop = '300px'")
    check("so an element cannot be moved", until(lambda: browser.eval("1") and any("touchd refused" in text for _, text in browser.console)), browser.console)
    browser.eval("answer().then(answer)")
    check("the right comes back", stage.reload(TREE))
    check("and the element is at its new place", until(lambda: hit(100, 350) == "a" and hit(100, 50) != "a"), stage.regions())
    browser.eval("withDelays()")

    # An element that touchd does not allow, while others move with each frame.
    movers = [f"m{n}" for n in range(20)]
    show("".join(f'<div id="{id}" data-touch>m</div>' for id in movers) + naming("never", "nobody") + '<div id="room"></div>', room="height: 60px")
    check("elements beside one that touchd does not allow have regions", is_said("g.nobody.tap") and is_at("m0") and is_at("m19"), stage.regions())
    browser.eval("answer().then(answer)")
    browser.eval("""edits.length = requests = 0; window.drawn = 0; window.moving = document.querySelectorAll('[id^=m]');
        (function step() { drawn += 1; for (const one of moving) one.style.marginLeft = `${drawn % 50}px`; if (moving.length) requestAnimationFrame(step); })()""")
    until(lambda: tried("never") > 1)
    requests, drawn, tries = browser.eval("[requests, drawn, edits.filter(({ op, region }) => op === 'add' && region.id === 'g.never').length]")
    check("when it is tried again, those that move still share one request a frame", tries > 1 and requests <= drawn + 4 * tries, [requests, drawn, tries])
    browser.eval("room.innerHTML = '<div id=late data-touch>late</div>'")
    check("and a new element has its region", is_at("late"), stage.regions())
    browser.eval("edits.length = drawn = 0; moving = document.querySelectorAll('#never'); void 0")
    browser.holds("drawn > 200") and until(lambda: tried("never"))
    tries, drawn = tried("never"), browser.eval("drawn")
    check("if it moves itself, it is not tried with each frame", 0 < 8 * tries < drawn, [tries, drawn])
    browser.eval("moving = []; void 0")

    # What cannot become a region at all.
    browser.eval("follower.stop()")
    show('<button id="good" data-touch="button">good</button><div id="none" data-touch data-touch-gestures>none</div><div id="number" data-touch data-touch-gestures="5">number</div>'
         '<div id="object" data-touch data-touch-gestures=\'{"type":"tap"}\'>object</div><div id="thrown" data-touch>thrown</div><div id="endless" data-touch>endless</div>'
         '<div id="deep"><button id="in" data-touch="button">in</button></div>',
         good="height: 100px; width: 200px", deep="scale: 1 1 2; width: 200px; height: 60px")
    browser.eval("void (follower = client.follow(document.body, { into: 'page', pointerEvents: true, properties: ({ id }) => {"
                 " if (id === 'thrown') throw new Error('no properties');"
                 " const one = {}; if (id === 'endless') one.one = one; return one; } }))")
    check("elements that cannot become regions stop no other", is_at("good") and is_at("in"), stage.regions())
    browser.eval("good.style.marginTop = '90px'")
    check("which are followed", is_at("good") and is_at("in"), stage.regions())
    said = lambda: [text for _, text in browser.console if "no region until it changes" in text]
    check("and the console says it once of each", until(lambda: browser.eval("1") and len(said()) == 5), said())
    browser.eval("number.dataset.touchGestures = 'tap'")
    check("when an element is put right, it has a region", is_at("number"), stage.regions())
    browser.eval("follower.stop(); follower = client.follow(document.body, { into: 'page', pointerEvents: true }); void 0")

    # Attributes that change.
    show('<div id="a" data-touch>a</div>', a="height: 100px; width: 200px")
    is_at("a")
    browser.eval("document.getElementById('a').dataset.touch = 'button'")
    browser.frames(20)
    tap("a")
    check("a view that becomes a button is one", saw("click a"), browser.eval("log"))
    browser.eval("document.getElementById('a').dataset.touchGestures = 'tap'")
    browser.frames(20)
    tap("a")
    check("and has the gestures that it is given", saw("touchd:gesture a"), browser.eval("log"))
    def is_pressed(id):
        browser.frames(20)
        browser.eval("log.length = 0")
        tap(id)
        return browser.holds(f"log.includes('click {id}')", 1)

    browser.eval("delete document.getElementById('a').dataset.touchGestures; document.getElementById('a').dataset.touchEnabled = 'false'")
    check("an attribute that comes counts", until(lambda: not is_pressed("a")))
    browser.eval("edits.length = 0; delete document.getElementById('a').dataset.touchEnabled")
    check("and so does one that goes", until(lambda: is_pressed("a")))
    check("which touchd has not refused", browser.eval("edits.filter(({ region }) => region === 'g.page')") == [], browser.eval("edits"))
    show('<fieldset id="set"><button id="a" data-touch="button">a</button></fieldset>', a="height: 100px; width: 200px")
    check("a button in a <fieldset> is pressed", until(lambda: is_pressed("a")))
    browser.eval("document.getElementById('set').disabled = true")
    check("but not in a disabled one", until(lambda: not is_pressed("a")))

    # Switches and sliders.
    show('<input id="switch" type="checkbox" data-touch="switch"><input id="slider" type="range" data-touch="slider" data-touch-maximum-value="100" data-touch-track-tap>',
         switch="display: block; width: 100px; height: 60px", slider="display: block; width: 300px; height: 60px")
    is_at("switch") and is_at("slider")
    tap("switch")
    check("a switch of a checkbox switches once", saw("change switch") and browser.eval("document.getElementById('switch').checked"), browser.eval("log"))
    check("and keeps the value that a form sends", browser.eval("document.getElementById('switch').value") == "on")
    browser.eval("log.length = 0")
    tap("switch")
    check("and back", saw("change switch") and not browser.eval("document.getElementById('switch').checked"), browser.eval("log"))
    tap("slider")
    saw("input slider")
    browser.eval("edits.length = 0; slider.dataset.touchValue = '5'")
    check("what the page says of a value after a finger counts", until(lambda: browser.eval("edits.some(({ key, value }) => key === 'value' && value === 5)")), browser.eval("edits"))

    # A carousel.
    show('<div id="snaps" data-touch="scroll"><div id="pages"></div></div>', snaps="width: 400px; height: 200px; overflow: auto; scroll-snap-type: x mandatory; scroll-behavior: smooth",
         pages="width: 2000px; height: 180px; background: repeating-linear-gradient(90deg, red 0 400px, blue 400px 800px)")
    is_at("snaps")
    stage.down(700, 200)
    for step in range(1, 21):
        stage.move(700 - 20 * step, 200)
        time.sleep(0.01)
    check("touchd scrolls where the browser would snap and be smooth", browser.holds("snaps.scrollLeft > 100"), browser.eval("snaps.scrollLeft"))
    stage.up()
    check("which it does again when the finger has lifted", browser.holds("snaps.style.scrollSnapType == 'x mandatory'"), browser.eval("snaps.style.cssText"))

    # Elements in the slots of components.
    browser.eval("""for (const [name, inside, style] of [['my-bar', '<div><slot></slot></div>', 'position: fixed; z-index: 9; top: 50px; left: 0'],
        ['my-list', '<div><slot></slot></div>', 'overflow: auto; height: 100px; margin-top: 300px']]) customElements.define(name, class extends HTMLElement {
          constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = inside; this.shadowRoot.firstChild.style.cssText = style; } })""")
    show('<my-bar><button id="slotted" data-touch="button">slotted</button></my-bar><div id="over" data-touch>over</div><my-list><p id="one" data-touch>one</p><p id="two" data-touch>two</p></my-list>'
         '<div id="after" data-touch>after</div>', slotted="width: 200px; height: 50px", over="position: absolute; left: 0; top: 40px; width: 100px; height: 100px",
         one="height: 90px; margin: 0", two="height: 90px; margin: 0", after="height: 80px; width: 200px")
    check("what a component paints in front is in front", is_at("slotted") and until(lambda: hit(50, 75) == "slotted") and hit(50, 120) == "over", hit(50, 75))
    check("and what it clips is clipped", is_at("after") and is_at("one"), [hit(*browser.eval("middle('after')")), stage.regions()])

    # Ids.
    show('<div id="page" data-touch>page</div><div id="list"></div><div id="bar" data-touch>bar</div>', list="overflow: auto; height: 200px; width: 300px", page="height: 40px",
         bar="position: absolute; left: 0; top: 60px; width: 100px; height: 30px")
    browser.eval("for (let n = 1; n < 10; n += 1) { const row = document.createElement('p'); row.id = `list_${n}`; row.dataset.touch = ''; row.style.cssText = "
                 "'margin: 0; height: 20px' + (n % 2 ? '; position: relative; z-index: 1' : ''); list.append(row); }")
    # The id of the page's own region is g.page.
    own = browser.until("follower.region(document.getElementById('page'))").removeprefix("g.")
    check("no id is given twice", own != "page" and until(lambda: hit(*browser.eval("middle('page')")) == own) and is_at("list_3") and is_at("list_8"), stage.regions())

    check("a second follower with the same ids is refused",
          browser.eval("(() => { try { client.follow() } catch (error) { return error.message } })()").startswith('another follower uses the prefix "g."'))

    # Pages such as those of Turbo replace the body, and give the new elements the same ids.
    show('<button id="a" data-touch="button">a</button>', a="height: 100px; width: 200px")
    is_at("a")
    browser.eval("document.body.replaceWith(document.body.cloneNode(true))")
    browser.eval("document.getElementById('a').style.marginTop = '300px'")
    check("a body that takes the place of the first one is followed", until(lambda: hit(100, 350) == "a"), stage.regions())
    browser.eval("log.length = 0")
    tap("a")
    check("and its elements are pressed", saw("click a"), browser.eval("log"))

    # The end.
    show('<div id="a" data-touch>a</div>', a="height: 100px; width: 200px")
    is_at("a")
    stage.down(200, 100)
    saw("pointerdown a")
    browser.eval("follower.stop()")
    check("a finger that is down ends with stop()", saw("pointercancel a") and saw("touchd:cancelled a"), browser.eval("log"))
    stage.up()
    browser.eval("follower = client.follow(document.body, { into: 'pgae' })")
    check("a region that is not there is said to be missing", until(lambda: browser.eval("1") and any('no region "pgae"' in text for _, text in browser.console)), browser.console[-2:])
    browser.eval("""new Promise((done) => {
        let list = document.createElement('div');
        list.innerHTML = '<p>long</p>';
        [list.style.cssText, list.firstChild.style.cssText] = ['overflow: auto; height: 100px', 'height: 1000px'];
        document.body.append(list);
        window.gone = new WeakRef(list);
        list.onscroll = () => { list.remove(); list = null; done(); };
        list.scrollTop = 10;
    })""")

    def is_freed():
        browser.page("HeapProfiler.collectGarbage")
        return browser.eval("gone.deref() === undefined")

    check("until then it keeps no element that was scrolled", until(is_freed))

    # A client that is closed, as a view does when it is taken out of the page.
    browser.eval("""(async () => {
      for (let count = 0; count < 40; count += 1) {
        follower.stop();
        follower = client.follow(document.body, { into: 'page' });
        await follower.loaded;
      }
      follower.stop();
      const id = client.sync();
      await new Promise((done) => client.addEventListener('message', ({ detail }) => { if (detail.fields.id === id) done(); }));
      follower = client.follow(document.body, { into: 'page' });
    })()""")
    check("the page is followed again, also after many followers that stopped at once", is_at("a"), stage.regions())
    browser.eval("""window.measured = 0;
      const measure = Element.prototype.getBoundingClientRect;
      Element.prototype.getBoundingClientRect = function () { measured += 1; return measure.call(this); };""")
    browser.eval("client.close()")
    check("the regions of a closed client are gone", until(lambda: not any("g.page" in path for path in stage.regions())), stage.regions())
    browser.eval("edits.length = measured = 0; document.getElementById('a').style.width = '300px'; document.body.append(document.createElement('p'))")
    browser.frames(10)
    browser.eval("new Promise((done) => setTimeout(done, 600))")
    check("and nothing is measured or edited for it", browser.eval("[edits, measured]") == [[], 0], browser.eval("[edits, measured]"))
    browser.eval("follower = client.follow(); follower.loaded")
    browser.eval("edits.length = measured = 0; document.getElementById('a').style.width = '200px'")
    browser.frames(10)
    browser.eval("new Promise((done) => setTimeout(done, 600))")
    check("a closed client follows no page", browser.eval("[edits, measured, Boolean(follower.region(document.getElementById('a')))]") == [[], 0, False],
          browser.eval("[edits, measured]"))
    check_problems(browser, but=["touchd refused", "WebSocket"])
finish()
