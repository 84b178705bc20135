#!/usr/bin/python3
"""Random heads, frames and lines: the bridge neither ends nor grows, and another page is not affected: test_bridge_fuzz.py TOUCHD TOUCHD-WEB
$TOUCHD_SEED repeats a run, $TOUCHD_CASES says how many cases there are."""
import random
from bridge import *

seed, cases = int(os.environ.get("TOUCHD_SEED") or random.randrange(1 << 32)), int(os.environ.get("TOUCHD_CASES") or 300)
print(f"seed {seed}, {cases} cases")
chance = random.Random(seed)


def mutated(data):
    data = bytearray(data)
    for _ in range(chance.randrange(1, 8)):
        place = chance.randrange(len(data) + 1)
        kind = chance.randrange(4)
        if kind == 0:
            data[place:place] = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 9)))
        elif kind == 1:
            del data[place:place + chance.randrange(1, 9)]
        elif kind == 2 and place < len(data):
            data[place] = chance.randrange(256)
        else:
            data[place:place] = data[chance.randrange(len(data) + 1):][:chance.randrange(64)] * chance.randrange(1, 400)
    return bytes(data)


def thrown(port, data):
    """Sends the data in pieces, reads a little, and closes, in an orderly way or not."""
    s = socket.create_connection(("127.0.0.1", port))
    s.settimeout(0.02)
    try:
        for start in range(0, len(data), step := chance.choice((1 << 16, 1000, 64))):
            s.sendall(data[start:start + step])
        s.recv(4096)
    except OSError:
        pass
    if chance.random() < 0.5:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    s.close()


with scratch() as folder:
    fake = FakeTouchd(f"{folder}/events.sock")
    bridge = Bridge(fake.path, folder, "limits: { ping: 1000 }\n")  # the witness answers pings only when it reads
    witness = bridge.connect()
    witness.message()
    its_touchd = fake.taken()
    secret = bridge.tokens["kiosk"]
    handshake = head("GET", "/", {
        "Host": f"127.0.0.1:{bridge.port}", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": base64.b64encode(b"0" * 16).decode(), "Origin": "http://page.test", "Sec-WebSocket-Protocol": f"touchd.v1, bearer.{secret}"})
    plain = head("GET", "/touchd.js", {"Host": f"127.0.0.1:{bridge.port}"})

    def frames():
        return b"".join(witness.frame(bytes(chance.randrange(32, 256) for _ in range(chance.choice((0, 1, 125, 126, 3000)))), chance.choice((0, 1, 1, 2, 8, 9, 10)),
                                      chance.random() < 0.7, chance.choice((b"\1\2\3\4", None))) for _ in range(chance.randrange(1, 6)))

    def round_of(count):
        for number in range(count):
            kind = number % 3
            thrown(bridge.port, mutated(chance.choice((handshake, plain))) if kind == 0 else handshake + (frames() if kind == 1 else mutated(frames())))

    def lives(sentence):
        its_touchd.sendall(b'{"alive":1}\n')
        check(sentence, witness.message() == '{"alive":1}' and bridge.process.poll() is None, bridge.log[-2000:])

    round_of(cases // 3)
    lives("another page is served after a third of the cases")
    until(lambda: bridge.descriptors < 20, 15)
    before = bridge.memory
    round_of(cases - cases // 3)
    lives("and after all of them")
    check("no connection is left", until(lambda: bridge.descriptors < 20), bridge.descriptors)
    check("memory has not grown", bridge.memory - before < 4096, (before, bridge.memory))
    bridge.stop()
    fake.close()

    # Lines of touchd.
    def serve(connection):
        data = json.dumps(HELLO).encode() + b'\n{"type":"reply","id":"touchd-web","ok":true}\n{"x":1}\n'
        try:
            connection.sendall(mutated(data))
            time.sleep(0.01)
        except OSError:
            pass
        connection.close()

    fake = FakeTouchd(f"{folder}/events.sock", serve=serve)
    bridge = Bridge(fake.path, folder)
    for _ in range(cases // 3):
        page = bridge.connect()
        page.end()
        page.close()
    check("whatever touchd says, the bridge goes on", bridge.process.poll() is None and bridge.get("/touchd.js")[0] in (200, 404), bridge.log[-2000:])
    check("the end is orderly", bridge.stop() == 0)
finish()
