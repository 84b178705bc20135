"""Pages shared by the benchmarks and the test of following."""

HEAD = ('<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><link rel="stylesheet" href="many.css">'
        '<script type="module" src="many.js"></script><div id="list"></div>')
STYLE = "body { margin: 0 } #list { height: 900px; overflow: auto } #list div { height: 40px; border-bottom: 1px solid; box-sizing: border-box }"
SCRIPT = """
import { connect } from '/touchd.js';
for (let i = 0; i < 200; i += 1) {
  const row = document.createElement('div');
  row.id = `row-${i}`; row.textContent = i; row.dataset.touch = '';
  list.append(row);
}
window.client = connect({ token: location.hash.slice(7), name: 'many' });
window.edits = []; window.requests = 0; window.largest = 0; window.problems = [];
client.addEventListener('reply', ({ detail }) => detail.ok || problems.push(detail.error.message));
const edit = client.edit.bind(client);
client.edit = (all, options) => { requests += 1; largest = Math.max(largest, all.length); for (const one of all) edits.push(one.op); return edit(all, options); };
window.frames = [];
// What the library does on the main thread in each frame of the page, and in each message.
let spent = 0;
const timed = (run) => (...all) => { const from = performance.now(); try { return run(...all); } finally { spent += performance.now() - from; } };
const frame = window.requestAnimationFrame.bind(window);
if (location.search === '?timed') {
  window.requestAnimationFrame = (run) => frame(timed(run));
  const say = client.dispatchEvent.bind(client);
  client.dispatchEvent = timed(say);
}
window.follower = client.follow(document.body, { into: 'page' });
/** Scrolls so many pixels a frame, for so many frames. */
window.scroll_by = (step, count) => new Promise((done) => {
  let left = count; const from = performance.now();
  (function next() {
    frames.push(spent); spent = 0;
    if (left === 0) return done((performance.now() - from) / 1000);
    left -= 1;
    list.scrollTop += step;
    frame(next);
  })();
});
"""
FILES = {"examples/web/many.html": HEAD, "examples/web/many.css": STYLE, "examples/web/many.js": SCRIPT}
