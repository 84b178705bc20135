#!/usr/bin/python3
"""The region editor in a browser, with touchd behind it: mouse, keyboard alone, fingers, and a trial."""
import json, re, subprocess

from editing import Editor, leave
from stage import *

KIOSK = (root / "config/kiosk.yaml").read_text()
# The pages detect a missing touchd or tool by a failing request, which Chromium reports.
EXPECTED = ("WebSocket connection", "the server responded with a status of 4")


def frame_of(text, id):
    found = re.search(r"id: " + id + r"\b.*?frame: \[([^\]]*)\]", text, re.S)
    return [float(part) for part in found.group(1).split(",")] if found else None


def near(a, b, by=6):
    return a is not None and all(abs(x - y) <= by for x, y in zip(a, b))


def comments(text):
    return [line.strip() for line in text.splitlines() if line.strip().startswith("#")]


def by_mouse(stage, browser):
    editor = Editor(browser, stage.url("editor/"))
    check("the configuration in force is opened, as it stands in the file", editor.text() == KIOSK)
    browser.click("#mode-draw")
    editor.drag(editor.place(440, 1664), editor.place(640, 1864))
    check("a drawn region is a line in the style of its siblings, and nothing else differs",
          re.sub(r"              - \{ id: region1, kind: button, frame: .*\n", "", editor.text()) == KIOSK and editor.text() != KIOSK, editor.text())
    check("it snaps to the edges of its siblings", near(frame_of(editor.text(), "region1"), [440, 60, 200, 200]) and frame_of(editor.text(), "region1")[1::2] == [60, 200],
          frame_of(editor.text(), "region1"))
    drawn = editor.text()
    editor.drag(editor.place(540, 1760), editor.place(640, 1760))
    check("the selected region is moved by the mouse", near(frame_of(editor.text(), "region1"), [540, 60, 200, 200]), frame_of(editor.text(), "region1"))
    start = editor.handle("bottomRight")
    scale = (editor.place(100, 0)[0] - editor.place(0, 0)[0]) / 100
    editor.drag(start, (start[0] - 80 * scale, start[1] - 100 * scale))
    check("a corner resizes it, and the corner across stays", near(frame_of(editor.text(), "region1"), [540, 60, 120, 100]), frame_of(editor.text(), "region1"))
    browser.click("#undo")
    browser.click("#undo")
    check("undo takes back one step after another", editor.text() == drawn)
    browser.click("#undo")
    check("undo leads back to the file's own text", editor.text() == KIOSK)
    browser.click("#redo")
    check("redo brings it again", editor.text() == drawn)
    return editor


def check_and_hit(stage, browser, editor):
    editor.choose("region1")
    editor.set("add screens.0.windows.0.children.4.children.2", "alpha")
    editor.set("children.2.alpha", "1.5")
    editor.checked()
    (stage.folder / "other.yaml").write_text(editor.text())
    said = [json.loads(line) for line in subprocess.run([touchctl, "check", "--json", stage.folder / "other.yaml"], capture_output=True, text=True).stdout.splitlines()]
    shown = editor.list("problems")
    check("what check says is in the list, with line and column", said and all(f"{one['line']}:{one['column']}" in shown and one["message"] in shown for one in said), (said, shown))
    check("it is said at the property as well", browser.holds("[...document.querySelectorAll('#form .error')].some(e => e.textContent.includes('expected number'))"))
    check("the region is marked in the picture", browser.holds("document.querySelectorAll('svg .region.wrong').length === 1"))
    browser.click("#undo")
    browser.click("#undo")
    editor.checked()
    check("the errors are gone with the mistake", browser.holds("document.querySelector('#problems').innerText.includes('No errors or warnings')"), editor.list("problems"))
    browser.click("#mode-pick")
    browser.click(editor.place(540, 1760))
    check("a point hits the region of the edited text, and each that was asked is told",
          browser.holds("document.querySelector('#hit').textContent.includes('hits kiosk/menu/region1')") and "kiosk/menu/region1: hit" in editor.list("hit"), editor.list("hit"))
    browser.click("#mode-select")
    editor.choose("region1")
    editor.set("children.2.frame.0", "200")
    check("an overlap says who takes the touch", browser.holds("document.querySelector('#overlaps').textContent.includes('region1\" is in front and takes the touch')"))
    browser.click("#tab-text")
    editor.choose("home")
    marked = browser.eval("(() => { const s = document.querySelector('#source'); return s.value.slice(s.selectionStart, s.selectionEnd) })()")
    check("a selected region is marked in the text", marked.startswith("id: home") and marked.endswith("{ id: ok, type: tap }"), marked)
    browser.click("#undo")
    browser.click("#tab-small")
    browser.eval("for (const [id, v] of [['#panel-width', '300'], ['#panel-height', '30']]) { const f = document.querySelector(id); f.value = v; f.dispatchEvent(new Event('change')) }")
    check("with the size of the glass it is told what is too small", browser.holds("document.querySelector('#small').innerText.includes('region1')") and "region1" in editor.list("small") and "a finger needs 9 mm" in editor.list("small"), editor.list("small"))
    browser.click("#tab-problems")


def trial(stage, browser, editor):
    def hit():
        return stage.fingers.answer("hit", x=540, y=1760)["hit"]

    watcher = stage.connect(admin=True)
    watcher.answer("subscribe", regions=["**"], observe=True)

    def touched():
        before = len(watcher.lines)
        stage.tap(540, 1760)
        seen = lambda line: line["type"] == "frame" and any(event.get("phase") == "began" for event in line["events"])
        found = until(lambda: [line for line in watcher.lines[before:] if seen(line)])
        return json.dumps(found)

    check("before the trial a finger hits the menu", hit() == "kiosk/menu")
    browser.eval("document.querySelector('#seconds').value = '60'")
    browser.click("#try")
    check("the page says how long the trial lasts", browser.holds("/On trial for \\d+ s/.test(document.querySelector('#said').textContent)"), browser.eval("document.querySelector('#message').textContent"))
    look(browser, "editor-trial")
    check("the tools stay in one line during a trial", browser.eval("document.querySelector('.tools').getBoundingClientRect().height") < 60)
    check("during the trial the new region is in force", until(lambda: hit() == "kiosk/menu/region1"), hit())
    check("an injected finger is the new region's", "region1" in touched())
    browser.click("#revert")
    check("taken back, the file is in force again", until(lambda: hit() == "kiosk/menu"), hit())
    check("an injected finger is the menu's again", "region1" not in touched())
    check("the page says that the trial is over", browser.holds("document.querySelector('#said').textContent.includes('over')"))
    browser.eval("document.querySelector('#seconds').value = '60'")
    browser.click("#try")
    check("a trial of 60 s is in force", until(lambda: hit() == "kiosk/menu/region1"), hit())
    check("it ends by itself", until(lambda: hit() == "kiosk/menu", 120), hit())
    check("the page hears of it", browser.holds("document.querySelector('#said').textContent.includes('over')"))
    browser.eval("""(() => { const s = document.querySelector('#source'); s.dispatchEvent(new Event('focus')); s.value += '# a long text: äöü € 🎈 "quoted"\\\\ \\t and more of it\\n'.repeat(6000);
        s.dispatchEvent(new Event('change')) })()""")
    check("a text that is longer than a line of the socket", len(editor.text().encode()) > 300000, len(editor.text()))
    browser.eval("document.querySelector('#seconds').value = '300'")
    browser.click("#try")
    check("is tried in parts", until(lambda: hit() == "kiosk/menu/region1"), browser.eval("document.querySelector('#said').textContent"))
    browser.until("!document.querySelector('#revert').hidden")
    browser.click("#revert")
    until(lambda: hit() == "kiosk/menu")
    browser.click("#undo")
    editor.choose("region1")
    editor.set("children.2.frame.2", "-5")
    browser.click("#try")
    check("what touchd refuses is said, with its reason", browser.holds("document.querySelector('#message').dataset.kind === 'error' && /region1|width|frame/.test(document.querySelector('#said').textContent)"),
          browser.eval("document.querySelector('#said').textContent"))
    browser.click("#undo")
    watcher.close()


def saved(stage, browser, editor):
    folder = stage.folder / "downloads"
    folder.mkdir()
    browser.downloads(folder)
    expected = editor.text()
    browser.click("#save")
    target = folder / "touchd.yaml"
    until(lambda: target.exists() and target.read_text() == expected)
    text = target.read_text() if target.exists() else ""
    check("what is downloaded is the text", text == expected, text)
    check("it has all comments of the file", comments(text) == comments(KIOSK))


def by_keyboard(stage, browser):
    editor = Editor(browser, stage.url("editor/"))
    for _ in range(60):
        browser.key("Tab")
        if browser.eval("document.activeElement.tagName") == "path":
            break
    check("Tab leads to the regions", browser.eval("document.activeElement.tagName") == "path")
    names = []
    for _ in range(20):
        browser.frames()
        names.append(editor.selected())
        if names[-1] == "menu":
            break
        browser.key("PageDown")
    check("Page Down goes from region to region", names[:2] == ["kiosk", "volume"] and names[-1] == "menu", names)
    browser.key("n")
    browser.frames(3)
    check_attributes(browser)
    check("N makes a region in the selected one", editor.selected() == "region1" and frame_of(editor.text(), "region1") is not None, editor.selected())
    x, y, width, height = frame_of(editor.text(), "region1")
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        browser.key(key)
    browser.key("ArrowLeft", "Control")
    browser.key("ArrowRight", "Shift")
    browser.key("ArrowUp", "Shift", "Control")
    check("arrows move it by 1 and by 10, with Shift they resize", frame_of(editor.text(), "region1") == [x - 8, y + 1, width + 1, height - 10], frame_of(editor.text(), "region1"))
    browser.frames()
    browser.key("[")
    browser.frames(3)
    check("[ puts it one step to the back", editor.text().index("region1") < editor.text().index("id: cancel"))
    browser.key("z", "Control")
    browser.frames(3)
    browser.key("d", "Control")
    browser.frames(3)
    check("Ctrl-D makes a copy with an id of its own", editor.selected() == "region2", editor.selected())
    browser.key("Delete")
    browser.frames(3)
    check("Delete takes it away", "region2" not in editor.text())
    browser.key("?")
    check("? shows the keys", browser.holds("document.querySelector('#keys').open"))
    look(browser, "editor-keys")
    browser.key("Escape")
    for _ in range(30):
        if editor.text() == KIOSK:
            break
        browser.key("z", "Control")
        browser.frames()
    check("Ctrl-Z leads back to the file's own text", editor.text() == KIOSK)
    editor.choose("cancel")
    browser.key("Enter")
    browser.eval("document.querySelector('svg .region[aria-pressed=true]').focus()")
    browser.key("Enter")
    check("Enter leads to the properties", browser.eval("document.querySelector('#form').contains(document.activeElement)"))
    check("with the text of the first selected", browser.eval("document.activeElement.selectionEnd - document.activeElement.selectionStart === document.activeElement.value.length"))
    browser.eval("document.querySelector('#tree [aria-selected=true]').focus()")
    browser.key("Enter")
    check("so does Enter in the list", browser.eval("document.querySelector('#form').contains(document.activeElement)"))
    for _ in range(6):
        if browser.eval("document.activeElement.dataset.name?.endsWith('frame.0')"):
            break
        browser.key("Tab")
    browser.eval("document.activeElement.select()")
    browser.type("800")
    browser.key("Tab")
    browser.frames(3)
    check("a number that is typed is in the text, and the next field has the focus",
          frame_of(editor.text(), "cancel") == [800, 60, 200, 200] and browser.eval("document.activeElement.dataset.name?.endsWith('frame.1')"),
          (frame_of(editor.text(), "cancel"), browser.eval("document.activeElement.outerHTML")))
    browser.key("Escape")
    browser.frames(3)
    check("Escape leads back to the region", browser.eval("document.activeElement.getAttribute('aria-label') ?? ''").startswith("kiosk/menu/cancel"))
    browser.key("h")
    check("H tells what the region's middle hits", browser.holds("document.querySelector('#hit').textContent.includes('hits kiosk/menu/cancel')"), editor.list("hit"))


def by_list(stage, browser):
    editor = Editor(browser, stage.url("editor/"))
    editor.choose("home")
    browser.eval("""(() => { const s = document.querySelector('#actions select'); s.focus(); s.value = [...s.options].find(o => o.textContent === 'kiosk/pad').value; s.dispatchEvent(new Event('change')) })()""")
    check("a region that is moved into another one stays where it is on the screen", until(lambda: frame_of(editor.text(), "home") == [-480, 600, 200, 200]), frame_of(editor.text(), "home"))
    moved = editor.text()
    check("it takes its lines along", "                hitInsets: [-15, -15, -15, -15]" in moved and moved.index("id: two") < moved.index("id: home") < moved.index("id: menu"), moved)
    browser.click("[data-name=back]")
    check("To back puts it one step to the back", until(lambda: editor.text().index("id: home") < editor.text().index("id: two")))
    browser.eval("document.querySelector('#tree [aria-selected=true]').focus()")
    ids = "[...document.querySelectorAll('#tree li .id')].map((one) => one.textContent).join()"
    check("the list shows the front region first", "pad,two,home," in browser.eval(ids), browser.eval(ids))
    browser.key("ArrowUp", "Alt")
    check("Alt-up in the list moves it up, which is to the front", browser.holds(f"{ids}.includes('pad,home,two')") and editor.text().index("id: two") < editor.text().index("id: home"), browser.eval(ids))
    browser.key("ArrowDown", "Alt")
    check("Alt-down moves it down, to the back", browser.holds(f"{ids}.includes('pad,two,home')") and editor.text().index("id: home") < editor.text().index("id: two"), browser.eval(ids))
    browser.key("ArrowLeft", "Alt")
    check("Alt-left in the list moves it out, again in its place", until(lambda: frame_of(editor.text(), "home") == [60, 1660, 200, 200]) and editor.selected() == "home", frame_of(editor.text(), "home"))
    check("the picture has it", browser.holds("document.querySelector('svg .region[aria-pressed=true]').getAttribute('aria-label') === 'kiosk/home, view, 200 × 200 at 60, 1660'"))
    browser.eval("document.querySelector('#tree [aria-selected=true]').focus()")
    listed = browser.eval(ids).split(",")
    for key, expected in ("End", listed[-1]), ("Home", listed[0]):
        browser.key(key)
        check(f"{key} goes to the end of the list that its name says", until(lambda: editor.selected() == expected), (editor.selected(), listed))
    for _ in range(5):
        browser.click("#undo")
    check("undo leads back", editor.text() == KIOSK)


def by_touch(stage, browser):
    editor = Editor(browser, stage.url("editor/"))
    editor.tap_at(1000)
    browser.tap(editor.place(920, 1760))
    check("a tap selects what is there", until(lambda: editor.selected() == "cancel"), editor.selected())
    editor.tap_at(1400)
    browser.tap(editor.place(920, 1760))
    check("a double tap selects what is behind it", until(lambda: editor.selected() == "menu"), editor.selected())
    editor.tap_at()
    browser.tap(editor.place(800, 1700))
    browser.tap(editor.place(900, 1750))
    editor.swipe(editor.place(900, 1750), editor.place(700, 1750))
    check("a finger moves the selected region", near(frame_of(editor.text(), "cancel"), [620, 60, 200, 200], 14), frame_of(editor.text(), "cancel"))
    start = editor.handle("topLeft")
    scale = (editor.place(100, 0)[0] - editor.place(0, 0)[0]) / 100
    before = frame_of(editor.text(), "cancel")
    editor.swipe((start[0] - 12, start[1] - 12), (start[0] - 12 + 60 * scale, start[1] - 12))
    after = frame_of(editor.text(), "cancel")
    check("a finger beside a corner's knob has it, and resizes", near([after[0], after[2]], [before[0] + 60, before[2] - 60], 14), (before, after))
    small = browser.eval("Math.min(...[...document.querySelectorAll('.handle')].map(h => Math.min(h.getBoundingClientRect().width, h.getBoundingClientRect().height)))")
    check("each handle is 44 pixels for a finger", small >= 43.9, small)
    text, shown_at = editor.text(), editor.place(0, 0)
    editor.swipe(editor.place(900, 110), editor.place(940, 140))
    check("a finger on the window moves the picture and no region", editor.text() == text and near(editor.place(0, 0), (shown_at[0] + 40 * scale, shown_at[1] + 30 * scale), 3), (shown_at, editor.place(0, 0)))
    width = browser.eval("document.querySelector('svg .screen').getBoundingClientRect().width")
    middle = editor.place(540, 900)
    browser.touch("touchStart", (middle[0] - 40, middle[1], 0), (middle[0] + 40, middle[1], 1))
    for step in range(1, 6):
        browser.touch("touchMove", (middle[0] - 40 - step * 8, middle[1], 0), (middle[0] + 40 + step * 8, middle[1], 1))
    browser.touch("touchEnd")
    browser.frames()
    grown = browser.eval("document.querySelector('svg .screen').getBoundingClientRect().width") / width
    check("two fingers make the picture larger", 1.8 < grown < 2.2, grown)
    # The first tap after a swipe may be taken as part of it.
    shown = "document.querySelector('svg .screen').getBoundingClientRect().width"
    until(lambda: browser.tap("#zoom-fit") or browser.frames() or abs(browser.eval(shown) - width) < 1)
    browser.tap("#mode-draw")
    browser.until("document.querySelector('#mode-draw').getAttribute('aria-pressed') === 'true'")
    browser.frames()
    editor.swipe(editor.place(300, 1700), editor.place(500, 1850))
    check("a finger draws a region", "region1" in editor.text())
    check("it lies in the region in which the finger began", browser.holds("document.querySelector('svg .region[aria-pressed=true]').getAttribute('aria-label').startsWith('kiosk/menu/region1')"))


def fits(browser, name):
    wide = browser.eval("document.scrollingElement.scrollWidth - innerWidth")
    check(f"nothing is wider than the page at {name}", wide <= 0, wide)
    small = browser.eval("""[...document.querySelectorAll('button, select, input:not([type=checkbox], [type=file])')].filter(e => e.offsetParent && e.getBoundingClientRect().height < 43.5)
        .map(e => e.id || e.textContent)""")
    check(f"what is to be touched is 44 pixels high at {name}", not small, small)
    cut = browser.eval("""[...document.querySelectorAll('.tools button, .tools select, .actions button, .tabs button')].filter(e => { const b = e.getBoundingClientRect();
        return b.width > 0 && (b.right > innerWidth + 1 || b.left < -1 || e.scrollWidth > e.clientWidth + 1) }).map(e => e.id || e.textContent)""")
    check(f"no button is cut at {name}", not cut, cut)
    look(browser, f"editor-{name}")


def main():
    tools = f"tools: {{ touchctl: {touchctl} }}\n"
    with Stage(KIOSK, admin=True, web=tools) as stage, Chromium(size=(1280, 800)) as browser:
        editor = by_mouse(stage, browser)
        check_and_hit(stage, browser, editor)
        fits(browser, "1280x800")
        trial(stage, browser, editor)
        saved(stage, browser, editor)
        check_problems(browser, EXPECTED)
        by_keyboard(stage, browser)
        by_list(stage, browser)
        browser.resize((1080, 1920))
        by_touch(stage, browser)
        editor_of_portrait(browser)
        check_problems(browser, EXPECTED)
    finish()


def editor_of_portrait(browser):
    browser.eval("[...document.querySelectorAll('#tree li')].find(li => li.querySelector('.id').textContent === 'home').click()")
    browser.frames(3)
    fits(browser, "1080x1920")


main()
