"""A page of all sorts, which test_follow_mixed.py compares with the browser point by point: 1080 × 1920 pixels."""
from settle import SETTLE

HTML = """<!doctype html><html lang="en"><meta charset="utf-8"><title>mixed</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="mixed.css"><script type="module" src="mixed.js"></script>
<div id="list" data-touch="scroll"></div>
<div id="fixed" data-touch="button">fixed</div>
<div id="turned" data-touch>turned<i id="in-turned" data-touch="button"></i></div>
<div id="skewed" data-touch="button">scale, skew</div><div id="alone" data-touch="button">rotate: 20deg</div>
<div id="space" data-touch="button">perspective</div>
<div id="round" data-touch="button">round</div><div id="pill" data-touch="button">pill</div><div id="leaf" data-touch="button">leaf</div>
<div id="turned-leaf" data-touch="button">a turned leaf</div>
<div id="card" data-touch><b id="card-top" data-touch="button">top</b><b id="card-bottom" data-touch="button">bottom</b></div>
<div id="triangle" data-touch="button">polygon</div><div id="disc" data-touch="button">circle</div><div id="egg" data-touch="button">ellipse</div>
<div id="frame" data-touch="button">inset</div><div id="heart" data-touch="button">path</div><div id="cut" data-touch="button">url</div>
<div id="window"><div id="scene" data-touch><b id="in-window" data-touch="button">in a window</b></div></div>
<div id="waapi" data-touch="button">animate()</div><div id="animated" data-touch="button">animation</div>
<div id="zoomed" data-touch="button">zoom</div><div id="nothing" data-touch="button">pointer-events: none</div><div id="clear" data-touch="button"></div>
<div id="inert" inert data-touch="button">inert</div>
<div id="text">some text that runs on <a id="link" href="#" data-touch="button">a link which is broken over more than one line of text here</a> and on</div>
<div id="toggle" data-touch="button">toggle</div><div id="front" data-touch="button">front</div><div id="low" data-touch="button">z-index: -1</div>
<div id="late" data-touch="button">late</div>
<dialog id="dialog" data-touch>A dialog <button id="close" data-touch="button">OK</button></dialog>
<iframe title="frame" srcdoc="<button data-touch=button>in a frame</button>"></iframe><div id="host"></div>
<svg id="picture" viewBox="0 0 200 300"><clipPath id="star" clipPathUnits="objectBoundingBox"><polygon points=".5,0 .65,.35 1,.4 .75,.65 .8,1 .5,.8 .2,1 .25,.65 0,.4 .35,.35"/></clipPath>
<circle id="dot" data-touch="button" cx="50" cy="50" r="40" fill="tomato"/><ellipse id="oval" data-touch="button" cx="150" cy="50" rx="45" ry="25" fill="gold"/>
<rect id="plate" data-touch="button" x="10" y="110" width="80" height="50" rx="20" fill="teal" transform="rotate(15 50 135)"/>
<polygon id="kite" data-touch="button" points="150,100 190,140 150,190 110,140" fill="plum" stroke="purple" stroke-width="6"/>
<path id="ring" data-touch="button" fill-rule="evenodd" fill="navy" d="M50 190a45 45 0 1 0 .1 0zm0 25a20 20 0 1 1-.1 0z"/>
<path id="wave" data-touch="button" d="M110 230q20-40 40 0t40 0" fill="none" stroke="green" stroke-width="14"/>
<g id="group" data-touch="button"><rect x="115" y="255" width="30" height="35"/><circle cx="175" cy="272" r="18"/></g></svg></html>
"""
CSS = """
* { box-sizing: border-box } body { margin: 0; font: 16px/20px sans-serif; height: 100vh; overflow: hidden; position: relative }
#list { position: absolute; left: 20px; top: 20px; width: 500px; height: 700px; overflow: auto; border: 2px solid }
#list p { margin: 0; height: 50px; border-bottom: 1px solid } #list h3 { position: sticky; top: 0; margin: 0; height: 40px; background: #cce; z-index: 1 }
#fixed { position: fixed; right: 0; bottom: 0; width: 200px; height: 120px; background: #ecc }
#turned { position: absolute; left: 600px; top: 60px; width: 300px; height: 120px; transform: rotate(30deg); background: #cec }
#in-turned { position: absolute; left: 40px; top: 30px; width: 80px; height: 60px; background: #9c9; border-radius: 30px 0 }
[data-touch=button] { display: grid; place-items: center; overflow-wrap: anywhere } #link { display: inline }
#skewed { position: absolute; left: 600px; top: 300px; width: 200px; height: 100px; transform: scale(1.5, .8) skewX(10deg); background: #ccf }
#alone { position: absolute; left: 580px; top: 470px; width: 180px; height: 90px; rotate: 20deg; background: #fcf }
#space { position: absolute; left: 850px; top: 420px; width: 180px; height: 100px; transform: perspective(300px) rotateY(40deg); background: #ffc }
#round { position: absolute; left: 560px; top: 600px; width: 130px; height: 130px; border-radius: 50%; background: #fc9 }
#pill { position: absolute; left: 710px; top: 620px; width: 180px; height: 80px; border-radius: 999px; background: #f9c }
#leaf { position: absolute; left: 910px; top: 600px; width: 150px; height: 120px; border-radius: 80% 10px 120px 20px / 50% 30px; background: #9fc }
#turned-leaf { position: absolute; left: 920px; top: 250px; width: 120px; height: 120px; border-radius: 0 100%; rotate: 30deg; scale: 1.2; background: #cf9 }
#card { position: absolute; left: 560px; top: 750px; width: 150px; height: 150px; border-radius: 40px; overflow: hidden; background: #aaa }
#card b { position: absolute; left: 0; width: 150px; height: 60px; background: #ccc } #card-bottom { bottom: 0 }
#triangle { position: absolute; left: 730px; top: 740px; width: 150px; height: 150px; clip-path: polygon(50% 0, 100% 100%, 0 100%); background: #9cf }
#disc { position: absolute; left: 900px; top: 740px; width: 150px; height: 150px; clip-path: circle(40% at 60px 70px); background: #69f }
#egg { position: absolute; left: 730px; top: 900px; width: 120px; height: 150px; clip-path: ellipse(closest-side 45%); background: #96f }
#frame { position: absolute; left: 860px; top: 900px; width: 90px; height: 150px; clip-path: inset(10px 5px 20px round 30px); background: #f69 }
#heart { position: absolute; left: 960px; top: 920px; width: 110px; height: 110px; background: #f44;
  clip-path: path("M55 100 C 0 60 0 10 30 10 C 45 10 55 25 55 30 C 55 25 65 10 80 10 C 110 10 110 60 55 100 Z") }
#cut { position: absolute; left: 560px; top: 920px; width: 150px; height: 150px; clip-path: url(#star); background: #fb0 }
#window { position: absolute; left: 600px; top: 1080px; width: 200px; height: 100px; border-radius: 50px; overflow: hidden }
#scene { width: 260px; height: 140px; background: #bdf } #in-window { display: block; width: 100px; height: 50px; background: #8af }
#waapi { position: absolute; left: 40px; top: 760px; width: 120px; height: 100px; background: #f99 }
#animated { position: absolute; left: 40px; top: 880px; width: 120px; height: 100px; background: #9f9; animation: go 2s infinite alternate linear paused }
@keyframes go { to { transform: translateX(150px) } }
#zoomed { position: absolute; left: 20px; top: 700px; zoom: 1.5; width: 200px; height: 80px; background: #99f; border-radius: 25px 5px }
#nothing { position: absolute; left: 830px; top: 1080px; width: 100px; height: 100px; pointer-events: none; background: #999 }
#clear { position: absolute; left: 950px; top: 1080px; width: 100px; height: 100px; opacity: 0 }
#inert { position: absolute; left: 360px; top: 1300px; width: 150px; height: 80px; background: #aaa }
#text { position: absolute; left: 40px; top: 1260px; width: 300px; line-height: 30px }
#toggle { position: absolute; left: 400px; top: 760px; width: 120px; height: 100px; background: #7cc }
#front { position: absolute; left: 380px; top: 900px; width: 120px; height: 100px; background: #c7c }
#low { position: absolute; left: 400px; top: 920px; width: 140px; height: 120px; background: #cc7; z-index: -1 }
#late { position: absolute; left: 40px; top: 1410px; width: 150px; height: 80px; background: #777; border-radius: 20px }
dialog { width: 500px; height: 300px } iframe { position: absolute; left: 560px; top: 1250px; width: 300px; height: 150px }
#host { position: absolute; left: 560px; top: 1450px; width: 300px; height: 100px } #picture { position: absolute; left: 40px; top: 1520px; width: 260px; height: 390px }
"""
SCRIPT = """
import { connect } from '/touchd.js';
for (let row = 0; row < 60; row += 1) {
  const add = (tag, id) => {
    const element = document.createElement(tag);
    Object.assign(element, { id, textContent: id });
    element.dataset.touch = tag === 'p' ? '' : 'button';
    list.append(element);
  };
  if (row % 10 === 0) add('h3', `head${row}`);
  add('p', `row${row}`);
}
const inside = document.getElementById('host').attachShadow({ mode: 'open' });
inside.append(Object.assign(document.createElement('button'), { textContent: 'in a shadow tree' }));
window.client = connect({ token: location.hash.slice(7), name: 't' });
window.problems = []; window.log = [];
client.addEventListener('reply', ({ detail }) => detail.ok || problems.push(detail.error.message));
addEventListener('touchd:began', (e) => log.push(e.target.id), true);
""" + SETTLE + """
window.follower = client.follow(document.body, { into: 'page' });
const followed = (x, y) => document.elementFromPoint(x, y)?.closest('[data-touch]')?.id ?? null;
/** What the browser hits at points, and what it hits a pixel beside each of them. */
window.hits = (points) => points.map(([x, y]) => [followed(x, y), [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => followed(x + right, y + down)))]);
/** All kinds of changes that cause an event, or a measure within a quarter of a second. */
window.change = async () => {
  toggle.style.display = 'none';
  round.style.borderRadius = '20px 60px';
  leaf.style.transform = 'rotate(40deg)';
  triangle.style.clipPath = 'circle(40px)';
  heart.style.clipPath = 'none';
  document.querySelector('#star polygon').setAttribute('points', '0,0 1,0 .5,1');
  dot.setAttribute('r', 25);
  kite.setAttribute('stroke-width', 20);
  document.getElementById('window').style.borderRadius = '0 0 90px';
  pill.style.clipPath = 'inset(0 0 0 50%)';
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('#late { left: 250px } #zoomed { border-radius: 60px }');
  document.adoptedStyleSheets = [sheet];
  animated.style.animationPlayState = 'running';
  await waapi.animate([{ borderRadius: 0, translate: 0 }, { borderRadius: '50%', translate: '150px' }], { duration: 300, fill: 'forwards' }).finished;
  animated.style.animationPlayState = 'paused';
  await new Promise((done) => setTimeout(done, 500));
};
"""
FILES = {"examples/web/mixed.html": HTML, "examples/web/mixed.css": CSS, "examples/web/mixed.js": SCRIPT}
