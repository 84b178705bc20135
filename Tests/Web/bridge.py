"""The bridge with a scripted touchd, and a WebSocket client that can do what browsers do not."""
import base64, json, os, pathlib, queue, re, signal, socket, struct, subprocess, sys, tempfile, threading, time

here = pathlib.Path(__file__).resolve().parent
root = here.parents[1]
PATIENCE = 60
HELLO = {"type": "hello", "protocol": 1, "server": "fake", "epoch": "e", "capabilities": [], "limits": {"maxLine": 65536}}
passed = failed = 0


def program(position, name, default):
    path = pathlib.Path(sys.argv[position] if len(sys.argv) > position else default).resolve()
    return path / name if path.is_dir() else path


touchd = program(1, "touchd", root / ".build/release")
web = program(2, "touchd-web", root / "bridges/web/.build/release")


def check(sentence, ok, detail=""):
    global passed, failed
    passed, failed = passed + bool(ok), failed + (not ok)
    print(("ok      " if ok else "not ok  ") + sentence + (f": {detail}" if detail != "" and not ok else ""), flush=True)
    return bool(ok)


def finish():
    print(f"{passed} passed, {failed} failed", flush=True)
    sys.exit(failed > 0)


def until(condition, patience=PATIENCE):
    end = time.monotonic() + patience
    while not (answer := condition()) and time.monotonic() < end:
        time.sleep(0.01)
    return answer


class FakeTouchd:
    """A scripted touchd: greets, accepts the token's name, and keeps the lines received. `serve` replaces the handling of connections."""

    def __init__(self, path, refuses=None, hello=HELLO, serve=None):
        self.path, self.refuses, self.hello, self.serve = path, refuses, hello, serve or self.greet
        self.connections, self.lines, self.ends = queue.Queue(), queue.Queue(), queue.Queue()
        self.server = socket.socket(socket.AF_UNIX)
        self.server.bind(str(path))
        self.server.listen(64)
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        while True:
            try:
                connection = self.server.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def greet(self, connection):
        reader = connection.makefile("rb")
        try:
            connection.sendall(json.dumps(self.hello).encode() + b"\n")
            first = json.loads(reader.readline())
            reply = {"type": "reply", "id": first["id"], "ok": not self.refuses}
            if self.refuses:
                reply["error"] = {"code": "notAllowed", "message": self.refuses}
            connection.sendall(json.dumps(reply).encode() + b"\n")
            self.connections.put((connection, first))
            for line in reader:
                self.lines.put(line)
        except (OSError, ValueError):
            pass
        self.ends.put(connection)

    def taken(self, patience=PATIENCE):
        """Returns the next connection that was greeted."""
        return self.connections.get(timeout=patience)[0]

    def close(self):
        try:
            self.server.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.server.close()
        os.unlink(self.path)


class Bridge:
    """touchd-web on a free port, with the tokens kiosk and desk."""

    def __init__(self, socket_path, folder, more="", origins='["http://page.test", "null"]', pages=None, environment=None, arguments=(), check=True):
        self.folder, self.socket_path = pathlib.Path(folder), socket_path
        self.tokens = {"kiosk": "0123456789abcdef-kiosk", "desk": "0123456789abcdef-desk"}
        for name, text in self.tokens.items():
            path = self.folder / f"{name}.token"
            path.write_text(text + "\n")
            path.chmod(0o600)
        self.config = self.folder / "web.yaml"
        self.config.write_text(f'listen: "127.0.0.1:0"\norigins: {origins}\nsocket: {socket_path}\npages: {pages or root}\ntokens:\n' + "".join(
            f"  - {{ name: {name}, file: {self.folder}/{name}.token }}\n" for name in self.tokens) + more)
        self.log_path = self.folder / "web.log"
        self.start(environment)

    def start(self, environment=None):
        out = open(self.log_path, "wb")
        self.process = subprocess.Popen([web, "--config", self.config], stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                        env={**os.environ, **(environment or {})})
        found = until(lambda: re.search(r"listening on 127\.0\.0\.1:(\d+)", self.log) or self.process.poll() is not None)
        if self.process.poll() is not None or not found:
            raise RuntimeError("the bridge does not start:\n" + self.log)
        self.port = int(found[1])

    @property
    def log(self):
        return self.log_path.read_text(errors="replace")

    @property
    def memory(self):
        """Resident memory in KiB."""
        return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{self.process.pid}/status").read_text())[1])

    @property
    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def stop(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        return self.process.returncode

    def request(self, data, patience=PATIENCE):
        """Sends these bytes and returns the whole answer."""
        with socket.create_connection(("127.0.0.1", self.port)) as s:
            s.settimeout(patience)
            s.sendall(data if isinstance(data, bytes) else data.encode())
            answer = b""
            try:
                while more := s.recv(65536):
                    answer += more
            except (TimeoutError, ConnectionResetError):
                pass
            return answer

    def get(self, path, method="GET", body=b"", **headers):
        """Returns status, headers and body."""
        return parsed(self.request(head(method, path, {"Host": f"127.0.0.1:{self.port}", **({"Content-Length": len(body)} if body else {}), **headers})
                                   + body))

    def connect(self, token="kiosk", **headers):
        return WebSocket(self.port, self.tokens.get(token, token), **headers)


def head(method, path, headers):
    lines = [f"{method} {path} HTTP/1.1"] + [f"{name.replace('_', '-')}: {value}" for name, value in headers.items() if value is not None]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def parsed(answer):
    top, _, body = answer.partition(b"\r\n\r\n")
    lines = top.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
    if headers.get("transfer-encoding") == "chunked":
        whole, rest = b"", body
        while rest:
            size, _, rest = rest.partition(b"\r\n")
            length = int(size or b"0", 16)
            if not length:
                break
            whole, rest = whole + rest[:length], rest[length + 2:]
        body = whole
    return int(lines[0].split()[1]) if len(lines[0].split()) > 1 else 0, headers, body


def connection(port):
    s = socket.create_connection(("127.0.0.1", port), PATIENCE)
    s.settimeout(PATIENCE)
    return s


def answer(s):
    """Returns everything received until the end, or None if the end does not come."""
    whole = b""
    try:
        while more := s.recv(65536):
            whole += more
    except ConnectionResetError:
        pass
    except TimeoutError:
        return None
    return whole


class Refused(Exception):
    pass


class WebSocket:
    """A WebSocket client. `status` is the handshake's; `read` returns messages as (opcode, final, payload)."""

    def __init__(self, port, token, buffer=None, handshake=True, **headers):
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", port))
        self.rest = b""
        if handshake:
            self.shake(port, token, **headers)

    def shake(self, port, token, **headers):
        """Performs the handshake, which raises Refused."""
        fields = {"Host": f"127.0.0.1:{port}", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
                  "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), "Origin": "http://page.test",
                  "Sec-WebSocket-Protocol": f"touchd.v1, bearer.{token}"}
        fields.update({name.replace("_", "-"): value for name, value in headers.items()})
        self.socket.sendall(head("GET", "/", fields))
        while b"\r\n\r\n" not in self.rest:
            if not (more := self.socket.recv(65536)):
                break
            self.rest += more
        top, _, self.rest = self.rest.partition(b"\r\n\r\n")
        self.status, self.headers, _ = parsed(top + b"\r\n\r\n")
        if self.status != 101:
            raise Refused(self.status)

    def frame(self, payload=b"", opcode=1, final=True, mask=b"\1\2\3\4", reserved=0, length=None):
        payload = payload.encode() if isinstance(payload, str) else payload
        size = len(payload) if length is None else length
        first = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
        flag = 0x80 if mask else 0
        if size < 126:
            first += bytes([flag | size])
        elif size < 65536:
            first += bytes([flag | 126]) + struct.pack(">H", size)
        else:
            first += bytes([flag | 127]) + struct.pack(">Q", size)
        if mask:
            key = (mask * (len(payload) // 4 + 1))[:len(payload)]
            payload = (int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")).to_bytes(len(payload), "big") if payload else b""
        return first + (mask or b"") + payload

    def send(self, *arguments, **options):
        self.socket.sendall(self.frame(*arguments, **options))

    def _bytes(self, count):
        while len(self.rest) < count:
            more = self.socket.recv(65536)
            if not more:
                raise EOFError
            self.rest += more
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def read(self):
        first, second = self._bytes(2)
        size = second & 0x7f
        if size == 126:
            size = struct.unpack(">H", self._bytes(2))[0]
        elif size == 127:
            size = struct.unpack(">Q", self._bytes(8))[0]
        return first & 15, bool(first & 0x80), self._bytes(size)

    def message(self):
        """Returns the next text, assembled; pings are answered."""
        whole, is_inside = b"", False
        while True:
            opcode, final, payload = self.read()
            if opcode == 9:
                self.send(payload, opcode=10)
            elif opcode == 8:
                raise EOFError(closing(payload))
            elif opcode in (0, 1):
                assert (opcode == 0) == is_inside
                whole, is_inside = whole + payload, True
                if final:
                    return whole.decode()

    def end(self):
        """Returns the code and the reason of the bridge's close frame, or (None, …) without one."""
        try:
            while True:
                opcode, _, payload = self.read()
                if opcode == 8:
                    return closing(payload)
        except (EOFError, ConnectionResetError):
            return None, "no close frame"
        except TimeoutError:
            return None, "still open"

    def is_over(self):
        """Whether the bridge has closed the connection itself."""
        try:
            while self.socket.recv(65536):
                pass
            return True
        except ConnectionResetError:
            return True
        except TimeoutError:
            return False

    def close(self):
        self.socket.close()


def closing(payload):
    return (struct.unpack(">H", payload[:2])[0] if len(payload) >= 2 else None), payload[2:].decode(errors="replace")


def scratch():
    return tempfile.TemporaryDirectory(prefix="touchd-web-test-")
