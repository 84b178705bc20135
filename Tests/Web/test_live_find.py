"""The live view's list of regions, for the keyboard and for screen readers, and its filter of regions, clients and reasons."""
from stage import *

TREE = """version: 1
screens:
  - id: main
    size: [1080, 1920]
    windows:
      - id: kiosk
        frame: [0, 0, 1080, 1920]
        children:
          - { id: map, frame: [0, 0, 1080, 600], multipleTouchEnabled: true, gestures: [{ id: move, type: pan }] }
          - { id: ok, kind: button, frame: [40, 640, 200, 200] }
          - id: many
            frame: [0, 900, 1080, 900]
            children: [CHILDREN]
""".replace("CHILDREN", ", ".join(f"{{ id: cell-{n}, frame: [{40 * (n % 25)}, {60 * (n // 25)}, 38, 58] }}" for n in range(260)))
listed = "[...document.querySelectorAll('#region-rows li')].map((row) => row.innerText.replace(/\\s+/g, ' '))"
chosen = "document.querySelector('#region-rows [aria-selected=true] .path')?.textContent"
about = "document.querySelector('#region-about').innerText"
touches = "[...document.querySelectorAll('#touch-rows button')].map((row) => row.innerText.replace(/\\s+/g, ' '))"
events = "[...document.querySelectorAll('#event-rows li')].map((row) => row.innerText)"
counted = "document.querySelector('#filtered').textContent"


def filter(browser, text):
    browser.eval("document.querySelector('#filter').value = ''")
    browser.eval("document.querySelector('#filter').focus()")
    browser.type(text)
    browser.eval("document.querySelector('#filter').dispatchEvent(new Event('input'))")


with Stage(TREE, admin=True) as stage, Chromium(size=(1280, 800), scheme="dark") as browser:
    browser.goto(stage.url("live/"))
    browser.holds("document.querySelector('#status').dataset.state == 'connected' && / down$/.test(document.querySelector('#fingers').ariaLabel)")
    browser.click("#tab-tree")
    check("the list has the regions of the screen, front first", browser.holds(f"{listed}.length == 200") and browser.eval(listed)[:3] == ["kiosk window", "kiosk/many view", "kiosk/many/cell-259 view"], browser.eval(listed)[:4])
    check("and says how many more there are", browser.eval("document.querySelector('#region-rest').innerText").startswith("and 64 more"), browser.eval("document.querySelector('#region-rest').innerText"))
    tree = browser.page("Accessibility.getFullAXTree")["nodes"]
    roles = [(node["role"]["value"], node.get("name", {}).get("value")) for node in tree if not node.get("ignored")]
    check("a screen reader finds a list of options", ("listbox", "Regions of the screen, front first") in roles and ("option", "kiosk/many, view") in roles, [one for one in roles if one[0] in ("listbox", "option")][:4])
    check("Tab stops once in the list", browser.eval("[...document.querySelectorAll('#region-rows [tabindex=\"0\"]')].length") == 1)
    look(browser, "live-regions")

    # The keyboard alone.
    browser.eval("document.querySelector('#tab-tree').focus()")
    for _ in range(4):
        browser.key("Tab")
        if browser.eval("document.activeElement.getAttribute('role') == 'option'"):
            break
    check("Tab leads from the tab to the list", browser.eval("document.activeElement.dataset.region") == "kiosk", browser.eval("document.activeElement.outerHTML"))
    browser.key("ArrowDown")
    check("arrows choose a region", browser.holds(f"{chosen} == 'kiosk/many'") and browser.eval("document.activeElement.dataset.region") == "many", browser.eval(chosen))
    check("which is explained", browser.holds(f"{about}.includes('view, 1080 × 900 points')"), browser.eval(about))
    edge = """(() => { const c = document.querySelector('#regions'), s = (c.height - 12) / 1920, x = Math.round(6 + 1040 * s), y = Math.round(6 + 900 * s);
      const d = c.getContext('2d').getImageData(x, y - 3, 1, 7).data; return Math.max(...d.filter((_, i) => i % 4 != 3)) })()"""
    check("and marked in the picture", browser.holds(f"{edge} > 200"), browser.eval(edge))
    browser.key("End")
    check("End leads to the last one", browser.holds(f"{chosen} == 'kiosk/many/cell-62'"), browser.eval(chosen))
    browser.key("Home")
    check("Home to the first one", browser.holds(f"{chosen} == 'kiosk'"), browser.eval(chosen))

    # The filter.
    filter(browser, "cell-25")
    check("the filter finds regions beyond the first 200", browser.holds(f"{listed}.length == 11") and browser.holds(f"{counted} == '11 found'"), (browser.eval(counted), browser.eval(listed)))
    filter(browser, "no such region")
    check("and says if there is none", browser.holds("document.querySelector('#region-rest').innerText == 'No region matches the filter.'"))
    filter(browser, "")
    claimer = stage.connect(admin=True)
    claimer.send("hello", name="cashier", protocol=1)
    claimer.answer("subscribe", regions=["kiosk/ok"])
    check("a client claims a region", claimer.answer("claim", receivers=["ok"])["ok"])
    browser.click("#tab-clients")
    browser.holds("document.querySelector('#client-rows').innerText.includes('claims')")
    stage.tap(140, 740, 1)
    stage.down(200, 100, 2)
    for step in range(6):
        time.sleep(0.02)
        stage.move(200 + 60 * step, 100, 2)
    browser.click("#tab-touches")
    check("two touches are in the list", browser.holds(f"{touches}.length == 2"), browser.eval(touches))
    filter(browser, "cashier")
    check("touches are filtered by the client that has claimed their region", browser.holds(f"{touches}.length == 1 && {touches}[0].startsWith('#1 ')"), browser.eval(touches))
    filter(browser, "gesture")
    check("by the reason of a cancel", browser.holds(f"{touches}.length == 1 && {touches}[0].startsWith('#2 ')"), browser.eval(touches))
    filter(browser, "kiosk/map gesture")
    check("and by region and reason", browser.holds(f"{touches}.length == 1 && {counted} == '1 found'"), browser.eval(touches))
    look(browser, "live-filtered")
    browser.click("#tab-events")
    filter(browser, "cancelled")
    check("events are filtered too", browser.holds(f"{events}.length == 1 && {events}[0].includes('cancelled for map')"), browser.eval(events))
    browser.click("#tab-clients")
    filter(browser, "cashier")
    check("and clients", browser.holds("document.querySelectorAll('#client-rows tr').length == 1"), browser.eval("document.querySelector('#client-rows').innerText"))
    filter(browser, "")
    check("without a filter everything is there", browser.holds("document.querySelectorAll('#client-rows tr').length >= 2"))
    stage.up(2)
    claimer.close()
    check_problems(browser)
finish()
