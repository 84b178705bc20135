#!/usr/bin/python3
"""What people hear, in the region editor: the fields, the findings of check, the overlay and the order of the focus, with touchd behind them."""
import json, subprocess

from editing import Editor, leave
from stage import *

# The page looks for the file of "touchctl edit", which is not there.
EXPECTED = ("the server responded with a status of 404",)
RTL = "שלם עכשיו"
MARKUP = "<img src=x onerror=alert(1)><b>Pay</b>"
TREE = """# A ticket machine.
version: 1
screens:
  - id: main
    size: [1080, 1920]
    accessibility:
      profiles: [{ id: speech, start: [{ key: KEY_F15 }] }]
    windows:
      - id: kiosk
        frame: [0, 0, 1080, 1920]
        accessibility: { language: en }   # all of it
        children:
          - { id: title, kind: label, frame: [0, 0, 1080, 160], accessibility: { label: Choose a ticket, role: header } }
          # The menu, in the reach of everybody.
          - id: menu
            frame: [0, 200, 1080, 800]
            children:
              - { id: single, kind: button, frame: [40, 40, 400, 200], accessibility: { label: Single ticket, hint: 3 euros 20 } }
              - { id: day, kind: button, frame: [560, 40, 400, 200] }   # no label yet
              - { id: persons, kind: slider, frame: [40, 300, 1000, 200], minimumValue: 1, maximumValue: 9, value: 1, accessibility: { label: Persons } }
              - { id: off, kind: button, enabled: false, frame: [40, 560, 200, 200], accessibility: { label: Off } }
          - id: pay
            kind: button
            frame: [40, 1100, 1000, 300]
            accessibility:
              # in the words of the card's reader
              label: Pay
          - { id: help, kind: button, frame: [40, 1500, 300, 300], accessibility: { label: Help, activationPoint: [20, 30] } }
access:
  - { token: kiosk, regions: ["**"], allow: [receive] }
"""


def line(text, id):
    return next(one.strip() for one in text.splitlines() if f"id: {id}," in one or one.strip() == f"- id: {id}")


def fields(stage, browser, editor):
    editor.choose("day")
    group = "document.querySelector('#form fieldset.heard')"
    names = browser.eval(f"[...{group}.querySelectorAll('label[for]')].map(one => one.textContent)")
    check("a region has a field for each thing that people hear", names == ["label", "hint", "role", "language", "value", "element", "hidden", "modal", "direct", "private", "activationPoint"], names)
    unnamed = browser.eval(f"[...{group}.querySelectorAll('input, select')].filter(one => !one.labels.length && !one.ariaLabel).length")
    check("each has a name and the schema's help", unnamed == 0 and "A short text that names the region" in browser.eval(f"{group}.textContent"), unnamed)
    editor.set("accessibility.label", "Day ticket")
    check("the first one makes the map, in the region's style", line(editor.text(), "day").startswith("- { id: day, kind: button, frame: [560, 40, 400, 200], accessibility: { label: Day ticket } }   # no label yet"),
          line(editor.text(), "day"))
    check("nothing else differs", editor.text().replace(", accessibility: { label: Day ticket }", "") == TREE)
    editor.set("accessibility.role", "link")
    editor.set("accessibility.element", "true")
    editor.set("accessibility.activationPoint.0", "40")
    check("a choice, a boolean and a point: the point's other number is the middle's", "{ label: Day ticket, role: link, element: true, activationPoint: [40, 100] }" in line(editor.text(), "day"), line(editor.text(), "day"))
    for key in ("activationPoint", "element", "role", "label"):
        browser.eval(f"document.querySelector(\"#form .heard [aria-label='Remove {key}']\").click()")
        browser.frames()
    check("the last one removes the map, and the text is the file's again", editor.text() == TREE, line(editor.text(), "day"))
    for _ in range(8):
        browser.click("#undo")
        browser.frames()
    check("undo takes back each of them", editor.text() == TREE)

    editor.choose("pay")
    for label in (MARKUP, RTL, "x" * 3000, "12", "true"):
        editor.set("accessibility.label", label)
        read = json.loads(subprocess.run([touchctl, "regions", "--accessibility", "--json", "--config", "/dev/stdin"], input=editor.text(), capture_output=True, text=True).stdout.splitlines()[-2]) \
            if len(label) < 1000 else {"label": label}
        check(f"the label {label[:20]} is a text", read["label"] == label and "# in the words of the card's reader" in editor.text(), read)
        check("the field shows it", browser.eval("[...document.querySelectorAll('#form input')].find(one => one.dataset.name.endsWith('accessibility.label')).value") == label)
        if len(label) > 1000:
            editor.checked()
            check("a label that is too long is an error at its field", browser.holds("document.querySelector('#form .heard .error')?.textContent.includes('1000')"), editor.list("problems"))
    check("nothing of a label is markup", browser.eval("document.querySelector('img') === null"))
    direction = browser.eval("[...document.querySelectorAll('#form input')].filter(one => one.dir === 'auto').map(one => one.dataset.name.split('.').at(-1))")
    check("the fields of texts have the direction of what is written", direction == ["label", "hint", "value"], direction)
    leave_it(browser, editor)

    text = TREE.replace("accessibility: { label: Help, activationPoint: [20, 30] }", "accessibility: { label: { en: Help, de: Hilfe }, elements: [nowhere, 'x y'] }")
    retype(browser, text)
    editor.choose("help")
    editor.set("accessibility.hint", "Calls somebody")
    check("a label that is a map is not damaged by an edit beside it", "label: { en: Help, de: Hilfe }, elements: [nowhere, 'x y'], hint: Calls somebody }" in editor.text(), line(editor.text(), "help"))
    editor.set("accessibility.label", "{ en: Help, de: Hilfe!, fr: Aide }")
    check("it is edited as YAML", "label: { en: Help, de: \"Hilfe!\", fr: Aide }" in editor.text(), line(editor.text(), "help"))
    editor.set("accessibility.elements", "[nowhere, 'x y', title]")
    check("so is a list with a name that has a space", "elements: [nowhere, 'x y', title]" in editor.text(), line(editor.text(), "help"))
    leave_it(browser, editor)


def retype(browser, text):
    browser.eval(f"(() => {{ const s = document.querySelector('#source'); s.value = {json.dumps(text)}; s.dispatchEvent(new Event('change')) }})()")


def leave_it(browser, editor):
    leave(browser)
    check("undo leads back to the file's own text", until(lambda: editor.text() == TREE, 5))


def findings(stage, browser, editor):
    text = TREE.replace(" accessibility: { language: en }   # all of it\n", " multipleTouchEnabled: true\n").replace("activationPoint: [20, 30]", "activationPoint: [900, 30], elements: [pay]")
    retype(browser, text)
    editor.checked()
    (stage.folder / "other.yaml").write_text(text)
    said = [json.loads(one) for one in subprocess.run([touchctl, "check", "--json", stage.folder / "other.yaml"], capture_output=True, text=True).stdout.splitlines()]
    ids = sorted({one.get("id") for one in said})
    check("check warns of what people cannot hear or reach", ids == ["covered-element", "no-label", "no-language", "unmatched-reference"], said)
    shown = editor.list("problems")
    check("the editor's list has each of them, with line and column", all(f"{one['line']}:{one['column']}" in shown and one["message"] in shown and f"[{one['id']}]" in shown for one in said), shown)
    for id, region, field in (("no-label", "day", "accessibility.label"), ("no-language", "title", "accessibility.language"), ("covered-element", "help", "accessibility.activationPoint.0"),
                              ("unmatched-reference", "help", "accessibility.elements")):
        browser.eval(f"[...document.querySelectorAll('#problems button')].find(one => one.textContent.includes('[{id}]')).click()")
        browser.frames(3)
        name = browser.eval("document.activeElement.dataset.name ?? ''")
        check(f"{id} leads to the region and to the key", editor.selected() == region and name.endswith(field), (editor.selected(), name))
        check("the finding is at the field", browser.holds("document.activeElement.closest('.field').querySelector('.warn') !== null"))
        seen = browser.eval("(() => { const a = document.activeElement.getBoundingClientRect(), b = document.querySelector('#form').getBoundingClientRect(); return a.top >= b.top - 1 && a.bottom <= b.bottom + 1 })()")
        check("the field is in view", seen)
    look(browser, "editor-accessibility-form")
    editor.choose("day")
    editor.set("accessibility.label", "Day ticket")
    editor.checked()
    check("a label that is written is warned of no more", "no-label" not in editor.list("problems"), editor.list("problems"))
    leave_it(browser, editor)


def main():
    with Stage(TREE, admin=True, web=f"tools: {{ touchctl: {touchctl} }}\n") as stage, Chromium(size=(1280, 800)) as browser:
        editor = Editor(browser, stage.url("editor/"))
        fields(stage, browser, editor)
        findings(stage, browser, editor)
        check_problems(browser, EXPECTED)
        leave(browser)
    finish()


main()
