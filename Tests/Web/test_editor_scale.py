#!/usr/bin/python3
"""The region editor with many regions: a key changes a few nodes of the page, however many regions there are; one stop for Tab in the picture and one in
the list; the list folds, remembers it, and is searched."""
from cdp import MODIFIERS
from editing import Editor, leave
from scale import tree
from stage import *

# A check that ends meanwhile, on a slow machine, changes other parts.
WATCH = """(() => { window.seen = new Set(); window.records = 0; window.observer?.disconnect(); window.observer = new MutationObserver((all) => {
    if (all.some((one) => one.target.id === 'problems' && one.attributeName === 'data-checked' && one.target.dataset.checked === 'true')) return observer.disconnect();
    for (const one of all) { records++; seen.add(one.target);
      for (const added of one.addedNodes) { seen.add(added); added.querySelectorAll?.('*').forEach((inner) => seen.add(inner)) } } });
    observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true, characterData: true }) })()"""
shown = "[...document.querySelectorAll('#tree li')].map((one) => one.querySelector('.id').textContent)"
stops = "[...document.querySelectorAll('{} [tabindex=\"0\"]')].map((one) => one.dataset.key)"
found = "document.querySelector('#found').textContent"
focused = "document.activeElement.dataset.key ?? document.activeElement.id"


def touched(browser, act):
    """Returns how many nodes of the page an action changes or adds before everything is drawn, and by how many changes."""
    browser.until("document.querySelector('#problems').dataset.checked === 'true'")
    browser.frames(3)
    browser.eval(WATCH)
    act()
    browser.frames(3)
    return browser.eval("(() => { const all = [seen.size, records]; observer.disconnect(); return all })()")


def open_tree(stage, browser, count):
    """Opens a configuration with so many regions as a file."""
    leave(browser)
    path = stage.folder / f"tree{count}.yaml"
    path.write_text(tree(count))
    browser.files("#file", path)
    browser.until(f"document.querySelectorAll('svg .region').length === {count} && document.title.includes('tree{count}')")
    browser.until("document.querySelector('#problems').dataset.checked === 'true'")
    browser.frames(3)


def changes(stage, browser, editor, count):
    """Measures keys, zoom and drags."""
    open_tree(stage, browser, count)
    editor.choose("w0-b5")
    browser.eval("document.querySelector('svg .region[aria-pressed=true]').focus()")
    browser.key("ArrowRight")
    result = {}
    for name, act in (("arrow", lambda: browser.key("ArrowRight")), ("longer", lambda: browser.key("ArrowRight", "Control")), ("resize", lambda: browser.key("ArrowDown", "Shift")),
                      ("next", lambda: browser.key("PageDown")), ("undo", lambda: browser.key("z", "Control")), ("zoom", lambda: browser.key("+")), ("fit", lambda: browser.key("0"))):
        result[name] = touched(browser, act)
    browser.key("PageUp")
    for name, act in (("delete", lambda: browser.key("Delete")), ("undo of the deletion", lambda: browser.click("#undo"))):
        result[name] = touched(browser, act)
    editor.choose("w0")
    x, y = editor.place(134, 190)
    browser.mouse("moved", x, y)
    browser.mouse("pressed", x, y, "left", modifiers=MODIFIERS["Alt"])  # the window, not the button in front
    browser.mouse("moved", x + 20, y + 20, "left", buttons=1)
    result["drag"] = touched(browser, lambda: browser.mouse("moved", x + 30, y + 34, "left", buttons=1))
    browser.mouse("released", x + 30, y + 34, "left")
    browser.frames(3)
    result["list"] = touched(browser, lambda: browser.eval("document.querySelector('#tree [aria-selected=true]').nextElementSibling.click()"))
    return result


def bounded(stage, browser, editor):
    few = changes(stage, browser, editor, 120)
    many = changes(stage, browser, editor, 600)
    for name, most in (("arrow", 100), ("longer", 100), ("resize", 100), ("undo", 300), ("zoom", 100), ("fit", 100), ("next", 260), ("list", 260), ("drag", 220), ("delete", 330), ("undo of the deletion", 330)):
        check(f"{name}: a few nodes of the page change", few[name][0] <= most, few)
        # The names that have room may differ, and on a slow machine a check may end meanwhile.
        check(f"{name}: no more with five times as many regions", many[name][0] <= few[name][0] + 80 and many[name][1] <= few[name][1] + 80, (few[name], many[name]))
    for name in ("delete", "undo of the deletion"):
        check(f"{name}: of the regions behind it only the keys change", few[name][1] <= 300, few[name])
    counted = browser.eval("""[...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).flatMap((rule) => [rule, ...(rule.cssRules ?? [])]).map((rule) => rule.selectorText ?? '')
        .filter((selector) => /:(nth|first|last|only)-/.test(selector))""")
    check("no style rule counts siblings, which would compute the styles of all regions behind a deleted one", counted == [], counted)


def keyboard(stage, browser, editor):
    open_tree(stage, browser, 120)
    check("with nothing selected Tab stops once in the picture", browser.eval(stops.format("svg")) == ["screens.0.windows.0"], browser.eval(stops.format("svg")))
    check("and once in the list, at the front region", browser.eval(stops.format("#tree")) == ["screens.0.windows.1"], browser.eval(stops.format("#tree")))
    browser.eval("document.querySelector('svg .region[tabindex=\"0\"]').focus()")
    for key, expected in (("PageDown", "w0-b0"), ("PageDown", "w0-b1"), ("PageUp", "w0-b0"), ("End", "w1-b18"), ("PageDown", "w1-b18"), ("Home", "w0"), ("PageUp", "w0")):
        browser.key(key)
        browser.frames(2)
        check(f"{key} goes to {expected}", editor.selected() == expected and browser.eval(focused) == browser.eval("document.querySelector('svg [aria-pressed=true]').dataset.key"), editor.selected())
    browser.key("End")
    browser.frames(2)
    check("the stop moves along", browser.eval(stops.format("svg")) == ["screens.0.windows.1.children.18"] == browser.eval(stops.format("#tree")), browser.eval(stops.format("svg")))
    browser.key("Tab")
    check("Tab leaves the picture", browser.eval("!document.activeElement.closest('svg')"), browser.eval(focused))
    browser.key("Tab", "Shift")
    check("and comes back to the same region", browser.eval(focused) == "screens.0.windows.1.children.18", browser.eval(focused))


def kept(browser, editor):
    editor.choose("w1-b3")
    browser.eval("document.querySelector('#tree [aria-selected=true]').kept = document.querySelector('svg [aria-pressed=true]').kept = true")
    browser.eval("document.querySelector('svg [aria-pressed=true]').focus()")
    browser.key("ArrowRight")
    browser.key("PageDown")
    browser.frames(3)
    browser.key("Delete")
    browser.frames(3)
    check("entries and regions are kept while others change and go",
          browser.eval("[...document.querySelectorAll('#tree li, svg .region')].filter((one) => one.kept).map((one) => one.dataset.key)") == ["screens.0.windows.1.children.3"] * 2)
    check("one that is gone has no entry", "w1-b4" not in browser.eval(shown) and browser.eval(shown)[:2] == ["w1", "w1-b18"], browser.eval(shown)[:3])
    browser.click("#undo")
    browser.click("#undo")
    browser.frames(3)


def fields(browser, editor):
    """The properties' fields are used again for a region that has the same ones."""
    field = "document.querySelector('#form [data-name$=\"{}\"]')"
    key = "screens.0.windows.1.children.{}"
    editor.choose("w1-b3")
    browser.eval(f"(one => one.kept = true)({field.format('frame.0')})")
    editor.choose("w1-b5")
    now = browser.eval(f"[...document.querySelectorAll('#form [data-name]:not(button)')].slice(0, 4).map((one) => [one.dataset.name, one.value])")
    check("the next region has the same fields, with its own values", browser.eval(f"{field.format('frame.0')}.kept") is True
          and [now[0], now[2][0]] == [[f"{key.format(5)}.id", "w1-b5"], f"{key.format(5)}.frame.0"], now)
    labels = browser.eval("[...document.querySelectorAll('#form .field > .head label')].every((one) => document.getElementById(one.htmlFor)?.closest('.field') === one.closest('.field'))")
    check("labels lead to them", labels)
    editor.set("children.5.frame.0", "7")
    check("a field changes the region that it shows", "id: w1-b5, kind: button, frame: [7," in editor.text(), editor.text()[-900:])
    browser.click("#undo")
    label = f"{field.format('accessibility.label')}.value"
    browser.eval(f"{label} = 'typed'")
    editor.choose("w1-b6")
    check("a text that was typed and not entered does not go to the next region", browser.eval(label) == "", browser.eval(label))
    editor.choose("w1")
    check("a window has its own fields", browser.eval(f"{field.format('frame.0')}.kept") is None and browser.eval(f"{field.format('.id')}.value") == "w1")


def folding(stage, browser, editor):
    editor.choose("w1-b7")
    browser.eval("document.querySelector('#tree [aria-selected=true]').focus()")
    browser.key("ArrowLeft")
    browser.frames(3)
    check("left goes to the parent", editor.selected() == "w1", editor.selected())
    browser.key("ArrowLeft")
    browser.frames(3)
    state = "document.querySelector('#tree li[data-key=\"screens.0.windows.1\"]').getAttribute('aria-expanded')"
    check("left again folds it", browser.eval(shown)[:2] == ["w1", "w0"] and browser.eval(state) == "false", browser.eval(shown)[:4])
    check("it keeps the focus", browser.eval(focused) == "screens.0.windows.1", browser.eval(focused))
    nodes = browser.page("Accessibility.getFullAXTree")["nodes"]
    items = [(one["name"]["value"], {prop["name"]: prop["value"].get("value") for prop in one["properties"]}) for one in nodes if one.get("role", {}).get("value") == "treeitem"]
    said = {name.split()[0]: (prop.get("level"), prop.get("expanded")) for name, prop in items}
    check("a screen reader hears levels and what is folded", said.get("w1", said.get("w1window")) == (1, False) and (2, None) in said.values(), list(said.items())[:4])
    look(browser, "editor-folded")
    browser.key("ArrowDown")
    browser.frames(3)
    check("down goes to the next entry in sight", editor.selected() == "w0", editor.selected())
    browser.key("ArrowUp")
    browser.key("ArrowRight")
    browser.frames(3)
    check("right unfolds it", browser.eval(shown)[:2] == ["w1", "w1-b18"] and browser.eval(state) == "true", browser.eval(shown)[:3])
    browser.key("ArrowRight")
    browser.frames(3)
    check("right again goes to the first child, the front one", editor.selected() == "w1-b18", editor.selected())
    browser.click("#tree li[data-key='screens.0.windows.1'] .fold")
    browser.frames(3)
    check("its sign folds it, and selects it in place of what is hidden", browser.eval(shown)[:2] == ["w1", "w0"] and editor.selected() == "w1", (browser.eval(shown)[:3], editor.selected()))
    open_tree(stage, browser, 20)
    check("another file has its own", browser.eval(shown)[:2] == ["w0", "w0-b18"], browser.eval(shown)[:2])
    open_tree(stage, browser, 120)
    check("the same file is folded when it is opened again", browser.eval(shown)[:2] == ["w1", "w0"], browser.eval(shown)[:2])
    browser.click(editor.place(270 + 4 + 13 + 58, 19))
    check("a region that is selected in the picture is unfolded", until(lambda: editor.selected() == "w1-b2") and browser.eval(shown)[1] == "w1-b18", editor.selected())


def searching(browser, editor):
    browser.eval("document.querySelector('#tree [tabindex=\"0\"]').focus()")
    browser.key("/")
    check("/ goes to the search", browser.eval(focused) == "find")
    browser.type("B15")
    check("matches stay, with the regions around them", browser.holds(f"{shown}.join() === 'w1,w1-b15,w0,w0-b15'"), browser.eval(shown))
    check("and are counted", browser.eval(found) == "2 of 120 regions", browser.eval(found))
    check("those around are told from matches", browser.eval("[...document.querySelectorAll('#tree .around .id')].map((one) => one.textContent)") == ["w1", "w0"])
    look(browser, "editor-search")
    browser.key("Enter")
    browser.frames(3)
    check("Enter selects the first match", editor.selected() == "w1-b15" and browser.eval(focused) == "screens.0.windows.1.children.15", editor.selected())
    browser.key("ArrowDown")
    browser.key("ArrowDown")
    browser.frames(3)
    check("arrows go through what is left", editor.selected() == "w0-b15", editor.selected())
    browser.eval("document.querySelector('#find').focus(); document.querySelector('#find').select()")
    browser.type("nothing such")
    check("no match is said", browser.holds(f"{found} === 'No region matches.'") and browser.eval(shown) == [])
    browser.key("Escape")
    check("Escape shows all again", browser.holds(f"{shown}.length === 120") and browser.eval("document.querySelector('#found').hidden && document.querySelector('#find').value === ''"), len(browser.eval(shown)))
    browser.type("window")
    check("kinds are searched", browser.holds(f"{shown}.join() === 'w1,w0'"), browser.eval(shown)[:4])
    browser.key("Escape")


def main():
    with Stage(tree(20), admin=True, web=f"tools: {{ touchctl: {touchctl} }}\n") as stage, Chromium(size=(1280, 800)) as browser:
        editor = Editor(browser, stage.url("editor/"))
        bounded(stage, browser, editor)
        keyboard(stage, browser, editor)
        kept(browser, editor)
        fields(browser, editor)
        folding(stage, browser, editor)
        searching(browser, editor)
        check_problems(browser, ("the server responded with a status of 4",))
        leave(browser)
    finish()


main()
