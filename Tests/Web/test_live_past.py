"""The live view's past: saving the last 60 seconds and opening the file again, the heat map, the marks of ghosts, and links to moments."""
from contrast import check_contrast
from sizes import *
from stage import *

TREE = """version: 1
screens:
  - id: main
    size: [1080, 1920]
    windows:
      - id: kiosk
        frame: [0, 0, 1080, 1920]
        children:
          - { id: map, frame: [0, 0, 1080, 900], multipleTouchEnabled: true }
          - { id: pin, frame: [0, 900, 500, 500], sensitive: true }
          - { id: ok, kind: button, frame: [40, 1500, 480, 300] }
"""
rows = "[...document.querySelectorAll('#touch-rows button')].map((row) => row.innerText.replace(/\\s+/g, ' '))"
why = "document.querySelector('#why').innerText"
source = "document.querySelector('#source').innerText"
problem = "document.querySelector('#problem-text').innerText"
down = "[...document.querySelectorAll('#touch-rows button:not(.over)')].length"
clock = "document.querySelector('#clock').innerText"
connected = "document.querySelector('#status').dataset.state == 'connected' && / down$/.test(document.querySelector('#fingers').ariaLabel)"
past = "document.querySelector('#past-text').innerText"


def layer(name, x, y, reach):
    """Returns an expression for the pixels around a point of the screen."""
    return f"""(() => {{ const c = document.querySelector('#{name}'), scale = (c.height - 12 * devicePixelRatio) / 1920, m = 6 * devicePixelRatio;
      return [...c.getContext('2d').getImageData(Math.round(m + {x} * scale) - {reach}, Math.round(m + {y} * scale) - {reach}, {2 * reach + 1}, {2 * reach + 1}).data] }})()"""


def colour(x, y):
    return layer("regions", x, y, 0)


def is_warm(x, y):
    return f"(([r, g, b]) => r - b > 30)({colour(x, y)})"


def is_marked(x, y):
    """Returns an expression: whether a ring is around the point, in the colour of ghosts."""
    return f"""(() => {{ const e = document.createElement('i'); e.style.color = 'var(--glass-ghost)'; document.body.append(e); const [r, g, b] = getComputedStyle(e).color.match(/\\d+/g); e.remove();
      const d = {layer('fingers', x, y, 20)}; let n = 0; for (let i = 0; i < d.length; i += 4) n += Math.abs(d[i] - r) + Math.abs(d[i + 1] - g) + Math.abs(d[i + 2] - b) < 30 && d[i + 3] > 200; return n > 20 }})()"""


def saved(browser, folder):
    """Presses the button. Returns the file when it is complete."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    browser.downloads(folder)
    browser.click("#save")
    return until(lambda: next((one for one in folder.glob("*.jsonl") if one.read_text().endswith("\n")), None))


with Stage(TREE, admin=True) as stage, Chromium(size=(1280, 800), scheme="dark") as browser:
    browser.goto(stage.url("live/"))
    browser.holds(connected)
    stage.drag((200, 200), (600, 700))
    stage.tap(222, 1111, 2)
    stage.tap(250, 1650, 3)
    browser.holds(f"{rows}.length == 3 && {down} == 0")
    before = browser.eval(rows)
    file = saved(browser, stage.folder / "downloads")
    check("the last 60 seconds are saved as a file with the date", file and re.fullmatch(r"touchd-\d{4}-\d\d-\d\d-\d{6}\.jsonl", file.name), file)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    check("of touchd's lines", {"snapshot", "facts", "frame", "trace"} <= {line["type"] for line in lines}, {line["type"] for line in lines})
    check("without the place of a finger in a sensitive region", not (leaks := re.findall(r'"(?:x|y)":(?:222|1111)\b|222, ?1111', file.read_text())), leaks)
    check("and without the token", stage.token not in file.read_text())

    # The heat map and the ghosts over the picture.
    cold = browser.eval(colour(200, 200))
    check("without the switches nothing is drawn or said", browser.eval("document.querySelector('#past-text').hidden"))
    check("the heat map is one click away", browser.click("#heat") or browser.holds(f"{past} == 'Heat map of the last 60 s: 1 touch in a cell'"), browser.eval(past))
    for theme in ("light", "dark"):
        browser.color_scheme(theme)
        browser.frames(3)
        check(f"{theme}: warm is where fingers were", browser.holds(is_warm(400, 450)), browser.eval(colour(400, 450)))
        check(f"{theme}: cold is elsewhere", browser.eval(f"!{is_warm(900, 450)}"), browser.eval(colour(900, 450)))
        check(f"{theme}: nothing is warm in a sensitive region", browser.eval(f"!{is_warm(222, 1111)}"), browser.eval(colour(222, 1111)))
    for number in range(4):
        stage.tap(800, 1650, 10 + number)
        stage.tap(900 + number, 1150, 20 + number)
    check("it grows while fingers come", browser.holds(f"{past}.includes('1 to 4 touches in a cell')") and browser.holds(is_warm(800, 1650)), browser.eval(past))
    browser.click("#ghosts")
    check("touches at the very same point are suspected ghosts", browser.holds(f"{past}.includes('Suspected ghosts in the last 60 s: 4 touches at 1 place')"), browser.eval(past))
    check("and marked in the picture", browser.holds(is_marked(800, 1650)), browser.eval(past))
    check("touches beside each other are not", not browser.eval(is_marked(901, 1150)))
    for theme in ("light", "dark"):
        browser.color_scheme(theme)
        browser.frames(4)
        look(browser, f"live-heat-{theme}")
        check_contrast(browser, f"heat map, {theme}")
    for name, window in in_windows(browser):
        if name in ("phone", "7-inch"):
            look(browser, f"live-heat-{name}")
            check_inside(browser, f"heat map, {name}", "#past-text")
    browser.resize((1280, 800))
    browser.frames(6)
    for switch in ("heat", "ghosts"):
        browser.click("#" + switch)
    check("switched off, both are gone", browser.holds(f"document.querySelector('#past-text').hidden && !{is_marked(800, 1650)} && JSON.stringify({colour(200, 200)}) == '{json.dumps(cold, separators=(',', ':'))}'"))

    # The address of a moment.
    check("live, the address has no moment, and there is none to copy", browser.eval("location.hash") == "" and browser.eval("document.querySelector('#link').disabled"))
    stage.down(300, 300)
    browser.holds(f"{down} == 1")
    browser.click("#play")
    check("a pause has its moment in the address", browser.holds("/^#at=[\\d.]+$/.test(location.hash)") and stage.token not in browser.eval("location.href"), browser.eval("location.href"))
    moment = browser.eval("location.href")
    browser.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    browser.click("#link")
    check("the link can be copied", browser.holds("document.querySelector('#link').textContent == 'Copied'") and browser.eval("navigator.clipboard.readText()") == moment, browser.eval("document.querySelector('#link').textContent"))
    stage.up()
    browser.click("#live")
    check("live, it leaves the address", browser.holds(f"location.hash == '' && {down} == 0"), browser.eval("location.href"))
    browser.eval(f"location.href = {json.dumps(moment)}")
    check("in this page the link leads back to the moment", browser.holds(f"{down} == 1 && document.querySelector('#play').innerText == 'Play'"), browser.eval(rows))
    browser.click("#live")
    browser.holds("location.hash == ''")

    # No touchd and no tools: the page plays it alone.
    stage.stop_touchd()
    browser.files("#file", file)
    check("the file opens again, without touchd and its tools", browser.holds(f"{source}.includes('Recording')") and file.name in browser.eval(source).replace("\u2068", "").replace("\u2069", ""), browser.eval(source))
    browser.eval("document.querySelector('#scrub').focus()")
    browser.key("End")
    check("at its end the touches are as they were", browser.holds(f"JSON.stringify({rows}) == {json.dumps(json.dumps(before, ensure_ascii=False, separators=(',', ':')), ensure_ascii=False)}"), (before, browser.eval(rows)))
    browser.click("#touch-rows li:first-child button")
    # A place in the drag, whose first frame is not the first line with a time.
    place = (next(line["time"] for line in lines if line["type"] == "frame") - next(line["time"] for line in lines if "time" in line)) // 1000 + 20
    browser.eval(f"document.querySelector('#scrub').value = {place}; document.querySelector('#scrub').dispatchEvent(new Event('input'))")
    check("a recording has its moment in the address, too", browser.holds(f"location.hash == '#at={place / 1000:g}' && {down} == 1"), browser.eval("location.href"))
    browser.goto("about:blank")
    browser.goto(stage.url("live/") + f"&at={place / 1000:g}")
    check("the token goes, the moment stays", browser.holds(f"location.hash == '#at={place / 1000:g}'"), browser.eval("location.href"))
    browser.files("#file", file)
    check("with the link, the recording opens at its moment", browser.holds(f"{clock} == '{place / 1000:.2f} s' && {down} == 1 && document.querySelector('#play').innerText == 'Play'"), browser.eval(clock))
    browser.files("#file", file)
    check("the next one at its start", browser.holds(f"{clock} != '{place / 1000:.2f} s'"), browser.eval(clock))
    browser.eval("document.querySelector('#scrub').focus()")
    browser.key("End")
    browser.holds(f"{down} == 0")
    check("with their explanations", browser.holds(f"{why}.includes('It goes to kiosk/ok.')"), browser.eval(why))
    browser.click("#heat")
    check("the heat map is that of the whole recording", browser.holds(f"{past}.startsWith('Heat map of the recording: 1 touch')"), browser.eval(past))
    browser.click("#heat")
    check("a recording is not saved once more", browser.eval("document.querySelector('#save').disabled"))
    look(browser, "live-saved")
    broken = stage.folder / "broken.jsonl"
    broken.write_text(file.read_text()[:-30])
    browser.files("#file", broken)
    check("a damaged file is refused with its line", browser.holds(f"/broken.jsonl:{len(lines)}: this is not a line of touchd/.test({problem})"), browser.eval(problem))
    browser.key("Escape")
    browser.click("#live")
    check("without anything in memory there is nothing to save", browser.holds("document.querySelector('#save').disabled"))
    check_problems(browser, but=("WebSocket",))
finish()
