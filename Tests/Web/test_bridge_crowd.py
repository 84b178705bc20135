#!/usr/bin/python3
"""Programs without a token cannot keep pages out: test_bridge_crowd.py TOUCHD TOUCHD-WEB"""
from bridge import *


class Crowd:
    """Successive connections of a program without a token, which keeps the latest 300 open as far as the bridge allows."""

    KINDS = {
        "that say nothing": None,
        "that send half a request": b"GET / HTTP/1.1\r\nHost: x\r\n",
        "that are refused": head("GET", "/", {"Host": "x"}),
        "that ask for a WebSocket with a wrong token": head("GET", "/", {"Host": "127.0.0.1", "Upgrade": "websocket", "Connection": "Upgrade"}),
        "that send no HTTP": b"\x16\x03\x01\0\xff nonsense\r\n\r\n",
        "that send too long a head": head("GET", "/", {"Host": "x", "X": "x" * 17000}),
        "that have got a file": "/touchd.js",
        "that do not read the file": "/large",
    }

    def __init__(self, port, kind):
        self.port, self.sockets = port, []
        data = self.KINDS[kind]
        self.data = head("GET", "/touchd.d.ts" if data == "/large" else data, {"Host": f"127.0.0.1:{port}"}) if isinstance(data, str) else data
        self.buffer = 1024 if data == "/large" else None

    def come(self, count):
        for _ in range(count):
            s = socket.socket()
            if self.buffer:
                s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.buffer)
            s.settimeout(PATIENCE)
            s.connect(("127.0.0.1", self.port))
            try:
                if self.data:
                    s.sendall(self.data)
            except OSError:
                pass        # closed to make room before it could send
            self.sockets.append(s)
        while len(self.sockets) > 300:
            self.sockets.pop(0).close()

    def go(self):
        for s in self.sockets:
            s.close()


with scratch() as folder:
    fake = FakeTouchd(f"{folder}/events.sock")
    # Between a page's connection and its request come as many others as fit beside it, so the result does not depend on the machine's speed.
    crowded = pathlib.Path(folder, "crowded")
    crowded.mkdir()
    (crowded / "touchd.js").write_bytes(b"x" * 1000)
    (crowded / "touchd.d.ts").write_bytes(b"x" * (512 << 10))
    bridge = Bridge(fake.path, crowded, "limits: { connections: 3, head: 1000, request: 1000, ping: 1000 }\n", pages=crowded)
    resident = bridge.connect()
    check("a page is there before the crowd", json.loads(resident.message())["type"] == "hello")
    for kind in Crowd.KINDS:
        crowd = Crowd(bridge.port, kind)
        crowd.come(200)
        admitted = 0
        for _ in range(40):
            page = WebSocket(bridge.port, bridge.tokens["desk"], handshake=False)
            crowd.come(20)
            try:
                page.shake(bridge.port, bridge.tokens["desk"])
                admitted += page.status == 101
            except (Refused, OSError):
                pass
            page.socket.close()
        check(f"connections {kind} do not keep a page out", admitted == 40, admitted)
        got = parsed(bridge.request(head("GET", "/touchd.js", {"Host": f"127.0.0.1:{bridge.port}"})))
        check("nor keep a file from a browser", got[0] == 200 and len(got[2]) == 1000, got[:2])
        crowd.go()
    resident.send('{"type":"ping","id":7}')
    check("the page that was there is still there", fake.lines.get(timeout=PATIENCE) == b'{"type":"ping","id":7}\n')
    check("the log says that connections made room", "and this one has shown no token" in bridge.log)
    bridge.stop()
    fake.close()
finish()
