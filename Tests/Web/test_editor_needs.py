#!/usr/bin/python3
"""The region editor offers the keys that a kind needs at once, and the keys of a kind before those of every region."""
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
          - { id: list, frame: [0, 0, 400, 600], hitTest: { kind: passThrough }, gestures: [{ id: pull, type: tap }] }
"""
LIST = "screens.0.windows.0.children.0"


def needed(browser):
    return browser.eval("[...document.querySelectorAll('#form .needed')].map((one) => one.closest('.field').querySelector('label').textContent)")


def main():
    with Stage(TREE, admin=True, web=f"tools: {{ touchctl: {touchctl} }}\n") as stage, Chromium(size=(1280, 800)) as browser:
        editor = Editor(browser, stage.url("editor/"))
        editor.choose("list")
        check("a view needs nothing", needed(browser) == [], needed(browser))
        editor.set("children.0.kind", "scrollView")
        check("a scroll view has a field for its contentSize at once", browser.holds(f"document.querySelector('[data-name=\"{LIST}.contentSize.0\"]')?.value === ''"))
        check("which is marked as needed, also for those who hear the page", needed(browser) == ["contentSize"]
              and browser.eval(f"document.querySelector('[data-name=\"{LIST}.contentSize.0\"]').getAttribute('aria-required')") == "true", needed(browser))
        groups = browser.eval(f"[...document.querySelectorAll('[data-name=\"add {LIST}\"] optgroup')].map((one) => [one.label, one.firstElementChild.value, one.childElementCount])")
        check("the keys of scroll views are offered before those of every region", [one[0] for one in groups] == ["of scrollView", "others"] and groups[0][1] == "contentInset", groups)
        editor.checked()
        check("check warns without it", "cannot-scroll" in editor.list("problems"), editor.list("problems"))
        look(browser, "editor-needed")
        for theme in ("dark", "light"):
            browser.color_scheme(theme)
            check_contrast(browser, f"needed keys, {theme}")
        editor.set("children.0.contentSize.1", "3000")
        check("the other side is the region's own", "contentSize: [400, 3000]" in editor.text(), editor.text())
        check("it is no longer marked", browser.holds("!document.querySelector('#form .needed')"), needed(browser))
        editor.checked()
        check("and check is content", "No errors or warnings" in editor.list("problems"), editor.list("problems"))
        editor.set("hitTest.kind", "redirect")
        check("a redirection needs a region", browser.holds("!!document.querySelector('#form .needed')") and needed(browser) == ["to"], needed(browser))
        editor.set("gestures.0.type", "edge")
        check("an edge gesture needs its edges", browser.holds("document.querySelectorAll('#form .needed').length === 2") and sorted(needed(browser)) == ["edges", "to"], needed(browser))
        keys = browser.eval(f"[...document.querySelectorAll('#form [data-name^=\"{LIST}.gestures.0.\"]:not(button)')].map((one) => one.dataset.name.split('.').at(-1)).slice(0, 3)")
        check("a gesture's ID and type come first, and then what it needs", keys == ["id", "type", "edges"], keys)
        for _ in range(4):
            browser.click("#undo")
        check("undo leads back", browser.holds("!document.title.startsWith('•')") and editor.text() == TREE, editor.text())
        leave(browser)
        check_problems(browser, ("the server responded with a status of 4",))
    finish()


main()
