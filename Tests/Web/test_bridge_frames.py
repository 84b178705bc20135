#!/usr/bin/python3
"""Messages, closing, and browsers that violate the protocol: test_bridge_frames.py TOUCHD TOUCHD-WEB"""
from bridge import *

with scratch() as folder:
    fake = FakeTouchd(f"{folder}/events.sock")
    bridge = Bridge(fake.path, folder)

    def page(of=None, **options):
        page = (of or bridge).connect(**options)
        page.message()
        return page, fake.taken()

    one, touchd_one = page()
    text = '{"type":"subscribe","id":1,"regions":["ü/**"]}'
    one.send(text)
    check("a message is a line", fake.lines.get(timeout=PATIENCE) == text.encode() + b"\n")
    touchd_one.sendall("{\"x\":\"é\"}\n{}\n".encode())
    check("lines are messages, unchanged", (one.message(), one.message()) == ('{"x":"é"}', "{}"))
    long = b'{"x":"' + b"\xc3\xa9" * 150_000 + b'"}'
    threading.Thread(target=touchd_one.sendall, args=(long + b"\n{}\n",), daemon=True).start()
    check("a line of any length comes whole", one.message().encode() == long and one.message() == "{}")
    for part in ('{"a"', ':"\xc3', '\xa9"', "}"):
        one.send(part.encode("latin-1"), opcode=1 if part == '{"a"' else 0, final=part == "}")
    check("fragments are one line, also where they cut a letter", fake.lines.get(timeout=PATIENCE) == '{"a":"é"}\n'.encode())
    one.send(b"hello", opcode=9)
    got = one.read()
    while got[0] == 9:
        one.send(got[2], opcode=10)
        got = one.read()
    check("a ping is answered with what it says", got == (10, True, b"hello"), got)
    largest = b'"' + b"x" * 65534 + b'"'
    one.send(largest)
    check("a message of maxLine bytes passes", fake.lines.get(timeout=PATIENCE) == largest + b"\n")

    table = [
        ("a line feed in a message", 1007, lambda p: p.send("{}\n{}")),
        ("a message that is no UTF-8", 1007, lambda p: p.send(b"\xff")),
        ("a binary message", 1003, lambda p: p.send(b"x", opcode=2)),
        ("a message over maxLine", 1009, lambda p: p.send(b"x" * 65537)),
        ("a head that promises gigabytes", 1009, lambda p: p.send(b"x", length=1 << 40)),
        ("fragments over maxLine together", 1009, lambda p: (p.send(b"x" * 40000, final=False), p.send(b"x" * 40000, opcode=0))),
        ("a hundred fragments", 1008, lambda p: [p.send(b"", opcode=0 if n else 1, final=False) for n in range(100)]),
        ("a continuation of nothing", 1002, lambda p: p.send(b"x", opcode=0)),
        ("a message inside another one", 1002, lambda p: (p.send(b"x", final=False), p.send(b"y"))),
        ("a frame without a mask", 1002, lambda p: p.send(b"x", mask=None)),
        ("a reserved bit", 1002, lambda p: p.send(b"x", reserved=4)),
        ("an unknown opcode", 1002, lambda p: p.send(b"x", opcode=3)),
        ("a ping in parts", 1002, lambda p: p.send(b"x", opcode=9, final=False)),
        ("a ping that is too long", 1002, lambda p: p.send(b"x" * 126, opcode=9)),
        ("more pings than anybody needs", 1008, lambda p: [p.send(b"", opcode=9) for _ in range(200)]),
        ("a close code that there is not", 1002, lambda p: p.send(struct.pack(">H", 1005), opcode=8)),
        ("half a close code", 1002, lambda p: p.send(b"x", opcode=8)),
        ("the page's own close", 1000, lambda p: p.send(struct.pack(">H", 1000) + b"done", opcode=8)),
        ("a code of the page's own", 4001, lambda p: p.send(struct.pack(">H", 4001), opcode=8)),
    ]
    for sentence, code, act in table:
        other, its_touchd = page()
        try:
            act(other)
        except (BrokenPipeError, ConnectionResetError):
            pass
        got = other.end()[0]
        check(f"{sentence}: closed with {code}", got == code, got)
        check(f"{sentence}: touchd sees the end", until(lambda: its_touchd in list(fake.ends.queue)))
        other.close()
    with scratch() as its_folder:
        pinging = Bridge(fake.path, its_folder, "limits: { ping: 1 }\n")
        quiet, its_touchd = page(pinging)
        check("a browser that answers no ping is closed", quiet.end()[0] is None and "no pong" in pinging.log, pinging.log)
        pinging.stop()

    while not fake.lines.empty():
        fake.lines.get()
    one.close()
    one, touchd_one = page()
    touchd_one.sendall(b'{"type":"bye","reason":"shutdown","message":"m"}\n')
    touchd_one.shutdown(socket.SHUT_RDWR)
    check("bye is a message", json.loads(one.message())["type"] == "bye")
    check("then the end is 1000", one.end()[0] == 1000)
    one, touchd_one = page()
    touchd_one.shutdown(socket.SHUT_RDWR)
    check("without bye the end is 1001", one.end()[0] == 1001)
    fake.close()
    check("without touchd the end is 1013", bridge.connect().end()[0] == 1013)
    fake = FakeTouchd(f"{folder}/events.sock", refuses="no such right")
    code, reason = bridge.connect().end()
    check("a name that touchd refuses is 1011, with touchd's words", (code, reason) == (1011, "no such right"), (code, reason))
    fake.close()

    # A browser that does not read, beside one that does.
    fake = FakeTouchd(f"{folder}/events.sock")
    bridge.stop()
    bridge = Bridge(fake.path, folder)
    (slow, its_touchd), (fast, fast_touchd) = page(buffer=4096), page()
    before, line = bridge.memory, b'{"x":"' + b"x" * 1400 + b'"}\n'
    its_touchd.setblocking(False)
    sent, end = 0, time.monotonic() + 3
    while time.monotonic() < end:
        try:
            sent += its_touchd.send(line * 10)
        except BlockingIOError:
            time.sleep(0.01)
    check("a browser that does not read stops the reading of touchd", sent < 2 << 20, sent)
    check("it costs the bridge no memory", bridge.memory - before < 2048, (before, bridge.memory))
    fast_touchd.sendall(b'{"y":1}\n')
    check("another browser is served meanwhile", fast.message() == '{"y":1}')
    # A touchd that does not read.
    held = socket.socketpair()
    bridge.stop()
    fake.close()
    taken = threading.Event()

    def takes_nothing(connection):
        connection.sendall(json.dumps(HELLO).encode() + b"\n")
        first = json.loads(connection.makefile("rb", buffering=0).readline())
        connection.sendall(json.dumps({"type": "reply", "id": first["id"], "ok": True}).encode() + b"\n")
        taken.wait(PATIENCE * 3)

    fake = FakeTouchd(f"{folder}/events.sock", serve=takes_nothing)
    bridge = Bridge(fake.path, folder)
    stubborn = bridge.connect()
    stubborn.message()
    before = bridge.memory
    stubborn.socket.setblocking(False)
    frame, sent, end = stubborn.frame(b"{}" + b" " * 2000), 0, time.monotonic() + 3
    while time.monotonic() < end:
        try:
            sent += stubborn.socket.send(frame)
        except BlockingIOError:
            time.sleep(0.01)
    check("while touchd takes nothing the browser is not read", sent < 16 << 20, sent)
    check("that costs no memory either", bridge.memory - before < 2048, (before, bridge.memory))
    # As many empty messages as the bridge accepts while touchd reads nothing, and as many lines while the page reads nothing.
    def pushed(s, data, patience=2):
        """Returns the number of bytes accepted until none are for a while."""
        s.settimeout(patience)
        sent = 0
        try:
            while sent < 16 << 20:
                sent += s.send(data)
        except TimeoutError:
            pass
        return sent

    others = [bridge.connect() for _ in range(3)]
    for other in others:
        other.message()
    before = bridge.memory
    sent = [pushed(other.socket, other.frame(b"") * 10000) for other in others]
    check("nor is it for empty messages", max(sent) < 16 << 20, sent)
    check("and those cost no memory", bridge.memory - before < 16384, (before, bridge.memory))
    taken.set()
    bridge.stop()
    fake.close()
    fake = FakeTouchd(f"{folder}/events.sock")
    bridge = Bridge(fake.path, folder)
    (slow, its_touchd), (last, last_touchd) = page(buffer=4096), page()
    before = bridge.memory
    sent = pushed(its_touchd, b"\n" * 10000)
    check("short lines for a browser that does not read cost no memory", sent < 16 << 20 and bridge.memory - before < 3072, (sent, before, bridge.memory))
    mixed = [b"{}", b"", b'{"x":"' + b"y" * 118 + b'"}', b"", b'{"x":"' + b"y" * 200 + b'"}', b"z" * 16000, b"{}"] * 20
    threading.Thread(target=last_touchd.sendall, args=(b"\n".join(mixed) + b"\n",), daemon=True).start()
    check("lines of every length are messages, in their order", [last.message().encode() for _ in mixed] == mixed)
    for text in mixed:
        last.send(text)
    check("and messages are lines", [fake.lines.get(timeout=PATIENCE) for _ in mixed] == [text + b"\n" for text in mixed])
    last.socket.sendall(b"".join(last.frame(text) for text in mixed) + last.frame(struct.pack(">H", 1000), opcode=8))
    check("also those just before the close", [fake.lines.get(timeout=PATIENCE) for _ in mixed] == [text + b"\n" for text in mixed])
    check("the end is orderly", bridge.stop() == 0)
finish()
