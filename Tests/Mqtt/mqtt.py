"""The part of MQTT 3.1.1 that the tests need: a client with a reading thread, using only the standard library."""
import socket, struct, threading, time


def text(value):
    data = value.encode()
    return struct.pack(">H", len(data)) + data


def packet(kind, body):
    length, left = b"", len(body)
    while True:
        left, digit = left >> 7, left & 127
        length += bytes([digit | (128 if left else 0)])
        if not left:
            return bytes([kind]) + length + body


def connect(name, user=None, password=None, keepalive=60, will=None):
    """Connects to the broker. `will` is a retained message: (topic, payload)."""
    flags = 2 | (0x80 if user else 0) | (0x40 if password else 0) | (0x2C if will else 0)
    body = text("MQTT") + bytes([4, flags]) + struct.pack(">H", keepalive) + text(name)
    for value in [*(will or []), user, password]:
        body += text(value) if value else b""
    return packet(0x10, body)


def publish(topic, payload, retain=False, number=None):
    body = text(topic) + (struct.pack(">H", number) if number else b"")
    return packet(0x30 | (2 if number else 0) | retain, body + (payload if isinstance(payload, bytes) else payload.encode()))


def exactly(connection, count):
    data = b""
    while len(data) < count:
        more = connection.recv(count - len(data))
        if not more:
            raise ConnectionError
        data += more
    return data


def read(connection):
    """Returns the next packet: its first byte, and the bytes after its length."""
    kind, length, shift = exactly(connection, 1)[0], 0, 0
    while True:
        digit = exactly(connection, 1)[0]
        length |= (digit & 127) << shift
        shift += 7
        if digit < 128:
            return kind, exactly(connection, length)


class Client:
    """A client that keeps everything received in `messages`, oldest first: (topic, payload, retained)."""

    def __init__(self, port, name, user=None, password=None, subscribe=("#",)):
        self.socket = socket.create_connection(("localhost", port), 10)
        self.socket.settimeout(None)
        self.messages, self.number, self.news = [], 0, threading.Condition()
        self.socket.sendall(connect(name, user, password))
        kind, body = read(self.socket)
        if kind != 0x20 or body[1]:
            raise PermissionError(f"connack {body.hex()}")
        for topic in subscribe:
            self.number += 1
            self.socket.sendall(packet(0x82, struct.pack(">H", self.number) + text(topic) + b"\1"))
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        try:
            while True:
                kind, body = read(self.socket)
                if kind & 0xF0 != 0x30:
                    continue
                length = struct.unpack(">H", body[:2])[0]
                topic, rest = body[2:2 + length].decode(), body[2 + length:]
                if kind & 6:
                    self.socket.sendall(packet(0x40, rest[:2]))
                    rest = rest[2:]
                with self.news:
                    self.messages.append((topic, rest, bool(kind & 1)))
                    self.news.notify_all()
        except (OSError, ConnectionError, ValueError):
            pass

    def publish(self, topic, payload="", retain=False):
        self.number = self.number % 60000 + 1
        self.socket.sendall(publish(topic, payload, retain, self.number))

    def until(self, condition, seconds=60):
        """Waits until the condition of the messages holds; returns its value."""
        end = time.monotonic() + seconds
        with self.news:
            while True:
                value = condition(self.messages)
                if value or time.monotonic() > end:
                    return value
                self.news.wait(max(0, end - time.monotonic()))

    def last(self, topic):
        """Returns the newest payload of a topic, or None."""
        with self.news:
            return next((payload for name, payload, _ in reversed(self.messages) if name == topic), None)

    def clear(self):
        with self.news:
            self.messages.clear()

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()
