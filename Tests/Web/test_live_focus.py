"""The accessible glass in the live view: the focus, the order of its places, what is said, all of them at each moment of the history."""
from stage import *

SIZES = {"landscape": (1280, 800), "phone": (390, 844)}
LONG = "Long " + "label " * 160
HEBREW = "כרטיס בודד"
TREE = f"""version: 1
screens:
  - id: main
    size: [1080, 1920]
    accessibility:
      profiles:
        - {{ id: speech, start: [{{ key: KEY_F15 }}], explore: {{ wait: 0.3 }} }}
        - {{ id: low, start: [{{ key: KEY_F14 }}], show: [lowMenu], hide: [menu] }}
        - {{ id: ask, start: [{{ key: KEY_F13 }}], show: [dialog] }}
    windows:
      - id: kiosk
        frame: [0, 0, 1080, 1920]
        accessibility: {{ language: en, elements: [help] }}
        children:
          - {{ id: title, kind: label, frame: [0, 0, 1080, 160], accessibility: {{ label: Choose a ticket, role: header }} }}
          - id: menu
            frame: [0, 200, 1080, 900]
            accessibility: {{ elements: [day, row] }}
            children:
              - {{ id: single, kind: button, frame: [40, 40, 480, 200], accessibility: {{ label: "<b>Single</b> & ticket", hint: 3 euros 20 }} }}
              - {{ id: day, kind: button, frame: [560, 40, 480, 200], accessibility: {{ label: "{HEBREW}", language: he }} }}
              - {{ id: off, kind: button, enabled: false, frame: [40, 280, 200, 100], accessibility: {{ label: Off }} }}
              - {{ id: quiet, kind: button, frame: [280, 280, 200, 100], accessibility: {{ label: Quiet, hidden: true }} }}
              - {{ id: long, kind: button, frame: [560, 280, 480, 100], accessibility: {{ label: "{LONG}" }} }}
              - {{ id: pin, kind: button, frame: [40, 400, 200, 100], accessibility: {{ label: Your number, private: true }} }}
              - id: list
                kind: scrollView
                frame: [40, 540, 1000, 300]
                contentSize: [1000, 1200]
                accessibility: {{ element: false }}
                children:
                  - {{ id: row, kind: button, frame: [0, 0, 1000, 100], accessibility: {{ label: First row }} }}
                  - {{ id: last, kind: button, frame: [0, 1100, 1000, 100], accessibility: {{ label: Last row }} }}
          - {{ id: adults, kind: slider, frame: [40, 1140, 1000, 160], minimumValue: 1, maximumValue: 9, step: 1, value: 1, accessibility: {{ label: Persons }} }}
          - {{ id: app, kind: surface, frame: [40, 1340, 480, 400] }}
          - {{ id: help, kind: button, frame: [560, 1340, 480, 100], accessibility: {{ label: Help }} }}
          - id: lowMenu
            hidden: true
            frame: [560, 1460, 480, 280]
            children:
              - {{ id: lowDay, kind: button, frame: [0, 0, 480, 100], accessibility: {{ label: Day }} }}
              - {{ id: lowPay, kind: button, frame: [0, 120, 480, 100], accessibility: {{ label: Pay }} }}
          - id: dialog
            hidden: true
            frame: [100, 400, 880, 600]
            accessibility: {{ label: Really?, modal: true }}
            children:
              - {{ id: no, kind: button, frame: [460, 300, 380, 200], accessibility: {{ label: "No" }} }}
              - {{ id: yes, kind: button, frame: [40, 300, 380, 200], accessibility: {{ label: "Yes" }} }}
"""
events = "[...document.querySelectorAll('#event-rows li')].map((row) => row.innerText.replace(/\\s+/g, ' '))"
place = "document.querySelector('#focus-place').textContent"
transcript = """[...document.querySelectorAll('#speech-rows li')].reverse().map((row) =>
  (row.className == 'is-speak' ? 'says ' : '') + row.querySelector('p').textContent.replace(/\\s+/g, ' '))"""
connected = "document.querySelector('#status').dataset.state == 'connected' && / down$/.test(document.querySelector('#fingers').ariaLabel)"
label = "document.querySelector('#fingers').ariaLabel"
# The colour of the outline, and of nothing else.
PINK = "([r, g, b]) => r > 200 && g < 140 && b > 180"


def outlined(x, y, size=(1080, 1920), reach=6):
    """Returns an expression for whether the outline is near a point of the screen."""
    return f"""(() => {{ const c = document.querySelector('#fingers'), x = 6 + {x} / {size[0]} * (c.width - 12), y = 6 + {y} / {size[1]} * (c.height - 12), pink = {PINK};
      const d = c.getContext('2d').getImageData(Math.round(x) - {reach}, Math.round(y) - {reach}, {2 * reach + 1}, {2 * reach + 1}).data;
      for (let i = 0; i < d.length; i += 4) if (pink(d.slice(i, i + 3))) return true; return false }})()"""


# Collects the numbers that the page draws, with the places at the top right of which they are, in points of the screen.
WATCH = """window.numbers = []; const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
CanvasRenderingContext2D.prototype.clearRect = function (...box) { if (this.canvas.id == 'regions') numbers = []; return clearRect.apply(this, box) };
CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
  if (this.canvas.id == 'regions' && this.textAlign == 'center') numbers.push([Number(text), (x + Math.max(18, this.measureText(text).width + 8) / 2 + 5 - 6) / (this.canvas.width - 12) * 1080, (y - 9.5 - 5 - 6) / (this.canvas.height - 12) * 1920]);
  return fillText.call(this, text, x, y, ...rest) }; 0"""


class Glass:
    """A program on the glass, which moves the focus by requests."""

    def __init__(self, stage):
        self.lines = stage.connect()
        self.lines.answer("subscribe", regions=["none"])
        self.lines.wait(lambda line: line["type"] == "snapshot")

    def ask(self, type, **members):
        reply = self.lines.answer(type, screen="main", **members)
        if not reply["ok"]:
            raise RuntimeError(reply["error"])

    def profile(self, id, is_on=True):
        self.ask("accessibility", profile=id, on=is_on)

    def focus(self, region=None, move=None):
        self.ask("focus", **({"region": region} if region else {"move": move}))

    def ring(self):
        """Presses next around the whole ring, and returns its places from the first one on."""
        # touchd itself goes on from a surface that nobody reads, so a place may have the focus without a request.
        start, rounds = len(self.lines.lines), [[]]
        while len(rounds) < 3:
            self.focus(move="next")
            rounds = [[]]
            for line in self.lines.lines[start:]:
                if line["type"] == "cue" and line["cue"] == "end":
                    rounds.append([])
                if line["type"] in ("focus", "navigate"):
                    rounds[-1].append(line.get("surface") or line["region"])
        return rounds[1]


folder = pathlib.Path(tempfile.mkdtemp(prefix="touchd-speech-"))
atexit.register(shutil.rmtree, folder, True)
speak = folder / "speak.yaml"
speak.write_text(f"language: en\ntexts: {root}/config/speak\nsounds: {{ enter: tick }}\n")
WEB = f"tools: {{ touchctl: {touchctl} }}\nspeech: {speak}\n"

with Stage(TREE, admin=True, web=WEB) as stage, Chromium(size=SIZES["landscape"], scheme="dark") as browser:
    printed = folder / "monitor.txt"
    monitor = subprocess.Popen([touchctl, "monitor", "--focus", "--speech", speak, "--socket", stage.socket], stdout=open(printed, "wb"))
    atexit.register(monitor.kill)
    until(lambda: "no profile is on" in printed.read_text())
    glass = Glass(stage)
    browser.goto(stage.url("live/"))
    check("the page connects", browser.holds(connected))
    browser.click("#tab-speech")
    check("before anything is said the page says so", browser.holds("document.querySelector('#speech-hint').textContent.startsWith('Nothing has been said yet')"),
          browser.eval("document.querySelector('#speech').innerText"))

    # The focus, by requests and by a finger.
    glass.profile("speech")
    check("what is said is in the transcript", browser.holds(f"{transcript}.some((text) => text.startsWith('says Speech is on.'))"), browser.eval(transcript))
    glass.focus("single")
    check("the focus has its place", browser.holds(f"{place} == 'kiosk/menu/single'"), browser.eval(place))
    check("and an outline in the picture", browser.holds(outlined(40, 340)) and browser.eval(outlined(520, 340)) and browser.eval(outlined(280, 240)))
    check("only there", not browser.eval(outlined(560, 340)) and not browser.eval(outlined(280, 340)))
    check("the picture is described", browser.holds(f"{label}.startsWith('Screen main, focus on kiosk/menu/single: ')"), browser.eval(label))
    check("markup of a name is text", browser.holds(f"{transcript}.at(-1) == 'says <b>Single</b> & ticket, button. 3 euros 20.'"), browser.eval(transcript))
    glass.focus("day")
    moments = {}
    for region, path in (("title", "kiosk/title"), ("long", "kiosk/menu/long"), ("pin", "kiosk/menu/pin"), ("help", "kiosk/help")):
        count = len(browser.eval(transcript)) if moments else until(lambda: (now := browser.eval(transcript))[-1].startswith("says " + HEBREW) and len(now))
        glass.focus(region)
        browser.holds(f"{place} == '{path}' && {transcript}.length == {count + 2}")
        moments[path] = count + 2
        time.sleep(0.1)
    check("text from right to left is apart, with its language",
          browser.eval(f"[...document.querySelectorAll('#speech-rows bdi')].some((text) => text.lang == 'he' && text.textContent.startsWith({json.dumps(HEBREW)}))"),
          browser.eval("document.querySelector('#speech-rows').innerHTML"))
    check("a sound is named", browser.eval(f"{transcript}.includes('plays tick')"), browser.eval(transcript))
    check("a private text is left out while no headset is in", browser.eval(f"{transcript}.some((text) => text.includes('This is private.'))"), browser.eval(transcript))
    glass.focus("adults")
    glass.focus(move="increment")
    check("a slider says its value", browser.holds(f"{transcript}.at(-1) == 'says 2'"), browser.eval(transcript))
    glass.focus("last")
    check("the outline is where the region is after it has scrolled", browser.holds(outlined(40, 1040 - 50)) and browser.holds(f"{place} == 'kiosk/menu/list/last'"), browser.eval(place))
    stage.down(300, 340)
    check("a finger that explores moves the focus", browser.holds(f"{place} == 'kiosk/menu/single'"), browser.eval(place))
    stage.move(800, 340)
    check("and moves it on", browser.holds(f"{place} == 'kiosk/menu/day'") and browser.holds(outlined(1040, 340)), browser.eval(place))
    stage.up()
    browser.click("#tab-events")
    check("a focus is an event, with readable words", browser.holds(f"{events}.some((text) => text.endsWith({json.dumps(f'focus on kiosk/menu/day (by explore): {HEBREW}, button')}))"),
          browser.eval(events)[:6])
    check("a name there is apart as well", browser.eval("[...document.querySelectorAll('#event-rows bdi')].some((text) => text.textContent.startsWith('<b>Single</b>'))"))
    check("an event of the focus has no explanation", browser.eval("document.querySelectorAll('#event-rows .is-focus button').length") == 0)
    browser.click("#tab-speech")

    # A surface, whose elements only its reader knows.
    # Both at once, because touchd does not wait long for a reader.
    glass.lines.send("focus", screen="main", region="app")
    glass.ask("focus", element={"label": "Pay here", "role": "button", "frame": [100, 1400, 200, 100]})
    check("the element of a surface that its reader names has the outline", browser.holds(outlined(300, 1450)) and not browser.eval(outlined(520, 1540)), browser.eval(place))
    check("and is said", browser.holds(f"{transcript}.at(-1) == 'says Pay here, button.'"), browser.eval(transcript))
    for name, size in SIZES.items():
        browser.resize(size)
        time.sleep(0.5)
        look(browser, f"focus-{name}")
    browser.resize(SIZES["landscape"])

    # The same words as touchctl.
    said = lambda: [re.sub(r"\s+", " ", line.strip()) for line in printed.read_text().splitlines() if re.match(r"  (says |plays |pauses|goes on)", line)]
    check("the transcript is that of touchctl monitor --focus", until(lambda: said() == browser.eval(transcript)) and len(said()) > 20, (said(), browser.eval(transcript)))

    # Time.
    browser.click("#play")
    seen, wrong = set(), []

    def scrubs():
        """Goes through the history, and compares the focus with the number of texts that had been said."""
        length = int(browser.eval("document.querySelector('#scrub').max"))
        for step in range(41):
            browser.eval(f"(() => {{ const s = document.querySelector('#scrub'); s.value = {length * step // 40}; s.dispatchEvent(new Event('input')) }})()")
            browser.frames(2)
            time.sleep(0.25)
            where, count = browser.eval(f"[{place}, {transcript}.length]")
            if where in moments:
                seen.add(where)
                # A line of the focus comes before what is said of it: the sound, and the text.
                wrong.extend([] if moments[where] - 2 <= count <= moments[where] else [(where, count)])
        return len(seen) > 2

    check("at each moment the focus and the transcript fit together", until(scrubs) and not wrong, (seen, wrong, moments))
    browser.eval("document.querySelector('#scrub').focus()")
    browser.key("Home")
    check("at the beginning nothing has the focus, and nothing has been said", browser.holds(f"{place} == 'nothing has it' && {transcript}.length == 0"),
          browser.eval(f"[{place}, {transcript}]"))
    check("and nothing has an outline", not browser.eval(outlined(300, 1450)))
    browser.key("End")
    check("at the end it is as it was", browser.holds(f"{transcript}.length == {len(said())}") and browser.holds(outlined(300, 1450)), browser.eval(place))
    browser.click("#live")
    stage.stop_touchd()
    check("with the connection the focus is gone", browser.holds(f"{place} == 'nothing has it'"), browser.eval(place))
    check_problems(browser, but=("WebSocket",))

# The order.
with Stage(TREE, admin=True, web=WEB) as stage, Chromium(size=SIZES["landscape"], scheme="dark") as browser:
    glass = Glass(stage)

    def corners():
        """Returns the top right corner of each region."""
        lines = stage.connect(admin=True)
        lines.answer("subscribe", regions=["**"])
        regions = lines.wait(lambda line: line["type"] == "snapshot")["regions"]
        lines.close()
        return {one["id"]: (one["toScreen"][4] + one["bounds"][0] + one["bounds"][2], one["toScreen"][5] + one["bounds"][1]) for one in regions}

    def numbered():
        """Returns the regions at whose corner each number of the page is. A pixel of the picture is about two points wide."""
        places = corners()
        return {number: [id for id, (right, top) in places.items() if abs(right - x) < 6 and abs(top - y) < 6] for number, x, y in browser.eval("numbers")}

    browser.goto(stage.url("live/"))
    browser.holds(connected)
    browser.eval(WATCH)
    switch = "document.querySelector('#order')"
    check("a switch for the order has a label", browser.holds(f"{switch}.checkVisibility() && {switch}.labels[0].innerText.trim() == 'Order'"))
    check("and is off", not browser.eval(f"{switch}.checked") and browser.eval("numbers.length") == 0)
    browser.eval(f"{switch}.focus()")
    browser.key(" ")

    def compare(sentence):
        ring = glass.ring()
        # The first row has been scrolled out of sight by the focus on the last one.
        agree = lambda: {number: id for number, id in enumerate(ring, 1) if id != "row"} == {
            number: ring[number - 1] for number, near in numbered().items() if number <= len(ring) and ring[number - 1] in near}
        check(f"{sentence}: the numbers are touchd's order", until(agree), (ring, numbered()))
        return ring

    check("named elements come first, hidden and disabled ones not at all",
          compare("without a profile") == ["help", "title", "day", "row", "single", "long", "pin", "last", "adults", "app"])
    look(browser, "order-landscape")
    glass.profile("low")
    check("profiles show and hide", compare("with a profile that hides the menu") == ["help", "title", "adults", "app", "lowDay", "lowPay"])
    glass.profile("low", False)
    glass.profile("ask")
    check("a modal region has the focus alone", compare("with a modal dialog") == ["dialog", "no", "yes"])
    look(browser, "order-modal")
    glass.profile("ask", False)
    stage.reload(TREE.replace("elements: [day, row]", "elements: [single]"))
    check("another configuration has another order", compare("after a reload")[:4] == ["help", "title", "single", "day"])
    browser.resize(SIZES["phone"])
    time.sleep(0.5)
    cut = browser.eval("""[...document.querySelectorAll('.transport > *, .head *, .bar *, .tabs button, .tab:not([hidden])')].filter(e => { const b = e.getBoundingClientRect();
      return b.width && (b.right > innerWidth + 1 || b.left < -1 || b.bottom > innerHeight + 1 || b.top < -1) }).map(e => e.id || e.innerText)""")
    check("nothing is cut off on a phone", not cut and browser.eval("document.documentElement.scrollWidth <= innerWidth"), cut)
    look(browser, "order-phone")
    browser.resize(SIZES["landscape"])
    browser.frames(6)  # the layout follows the window
    browser.click("#order")
    check("switched off, no number is left", browser.holds("numbers.length == 0"))
    check_problems(browser)

# What is missing is said.
speak.write_text("languge: en\n")
with Stage(TREE, admin=True, web=f"speech: {speak}\n") as stage, Chromium(size=SIZES["landscape"], scheme="dark") as browser:
    hint = "document.querySelector('#speech-hint').textContent"
    browser.goto(stage.url("live/"))
    browser.holds(connected)
    browser.click("#tab-speech")
    check("a mistake in the settings of touchd-speak is shown with its place", browser.holds(f"{hint}.includes('{speak}:1:1: error: unknown key')"), browser.eval(hint))
    browser.holds("document.querySelector('#order').checkVisibility()")
    browser.click("#order")
    check("without tools there is no order, and the page says why", browser.holds("document.querySelector('#order-text').innerText.includes('no tools')"))
    show = lambda state: browser.eval(f"""Promise.all([import('/live/speech.js'), import('/live/model.js')]).then(([{{ speechRows }}, {{ empty }}]) => {{
      speechRows(() => '')({{ ...empty(), {state} }}, 'main', false); return {hint} }})""")
    check("a right that is missing is named, and how to give it", "allow: [accessibility, status]" in show("rights: ['receive']"), show("rights: ['receive']"))
    show("speech: { problem: null, count: 1, said: [{ number: 1, at: 0, kind: 'speak', text: '1234.', language: 'en', isPrivate: true }] }")
    check("a private text has its mark, as in touchctl", browser.eval(transcript)[-1:] == ["says 1234. (headset only)"], browser.eval(transcript))
    check("with the right nothing is missing but an accessible glass", show("rights: ['accessibility']").startswith("No screen has an accessible glass"))
    check_problems(browser, but=("404",))
finish()
