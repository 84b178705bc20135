"""The cost of following 200 scrolling elements, in numbers that do not depend on a clock."""
import sys

from settle import BATCHED
from stage import *

sys.path.insert(0, str(root / "Tests/Bench/web"))
from pages import FILES

FILES["examples/web/many.js"] += BATCHED
with Stage(files=FILES) as stage, Chromium(size=(1080, 960)) as browser:
    browser.goto(stage.url("examples/web/many.html"))
    browser.until("edits.length > 20")
    browser.eval("batched()")  # elements outside the viewport are added in batches
    largest = browser.eval("largest")
    check("many that come at once come in several requests, since a line has at most 1024 values", 0 < largest <= 32, largest)
    browser.eval("edits.length = 0; requests = 0")
    browser.eval("scroll_by(6, 300)")  # 1800 pixels: 45 rows come into view, and 45 go
    browser.eval("batched()")
    requests, edits = browser.eval("[requests, edits]")
    moves = edits.count("setBoundsOrigin")
    check("a list that scrolls is one edit a frame", 0 < moves <= 305, moves)
    check("rows that come and go are an edit each", 0 < len(edits) - moves <= 120, (len(edits), moves))
    check("there is at most one request a frame", requests <= 320, requests)
    check("nothing is refused", browser.eval("problems") == [], browser.eval("problems"))
    browser.eval("edits.length = 0; requests = 0")
    browser.frames(60)
    check("nothing is said while nothing moves", browser.eval("requests") == 0, browser.eval("edits"))
    check_problems(browser)
finish()
