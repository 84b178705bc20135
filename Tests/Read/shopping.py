#!/usr/bin/python3
"""A web shop in an unmodified browser, used without a look at the display: touchd, touchd-read, touchd-speak and a real speech-dispatcher, with the
parts of Tests/VM/guest/readingparts.py. Fingers are injected, keys are requests, and nothing types, because there is no kernel with uinput here.

    shopping.py FOLDER-OF-PROGRAMS [PART...]"""
import pathlib, sys, threading, traceback

sys.path += [str(pathlib.Path(__file__).resolve().parents[1] / folder) for folder in ("Speak", "VM/guest")]
from session import Session, lacks, serve
from stage import programs, root, until
import readingparts, shop, testkit
from synthesizer import Synthesizer, is_here

CONFIGURATION = """version: 1
screens:
  - id: main
    size: [1920, 1080]
    accessibility:
      profiles:
        - { id: speech, start: [{ corner: bottomLeft, hold: 10 }], stop: [{ idle: 3600 }], explore: { wait: 2, doubleTap: 3, keys: lift } }
    windows:
      - { id: shop, kind: surface, frame: [0, 0, 1920, 1080], accessibility: { label: Shop, language: en } }
      - id: keys
        frame: [0, 880, 1920, 200]
        accessibility: { language: en }
        children:
          - { id: e, kind: button, frame: [480, 0, 400, 200], accessibility: { label: E, role: key } }
"""


class Glass:
    """A finger on the display, in half pixels as that of the virtual machine's panel."""

    def __init__(self, stage):
        self.stage, self.is_down = stage, False

    def frame(self, s0):
        if s0 is testkit.LIFT:
            self.stage.lift()
        elif self.is_down:
            self.stage.drag(s0[0] / 2, s0[1] / 2)
        else:
            self.stage.press(s0[0] / 2, s0[1] / 2)
        self.is_down = s0 is not testkit.LIFT


class Pad:
    """The requests that stand for keys."""

    def __init__(self, site):
        self.site = site

    def press(self, key):
        request = {"DOWN": {"type": "focus", "move": "next"}, "UP": {"type": "focus", "move": "previous"}, "ENTER": {"type": "activate"},
                   "F15": {"type": "accessibility", "profile": "speech", "on": not self.site.is_on()}}[key]
        until(lambda: self.site.stage.client.ask(**request)[-1]["ok"])


class Log:
    def __init__(self, server):
        self.server, self.before = server, []

    def read(self):
        return [*self.before, *self.server.queued()]


class Site:
    touches_applications = False

    def __init__(self):
        self.is_open, self.told = False, shop.Shop.told

    def open_shop(self):
        self.stage = stage = Session(CONFIGURATION, "1920x1080")
        stage.speech_socket = stage.path / "speechd.sock"
        self.server = Synthesizer(stage)
        self.log, self.glass, self.pad = Log(self.server), Glass(stage), Pad(self)
        (stage.path / "speak.yaml").write_text(f"language: en\ninstructions: [touch]\ntexts: {root}/config/speak\nsocket: {stage.socket}\n"
                                               f"speech: {{ socket: {stage.speech_socket} }}\n")
        stage.start(programs / "touchd-speak", "--config", stage.path / "speak.yaml")
        self.chromium = stage.begin_chromium(serve(shop.Shop))
        testkit.SOCKET = str(stage.socket)
        self.observer = testkit.Client(observe=True)
        return until(lambda: self.told) and until(lambda: "connected to speech-dispatcher" in stage.logs)

    def is_on(self):
        self.observer.pump()
        lines = [line for line in self.observer.lines if line["type"] == "accessibility"]
        return bool(lines and lines[-1]["profiles"])

    def search(self, visitor, is_by_key):
        """Presses a popular search, because nothing types."""
        if is_by_key:
            visitor.reaches("tea")
            visitor.pad.press("ENTER")
        else:
            visitor.finds("tea", 720)
            visitor.double_tap()
        return ["tea, button."]

    def kill_reader(self):
        self.stage.reader.kill()
        self.stage.reader.wait()

    def release_reader(self):
        self.stage.reader = self.stage.begin_reader()
        return True

    def kill_speech(self):
        self.log.before = self.log.read()
        self.server.kill()

    def start_speech(self):
        self.server.restart()
        return True

    def browser(self):
        return self.chromium.pid


if missing := lacks("chromium") + ([] if is_here() else ["speech-dispatcher with espeak-ng"]):
    print(f"skipped: no {', '.join(missing)} here: nobody buys by ear")
    raise SystemExit(0)
site = Site()
for part in readingparts.PARTS:
    if part.__name__ in (sys.argv[2:] or [each.__name__ for each in readingparts.PARTS]):
        try:
            part(site)
        except Exception:
            testkit.check(f"{part.__name__} comes to its end", False, traceback.format_exc())
        if not site.is_open:
            break
print(f"{testkit.passed} passed, {testkit.failed} failed")
sys.exit(testkit.failed > 0)
