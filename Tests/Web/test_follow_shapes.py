"""Shapes of regions: what is sent, when, and what a page without shapes pays for them."""
from settle import SETTLE
from stage import *

HEAD = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><link rel="stylesheet" href="h.css"><script type="module" src="h.js"></script>'
BODY = """<div id="plain" data-touch="button"></div><div id="round" data-touch="button" class="box"></div><div id="disc" data-touch="button" class="box"></div>
<div id="leaf" data-touch="button" class="box"></div><div id="cut" data-touch="button" class="box"></div><div id="own" data-touch="button" class="box" data-touch-shape='{"kind":"ellipse"}'></div>
<div id="large" data-touch="button" class="box" data-touch-hit-insets="[-10,-10,-10,-10]"></div><div id="wide" data-touch="button" class="box" data-touch-hit-insets="[-10,-10,-10,-10]"></div>
<div id="list" class="box"><div id="row" data-touch="button"></div></div><div id="holey" data-touch class="box"><div id="hole" data-touch="native"></div></div>
<p id="text"><a id="link" data-touch="button">a link of several lines, which is enough</a></p>
<svg width="100" height="100"><circle id="dot" data-touch="button" cx="50" cy="50" r="40"/></svg><div id="turned">words and <a id="long" data-touch>a link that is broken over more than one line</a></div><div id="many"></div>
<div id="holes" data-touch><div class="hole" id="outer" data-touch="native"><div class="hole" id="inner" data-touch="native"></div></div><div class="hole" id="beside" data-touch="native"></div></div>
<svg width="100" height="100" id="flat"><rect id="lens" data-touch="button" width="100" height="100" rx="100" ry="10"/></svg>"""
STYLE = """* { box-sizing: border-box } body { margin: 0; font: 16px/20px sans-serif } .box, #plain { width: 100px; height: 60px; background: #9cf }
#round { border-radius: 10px } #disc { border-radius: 50% } #leaf { border-radius: 40px 0 } #cut { clip-path: polygon(0 0, 100% 0, 50px 60px) }
#own { border-radius: 5px } #turned { rotate: 15deg; width: 150px; margin: 40px; line-height: 28px }
#large { clip-path: circle(20px) } #wide { border-radius: 20px } #list { overflow: auto; border-radius: 30px 10px } #row { height: 500px; width: 80px }
#holey { border-radius: 50%; position: relative } #hole { position: absolute; left: 0; top: 0; width: 40px; height: 40px } #holes { position: fixed; left: 300px; top: 300px; width: 200px; height: 200px; clip-path: polygon(0 0, 100% 0, 100% 100%, 50% 90%, 0 100%) }
.hole { position: absolute; left: 20px; top: 20px; width: 100px; height: 100px } #inner { width: 40px; height: 40px } #beside { left: 90px; top: 90px; height: 110px } #flat { position: fixed; left: 300px; top: 100px }
#text { width: 120px; margin: 0 } svg { display: block }"""
SCRIPT = """
import { connect } from '/touchd.js';
window.client = connect({ token: location.hash.slice(7), name: 't' });
addEventListener('touchd:began', (e) => log.push(e.target.id), true);
window.log = []; window.problems = []; window.sent = []; window.lines = [];
client.addEventListener('reply', ({ detail }) => detail.ok || problems.push(detail.error.message));
// What is asked of the browser for shapes alone.
window.asked = [];
for (const [holder, name] of [[Element, 'getClientRects'], [SVGGraphicsElement, 'getBBox'], [SVGGraphicsElement, 'getScreenCTM']]) {
  const original = holder.prototype[name];
  holder.prototype[name] = function (...all) { asked.push(this.id); return original.apply(this, all); };
}
""" + SETTLE + """
const counted = client.edit;
client.edit = (list, options) => { sent.push(...structuredClone(list)); lines.push(JSON.stringify(list)); return counted(list, options); };
window.follower = client.follow(document.body, { into: 'page' });
/** The shape that was last sent for an element. */
window.shape = (id) => sent.reduce((last, { region, key, value }) => {
  if (region?.id === `t.${id}`) return region.shape ?? null;
  return region === `t.${id}` && key === 'shape' ? value : last;
}, undefined);
"""
FILES = {"examples/web/h.html": HEAD + BODY, "examples/web/h.css": STYLE, "examples/web/h.js": SCRIPT}

with Stage(files=FILES) as stage, Chromium(size=(540, 960)) as browser:
    browser.goto(stage.url("examples/web/h.html"))
    browser.until("edits > 0")
    browser.eval("settle()")
    shape = lambda id: browser.eval(f"shape('{id}')")
    points = lambda id: (shape(id) or {}).get("points", [])
    asked = stage.connect(admin=True)

    def hit(x, y):
        found = asked.answer("hit", screen="main", x=2 * x, y=2 * y).get("hit")
        return found.split("/")[-1].removeprefix("t.") if found and found != "page" else None

    check("a box has no shape", shape("plain") is None, shape("plain"))
    check("equal round corners are a rounded rectangle", shape("round") == {"kind": "roundedRectangle", "radius": 10}, shape("round"))
    check("corners of half the sides are an ellipse", shape("disc") == {"kind": "ellipse"}, shape("disc"))
    check("others are a polygon of few points", shape("leaf")["kind"] == "polygon" and 10 < len(points("leaf")) < 40, shape("leaf"))
    check("a polygon is that polygon", points("cut") == [[0, 0], [100, 0], [50, 60]], shape("cut"))
    check("an SVG shape is a polygon in the box of its area", 20 < len(points("dot")) < 60 and max(map(max, points("dot"))) <= 80, shape("dot"))
    check("a link has the shape of its lines", len(points("link")) >= 8, shape("link"))
    check("a shape that the page gives counts", shape("own") == {"kind": "ellipse"}, shape("own"))
    check("with insets a region is larger than its element, so a polygon does not count", shape("large") is None, shape("large"))
    check("and round corners move with them", shape("wide") == {"kind": "roundedRectangle", "radius": 20}, shape("wide"))
    check("what clips has its shape without data-touch", shape("list")["kind"] == "polygon", shape("list"))
    x, y = browser.eval("(({ x, y }) => [x, y])(holey.getBoundingClientRect())")
    check("a hole is in the shape of what is around it", [hit(x + 20, y + 30), hit(x + 70, y + 30), hit(x + 1, y + 1), hit(x + 98, y + 2)] == [None, "holey", None, None],
          [hit(x + 20, y + 30), hit(x + 70, y + 30), hit(x + 1, y + 1), hit(x + 98, y + 2)])

    x, y = browser.eval("(({ x, y }) => [x, y])(holes.getBoundingClientRect())")
    inside = {place: hit(x + place[0], y + place[1]) for place in ((10, 10), (30, 30), (60, 60), (115, 115), (125, 60), (150, 150), (100, 184), (185, 196), (195, 196))}
    check("holes in holes, and those that overlap or go beyond the shape, are holes", inside == {**dict.fromkeys(inside), (10, 10): "holes", (125, 60): "holes", (195, 196): "holes"}, inside)
    x, y = browser.eval("(({ x, y }) => [x, y])(lens.getBoundingClientRect())")
    found = [hit(x + 2, y + 12), hit(x + 97, y + 88), hit(x + 4, y + 4), hit(x + 50, y + 1)]
    check("the radii of an SVG rectangle shrink one by one", found == ["lens", "lens", None, "lens"], found)

    def edits(change):
        """The edits that a change of the page causes."""
        browser.eval(f"sent.length = 0, ({change}), settle()")
        return [(edit["op"], edit["region"], edit.get("key"), edit.get("value")) for edit in browser.eval("sent") if isinstance(edit["region"], str)]

    check("a measure without a change of shapes sends nothing", edits("document.body.dataset.x = 1") == [])
    check("a new radius is one edit", edits("round.style.borderRadius = '20px'") == [("set", "t.round", "shape", {"kind": "roundedRectangle", "radius": 20})])
    check("without a radius the region is its box", edits("round.style.borderRadius = 0") == [("set", "t.round", "shape", None)])
    check("a clip-path that changes is one edit", [edit[:3] for edit in edits("cut.style.clipPath = 'circle(20px)'")] == [("set", "t.cut", "shape")])
    found = edits("leaf.style.marginLeft = '9px'")
    check("what moves keeps its shape", [edit[1:3] for edit in found] == [("t.leaf", "frame")], found)
    found = edits("document.querySelector('svg').style.marginLeft = '9px'")
    check("so does an SVG shape", {edit[2] for edit in found} == {"frame"}, found)
    x, y = browser.eval("(({ x, y }) => [x, y])(list.getBoundingClientRect())")
    browser.eval("lines.length = 0")
    found = edits("list.scrollTop = 100")
    first = browser.eval("lines.find((one) => one.includes('setBoundsOrigin'))")
    check("a polygon moves in the line that scrolls its content", '"shape"' in first, first)
    # At the corner of the list is the region of the element above it, which has insets.
    check("a polygon stays where it is when its content scrolls", ("setBoundsOrigin", "t.list") in [edit[:2] for edit in found] and
          [hit(x + 3, y + 3), hit(x + 30, y + 20), hit(x + 75, y + 30)] == ["wide", "row", "row"], [hit(x + 3, y + 3), hit(x + 30, y + 20), hit(x + 75, y + 30), found])

    # Beside an element: without insets nobody means that.
    places = browser.eval("(({ left, top, right, bottom }) => Array.from({ length: 3000 }, (_, n) => [left - 30 + n % 50 * (right - left + 60) / 50,"
                          " top - 30 + Math.floor(n / 50) * (bottom - top + 60) / 60]).filter(([x, y]) => x < left - 1 || x > right + 1 || y < top - 1 || y > bottom + 1))"
                          "(document.getElementById('long').getBoundingClientRect())")
    beside = [place for place in places if hit(*place) == "long"]
    for x, y in beside[::len(beside) // 5 + 1]:
        stage.tap(2 * x, 2 * y)
    browser.eval("synced()")
    check("a touch in a region, but beside its element, is dropped", len(beside) > 5 and browser.eval("log") == [], [len(beside), browser.eval("log")])
    x, y = browser.eval("(({ x, y }) => [x, y])(large.getBoundingClientRect())")
    stage.tap(2 * x + 100, 2 * y - 10)
    browser.eval("synced()")
    check("but not if it is in the insets", browser.eval("log") == ["large"], browser.eval("log"))

    browser.eval("many.append(...Array.from({ length: 40 }, (_, n) => { const one = document.createElement('div'); one.dataset.touch = ''; one.id = `m${n}`;"
                 " one.style.cssText = 'position: fixed; width: 90px; height: 90px; border-radius: 80px 30px 10px 50px / 20px 70px'; return one; })), settle()")
    largest = browser.eval("Math.max(...lines.map((one) => one.split(/[[{,]/).length))")
    check("many large polygons come in lines that touchd takes", shape("m39")["kind"] == "polygon" and largest <= 1024 and browser.eval("problems") == [],
          [largest, browser.eval("problems")])
    browser.eval("many.replaceChildren(), settle()")

    browser.eval("document.querySelectorAll('[data-touch]:not(#plain)').forEach((one) => one.removeAttribute('data-touch')), list.remove(), settle()")
    browser.eval("asked.length = 0, document.body.dataset.x = 2, settle()")
    check("a page without shapes is asked for none", browser.eval("asked") == [], browser.eval("asked"))
    check("touchd has refused nothing", browser.eval("problems") == [], browser.eval("problems"))
    check_problems(browser)
finish()
