"""The region editor, as tests operate it."""
import json


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

    def drag(self, start, end, steps=5):
        """Drags with the mouse, in pixels."""
        self.browser.mouse("moved", *start)
        self.browser.mouse("pressed", *start, "left")
        for step in range(1, steps + 1):
            self.browser.mouse("moved", *(a + (b - a) * step / steps for a, b in zip(start, end)), "left", buttons=1)
        self.browser.mouse("released", *end, "left")
        self.browser.frames()

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


def leave(browser):
    """Undoes and redoes until the text equals the saved one, because the browser asks before leaving a page with changes."""
    browser.eval("""(() => {
        const all = name => { for (let n = 0; n < 500 && document.title.startsWith('•'); n++) document.querySelector(name)?.click() };
        all('#undo');
        all('#redo');
    })()""")
