"""The scripted server: plays the steps of a script to whoever connects, and checks what the client says."""
import json, os, socket, threading, time

PATIENCE = 120  # seconds until what a client is to do counts as not done: a loaded machine takes its time


class ScriptedServer(threading.Thread):
    def __init__(self, path, script):
        super().__init__(daemon=True)
        self.path, self.script, self.problem = path, script, None
        # When the server closed a connection, and took the next: what is between them the client has waited at least.
        self.closings, self.accepted, self.printed = [], [], None
        self.connection, self.buffer, self.gathered, self.piece = None, b"", None, 0
        self.listen()
        if script.steps[0] == ("forbid", None):
            self.forbid(None)  # before there is a client

    def listen(self):
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path + ".new")
        self.listener.listen(8)
        self.listener.settimeout(PATIENCE)
        # Nobody finds a socket at which nobody listens yet.
        os.rename(self.path + ".new", self.path)

    def unlisten(self):
        if os.path.exists(self.path):
            os.unlink(self.path)
        self.listener.close()

    def run(self):
        try:
            for step, value in self.script.steps:
                getattr(self, step)(value)
        except (OSError, AssertionError) as error:
            self.problem = f"at {step} {value}: {error!r}"
        finally:
            self.unlisten()
            for file in (self.connection, self.printed):
                if file:
                    file.close()

    def accept(self, _):
        self.connection, _ = self.listener.accept()
        self.accepted.append(time.monotonic())
        self.connection.settimeout(PATIENCE)
        self.buffer, self.gathered, self.piece = b"", None, 0

    def C(self, expected):
        said = self.said()
        # A client may say more than the script knows, such as defaults spelled out.
        assert {k: said.get(k) for k in expected} == expected, f"the client says {said}"

    def count(self, expected):
        """So many lines of a type."""
        count, type = expected
        for number in range(count):
            said = self.said()
            assert said["type"] == type, f"as line {number + 1} the client says {said}"

    def said(self):
        while b"\n" not in self.buffer:
            data = self.connection.recv(65536)
            assert data, "the client has closed the connection"
            self.buffer += data
        line, _, self.buffer = self.buffer.partition(b"\n")
        return json.loads(line.decode("utf-8"))

    def write(self, data):
        if self.gathered is not None:
            self.gathered += data
        elif self.piece:
            for start in range(0, len(data), self.piece):
                self.connection.sendall(data[start:start + self.piece])
        else:
            self.connection.sendall(data)

    def S(self, line):
        self.write(line.encode("utf-8") + b"\n")

    def raw(self, text):
        """A character a byte."""
        self.write(text.encode("latin-1"))

    def long(self, bytes):
        """A `trace` line of so many bytes."""
        start = b'{"type":"trace","text":"'
        self.write(start + b"x" * (int(bytes) - len(start) - 3) + b'"}\n')

    def endless(self, _):
        """Bytes without an end of a line, until the client closes the connection."""
        try:
            while True:
                self.connection.sendall(b"x" * 65536)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def nested(self, levels):
        """A `trace` line nested so deep, the object itself being the first level."""
        inner = int(levels) - 1
        self.write(b'{"type":"trace","text":' + b"[" * inner + b"]" * inner + b"}\n")

    def together(self, _):
        """What follows goes out in one write, at `end`."""
        self.gathered = b""

    def end(self, _):
        data, self.gathered = self.gathered, None
        self.connection.sendall(data)

    def split(self, bytes):
        """From here on a write has so many bytes at the most."""
        self.piece = int(bytes)

    def pause(self, seconds):
        time.sleep(seconds)

    def until(self, word):
        """Waits for the driver to print an item of this kind, after those that were waited for before."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            self.printed = self.printed or open(self.path + ".out", encoding="utf-8")
            start, line = self.printed.tell(), self.printed.readline()
            if not line.endswith("\n"):
                self.printed.seek(start)
                time.sleep(0.01)
            elif json.loads(line)["item"] == word:
                return
        raise AssertionError("it does not come")

    def close(self, _):
        self.closings.append(time.monotonic())
        self.connection.close()

    def gone(self, _):
        """The connection ends, and the socket is no more there."""
        self.unlisten()
        self.connection.close()

    def back(self, _):
        self.listen()

    def forbid(self, _):
        """From here on the client may not open the socket."""
        os.chmod(self.path, 0)

    def allow(self, _):
        os.chmod(self.path, 0o600)

