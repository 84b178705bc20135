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
finish()
