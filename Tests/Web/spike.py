"""Serves files in front of the trial bridge, which serves none, and leads WebSockets to it. Goes when touchd-web is there."""
import mimetypes, pathlib, socket, threading


def front(folder, port):
    """Listens on a free port; returns it."""
    server = socket.create_server(("127.0.0.1", 0))
    def pump(a, b):
        try:
            while data := a.recv(1 << 16):
                b.sendall(data)
        except OSError:
            pass
        for s in (a, b):
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
    def serve(s):
        head = b""
        while b"\r\n\r\n" not in head:
            if not (data := s.recv(4096)):
                return
            head += data
        if b"upgrade: websocket" in head.lower():
            own = b"127.0.0.1:%d" % server.getsockname()[1]
            other = socket.create_connection(("127.0.0.1", port))
            other.sendall(head.replace(b"Host: " + own, b"Host: 127.0.0.1:%d" % port))
            threading.Thread(target=pump, args=(other, s), daemon=True).start()
            return pump(s, other)
        path = pathlib.Path(folder) / head.split(b" ")[1].decode().split("?")[0].lstrip("/")
        path = path / "index.html" if path.is_dir() else path
        body = path.read_bytes() if path.is_file() else b""
        kind = {".js": "text/javascript"}.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "text/plain"
        policy = "default-src 'self'; connect-src 'self'; img-src 'self' data: blob:"
        s.sendall((f"HTTP/1.1 {'200 OK' if path.is_file() else '404 Not Found'}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
                   f"Content-Security-Policy: {policy}\r\nConnection: close\r\n\r\n").encode() + body)
        s.close()
    def accept():
        while True:
            threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()
    threading.Thread(target=accept, daemon=True).start()
    return server.getsockname()[1]
