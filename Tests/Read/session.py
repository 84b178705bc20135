"""A user's session without a display: a session bus, a compositor or an X server, touchd and touchd-read, for tests with real applications.

$DISPLAY_SERVER is `sway` (the default), `labwc` or `X`."""
import http.server, os, shutil, threading, time

from stage import Client, Stage, check, programs, until


display_server = os.environ.get("DISPLAY_SERVER", "sway")
# The programs that each needs.
DISPLAYS = {"sway": ("sway",), "labwc": ("labwc", "wlr-randr"), "X": ("Xvfb",)}


def lacks(*names):
    """Returns the programs that are not installed, of those that a session needs and of these."""
    missing = [name for name in ("dbus-daemon", *DISPLAYS[display_server], *names) if not shutil.which(name)]
    return missing + (["at-spi2-core"] if not os.path.exists("/usr/libexec/at-spi-bus-launcher") else [])


def serve(handler):
    """Serves pages. Returns their address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


class Session(Stage):
    """A stage in which touchd-read learns from the session's bus where the accessibility bus is. `size` is that of the display."""

    def __init__(self, configuration, size):
        super().__init__(configuration=configuration)
        self.size = size
        # Compositors and Chromium refuse to run as root.
        self.user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.getuid() == 0 else []
        self.home = self.path / "home"
        self.home.mkdir(mode=0o700)
        if self.user:
            os.chmod(self.path, 0o755)
            os.chown(self.home, 65534, 65534)
            shutil.chown(self.path, 65534, 65534)
        self.environment = {"XDG_RUNTIME_DIR": str(self.home), "HOME": str(self.home), "DBUS_SESSION_BUS_ADDRESS": f"unix:path={self.home}/session",
                            "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1", "WAYLAND_DISPLAY": "", "DISPLAY": "",
                            "LANG": "C.UTF-8", "GDK_BACKEND": "wayland", "QT_QPA_PLATFORM": "wayland", "MOZ_ENABLE_WAYLAND": "1"}
        os.environ.pop("AT_SPI_BUS_ADDRESS", None)
        self.begin("dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address=unix:path={self.home}/session")
        until((self.home / "session").exists)
        check("there is a display", {"sway": self.begin_sway, "labwc": self.begin_labwc, "X": self.begin_x}[display_server]())
        for program in ("touchd", "touchd-read"):
            shutil.copy(programs / program, self.path / program)
            (self.path / program).chmod(0o755)
        touchd = self.begin(self.path / "touchd", "--config", self.path / "touchd.yaml", "--socket", self.socket)
        until(lambda: self.socket.exists() and self.admin.exists())
        self.client, self.finger = Client(self.socket, touchd), Client(self.admin, touchd, subscribes=False)
        self.reader = self.begin_reader()
        is_connected = until(lambda: "connected to the accessibility bus" in self.logs)
        check("touchd-read finds the accessibility bus through the session's", is_connected, self.logs[-3000:])

    def begin_sway(self):
        configuration = self.home / "sway.conf"
        configuration.write_text(f"xwayland disable\noutput HEADLESS-1 resolution {self.size}\ndefault_border none\n")
        configuration.chmod(0o644)
        self.begin("sway", "-c", configuration)
        return self.has_wayland()

    def begin_labwc(self):
        folder = self.home / "labwc"
        folder.mkdir(mode=0o755)
        # As in docs/kiosk.md.
        (folder / "rc.xml").write_text("<labwc_config><keyboard><keybind key=\"W-F12\"/></keyboard></labwc_config>\n")
        self.begin("labwc", "-C", folder)
        if not self.has_wayland():
            return False
        return until(lambda: self.begin("wlr-randr", "--output", "HEADLESS-1", "--custom-mode", self.size).wait() == 0)

    def has_wayland(self):
        if not until(lambda: any(self.home.glob("wayland-?"))):
            return False
        self.environment["WAYLAND_DISPLAY"] = next(self.home.glob("wayland-?")).name
        return True

    def begin_x(self):
        file = self.home / "display"
        self.begin("sh", "-c", 'exec Xvfb -displayfd 3 -screen 0 "$1" -nolisten tcp 3>"$0"', file, f"{self.size}x24")
        number = until(lambda: file.exists() and file.read_text().strip())
        self.environment |= {"DISPLAY": f":{number}", "GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb", "MOZ_ENABLE_WAYLAND": "0"}
        self.environment.pop("WAYLAND_DISPLAY")
        return number

    def begin(self, *command, **environment):
        """Starts a program of the user."""
        return self.start(*self.user, *command, **self.environment | environment)

    def begin_reader(self):
        return self.begin(self.path / "touchd-read", "--config", self.path / "read.yaml")

    def begin_chromium(self, address):
        platform = ["--ozone-platform=wayland"]
        if display_server == "X":
            # As docs/kiosk.md has it: without a window manager nothing makes the window as large as the screen.
            width, height = self.size.split("x")
            platform = ["--ozone-platform=x11", "--window-position=0,0", f"--window-size={width},{int(height) + 1}"]
        return self.begin("chromium", "--no-sandbox", *platform, "--kiosk", "--no-first-run", "--disable-gpu",
                          "--force-renderer-accessibility", f"--user-data-dir={self.home}/profile", address)

    @property
    def logs(self):
        return "".join(file.read_text() for file in self.path.glob("*.log"))

    def step(self, direction="next", wanted=None, tries=100):
        """Moves the focus until it has found an element, or the wanted one. Returns the last line."""
        line = {}
        for _ in range(tries):
            if self.client.ask(type="focus", move=direction)[-1].get("ok"):
                line = self.client.until(lambda line: line["type"] == "focus" or line["type"] == "cue" and line["cue"] == "nothing")[-1]
                self.reached = line.get("label")
                if line["type"] == "focus" and (wanted is None or line.get("label") == wanted):
                    return line
            time.sleep(0.1)
        return line

    def put_back(self, label, move="next"):
        return self.step(move, wanted=label)
