"""Controls Chromium through --remote-debugging-pipe: commands and answers are JSON, each followed by a NUL, on descriptors 3 and 4. Uses no port and
only Python's standard library."""
import base64
import fcntl
import json
import os
import select
import subprocess
import time

import testkit

# --no-sandbox, because the guest's kernel gives the user no namespaces. The other options disable slow features that do not matter here.
FLAGS = ["--remote-debugging-pipe", "--no-sandbox", "--no-default-browser-check", "--disable-gpu", "--disable-dev-shm-usage",
         "--disable-extensions", "--disable-background-networking", "--disable-component-update", "--disable-sync"]


class Chromium:
    def __init__(self, start, *flags):
        """Starts Chromium. `start` is put before the command and sets its user and display."""
        reading, self.commands = os.pipe()
        self.answers, writing = os.pipe()
        # Descriptors 3 and 4 may be in use here, so the shell moves the two there.
        theirs = [fcntl.fcntl(fd, fcntl.F_DUPFD, 20) for fd in (reading, writing)]
        shell = 'exec 3<&{0} 4>&{1} {0}<&- {1}>&-; exec "$@"'.format(*theirs)
        self.said = open("/run/chromium.log", "wb")
        self.process = subprocess.Popen(["bash", "-c", shell, "chromium", *start, "chromium", *FLAGS, *flags, "about:blank"],
                                        stdin=subprocess.DEVNULL, stdout=self.said, stderr=self.said, pass_fds=theirs)
        for fd in (reading, writing, *theirs):
            os.close(fd)
        self.buffer, self.number, self.events = b"", 0, []
        page = testkit.until(lambda: next((t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page"), None))
        self.session = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        self.page("Page.enable")
        self.page("Runtime.enable")

    def _message(self, waiting_for):
        while b"\0" not in self.buffer:
            # On a busy machine an emulated Chromium that loads a page has been silent for longer than PATIENCE.
            if not select.select([self.answers], [], [], 3 * testkit.PATIENCE)[0]:
                raise TimeoutError(f"Chromium does not answer: {waiting_for}")
            got = os.read(self.answers, 1 << 16)
            if not got:
                raise EOFError("Chromium is gone: " + open("/run/chromium.log", errors="replace").read()[-2000:])
            self.buffer += got
        line, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(line)

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters, **({"sessionId": session} if session else {})}
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while (got := self._message(f"{method} {str(parameters)[:120]}")).get("id") != self.number:
            self.events.append(got)
        if "error" in got:
            raise RuntimeError(f"{method}: {got['error']}")
        return got["result"]

    def page(self, method, **parameters):
        return self.call(method, self.session, **parameters)

    def open(self, url):
        self.events.clear()
        self.page("Page.navigate", url=url)
        while not any(e.get("method") == "Page.loadEventFired" for e in self.events):
            self.events.append(self._message(f"the load event of {url}"))
        # Touches go to the displayed picture. On a loaded machine the page's thread is seconds ahead of the display; a new frame waits for it.
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.page("Page.captureScreenshot", format="jpeg", quality=1)

    def evaluate(self, expression):
        got = self.page("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in got:
            raise RuntimeError(got["exceptionDetails"]["exception"].get("description", got))
        return got["result"].get("value")

    def until(self, expression, seconds=30):
        return testkit.until(lambda: self.evaluate(expression), seconds, 0.1)

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.page("Page.captureScreenshot", format="png")["data"]))

    def close(self):
        try:
            self.call("Browser.close")
        except (EOFError, OSError):
            pass
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
        os.close(self.commands)
        os.close(self.answers)
