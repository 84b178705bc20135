"""The client for asyncio: `async for item in touchd.aio.connect(["kiosk/menu/**"])`. It reads only when asked for an item."""
from __future__ import annotations

import asyncio
from typing import Any, AsyncIterator, Dict, Iterable, Optional, Tuple, Union

from . import client
from .items import Item, TouchEvent
from .requests import presses_in


class Client(client.Client):
    """`touchd.Client` as an asynchronous iterator, which waits for the descriptor in asyncio's loop. If waiting is given up, for example by
    `asyncio.wait_for`, no item is lost."""

    def __init__(self, path: Optional[str] = None, **options: Any) -> None:
        super().__init__(path, **options)
        self.waiting: Optional[asyncio.Future[None]] = None

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(self, *_: Any) -> None:
        self.close()

    def __aiter__(self) -> AsyncIterator[Item]:
        return self

    async def __anext__(self) -> Item:
        while True:
            item = self.next(0)
            if item is not None:
                return item
            if self.closed:
                raise StopAsyncIteration
            await self.readable()

    async def readable(self) -> None:
        loop = asyncio.get_running_loop()
        self.waiting = loop.create_future()
        descriptor = self.fileno()
        loop.add_reader(descriptor, self.wake)
        try:
            await self.waiting
        finally:
            self.waiting = None
            if not self.closed:
                loop.remove_reader(descriptor)

    def wake(self) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    def finish_request(self, id: int) -> int:
        """Wakes another task that may be waiting for the items of this request."""
        super().finish_request(id)
        if self.items:
            self.wake()
        return id

    def close(self) -> None:
        """Ends the client without further items. Nothing in progress gets a cancel, because the program itself ends the client."""
        if self.waiting is not None:
            self.waiting.get_loop().remove_reader(self.fileno())
            self.wake()
        super().close()


def connect(
    regions: Union[str, Iterable[str]] = ("**",), *, path: Optional[str] = None, name: Optional[str] = None, retries: Optional[int] = 100,
    hello_within: float = 5.0, tree_changes: bool = False, **wishes: Any,
) -> Client:
    """Creates a client with one subscription. `wishes` are those of `subscribe`: events, observe, axes, max_rate, coalesced. A string is one glob."""
    client.check_options(wishes, "events")
    made = Client(path, name=name, retries=retries, hello_within=hello_within, tree_changes=tree_changes)
    made.subscribe(regions, **wishes)
    return made


def presses(*regions: str, **options: Any) -> AsyncIterator[TouchEvent]:
    """`touchd.presses` for asyncio."""
    client.check_options(options)
    return pressed(regions, options)


async def pressed(regions: Tuple[str, ...], options: Dict[str, Any]) -> AsyncIterator[TouchEvent]:
    async with connect(regions or ("**",), events=["touch"], **options) as one:
        async for item in one:
            for press in presses_in(item):
                yield press
