"""The live view's past: saving the last 60 seconds and opening the file again."""
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
connected = "document.querySelector('#status').dataset.state == 'connected' && / down$/.test(document.querySelector('#fingers').ariaLabel)"


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
    check("without the place of a finger in a sensitive region", "1111" not in file.read_text() and "222" not in re.findall(r'"x":(\d+)', file.read_text()))
    check("and without the token", stage.token not in file.read_text())

    # No touchd and no tools: the page plays it alone.
    stage.stop_touchd()
    browser.files("#file", file)
    check("the file opens again, without touchd and its tools", browser.holds(f"{source}.includes('Recording')") and file.name in browser.eval(source).replace("\u2068", "").replace("\u2069", ""), browser.eval(source))
    browser.eval("document.querySelector('#scrub').focus()")
    browser.key("End")
    check("at its end the touches are as they were", browser.holds(f"JSON.stringify({rows}) == {json.dumps(json.dumps(before, ensure_ascii=False, separators=(',', ':')), ensure_ascii=False)}"), (before, browser.eval(rows)))
    browser.click("#touch-rows li:first-child button")
    check("with their explanations", browser.holds(f"{why}.includes('It goes to kiosk/ok.')"), browser.eval(why))
    check("a recording is not saved once more", browser.eval("document.querySelector('#save').disabled"))
    look(browser, "live-saved")
    broken = stage.folder / "broken.jsonl"
    broken.write_text(file.read_text()[:-30])
    browser.files("#file", broken)
    check("a damaged file is refused with its line", browser.holds(f"/broken.jsonl:{len(lines)}: this is not a line of touchd/.test({problem})"), browser.eval(problem))
    browser.key("Escape")
    browser.click("#live")
    check("the live history can be saved again", browser.holds("!document.querySelector('#save').disabled"))
    check_problems(browser, but=("WebSocket",))
finish()
