"""The scripted server: plays the steps of a script to whoever connects, and checks what the client says."""
import json, os, socket, threading, time


class ScriptedServer(threading.Thread):
    def __init__(self, path, script):
        super().__init__(daemon=True)
        self.path, self.script, self.problem = path, script, None
        self.accepted = []
        self.connection, self.buffer, self.gathered, self.piece = None, b"", None, 0
        self.listen()

    def listen(self):
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen(8)
        self.listener.settimeout(20)

    def unlisten(self):
        self.listener.close()
        if os.path.exists(self.path):
            os.unlink(self.path)

    def run(self):
        try:
            for step, value in self.script.steps:
                getattr(self, step)(value)
        except (OSError, AssertionError) as error:
            self.problem = f"at {step} {value}: {error!r}"
        finally:
            self.unlisten()
            if self.connection:
                self.connection.close()

    def accept(self, _):
        self.connection, _ = self.listener.accept()
        self.accepted.append(time.monotonic())
        self.connection.settimeout(20)
        self.buffer, self.gathered, self.piece = b"", None, 0

    def C(self, expected):
        while b"\n" not in self.buffer:
            data = self.connection.recv(65536)
            assert data, "the client has closed the connection"
            self.buffer += data
        line, _, self.buffer = self.buffer.partition(b"\n")
        said = json.loads(line.decode("utf-8"))
        # A client may say more than the script knows, such as defaults spelled out.
        assert {k: said.get(k) for k in expected} == expected, f"the client says {said}"

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

    def close(self, _):
        self.connection.close()

    def gone(self, _):
        """The socket is not there for a while."""
        self.unlisten()
        time.sleep(0.3)
        self.listen()

