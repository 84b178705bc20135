"""A machine that docs/kiosk.md sets up, and the finger of its visitor."""
import glob
import http.server
import json
import os
import pathlib
import re
import threading
import time

import kioskpage
import testkit
from testkit import ABS_X, ABS_Y, LIFT, MT_X, MT_Y, SLOT, TRACKING_ID, Client, Panel, check, event_node, run, systemctl, until

GUEST = pathlib.Path(__file__).resolve().parent
OUT = pathlib.Path(os.environ["VM_OUT"])
UNIT = pathlib.Path("/etc/systemd/system/kiosk.service")
COMPOSITORS = "sway", "labwc", "cage", "X"
URL = "http://127.0.0.1:8000"
# The display, and the panel over it: two units per pixel.
SIZE = 1920, 1080
GREEN, RED = "00ff00", "ff0000"
# Guests have neither a graphics card nor, for users, namespaces. The other flags turn off slow features.
CHROMIUM = ["--no-sandbox", "--no-default-browser-check", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
            "--disable-component-update", "--disable-sync"]
# A browser takes half a minute here, and several times as long on a loaded machine.
BROWSER = 600


class Glass(Panel):
    AXES = {ABS_X: 2 * SIZE[0] - 1, ABS_Y: 2 * SIZE[1] - 1, SLOT: 9, MT_X: 2 * SIZE[0] - 1, MT_Y: 2 * SIZE[1] - 1, TRACKING_ID: 65535}
    RESOLUTION = 8

    def __init__(self, phys=b"glass/0"):
        super().__init__(b"touchd glass", phys)

    def touch(self, x, y):
        """A tap on a pixel of the display."""
        self.frame(s0=(2 * x, 2 * y))
        time.sleep(0.06)
        self.frame(s0=LIFT)


class Server(http.server.BaseHTTPRequestHandler):
    """Serves the kiosk's page, and keeps what it tells."""
    told = []

    def do_GET(self):
        data = (GUEST / "kiosk.html").read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_POST(self):
        self.told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *arguments):
        pass


class Site:
    """The set-up that all compositors share: sections 1 to 5 of the page."""

    def __init__(self, handler=Server):
        self.told = handler.told
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 8000), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.observer = None
        self.written = []
        self.outputs = [self.make_display(), "HDMI-A-2"]
        self.install()
        self.glass = Glass()
        run("udevadm", "settle", "--timeout=20")
        self.user()
        self.write("3. touchd", "4. The browser", "5. The unit")
        for command in kioskpage.commands("3. touchd") + kioskpage.commands("4. The browser"):
            done = run("sh", "-c", command)
            check(f"page: {command}", done.returncode == 0 and "warning" not in done.stdout, done.stdout)
        policies = pathlib.Path("/etc/chromium/policies/managed/kiosk.json")
        check("page: the policies are JSON", json.loads(policies.read_text())["URLAllowlist"] == [URL], policies.read_text())
        verified = run("systemd-analyze", "verify", str(UNIT))
        check("page: systemd finds nothing wrong in the unit", verified.returncode == 0 and "kiosk.service" not in verified.stdout, verified.stdout)
        (pathlib.Path("/etc/chromium.d") / "vm").write_text(f'CHROMIUM_FLAGS="$CHROMIUM_FLAGS {" ".join(CHROMIUM)}"\n')
        self.environment("WLR_RENDERER=pixman")

    def make_display(self):
        run("modprobe", "virtio-gpu")
        until(lambda: glob.glob("/dev/dri/card*"))
        run("udevadm", "settle", "--timeout=20")
        found = until(lambda: glob.glob("/sys/class/drm/card*-Virtual-*"))
        return re.sub(r"^card\d+-", "", os.path.basename(found[0]))

    def install(self):
        """touchd's files, as in Tests/VM/applications."""
        done = run("sh", "-euc", f"""cp -a '{os.environ["INSTALLED"]}/root/.' /
            systemd-sysusers /usr/lib/sysusers.d/touchd*.conf
            systemctl daemon-reload
            udevadm control --reload
            udevadm trigger --sysname-match=uinput""")
        check("touchd is installed", done.returncode == 0, done.stdout)

    def user(self):
        for command in kioskpage.commands("2. The user"):
            done = run("sh", "-c", command)
            check(f"page: {command}", done.returncode == 0, done.stdout)
        check("page: the user is in no group but its own", run("id", "-nG", "kiosk").stdout.split() == ["kiosk"], run("id", "kiosk").stdout)

    def environment(self, *variables):
        """Writes the settings that the unit needs only because the guest has no graphics card."""
        drop_in = UNIT.with_name("kiosk.service.d") / "vm.conf"
        drop_in.parent.mkdir(parents=True, exist_ok=True)
        drop_in.write_text("[Service]\n" + "".join(f"Environment={variable}\n" for variable in variables))

    def adapt(self, text):
        """The page's text with the guest's display, address and panel."""
        for old, new in (("https://kiosk.example", URL), ("HDMI-A-1", self.outputs[0]), ("HDMI-A-2", self.outputs[1]), ("HDMI-1", self.outputs[0]),
                         ("4660:22136", "4617:29795")):
            text = text.replace(old, new)
        # Panels of the guest have no place where they are connected.
        for number, place in enumerate(re.findall(r'idPath: "[^"]*"', text)):
            text = text.replace(place, f'phys: "glass/{number}"')
        return text

    def write(self, *headings):
        for heading in headings:
            for name, text in kioskpage.files(heading).items():
                path = pathlib.Path(name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(self.adapt(text))
                if heading.split(",")[0] in COMPOSITORS:
                    self.written.append(path)

    # ------------------------------------------------------------------ a kiosk of one section

    def start(self, heading, touchd="3. touchd"):
        """Writes the section's files, those of touchd, and starts the unit as a boot does. Returns what the page tells when it is shown, or None."""
        self.stop()
        parent = heading.split(",")[0]
        headings = list(dict.fromkeys([parent, heading]))
        self.write(touchd, *headings)
        lines = [kioskpage.exec_start(each) for each in (heading, parent, "5. The unit")]
        unit = kioskpage.files("5. The unit")[str(UNIT)]
        UNIT.write_text(re.sub(r"^ExecStart=.*$", lambda _: self.adapt(next(filter(None, lines))), unit, flags=re.M))
        for command in (kioskpage.commands(touchd) if touchd != "3. touchd" else []) + kioskpage.commands(heading) + kioskpage.commands("5. The unit")[:-1]:
            done = run("sh", "-c", command)
            if done.returncode:
                check(f"page: {command}", False, done.stdout)
        said = run("/usr/bin/touchctl", "reload")
        if said.returncode:
            check("touchd takes the page's configuration", False, said.stdout)
        mark = len(self.told)
        # What a boot of the page's machine starts.
        systemctl("start", "multi-user.target", "--no-block")
        systemctl("start", "kiosk", "--no-block")
        self.watch()
        return self.shown(mark)

    def stop(self):
        """Stops the unit and removes the files of the last section."""
        if UNIT.exists():
            systemctl("stop", "kiosk")
        for path in self.written:
            path.unlink(missing_ok=True)
        if any("udev" in path.parts for path in self.written):
            run("udevadm", "control", "--reload")
            run("udevadm", "trigger", "--settle", "--subsystem-match=input")
        self.written = []

    def shown(self, mark, seconds=BROWSER):
        """Waits until the page has been shown since `mark`. Returns what it told."""
        return until(lambda: next((told for told in self.told[mark:] if told["type"] == "load"), None), seconds, 0.2)

    def pids(self, *names):
        """The processes of the unit with these names, or all."""
        text = pathlib.Path("/sys/fs/cgroup" + run("systemctl", "show", "kiosk", "--property=ControlGroup", "--value").stdout.strip()) / "cgroup.procs"
        session = run("loginctl", "show-user", "kiosk", "--property=Sessions", "--value").stdout.split()
        found = [int(pid) for pid in text.read_text().split()] if text.exists() else []
        for name in session:
            scope = run("loginctl", "show-session", name, "--property=Scope", "--value").stdout.strip()
            for path in glob.glob(f"/sys/fs/cgroup/user.slice/user-*.slice/{scope}/cgroup.procs"):
                found += [int(pid) for pid in pathlib.Path(path).read_text().split()]
        command = lambda pid: pathlib.Path(f"/proc/{pid}/comm").read_text().strip() if os.path.exists(f"/proc/{pid}") else ""
        return [pid for pid in found if not names or command(pid) in names]

    def browser(self):
        """Returns the first process of the browser, which may have a scope of its own beside the session; None if there is none."""
        for pid in run("pgrep", "--uid", "kiosk", "chromium").stdout.split():
            command = pathlib.Path(f"/proc/{pid}/cmdline")
            line = command.read_bytes() if command.exists() else b""
            if b"--kiosk" in line and b"--type=" not in line:
                return int(pid)
        return None

    def picture(self, name):
        """Takes a picture of the display. Returns a function from a pixel to its colour."""
        # Created and then renamed: the host removes NAME.wanted at once, perhaps while this guest is still opening it.
        (OUT / f"{name}.new").touch()
        (OUT / f"{name}.new").rename(OUT / f"{name}.wanted")
        path = OUT / f"{name}.ppm"
        until(path.exists)
        head = re.match(rb"P6\s+(\d+)\s+(\d+)\s+255\s", data := path.read_bytes())
        width = int(head[1])
        path.unlink()

        def colour(x, y):
            start = head.end() + 3 * (round(y) * width + round(x))
            return data[start:start + 3].hex()
        return colour

    def watch(self):
        if self.observer:
            self.observer.close()
        self.observer = until(connected_observer)
        return self.observer

    def tells(self, touch, seconds=120):
        """Repeats a touch until a page tells of a finger. Returns what it tells."""
        mark = len(self.told)

        def touched():
            touch()
            return until(lambda: next((told for told in self.told[mark:] if told["type"] == "pointerdown"), None), 5, 0.1)
        return until(touched, seconds, 0) or {}

    def tap(self, x, y):
        """Taps on a pixel of the display. Returns what the page and touchd tell."""
        self.observer.pump()
        seen = len(self.observer.lines)
        told = self.tells(lambda: self.glass.touch(x, y))
        self.observer.pump(1)
        return told, next((t for t in self.observer.touches(seen) if t["phase"] == "began"), {})

    def lands(self, name, *pixels, is_seen=True):
        """Checks that a finger on each pixel of the display is at the same place for the page and for touchd, and that the page's square is seen there."""
        for number, (x, y) in enumerate(pixels, 1):
            told, touch = self.tap(x, y)
            check(f"{name}: tap {number} reaches the page, as a trusted touch", told.get("kind") == "touch" and told.get("trusted"), told)
            if is_seen:
                shown = until(lambda: self.picture(name.replace(" ", "-").replace(",", ""))(x, y) == RED, 30, 0.5)
                check(f"{name}: tap {number} is at the finger's place on the display", shown, (told, touch))
            # The compositor, Xwayland and Chromium round, one after the other.
            near = lambda key: key in told and key in touch and abs(told[key] - touch[key]) <= 3
            check(f"{name}: tap {number} is there for touchd, too", near("x") and near("y"), (told, touch))

    def explain(self):
        for command in (["systemctl", "--no-pager", "-l", "status", "kiosk"], ["journalctl", "-b", "--no-pager", "-o", "short-monotonic", "-u", "kiosk"],
                        ["loginctl", "--no-pager"], ["journalctl", "-b", "--no-pager", "-u", "systemd-logind", "-u", "user@*", "-u", "touchd"]):
            print(f"# {' '.join(command)}\n{run(*command).stdout[-6000:]}", flush=True)
        try:
            self.picture("failed")
        except Exception as error:
            print(error)


def connected_observer():
    try:
        return Client(observe=True)
    except OSError:
        return None
