"""The client that waits: for programs with one loop, and for scripts."""
from __future__ import annotations

import socket
import time
from typing import Any, Iterable, Iterator, Optional

from .items import Item, TouchEvent
from .requests import Requests, presses_in


class Client(Requests):
    """An iterator of items. It connects when the first is asked for, and again whenever the connection is lost: after a
    growing delay, and at most `retries` times (None: without end) until a connection has lasted again."""

    def __init__(self, path: Optional[str] = None, *, name: Optional[str] = None, retries: Optional[int] = 100) -> None:
        super().__init__(path, name, retries)
        self.socket: Optional[socket.socket] = None

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __iter__(self) -> Iterator[Item]:
        return self

    def __next__(self) -> Item:
        while not self.items:
            if self.closed:
                raise StopIteration
            if self.socket is None:
                if self.pause is None:
                    self.plan()
                else:
                    self.open(self.pause)
                continue
            self.take()
            if not self.items and not self.stream.over:
                self.take(self.read(self.socket))
            if self.stream.over:
                self.socket.close()
                self.socket = None
            self.flush()
        return self.items.popleft()

    @staticmethod
    def read(connection: socket.socket) -> bytes:
        try:
            return connection.recv(65536)
        except OSError:
            return b""

    def open(self, pause: float) -> None:
        time.sleep(pause)
        self.attempt()
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(self.path)
            self.socket = connection
        except OSError as failure:
            connection.close()
            self.error = failure

    def flush(self) -> None:
        if self.socket is not None and self.stream.outgoing:
            outgoing, self.stream.outgoing = self.stream.outgoing, bytearray()
            try:
                self.socket.sendall(outgoing)
            except OSError:
                pass  # reading tells

    def close(self) -> None:
        """Ends it without further items; nothing is cancelled, for it is the program's own wish."""
        self.closed = True
        self.items.clear()
        if self.socket is not None:
            self.socket.close()
            self.socket = None


def connect(
    regions: Iterable[str] = ("**",), *, path: Optional[str] = None, name: Optional[str] = None, retries: Optional[int] = 100,
    **wishes: Any,
) -> Client:
    """A client with one subscription. `wishes` are those of `subscribe`: events, observe, axes, max_rate, coalesced."""
    client = Client(path, name=name, retries=retries)
    client.subscribe(regions, **wishes)
    return client


def presses(*regions: str, **options: Any) -> Iterator[TouchEvent]:
    """The touches that went down on one of these regions and were lifted inside of it. Nothing else is a press: not what
    was cancelled, not what was dragged out. Ends only by an error; while touchd is not there the logger "touchd" says why."""
    with connect(regions or ("**",), events=["touch"], **options) as client:
        for item in client:
            yield from presses_in(item)
