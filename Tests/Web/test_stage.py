"""The stage itself: touchd, the bridge and Chromium start together, a finger reaches a page, and no process is left behind."""
from stage import *

PAGE = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>stage</title><script type="module" src="stage.js"></script>"""
SCRIPT = """window.lines = [];
const socket = new WebSocket(`ws://${location.host}/`, ['touchd.v1', `bearer.${location.hash.slice(7)}`]);
socket.onmessage = ({ data }) => {
  const line = JSON.parse(data);
  lines.push(line);
  if (line.type === 'hello') socket.send(JSON.stringify({ type: 'subscribe', id: 1, regions: ['page/**'] }));
};
"""

with Stage(files={"examples/web/stage.html": PAGE, "examples/web/stage.js": SCRIPT}) as stage, Chromium(size=(540, 960), scale=2) as browser:
    browser.goto(stage.url("examples/web/stage.html"))
    check("a page connects to touchd", browser.holds("lines.some(l => l.type == 'snapshot')"))
    stage.tap(540, 960)
    check("a finger comes to the page", browser.holds("lines.filter(l => l.type == 'frame').flatMap(l => l.events).map(e => e.phase).join() == 'began,ended'"))
    check("the page has the size that it was given", browser.eval("[innerWidth, innerHeight, devicePixelRatio].join()") == "540,960,2")
    check_problems(browser)
    browser.eval("void setTimeout(() => { throw new Error('on purpose') })")
    check("what a page complains of is seen", until(lambda: browser.eval("1") and browser.problems))
    browser.problems.clear()
    browser.eval("void document.body.append(Object.assign(document.createElement('input'), { id: 'text' })); text.focus()")
    browser.key("a")
    browser.key("Tab")
    check("keys come to the page", browser.eval("text.value == 'a' && document.activeElement != text"))
    folder, pids = stage.folder, [stage.touchd.pid, stage.bridge.pid, browser.process.pid]
check("nothing is left behind", not folder.exists() and not any(pathlib.Path(f"/proc/{pid}").exists() for pid in pids))
finish()
