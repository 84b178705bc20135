"""The client for asyncio: `async for item in touchd.aio.connect(["kiosk/menu/**"])`. It reads only when asked for an item."""
from __future__ import annotations

import asyncio
from typing import Any, AsyncIterator, Iterable, Optional

from .items import Item, TouchEvent
from .requests import Requests, presses_in


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
                if self.pause is None:
                    self.plan()
                else:
                    await self.open(self.pause)
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

    async def open(self, pause: float) -> None:
        await asyncio.sleep(pause)
        if self.closed:
            return
        self.attempt()
        try:
            self.reader, self.writer = await asyncio.open_unix_connection(self.path)
        except OSError as failure:
            self.error = failure

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
            for press in presses_in(item):
                yield press
