"""What lies in front in the browser is in front in touchd: points of pages with all that decides about it, against `elementFromPoint`.

TOUCHD_SEED and TOUCHD_ROUNDS: other random pages, and more of them."""
import random

from settle import SETTLE
from stage import *

SEED, ROUNDS = int(os.environ.get("TOUCHD_SEED", 1)), int(os.environ.get("TOUCHD_ROUNDS", 25))
HEAD = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><link rel="stylesheet" href="p.css"><script type="module" src="p.js"></script>'
STYLE = "* { box-sizing: border-box } body { margin: 0; font: 16px/20px sans-serif } [data-touch] { background: #0463; outline: 1px solid }"
SCRIPT = """
import { connect } from '/touchd.js';
window.client = connect({ token: location.hash.slice(7), name: 't' });
window.problems = []; window.log = [];
client.addEventListener('reply', ({ detail }) => detail.ok || problems.push(detail.error.message));
for (const type of ['touchd:press', 'click']) addEventListener(type, (e) => log.push(`${type} ${e.target.id}`), true);
""" + SETTLE + """
window.follower = client.follow(document.body, { into: 'page', pointerEvents: true });
const make = ({ tag, id, touch, style, text, children, attributes }) => {
  const element = /svg|circle/.test(tag) ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag ?? 'div');
  for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, value);
  if (id) element.id = id;
  if (touch !== undefined) element.dataset.touch = touch;
  element.style.cssText = style ?? '';
  if (text) element.append(text);
  element.append(...(children ?? []).map(make));
  return element;
};
window.show = (list) => { document.body.replaceChildren(...list.map(make)); scrollTo(0, 0); };
const followed = (x, y) => document.elementFromPoint(x, y)?.closest('[data-touch]')?.id ?? null;
// Beside an edge a fraction of a pixel decides: those points are left out.
window.hits = (points) => points.map(([x, y]) => {
  const near = [[0, 0], [2, 2], [-2, 2], [2, -2], [-2, -2]].map(([right, down]) => followed(x + right, y + down));
  return new Set(near).size === 1 ? [near[0]] : null;
});
"""
FILES = {"examples/web/p.html": HEAD, "examples/web/p.css": STYLE, "examples/web/p.js": SCRIPT}


def element(id, style, *children, touch="", **more):
    """Describes an element for `show` of the page; `touch=None`: without data-touch."""
    return {"id": id, "style": style, "children": list(children), **({} if touch is None else {"touch": touch}), **more}


def box(left, top, width, height, position="absolute"):
    return f"position: {position}; left: {left}px; top: {top}px; width: {width}px; height: {height}px; "


# What the page is to give a touch to, and did not: in each case the browser hits the one that is named at the place.
CASES = {
    "an overlay over a fixed bar, and its button": (
        [element("bar", box(0, 0, 540, 100, "fixed") + "z-index: 1", touch="button"),
         element("overlay", box(100, 25, 300, 300) + "z-index: 10", element("yes", box(10, 10, 100, 50), touch="button"))],
        {"overlay": (250, 60), "yes": (150, 55), "bar": (50, 50)}),
    "a badge over a list": (
        [element("badge", box(0, 500, 150, 100), touch="button"), element("list", "margin-top: 575px; height: 60px; width: 200px", touch="button")],
        {"badge": (75, 585), "list": (175, 600)}),
    "a dialog over all that is fixed": (
        [element("top", box(0, 0, 540, 500, "fixed") + "z-index: 2147483647", touch="button"),
         element("dialog", "width: 300px; height: 200px", element("close", "width: 100px; height: 40px", touch="button"), tag="dialog")],
        {"close": None, "dialog": None}),
    "a positioned part of a card over the next card": (
        [element("one", "height: 100px", element("part", "position: relative; top: 60px; height: 60px; width: 100px", touch="button")),
         element("two", "height: 100px")],
        {"part": (50, 110), "two": (200, 110), "one": (200, 50)}),
    "and cut by what clips it": (
        [element("clip", "height: 100px; overflow: hidden; position: relative",
                 element("long", "position: relative; z-index: 2; top: 60px; height: 60px; width: 100px", touch="button"), touch=None),
         element("after", box(0, 80, 300, 100) + "z-index: 1")],
        {"long": (50, 90), "after": (50, 110)}),
    "a negative z-index behind its parent's siblings": (
        [element("context", "isolation: isolate; width: 500px; pointer-events: none", element("front", "pointer-events: auto; height: 100px; width: 300px"),
                 element("holder", "width: 300px", element("behind", "pointer-events: auto; z-index: -1; " + box(0, 50, 400, 100))), touch=None)],
        {"front": (100, 75), "behind": (350, 75)}),
    "an inline element over the block that follows": (
        [element("text", "height: 20px", element("word", "", tag="a", text="some words that are a link"), touch=None),
         element("block", "margin-top: -15px; height: 100px")],
        {"word": (30, 12), "block": (30, 60)}),
}

# A page of all sorts, on a ground that takes touches as well.
MIXED = [
    element("ground", box(0, 0, 540, 960)),
    element("list", box(10, 10, 250, 250) + "overflow: auto", touch="scroll", *[
        element(f"row{n}", "height: 25px; background: #eee" + ("; position: sticky; top: 0; z-index: 1" if n % 5 == 0 else "")) for n in range(40)]),
    element("fixed", box(440, 860, 100, 100, "fixed"), touch="button"),
    element("turned", box(300, 30, 150, 60) + "transform: rotate(30deg)", element("in-turned", box(20, 15, 40, 30), touch="button")),
    element("scaled", box(300, 150, 100, 50) + "transform: scale(1.5, 0.8) skewX(10deg)"),
    element("alone", box(300, 230, 100, 50) + "rotate: 20deg; scale: 1.1"),
    element("moved", box(430, 230, 50, 50) + "translate: 20px 10px"),
    element("zoomed", box(20, 290, 100, 40) + "zoom: 1.5"),
    element("nothing", box(300, 450, 100, 50) + "pointer-events: none"),
    element("unseen", box(300, 510, 100, 50) + "opacity: 0"),
    element("inert", box(410, 450, 100, 50), attributes={"inert": ""}),
    element("below", box(210, 460, 60, 50)), element("lower", box(220, 470, 70, 60) + "z-index: -1"),
    element("round", box(300, 320, 80, 80) + "border-radius: 50%", touch="button"),
    element("cut", box(400, 320, 80, 80) + "clip-path: polygon(50% 0, 100% 100%, 0 100%)", touch="button"),
    element("space", box(430, 600, 90, 50) + "transform: perspective(100px) rotateY(50deg)", touch="button"),
    element("sentence", box(20, 620, 150, 90) + "pointer-events: none", element("words", "pointer-events: auto", tag="a", touch="button", text="a link that is broken over more than one line of text"), touch=None),
    element("picture", box(20, 740, 100, 100) + "pointer-events: none", tag="svg", touch=None, *[element("circle", "pointer-events: auto", tag="circle", attributes={"cx": 50, "cy": 50, "r": 45})]),
    element("flap", box(250, 700, 100, 50), element("sticks-out", box(50, 30, 100, 50), touch=None)),
]
# What the browser hits and what touchd hits, where they differ: the table in docs/web.md, "What cannot be followed".
ODD = {("flap", "ground")}


def random_page(dice, count=14):
    """Elements in elements with all that decides what lies in front. What has no data-touch takes no touches: it clips, turns or stacks."""
    number = iter(range(1, 1000))

    def some(depth):
        chance = lambda part: dice.random() < part
        style = f"width: {dice.randrange(60, 300)}px; height: {dice.randrange(40, 220)}px; margin: {dice.randrange(-40, 10)}px 0 0 {dice.randrange(0, 60)}px; "
        position = dice.choice(["static"] * 4 + ["relative", "relative", "absolute", "absolute", "fixed", "sticky"])
        if position != "static":
            style += f"position: {position}; left: {dice.randrange(-20, 200)}px; top: {dice.randrange(-20, 300 if depth == 0 else 80)}px; "
        if chance(0.35): style += f"z-index: {dice.choice([-1, 0, 0, 1, 1, 2, 5])}; "
        if chance(0.08): style += "opacity: 0.9; "
        if chance(0.1): style += dice.choice(["transform: translate(9px, 7px); ", "transform: rotate(20deg); ", "rotate: -15deg; ", "scale: 1.2 0.9; "])
        if chance(0.05): style += dice.choice(["isolation: isolate; ", "will-change: transform; ", "filter: blur(0); ", "contain: layout; "])
        if chance(0.2): style += dice.choice(["overflow: hidden; ", "overflow: auto; "])
        if chance(0.15): style += dice.choice(["float: left; ", "float: right; ", "display: flex; ", "display: grid; "])
        if chance(0.05): style += "pointer-events: none; "
        touch = "" if chance(0.75) else None
        style += "pointer-events: auto; " if touch == "" and "pointer-events" not in style else "pointer-events: none; " if touch is None else ""
        return element(f"e{next(number)}", style, *[some(depth + 1) for _ in range(dice.choice([0, 0, 1, 2, 3]) if depth < 4 else 0)], touch=touch)

    return [some(0) for _ in range(dice.randrange(3, count))]


with Stage(files=FILES) as stage, Chromium(size=(540, 960)) as browser:
    browser.goto(stage.url("examples/web/p.html"))
    asked = stage.connect(admin=True)

    def show(page, after="undefined"):
        browser.eval(f"(show({json.dumps(page)}), {after}, settle())")

    def touchd_hits(points):
        """The ids of the elements whose regions touchd hits at places of the page."""
        for x, y in points:
            hit = asked.answer("hit", screen="main", x=2 * x, y=2 * y).get("hit")
            yield hit.split("/")[-1].removeprefix("t.") if hit and hit != "page" else None

    def differing(points):
        """The differences between browser and touchd, as {(browser, touchd): a point}, and the number of points compared."""
        compared = [(point, hit[0]) for point, hit in zip(points, browser.eval(f"hits({json.dumps(points)})")) if hit]
        touchd = touchd_hits([point for point, _ in compared])
        # What the browser gives to an element without data-touch is nobody's: the page drops it.
        return {(one, other): point for (point, one), other in zip(compared, touchd) if one and one != other}, len(compared)

    for name, (page, places) in CASES.items():
        show(page, "document.querySelector('dialog')?.showModal()")
        browser.eval("log.length = 0")
        wrong = {}
        for id, place in places.items():
            x, y = place or browser.place("#" + id)
            if not place and id == "dialog":
                y += 60
            browser.eval("log.length = 0")
            if browser.eval(f"document.elementFromPoint({x}, {y}).id") != id:
                wrong[id] = "the browser hits something else"
            stage.tap(2 * x, 2 * y)
            if not browser.holds(f"log.includes('touchd:press {id}')"):
                wrong[id] = [browser.eval("log"), *touchd_hits([(x, y)])]
        check(name, not wrong, wrong)

    # The page scrolls what lies between, and the order is right before anything is measured again.
    browser.eval("for (let id = 1; id < 1000; id += 1) clearInterval(id)")
    show([element("bar", box(0, 200, 300, 60), touch="button"),
          element("list", "width: 300px; height: 240px; overflow: auto", *[
              element(f"row{n}", "height: 60px", element(f"badge{n}", "position: relative; z-index: 1; top: 30px; height: 20px; width: 30px")) for n in range(6)])])
    browser.eval("list.scrollTop = 60")
    browser.frames(3)
    found, count = differing([(15, 215), (100, 215), (15, 220), (15, 195), (100, 230)])
    check("what scrolls over or under something stays in front or behind", count > 3 and not found, found)

    show(MIXED, "list.scrollTop = 333")
    look(browser, "painting-mixed")
    dice = random.Random(SEED)
    points = [(dice.uniform(0, 540), dice.uniform(0, 960)) for _ in range(1200)]
    for id in ("round", "cut", "space", "words", "circle", "sticks-out"):
        left, top, right, bottom = browser.eval(f"(({{ left, top, right, bottom }}) => [left, top, right, bottom])(document.getElementById('{id}').getBoundingClientRect())")
        points += [(dice.uniform(left, right), dice.uniform(top, bottom)) for _ in range(60)]
    found, count = differing(points)
    check(f"a page of all sorts: of {count} points those differ that the documentation names", set(found) == ODD, found)

    for seed in range(SEED, SEED + ROUNDS):
        dice = random.Random(seed)
        page = random_page(dice)
        show(page)
        points = [(dice.uniform(0, 540), dice.uniform(0, 960)) for _ in range(60)]
        found, count = differing(points)
        if found and os.environ.get("TOUCHD_SCREENSHOTS"):
            print(json.dumps(page), browser.eval("document.body.innerHTML"))
            look(browser, f"painting-{seed}")
        check(f"random page {seed}: {count} points hit what the browser hits", not found, found)
    check("touchd has refused nothing", browser.eval("problems") == [], browser.eval("problems"))
    check_problems(browser)
finish()
