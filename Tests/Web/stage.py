"""A stage for tests of pages: touchd on its own sockets, the bridge on a free local port, fingers, and checks.

    from stage import *
    with Stage(TREE) as stage, Chromium() as browser:
        browser.goto(stage.url("examples/web/ticket/"))
        stage.tap(540, 960)
        check("the ticket comes", browser.holds("document.querySelector('#ticket')"))
        check_problems(browser)
    finish()

A test is started as `test_x.py TOUCHD TOUCHD-WEB`, TOUCHD being the program or its folder. `Tests/Web/run` starts all of them."""
import atexit, json, os, pathlib, re, secrets, shutil, signal, socket, subprocess, sys, tempfile, threading, time

from cdp import PATIENCE, Chromium, Gone

root = pathlib.Path(__file__).resolve().parents[2]


def _program(position, name, default):
    path = pathlib.Path(sys.argv[position] if len(sys.argv) > position else default).resolve()
    return path / name if path.is_dir() else path


touchd = _program(1, "touchd", root / ".build/release")
touchctl = touchd.with_name("touchctl")
bridge = _program(2, "touchd-web", root / "bridges/web/.build/release")
# The region editor's YAML reader: Debian's node-yaml.
YAML = "/usr/share/nodejs/yaml/browser"
passed = failed = 0
# The default tree of a stage: a screen with a window that a page may fill.
TREE = """version: 1
screens:
  - id: main
    size: [1080, 1920]
    windows:
      - { id: page, frame: [0, 0, 1080, 1920], multipleTouchEnabled: true }
access:
  - { token: kiosk, regions: ["page", "page/**"], allow: [receive, claim, edit] }
"""


def check(sentence, ok, detail=""):
    """Prints the result of one check in one line, with the actual value if it failed."""
    global passed, failed
    passed, failed = passed + bool(ok), failed + (not ok)
    print(("ok      " if ok else "not ok  ") + sentence + (f": {detail}" if detail != "" and not ok else ""), flush=True)
    return bool(ok)


def check_problems(browser, but=()):
    """Checks that the page has reported no problems except those that contain one of these texts."""
    found = [one for one in browser.problems if not any(text in one for text in but)]
    check("the page complains of nothing", not found, found)
    browser.problems.clear()


def check_attributes(browser):
    """Checks that no attribute has the name of a missing value: a button called "undefined"."""
    found = browser.eval("""[...document.querySelectorAll('*')].filter(one => [...one.attributes].some(each => ['undefined', 'null'].includes(each.value)))
        .map(one => one.outerHTML)""")
    check("no attribute has the name of a missing value", found == [], found)


def until(condition, patience=PATIENCE):
    """Polls the condition; returns its first true value, or its last value when the time is up."""
    end = time.monotonic() + patience
    while not (answer := condition()) and time.monotonic() < end:
        time.sleep(0.02)
    return answer


def finish():
    print(f"{passed} passed, {failed} failed", flush=True)
    sys.exit(failed > 0)


def look(browser, name):
    """Saves a screenshot if $TOUCHD_SCREENSHOTS names a folder. Returns its path."""
    if folder := os.environ.get("TOUCHD_SCREENSHOTS"):
        os.makedirs(folder, exist_ok=True)
        return browser.screenshot(os.path.join(folder, name + ".png"))


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Lines:
    """A connection to one of touchd's sockets. `answer` waits for the reply to a request; other lines are kept in `lines`."""

    def __init__(self, path):
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE)
        self._socket.connect(str(path))
        self.lines, self._replies, self._number, self._news = [], {}, 0, threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        try:
            self._socket.settimeout(None)
            for text in self._socket.makefile("r", encoding="utf-8"):
                line = json.loads(text)
                with self._news:
                    if line["type"] == "reply":
                        self._replies[line.get("id")] = line
                    else:
                        self.lines.append(line)
                        del self.lines[:-5000]
                    self._news.notify_all()
        except (OSError, ValueError):
            pass

    def send(self, type, **fields):
        self._number += 1
        self._socket.sendall(json.dumps({"type": type, "id": self._number, **fields}).encode() + b"\n")
        return self._number

    def answer(self, type, **fields):
        return self._reply(self.send(type, **fields), type)

    def answers(self, type, *requests):
        """Sends requests in one go, so that no pause of the test comes between them. Returns their replies."""
        first = self._number + 1
        self._number += len(requests)
        self._socket.sendall(b"".join(json.dumps({"type": type, "id": number, **fields}).encode() + b"\n" for number, fields in enumerate(requests, first)))
        return [self._reply(number, type) for number in range(first, self._number + 1)]

    def _reply(self, number, type):
        with self._news:
            if not self._news.wait_for(lambda: number in self._replies, PATIENCE):
                raise TimeoutError(f"no reply to {type}")
            return self._replies.pop(number)

    def wait(self, condition):
        """Returns the first line, kept or still to come, that meets the condition."""
        with self._news:
            if not self._news.wait_for(lambda: any(map(condition, self.lines)), PATIENCE):
                raise TimeoutError("the line does not come")
            return next(filter(condition, self.lines))

    def close(self):
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self._socket.close()


class Stage:
    """touchd with the configuration `tree` (YAML), and the bridge in front of it.

    `admin`: use the bridge for administrators. `files`: more files for the bridge to serve, {"examples/web/x.html": text}. `web`: more keys of
    web.yaml, as text. `origins`: further origins that may connect. `bridge=None`: no bridge."""

    def __init__(self, tree=TREE, admin=False, files=None, web="", origins=(), token="kiosk", environment=None, bridge=bridge):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="touchd-stage-"))
        atexit.register(self.close)
        self.socket, self.admin_socket = self.folder / "events.sock", self.folder / "admin.sock"
        self.configuration, self.is_admin, self.origins, self.web = self.folder / "touchd.yaml", admin, list(origins), web
        self.configuration.write_text(tree)
        self.token_name, self.token = token, secrets.token_hex(16)
        self.environment = {**os.environ, "TOUCHD_VERIFIER": "fatal", "STATE_DIRECTORY": str(self.folder), **(environment or {})}
        self.touchd = self.bridge = self._fingers = None
        self.bridge_program, self.port = bridge, None
        self._pages(files or {})
        self.start_touchd()
        if bridge:
            self.start_bridge()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # The programs.

    def start_touchd(self):
        self.log = open(self.folder / "touchd.log", "ab")
        self.touchd = subprocess.Popen([touchd, "--config", self.configuration, "--socket", self.socket, "--admin-socket", self.admin_socket],
                                       stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, env=self.environment)
        if not until(lambda: self._listens(self.admin_socket) and self._listens(self.socket) or self.touchd.poll() is not None) or \
                self.touchd.poll() is not None:
            raise RuntimeError("touchd does not start:\n" + (self.folder / "touchd.log").read_text())

    def _listens(self, path):
        with socket.socket(socket.AF_UNIX) as s:
            try:
                s.connect(str(path))
                return True
            except OSError:
                return False

    def stop_touchd(self, how=signal.SIGTERM):
        if self._fingers:
            self._fingers.close()
            self._fingers = None
        self._end(self.touchd, how)

    def start_bridge(self):
        """Starts the bridge, on its previous port if it had one, so that a page can reconnect."""
        for _ in range(20):
            port = self.port or free_port()
            log = self.folder / "web.log"
            with open(log, "wb") as out:
                self.bridge = subprocess.Popen([self.bridge_program, *self._arguments(port)], stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                               env=self.environment)
            if until(lambda: self._answers(port) or self.bridge.poll() is not None) and self.bridge.poll() is None:
                self.port = port
                return
            self._end(self.bridge)
            if self.port:
                time.sleep(0.2)
        raise RuntimeError("the bridge does not start:\n" + log.read_text())

    def _answers(self, port):
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return True
        except OSError:
            return False

    def stop_bridge(self, how=signal.SIGTERM):
        self._end(self.bridge, how)

    def _arguments(self, port):
        path = self.admin_socket if self.is_admin else self.socket
        origins = [f"http://127.0.0.1:{port}", f"http://localhost:{port}", *self.origins]
        secret = self.folder / "token"
        secret.write_text(self.token + "\n")
        secret.chmod(0o600)
        (self.folder / "web.yaml").write_text(
            f'listen: "127.0.0.1:{port}"\norigins: {json.dumps(origins)}\ntokens: [{{ name: {self.token_name}, file: {secret} }}]\n'
            f"socket: {path}\npages: {self.pages}\n{self.web}")
        return ["--config", str(self.folder / "web.yaml")]

    def _pages(self, files):
        """Creates the folder of files that the bridge serves, laid out as installed."""
        self.pages = self.folder / "pages"
        if (root / "pages").is_dir():
            shutil.copytree(root / "pages", self.pages)
        self.pages.mkdir(exist_ok=True)
        if (root / "examples/web").is_dir():
            shutil.copytree(root / "examples/web", self.pages / "examples/web")
        for file in (root / "clients/web").glob("touchd*.js"):
            shutil.copy(file, self.pages)
        # The files that `make install` puts beside the pages.
        shutil.copy(root / "config/touchd.schema.json", self.pages)
        if pathlib.Path(YAML).is_dir():
            shutil.copytree(YAML, self.pages / "vendor/yaml")
        for name, text in files.items():
            path = self.pages / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def _end(self, process, how=signal.SIGTERM):
        if process and process.poll() is None:
            process.send_signal(how)
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def close(self):
        if self._fingers:
            self._fingers.close()
            self._fingers = None
        self._end(self.bridge)
        self._end(self.touchd)
        if self.folder.exists() and os.environ.get("TOUCHD_KEEP_STAGE"):
            print("stage kept:", self.folder)
        else:
            shutil.rmtree(self.folder, ignore_errors=True)
        atexit.unregister(self.close)

    def reload(self, tree):
        """Reloads touchd with this configuration. Returns whether it is in force."""
        self.configuration.write_text(tree)
        return self.fingers.answer("reload").get("ok")

    # Requests and actions of tests.

    def url(self, path="", with_token=True):
        return f"http://127.0.0.1:{self.port}/{path}" + (f"#token={self.token}" if with_token else "")

    def connect(self, admin=False):
        """Opens a connection for the test."""
        return Lines(self.admin_socket if admin else self.socket)

    def regions(self):
        """Returns the paths of all current regions."""
        with_all = Lines(self.admin_socket)
        try:
            with_all.answer("subscribe", regions=["**"])
            return [region["path"] for region in with_all.wait(lambda line: line["type"] == "snapshot")["regions"]]
        finally:
            with_all.close()

    @property
    def fingers(self):
        """The connection that injects touches."""
        if not self._fingers:
            self._fingers = Lines(self.admin_socket)
        return self._fingers

    def inject(self, *touches):
        """Injects fingers at one time: (finger, phase) or (finger, phase, x, y), in points of the screen. Waits until they have been routed."""
        return self.inject_all(touches)[0]

    def inject_all(self, *steps):
        """Injects fingers as `inject` does, several times in one go, so that no pause of the test becomes a part of a gesture."""
        replies = self.fingers.answers("inject", *({"sensitive": True, "touches": [
            {"finger": finger, "phase": phase} | ({"x": place[0], "y": place[1]} if place else {}) for finger, phase, *place in touches]} for touches in steps))
        for reply in replies:
            if not reply["ok"]:
                raise RuntimeError(f"inject: {reply['error']}")
        return replies

    def down(self, x, y, finger=1):
        return self.inject((finger, "began", x, y))

    def move(self, x, y, finger=1):
        return self.inject((finger, "moved", x, y))

    def up(self, finger=1):
        return self.inject((finger, "ended"))

    def tap(self, x, y, finger=1):
        self.inject_all([(finger, "began", x, y)], [(finger, "ended")])

    def double_tap(self, x, y, finger=1):
        self.inject_all(*[[(finger, "began", x, y)], [(finger, "ended")]] * 2)

    def drag(self, start, end, steps=10, seconds=0.1, finger=1):
        """Drags a finger from one place to another and lifts it there."""
        self.down(*start, finger)
        for step in range(1, steps + 1):
            time.sleep(seconds / steps)
            self.move(start[0] + (end[0] - start[0]) * step / steps, start[1] + (end[1] - start[1]) * step / steps, finger)
        self.up(finger)
