"""What `follow` can and cannot follow: small pages, and the table of docs/web.md that this test makes of them. UPDATE_TABLES=1 writes the table."""
from math import cos, pi, sin

from settle import SETTLE
from stage import *

HEAD = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><link rel="stylesheet" href="l.css"><script type="module" src="l.js"></script>'
STYLE = """* { box-sizing: border-box } body { margin: 0; font: 16px/20px sans-serif; height: 100vh } #ground { position: fixed; inset: 0; background: #eee }
main { position: absolute; left: 10px; top: 10px; width: 300px; height: 180px } main, main * { pointer-events: none } main :is([data-touch], [data-touch] *) { pointer-events: auto }
#ground ~ main [data-touch] { background: #8c88; fill: #8c8 } svg { width: 300px; height: 180px }
#ground ~ main #stroked { fill: none } .large { position: relative; width: 60px } .large::after { content: ''; position: absolute; inset: 0 -100px 0 0 }"""
SCRIPT = """
import { connect } from '/touchd.js';
window.client = connect({ token: location.hash.slice(7), name: 't' });
window.problems = []; window.log = [];
client.addEventListener('reply', ({ detail }) => detail.ok || problems.push(detail.error.message));
addEventListener('touchd:began', (e) => log.push(e.target.id), true);
""" + SETTLE + """
window.follower = client.follow(document.body, { into: 'page' });
/** Shows a piece of HTML whose styles are in attributes `css`, which the bridge's CSP lets a script set. */
window.show = (html) => {
  const main = document.createElement('main');
  main.innerHTML = html;
  for (const template of main.querySelectorAll('template')) {
    template.parentNode.attachShadow({ mode: 'open' }).append(template.content);
    template.remove();
  }
  const styled = (root) => root.querySelectorAll('*').forEach((one) => {
    one.style.cssText = one.getAttribute('css') ?? '';
    if (one.shadowRoot) styled(one.shadowRoot);
  });
  styled(main);
  document.body.innerHTML = '<div id="ground" data-touch></div>';
  document.body.append(main);
  main.querySelector('dialog')?.showModal();
};
/** The followed element at a point, also in a shadow tree or in a frame. */
const hit = (root, x, y) => {
  const found = root.elementFromPoint(x, y);
  if (found?.shadowRoot?.elementFromPoint(x, y)?.id) return hit(found.shadowRoot, x, y);
  if (found?.contentDocument) return hit(found.contentDocument, x - found.getBoundingClientRect().x, y - found.getBoundingClientRect().y);
  return found?.closest('[data-touch]')?.id ?? null;
};
// Beside an edge a fraction of a pixel decides: those points are left out.
window.hits = (points) => points.map(([x, y]) => {
  const near = [[0, 0], [2, 2], [-2, 2], [2, -2], [-2, -2]].map(([right, down]) => hit(document, x + right, y + down));
  return new Set(near).size === 1 ? near[0] : false;
});
"""
FILES = {"examples/web/l.html": HEAD, "examples/web/l.css": STYLE, "examples/web/l.js": SCRIPT}


def div(css, content="", id="it", more="data-touch"):
    return f'<div id="{id}" {more} css="{css}">{content}</div>'


def svg(content):
    return f'<svg viewBox="0 0 300 180">{content}</svg>'


PART = "position: absolute; width: 90px; height: 80px; "
STAR = "M100 10L150 160L20 65H180L50 160Z"
# A star with 300 rays, whose points are the same on every machine.
RAYS = "M" + "L".join(f"{150 + radius * cos(n / 300 * pi):.2f} {90 + radius * sin(n / 300 * pi):.2f}" for n in range(600) for radius in [85 if n % 2 else 35]) + "Z"
# A subject, its region, and a piece of HTML. The region is `same` as what the browser hits, `larger`, `smaller`, `none`, or `other`: an element that
# should be behind is in front. After the colon: what the region is instead.
CASES = [
    ("`border-radius`: elliptical, in percent, larger than the box", "same",
     div(PART + "border-radius: 50%") + div(PART + "left: 100px; border-radius: 70% 10px 60px 0 / 30px 90px", id="b") + div(PART + "left: 200px; border-radius: 999px", id="c")),
    ("what `overflow` clips, with `border-radius`", "same",
     div("width: 200px; height: 120px; overflow: hidden; border-radius: 60px", div("height: 60px") + div("height: 60px; width: 400px", id="b"), more="")),
    ("`clip-path`: `polygon()`, `circle()`, `ellipse()`, `inset()`, `rect()`, `xywh()`, `path()`, with a reference box", "same",
     "".join(div(PART + f"left: {n % 3 * 100}px; top: {n // 3 * 90}px; {style}", id=f"e{n}") for n, style in enumerate((
         "clip-path: polygon(50% 0, 100% 100%, 0 calc(100% - 9px))", "clip-path: circle(40px at 30px 50%)", "clip-path: ellipse(closest-side 50%)",
         "clip-path: inset(5px 10% round 30px 0)", "clip-path: path('M0 0C99 0 99 80 0 80Q50 40 0 0')",
         "border: 10px solid; padding: 5px; clip-path: circle() content-box")))),
    ("`clip-path: url(#id)` with the `<clipPath>` of an SVG", "same",
     '<svg><clipPath id="c1" transform="translate(10 5)"><ellipse cx="60" cy="50" rx="50" ry="30" transform="rotate(20 60 50)"/></clipPath>'
     '<clipPath id="c2" clipPathUnits="objectBoundingBox"><path d="M0 0H.4V1H0zM.6 0H1V1H.6z"/></clipPath></svg>'
     + div("position: absolute; inset: 0 150px 60px 0; clip-path: url(#c1)") + div("position: absolute; inset: 0 0 60px 150px; clip-path: url(#c2)", id="b")),
    ("what is in an element with `clip-path`, also what is positioned against an element outside", "same",
     div("height: 150px; clip-path: circle(70px)", div("height: 60px") + div("position: absolute; left: 100px; top: 70px; width: 190px; height: 60px", id="b")
         + div("position: fixed; left: 120px; top: 130px; width: 50px; height: 60px", id="c"), more="")),
    ("SVG shapes, filled or stroked, transformed, with `evenodd`, `clip-path` and `pointer-events`", "same", svg(
        '<circle id="it" data-touch cx="40" cy="40" r="35"/><rect id="b" data-touch x="90" y="10" width="70" height="40" rx="25" transform="rotate(20 120 30)"/>'
        '<polygon id="c" data-touch points="180,10 240,20 200,70"/><path id="stroked" data-touch css="stroke: red; stroke-width: 16" d="M10 100q40-40 80 0t80 0"/>'
        '<path id="e" data-touch fill-rule="evenodd" d="M200 90h80v80h-80zm20 20h40v40h-40z"/><line id="f" data-touch x1="20" y1="150" x2="160" y2="170" stroke="red" stroke-width="12"/>'
        '<circle id="g" data-touch cx="270" cy="40" r="30" css="clip-path: circle(20px at 100% 50%)"/>')),
    ("an SVG group whose parts do not overlap, or lie in one of them", "same", svg(
        '<g id="it" data-touch><title>two</title><defs><circle r="300"/></defs><circle cx="50" cy="50" r="40"/><circle cx="150" cy="50" r="40"/></g>'
        '<g id="b" data-touch transform="rotate(5)"><rect x="20" y="110" width="160" height="40" rx="20"/><text x="60" y="135" pointer-events="none">text</text></g>')),
    ("a link or other inline element of several lines", "same",
     div("width: 150px; line-height: 28px", 'words and <a id="it" data-touch>a link that is broken over more than one line of text</a> and more words', id="", more="")),
    ("`transform`, `rotate`, `scale`, `translate`, `zoom`", "same",
     div(PART + "left: 20px; top: 20px; rotate: 20deg; border-radius: 40px 0") + div(PART + "left: 130px; top: 30px; transform: skewX(20deg) scale(.8, 1.1)", id="b")
     + div(PART + "zoom: .7; left: 330px; top: 10px; border-radius: 50px 10px; transform: rotate(10deg)", id="c")),
    ("an element that its own `transform` rotates in space; its back, with `backface-visibility`", "same",
     div(PART + "transform: perspective(150px) rotateY(50deg)") + div(PART + "left: 150px; transform: perspective(200px) rotateY(180deg); backface-visibility: hidden", id="b")),
    ("`inert`, `pointer-events`, `visibility`, `opacity`", "same",
     div(PART, id="it", more="data-touch inert") + div(PART + "left: 100px; pointer-events: none", id="b") + div(PART + "left: 200px; visibility: hidden", id="c")
     + div(PART + "left: 200px; top: 90px; opacity: 0", id="e")),
    ("a negative `z-index`, behind an element around it", "same",
     div("isolation: isolate", div("position: relative; height: 100px; pointer-events: auto", div(PART + "left: 50px; top: 10px; z-index: -1")
         + div(PART + "left: 50px; top: 100px; z-index: -1", id="b"), id="", more=""), id="", more="")),
    ("elements in the slots of a component", "same",
     '<div><template><div css="width: 120px; padding: 10px; overflow: hidden"><slot></slot></div></template>' + div("width: 200px; height: 50px") + "</div>"),
    ("`clip-path` with `shape()`, a rounded `polygon()`, `min()` or `max()`", "larger: the box", div(PART + "clip-path: circle(min(30px, 50%))")),
    ("a concave SVG shape with a concave `clip-path`", "larger: without the `clip-path`",
     svg('<clipPath id="c3"><path d="M0 0H300V80H100V180H0z"/></clipPath><path id="it" data-touch css="clip-path: url(#c3)" d="M20 20H250V60H150V160H20z"/>')),
    ("the old property `clip`; `corner-shape`", "larger: the box; with round corners", div(PART + "clip: rect(0, 50px, 80px, 0)")),
    ("an SVG group whose parts overlap", "larger: the convex hull around them", svg(
        '<g id="it" data-touch><rect x="10" y="10" width="40" height="150"/><rect x="10" y="120" width="200" height="40"/></g>')),
    ("`<use>`, text and images in an SVG", "larger: their boxes", svg('<defs><circle id="c4" r="60"/></defs><use id="it" data-touch href="#c4" x="100" y="80"/>')),
    ("a path that crosses itself, with `nonzero`", "smaller: every other part", svg(f'<path id="it" data-touch d="{STAR}"/>')),
    ("an outline of more than 300 points", "larger: a coarser one", svg(f'<path id="it" data-touch d="{RAYS}"/>')),
    ("an element that an element around it rotates in space, or gives a `perspective`", "larger: the box around it",
     div("perspective: 150px", div(PART + "left: 50px; transform: rotateY(60deg)"), id="", more="")),
    ("an inline element of several lines, in an element that is rotated or scaled", "larger: the box around all lines",
     div("width: 150px; margin: 20px; line-height: 28px; rotate: 10deg", 'words and <a id="it" data-touch>a link that is broken over more than one line</a>', id="", more="")),
    ("a block that is broken into columns", "larger: the box around all parts",
     div("columns: 2; column-gap: 40px; height: 100px; column-fill: auto", div("height: 60px", id="b", more="") + div("height: 80px"), id="", more="")),
    ("content below the border of an element that clips", "larger: the border clips nothing",
     div("width: 150px; height: 100px; overflow: hidden; border: 15px solid", div("margin: -15px; height: 200px; width: 300px"), id="", more="")),
    ("`overflow` that clips in one direction", "smaller: clipped in both",
     div("width: 100px; height: 60px; overflow-x: clip", div("height: 140px"), id="", more="")),
    ("what sticks out of an element with `clip-path`, but not of the clip", "smaller: the box clips too",
     div("width: 60px; height: 60px; clip-path: inset(0 -100px 0 0)", div("width: 150px; height: 60px"), id="", more="")),
    ("a part that sticks out of an element and has no `data-touch`", "smaller: give the part a `data-touch`", div("width: 60px; height: 60px", div("width: 150px; height: 30px", id="b", more=""))),
    ("pseudo-elements that are larger than their element, such as `::after` of a link over a card", "smaller: the element's box", div("height: 60px", more='data-touch class="large"')),
    ("the backdrop of a modal dialog", "smaller: the dialog", '<dialog id="it" data-touch css="width: 100px; height: 60px; margin: 50px"></dialog>'),
    ("a line of text that overlaps a later element", "smaller: the later one is in front",
     div("height: 20px; white-space: nowrap; width: 40px", "words that are longer than their line") + div("margin-top: -15px; height: 60px", id="ground2")),
    ("elements that `order` of a flex or grid container reorders, where they overlap", "other: the order is that of the document",
     div("display: flex", div("width: 90px; height: 60px; order: 2; margin-left: -40px") + div("width: 90px; height: 60px; order: 1", id="b"), id="", more="")),
    ("an element with `display: contents`", "none", div("display: contents", "words that are in no box")),
    ("elements in the shadow tree of a component", "none", '<div css="pointer-events: auto"><template>' + div("width: 100px; height: 60px") + "</template></div>"),
    ("elements in a frame", "none", '<iframe css="pointer-events: auto" srcdoc="<button id=it data-touch>in a frame</button>"></iframe>'),
    ("`<area>` of an image map", "none",
     '<img css="pointer-events: auto" usemap="#m" width="100" height="60" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="><map name="m"><area id="it" data-touch shape="rect" coords="0,0,100,60" href="#"></map>'),
]
WORDS = {"same": "the same", "larger": "larger", "smaller": "smaller", "other": "different", "none": "none"}


def table(rows):
    return "\n".join(["| element | region |", "|---|---|", *(f"| {name} | {region} |" for name, region in rows)])


with Stage(files=FILES) as stage, Chromium(size=(540, 960)) as browser:
    browser.goto(stage.url("examples/web/l.html"))
    asked = stage.connect(admin=True)

    def touchd_hit(x, y):
        hit = asked.answer("hit", screen="main", x=2 * x, y=2 * y).get("hit")
        return hit.split("/")[-1].removeprefix("t.") if hit and hit != "page" else None

    def compared(html):
        """Shows a piece of HTML. Returns what its region is like, and the places where browser and touchd differ."""
        browser.eval(f"(show({json.dumps(html)}), settle())")
        browser.until("[...document.querySelectorAll('iframe')].every((one) => one.contentDocument.querySelector('[data-touch]'))")
        points = [(x + y % 3, y + x % 5) for x in range(2, 320, 8) for y in range(2, 200, 8)]
        # What the browser gives to an element without data-touch is nobody's, as is what goes to the ground.
        hits = [(point, one or "ground", touchd_hit(*point) or "ground")
                for point, one in zip(points, browser.eval(f"hits({json.dumps(points)})")) if one is not False]
        differ = [(one, other, point) for point, one, other in hits if one != other]
        is_ground = lambda id: id.startswith("ground")
        more, less = any(is_ground(one) for one, _, _ in differ), any(is_ground(other) for _, other, _ in differ)
        if all(is_ground(other) for _, _, other in hits):
            return "none", differ
        return ("other" if more and less else "larger" if more else "smaller" if less else "other") if differ else "same", differ

    rows = []
    for name, expected, html in CASES:
        verdict, differ = compared(html)
        expected, _, instead = expected.partition(": ")
        rows.append((name, WORDS[verdict] + (f": {instead}" if instead else "")))
        check(f"{WORDS[expected]}: {name}", verdict == expected, (verdict, differ[:3]))
        look(browser, f"limits-{len(rows)}")
        if differ:
            browser.eval("log.length = 0")
            for _, _, (x, y) in differ[::len(differ) // 3 + 1]:
                stage.tap(2 * x, 2 * y)
            browser.eval("synced()")
            check("  where they differ, nobody gets a touch", browser.eval("log") == [], browser.eval("log"))
    document = root / "docs/web.md"
    text = document.read_text()
    before, rest = text.split("<!-- made by Tests/Web/test_follow_limits.py -->\n\n", 1)
    old, after = rest.split("\n\n", 1)
    if os.environ.get("UPDATE_TABLES"):
        document.write_text(f"{before}<!-- made by Tests/Web/test_follow_limits.py -->\n\n{table(rows)}\n\n{after}")
    else:
        check("docs/web.md has this table; otherwise run this test with UPDATE_TABLES=1", old == table(rows), table(rows))
    check("touchd has refused nothing", browser.eval("problems") == [], browser.eval("problems"))
    check_problems(browser)
finish()
