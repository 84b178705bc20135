"""The programs of docs/web.md, "The library", exactly as printed there."""
from stage import *

section = (root / "docs/web.md").read_text().split("## The library\n")[1].split("\n## ")[0]
connected, followed = re.findall(r"^```js\n(.*?)^```$", section, re.M | re.S)
markup, = re.findall(r"^```html\n(.*?)^```$", section, re.M | re.S)
tree = re.findall(r"^```yaml\n(.*?)^```$", section, re.M | re.S)[0]
page = f'<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module" src="d.js"></script>{markup}'

with Stage(tree) as stage, Chromium() as browser:
    (stage.pages / "examples/web/d.html").write_text(page)
    (stage.pages / "examples/web/d.js").write_text(connected.replace("SECRET", stage.token) + followed + "window.follower = follower;\n")
    browser.goto(stage.url("examples/web/d.html"))
    check("elements become regions", until(lambda: any(path.endswith("/menu.ok") for path in stage.regions())), stage.regions())
    check("the list and the slider too", until(lambda: {"menu.list", "menu.volume"} <= {path.split("/")[-1] for path in stage.regions()}), stage.regions())
    stage.tap(*browser.place("#ok"))
    check("a press is told of", until(lambda: browser.eval("1") and ("log", "press on menu.ok") in browser.console), browser.console)
    check_problems(browser)

    # The web server starts again while a page loads.
    for name in ("touchd-follow.js", "touchd-edits.js"):
        (stage.pages / name).rename(stage.pages / "away.js")
        browser.console.clear()
        browser.goto(stage.url("examples/web/d.html"))
        check(f"without {name} the console says so", until(lambda: browser.eval("1") and any("follow() needs" in text and kind == "warning" for kind, text in browser.console)),
              browser.console)
        check("no element is a region", not any(path.endswith("/menu.ok") for path in stage.regions()), stage.regions())
        (stage.pages / "away.js").rename(stage.pages / name)
        check("elements become regions when it is there again", until(lambda: any(path.endswith("/menu.ok") for path in stage.regions())), stage.regions())
        check_problems(browser, but=[name])
    (stage.pages / "touchd-follow.js").rename(stage.pages / "away.js")
    browser.goto(stage.url("examples/web/d.html"))
    browser.eval("follower.stop()")
    (stage.pages / "away.js").rename(stage.pages / "touchd-follow.js")
    browser.eval("new Promise((done) => setTimeout(done, 1500))")
    check("a page that has stopped does not try again", not any(path.endswith("/menu.ok") for path in stage.regions()), stage.regions())
finish()
