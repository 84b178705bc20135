"""Prints the items of touchd.js in Chromium: driver.py BROWSER'S SOCKET OPTIONS (see ../../README.md).

It serves the page and acts as touchd-web: one WebSocket is one connection to the socket, and a line is a text message. The real bridge would hide
from the page many of the errors that the scripts' servers send; Tests/Web tests it."""
import base64, errno, hashlib, json, os, pathlib, socket, struct, sys, threading, urllib.parse

here = pathlib.Path(__file__).resolve().parent
files = {"/": (here / "index.html", "text/html"), "/page.js": (here / "page.js", "text/javascript"),
         **{f"/{name}": (here.parents[3] / "clients/web" / name, "text/javascript") for name in ("touchd.js", "touchd-redo.js")}}
options = {}
for key, value in zip(sys.argv[2::2], sys.argv[3::2]):
    options.setdefault(key[2:], []).append(value)
path = options["socket"][0]
server = socket.create_server(("127.0.0.1", 0))
address = "127.0.0.1:%d" % server.getsockname()[1]
over, status, refused = threading.Event(), 1, None


def message(connection):
    """Returns the next text message of the page, or None at its end."""
    def exactly(count):
        data = b""
        while len(data) < count:
            if not (got := connection.recv(count - len(data))):
                raise EOFError
            data += got
        return data
    whole = b""
    while True:
        try:
            first, length = exactly(2)
            is_last, code, length = first & 128, first & 15, length & 127
            if length > 125:
                length, = struct.unpack(">H" if length == 126 else ">Q", exactly(2 if length == 126 else 8))
            mask = exactly(4)
            data = exactly(length)
        except (EOFError, OSError):
            return None
        if code == 8:
            return None
        repeated = (mask * (length // 4 + 1))[:length]
        whole += (int.from_bytes(data, "big") ^ int.from_bytes(repeated, "big")).to_bytes(length, "big")
        if is_last:
            return whole


def say(connection, data, code=1):
    length = len(data)
    head = bytes([128 | code]) + (bytes([length]) if length < 126 else struct.pack(">BH", 126, length) if length < 65536 else struct.pack(">BQ", 127, length))
    connection.sendall(head + data)


def upgrade(connection, head):
    key = head.split(b"Sec-WebSocket-Key: ")[1].split(b"\r\n")[0]
    accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()).decode()
    protocol = "Sec-WebSocket-Protocol: touchd.v1\r\n" if b"touchd.v1" in head else ""
    connection.sendall(f"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n{protocol}\r\n".encode())


def relay(connection, head):
    global refused
    upstream = socket.socket(socket.AF_UNIX)
    try:
        upstream.connect(path)
    except OSError as error:
        refused = error.errno
        return connection.sendall(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n")
    upgrade(connection, head)

    def down():
        try:
            rest = bytearray()
            while data := upstream.recv(1 << 20):
                rest += data
                *lines, rest = rest.split(b"\n") if b"\n" in data else (rest,)
                for line in lines:
                    say(connection, line)
            say(connection, struct.pack(">H", 1000), 8)
        except OSError:
            pass
        try:
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    thread = threading.Thread(target=down, daemon=True)
    thread.start()
    try:
        while (line := message(connection)) is not None:
            upstream.sendall(line + b"\n")
        upstream.shutdown(socket.SHUT_RDWR)
    except OSError:
        # The server has closed the connection, possibly after sending something.
        pass
    thread.join()
    upstream.close()


def printed(connection, head):
    """Prints the page's output."""
    global status
    upgrade(connection, head)
    while (line := message(connection)) is not None:
        item = json.loads(line)
        if item == "done":
            status = 0
            break
        if "wrong" in item:
            print(item["wrong"], file=sys.stderr)
            break
        if item["item"] == "waiting" and "errno" in item:
            item["errno"] = refused if item["errno"] == "ECONNREFUSED" else getattr(errno, item["errno"])
        print(json.dumps(item).replace(f"ws://{address}/touchd", path), flush=True)
    over.set()


def serve(connection):
    with connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        head = b""
        while b"\r\n\r\n" not in head:
            if not (data := connection.recv(4096)):
                return
            head += data
        target = head.split(b" ")[1].decode()
        if target == "/items":
            return printed(connection, head)
        if target == "/touchd":
            return relay(connection, head)
        file, kind = files.get(target, (None, None))
        body = file.read_bytes() if file else b""
        connection.sendall(f"HTTP/1.1 {'200 OK' if file else '404 Not Found'}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
                           .encode() + body)


def accept():
    while True:
        threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()


threading.Thread(target=accept, daemon=True).start()
with socket.socket(socket.AF_UNIX) as browser:
    browser.connect(sys.argv[1])
    browser.sendall(f"http://{address}/#{urllib.parse.quote(json.dumps(options))}\n".encode())
    over.wait()
    browser.sendall(b"over\n")
sys.stdout.flush()
os._exit(status)
