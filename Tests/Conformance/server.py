"""The scripted server: plays the steps of a script to each client that connects, and checks the client's lines."""
import json, os, socket, threading, time

PATIENCE = 120  # the time limit in seconds for each expected action of a client, long enough for a loaded machine


class ScriptedServer(threading.Thread):
    def __init__(self, path, script):
        super().__init__(daemon=True)
        self.path, self.script, self.problem = path, script, None
        # The times at which the server closed a connection and accepted the next: the client has waited at least for the difference.
        self.closings, self.accepted, self.printed = [], [], None
        self.connection, self.buffer, self.gathered, self.piece = None, b"", None, 0
        self.listen()
        if script.steps[0] == ("forbid", None):
            self.forbid(None)  # before a client exists

    def listen(self):
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path + ".new")
        self.listener.listen(8)
        self.listener.settimeout(PATIENCE)
        # The socket appears only once the server listens.
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
        # A client may send more keys than the script contains, such as explicit defaults.
        assert {k: said.get(k) for k in expected} == expected, f"the client says {said}"

    def count(self, expected):
        """Expects a number of lines of a type."""
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
        """Writes bytes given as characters."""
        self.write(text.encode("latin-1"))

    def long(self, bytes):
        """Writes a `trace` line with this many bytes."""
        start = b'{"type":"trace","text":"'
        self.write(start + b"x" * (int(bytes) - len(start) - 3) + b'"}\n')

    def endless(self, _):
        """Writes bytes without a line end until the client closes the connection."""
        try:
            while True:
                self.connection.sendall(b"x" * 65536)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def nested(self, levels):
        """Writes a `trace` line with this many nested levels, the object itself being the first."""
        inner = int(levels) - 1
        self.write(b'{"type":"trace","text":' + b"[" * inner + b"]" * inner + b"}\n")

    def together(self, _):
        """Collects the following output, which `end` sends in one write."""
        self.gathered = b""

    def end(self, _):
        data, self.gathered = self.gathered, None
        self.connection.sendall(data)

    def split(self, bytes):
        """Limits each later write to this many bytes."""
        self.piece = int(bytes)

    def pause(self, seconds):
        time.sleep(seconds)

    def until(self, word):
        """Waits until the driver prints an item of this kind, after the items waited for before."""
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
        """Ends the connection and removes the socket."""
        self.unlisten()
        self.connection.close()

    def back(self, _):
        self.listen()

    def forbid(self, _):
        """Keeps the client from opening the socket."""
        os.chmod(self.path, 0)

    def allow(self, _):
        os.chmod(self.path, 0o600)

