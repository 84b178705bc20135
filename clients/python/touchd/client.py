"""The blocking client: for scripts, for programs with one loop, and, by its file descriptor, for other libraries' loops."""
from __future__ import annotations

import select
import socket
import time
from typing import Any, Dict, Iterable, Iterator, Optional, Tuple, Union

from .items import Item, TouchEvent
from .requests import Requests, presses_in
from .timer import Timer

OPTIONS = ("path", "name", "retries", "hello_within", "tree_changes", "observe", "axes", "max_rate", "coalesced")


class Client(Requests):
    """An iterator of items. It connects when the first item is requested, and again when the connection is lost: after growing delays, and at most
    `retries` times (None: without end) until a connection has lasted again. The server must say hello within `hello_within` seconds after it has
    accepted the connection.

    Another library's loop (Qt, GLib, selectors) waits until `fileno()` is readable, and then calls `next(0)` until it returns None. It must do the
    same before it waits for the first time, and after requests.

    A client is for one thread: nothing in it is locked. Another thread passes its requests to that thread, or uses a separate client."""

    def __init__(
        self, path: Optional[str] = None, *, name: Optional[str] = None, retries: Optional[int] = 100, hello_within: float = 5.0,
        tree_changes: bool = False,
    ) -> None:
        super().__init__(path, name, retries, hello_within, tree_changes)
        self.socket: Optional[socket.socket] = None
        self.is_writing = False
        # Goes off when the next attempt is due, or, with a connection, the hello.
        self.timer = Timer()
        self.poller = select.epoll()
        self.poller.register(self.timer, select.EPOLLIN)
        self.timer.set(0)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __iter__(self) -> Iterator[Item]:
        return self

    def __next__(self) -> Item:
        item = self.next()
        if item is None:
            raise StopIteration
        return item

    def fileno(self) -> int:
        """The descriptor to wait for. It stays the same for the client's life, with and without a connection."""
        return self.poller.fileno()

    def next(self, timeout: Optional[float] = None) -> Optional[Item]:
        """The next item. None if none has come within `timeout` seconds (0: does not wait; None: waits without end), or if the client is closed."""
        deadline = None if timeout is None else time.monotonic() + timeout
        while not self.items:
            if self.over():
                return None
            if self.socket is None and self.pause is None:
                self.plan()
                self.timer.set(self.pause or 0.0)
            elif not self.advance():
                left = None if deadline is None else max(0.0, deadline - time.monotonic())
                if not self.wait(left) and deadline is not None and time.monotonic() >= deadline:
                    return None
        return self.items.popleft()

    def advance(self) -> bool:
        """Does what can be done without waiting. Returns whether there was anything."""
        if self.socket is None:
            return False
        self.add_items()
        self.flush()
        if self.stream.over:
            self.drop()
        return self.socket is None or bool(self.items) or self.failure is not None

    def wait(self, seconds: Optional[float]) -> bool:
        """Waits for an event. Returns whether one has come."""
        ready = dict(self.poller.poll(seconds))
        is_due = self.timer.fileno() in ready
        if is_due:
            self.timer.clear()
        if self.socket is None:
            if is_due:
                self.open()
            return bool(ready)
        if ready.get(self.socket.fileno(), 0) & ~select.EPOLLOUT:
            self.add_items(self.read(self.socket))
            self.flush()
        if is_due and not self.stream.greeted and not self.stream.over and not self.failure:
            self.silent()
        return bool(ready)

    @staticmethod
    def read(connection: socket.socket) -> Optional[bytes]:
        try:
            return connection.recv(65536)
        except BlockingIOError:
            return None
        except OSError:
            return b""

    def open(self) -> None:
        self.attempt()
        connection = socket.socket(socket.AF_UNIX)
        connection.setblocking(False)
        try:
            connection.connect(self.path)
        except OSError as failure:
            connection.close()
            self.error = failure
            return
        self.socket, self.is_writing = connection, False
        self.poller.register(connection, select.EPOLLIN)
        self.timer.set(self.hello_within)

    def flush(self) -> None:
        """Sends as much as the socket takes. The rest is sent when the program asks for items."""
        if self.socket is None:
            return
        try:
            while self.stream.outgoing:
                del self.stream.outgoing[:self.socket.send(self.stream.outgoing)]
        except BlockingIOError:
            pass
        except OSError:
            self.stream.outgoing.clear()  # reading reports the error
        if self.is_writing != bool(self.stream.outgoing):
            self.is_writing = not self.is_writing
            self.poller.modify(self.socket, select.EPOLLIN | (select.EPOLLOUT if self.is_writing else 0))

    def drop(self) -> None:
        if self.socket is not None:
            self.socket.close()
            self.socket = None

    def close(self) -> None:
        """Ends the client without further items. Nothing in progress gets a cancel, because the program itself ends the client."""
        self.closed = True
        self.items.clear()
        self.stream.close()
        self.drop()
        self.poller.close()
        self.timer.close()


def connect(
    regions: Union[str, Iterable[str]] = ("**",), *, path: Optional[str] = None, name: Optional[str] = None, retries: Optional[int] = 100,
    hello_within: float = 5.0, tree_changes: bool = False, **wishes: Any,
) -> Client:
    """Creates a client with one subscription. `wishes` are those of `subscribe`: events, observe, axes, max_rate, coalesced. A string is one glob."""
    check_options(wishes, "events")
    client = Client(path, name=name, retries=retries, hello_within=hello_within, tree_changes=tree_changes)
    client.subscribe(regions, **wishes)
    return client


def presses(*regions: str, **options: Any) -> Iterator[TouchEvent]:
    """The touches that came down on one of these regions and lifted inside it. A touch that was cancelled or dragged out is not a press. Ends only
    with an error. While touchd is not there, or this program reads too slowly, the logger "touchd" says so. `options` are those of `connect`, without
    `events`."""
    check_options(options)
    return pressed(regions, options)


def pressed(regions: Tuple[str, ...], options: Dict[str, Any]) -> Iterator[TouchEvent]:
    with connect(regions or ("**",), events=["touch"], **options) as client:
        for item in client:
            yield from presses_in(item)


def check_options(options: Dict[str, Any], *more: str) -> None:
    """Checks the options before anything is opened."""
    for name in options:
        if name not in OPTIONS and name not in more:
            raise TypeError(f"an unexpected keyword argument: {name!r}")
