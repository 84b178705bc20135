#!/usr/bin/python3
"""What people meet in the editor who do not know it: messages that say what to do and move nothing, a paste with nothing selected, drags without snapping,
equal sizes, and small windows."""
from editing import Editor, leave
from stage import *

TREE = """version: 1
screens:
  - id: main
    size: [1080, 1920]
    windows:
      - id: kiosk
        frame: [0, 0, 1080, 1920]
        children:
          - { id: one, kind: button, frame: [100, 100, 150, 150] }
          - { id: two, kind: button, frame: [600, 130, 200, 300] }
          - { id: three, kind: button, frame: [750, 600, 200, 100] }
      - id: side
        frame: [0, 1500, 1080, 420]
"""
said, told = "document.querySelector('#said').textContent", "document.querySelector('#told').textContent"
picture = "(({ x, y, width, height }) => [x, y, width, height].join())(document.querySelector('.stage').getBoundingClientRect())"


def open_text(browser, stage, text, name):
    leave(browser)
    path = stage.folder / name
    path.write_text(text)
    browser.files("#file", path)
    browser.until(f"document.title.includes('{name}')")
    browser.until("document.querySelector('#problems').dataset.checked === 'true'")
    browser.frames(3)


def frame(editor, id):
    line = next(line for line in editor.text().splitlines() if f"id: {id}," in line)
    return [float(part) for part in line.split("[")[1].split("]")[0].split(",")]


def without_screen(stage, browser, editor):
    open_text(browser, stage, "version: 1\n", "empty.yaml")
    for name, act in (("N", lambda: browser.eval("document.body.focus()") or browser.key("n")), ("Add", lambda: browser.click("[data-name=add]")),
                      ("Window", lambda: browser.click("[data-name=window]")), ("Draw", lambda: browser.click("#mode-draw"))):
        browser.eval("document.querySelector('#told').textContent = ''")
        act()
        check(f"{name} on a file without a screen says what to do", browser.holds(f"{told}.startsWith('The file has no screen. Add one')"), browser.eval(told))
    check("nothing is drawn there", browser.eval("document.querySelector('#mode-select').ariaPressed") == "true" and editor.text() == "version: 1\n", editor.text())
    open_text(browser, stage, "version: 1\nscreens:\n  - id: m\n    size: [800, 600]\n    windows: none\n", "word.yaml")
    browser.click("[data-name=window]")
    check("a list that is none is said", browser.holds(f"{told}.startsWith('“windows” is not a list.')"), browser.eval(told))
    open_text(browser, stage, "version: 1\nscreens:\n  - id: m\n    size: [800, 600]\n    windows: []\n", "bare.yaml")
    browser.click("[data-name=window]")
    browser.frames(3)
    browser.click("[data-name=add]")
    browser.frames(3)
    lines = "    windows:\n      - id: window1\n        frame: [0, 0, 800, 600]\n        children:\n          - { id: region1, kind: button, frame: ["
    check("the first window and the first button are lines of their own", lines in editor.text(), editor.text())


def pasted(stage, browser, editor):
    open_text(browser, stage, TREE, "paste.yaml")
    editor.choose("one")
    editor.press("copy")
    editor.choose("side")
    for _ in range(2):
        browser.eval("document.querySelector('svg [aria-pressed=true]')?.focus()")
        browser.key("Escape")
    browser.frames(3)
    check("nothing is selected", editor.chosen() == [[], []], editor.chosen())
    editor.press("paste")
    check("a button that is pasted with nothing selected goes into the window selected last", browser.eval(said) == "Pasted “one2” into “side”." and "        children:\n          - { id: one2, kind: button" in editor.text(), (browser.eval(said), editor.text()))
    editor.checked()
    check("and is valid there", "No errors" in editor.list("problems"), editor.list("problems"))
    editor.choose("one")
    editor.click(editor.place(700, 200), "Shift")
    editor.press("copy")
    editor.press("paste")
    check("one voice tells of several", browser.eval(told) == "" and browser.eval(said).startswith("Pasted 2 regions"), (browser.eval(told), browser.eval(said)))
    editor.choose("one")
    editor.press("copy")
    open_text(browser, stage, TREE, "again.yaml")
    editor.press("paste")
    check("in a file just opened it goes into the first window", browser.eval(said) == "Pasted “one2” into “kiosk”.", browser.eval(said))


def messages(stage, browser, editor):
    open_text(browser, stage, TREE, "message.yaml")
    place = browser.eval(picture)
    after = "(() => { const set = setTimeout; window.setTimeout = (act, time, ...more) => set(act, time === 8000 ? %d : time, ...more) })()"
    browser.eval(after % 600000)
    editor.choose("one")
    editor.press("copy")
    check("a message moves nothing", browser.eval(said) == "Copied “one”." and browser.eval(picture) == place, (place, browser.eval(picture)))
    browser.key("ArrowRight")
    browser.eval("document.querySelector('svg [aria-pressed=true]').focus()")
    browser.key("ArrowRight")
    check("it goes with the next change", browser.holds("document.querySelector('#message').hidden") and browser.eval(said) == "", browser.eval(said))
    editor.set("children.0.frame.2", "wide")
    browser.click("#save")
    check("a save of a file with an error says so", browser.holds(f"{said} === 'Downloaded message.yaml, with 1 error.'"), browser.eval(said))
    editor.checked()
    browser.click("#save")
    check("also after the check", browser.eval(said) == "Downloaded message.yaml, with 1 error.", browser.eval(said))
    browser.eval("window.ask = window.fetch; window.fetch = (to, ...more) => String(to).includes('/tools/check') ? Promise.reject(new Error('gone')) : ask(to, ...more)")
    editor.set("children.0.frame.2", "wider")
    check("a check that fails is said", browser.holds("document.querySelector('#problems').innerText.includes('Could not check the text: gone')"), editor.list("problems"))
    browser.click("#undo")
    browser.click("#save")
    check("and is no check without errors", browser.eval(said) == "Downloaded message.yaml, with 1 error.", browser.eval(said))
    browser.eval("window.fetch = window.ask")
    check("and moves nothing", browser.eval(picture) == place, browser.eval(picture))
    look(browser, "editor-message")
    browser.click("#dismiss")
    check("it can be closed", browser.eval("document.querySelector('#message').hidden"))
    check("which gives the focus back to the picture", browser.holds("document.activeElement.closest('svg') !== null"), browser.eval("document.activeElement.outerHTML.slice(0, 80)"))
    browser.eval(after % 50)
    browser.click("#save")
    check("it goes after a while", browser.holds("document.querySelector('#message').hidden"), browser.eval(said))
    browser.eval("""window.turns = 0;
        (() => { const set = window.setTimeout; window.setTimeout = (act, time, ...more) => (turns += time === 8000 ? 1 : 0, set(act, time, ...more)) })();
        new MutationObserver((_, seen) => { seen.disconnect(); document.querySelector('#dismiss').focus() }).observe(document.querySelector('#message'), { attributeFilter: ['hidden'] })""")
    browser.click("#save")
    check("but not while it has the focus", browser.holds("turns > 2") and not browser.eval("document.querySelector('#message').hidden"), browser.eval("turns"))
    browser.eval("document.activeElement.blur()")
    check("only afterwards", browser.holds("document.querySelector('#message').hidden"), browser.eval(said))
    browser.eval(after % 600000)
    editor.choose("one")
    editor.click(editor.place(850, 650), "Shift")
    browser.click("#save")
    check("a message about something else leaves the number of regions", browser.holds(f"{said}.startsWith('Downloaded')") and browser.eval(told) == "2 regions selected", (browser.eval(said), browser.eval(told)))
    open_text(browser, stage, TREE + "  - [\n", "broken.yaml")
    browser.click("#save")
    check("a save of an unreadable text leaves the error", browser.holds(f"{said}.startsWith('Downloaded broken.yaml')") and "The text has syntax errors." in browser.eval(said)
          and browser.eval("document.querySelector('#message').dataset.kind") == "error", browser.eval(said))
    browser.goto(stage.url("editor/"))
    editor.wait_open()


def snapping(stage, browser, editor):
    open_text(browser, stage, TREE, "snap.yaml")
    scale = (editor.place(100, 0)[0] - editor.place(0, 0)[0]) / 100
    start = editor.place(800, 650)

    def moved(pixels, *keys):
        """Drags `three` until its left edge is so many pixels away from the left edge of `two`."""
        editor.drag(start, (start[0] - 150 * scale + pixels, start[1] + 200 * scale), *keys)
        at = frame(editor, "three")[0]
        browser.key("z", "Control")
        until(lambda: editor.text() == TREE)
        return at

    check("an edge snaps that is five pixels away", moved(5) == 600, moved(5))
    check("one that is eight pixels away does not", moved(8) != 600, moved(8))
    browser.mouse("moved", *start)
    browser.mouse("pressed", *start, "left")
    browser.mouse("moved", start[0] - 50, start[1], "left", buttons=1)
    browser.mouse("moved", start[0] - 150 * scale + 5, start[1] + 200 * scale, "left", buttons=1, modifiers=2)
    browser.mouse("released", start[0] - 150 * scale + 5, start[1] + 200 * scale, "left", modifiers=2)
    browser.frames(3)
    check("with Ctrl held it does not", abs(frame(editor, "three")[0] - 600 - 5 / scale) <= 1.5, (frame(editor, "three"), 5 / scale))
    where = "document.querySelector('#where').textContent"
    check("the picture says where it is now", browser.eval(where).startswith("three: 200 × 100 at"), browser.eval(where))
    browser.eval("document.querySelector('svg [aria-pressed=true]').focus()")
    browser.key("ArrowRight")
    check("and no longer when it is elsewhere", browser.holds(f"{where} === ''"), browser.eval(where))
    check("the help says so", "with Ctrl held" in browser.eval("document.querySelector('#keys').textContent"))


def sizes(stage, browser, editor):
    open_text(browser, stage, TREE, "sizes.yaml")
    editor.choose("three")
    editor.click(editor.place(700, 200), "Shift")
    editor.click(editor.place(200, 200), "Shift")
    browser.eval("document.querySelector('svg [aria-pressed=true]').focus()")
    browser.key("a")
    browser.key("w")
    check("A and W give all the width of the one selected last", browser.holds(f"{told} === '2 regions have the width of one'") and frame(editor, "two") == [600, 130, 150, 300] and frame(editor, "three") == [750, 600, 150, 100], editor.text())
    browser.click("[data-name=arrange]")
    browser.click("[data-arrange=height]")
    check("a button gives them its height, in one step", browser.holds(f"{told} === '2 regions have the height of one'") and frame(editor, "two") == [600, 130, 150, 150] and frame(editor, "three") == [750, 600, 150, 150], editor.text())
    browser.click("[data-arrange=height]")
    check("a second time it says so", browser.holds(f"{told} === '2 regions have the height of one already'"), browser.eval(told))
    look(browser, "editor-sizes")
    browser.key("Escape")
    browser.click("#undo")
    browser.click("#undo")
    check("each was a step", editor.text() == TREE, editor.text())
    editor.choose("one")
    browser.eval("document.querySelector('#tree [aria-selected=true]').focus()")
    browser.key("a")
    browser.key("e")
    check("one region alone says what to select", browser.holds(f"{told}.startsWith('Select several regions')") and editor.text() == TREE, browser.eval(told))


def small(stage, browser, editor):
    for size in ((800, 480), (390, 844)):
        browser.resize(size)
        open_text(browser, stage, TREE, "small.yaml")
        editor.choose("one")
        editor.press("copy")
        browser.eval("scrollTo(0, document.body.scrollHeight)")
        browser.frames(3)
        seen = browser.eval("(({ top, bottom, left, right }) => top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth)(document.querySelector('#message').getBoundingClientRect())")
        check(f"{size}: a message cannot be scrolled away", seen)
        look(browser, f"editor-message-{size[0]}")
        browser.eval("document.querySelector('[data-name=arrange]').scrollIntoView({ block: 'nearest' })")
        browser.frames(3)
        browser.click("[data-name=arrange]")
        browser.frames(3)
        cut = browser.eval("(one => [one.scrollHeight - one.clientHeight, [...one.querySelectorAll('button')].filter((each) => each.offsetHeight < 40).length])(document.querySelector('#arrange'))")
        look(browser, f"editor-arrange-{size[0]}")
        check(f"{size}: the panel is whole, and its buttons are large enough for a finger", cut == [0, 0], cut)
        browser.key("Escape")
    browser.resize((1280, 800))


def aside(stage, browser, editor):
    open_text(browser, stage, TREE, "aside.yaml")
    for key, word in (("l", "locked"), ("i", "hidden")):
        editor.choose("side")
        browser.eval("document.querySelector('#tree [aria-selected=true]').focus()")
        browser.key(key)
        browser.frames(2)
        browser.key("n")
        check(f"a region added where regions are {word} says so", browser.holds(f"{told} === 'region1 added; it is {word} because “side” is'"), browser.eval(told))
        browser.click("#undo")
        editor.choose("side")
        browser.eval("document.querySelector('#tree [aria-selected=true]').focus()")
        browser.key(key)


def main():
    with Stage(TREE, admin=True, web=f"tools: {{ touchctl: {touchctl} }}\n") as stage, Chromium(size=(1280, 800)) as browser:
        editor = Editor(browser, stage.url("editor/"))
        browser.eval("window.confirm = () => true")
        without_screen(stage, browser, editor)
        pasted(stage, browser, editor)
        snapping(stage, browser, editor)
        aside(stage, browser, editor)
        sizes(stage, browser, editor)
        small(stage, browser, editor)
        messages(stage, browser, editor)
        check_problems(browser, ("the server responded with a status of 4",))
        leave(browser)
    finish()


main()
