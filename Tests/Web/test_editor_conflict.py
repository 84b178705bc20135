#!/usr/bin/python3
"""The region editor when another program has changed the file: the difference, a download, and overwriting after a second question."""
from contrast import check_contrast
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
          - { id: ok, kind: button, frame: [100, 100, 200, 200] }
"""
THEIRS = TREE.replace("[100, 100, 200, 200]", "[100, 100, 300, 300]") + "# by somebody else <b>\n"
is_open = "document.querySelector('#conflict').open"
said = "document.querySelector('#said').textContent"


def press(browser, name):
    browser.click(f"#conflict-{name}")
    browser.frames()


def main():
    file = pathlib.Path(tempfile.mkdtemp(prefix="touchd-conflict-")) / "kiosk.yaml"
    atexit.register(shutil.rmtree, file.parent, True)
    file.write_text(TREE)
    with Stage(TREE, admin=True, web=f'tools: {{ touchctl: {touchctl}, file: "{file}" }}\n') as stage, Chromium(size=(1280, 800)) as browser:
        editor = Editor(browser, stage.url("editor/"))
        editor.choose("ok")
        editor.set("frame.0", "640")
        mine = TREE.replace("[100, 100, 200", "[640, 100, 200")
        file.write_text(THEIRS)
        browser.click("#save")
        check("Save asks what to do, and writes nothing", browser.holds(is_open) and file.read_text() == THEIRS)
        check("it names the file", browser.eval("document.querySelector('#conflict-title').textContent") == "kiosk.yaml has changed")
        look(browser, "editor-conflict")

        press(browser, "difference")
        rows = browser.eval("[...document.querySelectorAll('.difference li')].map((one) => [one.className, one.textContent])")
        check("the difference has the lines of both", [row for row in rows if row[0] in ("removed", "added")] == [
            ["removed", "− theirs:           - { id: ok, kind: button, frame: [100, 100, 300, 300] }"], ["removed", "− theirs: # by somebody else <b>"],
            ["added", "+ mine:           - { id: ok, kind: button, frame: [640, 100, 200, 200] }"]], rows)
        check("equal lines far from a change are left out", ["left-out", "5 equal lines"] in rows, rows)
        look(browser, "editor-difference")
        for theme in ("dark", "light"):
            browser.color_scheme(theme)
            check_contrast(browser, f"the difference, {theme}")
        browser.resize((390, 844))
        browser.frames(6)
        look(browser, "editor-difference-phone")
        check("the dialog fits a phone", browser.eval("(() => { const b = document.querySelector('#conflict').getBoundingClientRect(); return b.left >= 0 && b.right <= innerWidth && b.bottom <= innerHeight })()"))
        browser.resize((1280, 800))
        press(browser, "back")

        folder = stage.folder / "downloads"
        folder.mkdir()
        browser.downloads(folder)
        press(browser, "download")
        check("a download has my text", until(lambda: (folder / "kiosk.yaml").exists() and (folder / "kiosk.yaml").read_text() == mine))
        check("the dialog stays, and the file is theirs", browser.eval(is_open) and file.read_text() == THEIRS)

        press(browser, "overwrite")
        check("overwriting is asked once more, with the file's name", "Overwrite kiosk.yaml with your text?" in browser.eval("document.querySelector('#conflict').innerText") and file.read_text() == THEIRS)
        check("the careful answer has the focus", browser.eval("document.activeElement.id") == "conflict-back")
        file.write_text(THEIRS + "# and once more\n")
        press(browser, "sure")
        check("a file that has changed yet again is not overwritten", browser.holds(f"{is_open} && !!document.querySelector('#conflict-overwrite')") and "and once more" in file.read_text())
        press(browser, "overwrite")
        press(browser, "sure")
        check("then it is", until(lambda: file.read_text() == mine) and browser.holds(f"!{is_open} && {said} === 'Saved kiosk.yaml.'"), browser.eval(said))
        check("and has no unsaved changes", browser.holds("!document.title.startsWith('•')"))
        editor.set("frame.0", "650")
        browser.click("#save")
        check("the next Save needs no question", until(lambda: "[650, 100" in file.read_text()) and not browser.eval(is_open))

        file.write_text(THEIRS)
        editor.set("frame.0", "660")
        browser.click("#save")
        browser.until(is_open)
        browser.click("#conflict-close")
        check("the dialog can be closed without an answer", not browser.eval(is_open) and file.read_text() == THEIRS and "[660, 100" in editor.text())
        file.unlink()
        browser.click("#save")
        check("a file that is gone can only be downloaded", browser.holds(f"{is_open} && document.querySelector('#conflict-overwrite').disabled && !document.querySelector('#conflict-download').disabled")
              and not file.exists(), browser.eval(said))
        browser.click("#conflict-close")

        file.write_text(TREE)
        editor = Editor(browser, stage.url("editor/"))
        editor.choose("ok")
        editor.set("frame.0", "670")
        browser.eval("""(() => { const send = window.fetch;
            window.fetch = (...all) => (all[1]?.method === 'PUT' ? new Promise((done) => (window.answer = () => done(send(...all)))) : send(...all)) })()""")
        browser.click("#save")
        browser.click("#save")
        browser.until("!!window.answer")
        other = stage.folder / "other.yaml"
        other.write_text(TREE.replace("id: ok", "id: other"))
        browser.eval("window.confirm = () => true")
        browser.files("#file", other)
        browser.until("document.title.includes('other.yaml')")
        browser.eval("answer()")
        check("a save that ends after another file was opened is told with its own name", browser.holds(f"{said} === 'Saved kiosk.yaml.'") and "[670, 100" in file.read_text(), browser.eval(said))
        browser.frames(3)
        check("the other file has no unsaved changes, and is not saved by the second Save", not browser.eval("document.title").startswith("•") and browser.eval(said) == "Saved kiosk.yaml.", (browser.eval("document.title"), browser.eval(said)))
        browser.click("#save")
        check("the next Save downloads the other file and leaves the first one alone", until(lambda: (folder / "other.yaml").exists()) and browser.holds(f"{said} === 'Downloaded other.yaml.'") and "[670, 100" in file.read_text(), browser.eval(said))
        leave(browser)
        check_problems(browser, ("the server responded with a status of",))
    finish()


main()
