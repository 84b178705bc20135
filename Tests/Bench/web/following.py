#!/usr/bin/python3
"""The cost of following 200 scrolling elements: following.py TOUCHD TOUCHD-WEB [SECONDS]
Prints one line: edits and requests a second, touchd's share of a core, the page's main thread in ms a frame."""
import os, pathlib, sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Web"))
from pages import FILES
from stage import *

seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 10


def ticks(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


with Stage(files=FILES) as stage, Chromium(size=(1080, 960)) as browser:
    browser.goto(f"http://127.0.0.1:{stage.port}/examples/web/many.html?timed#token={stage.token}")
    browser.until("edits.length > 20")
    time.sleep(1)
    browser.eval("edits.length = 0; requests = 0; frames.length = 0")
    before = ticks(stage.touchd.pid)
    # 5.5 pixels per frame, 330 per second: half of the list in 10 s.
    took = browser.eval(f"scroll_by(5.5, {int(seconds * 60)})")
    cpu = (ticks(stage.touchd.pid) - before) / took
    edits, requests, frames = browser.eval("[edits.length, requests, frames]")
    frames.sort()
    print(f"200 elements that scroll: {edits / took:.0f} edits/s in {requests / took:.0f} requests/s, touchd {100 * cpu:.1f} % of a core, "
          f"main thread p50 {frames[len(frames) // 2]:.2f} p99 {frames[len(frames) * 99 // 100]:.2f} ms a frame ({len(frames)} frames in {took:.1f} s)")
    if problems := browser.eval("problems"):
        sys.exit(f"refused: {problems}")
