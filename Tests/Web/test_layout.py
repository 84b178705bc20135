"""Positions of regions in pages with special layouts: scrolled, fixed, sticky, clipped, overlapping, rotated, and on a rotated screen."""
from stage import *

HEAD = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><link rel="stylesheet" href="l.css"><script type="module" src="l.js"></script>'
BODY = """<div id="fixed" data-touch>fixed</div><div id="low" data-touch>low</div><div id="high" data-touch>high</div>
<div id="box"><div id="cut" data-touch>cut</div></div><div id="turned"><div id="inner" data-touch>inner</div></div>
<div id="grown"><div id="half" data-touch>half</div></div>
<div id="list"><div id="sticky" data-touch>sticky</div><div id="tall"><div id="row" data-touch>row</div></div></div>
<dialog id="dialog"><button id="yes" data-touch="button">yes</button></dialog><div id="foot" data-touch>foot</div>"""
STYLE = """* { box-sizing: border-box } body { margin: 0; height: 2000px } body > * { position: absolute; margin: 0; padding: 0; border: 0 }
#fixed { position: fixed; left: 440px; top: 10px; width: 90px; height: 40px; background: #fda }
#high { left: 20px; top: 100px; width: 100px; height: 60px; background: #afa } #low { left: 20px; top: 100px; width: 100px; height: 60px; z-index: 1; background: #faa }
#box { left: 200px; top: 100px; width: 100px; height: 60px; overflow: hidden } #cut { width: 100px; height: 300px; background: #aaf }
#turned { left: 350px; top: 200px; width: 100px; height: 100px; transform: rotate(90deg) } #inner { position: absolute; left: 0; top: 0; width: 100px; height: 20px; background: #adf }
#grown { left: 100px; top: 220px; width: 100px; height: 50px; transform: scale(1.5) } #half { width: 50px; height: 50px; background: #dcf }
#list { left: 20px; top: 400px; width: 200px; height: 200px; overflow: auto } #sticky { position: sticky; top: 0; height: 40px; background: #ffa } #tall { height: 1000px }
#row { margin-top: 100px; height: 40px; background: #eee } #dialog { left: 150px; top: 650px; width: 200px; height: 100px } #yes { width: 100px; height: 50px }
#foot { left: 20px; top: 1900px; width: 100px; height: 50px; background: #ccc }"""
SCRIPT = """
import { connect } from '/touchd.js';
window.log = [];
for (const type of ['touchd:began', 'touchd:press']) addEventListener(type, (e) => log.push(`${type.slice(7)} ${e.target.id} ${Math.round(e.detail.clientX)},${Math.round(e.detail.clientY)}`), true);
addEventListener('click', (e) => log.push(`click ${e.target.id}`));
window.client = connect({ token: location.hash.slice(7), name: 'l' });
window.problems = [];
client.addEventListener('reply', ({ detail }) => detail.ok || problems.push(detail.error.message));
window.go = (options) => { window.follower?.stop(); window.follower = client.follow(document.body, { into: 'page', pointerEvents: true, ...options }); };
go();
"""
FILES = {"examples/web/l.html": HEAD + BODY, "examples/web/l.css": STYLE, "examples/web/l.js": SCRIPT}

with Stage(files=FILES) as stage, Chromium(size=(540, 960), scale=2) as browser:
    def hit(x, y):
        """Returns the element that a finger at a place of the viewport reaches, and its location there; '' if none."""
        browser.eval("log.length = 0")
        px, py = (2 * x, 2 * y)
        stage.tap(px, py)
        stage.tap(2 * 485, 2 * 30)  # always present: earlier events have arrived when its own arrives
        browser.holds("log.some(one => one.startsWith('began fixed'))")
        first = browser.eval("log[0]")
        return "" if first.startswith("began fixed 485,30") and (x, y) != (485, 30) else first

    def comes(x, y, id):
        return until(lambda: hit(x, y) == f"began {id} {x},{y}")

    browser.goto(stage.url("examples/web/l.html"))
    until(lambda: any(path.endswith("/l.row") for path in stage.regions()))
    check("points of the page are its CSS pixels, whatever the screen's and the device's are", comes(485, 30, "fixed"))
    check("z-index decides which of two elements in the same place is hit", comes(70, 130, "low"), hit(70, 130))
    check("what an ancestor clips is hit", comes(250, 130, "cut"))
    check("but not where it is clipped", hit(250, 250) == "", hit(250, 250))
    check("an element in one that is turned lies turned", comes(440, 250, "inner") and hit(360, 250) == "", (hit(440, 250), hit(360, 250)))
    check("an element in one that is scaled is scaled", comes(140, 280, "half") and hit(165, 245) == "", (hit(140, 280), hit(165, 245)))
    browser.eval("void (list.scrollTop = 90)")
    check("a sticky element stays, and a row goes under it", comes(100, 420, "sticky") and comes(100, 470, "row"), (hit(100, 420), hit(100, 470)))
    browser.eval("dialog.showModal()")
    browser.frames(10)
    browser.eval("log.length = 0")
    stage.tap(2 * 485, 2 * 30)
    check("a dialog is in front, and what is behind a modal one gets nothing", until(lambda: (stage.tap(2 * 180, 2 * 670), browser.eval("log.includes('click yes')"))[1])
          and not any("fixed" in one for one in browser.eval("log")), browser.eval("log"))
    browser.eval("dialog.close()")
    browser.eval("scrollTo(0, 1040)")
    check("the page scrolls: what is far below is there", comes(70, 880, "foot"), hit(70, 880))
    check("what is fixed has stayed", comes(485, 30, "fixed"))
    check("what has gone out is not hit", hit(250, 130) == "", hit(250, 130))
    browser.eval("scrollTo(0, 0)")
    comes(70, 130, "low")

    # A page on a part of the screen, and on a rotated screen.
    browser.eval("log.length = 0; go({ frame: [540, 960, 540, 960] })")
    check("a page on a part of the screen", until(lambda: (stage.tap(540 + 485, 960 + 30), browser.eval("log[0] ?? ''"))[1] == "began fixed 485,30"),
          browser.eval("log"))
    browser.resize((960, 540))
    browser.eval("log.length = 0; go({ rotation: 90 })")
    # A quarter turn clockwise: the page's top left is the screen's top right.
    check("a page that is turned by 90 degrees", until(lambda: (stage.tap(1080 - 2 * 30, 2 * 485), browser.eval("log[0] ?? ''"))[1] == "began fixed 485,30"),
          browser.eval("log"))
    # More elements than one request adds, and after them a sensitive one that is claimed.
    browser.resize((540, 960))
    browser.eval("document.body.replaceChildren(...Array.from({ length: 61 }, (_, index) => { const one = document.createElement('div');"
                 " one.style.cssText = `width: 20px; height: 10px; top: ${index * 12}px`; one.id = `one-${index}`; one.dataset.touch = '';"
                 " if (index === 60) Object.assign(one.dataset, { touchSensitive: '', touchClaims: '' }); return one; })); go()")
    until(lambda: any(path.endswith("/l.one-60") for path in stage.regions()))
    browser.eval("log.length = 0")
    check("a secret element that comes after many is claimed",
          until(lambda: (stage.tap(20, 1450), browser.eval("log.some((one) => one.startsWith('press one-60'))"))[1]), browser.eval("log"))
    browser.eval("void (document.getElementById('one-60').style.left = '40px')")
    check("so the page can move it", until(lambda: (stage.tap(100, 1450), browser.eval("log.includes('press one-60 50,725')"))[1]), browser.eval("log"))
    check("nothing was refused", browser.eval("problems") == [], browser.eval("problems"))
    check_problems(browser)
finish()
