#!/usr/bin/python3
"""Copying, cutting and pasting regions in the editor with the system's clipboard, also from one file to another."""
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
          # the keys
          - id: keys
            frame: [0, 0, 500, 500]
            children:
              - { id: one, kind: button, frame: [0, 0, 100, 100], fallback: two } # first
              - { id: two, kind: button, frame: [100, 0, 100, 100] }
          - { id: map, frame: [0, 600, 500, 500] }
"""
OTHER = """{ "version": 1, "screens": [{ "id": "main", "size": [800, 600], "windows": [{ "id": "page", "frame": [0, 0, 800, 600] }] }] }
"""
said = "document.querySelector('#said').textContent"
ids = "[...document.querySelectorAll('#tree li .id')].map((one) => one.textContent).join()"


def focus(browser):
    browser.eval("document.querySelector('svg .region[aria-pressed=true]').focus()")


def main():
    with Stage(TREE, admin=True, web=f"tools: {{ touchctl: {touchctl} }}\n") as stage, Chromium(size=(1280, 800)) as browser:
        editor = Editor(browser, stage.url("editor/"))
        editor.choose("one")
        focus(browser)
        editor.press("copy")
        check("a copy is told", browser.eval(said) == "Copied “one”.", browser.eval(said))
        editor.press("paste")
        copy = "              - { id: one2, kind: button, frame: [20, 20, 100, 100], fallback: two } # first\n"
        check("a button is pasted beside itself, in front, with its comment and a new ID", copy in editor.text() and editor.selected() == "one2", editor.text())
        editor.press("paste")
        check("again: in another place", "id: one3, kind: button, frame: [40, 40, 100, 100]" in editor.text(), editor.text())
        browser.eval("window.pastes = 0; addEventListener('paste', () => pastes++, true)")
        before, place = editor.text(), editor.place(540, 1500)
        browser.mouse("pressed", *place, "middle")
        browser.mouse("released", *place, "middle")
        browser.frames(3)
        check("the middle button, with which browsers paste as well, pastes no regions", editor.text() == before and "Pasted" in browser.eval(said), (browser.eval("pastes"), browser.eval(said)))
        browser.key("z", "Control")
        browser.key("z", "Control")
        check("each is one step of undo", until(lambda: editor.text() == TREE, 5), editor.text())

        editor.choose("keys")
        focus(browser)
        editor.press("copy")
        editor.choose("map")
        focus(browser)
        editor.press("paste")
        group = "              # the keys\n              - id: keys2\n                frame: [0, 0, 500, 500]\n                children:\n" \
                "                  - { id: one2, kind: button, frame: [0, 0, 100, 100], fallback: two2 } # first\n"
        check("a view with others in it goes into the selected view; its references lead to the copies", group in editor.text() and editor.selected() == "keys2", editor.text())
        editor.press("paste")
        check("pasted again it is beside the first copy, not in it", "                id: keys3" in editor.text().replace("- id", "  id") and browser.eval(ids).startswith("kiosk,map,keys3,two3,one3,keys2,two2,one2"), browser.eval(ids))
        editor.checked()
        check("check finds nothing wrong with the IDs", "No errors or warnings" in editor.list("problems"), editor.list("problems"))
        browser.key("z", "Control")
        browser.key("z", "Control")
        until(lambda: editor.text() == TREE, 5)

        editor.choose("keys")
        focus(browser)
        editor.press("cut")
        without = TREE.replace(TREE[TREE.index("          # the keys"):TREE.index("          - { id: map")], "")
        check("a cut takes the region with its comment out of the text", editor.text() == without and browser.eval(said) == "Cut “keys”.", editor.text())
        editor.choose("map")
        focus(browser)
        other = stage.folder / "other.json"
        other.write_text(OTHER)
        browser.eval("window.confirm = () => true")
        browser.files("#file", other)
        browser.until("document.title.includes('other.json')")
        browser.frames(3)
        check("a file that is opened with the focus in the picture has nothing selected", editor.selected() is None, editor.selected())
        editor.press("paste")
        check("with nothing selected it becomes a window", [one["id"] for one in json.loads(editor.text())["screens"][0]["windows"]] == ["page", "keys"], editor.text())
        browser.click("#undo")
        editor.choose("page")
        focus(browser)
        editor.press("paste")
        value = json.loads(editor.text())["screens"][0]["windows"][0]
        check("it is pasted into another file, in that file's style, with its IDs", [one["id"] for one in value["children"][0]["children"]] == ["one", "two"] and value["children"][0]["id"] == "keys", editor.text())
        look(browser, "editor-pasted")
        browser.key("z", "Control")
        check("there too it is one step", until(lambda: editor.text() == OTHER, 5), editor.text())

        browser.eval("document.querySelector('#find').focus(); document.querySelector('#find').value = 'hello'; document.querySelector('#find').select()")
        editor.press("copy")
        browser.eval("document.querySelector('#find').value = ''")
        editor.press("paste")
        check("fields keep their own clipboard", browser.eval("document.querySelector('#find').value") == "hello" and editor.text() == OTHER)
        browser.eval("document.querySelector('#find').value = ''; document.querySelector('#find').dispatchEvent(new Event('input')); document.querySelector('svg .region').focus()")
        editor.press("paste")
        check("text that is no region is refused with the reason", browser.eval(said) == "The clipboard has no region: it is neither a region nor a list of regions." and editor.text() == OTHER, browser.eval(said))
        leave(browser)
        check_problems(browser, ("the server responded with a status of 4",))
    finish()


main()
