#!/usr/bin/python3
"""The time from a finger to a page and to the page's drawing: latency.py TOUCHD TOUCHD-WEB [SECONDS]
Ten fingers at 120 Hz by `inject`, from touchd's time stamp; beside them ten by the debugging protocol, from the moment the command is sent.
Prints p50 and p99 in ms. Both clocks are the machine's; their difference is known to about 0.1 ms."""
import os, pathlib, sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Web"))
from stage import *

seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 8
PAGE = '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module" src="latency.js"></script><body data-touch></body>'
SCRIPT = """
import { connect } from '/touchd.js';
document.body.style.cssText = 'margin:0;height:100vh;touch-action:none';
window.arrived = []; window.drawn = []; window.offset = 0; window.stamp = 0;
const now = () => (performance.timeOrigin + performance.now()) * 1000 - offset;
function saw(time) {
  arrived.push(now() - time);
  requestAnimationFrame(() => {
    document.body.style.background = drawn.length % 2 ? '#fff' : '#eef';
    const after = new MessageChannel();
    after.port1.onmessage = () => drawn.push(now() - time);
    after.port2.postMessage(0);
  });
}
window.client = connect({ token: location.hash.slice(7), name: 'latency', regions: ['page'] });
client.addEventListener('frame', ({ detail }) => saw(detail.time));
addEventListener('touchmove', () => saw(stamp), { passive: true });
addEventListener('touchstart', () => {}, { passive: true });
"""


def microseconds(clock):
    return time.clock_gettime_ns(clock) // 1000


def line(name, browser):
    arrived, drawn = browser.eval("[arrived.splice(0), drawn.splice(0)]")
    def of(values):
        values.sort()
        return f"p50 {values[len(values) // 2] / 1000:.2f} p99 {values[len(values) * 99 // 100] / 1000:.2f}"
    print(f"{name:42} handler {of(arrived)} ms, drawn {of(drawn)} ms ({len(arrived)} frames)", flush=True)


with Stage(files={"examples/web/latency.html": PAGE, "examples/web/latency.js": SCRIPT}) as stage, Chromium(size=(1080, 960)) as browser:
    browser.goto(stage.url("examples/web/latency.html"))
    browser.until("client.capabilities.length")
    time.sleep(0.5)
    count = int(seconds * 120)
    places = [[(60 + 100 * finger + (3 * step) % 40, 600 + 20 * finger + (7 * step) % 400) for finger in range(10)] for step in range(count)]

    def paced(move):
        due = time.monotonic()
        for step in range(count):
            due += 1 / 120
            time.sleep(max(0, due - time.monotonic()))
            move(step)
        time.sleep(0.3)

    # A frame's time is that of CLOCK_MONOTONIC.
    browser.eval(f"offset = {microseconds(time.CLOCK_REALTIME) - microseconds(time.CLOCK_MONOTONIC)}")
    stage.inject(*((finger, "began", *places[0][finger]) for finger in range(10)))
    paced(lambda step: stage.fingers.send("inject", touches=[
        {"finger": finger, "phase": "moved", "x": x, "y": y} for finger, (x, y) in enumerate(places[step])]))
    stage.inject(*((finger, "ended") for finger in range(10)))
    line("touchd, bridge, page", browser)

    browser.eval("offset = 0")
    def command(step):
        # The time stamp goes first, because commands run in order.
        browser.eval(f"stamp = {microseconds(time.CLOCK_REALTIME)}")
        browser.touch("touchMove" if step else "touchStart", *((x, y / 2, finger) for finger, (x, y) in enumerate(places[step])))
    count = min(count, 480)
    paced(command)
    browser.touch("touchEnd")
    line("debugging protocol, page", browser)
