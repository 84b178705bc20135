"""The region editor, as tests operate it."""
import json

from cdp import MODIFIERS


class Editor:
    """The page as a user operates it."""

    def __init__(self, browser, url):
        self.browser = browser
        leave(browser)
        browser.goto(url)
        self.wait_open()

    def wait_open(self):
        self.browser.until("document.querySelectorAll('svg .region').length > 0 && !document.querySelector('#save').disabled")
        self.checked()
        keep_waiting(self.browser)

    def text(self):
        """Returns the current text. The area is up to date when it has the focus."""
        return self.browser.eval("(() => { const s = document.querySelector('#source'); s.dispatchEvent(new Event('focus')); return s.value })()")

    def checked(self):
        """Waits until check has judged the current text."""
        self.browser.until("document.querySelector('#problems').dataset.checked === 'true'")
        self.browser.frames()

    def place(self, x, y):
        """Returns where a point of the screen is in the page."""
        left, top, width = self.browser.eval("(() => { const b = document.querySelector('svg .screen').getBoundingClientRect(); return [b.x, b.y, b.width] })()")
        scale = width / 1080
        return left + x * scale, top + y * scale

    def drag(self, start, end, *modifiers, steps=5, button="left", drop=True):
        """Drags with the mouse, in pixels, with keys held: `Shift`, `Alt`, … Without `drop` the button stays down."""
        bits, buttons = sum(MODIFIERS[one] for one in modifiers), {"left": 1, "middle": 4}[button]
        self.browser.mouse("moved", *start, modifiers=bits)
        self.browser.mouse("pressed", *start, button, modifiers=bits)
        for step in range(1, steps + 1):
            self.browser.mouse("moved", *(a + (b - a) * step / steps for a, b in zip(start, end)), button, buttons=buttons, modifiers=bits)
        if drop:
            self.browser.mouse("released", *end, button, modifiers=bits)
        self.browser.frames()

    def click(self, place, *modifiers):
        """Clicks a place or an element with keys held."""
        x, y = self.browser.place(place) if isinstance(place, str) else place
        bits = sum(MODIFIERS[one] for one in modifiers)
        self.browser.mouse("moved", x, y, modifiers=bits)
        self.browser.mouse("pressed", x, y, "left", modifiers=bits)
        self.browser.mouse("released", x, y, "left", modifiers=bits)
        self.browser.frames()

    def tap_at(self, ms=None):
        """Sets the time of the page's events, so that the next tap is quick or slow on any machine; without a time it is the real one again."""
        self.browser.eval(f"""(() => {{ window.realTime ??= Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp');
            Object.defineProperty(Event.prototype, 'timeStamp', {'realTime' if ms is None else f'{{ configurable: true, get: () => {ms} }}'}) }})()""")

    def swipe(self, start, end, steps=5):
        """Drags with a finger, in pixels."""
        self.browser.touch("touchStart", start)
        for step in range(1, steps + 1):
            self.browser.touch("touchMove", tuple(a + (b - a) * step / steps for a, b in zip(start, end)))
        self.browser.touch("touchEnd")
        self.browser.frames()

    def choose(self, id):
        self.browser.until(f"[...document.querySelectorAll('#tree li')].find(li => li.querySelector('.id').textContent === {json.dumps(id)})?.click() === undefined")
        self.browser.until(f"document.querySelector('#tree [aria-selected=\"true\"] .id')?.textContent === {json.dumps(id)}")
        self.browser.frames()

    def selected(self):
        return self.browser.eval("document.querySelector('#tree [aria-selected=\"true\"] .id')?.textContent ?? null")

    def chosen(self):
        """Returns the IDs of all selected regions in the order of the file: those of the list, and those of the picture."""
        return self.browser.eval("""(() => { const names = new Map([...document.querySelectorAll('#tree li')].map(li => [li.dataset.key, li.querySelector('.id').textContent]));
            const of = (found) => [...document.querySelectorAll(found)].map(one => one.dataset.key).sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).map(key => names.get(key));
            return [of('#tree [aria-selected="true"]'), of('svg .region[aria-pressed="true"]')] })()""")

    def press(self, name):
        """Presses Ctrl-C, Ctrl-X or Ctrl-V (`copy`, `cut`, `paste`) as the browser's own command for the key."""
        key = {"copy": "c", "cut": "x", "paste": "v"}[name]
        shared = {"key": key, "code": f"Key{key.upper()}", "windowsVirtualKeyCode": ord(key.upper()), "modifiers": MODIFIERS["Control"]}
        self.browser.page("Input.dispatchKeyEvent", type="rawKeyDown", commands=[name], **shared)
        self.browser.page("Input.dispatchKeyEvent", type="keyUp", **shared)
        self.browser.frames(3)

    def handle(self, name):
        return self.browser.place(f"[data-handle={name}]")

    def set(self, name, value):
        """Sets a field of the form as if typing and leaving it."""
        self.browser.until(f"[...document.querySelectorAll('#form [data-name]:not(button)')].some(e => e.dataset.name.endsWith({json.dumps(name)}))")
        self.browser.eval(f"""(() => {{ const f = [...document.querySelectorAll('#form [data-name]:not(button)')].find(e => e.dataset.name.endsWith({json.dumps(name)}));
            f.focus(); f.value = {json.dumps(value)}; f.dispatchEvent(new Event('change', {{ bubbles: true }})) }})()""")
        self.browser.frames()

    def list(self, name):
        return self.browser.eval(f"document.querySelector('#{name}').innerText")


def keep_waiting(browser):
    """Lets the page wait ten minutes, not three seconds, for the letter after A, and show texts as long, not eight seconds: a slow machine may need longer."""
    browser.eval("(() => { const set = setTimeout; window.setTimeout = (act, time, ...more) => set(act, [3000, 8000].includes(time) ? 6e5 : time, ...more) })()")


def leave(browser):
    """Undoes and redoes until the text equals the saved one, because the browser asks before leaving a page with changes."""
    browser.eval("""(() => {
        const all = name => { for (let n = 0; n < 500 && document.title.startsWith('•'); n++) document.querySelector(name)?.click() };
        all('#undo');
        all('#redo');
    })()""")
