#!/usr/bin/python3
"""A picture of the user interface below the regions of the editor: from a file, a drop, the clipboard, or the browser; how it is shown, and where it is kept."""
import struct, zlib

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
  - id: side
    size: [800, 600]
    windows:
      - { id: menu, frame: [0, 0, 800, 600] }
"""
IMAGE = "document.querySelector('svg .underlay')"
BOX = "(() => {{ const b = document.querySelector('{}').getBoundingClientRect(); return [b.x, b.y, b.width, b.height] }})()"
said = "document.querySelector('#said').textContent"


def png(width, height, color=(200, 30, 30), bits=8):
    """Returns a picture of one colour; with bits=1 a black one, which is small even if it has many pixels."""
    line = b"\0" + (bytes(color) * width if bits == 8 else bytes((width + 7) // 8))
    part = lambda name, data: struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    return (b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, 2 if bits == 8 else 0, 0, 0, 0))
            + part(b"IDAT", zlib.compress(line * height)) + part(b"IEND", b""))


def open_picture(stage, browser, name, data):
    (stage.folder / name).write_bytes(data)
    browser.files("#picture-file", stage.folder / name)


def box(browser, selector):
    return browser.eval(BOX.format(selector))


def same(a, b):
    return all(abs(x - y) < 1.5 for x, y in zip(a, b))


def set_field(browser, name, value, event="change"):
    browser.eval(f"(() => {{ const f = document.querySelector('#picture-{name}'); f.value = {json.dumps(value)}; f.dispatchEvent(new Event('{event}')) }})()")


def give(browser, how, name="shot.png"):
    """Drops or pastes a picture of 30 × 40 pixels."""
    browser.eval(f"""(async () => {{ const c = document.createElement('canvas'); c.width = 30; c.height = 40;
        const data = new DataTransfer(); data.items.add(new File([await new Promise((done) => c.toBlob(done))], '{name}', {{ type: 'image/png' }}));
        document.body.dispatchEvent({how}) }})()""")


def shown(stage, browser, editor):
    browser.click("#picture")
    check("without a picture the form offers where to take one from", browser.holds("document.querySelector('#underlay').matches(':popover-open')")
          and browser.eval("document.querySelector('#underlay .of').hidden && !document.querySelector('#picture-take').disabled"))
    open_picture(stage, browser, "screen.png", png(540, 960))
    check("a picture is below the regions", browser.holds(f"{IMAGE}.getAttribute('href')?.startsWith('blob:') && {IMAGE}.style.display === ''")
          and browser.eval(f"!!({IMAGE}.compareDocumentPosition(document.querySelector('svg .region')) & Node.DOCUMENT_POSITION_FOLLOWING)"), browser.eval(said))
    check("the button says that there is one, and is no switch", browser.eval("(({ ariaLabel, ariaPressed, classList }) => [ariaLabel, ariaPressed, classList.contains('on')])(document.querySelector('#picture'))") == ["Picture …, on", None, True])
    check("it is as large as the screen", same(box(browser, "svg .underlay"), box(browser, "svg .screen")), (box(browser, "svg .underlay"), box(browser, "svg .screen")))
    look(browser, "editor-picture")
    for theme in ("dark", "light"):
        browser.color_scheme(theme)
        check_contrast(browser, f"the form, {theme}")
    scale = box(browser, "svg .screen")[2] / 1080
    set_field(browser, "fit", "original")
    check("it can have its own size", same(box(browser, "svg .underlay"), [*box(browser, "svg .screen")[:2], 540 * scale, 960 * scale]), box(browser, "svg .underlay"))
    set_field(browser, "x", "100")
    set_field(browser, "y", "-50")
    left, top = box(browser, "svg .screen")[:2]
    check("and another corner", same(box(browser, "svg .underlay"), [left + 100 * scale, top - 50 * scale, 540 * scale, 960 * scale]), box(browser, "svg .underlay"))
    set_field(browser, "opacity", "40", "input")
    check("it can be faint", browser.eval(f"{IMAGE}.getAttribute('opacity')") == "0.4")
    browser.key("Escape")
    browser.frames()
    browser.eval("document.querySelector('svg .region').focus()")
    browser.key("+")
    browser.frames()
    wide = box(browser, "svg .screen")[2] / 1080
    check("it is zoomed with the screen", wide > scale and abs(box(browser, "svg .underlay")[2] - 540 * wide) < 1.5, (wide, scale))
    browser.key("0")
    browser.click("#picture")
    browser.click("#picture-on")
    check("it can be switched off and on", browser.eval(f"{IMAGE}.style.display") == "none" and browser.eval("document.querySelector('#picture').ariaLabel") == "Picture …", browser.eval("document.querySelector('#picture').ariaLabel"))
    browser.click("#picture-on")
    check("nothing of it is in the configuration", editor.text() == TREE and not browser.eval("document.title.startsWith('•')"), editor.text())
    browser.eval("(() => { const s = document.querySelector('#screen'); s.value = '1'; s.dispatchEvent(new Event('change')) })()")
    check("another screen has its own", browser.holds(f"{IMAGE}.style.display === 'none' && document.querySelector('#underlay .of').hidden"))
    give(browser, "new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })")
    check("a dropped picture is below this screen's regions", browser.holds(f"{IMAGE}.getAttribute('width') === '30'") and same(box(browser, "svg .underlay"), box(browser, "svg .screen")), browser.eval(said))
    check("the configuration stays open", editor.text() == TREE)


def kept(stage, browser):
    editor = Editor(browser, stage.url("editor/"))
    check("after a reload the picture is there again, as it was shown", browser.holds(f"{IMAGE}.getAttribute('width') === '540' && {IMAGE}.getAttribute('opacity') === '0.4'"))
    browser.click("#picture")
    check("with its corner", browser.eval("['fit', 'x', 'y'].map((name) => document.querySelector(`#picture-${name}`).value)") == ["original", "100", "-50"])
    other = stage.folder / "other.yaml"
    other.write_text(TREE)
    browser.files("#file", other)
    check("a file of another name has none", browser.holds(f"document.title.includes('other.yaml') && {IMAGE}.style.display === 'none'"))
    editor = Editor(browser, stage.url("editor/"))
    browser.until(f"{IMAGE}.getAttribute('width') === '540'")
    browser.click("#picture")
    browser.click("#picture-remove")
    check("it can be removed", browser.holds(f"!{IMAGE}.hasAttribute('href')"))
    browser.until("new Promise((done) => { indexedDB.open('touchd.editor').onsuccess = (event) => { event.target.result.transaction('pictures').objectStore('pictures').getAllKeys().onsuccess"
                  " = (all) => { event.target.result.close(); done(all.target.result.length === 1) } } })")
    editor = Editor(browser, stage.url("editor/"))
    browser.frames(5)
    check("and does not come again", browser.eval(f"{IMAGE}.style.display") == "none")
    return editor


def refused(stage, browser, editor):
    open_picture(stage, browser, "huge.png", png(8000, 6000, bits=1))
    check("a picture of too many pixels is refused with the limit", browser.holds(f"{said}.includes('8000 × 6000 pixels; it may have at most 40 million')"), browser.eval(said))
    open_picture(stage, browser, "heavy.png", bytes(33000000))
    check("a file of too many bytes as well", browser.holds(f"{said}.includes('heavy.png has 33 MB')"), browser.eval(said))
    open_picture(stage, browser, "broken.png", b"no picture")
    check("and one that is no picture", browser.holds(f"{said}.includes('broken.png cannot be read as a picture')"), browser.eval(said))
    open_picture(stage, browser, "drawing.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>")
    check("and one of another kind", browser.holds(f"{said}.includes('drawing.svg is not a PNG')"), browser.eval(said))
    check("then there is none", browser.eval(f"{IMAGE}.style.display") == "none")
    give(browser, "new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })")
    check("a pasted picture is taken, and the message goes", browser.holds(f"{IMAGE}.getAttribute('width') === '30' && {said} === ''"), browser.eval(said))


def taken(browser):
    # Without a display Chromium captures only the page itself; everything else is as with another page.
    browser.eval("(() => { const take = navigator.mediaDevices.getDisplayMedia; window.streams = []; navigator.mediaDevices.getDisplayMedia = async function (wishes) {"
                 " const stream = await take.call(this, { ...wishes, preferCurrentTab: true }); streams.push(stream); return stream } })()")
    browser.click("#picture")
    browser.click("#picture-take")
    check("a picture of a page is taken", browser.holds(f"{IMAGE}.getAttribute('width') === '1280' && {IMAGE}.getAttribute('height') > 400"), browser.eval(said))
    check("it is one frame: nothing is captured any more", browser.eval("streams.length === 1 && streams[0].getTracks().every((track) => track.readyState === 'ended')"))
    look(browser, "editor-picture-taken")
    browser.eval("navigator.mediaDevices.getDisplayMedia = async () => { throw new DOMException('no', 'NotAllowedError') }")
    browser.click("#picture-take")
    browser.frames(4)
    check("if nothing is chosen, nothing changes and nothing is said", browser.eval(f"{said} === '' && {IMAGE}.getAttribute('width') === '1280'"))


def small(browser):
    for name, size in (("7-inch", (800, 480)), ("phone", (390, 844))):
        browser.resize(size)
        browser.frames(6)
        browser.click("[popovertarget=view-menu]")
        browser.click("#picture")
        check(f"{name}: no switch covers the picture", browser.eval("!document.querySelector('.stage #layers') && !!document.querySelector('#view-menu #heard')"))
        inside = browser.eval("(() => { const b = document.querySelector('#underlay').getBoundingClientRect(); return b.width > 200 && b.left >= 0 && b.right <= innerWidth && b.top >= 0 && b.bottom <= innerHeight })()")
        check(f"{name}: the form is in the window", inside, box(browser, "#underlay"))
        look(browser, f"editor-picture-{name}")
        if name == "phone":
            check("and leaves a part of the picture in sight", box(browser, "#underlay")[1] - box(browser, ".stage")[1] > 100, (box(browser, "#underlay"), box(browser, ".stage")))
        browser.key("Escape")
        browser.key("Escape")


def wide(browser):
    browser.resize((1280, 800))
    browser.frames(6)
    check("in a large window the switches are on the picture", browser.eval("!!document.querySelector('.stage #heard') && document.querySelector('.tools').offsetHeight < 60"))


def main():
    with Stage(TREE, admin=True, web=f"tools: {{ touchctl: {touchctl} }}\n") as stage, Chromium(size=(1280, 800), flags=["--auto-accept-this-tab-capture"]) as browser:
        editor = Editor(browser, stage.url("editor/"))
        shown(stage, browser, editor)
        editor = kept(stage, browser)
        refused(stage, browser, editor)
        taken(browser)
        small(browser)
        wide(browser)
        check_problems(browser, ("the server responded with a status of 4",))
        leave(browser)
    finish()


main()
