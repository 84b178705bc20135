"""Programs on the socket that use the accessible glass, and checks, for `focus` and `reader`."""
import json, sys

from played import connect

passed = failed = 0


def check(name, fact, seen=""):
    global passed, failed
    if fact:
        passed += 1
    else:
        failed += 1
    print(f"{'ok' if fact else 'not ok'}  {name}{'' if fact else f': {seen}'}", flush=True)


def finish():
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


class Client:
    """A connection whose lines are read up to the reply to each request."""
    def __init__(self, path, process):
        self.socket = connect(path, process)
        self.file = self.socket.makefile("rw", encoding="utf-8")
        self.number = 0
        self.hello = self.line()
        self.first = self.ask(type="subscribe")
        self.snapshot = self.line()

    def line(self):
        return json.loads(self.file.readline())

    def send(self, **request):
        self.number += 1
        self.file.write(json.dumps({**request, "id": self.number}) + "\n")
        self.file.flush()

    def ask(self, **request):
        """Sends a request. Returns the lines up to its reply, which comes last."""
        self.send(**request)
        return self.until(lambda line: line["type"] == "reply" and line["id"] == self.number)

    def until(self, isLast):
        lines = [self.line()]
        while not isLast(lines[-1]):
            lines.append(self.line())
        return lines

    def close(self):
        self.file.close()
        self.socket.close()


def of_type(kind, lines):
    return [line for line in lines if line["type"] == kind]


def focused(lines):
    return [line["region"] for line in of_type("focus", lines)]


def code(lines):
    return lines[-1].get("error", {}).get("code")
