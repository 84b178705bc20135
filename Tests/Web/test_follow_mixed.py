"""The regions of a page of all sorts against the browser's own hit test, at 2000 random points each: at rest, scrolled and changed."""
import collections, random

from mixed import FILES
from stage import *

SEED, POINTS, MOST = int(os.environ.get("TOUCHD_SEED", 1)), 2000, 0.01
SIZE = (1080, 1920)


def class_of(browser, touchd, beside):
    """Names the class of a difference between what the browser and touchd hit, as in docs/web.md; None if it has no name there."""
    if touchd in beside:
        return "edge of a pixel"
    return None


with Stage(files=FILES) as stage, Chromium(size=SIZE) as browser:
    browser.goto(stage.url("examples/web/mixed.html"))
    browser.until("edits > 0")
    asked = stage.connect(admin=True)

    def touchd_hit(x, y):
        hit = asked.answer("hit", screen="main", x=x, y=y).get("hit")
        return hit.split("/")[-1].removeprefix("t.") if hit and hit != "page" else None

    def compare(when, change="undefined"):
        browser.eval(f"(async () => {{ await ({change}); await settle() }})()")
        dice = random.Random(SEED)
        points = [(dice.uniform(0, SIZE[0]), dice.uniform(0, SIZE[1])) for _ in range(POINTS)]
        hits = browser.eval(f"hits({json.dumps(points)})")
        classes = collections.defaultdict(list)
        for point, (one, beside) in zip(points, hits):
            other = touchd_hit(*point)
            if one != other:
                classes[class_of(one, other, beside)].append((one, other, [round(value, 1) for value in point]))
        differ = sum(map(len, classes.values()))
        check(f"{when}: {differ} of {POINTS} points differ, {dict((name, len(all)) for name, all in classes.items())}", differ <= MOST * POINTS, dict(classes))
        check(f"{when}: each of them is of a class that has a name", None not in classes, classes.get(None))
        # Some points are tapped, which is the same in the end.
        wrong = []
        for (x, y), (one, beside) in random.Random(SEED).sample(list(zip(points, hits)), 25):
            if set(beside) != {one}:
                continue
            browser.eval("log.length = 0")
            stage.tap(x, y)
            browser.eval("synced()")
            if browser.eval("log") != ([one] if one else []):
                wrong.append((one, browser.eval("log"), x, y))
        check(f"{when}: taps reach what the browser hits", not wrong, wrong)

    compare("at rest")
    look(browser, "mixed")
    compare("scrolled", "list.scrollTop = 1234")
    compare("changed", "change()")
    check("touchd has refused nothing", browser.eval("problems") == [], browser.eval("problems"))
    check_problems(browser)
finish()
