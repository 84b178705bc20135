"""Controls Chromium through --remote-debugging-pipe, using only the standard library: commands and events are JSON, each followed by a NUL.

    with Chromium(size=(1080, 1920)) as browser:
        browser.goto("http://127.0.0.1:8137/examples/web/ticket/")
        browser.until("document.title == 'Tickets'")
        browser.touch("touchStart", (50, 50)); browser.touch("touchEnd")
        browser.screenshot("/tmp/page.png")

`problems` lists the page's errors: uncaught exceptions, console.error, and errors reported by the browser itself, such as a refused script or a
missing file. `quit` and `check_problems` of stage.py make a test fail because of them."""
import base64, ctypes, json, os, select, shutil, signal, subprocess, tempfile, time

BINARY = os.environ.get("CHROMIUM", "chromium")
# The time limit of every wait, in seconds; only a hang takes that long.
PATIENCE = 60
FLAGS = ["--headless", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check", "--disable-gpu", "--disable-dev-shm-usage",
         "--touch-events=enabled", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
         "--disable-background-timer-throttling", "--disable-renderer-backgrounding", "--autoplay-policy=no-user-gesture-required"]
# The keys that `key` can press besides characters: code and the key's number on Windows, by which Chromium recognizes its function.
KEYS = {"Tab": 9, "Enter": 13, "Escape": 27, "Backspace": 8, "Delete": 46, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
        "Home": 36, "End": 35, "PageUp": 33, "PageDown": 34, " ": 32}
MODIFIERS = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}


class Gone(Exception):
    """Chromium has ended, or does not answer."""


class Chromium:
    """A browser with one page. `size` is the page's, in CSS pixels; `scale` is the device pixel ratio; `scheme` is the preferred colour scheme."""

    def __init__(self, size=(1080, 1920), scale=1, flags=(), reduced_motion=False, scheme=None):
        self.profile = tempfile.mkdtemp(prefix="touchd-chromium-")
        commands, self._to = os.pipe()
        self._from, answers = os.pipe()
        libc = ctypes.CDLL(None)

        def pipes():  # the browser reads commands from 3 and writes to 4, and ends with the test
            read, write = os.dup(commands), os.dup(answers)
            os.dup2(read, 3)
            os.dup2(write, 4)
            os.closerange(5, 256)
            libc.prctl(1, signal.SIGKILL)

        arguments = [BINARY, *FLAGS, f"--user-data-dir={self.profile}", f"--window-size={size[0]},{size[1]}", *flags]
        if os.getuid() == 0:
            arguments.append("--no-sandbox")
        self.process = subprocess.Popen([*arguments, "about:blank"], preexec_fn=pipes, close_fds=False, start_new_session=True,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=None if os.environ.get("CDP_STDERR") else subprocess.DEVNULL)
        os.close(commands)
        os.close(answers)
        self._buffer, self._number, self.events, self.problems, self.console = bytearray(), 0, [], [], []
        try:
            page = self._first_page()
            self._session = self.call("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
            for domain in ("Page", "Runtime", "Log"):
                self.page(domain + ".enable")
            self.resize(size, scale)
            if scheme:
                self.color_scheme(scheme)
            if reduced_motion:
                self.page("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _first_page(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for target in self.call("Target.getTargets")["targetInfos"]:
                if target["type"] == "page":
                    return target["targetId"]
            time.sleep(0.05)
        raise Gone("no page came up")

    # The pipe.

    def _read(self, end):
        while (at := self._buffer.find(b"\0")) < 0:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self._from], [], [], left)[0]:
                raise Gone("Chromium does not answer")
            got = os.read(self._from, 1 << 20)
            if not got:
                raise Gone("Chromium has ended")
            self._buffer += got
        line = bytes(self._buffer[:at])
        del self._buffer[:at + 1]
        message = json.loads(line)
        if "method" in message:
            self._note(message["method"], message["params"])
        return message

    def _note(self, method, params):
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled":
            text = " ".join(str(one.get("value", one.get("description", ""))) for one in params["args"])
            self.console.append((params["type"], text))
            if params["type"] in ("error", "assert"):
                self.problems.append(text)
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            entry = params["entry"]
            self.problems.append(f"{entry['text']} {entry.get('url', '')}".strip())

    def call(self, method, session=None, patience=PATIENCE, **params):
        """Sends a command to the browser and returns its result."""
        self._number += 1
        number = self._number
        message = {"id": number, "method": method, "params": params} | ({"sessionId": session} if session else {})
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._to, data):]
        end = time.monotonic() + patience
        while True:
            message = self._read(end)
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            if "method" in message:
                self.events.append(message)
                del self.events[:-2000]

    def page(self, method, patience=PATIENCE, **params):
        """Sends a command to the page and returns its result."""
        return self.call(method, self._session, patience, **params)

    # The page.

    def goto(self, url, patience=PATIENCE):
        """Opens a page and waits until it has loaded. Reloads it even if only the part after `#` changes."""
        if url.split("#")[0] == self.eval("location.href").split("#")[0]:
            self.goto("about:blank")
        self.events.clear()
        result = self.page("Page.navigate", url=url)
        if result.get("errorText"):
            raise RuntimeError(f"{url}: {result['errorText']}")
        end = time.monotonic() + patience
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._read(end))

    def eval(self, expression, patience=PATIENCE):
        """Returns the value of a JavaScript expression, awaited if it is a promise."""
        result = self.page("Runtime.evaluate", patience, expression=expression, awaitPromise=True, returnByValue=True, userGesture=False)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(f"{details.get('exception', {}).get('description') or details['text']}\n  in: {expression[:300]}")
        return result["result"].get("value")

    def until(self, expression, patience=PATIENCE):
        """Polls the expression and returns its first true value. An expression that throws is not true yet."""
        end, problem = time.monotonic() + patience, None
        while True:
            try:
                if value := self.eval(expression):
                    return value
            except RuntimeError as error:
                problem = error
            if time.monotonic() > end:
                raise TimeoutError(f"never true: {expression}" + (f"\n  {problem}" if problem else ""))
            time.sleep(0.02)

    def holds(self, expression, patience=PATIENCE):
        """Whether the expression becomes true in time: `until` for checks."""
        try:
            return bool(self.until(expression, patience))
        except TimeoutError:
            return False

    def frames(self, count=2):
        """Waits until the page has drawn this many frames."""
        self.eval(f"new Promise(done => {{ let n = {count}; (function f() {{ n-- ? requestAnimationFrame(f) : done(true) }})() }})")

    def resize(self, size, scale=1):
        self.page("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=scale, mobile=False)

    def color_scheme(self, scheme):
        """Sets prefers-color-scheme to `light` or `dark`."""
        self.page("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def screenshot(self, path):
        data = self.page("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
        return path

    def place(self, selector):
        """Returns the middle of an element, in CSS pixels of the viewport."""
        return tuple(self.eval(f"(() => {{ const b = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
                               " return [b.x + b.width / 2, b.y + b.height / 2] })()"))

    # Input through the debugging protocol, which the browser trusts.

    def touch(self, phase, *points):
        """Sends `touchStart`, `touchMove`, `touchEnd` or `touchCancel` with all points that are then down: (x, y) or (x, y, id)."""
        touches = [{"x": point[0], "y": point[1], "id": point[2] if len(point) > 2 else number} for number, point in enumerate(points)]
        self.page("Input.dispatchTouchEvent", type=phase, touchPoints=touches)

    def tap(self, where):
        """Taps a place (x, y), or the middle of the element that a selector names."""
        x, y = self.place(where) if isinstance(where, str) else where
        self.touch("touchStart", (x, y))
        self.touch("touchEnd")

    def mouse(self, kind, x, y, button="none", **more):
        """Sends `pressed`, `released`, `moved` or `wheel` (with deltaX, deltaY)."""
        self.page("Input.dispatchMouseEvent", type="mouse" + kind[0].upper() + kind[1:], x=x, y=y, button=button,
                  **({"clickCount": 1} if kind in ("pressed", "released") else {}), **more)

    def click(self, where):
        x, y = self.place(where) if isinstance(where, str) else where
        self.mouse("moved", x, y)
        self.mouse("pressed", x, y, "left")
        self.mouse("released", x, y, "left")

    def key(self, name, *modifiers):
        """Presses and releases a key: `Tab`, `Enter`, `a`, with `Shift`, `Control`, …"""
        bits = sum(MODIFIERS[one] for one in modifiers)
        code = KEYS.get(name) or ord(name.upper())
        text = {"Enter": "\r"}.get(name, name if len(name) == 1 else "")
        if bits & ~MODIFIERS["Shift"]:
            text = ""
        shared = {"key": name, "code": name if len(name) > 1 else {" ": "Space"}.get(name, f"Key{name.upper()}" if name.isalpha() else f"Digit{name}" if name.isdigit() else ""),
                  "windowsVirtualKeyCode": code, "modifiers": bits}
        self.page("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **shared, **({"text": text} if text else {}))
        self.page("Input.dispatchKeyEvent", type="keyUp", **shared)

    def type(self, text):
        """Inserts a text at the focus."""
        self.page("Input.insertText", text=text)

    def files(self, selector, *paths):
        """Chooses files for an <input type=file>."""
        root = self.page("DOM.getDocument")["root"]["nodeId"]
        node = self.page("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.page("DOM.setFileInputFiles", nodeId=node, files=[str(path) for path in paths])

    def downloads(self, folder):
        """Sets the folder for the page's downloads."""
        self.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))

    def processes(self):
        """Returns the ids of the browser's processes."""
        parents = {}
        for name in os.listdir("/proc"):
            if name.isdigit():
                try:
                    with open(f"/proc/{name}/stat") as file:
                        parents[int(name)] = int(file.read().rsplit(") ", 1)[1].split()[1])
                except OSError:
                    pass
        found = {self.process.pid}
        while more := {pid for pid, parent in parents.items() if parent in found} - found:
            found |= more
        return found

    def close(self):
        if self.process.poll() is None:
            try:
                self.call("Browser.close", patience=5)
            except (Gone, OSError, RuntimeError):
                pass
        for fd in (self._to, self._from):
            try:
                os.close(fd)
            except OSError:
                pass
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            pass
        try:
            os.killpg(self.process.pid, signal.SIGKILL)  # a separate session: nothing else is in it
        except OSError:
            pass
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
