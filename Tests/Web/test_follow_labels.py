"""Regions have the accessible names and states of their elements, and get new ones when the page changes."""
from stage import *

HEAD = '<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module" src="c.js"></script>'
BODY = """<style>body { margin: 0 } [data-touch] { width: 200px; min-height: 30px }</style>
<button id="buy" data-touch="button">  Buy a
  ticket </button>
<p id="what">Opens the list of stations</p><span id="named">From the</span> <span id="station">station</span>
<button id="by" data-touch="button" aria-labelledby="named station gone" aria-describedby="what">x</button>
<button id="close" data-touch="button" aria-label="Close" title="never">×</button>
<a id="more" data-touch href="#more"><img alt="A map" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></a>
<div id="loud" data-touch="slider" role="slider" aria-label="Lautstärke" lang="de" aria-valuetext="halb" data-touch-value="0.5"></div>
<label>Adults <input id="adults" data-touch type="number" value="2"></label>
<div id="list" data-touch="scroll" aria-label="Stations" style="overflow: auto; height: 40px"><p id="row" data-touch role="text">Airport</p>More</div>
<div id="group" data-touch>Words <b id="inner" data-touch>inner</b></div>
<div aria-hidden="true"><button id="secret" data-touch="button">Nobody</button></div>
<div id="box" data-touch aria-modal="true" data-touch-accessibility='{"private": true, "label": "Card number"}'>1234</div>
<p id="bare" data-touch lang="fr"></p>
<p id="long" data-touch></p>"""
SCRIPT = """
import { connect } from '/touchd.js';
document.getElementById('long').textContent = 'ü'.repeat(700);
window.client = connect({ token: location.hash.slice(7), name: 'c' });
window.problems = [];
window.heard = {};
const edit = client.edit.bind(client);
client.edit = (list, options) => {
  for (const { op, region, key, value } of list) {
    if (op === 'add') heard[region.id] = region.accessibility ?? null;
    else if (op === 'set' && key === 'accessibility') heard[region] = value;
  }
  return edit(list, options);
};
client.addEventListener('reply', ({ detail }) => detail.ok || problems.push(detail.error.message));
window.follower = client.follow(document.body, { into: 'page', margin: '400%', accessibility: true });
"""
PLAIN = SCRIPT.replace(", accessibility: true", "").replace("name: 'c'", "name: 'p'")
FILES = {"examples/web/c.html": HEAD + BODY, "examples/web/c.js": SCRIPT,
         "examples/web/p.html": (HEAD + BODY).replace("c.js", "p.js"), "examples/web/p.js": PLAIN}
WANTED = {
    "buy": {"label": "Buy a ticket", "role": "button", "language": "en"},
    "by": {"label": "From the station", "hint": "Opens the list of stations", "role": "button", "language": "en"},
    "close": {"label": "Close", "role": "button", "language": "en"},
    "more": {"label": "A map", "role": "link", "language": "en"},
    "loud": {"label": "Lautstärke", "value": "halb", "role": "adjustable", "language": "de"},
    "adults": {"label": "Adults", "value": "2", "role": "adjustable", "language": "en"},
    "list": {"label": "Stations", "language": "en"},
    "row": {"label": "Airport", "role": "text", "language": "en"},
    "group": None, "inner": {"label": "inner", "language": "en"},
    "secret": {"label": "Nobody", "role": "button", "hidden": True, "language": "en"},
    "box": {"label": "Card number", "modal": True, "private": True, "language": "en"},
    "bare": None,
    "long": {"label": "ü" * 500, "language": "en"},
}

TREE = TREE.replace("    windows:", "    accessibility: { profiles: [{ id: speech }] }\n    windows:", 1)

with Stage(tree=TREE, files=FILES) as stage, Chromium(size=(540, 960)) as browser:
    browser.goto(stage.url("examples/web/c.html"))

    def heard(client="c"):
        """Returns the labels that the page has sent to touchd, by the id of the element."""
        return {id.removeprefix(f"{client}."): one for id, one in browser.eval("heard").items() if id != f"{client}.page"}

    found = until(lambda: WANTED.keys() <= heard().keys() and heard()) or heard()
    for id, wanted in WANTED.items():
        check(f"{id}: what people hear", found.get(id, "no region") == wanted, [found.get(id, "no region"), wanted])

    def becomes(sentence, id, wanted, change):
        browser.eval(f"void ({change})")
        check(sentence, until(lambda: heard().get(id) == wanted), heard().get(id))

    becomes("another text is another label", "buy", {"label": "Pay", "role": "button", "language": "en"}, "buy.textContent = 'Pay'")
    becomes("an attribute that changes changes the label", "close", {"label": "Back", "role": "button", "language": "en"}, "document.getElementById('close').setAttribute('aria-label', 'Back')")
    becomes("a value that changes", "loud", {"label": "Lautstärke", "value": "laut", "role": "adjustable", "language": "de"}, "loud.setAttribute('aria-valuetext', 'laut')")
    becomes("a label that goes", "row", {"role": "text", "language": "en"}, "row.textContent = ''")
    asked = stage.connect(admin=True)
    asked.answer("subscribe", regions=["**"])
    # The page may be sending its tree once more: the region is not there for a moment then.
    until(lambda: asked.answer("focus", region="c.box")["ok"])
    focused = asked.wait(lambda line: line["type"] == "focus")
    check("touchd says it when the element gets the focus", focused["label"] == "Card number" and focused["private"] and focused["language"] == "en", focused)
    refused = asked.answer("focus", region="c.buy")
    check("and the modal element keeps the focus", not refused["ok"], refused)
    check("touchd refuses nothing", browser.eval("problems") == [], browser.eval("problems"))

    browser.goto(stage.url("examples/web/p.html"))
    found = until(lambda: WANTED.keys() <= heard("p").keys() and heard("p")) or heard("p")
    check("without the option the page gives only what its attributes say",
          {id: one for id, one in found.items() if one} == {"box": {"private": True, "label": "Card number"}}, found)

finish()
