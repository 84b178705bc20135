"""A broker with faults that mosquitto cannot be told to have."""
import socket, threading, time

import mqtt


class OddBroker:
    """Refuses each connection, or accepts it and cuts it at once, or accepts publications and refuses every subscription."""

    def __init__(self, cuts, refuses=False):
        self.cuts, self.refuses, self.times, self.published = cuts, refuses, [], {}
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            connection, _ = self.listening.accept()
            self.times.append(time.monotonic())
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, connection):
        try:
            while True:
                kind, body = mqtt.read(connection)
                if kind == 0x10:
                    connection.sendall(mqtt.packet(0x20, b"\0\5" if self.refuses else b"\0\0"))
                    if self.cuts or self.refuses:
                        break
                elif kind == 0x82:
                    connection.sendall(mqtt.packet(0x90, body[:2] + b"\x80"))
                elif kind == 0xC0:
                    connection.sendall(mqtt.packet(0xD0, b""))
                elif kind & 0xF0 == 0x30:
                    length = int.from_bytes(body[:2], "big")
                    topic, rest = body[2:2 + length].decode(), body[2 + length:]
                    self.published[topic] = rest[2:]
                    connection.sendall(mqtt.packet(0x40, rest[:2]))
        except (OSError, ConnectionError):
            pass
        connection.close()
