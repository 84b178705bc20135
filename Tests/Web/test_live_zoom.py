"""Zooming and panning of the live view's picture: wheel, two fingers, drag, keys, and what a tap then chooses."""
from stage import *

TREE = """version: 1
screens:
  - id: main
    size: [1080, 1920]
    windows:
      - id: kiosk
        frame: [0, 0, 1080, 1920]
        children: [{ id: ok, kind: button, frame: [500, 900, 20, 20] }, { id: far, frame: [900, 100, 100, 100] }]
"""
why = "document.querySelector('#why').innerText"
size = "(() => { const c = document.querySelector('#fingers').getBoundingClientRect(), g = document.querySelector('#glass').getBoundingClientRect(); return [c.width, g.width] })()"
fit = "document.querySelector('#fit').checkVisibility()"

with Stage(TREE, admin=True) as stage, Chromium(size=(1280, 800), scheme="dark") as browser:
    browser.goto(stage.url("live/"))
    browser.holds("document.querySelector('#status').dataset.state == 'connected' && / down$/.test(document.querySelector('#fingers').ariaLabel)")
    left, top, height = browser.eval("(() => { const b = document.querySelector('#fingers').getBoundingClientRect(); return [b.x + 6, b.y + 6, b.height - 12] })()")
    place = lambda x, y: (left + x * height / 1920, top + y * height / 1920)
    ok = place(510, 910)
    browser.mouse("wheel", *ok, deltaX=0, deltaY=-1000)
    check("the wheel zooms", browser.holds(fit), browser.eval(size))
    browser.frames(4)
    look(browser, "live-zoomed")
    # 7.4 times as large: the button of 20 points has 48 pixels, and 20 pixels beside its middle are still on it.
    browser.click((ok[0] + 20, ok[1]))
    check("what is under the pointer stays there, and a click chooses it", browser.holds(f"{why}.includes('kiosk/ok')"), browser.eval(why))
    browser.mouse("pressed", *ok, "left")
    for step in range(1, 6):
        browser.mouse("moved", ok[0] + 20 * step, ok[1], "left", buttons=1)
    browser.mouse("released", ok[0] + 100, ok[1], "left")
    check("a drag chooses nothing", browser.holds(f"{why}.includes('kiosk/ok')"))
    browser.click((ok[0] + 100, ok[1] + 60))
    check("beside it is the window", browser.holds(f"!{why}.includes('kiosk/ok')"), browser.eval(why))
    browser.click((ok[0] + 100, ok[1]))
    check("the drag has moved the picture", browser.holds(f"{why}.includes('kiosk/ok')"), browser.eval(why))
    stage.down(510, 910)
    colour = f"(() => {{ const c = document.querySelector('#fingers'), b = c.getBoundingClientRect(); return [...c.getContext('2d').getImageData(Math.round({ok[0]} + 100 - b.x) - 2, Math.round({ok[1]} - b.y) - 2, 5, 5).data].some((v, i) => i % 4 == 3 && v > 40) }})()"
    check("a finger is where its region is", browser.holds(colour))
    stage.up()
    browser.click("#fit")
    check("a button shows the whole screen again", browser.holds(f"!{fit}") and browser.holds(f"(() => {{ const [c, g] = {size}; return c < g - 50 }})()"), browser.eval(size))
    browser.eval("document.querySelector('#fingers').focus()")
    browser.key("+")
    check("a key zooms", browser.holds(fit))
    browser.key("0")
    check("and another shows the whole screen", browser.holds(f"!{fit}"))
    x, y = ok
    browser.touch("touchStart", (x - 20, y, 1), (x + 20, y, 2))
    for step in range(1, 6):
        browser.touch("touchMove", (x - 20 - 15 * step, y, 1), (x + 20 + 15 * step, y, 2))
    browser.touch("touchEnd")
    check("two fingers zoom", browser.holds(fit))
    browser.click("#fit")
    # While the pointer is a finger on the screen, it does not move the picture.
    browser.eval("document.querySelector('#remote').click()")
    browser.mouse("pressed", *place(950, 150), "left")
    browser.mouse("moved", *place(900, 400), "left", buttons=1)
    check("touching from here goes on as before", browser.holds("document.querySelectorAll('#touch-rows button:not(.over)').length == 1"))
    browser.mouse("released", *place(900, 400), "left")
    check_problems(browser)
finish()
