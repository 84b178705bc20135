#!/usr/bin/python3
"""Admission of connections, and the answers to refused ones: test_bridge_admission.py TOUCHD TOUCHD-WEB"""
from bridge import *

with scratch() as folder:
    fake = FakeTouchd(f"{folder}/events.sock")
    bridge = Bridge(fake.path, folder, "limits: { ping: 1000 }\n")  # pages that are not read answer no ping

    def status(token="kiosk", **headers):
        try:
            return bridge.connect(token, **headers).status
        except Refused as refused:
            return refused.args[0]

    right = bridge.connect()
    check("the right host, origin and token get in", right.status == 101)
    check("the answer names touchd.v1 alone", right.headers.get("sec-websocket-protocol") == "touchd.v1", right.headers)
    check("touchd's hello is the first message", json.loads(right.message()) == HELLO)
    check("touchd is told the token's name", fake.connections.get(timeout=PATIENCE)[1] == {"type": "hello", "id": "touchd-web", "as": "kiosk"})
    other = bridge.connect("desk")
    check("another token has another name", fake.connections.get(timeout=PATIENCE)[1]["as"] == "desk")
    check("localhost is a name of it", status(Host=f"localhost:{bridge.port}") == 101)
    check("the origin null gets in, since it is listed", status(Origin="null") == 101)
    secret = bridge.tokens["kiosk"]
    table = [
        ("host", "a host that only resolves to here", {"Host": f"evil.example:{bridge.port}"}),
        ("host", "no host", {"Host": None}),
        ("host", "a host without its port", {"Host": "127.0.0.1"}),
        ("host", "another port", {"Host": "127.0.0.1:1"}),
        ("origin", "another origin", {"Origin": "http://evil.example"}),
        ("origin", "no origin", {"Origin": None}),
        ("origin", "an origin that begins like the right one", {"Origin": "http://page.test.evil.example"}),
        ("origin", "the right name by another scheme", {"Origin": "https://page.test"}),
        ("origin", "an origin of other letters", {"Origin": "http://PAGE.test"}),
        ("origin", "an origin with a path", {"Origin": "http://page.test/"}),
        ("token", "a token of another case", {"Sec_WebSocket_Protocol": f"touchd.v1, bearer.{secret.upper()}"}),
        ("token", "a token that begins right", {"Sec_WebSocket_Protocol": f"touchd.v1, bearer.{secret[:-1]}"}),
        ("token", "a token that goes on", {"Sec_WebSocket_Protocol": f"touchd.v1, bearer.{secret}x"}),
        ("token", "an empty token", {"Sec_WebSocket_Protocol": "touchd.v1, bearer."}),
        ("subprotocol", "no token", {"Sec_WebSocket_Protocol": "touchd.v1"}),
        ("subprotocol", "no subprotocol", {"Sec_WebSocket_Protocol": None}),
        ("subprotocol", "another version", {"Sec_WebSocket_Protocol": f"touchd.v2, bearer.{secret}"}),
        ("subprotocol", "a secret without \"bearer.\"", {"Sec_WebSocket_Protocol": f"touchd.v1, {secret}"}),
        ("subprotocol", "a secret behind something else", {"Sec_WebSocket_Protocol": f"touchd.v1, Bearer.{secret}"}),
        ("subprotocol", "two tokens", {"Sec_WebSocket_Protocol": f"touchd.v1, bearer.wrong, bearer.{secret}"}),
    ]
    # Each kind of log line is limited, so each row gets a new bridge.
    for which, sentence, headers in table:
        bridge.stop()
        bridge.start()
        if "Host" in headers and headers["Host"] and headers["Host"].startswith("evil"):
            headers["Host"] = f"evil.example:{bridge.port}"
        got = status(**headers)
        line = until(lambda: re.search(r"^touchd-web: (127\.0\.0\.1:\d+): refused with 403: (\w+): .*$", bridge.log, re.M))
        check(f"{sentence}: 403, and the log says that it was the {which}", got == 403 and line and line[2] == which, (got, bridge.log))
        check(f"{sentence}: no secret is in the log", secret not in bridge.log and secret.upper() not in bridge.log)
    two = f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{bridge.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" \
        f"Sec-WebSocket-Key: {base64.b64encode(b'0' * 16).decode()}\r\nOrigin: http://page.test\r\nOrigin: http://page.test\r\n" \
        f"Sec-WebSocket-Protocol: touchd.v1, bearer.{secret}\r\n\r\n"
    check("two origins are none", parsed(bridge.request(two))[0] == 403)
    check("an old version of the protocol is refused", status(Sec_WebSocket_Version="8") == 403)
    check("so is version 12", status(Sec_WebSocket_Version="12") == 403)
    check("so is a key that is none", status(Sec_WebSocket_Key="short") == 403)
    check("so is an upgrade to something else", status(Upgrade="h2c") == 403)
    check("the log says that it was the handshake", bridge.log.count("refused with 403: handshake: ") == 4, bridge.log)
    check("a file is refused under another host", bridge.get("/touchd.js", Host="evil.example")[0] == 403)
    bridge.stop()
    bridge.start()
    for number in range(200):
        status(Origin=f"http://evil{number}.example" + "\u202e\x85".encode().decode("latin-1"))
    lines = bridge.log.splitlines()
    check("two hundred refusals are a few lines", 1 <= sum("refused" in line for line in lines) <= 10, len(lines))
    check("a refusal for another reason has its line all the same",
          status(Host="evil.example") == 403 and until(lambda: "refused with 403: host: " in bridge.log), bridge.log)
    check("nothing of a client's moves a cursor", not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", bridge.log), repr(bridge.log[:500]))
    # Reloading.
    bridge.stop()
    bridge.start()
    page, desk = bridge.connect("kiosk"), bridge.connect("desk")
    page.message(), desk.message()
    (bridge.folder / "kiosk.token").write_text("fedcba9876543210-kiosk\n")
    bridge.process.send_signal(signal.SIGHUP)
    check("after SIGHUP the old token's connection is closed", page.end()[0] == 1008)
    check("the old token is refused", status("0123456789abcdef-kiosk") == 403)
    check("the new one gets in", status("fedcba9876543210-kiosk") == 101)
    desk.send("{}")
    check("other connections go on", until(lambda: not fake.lines.empty()))
    # Settings that only a start can apply: tokens and tools of a new file were meant for its socket and rights.
    config = bridge.config.read_text()
    (bridge.folder / "late.token").write_text("0123456789abcdef-late\n")
    (bridge.folder / "late.token").chmod(0o600)
    late = config.replace("tokens:\n", f"tokens:\n  - {{ name: late, file: {folder}/late.token }}\n")
    changes = {"listen": late.replace("127.0.0.1:0", "127.0.0.2:0"), "socket": late.replace("events.sock", "other.sock"),
               "pages": late.replace(f"pages: {root}", f"pages: {folder}"),
               "admin": late + f"admin: true\ntools: {{ touchctl: /bin/true, file: {bridge.config} }}\n"}
    for key, text in changes.items():
        bridge.config.write_text(text)
        bridge.process.send_signal(signal.SIGHUP)
        check(f"a file with another \"{key}\" is refused, and the log says so",
              until(lambda: f'error: "{key}" cannot change until you restart the bridge' in bridge.log), bridge.log)
        check("none of its tokens gets in, and the old ones do", (status("0123456789abcdef-late"), status("desk")) == (403, 101))
        check("it brings no tools", bridge.get("/tools/file", Authorization=f"Bearer {bridge.tokens['desk']}")[0] == 404)
    bridge.config.write_text(late)
    bridge.process.send_signal(signal.SIGHUP)
    check("without such a change the token gets in", until(lambda: status("0123456789abcdef-late") == 101))
    bridge.config.write_text("listen: nonsense")
    bridge.process.send_signal(signal.SIGHUP)
    check("a broken configuration is refused, with places", until(lambda: re.search(r"web\.yaml:1:9: error: ", bridge.log)), bridge.log)
    check("and the old one stays", status("desk") == 101)
    check("the end is 1001 for browsers", (bridge.process.send_signal(signal.SIGTERM), desk.end())[1][0] == 1001)
    check("and 0 for the shell", bridge.process.wait(PATIENCE) == 0)
finish()
