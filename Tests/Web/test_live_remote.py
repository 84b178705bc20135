"""The live view's "touch from here": fingers of whoever looks on, for those who have the right."""
from stage import *

KIOSK = """version: 1
screens:
  - id: main
    size: [1080, 1920]
    windows:
      - id: kiosk
        frame: [0, 0, 1080, 1920]
        children:
          - { id: map, frame: [0, 160, 1080, 900], multipleTouchEnabled: true }
          - id: pad
            frame: [540, 1060, 540, 540]
            sensitive: true
            children: [{ id: one, kind: button, frame: [0, 0, 180, 180] }]
          - { id: ok, kind: button, frame: [60, 1660, 200, 200] }
"""
connected = "document.querySelector('#status').dataset.state == 'connected' && / down$/.test(document.querySelector('#fingers').ariaLabel)"


def place(browser, x, y):
    """Returns the place of a point of the screen in the page."""
    return browser.eval(f"(() => {{ const b = document.querySelector('#fingers').getBoundingClientRect();"
                        f" return [b.x + 6 + {x} / 1080 * (b.width - 12), b.y + 6 + {y} / 1920 * (b.height - 12)] }})()")


with Stage(KIOSK, admin=True) as stage, Chromium(size=(1280, 800), scheme="dark") as browser:
    browser.goto(stage.url("live/"))
    browser.holds(connected)
    check("the administrator's page offers it", browser.holds("!document.querySelector('#remote-choice').hidden"))
    watcher = stage.connect(admin=True)
    watcher.answer("subscribe", regions=["**"], observe=True)

    def events():
        """Returns the events since the last call."""
        watcher.send("sync")
        watcher.wait(lambda line: line["type"] == "synced")
        found = [(line["panel"], event["phase"], event.get("region")) for line in watcher.lines if line["type"] == "frame"
                 for event in line["events"] if event["event"] == "touch"]
        watcher.lines.clear()
        return found

    def heard(*expected):
        """Whether these events come, moves aside."""
        seen = []
        return until(lambda: seen.extend(e for e in events() if e[1] != "moved") or seen == list(expected)), seen

    browser.mouse("pressed", *place(browser, 160, 1760), "left")
    browser.mouse("released", *place(browser, 160, 1760), "left")
    browser.frames(4)
    check("switched off, a click touches nothing", events() == [])

    browser.click("#remote")
    browser.mouse("pressed", *place(browser, 160, 1760), "left")
    check("switched on, a press is a finger", heard(("main-injected", "began", "ok"))[0])
    mark = """(() => { const c = document.querySelector('#fingers'), x = 6 + 160 / 1080 * (c.width - 12), y = 6 + 1760 / 1920 * (c.height - 12);
      const data = c.getContext('2d').getImageData(x - 60, y - 60, 120, 120).data;
      for (let i = 0; i < data.length; i += 4) if (Math.abs(data[i] - 255) < 12 && Math.abs(data[i + 1] - 209) < 12 && Math.abs(data[i + 2] - 102) < 24) return true;
      return false })()"""
    check("which has a mark there", browser.holds(mark))
    browser.mouse("moved", *place(browser, 200, 1760), "left", buttons=1)
    browser.mouse("released", *place(browser, 200, 1760), "left")
    check("and its release lifts it", heard(("main-injected", "ended", "ok"))[0])
    check("the mark goes with it", browser.holds(f"!{mark}"))

    browser.mouse("pressed", *place(browser, 630, 1150), "left")
    browser.mouse("released", *place(browser, 630, 1150), "left")
    check("a sensitive region is not touched, and the page says so", browser.holds("document.querySelector('#remote-text').innerText.includes('sensitive region')"))
    check("nothing came of it", events() == [])

    browser.mouse("pressed", *place(browser, 160, 1760), "left")
    heard(("main-injected", "began", "ok"))
    browser.eval("document.querySelector('#remote').click()")
    check("switching it off cancels what is down", heard(("main-injected", "cancelled", "ok"))[0])
    browser.mouse("released", *place(browser, 160, 1760), "left")
    status = watcher.answer("status")
    check("status names the session", [(one["name"], one["screens"]) for one in status["injecting"]] == [("live view", ["main"])], status.get("injecting"))
    watcher.close()
    check_problems(browser)
finish()
