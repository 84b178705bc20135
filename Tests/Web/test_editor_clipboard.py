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

picture = "document.querySelector('svg .underlay').getAttribute('href')?.startsWith('blob:') === true"


def give(browser, place, text):
    """Pastes a text together with a picture into an element."""
    browser.eval(f"""(async () => {{ const c = document.createElement('canvas'); c.width = c.height = 30;
        const data = new DataTransfer(); data.items.add(new File([await new Promise((done) => c.toBlob(done))], 'shot.png', {{ type: 'image/png' }}));
        data.setData('text/plain', {json.dumps(text)});
        document.querySelector('{place}').dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true, cancelable: true }})) }})()""")


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
        check("each is one step of undo", until(lambda: editor.text() == TREE), editor.text())

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
        until(lambda: editor.text() == TREE)

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
        check("there too it is one step", until(lambda: editor.text() == OTHER), editor.text())

        browser.eval("document.querySelector('#find').focus(); document.querySelector('#find').value = 'hello'; document.querySelector('#find').select()")
        editor.press("copy")
        browser.eval("document.querySelector('#find').value = ''")
        editor.press("paste")
        check("fields keep their own clipboard", browser.eval("document.querySelector('#find').value") == "hello" and editor.text() == OTHER)
        browser.eval("document.querySelector('#find').value = ''; document.querySelector('#find').dispatchEvent(new Event('input')); document.querySelector('svg .region').focus()")
        editor.press("paste")
        check("text that is no region is refused with the reason", browser.eval(said) == "The clipboard has no region: it is neither a region nor a list of regions." and editor.text() == OTHER, browser.eval(said))
        give(browser, "#find", "hello")
        browser.frames(3)
        check("a field takes the text of a clipboard that has a picture as well", not browser.eval(picture), browser.eval(said))
        give(browser, "svg .region", "- { id: both, frame: [1, 2, 3, 4] }")
        check("so does the picture if the text has regions", browser.holds(f"{said} === 'Pasted “both” into “page”.'") and not browser.eval(picture), browser.eval(said))
        browser.key("z", "Control")
        give(browser, "svg .region", "shot.png")
        check("a picture with its name is taken as a picture", browser.holds(picture) and editor.text() == OTHER, browser.eval(said))

        browser.eval("getSelection().selectAllChildren(document.querySelector('#problems'))")
        check("a text of the page is selected", browser.eval("!getSelection().isCollapsed"))
        editor.click("svg .region")
        editor.press("copy")
        check("a press in the picture ends that, so that regions are copied", browser.eval(said) == "Copied “page”.", browser.eval(said))
        browser.eval("getSelection().selectAllChildren(document.querySelector('#problems'))")
        editor.press("paste")
        check("a selected text does not keep regions from being pasted", browser.eval(said) == "Pasted “page2” into the screen.", browser.eval(said))
        leave(browser)
        check_problems(browser, ("the server responded with a status of 4",))
    finish()


main()
