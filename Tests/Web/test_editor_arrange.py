#!/usr/bin/python3
"""The region editor: aligning and distributing, distances during a drag, locked and hidden regions, drawing several, and the panel for it."""
import re

from editing import Editor, leave
from stage import *
from direct import *  # after stage, whose TREE it replaces


def helped(browser):
    browser.key("?")
    browser.frames(3)
    shown = browser.eval("[document.querySelector('#keys').scrollTop, [...document.querySelectorAll('#keys kbd')].map(one => one.textContent)]")
    missing = {"Shift-Page Down, Shift-Page Up", "Ctrl-A", "A, then L, C, R", "A, then T, M, B", "A, then H, V", "Ctrl-D", "L, I", "Space", "Shift-1, Shift-2"} - set(shown[1])
    check("the help begins at its top, and has all keys", shown[0] == 0 and not missing, (shown[0], missing))
    browser.key("Escape")


def arrange(browser, editor, key):
    """Presses A and then a letter in the list, as a user does."""
    browser.eval("document.querySelector('#tree [tabindex=\"0\"]').focus()")
    browser.key("a")
    browser.key(key.lower())


def prefix(browser, editor):
    """A waits for a letter, in the picture and in the list alone."""
    editor.choose("c")
    hint = "Arrange: L left, C center, R right, T top, M middle, B bottom, H horizontally, V vertically, W same width, E same height"
    for where, place in (("picture", "svg [aria-pressed=true]"), ("list", "#tree [aria-selected=true]")):
        browser.eval(f"document.querySelector('{place}').focus()")
        browser.key("a")
        check(f"in the {where} A says what can follow", browser.eval(told) == hint, browser.eval(told))
        browser.key("Escape")
        check("Escape ends that alone", browser.eval(told) == "" and editor.selected() == "c", (browser.eval(told), editor.selected()))
        browser.key("a")
        browser.key("ArrowDown" if where == "list" else "PageUp")
        browser.frames(3)
        check("another key ends it and does what it does otherwise", browser.eval(told) == "" and editor.selected() != "c", (browser.eval(told), editor.selected()))
        editor.choose("c")
        browser.eval(f"document.querySelector('{place}').focus()")
        browser.key("l", "Alt", "Shift")
        check("Alt and Shift are left to screen readers and keyboard layouts", editor.text() == TREE, editor.text())
    browser.eval("document.querySelector('#mode-select').focus()")
    browser.key("a")
    check("at a button A does nothing", browser.eval(told) == "", browser.eval(told))
    browser.eval("document.querySelector('svg [aria-pressed=true]').focus()")
    browser.key("a")
    browser.eval("document.querySelector('#find').focus()")
    browser.key("l")
    browser.eval("document.querySelector('svg [aria-pressed=true]').focus()")
    browser.frames(2)
    check("in a field the letter is text, and the waiting is over", browser.eval("document.querySelector('#find').value") == "l" and browser.eval(told) == "" and editor.text() == TREE, editor.text())
    browser.eval("(() => { const f = document.querySelector('#find'); f.value = ''; f.dispatchEvent(new Event('input')) })()")
    wide = browser.eval("document.querySelector('svg .screen').getBoundingClientRect().width")
    browser.eval("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '+', code: 'Digit1', shiftKey: true, bubbles: true, cancelable: true }))")
    browser.frames(3)
    check("where Shift-1 is + it zooms in", browser.eval("document.querySelector('svg .screen').getBoundingClientRect().width") > wide * 1.2)
    browser.key("0")


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
        arrange(browser, editor, key)
        browser.frames(3)
        found = [[frame_of(editor.text(), id)[at] for id in ("one", "two", "three")] for at in (0, 1)]
        check(f"A and then {key}", found == list(expected), found)
        back(browser, editor)
    arrange(browser, editor, "L")
    browser.frames(2)
    check("it is said", browser.eval(told) == "3 regions aligned: left", browser.eval(told))
    check("they stay selected", editor.chosen()[0] == ["one", "two", "three"])
    back(browser, editor)
    browser.click("[data-name=arrange]")
    check("the panel is announced as no menu", browser.eval("(one => [one.ariaHasPopup, document.getElementById('arrange').role])(document.querySelector('[data-name=arrange]'))") == [None, "group"])
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
        arrange(browser, editor, key)
        browser.frames(2)
        check(f"a single region is aligned with its parent: {key}", frame_of(editor.text(), "c")[:2] == expected, frame_of(editor.text(), "c"))
        back(browser, editor)
    check("the window around is the screen's", editor.choose("box") or arrange(browser, editor, "R") or browser.frames(2) or frame_of(editor.text(), "box")[0] == 280, frame_of(editor.text(), "box"))
    back(browser, editor)
    editor.choose("turned")
    arrange(browser, editor, "L")
    browser.frames(2)
    check("a turned region is aligned by the place that it takes in its parent", "center: [20, 500], transform" in editor.text(), editor.text())
    back(browser, editor)
    of_all("one", "screens.0.windows.0.children.3.children.0")
    arrange(browser, editor, "L")
    check("regions of several parents are not aligned, and the reason is said", editor.text() == TREE and "same parent" in browser.eval(told), browser.eval(told))
    of_all("one", two)
    arrange(browser, editor, "H")
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
    named = "document.querySelector('svg [data-key=\"screens.0.windows.0.children.1\"]').ariaLabel"
    check("in the picture its name says so, too", browser.eval(named).endswith("; locked in the editor"), browser.eval(named))
    check("it has no handles", browser.eval("document.querySelectorAll('.handle').length") == 0)
    browser.eval("document.querySelector('svg [aria-pressed=true]').focus()")
    browser.key("ArrowRight")
    browser.key("ArrowRight", "Shift")
    browser.frames(2)
    check("the arrow keys leave it, and say why", editor.text() == TREE and browser.eval(told) == "two is locked", browser.eval(told))
    browser.key("a")
    browser.key("r")
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
    check("and the picture no longer says it", not browser.eval("[...document.querySelectorAll('svg .region')].some(one => one.ariaLabel.includes('locked'))"))
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
        helped(browser)
        prefix(browser, editor)
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
