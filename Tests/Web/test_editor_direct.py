#!/usr/bin/python3
"""Direct manipulation in the region editor: dragging what was not selected, panning, several regions, bands, and the keys for all of it."""
import re

from cdp import MODIFIERS
from editing import Editor, leave
from stage import *

TREE = """# A kiosk.
version: 1
screens:
  - id: main
    size: [1080, 1920]
    windows:
      - id: kiosk
        frame: [0, 0, 1080, 1920]   # the whole screen
        children:
          - { id: one, kind: button, frame: [100, 100, 200, 200] }
          - { id: two, kind: button, frame: [400, 130, 200, 200] }
          # The third one.
          - { id: three, kind: button, frame: [750, 160, 200, 100] }
          - id: box
            frame: [100, 600, 800, 800]
            children:
              - { id: a, kind: button, frame: [50, 50, 100, 100] }
              - { id: b, kind: button, frame: [250, 50, 100, 100] }
              - { id: c, kind: button, frame: [600, 60, 100, 100] }
              - { id: turned, bounds: [0, 0, 100, 40], center: [400, 500], transform: [0, 1, -1, 0, 0, 0] }
"""
told = "document.querySelector('#told').textContent"


def frame_of(text, id):
    found = re.search(r"id: " + id + r"\b.*?frame: \[([^\]]*)\]", text, re.S)
    return [float(part) for part in found.group(1).split(",")] if found else None


def by(text, id, dx, dy, within=3):
    """Whether a region has moved so far from its place in TREE."""
    here, there = frame_of(text, id), frame_of(TREE, id)
    return here[2:] == there[2:] and abs(here[0] - there[0] - dx) <= within and abs(here[1] - there[1] - dy) <= within


def back(browser, editor, steps=1):
    """Undoes so many steps, after which the text must be the file's own."""
    for _ in range(steps):
        browser.click("#undo")
    browser.frames(3)
    check(f"undone in {steps} step{'s' * (steps > 1)}, the text is the file's own", editor.text() == TREE, editor.text())


def without_snapping(browser, isOn=False):
    if browser.eval("document.querySelector('#snap').checked") != isOn:
        browser.click("#snap")


def dragging(browser, editor):
    editor.choose("kiosk")
    editor.drag(editor.place(200, 200), editor.place(260, 420))
    check("a drag moves an unselected child at once, though its parent is selected", by(editor.text(), "one", 60, 220) and by(editor.text(), "kiosk", 0, 0), editor.text())
    check("and selects it", editor.chosen() == [["one"], ["one"]], editor.chosen())
    check("the arrow keys go on with it", browser.key("ArrowRight") or by(editor.text(), "one", 61, 220), frame_of(editor.text(), "one"))
    back(browser, editor, 2)
    editor.choose("box")
    editor.drag(editor.place(200, 700), editor.place(200, 800))
    check("also if the selected parent is no window", by(editor.text(), "a", 0, 100) and by(editor.text(), "box", 0, 0), editor.text())
    back(browser, editor)
    editor.click(editor.place(500, 200))
    editor.click(editor.place(500, 200))
    check("a second tap in the same place takes the one behind", editor.selected() == "kiosk", editor.selected())
    editor.drag(editor.place(500, 200), editor.place(600, 240))
    check("a drag from there moves that one", by(editor.text(), "kiosk", 100, 40) and by(editor.text(), "two", 0, 0), editor.text())
    back(browser, editor)
    editor.choose("box")
    editor.drag(editor.place(200, 700), editor.place(240, 760), "Alt")
    check("with Alt a drag moves the selection, whatever it begins on", by(editor.text(), "box", 40, 60) and by(editor.text(), "a", 0, 0), editor.text())
    back(browser, editor)
    editor.swipe(editor.place(500, 200), editor.place(560, 260))
    check("a finger moves it at once, too", by(editor.text(), "two", 60, 60), frame_of(editor.text(), "two"))
    back(browser, editor)
    editor.drag(editor.place(200, 200), editor.place(300, 300), drop=False)
    check("during a drag the text stays", editor.text() == TREE)
    browser.key("Escape")
    browser.mouse("released", *editor.place(300, 300), "left")
    browser.frames()
    check("Escape ends a drag without a change", editor.text() == TREE and browser.eval("document.querySelector('svg .region[data-key$=\"children.0\"]').ariaLabel").endswith("at 100, 100"))


    editor.drag(editor.place(200, 200), editor.place(300, 300))
    editor.drag(editor.place(500, 200), editor.place(600, 300), drop=False)
    browser.key("z", "Control")
    browser.mouse("moved", *editor.place(620, 320), "left", buttons=1)
    browser.mouse("released", *editor.place(620, 320), "left")
    browser.frames(2)
    check("a change meanwhile ends it, too", editor.text() == TREE, editor.text())


def panning(browser, editor):
    editor.choose("one")
    before = editor.place(0, 0)
    x, y = editor.place(1000, 1700)
    editor.drag((x, y), (x + 50, y - 30))
    check("a drag on a window that is not selected moves the picture", until(lambda: near(editor.place(0, 0), (before[0] + 50, before[1] - 30)), 5) and editor.text() == TREE, (before, editor.place(0, 0)))
    before = editor.place(0, 0)
    editor.drag((before[0] - 60, before[1] + 100), (before[0] - 40, before[1] + 110))
    check("so does one beside the screen", until(lambda: near(editor.place(0, 0), (before[0] + 20, before[1] + 10)), 5) and editor.text() == TREE, (before, editor.place(0, 0)))
    x, y = editor.place(200, 200)
    before = editor.place(0, 0)
    editor.drag((x, y), (x + 20, y + 40), button="middle")
    check("a drag with the middle button moves the picture from anywhere", until(lambda: near(editor.place(0, 0), (before[0] + 20, before[1] + 40)), 5) and editor.text() == TREE, editor.place(0, 0))
    browser.eval("document.querySelector('svg [aria-pressed=true]').focus()")
    before = editor.place(0, 0)
    x, y = editor.place(200, 200)
    space = {"key": " ", "code": "Space", "windowsVirtualKeyCode": 32}
    browser.page("Input.dispatchKeyEvent", type="keyDown", text=" ", **space)
    editor.drag((x, y), (x - 30, y + 10))
    browser.page("Input.dispatchKeyEvent", type="keyUp", **space)
    browser.frames()
    check("so does one with Space", until(lambda: near(editor.place(0, 0), (before[0] - 30, before[1] + 10)), 5) and editor.text() == TREE, editor.place(0, 0))
    check("and Space leaves the focus in the picture then", browser.eval("Boolean(document.activeElement.closest('svg'))"))
    browser.key(" ")
    browser.frames()
    check("Space alone goes to the properties", browser.eval("document.querySelector('#form').contains(document.activeElement)"))
    browser.key("Escape")
    browser.click("#zoom-fit")
    browser.frames()


def near(a, b, within=2):
    return all(abs(x - y) <= within for x, y in zip(a, b))


def several(browser, editor):
    editor.click(editor.place(200, 200))
    editor.click(editor.place(500, 200), "Shift")
    check("Shift and a click add a region", editor.chosen() == [["one", "two"]] * 2, editor.chosen())
    check("it is said", browser.eval(told) == "2 regions selected", browser.eval(told))
    editor.click(editor.place(800, 200), "Control")
    check("so do Ctrl and a click", editor.chosen() == [["one", "two", "three"]] * 2 and browser.eval(told) == "3 regions selected", editor.chosen())
    check("the properties are those of the last one, and are named", browser.eval("document.querySelector('#form-title').textContent") == "Properties of three")
    check("several regions have no handles", browser.eval("document.querySelectorAll('.handle').length") == 0)
    stops = browser.eval("[...document.querySelectorAll('svg [tabindex=\"0\"]')].map(one => one.ariaLabel)")
    check("Tab stops once in the picture", len(stops) == 1 and stops[0].startswith("kiosk/three"), stops)
    look(browser, "editor-several")
    editor.drag(editor.place(500, 200), editor.place(550, 500))
    text = editor.text()
    check("a drag of one of them moves them all", all(by(text, id, 50, 300) for id in ("one", "two", "three")), text)
    check("and they stay selected", editor.chosen()[0] == ["one", "two", "three"], editor.chosen())
    back(browser, editor)
    check("undo keeps them selected", editor.chosen()[0] == ["one", "two", "three"], editor.chosen())
    browser.eval("document.querySelector('svg [aria-pressed=true]').focus()")
    check("the focus in the picture keeps them selected", editor.chosen()[0] == ["one", "two", "three"], editor.chosen())
    browser.key("ArrowRight")
    browser.key("ArrowRight")
    browser.key("ArrowDown", "Control")
    browser.frames(3)
    text = editor.text()
    check("the arrow keys move them all", all(by(text, id, 2, 10, 0) for id in ("one", "two", "three")), text)
    back(browser, editor)
    editor.click(editor.place(500, 200), "Shift")
    check("Shift and a click on a selected region take it out", editor.chosen()[0] == ["one", "three"], editor.chosen())
    browser.key("Delete")
    browser.frames(3)
    text = editor.text()
    check("Delete removes them all, with the comment of one", "id: one" not in text and "id: three" not in text and "id: two" in text and "The third one" not in text, text)
    check("the region behind them is selected", editor.chosen()[0] == ["box"] or editor.chosen()[0] == ["two"], editor.chosen())
    back(browser, editor)
    editor.click(editor.place(200, 200))
    editor.click(editor.place(800, 200), "Shift")
    editor.click(editor.place(200, 700), "Shift")
    browser.key("d", "Control")
    browser.frames(3)
    text = editor.text()
    copies = [region for region in re.findall(r"id: (\w+)", text) if region not in re.findall(r"id: (\w+)", TREE)]
    check("Ctrl-D copies them all, each in front of its original", len(copies) == 3 and text.index("id: one") < text.index(f"id: {copies[0]}") < text.index("id: two") and
          text.index("id: three") < text.index(f"id: {copies[1]}") < text.index("id: box") and text.index("id: a,") < text.index(f"id: {copies[2]}") < text.index("id: b,"), text)
    check("20 points to the right and down", frame_of(text, copies[0]) == [120, 120, 200, 200] and frame_of(text, copies[2]) == [70, 70, 100, 100], text)
    check("and selects the copies", editor.chosen()[0] == copies, (editor.chosen(), copies))
    back(browser, editor)
    browser.key("Escape")
    browser.frames(3)
    check("Escape clears a selection of several", editor.chosen() == [[], []] and browser.eval(told) == "Nothing selected", editor.chosen())
    editor.click(editor.place(200, 700))
    editor.click("#tree li[data-key='screens.0.windows.0.children.3'] .id", "Control")
    check("a region and the one around it can be selected", editor.chosen()[0] == ["box", "a"], editor.chosen())
    editor.drag(editor.place(200, 700), editor.place(200, 800))
    check("they move once", by(editor.text(), "box", 0, 100) and by(editor.text(), "a", 0, 0), editor.text())
    back(browser, editor)
    editor.click(editor.place(200, 200))
    editor.click(editor.place(200, 700), "Shift")
    editor.drag(editor.place(200, 200), editor.place(240, 200))
    check("regions of several parents move together", by(editor.text(), "one", 40, 0) and by(editor.text(), "a", 40, 0), editor.text())
    back(browser, editor)
    editor.drag(editor.place(500, 200), editor.place(540, 200), "Shift")
    check("with Shift a drag adds the pressed region, and moves all", by(editor.text(), "one", 40, 0) and by(editor.text(), "two", 40, 0) and by(editor.text(), "a", 40, 0), editor.text())
    back(browser, editor)
    editor.choose("turned")
    editor.click(editor.place(200, 700), "Shift")
    editor.drag(editor.place(500, 1100), editor.place(560, 1120))
    center = re.search(r"id: turned.*center: \[([^\]]*)\]", editor.text()).group(1)
    check("a turned region moves as far as the others", near([float(one) for one in center.split(",")], [460, 520], 3) and by(editor.text(), "a", 60, 20), editor.text())
    back(browser, editor)


def bands(browser, editor):
    browser.key("Escape")
    editor.choose("kiosk")
    editor.drag(editor.place(650, 420), editor.place(250, 250), "Shift", drop=False)
    band = browser.eval("(() => { const b = document.querySelector('svg .new').getBoundingClientRect(); return [b.x, b.y, b.right, b.bottom] })()")
    check("with Shift a drag from the window draws a band", near(band, (*editor.place(250, 250), *editor.place(650, 420)), 4), band)
    look(browser, "editor-band")
    browser.mouse("released", *editor.place(250, 250), "left", modifiers=MODIFIERS["Shift"])
    browser.frames(3)
    check("it selects what it touches in the window, in place of the window", editor.chosen() == [["one", "two"]] * 2, editor.chosen())
    editor.drag(editor.place(960, 420), editor.place(900, 200), "Shift")
    check("another band adds to them", editor.chosen()[0] == ["one", "two", "three"], editor.chosen())
    editor.drag(editor.place(110, 610), editor.place(520, 780), "Shift")
    check("a band from a region with others in it selects these", editor.chosen()[0] == ["one", "two", "three", "a", "b"], editor.chosen())
    check("nothing has changed", editor.text() == TREE)
    browser.key("Escape")
    editor.drag(editor.place(650, 420), editor.place(250, 250), "Shift", drop=False)
    browser.key("Escape")
    browser.mouse("released", *editor.place(250, 250), "left")
    check("Escape gives a band up", editor.chosen()[0] == [], editor.chosen())
    editor.click(editor.place(500, 800))
    for around in (["kiosk"], []):
        browser.key("Escape")
        browser.frames(3)
        check(f"Escape selects {'what is around' if around else 'nothing after a window'}", editor.chosen() == [around, around], editor.chosen())


def by_keyboard(browser, editor):
    editor.click(editor.place(800, 200))
    browser.key("a", "Control")
    browser.frames(3)
    check("Ctrl-A selects all siblings", editor.chosen()[0] == ["one", "two", "three", "box"] and editor.chosen()[1] == ["one", "two", "three", "box"], editor.chosen())
    check("and no text of the page", browser.eval("getSelection().toString()") == "")
    browser.key("Escape")
    browser.key("a", "Control")
    browser.frames(3)
    check("with nothing selected it selects the windows", editor.chosen()[0] == ["kiosk"], editor.chosen())
    browser.key("PageDown")
    browser.key("PageDown", "Shift")
    browser.key("PageDown", "Shift")
    browser.frames(3)
    check("Shift-Page Down adds the next region", editor.chosen()[0] == ["one", "two", "three"], editor.chosen())
    check("the focus goes along", browser.eval("document.activeElement.ariaLabel").startswith("kiosk/three"))
    browser.key("PageUp", "Shift")
    browser.frames(3)
    check("Shift-Page Up goes back", editor.chosen()[0] == ["one", "two"], editor.chosen())
    # The list has its own order.
    order = browser.eval("[...document.querySelectorAll('#tree li')].map(one => one.querySelector('.id').textContent)")
    here = "document.activeElement.querySelector('.id').textContent"
    are = lambda *places: sorted(editor.chosen()[0]) == sorted(order[place] for place in places)
    editor.choose(order[3])
    browser.eval("document.querySelector('#tree [tabindex=\"0\"]').focus()")
    browser.key("ArrowDown", "Shift")
    browser.frames(3)
    check("in the list Shift-down adds the next one", are(3, 4), editor.chosen())
    browser.key("ArrowDown", "Control")
    browser.key("ArrowDown", "Control")
    browser.frames(3)
    check("Ctrl-down goes on and selects nothing", are(3, 4) and browser.eval(here) == order[6], (editor.chosen(), browser.eval(here)))
    browser.key(" ", "Control")
    browser.frames(3)
    check("Ctrl-Space adds the entry there", are(3, 4, 6), editor.chosen())
    browser.key("ArrowUp", "Control")
    browser.key("ArrowUp", "Control")
    browser.key(" ", "Control")
    browser.frames(3)
    check("and takes one out, and stays there", are(3, 6) and browser.eval(here) == order[4], (editor.chosen(), browser.eval(here)))
    state = browser.eval("[document.querySelector('#tree').ariaMultiSelectable, document.querySelectorAll('#tree [tabindex=\"0\"]').length, document.querySelectorAll('svg [tabindex=\"0\"]').length]")
    check("the list is one for several, with one stop for Tab", state == ["true", 1, 1], state)
    browser.key("ArrowDown")
    browser.frames(3)
    check("an arrow alone selects one again", are(5), editor.chosen())
    entry = lambda place: tuple(browser.eval(f"(() => {{ const b = document.querySelectorAll('#tree li')[{place}].querySelector('.id').getBoundingClientRect(); return [b.x + 4, b.y + b.height / 2] }})()"))
    editor.click(entry(2), "Shift")
    check("Shift and a click in the list select everything between", are(2, 3, 4, 5), editor.chosen())
    editor.click(entry(4), "Control")
    check("Ctrl and a click take one out", are(2, 3, 5), editor.chosen())
    check("the text is the file's own", editor.text() == TREE)


def helped(browser):
    browser.key("?")
    browser.frames(3)
    shown = browser.eval("[document.querySelector('#keys').scrollTop, [...document.querySelectorAll('#keys kbd')].map(one => one.textContent)]")
    missing = {"Shift-Page Down, Shift-Page Up", "Ctrl-A", "Alt-Shift-L, C, R", "Alt-Shift-T, M, B", "Alt-Shift-H, V", "Ctrl-D", "L, I", "Space", "Shift-1, Shift-2"} - set(shown[1])
    check("the help begins at its top, and has all keys", shown[0] == 0 and not missing, (shown[0], missing))
    browser.key("Escape")


def aligning(browser, editor):
    def of_all(*ids):
        editor.choose(ids[0])
        for key in ids[1:]:
            editor.click(f"#tree li[data-key='{key}'] .id", "Control")

    one, two, three = (f"screens.0.windows.0.children.{index}" for index in range(3))
    of_all("one", two, three)
    left, top = [[frame_of(TREE, id)[at] for id in ("one", "two", "three")] for at in (0, 1)]
    for key, expected in (("L", ([100] * 3, top)), ("C", ([425] * 3, top)), ("R", ([750] * 3, top)), ("T", (left, [100] * 3)), ("M", (left, [115, 115, 165])), ("B", (left, [130, 130, 230])),
                          ("H", ([100, 425, 750], top)), ("V", (left, [100, 130, 165]))):
        browser.key(key, "Alt", "Shift")
        browser.frames(3)
        found = [[frame_of(editor.text(), id)[at] for id in ("one", "two", "three")] for at in (0, 1)]
        check(f"Alt-Shift-{key}", found == list(expected), found)
        back(browser, editor)
    browser.key("L", "Alt", "Shift")
    browser.frames(2)
    check("it is said", browser.eval(told) == "3 regions aligned: left", browser.eval(told))
    check("they stay selected", editor.chosen()[0] == ["one", "two", "three"])
    back(browser, editor)
    browser.click("[data-name=arrange]")
    for name, expected in (("right", [750] * 3), ("horizontally", [100, 425, 750])):
        browser.click(f"[data-arrange={name}]")
        browser.frames(2)
        found = [frame_of(editor.text(), id)[0] for id in ("one", "two", "three")]
        check(f"the button for {name}", found == expected, found)
        browser.key("z", "Control")
    look(browser, "editor-arrange")
    outside = browser.eval("(() => { const b = document.querySelector('#arrange').getBoundingClientRect(); return [b.left, b.top, innerWidth - b.right, innerHeight - b.bottom].some(room => room < 0) })()")
    small = browser.eval("[...document.querySelectorAll('#arrange button')].filter(one => one.getBoundingClientRect().height < 43.5 || one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)")
    check("the panel is inside the window, and its buttons are for fingers", not outside and not small, (outside, small))
    browser.key("Escape")
    check("Escape closes the panel alone", browser.eval("!document.querySelector('#arrange:popover-open')") and len(editor.chosen()[0]) == 3, editor.chosen())
    browser.frames(3)
    check("the text is the file's own", editor.text() == TREE)
    editor.choose("c")
    for key, expected in (("R", [700, 60]), ("B", [600, 700]), ("C", [350, 60])):
        browser.key(key, "Alt", "Shift")
        browser.frames(2)
        check(f"a single region is aligned with its parent: Alt-Shift-{key}", frame_of(editor.text(), "c")[:2] == expected, frame_of(editor.text(), "c"))
        back(browser, editor)
    check("the window around is the screen's", editor.choose("box") or browser.key("R", "Alt", "Shift") or browser.frames(2) or frame_of(editor.text(), "box")[0] == 280, frame_of(editor.text(), "box"))
    back(browser, editor)
    editor.choose("turned")
    browser.key("L", "Alt", "Shift")
    browser.frames(2)
    check("a turned region is aligned by the place that it takes in its parent", "center: [20, 500], transform" in editor.text(), editor.text())
    back(browser, editor)
    of_all("one", "screens.0.windows.0.children.3.children.0")
    browser.key("L", "Alt", "Shift")
    check("regions of several parents are not aligned, and the reason is said", editor.text() == TREE and "same parent" in browser.eval(told), browser.eval(told))
    of_all("one", two)
    browser.key("H", "Alt", "Shift")
    check("nor are two regions distributed", editor.text() == TREE and "three or more" in browser.eval(told), browser.eval(told))


def measured(browser):
    """Returns the distances that the picture shows: their kinds and numbers."""
    browser.frames(2)
    kinds = "[...document.querySelectorAll('svg text.distance')].map(one => [one.classList[1], one.textContent])"
    lines = "document.querySelectorAll('svg path.distance').length"
    found = browser.eval(kinds)
    return found if browser.eval(lines) == len(found) else None


def distances(browser, editor):
    browser.key("Escape")
    scale = (editor.place(1000, 0)[0] - editor.place(0, 0)[0]) / 1000
    to_pixels = lambda point: tuple(round(one) for one in editor.place(*point))
    start = to_pixels((500, 200))
    editor.drag(start, (start[0], start[1] + round(60 * scale)), drop=False)
    y = 130 + round(round(60 * scale) / scale)
    expected = [["parent", "400"], ["parent", "480"], ["sibling", "100"], ["sibling", "150"], ["parent", f"{y}"], ["parent", f"{1720 - y}"], ["sibling", f"{400 - y}"]]
    found = measured(browser)
    check("a drag shows the distances to the parent's edges and to the nearest siblings, in the parent's points", sorted(found) == sorted(expected), (found, expected))
    look(browser, "editor-distances")
    browser.mouse("released", start[0], start[1] + round(60 * scale), "left")
    check("they are gone when it ends", measured(browser) == [])
    back(browser, editor)
    editor.drag(start, (start[0] + round(25 * scale), start[1]), drop=False)
    check("without snapping, gaps are equal only by chance", not [one for one in measured(browser) if one[0] == "equal"] or frame_of(editor.text(), "two")[0] == 425)
    browser.mouse("released", start[0] + round(25 * scale), start[1], "left")
    for _ in range(3):
        browser.click("#undo")
    without_snapping(browser, True)
    # 25 points to the right two lies in the middle between one and three.
    editor.drag(start, (start[0] + round(28 * scale), start[1] + round(60 * scale)), drop=False)
    found = measured(browser)
    check("near equal gaps a region snaps, and both are marked", [one for one in found if one[0] == "equal"] == [["equal", "= 125"]] * 2, found)
    look(browser, "editor-equal")
    browser.mouse("released", start[0] + round(28 * scale), start[1] + round(60 * scale), "left")
    browser.frames(3)
    check("the text has it", frame_of(editor.text(), "two")[0] == 425, frame_of(editor.text(), "two"))
    back(browser, editor)
    without_snapping(browser)
    start = to_pixels((200, 700))
    editor.drag(start, (start[0], start[1] + round(40 * scale)), drop=False)
    found = measured(browser)
    check("in a region the distances are to its edges", ["parent", "50"] in found and ["parent", "650"] in found and ["sibling", "100"] in found, found)
    browser.key("Escape")
    browser.mouse("released", start[0], start[1] + round(40 * scale), "left")
    check("a drag that is given up shows none", measured(browser) == [] and editor.text() == TREE)
    editor.choose("c")
    handle = tuple(round(one) for one in editor.handle("bottomRight"))
    editor.drag(handle, (handle[0] + 20, handle[1] + 20), drop=False)
    check("a handle shows them, too", {kind for kind, _ in measured(browser)} == {"parent", "sibling"}, measured(browser))
    browser.key("Escape")
    browser.mouse("released", handle[0] + 20, handle[1] + 20, "left")
    browser.key("Escape")


def in_picture(browser):
    return browser.eval("[...document.querySelectorAll('svg .region')].map(one => one.ariaLabel.split(',')[0].split('/').at(-1))")


def locking(browser, editor):
    editor.click(editor.place(500, 200))
    browser.key("l")
    browser.frames(2)
    row = "document.querySelector('#tree li[data-key=\"screens.0.windows.0.children.1\"]')"
    check("L locks a region, and says so", browser.eval(told) == "two locked in the editor" and browser.eval(f"{row}.getAttribute('aria-description')") == "locked in the editor", browser.eval(told))
    check("it has no handles", browser.eval("document.querySelectorAll('.handle').length") == 0)
    browser.eval("document.querySelector('svg [aria-pressed=true]').focus()")
    browser.key("ArrowRight")
    browser.key("ArrowRight", "Shift")
    browser.frames(2)
    check("the arrow keys leave it, and say why", editor.text() == TREE and browser.eval(told) == "two is locked", browser.eval(told))
    browser.key("R", "Alt", "Shift")
    check("it is not aligned", editor.text() == TREE and browser.eval(told) == "two is locked", browser.eval(told))
    editor.drag(editor.place(500, 200), editor.place(560, 300), "Alt")
    check("a drag leaves it", editor.text() == TREE, editor.text())
    browser.click("#zoom-fit")
    editor.click(editor.place(500, 200))
    check("a tap takes what is behind it", editor.selected() == "kiosk", editor.selected())
    browser.key("Home")
    for expected in ("one", "three", "box"):
        browser.key("PageDown")
        browser.frames(2)
        check(f"Page Down goes past it: {expected}", editor.selected() == expected, editor.selected())
    editor.drag(editor.place(650, 420), editor.place(250, 250), "Shift")
    check("a band leaves it out", editor.chosen()[0] == ["one", "box"], editor.chosen())
    editor.choose("box")
    browser.key("L")
    editor.click(editor.place(200, 700))
    check("what is in a locked region is locked", editor.selected() == "kiosk", editor.selected())
    editor.choose("two")
    editor.set("frame.0", "410")
    check("the properties can still be changed", frame_of(editor.text(), "two")[0] == 410, editor.text())
    back(browser, editor)
    browser.eval("document.querySelector('#tree [aria-selected=true]').focus()")
    browser.key("L", "Shift")
    check("Shift-L unlocks everything", browser.eval(told) == "Everything unlocked" and browser.eval("document.querySelectorAll('#tree .locked').length") == 0 or browser.frames(3)
          or browser.eval("document.querySelectorAll('#tree .locked').length") == 0, browser.eval(told))
    editor.click(f"#tree li[data-key='screens.0.windows.0.children.0'] .id")
    editor.click("#tree li[data-key='screens.0.windows.0.children.0'] [data-aside=locked]")
    editor.click(editor.place(200, 200))
    check("the sign in the list locks it, too", browser.eval("document.querySelectorAll('#tree .locked').length") == 1 and editor.selected() == "kiosk", editor.selected())
    look(browser, "editor-locked")
    browser.mouse("moved", *browser.place("#tree li[data-key='screens.0.windows.0.children.0'] .id"))
    signs = "[...document.querySelectorAll('#tree li[data-key=\"screens.0.windows.0.children.0\"] .sign')].map(one => getComputedStyle(one).visibility)"
    before = browser.place("#tree li[data-key='screens.0.windows.0.children.0'] [data-aside=locked]")
    check("under the mouse an entry has both signs", browser.eval(signs) == ["visible", "visible"], browser.eval(signs))
    browser.mouse("moved", *editor.place(200, 1800))
    browser.frames()
    check("otherwise only the one that is on, in the same place", browser.eval(signs) == ["visible", "hidden"] and before == browser.place("#tree li[data-key='screens.0.windows.0.children.0'] [data-aside=locked]"), browser.eval(signs))
    editor.click("#tree li[data-key='screens.0.windows.0.children.0'] [data-aside=locked]")
    check("and unlocks it", browser.eval("document.querySelectorAll('#tree .locked').length") == 0 and editor.selected() == "kiosk", editor.selected())


def hiding(browser, editor):
    everything = in_picture(browser)
    editor.click(editor.place(500, 800))
    check("the picture has all regions", len(everything) == 9 and editor.selected() == "box", (everything, editor.selected()))
    browser.key("i")
    browser.frames(3)
    check("I hides a region with what is in it", in_picture(browser) == ["kiosk", "one", "two", "three"] and browser.eval(told) == "box hidden in the editor", in_picture(browser))
    check("the focus goes to the list", browser.eval("document.activeElement.querySelector('.id').textContent") == "box")
    check("nothing of it is drawn", browser.eval("document.querySelectorAll('svg .selected, svg .handle').length") == 0)
    editor.click(editor.place(600, 900))
    check("a tap takes what is behind it", editor.selected() == "kiosk", editor.selected())
    editor.click(editor.place(200, 200))
    browser.key("End")
    browser.frames(3)
    check("End goes to the last region in the picture", editor.selected() == "three", editor.selected())
    browser.click("#heard")
    browser.frames(3)
    check("its elements are not drawn", not browser.eval("[...document.querySelectorAll('svg .heard text')].some(one => /^[5-9]/.test(one.textContent))"), browser.eval("document.querySelector('svg .heard').textContent"))
    browser.click("#heard")
    look(browser, "editor-hidden")
    check("the text is the file's own", editor.text() == TREE)
    browser.click("[data-name=arrange]")
    browser.frames(2)
    words = browser.eval("document.querySelector('[data-aside=all-hidden]').textContent")
    look(browser, "editor-arrange-all")
    browser.click("[data-aside=all-hidden]")
    browser.frames(3)
    check("Show all shows it again, and has counted it", in_picture(browser) == everything and words == "Show all (1)", (in_picture(browser), words))
    browser.key("Escape")
    editor.click(editor.place(200, 200))
    editor.click(editor.place(500, 200), "Shift")
    browser.key("I")
    browser.frames(3)
    check("several regions are hidden together", in_picture(browser) == [one for one in everything if one not in ("one", "two")], in_picture(browser))
    browser.key("I", "Shift")
    browser.frames(3)
    check("Shift-I shows all", in_picture(browser) == everything, in_picture(browser))


def drawing_and_zooming(browser, editor):
    pressed = "document.querySelector('#mode-draw').ariaPressed"
    count = lambda: len(re.findall(r"id: region\d", editor.text()))
    browser.key("Escape")
    browser.key("R", "Shift")
    for n in range(3):
        editor.drag(editor.place(100 + n * 300, 1500), editor.place(300 + n * 300, 1600))
    check("Shift-R draws several regions", count() == 3 and browser.eval(pressed) == "true", editor.text())
    check("it is said", browser.eval("document.querySelector('#mode-draw').classList.contains('stays')"))
    browser.key("Escape")
    check("Escape ends it", browser.eval(pressed) == "false")
    back(browser, editor, 3)
    x, y = browser.place("#mode-draw")
    for clicks in (1, 2):
        browser.page("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=clicks)
        browser.page("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=clicks)
    for n in range(2):
        editor.drag(editor.place(100 + n * 300, 1500), editor.place(300 + n * 300, 1600))
    check("so do two clicks on Draw", count() == 2 and browser.eval(pressed) == "true", editor.text())
    browser.click("#mode-draw")
    editor.drag(editor.place(700, 1500), editor.place(900, 1600))
    check("one click ends after one region", count() == 3 and browser.eval(pressed) == "false", editor.text())
    browser.click("#mode-draw")
    editor.drag(editor.place(100, 1650), editor.place(300, 1700), "Shift")
    editor.drag(editor.place(400, 1650), editor.place(600, 1700))
    check("with Shift another one can be drawn", count() == 5 and browser.eval(pressed) == "false", editor.text())
    back(browser, editor, 5)
    editor.click(editor.place(500, 200))
    editor.click(editor.place(800, 200), "Shift")
    browser.key("2", "Shift")
    browser.frames(3)
    box = browser.eval("(() => { const b = document.querySelector('svg .selected').getBoundingClientRect(), s = document.querySelector('#canvas').getBoundingClientRect(); return [b.x - s.x, s.right - b.right, b.y - s.y, s.bottom - b.bottom] })()")
    check("Shift-2 shows the selected regions as large as possible", near(box[:2], box[1::-1]) and near(box[2:], box[:1:-1]) and min(box) > 40 and (box[0] < 56 or box[2] < 56), box)
    look(browser, "editor-zoomed")
    browser.key("1", "Shift")
    browser.frames(3)
    screen = browser.eval("(() => { const b = document.querySelector('svg .screen').getBoundingClientRect(), s = document.querySelector('#canvas').getBoundingClientRect(); return b.y >= s.y && b.bottom <= s.bottom && b.height > s.height - 60 })()")
    check("Shift-1 shows the whole screen", screen)
    browser.key("D", "Control", "Shift")
    browser.frames(3)
    copies = editor.chosen()[0]
    check("Ctrl-Shift-D makes copies in place", len(copies) == 2 and frame_of(editor.text(), copies[0]) == frame_of(TREE, "two") and frame_of(editor.text(), copies[1]) == frame_of(TREE, "three"), editor.text())
    back(browser, editor)
    browser.click("[data-name=arrange]")
    browser.click("[data-name=several]")
    browser.key("Escape")
    browser.key("Escape")
    for point in ((200, 200), (500, 200), (800, 200), (500, 200)):
        browser.tap(editor.place(*point))
        browser.frames(2)
    check("with Select several, fingers add regions and remove them", editor.chosen()[0] == ["one", "three"], editor.chosen())
    browser.click("[data-name=arrange]")
    browser.click("[data-name=several]")
    browser.key("Escape")


def small(browser, editor):
    """The panel in small windows."""
    for size in ((800, 480), (390, 844)):
        browser.resize(size)
        browser.frames(6)
        editor.choose("one")
        browser.eval("document.querySelector('[data-name=arrange]').scrollIntoView({ block: 'nearest' })")
        browser.frames(3)
        browser.click("[data-name=arrange]")
        browser.frames(3)
        look(browser, f"editor-arrange-{size[0]}x{size[1]}")
        outside = browser.eval("(() => { const b = document.querySelector('#arrange').getBoundingClientRect(); return [b.left, b.top, innerWidth - b.right, innerHeight - b.bottom].some(room => room < 0) || b.height < 180 })()")
        wide = browser.eval("[...document.querySelectorAll('#arrange button')].filter(one => one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().height < 43.5).map(one => one.textContent)")
        check(f"at {size[0]} × {size[1]} the panel is inside the window, and no button is cut", not outside and not wide, (outside, wide))
        browser.key("Escape")
        browser.eval("scrollTo(0, 0)")
        look(browser, f"editor-direct-{size[0]}x{size[1]}")


def main():
    with Stage(TREE, admin=True, web=f"tools: {{ touchctl: {touchctl} }}\n") as stage, Chromium(size=(1280, 800)) as browser:
        editor = Editor(browser, stage.url("editor/"))
        without_snapping(browser)
        dragging(browser, editor)
        panning(browser, editor)
        several(browser, editor)
        bands(browser, editor)
        by_keyboard(browser, editor)
        helped(browser)
        aligning(browser, editor)
        distances(browser, editor)
        locking(browser, editor)
        hiding(browser, editor)
        drawing_and_zooming(browser, editor)
        small(browser, editor)
        check_problems(browser, ("the server responded with a status of 4",))
        leave(browser)
    finish()


main()
