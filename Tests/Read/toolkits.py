#!/usr/bin/python3
"""touchd-read and a window of each toolkit, and of Firefox, under sway, labwc or X (`session.py`): a button, a field and a slider, found by keys and by a
finger, and operated. The table of docs/read.md names the lines that this prints.

    toolkits.py FOLDER-OF-PROGRAMS [TOOLKIT...]"""
import glob, http.server, json, os, pathlib, queue, shutil, sys, time

from session import Session, lacks, serve
from stage import check, finish, here, of_type, until

CONFIGURATION = """version: 1
screens:
  - id: main
    size: [1600, 800]
    accessibility:
      profiles:
        - { id: speech, start: [{ corner: bottomLeft, hold: 3 }], stop: [{ corner: bottomLeft, hold: 3 }], explore: { wait: 0.1, doubleTap: 0.2 } }
    windows:
      - { id: app, kind: surface, frame: [0, 0, 1600, 800], accessibility: { label: Application, language: en } }
"""
# What Debian has of each toolkit, and what docs/read.md asks for.
TOOLKITS = {"GTK 3": ("gtk3", "girepository-1.0/Gtk-3.0.typelib", {}), "GTK 4": ("gtk4", "girepository-1.0/Gtk-4.0.typelib", {}),
            "Qt 5": ("qt5", "qt5/plugins/platforms/libqwayland-generic.so", {"QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1"}),
            "Qt 6": ("qt6", "qt6/plugins/platforms/libqwayland-generic.so", {}), "Firefox": ("firefox", "", {})}
told = []


class Server(http.server.BaseHTTPRequestHandler):
    """Serves the page for Firefox, and keeps what the windows tell."""

    def do_GET(self):
        self.send_response(200 if self.path == "/" else 404)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        if self.path == "/":
            self.wfile.write((here / "window.html").read_bytes())

    def do_POST(self):
        told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def is_here(name):
    _, file, _ = TOOLKITS[name]
    return bool(shutil.which("firefox-esr") if name == "Firefox" else glob.glob(f"/usr/lib/*/{file}"))


class Window:
    """The window of a toolkit, alone on a display."""

    def __init__(self, name):
        self.name = name
        program, _, environment = TOOLKITS[name]
        self.lines = []
        self.stage, mark = Session(CONFIGURATION, "800x400"), len(told)
        self.client = self.stage.client
        address = serve(Server)
        if program == "firefox":
            profile = self.stage.home / "firefox"
            profile.mkdir()
            shutil.chown(profile, os.stat(self.stage.home).st_uid)
            self.stage.begin("firefox-esr", "--kiosk", "--no-remote", "--profile", profile, address)
        else:
            shutil.copy(here / "window.py", self.stage.path / "window.py")
            self.stage.begin("python3", self.stage.path / "window.py", program, address, **environment)
        shown = until(lambda: next((each["shown"] for each in told[mark:]), None))
        self.check("shows its window", shown, self.stage.logs[-2000:])
        self.name = f"{name[:-2] if name[-1].isdigit() else name} {shown}"

    def check(self, sentence, holds, detail=""):
        check(f"{self.name} {sentence}", holds, detail)
        return bool(holds)

    def elements(self):
        """Goes round once by keys. Returns the elements by label and role."""
        self.client.ask(type="focus", region="app")
        found = {}

        def has_gone_round():
            line = self.stage.step(tries=1)
            if line.get("label"):
                self.lines.append(line)
                found[line["label"], line.get("role")] = line
            return {("Buy a ticket", "button"), ("Your name", "text"), ("Persons", "adjustable")} <= found.keys()
        until(has_gone_round, 30)
        return found

    def finds(self, line):
        """Explores with a finger in the middle of an element. Returns the last `focus` line."""
        x, y = line["frame"][0] + line["frame"][2] / 2, line["frame"][1] + line["frame"][3] / 2
        last = {}

        def found():
            self.stage.press(x, y)
            time.sleep(0.5)
            self.stage.lift()
            time.sleep(0.3)
            while True:
                try:
                    got = self.client.lines.get_nowait()
                except queue.Empty:
                    return last.get("label") == line["label"] and last.get("role") == line["role"]
                last.update(got if got["type"] == "focus" else {})
        until(found, 20)
        return last


def uses(window):
    found = window.elements()
    button, field, slider = (found.get(each) for each in (("Buy a ticket", "button"), ("Your name", "text"), ("Persons", "adjustable")))
    if not window.check("is read by keys: a button, a field, a slider with its value", button and field and slider and slider["value"] == 2,
                        ([label for label, _ in found], window.stage.logs[-1500:])):
        return
    window.check("says the text of the field", any(line.get("value") == "Ada" for line in window.lines), window.lines)
    window.check("says the value of the slider once", "hint" not in slider, slider)
    mark = len(told)
    window.stage.step(wanted="Buy a ticket")
    window.client.ask(type="activate")
    window.check("presses its button by a key", until(lambda: {"pressed": "Buy a ticket"} in told[mark:]), told[mark:])
    window.stage.step(wanted="Persons")
    window.client.ask(type="focus", move="increment")
    window.check("moves its slider by a key", until(lambda: any(2 < each.get("persons", 0) <= 3 for each in told[mark:])), told[mark:])
    window.client.ask(type="accessibility", profile="speech", on=True)
    lines = [window.finds(line) for line in (button, field, slider)]
    window.check("is explored by a finger", [(line.get("label"), line.get("role")) for line in lines] ==
                 [("Buy a ticket", "button"), ("Your name", "text"), ("Persons", "adjustable")], lines)
    mark = len(told)
    window.finds(button)
    window.stage.tap_twice()
    window.check("presses its button by two taps", until(lambda: {"pressed": "Buy a ticket"} in told[mark:]), told[mark:])
    rest = sorted({label for label, _ in found} - {"Buy a ticket", "Your name", "Persons"})
    print(f"# {window.name}: other elements {rest}", flush=True)


def is_one(window):
    """GTK 4.8 says of nothing in its window that it is showing, so the window is one element."""
    window.client.ask(type="accessibility", profile="speech", on=True)
    line = window.finds({"frame": [0, 0, 400, 160], "label": "Application", "role": None})
    window.check("is one element", line.get("label") == "Application", line)


if missing := lacks():
    print(f"skipped: no {', '.join(missing)} here: no window is read")
    raise SystemExit(0)
for name in sys.argv[2:] or TOOLKITS:
    if is_here(name):
        window = Window(name)
        is_one(window) if window.name.startswith("GTK 4.8") else uses(window)
        window.stage.close()
    else:
        print(f"skipped: {name} is not here")
finish()
