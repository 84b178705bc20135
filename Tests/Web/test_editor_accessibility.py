#!/usr/bin/python3
"""What people hear, in the region editor: the fields, the findings of check, the overlay and the order of the focus, with touchd behind them."""
import json, os, signal, subprocess

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
    check("undo leads back to the file's own text", until(lambda: editor.text() == TREE))


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
    editor.choose("help")
    editor.set("accessibility.elements", "nowhere")
    editor.checked()
    check("a name that no region has is an error of the list, and at its field", '"elements" of region "help": there is no region "nowhere"' in editor.list("problems")
          and browser.holds("document.querySelector('#form .heard .error')?.textContent.includes('nowhere')"), editor.list("problems"))
    browser.click("#undo")
    editor.checked()
    editor.choose("day")
    editor.set("accessibility.label", "Day ticket")
    editor.checked()
    check("a label that is written is warned of no more", "no-label" not in editor.list("problems"), editor.list("problems"))
    leave_it(browser, editor)


def seen_order(editor):
    return editor.browser.eval("[...document.querySelectorAll('#order li')].map(one => one.querySelector('.kind').textContent)")


def core_order(stage):
    """Returns the order of the running touchd: the focus goes to the next element until it is at the first one again."""
    admin = stage.connect(admin=True)
    try:
        admin.answer("subscribe", regions=["**"])
        found = []
        while len(found) < 2 or found[-1] != found[0]:
            before = len(admin.lines)
            admin.answer("focus", screen="main", move="next")
            found.append(until(lambda: [line["region"] for line in admin.lines[before:] if line["type"] == "focus"])[-1])
        # The focus is on the last one, so the next test begins at the first one.
        admin.answer("focus", screen="main", move="previous")
        return found[:-1]
    finally:
        admin.close()


def rotated(found, first):
    return found[found.index(first):] + found[:found.index(first)] if first in found else found


def order(stage, browser, editor):
    browser.click("#tab-order")
    natural = ["title", "single", "day", "persons", "pay", "help"]
    check("the tab has the elements in their order, without a disabled control", until(lambda: seen_order(editor) == natural), seen_order(editor))
    check("it is the order of the running touchd", rotated(core_order(stage), "title") == natural, core_order(stage))
    words = browser.eval("[...document.querySelectorAll('#order .words')].map(one => one.innerText)")
    check("it has what people hear of each, and marks what nobody can hear", words == ["Choose a ticket, header [en]", "Single ticket, button. 3 euros 20 [en]", "no label, button [en]",
          "Persons, adjustable, 1 [en]", "Pay, button [en]", "Help, button [en]"] and browser.eval("document.querySelectorAll('#order .error').length") == 1, words)
    editor.choose("pay")
    browser.click("#order-earlier")
    browser.frames(3)
    check("a group is passed as a whole", seen_order(editor) == ["title", "pay", "single", "day", "persons", "help"], seen_order(editor))
    expected = TREE.replace("accessibility: { language: en }   # all", "accessibility: { language: en, elements: [title, pay] }   # all")
    check("the window's list names as many as it needs, and nothing else of the text differs", editor.text() == expected, editor.text())
    check("the place is said", browser.eval("document.querySelector('#order-said').textContent") == "Pay is number 2 of 6.", browser.eval("document.querySelector('#order-said').textContent"))
    browser.click("#undo")
    browser.frames(3)
    check("undo takes it back, in the list too", editor.text() == TREE and seen_order(editor) == natural, seen_order(editor))

    # By keyboard alone: to the list, to an element, and three steps.
    browser.eval("document.querySelector('#order li[tabindex=\"0\"]').focus()")
    browser.key("Home")
    browser.frames(3)
    check("Home goes to the first element", editor.selected() == "title" and browser.eval("document.activeElement.getAttribute('aria-selected')") == "true", editor.selected())
    for _ in range(3):
        browser.key("ArrowDown")
        browser.frames(3)
    check("arrows go along the order, and select", editor.selected() == "persons", editor.selected())
    browser.key("ArrowUp", "Alt")
    browser.frames(3)
    check("Alt-up moves the element, in the list of the group", "# The menu, in the reach of everybody.\n          - id: menu\n            frame: [0, 200, 1080, 800]\n            accessibility: { elements: [single, persons] }\n" in editor.text()
          and seen_order(editor) == ["title", "single", "persons", "day", "pay", "help"], (seen_order(editor), editor.text()))
    browser.key("ArrowUp", "Alt")
    browser.frames(3)
    browser.key("ArrowUp", "Alt")
    browser.frames(3)
    check("it goes on out of its group", seen_order(editor) == ["persons", "title", "single", "day", "pay", "help"], seen_order(editor))
    check("the focus stays at the element", browser.eval("document.activeElement.dataset.key") == browser.eval("document.querySelector('#order [aria-selected=\"true\"]').dataset.key"))
    text = editor.text()
    browser.key("ArrowUp", "Alt")
    browser.frames(3)
    check("at the end it says so, and changes nothing", editor.text() == text and "cannot go before" in browser.eval("document.querySelector('#order-said').textContent"))
    check("the button says the same", browser.eval("[document.querySelector('#order-earlier').disabled, document.querySelector('#order-later').disabled]") == [True, False])
    browser.key("Enter")
    browser.frames(3)
    check("Enter leads to the label", browser.eval("document.activeElement.dataset.name ?? ''").endswith("accessibility.label"))
    editor.checked()
    check("check has nothing against the order", "unmatched" not in editor.list("problems"), editor.list("problems"))
    check("the running touchd has the order of the new text", stage.reload(text) and rotated(core_order(stage), "persons") == seen_order(editor), (core_order(stage), seen_order(editor)))

    # By mouse: dragged to a place, and taken back in one step.
    drag(browser, "help", "title")
    check("an element that is dragged goes to the place", until(lambda: seen_order(editor).index("help") == 1), seen_order(editor))
    dragged = editor.text()
    check("the running touchd has that order too", stage.reload(dragged) and rotated(core_order(stage), "persons") == seen_order(editor), (core_order(stage), seen_order(editor)))
    browser.click("#undo")
    check("the drag is one step of undo", until(lambda: editor.text() == text), editor.text())
    stage.reload(TREE)
    leave_it(browser, editor)

    # Only one place, a modal region, a screen without the section, and no element at all.
    retype(browser, TREE.replace("frame: [0, 200, 1080, 800]", "frame: [0, 200, 1080, 800]\n            accessibility: { modal: true }"))
    check("a modal region has the focus alone", until(lambda: seen_order(editor) == ["single", "day", "persons"]) and "“menu”, which is modal" in editor.list("order"), editor.list("order"))
    retype(browser, TREE.replace("    accessibility:\n      profiles: [{ id: speech, start: [{ key: KEY_F15 }] }]\n", ""))
    check("a screen without the section is said to have no focus", until(lambda: "no “accessibility” section" in editor.list("order")), editor.list("order"))
    retype(browser, "version: 1\nscreens: [{ id: main, size: [100, 100], windows: [{ id: w, frame: [0, 0, 100, 100] }] }]\n")
    check("a screen without elements says so", until(lambda: "the focus has nowhere to go" in editor.list("order")), editor.list("order"))
    leave_it(browser, editor)


def drag(browser, id, to):
    """Drags a row of the order to another one, as the browser's events say it."""
    browser.eval(f"""(() => {{ const row = id => [...document.querySelectorAll('#order li')].find(one => one.querySelector('.kind').textContent === id);
        const data = new DataTransfer();
        row({json.dumps(id)}).dispatchEvent(new DragEvent('dragstart', {{ bubbles: true, dataTransfer: data }}));
        row({json.dumps(to)}).dispatchEvent(new DragEvent('dragover', {{ bubbles: true, cancelable: true, dataTransfer: data }}));
        row({json.dumps(to)}).dispatchEvent(new DragEvent('drop', {{ bubbles: true, cancelable: true, dataTransfer: data }})) }})()""")
    browser.frames(3)


def overlay(stage, browser, editor):
    words = "[...document.querySelectorAll('svg .heard text.words')].map(one => one.textContent.replace(/[\u2068\u2069]/g, ''))"
    check("the overlay is off, and has nothing in the picture", browser.eval("document.querySelector('svg .heard').childElementCount") == 0)
    retype(browser, TREE.replace("label: Pay", "label: " + json.dumps(RTL)).replace("label: Help", "label: " + json.dumps("Help " + "x" * 300)).replace("label: Persons", "label: " + json.dumps(MARKUP)))
    browser.click("#tab-problems")
    browser.click("#heard")
    browser.frames(3)
    numbers = browser.eval("[...document.querySelectorAll('svg .heard .digits')].map(one => one.textContent)")
    check("each element has its number, and one without a label a mark", numbers == ["1", "2", "3!", "4", "5", "6"], numbers)
    shown = browser.eval(words)
    check("and what people hear, as much as there is room for", shown[0] == "Choose a ticket, header" and shown[2].startswith("no lab") and shown[4] == RTL + ", button" and shown[5].startswith("Hel") and shown[5].endswith("…"), shown)
    check("markup is text", shown[3].startswith("<img src=x"), shown[3])
    check("one without a label is a fault", browser.eval("document.querySelectorAll('svg .heard .number.fault').length") == 1)
    wide = browser.eval("[...document.querySelectorAll('svg .heard text.words')].map(one => one.getBoundingClientRect().right - document.querySelector('svg .screen').getBoundingClientRect().right)")
    check("no text sticks out of the screen", max(wide) <= 1, wide)
    spots = browser.eval("[...document.querySelectorAll('svg .heard .activation')].map(one => { const b = one.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2] })")
    places = [(240, 340), (760, 340), (140, 600), (540, 1250), (60, 1530)]
    check("the activation point of each control is there: stated, a slider's knob, or the middle", len(spots) == 5 and all(near(spot, editor.place(*place)) for spot, place in zip(spots, places)),
          (spots, [editor.place(*place) for place in places]))
    names = browser.eval("[...document.querySelectorAll('svg .region')].map(one => one.getAttribute('aria-label'))")
    check("the names of the regions say the same", any(name.startswith("kiosk/menu/day, button") and name.endswith("; element 3 of 6: no label, button") for name in names), names)
    look(browser, "editor-overlay-1280x800")
    activated(stage, places)
    editor.choose("day")
    editor.set("accessibility.label", "Day ticket")
    browser.frames(3)
    check("it follows the text", browser.eval(words)[2].startswith("Day") and browser.eval("document.querySelectorAll('svg .heard .fault').length") == 0, browser.eval(words))
    browser.eval("document.querySelector('svg .region[aria-pressed=true]').focus()")
    browser.key("e")
    browser.frames(3)
    check("E switches it off", browser.eval("document.querySelector('svg .heard').childElementCount") == 0 and not browser.eval("document.querySelector('#heard').checked"))
    check("then the regions have their ids again", "day" in browser.eval("[...document.querySelectorAll('svg text')].map(one => one.textContent)"))
    leave_it(browser, editor)


def activated(stage, places):
    """Compares the points with the touches that the running touchd makes for activations."""
    admin = stage.connect(admin=True)
    admin.answer("subscribe", regions=["**"], observe=True)
    found = []
    for region in ("single", "day", "persons", "pay", "help"):
        admin.answer("focus", screen="main", region=region)
        before = len(admin.lines)
        admin.answer("activate", screen="main")
        began = lambda: [event for line in admin.lines[before:] if line["type"] == "frame" for event in line["events"] if event.get("phase") == "began"]
        until(began)
        found.append(began())
    points = [(events[0].get("x"), events[0].get("y")) if events else None for events in found]
    check("touchd touches the same points", points == places, found)
    admin.close()


def near(a, b, by=2):
    return all(abs(x - y) <= by for x, y in zip(a, b))


def sizes(stage, browser, editor):
    for size in ((1280, 800), (1080, 1920), (390, 844)):
        browser.resize(size)
        browser.frames(3)
        name = f"{size[0]}x{size[1]}"
        browser.eval("document.querySelector('#heard').checked || document.querySelector('#heard').click()")
        browser.click("#tab-order")
        editor.choose("day")
        browser.frames(3)
        wide = browser.eval("document.scrollingElement.scrollWidth - innerWidth")
        check(f"nothing is wider than the page at {name}", wide <= 0, wide)
        small = browser.eval("[...document.querySelectorAll('#order button, #order li, .stage .layers > *, #form .heard input, #form .heard select')].filter(one => one.getBoundingClientRect().height < 43.5).map(one => one.outerHTML)")
        check(f"what is to be touched is 44 pixels high at {name}", not small, small)
        browser.eval("document.querySelector('#order').scrollIntoView()")
        look(browser, f"editor-order-{name}")
        browser.eval("scrollTo(0, 0)")
        browser.frames()
        look(browser, f"editor-elements-{name}")
        browser.eval("document.querySelector('#form .heard').scrollIntoView()")
        look(browser, f"editor-heard-{name}")
        browser.eval("scrollTo(0, 0)")


def in_place(stage, browser):
    file = stage.folder / "edited.yaml"
    file.write_text(TREE)
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")} | {"XDG_RUNTIME_DIR": str(stage.folder), "PATH": f"{bridge.parent}:{os.environ['PATH']}"}
    process = subprocess.Popen([touchctl, "edit", file, "--pages", stage.pages, "--admin-socket", stage.admin_socket], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               stdin=subprocess.DEVNULL, text=True, env=environment)
    browser.resize((1280, 800))
    try:
        editor = Editor(browser, process.stdout.readline().strip())
        check("touchctl edit warns of what nobody can hear", "[no-label]" in editor.list("problems"), editor.list("problems"))
        editor.choose("day")
        editor.set("accessibility.label", "Day ticket")
        browser.click("#save")
        expected = TREE.replace("frame: [560, 40, 400, 200] }", "frame: [560, 40, 400, 200], accessibility: { label: Day ticket } }")
        check("the label is saved in place, with all comments", until(lambda: file.read_text() == expected), file.read_text())
        editor.checked()
        check("then there is nothing to warn of", "No errors or warnings" in editor.list("problems"), editor.list("problems"))
        leave(browser)
        browser.goto("about:blank")
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)


def main():
    with Stage(TREE, admin=True, web=f"tools: {{ touchctl: {touchctl} }}\n") as stage, Chromium(size=(1280, 800)) as browser:
        editor = Editor(browser, stage.url("editor/"))
        fields(stage, browser, editor)
        findings(stage, browser, editor)
        order(stage, browser, editor)
        overlay(stage, browser, editor)
        sizes(stage, browser, editor)
        in_place(stage, browser)
        check_problems(browser, EXPECTED)
        leave(browser)
    finish()


main()
