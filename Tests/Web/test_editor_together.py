#!/usr/bin/python3
"""The editor's commands one after the other: several regions are chosen, copied, pasted, aligned and undone, with a picture below them; and what is hidden."""
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
          - { id: one, kind: button, frame: [100, 100, 200, 200] }
          - { id: two, kind: button, frame: [450, 130, 200, 200] } # in the middle
          - { id: three, kind: button, frame: [750, 160, 200, 100] }
          - { id: box, frame: [100, 900, 800, 800] }
"""
said = "document.querySelector('#said').textContent"
frames = "[...document.querySelectorAll('svg .region')].map(one => one.ariaLabel.replace(/^kiosk\\//, ''))"


def is_text(editor, text):
    """Waits until the text is this one, and the list shows it."""
    found = until(lambda: editor.text() == text)
    editor.browser.frames(3)
    return found


def picture(browser):
    """Drops a picture of one colour on the page."""
    browser.eval("""(async () => { const c = document.createElement('canvas'); c.width = 54; c.height = 96; const g = c.getContext('2d');
        g.fillStyle = '#2266aa'; g.fillRect(0, 0, 54, 96); const data = new DataTransfer();
        data.items.add(new File([await new Promise((done) => c.toBlob(done))], 'shot.png', { type: 'image/png' }));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })) })()""")
    check("a picture lies below", browser.holds("document.querySelector('svg .underlay').getAttribute('href')?.startsWith('blob:')"), browser.eval(said))


def copied(browser, editor):
    # The list has the front one first, so this is three, two, one; the copies are in the order of the file all the same.
    editor.choose("three")
    browser.eval("document.querySelector('#tree [aria-selected=true]').focus()")
    browser.key("ArrowDown", "Shift")
    browser.frames(3)
    check("Shift-down in the list adds the one behind", editor.chosen()[0] == ["two", "three"], editor.chosen())
    editor.click(editor.place(200, 200), "Shift")
    check("a tap in the picture adds one to what is chosen in the list", editor.chosen() == [["one", "two", "three"]] * 2, editor.chosen())
    editor.press("copy")
    check("all are copied", browser.eval(said) == "Copied 3 regions.", browser.eval(said))
    editor.click(editor.place(500, 1300))
    editor.press("paste")
    pasted = editor.text()
    lines = "            children:\n              - { id: one2, kind: button, frame: [100, 100, 200, 200] }\n" \
            "              - { id: two2, kind: button, frame: [450, 130, 200, 200] } # in the middle\n              - { id: three2, kind: button, frame: [750, 160, 200, 100] }\n"
    check("they are pasted into the region that was tapped, in the order of the file, and chosen", lines in pasted and editor.chosen() == [["one2", "two2", "three2"]] * 2, (pasted, editor.chosen()))
    browser.key("a")
    browser.key("t")
    browser.frames(3)
    aligned = pasted.replace("[450, 130", "[450, 100").replace("[750, 160", "[750, 100").replace("[450, 100", "[450, 130", 1).replace("[750, 100", "[750, 160", 1)
    check("the pasted ones are aligned", editor.text() == aligned, editor.text())
    look(browser, "editor-together")
    x, y = editor.place(200, 1100)
    editor.drag((x, y), (x + 20, y + 30))
    check("a drag moves all of them", "id: one2, kind: button, frame: [100," not in editor.text() and "[100, 100, 200, 200] }\n          - { id: two," in editor.text(), editor.text())
    for sentence, text in (("the drag", aligned), ("the alignment", pasted), ("the paste", TREE)):
        browser.key("z", "Control")
        check(f"one step undoes {sentence}", is_text(editor, text), editor.text())
    browser.key("z", "Control", "Shift")
    check("and one step redoes the paste", is_text(editor, pasted) and editor.chosen()[0] == ["one2", "two2", "three2"], editor.chosen())
    editor.press("cut")
    check("cut again, they leave the others alone", "one2" not in editor.text() and "id: three, kind: button, frame: [750, 160, 200, 100]" in editor.text(), editor.text())
    browser.key("z", "Control")
    browser.key("z", "Control")
    check("each is one step", is_text(editor, TREE), editor.text())


def ordered(browser, editor):
    editor.choose("two")
    browser.eval("document.querySelector('#tree [aria-selected=true]').focus()")
    before = browser.eval(frames)
    browser.key("ArrowUp", "Alt")
    browser.frames(3)
    after = browser.eval(frames)
    names = lambda found: [one.split(",")[0] for one in found]
    check("Alt-up in the list moves a region to the front in the picture, too", names(before) == ["kiosk", "one", "two", "three", "box"] and names(after) == ["kiosk", "one", "three", "two", "box"], after)
    place = "[...document.querySelectorAll('#tree li')].findIndex(one => one.querySelector('.id').textContent === 'two')"
    check("and up in the list", browser.eval(place) == 2 and editor.selected() == "two", browser.eval(place))
    browser.key("z", "Control")
    is_text(editor, TREE)


def aside(browser, editor):
    editor.choose("two")
    editor.press("copy")
    editor.choose("box")
    browser.eval("document.querySelector('svg [aria-pressed=true]').focus()")
    browser.key("i")
    browser.frames(3)
    check("the focus goes to the list if a region is hidden", browser.eval("document.activeElement.querySelector('.id')?.textContent") == "box", browser.eval("document.activeElement.outerHTML"))
    editor.press("paste")
    check("what is pasted into a hidden region is hidden, which is said", browser.eval(said) == "Pasted “two2” into “box”, hidden in the editor." and editor.chosen() == [["two2"], []], (browser.eval(said), editor.chosen()))
    check("and the focus is at it in the list", browser.eval("document.activeElement.querySelector('.id')?.textContent") == "two2", browser.eval("document.activeElement.outerHTML"))
    check("the picture below stays", browser.eval("document.querySelector('svg .underlay').style.display") == "")
    browser.key("z", "Control")
    is_text(editor, TREE)
    browser.key("I")
    browser.frames(3)
    editor.choose("one")
    browser.eval("document.querySelector('svg [aria-pressed=true]').focus()")
    browser.key("l")
    editor.press("copy")
    editor.press("paste")
    check("the copy of a locked region is not locked", browser.eval(said) == "Pasted “one2” into “kiosk”." and browser.eval("document.querySelectorAll('#tree .locked').length") == 1, browser.eval(said))
    browser.key("ArrowRight")
    browser.frames(2)
    check("and is moved by the arrows", "id: one2, kind: button, frame: [121, 120, 200, 200]" in editor.text(), editor.text())


def main():
    with Stage(TREE, admin=True, web=f"tools: {{ touchctl: {touchctl} }}\n") as stage, Chromium(size=(1280, 800)) as browser:
        editor = Editor(browser, stage.url("editor/"))
        browser.click("#snap")
        picture(browser)
        for part in (copied, ordered, aside):
            part(browser, editor)
        leave(browser)
        check_problems(browser, ("the server responded with a status of 4",))
    finish()


main()
