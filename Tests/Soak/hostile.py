"""A hostile user of touchd's sockets: hostile.py SOCKET [PORT of touchd-web]. Runs as `nobody` if root starts it.

Reads a name of an attack a line, runs it, and prints its name when it is over. Each attack is bounded, so that it takes little of the processor.
The next one waits until touchd has accepted the connections of the one before. Otherwise a slow emulated machine falls behind, and newcomers wait for
minutes behind up to 4096 connections in the queue."""
import array, json, os, random, socket, sys, time

path, port = (sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else None) if __name__ == "__main__" else (None, None)
dice = random.Random(7)


def connected(timeout=2.0):
    one = socket.socket(socket.AF_UNIX)
    one.settimeout(timeout)
    one.connect(path)
    return one


def sent(one, data):
    try:
        one.sendall(data)
    except OSError:
        pass


def drained(one, seconds=0.3):
    """Reads what comes until it is quiet for so long."""
    one.settimeout(seconds)
    try:
        while one.recv(1 << 16):
            pass
    except OSError:
        pass


def many_connections():
    """Takes all places that one user may have, and then asks for as many again."""
    held = [connected() for _ in range(70)]
    for one in held[::3]:
        sent(one, b'{"type":"subscribe","id":1}\n')
    time.sleep(0.5)
    for one in held:
        one.close()


def hangs_up_at_once():
    for number in range(60):
        one = connected()
        if number % 2:
            sent(one, b'{"type":"subscribe","id":1,"observe":true}\n')
        one.close()


def half_requests():
    held = [connected() for _ in range(8)]
    for one in held:
        sent(one, b'{"type":"subscribe","id":1,"regions":["kiosk/')
    time.sleep(0.5)
    for one in held[::2]:
        one.shutdown(socket.SHUT_WR)
        drained(one, 0.1)
    for one in held:
        one.close()


def garbage():
    with connected() as one:
        for _ in range(20):
            sent(one, dice.randbytes(dice.randrange(1, 500)) + b"\n")
        sent(one, b"\xff\xfe\n" + b"[" * 2000 + b"\n" + b'{"type":' * 200 + b"\n")
        drained(one)


def a_huge_line():
    with connected() as one:
        sent(one, b'{"type":"subscribe","id":1,"regions":["' + b"x" * 200_000)
        drained(one)


def never_reads():
    """Subscribes and reads nothing, until touchd closes the connection or 8 s are over."""
    one = connected()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    sent(one, b'{"type":"subscribe","id":1,"observe":true,"axes":true}\n' + b'{"type":"sync","id":1}\n' * 300)
    time.sleep(8)
    one.close()


def reads_a_byte_at_a_time():
    with connected() as one:
        sent(one, b'{"type":"subscribe","id":1,"observe":true}\n')
        end = time.monotonic() + 5
        try:
            while time.monotonic() < end and one.recv(1):
                time.sleep(0.05)
        except OSError:
            pass


def many_requests():
    with connected() as one:
        lines = [b'{"type":"sync","id":1}', b'{"type":"claim","id":2,"receivers":["pad","one","light"]}', b'{"type":"reload","id":3}',
                 b'{"type":"inject","id":4,"touches":[{"finger":1,"phase":"began","x":700,"y":150}]}', b'{"type":"nonsense","id":5}',
                 b'{"type":"subscribe","id":6,"regions":["**"],"evnts":[]}', b'{"type":"screen","id":7,"screen":"main","mode":"locked"}',
                 b'{"type":"status","id":8}', b'{"type":"focus","id":9,"screen":"side","move":"next"}']
        for _ in range(20):
            sent(one, b"\n".join(lines) + b"\n")
            drained(one, 0.02)
        drained(one)


def many_subscriptions():
    with connected() as one:
        for number in range(40):
            sent(one, json.dumps({"type": "subscribe", "id": number, "regions": [f"kiosk/*/{number}{letter}*" for letter in "abcdefghijkl"]}).encode() + b"\n")
        drained(one)


def descriptors_in_messages():
    """Passes descriptors, which touchd must not keep."""
    with connected() as one:
        for _ in range(10):
            null = os.open("/dev/null", os.O_RDONLY)
            try:
                one.sendmsg([b'{"type":"sync","id":1}\n'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [null] * 16))])
            except OSError:
                pass
            os.close(null)
        drained(one)


def covers_the_pad():
    """Edits where the user may not, and where it may: adds regions and hangs up without removing them."""
    with connected() as one:
        sent(one, b'{"type":"subscribe","id":1,"regions":["kiosk/workshop/**"]}\n')
        for parent, number in (("kiosk", 1), ("workshop", 2), ("workshop", 3), ("pad", 4)):
            region = {"id": f"hostile{number}", "frame": [0, 0, 50 + number, 50]}
            sent(one, json.dumps({"type": "edit", "id": number, "edits": [{"op": "add", "parent": parent, "region": region}]}).encode() + b"\n")
        drained(one)


def web_half_requests():
    held = []
    for data in (b"GET / HTTP/1.1\r\nHost: x\r\n", b"", b"\x16\x03\x01\0\xff\r\n\r\n", b"GET / HTTP/1.1\r\nX: " + b"x" * 17000, b"POST / HTTP/1.1\r\n\r\n") * 4:
        one = socket.create_connection(("127.0.0.1", port), 2)
        sent(one, data)
        held.append(one)
    time.sleep(0.5)
    for one in held:
        one.close()


def web_without_a_token():
    head = (f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nOrigin: http://page.test\r\nSec-WebSocket-Protocol: touchd.v1, bearer.wrong\r\n\r\n")
    for _ in range(10):
        with socket.create_connection(("127.0.0.1", port), 2) as one:
            sent(one, head.encode())
            drained(one, 0.1)


def answered():
    """Waits until touchd answers a new connection. The kernel's queue keeps the order, so touchd has accepted all others by then."""
    end = time.monotonic() + 100
    while time.monotonic() < end:
        try:
            with connected(100) as one:
                one.recv(1)
            return
        except BlockingIOError:
            time.sleep(0.1)     # the queue is full
    raise TimeoutError("touchd answers no new connection")


ATTACKS = [many_connections, hangs_up_at_once, half_requests, garbage, a_huge_line, never_reads, reads_a_byte_at_a_time, many_requests,
           many_subscriptions, descriptors_in_messages, covers_the_pad]
# Those that take seconds.
SLOW = [never_reads, reads_a_byte_at_a_time]
WEB_ATTACKS = [web_half_requests, web_without_a_token]

if __name__ == "__main__":
    known = {attack.__name__: attack for attack in ATTACKS + WEB_ATTACKS}
    for name in sys.stdin:
        try:
            known[name.strip()]()
        except OSError:
            pass        # refused or closed, as it should be
        answered()
        print(name.strip(), flush=True)
