"""The client for asyncio: `async for item in touchd.aio.connect(["kiosk/menu/**"])`. It reads only when asked for an item."""
from __future__ import annotations

import asyncio
import time
from typing import Any, AsyncIterator, Iterable, Optional

from .items import Frame, Item, Reply, TouchEvent
from .requests import Requests, refusal, unreachable
from .stream import Refused, Unreachable


class Client(Requests):
    """As `touchd.Client`, as an asynchronous iterator."""

    def __init__(self, path: Optional[str] = None, *, name: Optional[str] = None, retries: Optional[int] = 100) -> None:
        super().__init__(path, name, retries)
        self.reader: Optional[asyncio.StreamReader] = None
        self.writer: Optional[asyncio.StreamWriter] = None

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(self, *_: Any) -> None:
        self.close()

    def __aiter__(self) -> AsyncIterator[Item]:
        return self

    async def __anext__(self) -> Item:
        while not self.items:
            if self.closed:
                raise StopAsyncIteration
            if self.reader is None:
                self.check_protocol()
                await self.open()
                continue
            self.take()
            if not self.items and not self.stream.over:
                data = await self.read(self.reader)
                if self.closed:
                    continue
                self.take(data)
            if self.stream.over:
                self.drop()
            self.flush()
        return self.items.popleft()

    @staticmethod
    async def read(reader: asyncio.StreamReader) -> bytes:
        try:
            return await reader.read(65536)
        except OSError:
            return b""

    async def open(self) -> None:
        error = None
        is_first = self.since == 0
        while not self.closed:
            if not is_first:
                delay = self.back_off.delay(time.monotonic() - self.since)
                if delay is None:
                    raise Unreachable(unreachable(self.path, error))
                await asyncio.sleep(delay)
            is_first = False
            self.since = time.monotonic()
            try:
                self.reader, self.writer = await asyncio.open_unix_connection(self.path)
            except OSError as failure:
                error = failure
                continue
            self.stream.reset()
            return

    def drop(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None

    def flush(self) -> None:
        if self.writer is not None and self.stream.outgoing:
            outgoing, self.stream.outgoing = self.stream.outgoing, bytearray()
            self.writer.write(outgoing)

    def close(self) -> None:
        """Ends it without further items; nothing is cancelled, for it is the program's own wish."""
        self.closed = True
        self.items.clear()
        self.drop()


def connect(
    regions: Iterable[str] = ("**",), *, path: Optional[str] = None, name: Optional[str] = None, retries: Optional[int] = 100,
    **wishes: Any,
) -> Client:
    """A client with one subscription. `wishes` are those of `subscribe`: events, observe, axes, max_rate, coalesced."""
    client = Client(path, name=name, retries=retries)
    client.subscribe(regions, **wishes)
    return client


async def presses(*regions: str, **options: Any) -> AsyncIterator[TouchEvent]:
    """As `touchd.presses`."""
    async with connect(regions or ("**",), events=["touch"], **options) as client:
        async for item in client:
            if isinstance(item, Frame):
                for event in item.events:
                    if isinstance(event, TouchEvent) and event.is_press:
                        yield event
            elif isinstance(item, Reply) and not item.ok:
                raise Refused(refusal(item))
