"""The requests of a client, blocking or not."""
from __future__ import annotations

import errno
import logging
import os
import time
from collections import deque
from typing import Any, Deque, Dict, Iterable, List, Optional, Union

from .back_off import BackOff
from .errors import Refused, TouchdError, Unreachable
from .items import Disconnected, Frame, Item, Lagged, Question, Reply, TouchEvent, Waiting, Warning
from .stream import Stream

log = logging.getLogger("touchd")


def socket_path(path: Optional[str]) -> str:
    return path or os.environ.get("TOUCHD_SOCKET") or "/run/touchd/events.sock"


def unreachable(path: str, error: Optional[OSError]) -> str:
    why = "it closes every connection" if error is None else error.strerror or error
    if isinstance(error, TimeoutError):
        why = "it accepts the connection but sends no hello in time; check whether touchd hangs"
    elif isinstance(error, PermissionError):
        why = "permission denied; the user must be in the group touch when the program starts"
    return f"touchd is not reachable at {path}: {why}"


def listed(names: Union[str, Iterable[str]]) -> List[str]:
    """The names as a list. A string is one name, not its letters."""
    return [names] if isinstance(names, str) else list(names)


def presses_in(item: Item) -> List[TouchEvent]:
    """The presses in an item. Logs the reasons why none come, for programs that see no other items."""
    if isinstance(item, Frame):
        return [event for event in item.events if isinstance(event, TouchEvent) and event.is_press]
    if isinstance(item, Waiting):
        log.warning("%s; trying again", item.message)
    elif isinstance(item, Disconnected):
        log.warning("the connection to touchd is lost: %s", item.reason)
    elif isinstance(item, Lagged):
        log.warning("%s", too_slow(item))
    elif isinstance(item, Warning):
        log.warning("%s", item.message)
    elif isinstance(item, Reply) and not item.ok:
        raise Refused(f"touchd refused the subscription: {item.message}" + (f"; {item.hint}" if item.hint else ""))
    return []


def too_slow(item: Lagged) -> str:
    touches = f" (touches {', '.join(map(str, item.cancelled))})" if item.cancelled else ""
    return f"this program reads too slowly: presses that began or ended since it fell behind are lost{touches}"


class Requests:
    """The requests. Each method returns the request's ID, which the reply repeats. Subscriptions, claims, and edits with `redo` are sent again on
    each new connection, but a claim or edit that touchd has refused is not."""
    def __init__(self, path: Optional[str], name: Optional[str], retries: Optional[int], hello_within: float, tree_changes: bool) -> None:
        self.path = socket_path(path)
        self.hello_within = hello_within
        self.stream = Stream(name, tree_changes)
        self.back_off = BackOff(retries)
        self.items: Deque[Item] = deque()
        self.closed = False
        # The attempts to connect: the time and the result of the last one, and the delay before the next one.
        self.since: Optional[float] = None
        self.error: Optional[OSError] = None
        self.pause: Optional[float] = None
        self.told: Optional[str] = None
        # The error that ends the client. Only the rest of `items` is still handed out.
        self.failure: Optional[TouchdError] = None

    def add_items(self, data: Optional[bytes] = None) -> None:
        """Adds the next items. `data` are bytes that were just read, if any; b"" if the connection was lost."""
        try:
            if data:
                self.stream.feed(data)
            self.items += self.stream.lost() if data == b"" else self.stream.next()
        except TouchdError as failure:
            self.fail(failure)

    def fail(self, failure: TouchdError) -> None:
        """Refuses the requests that were never sent. The error comes after these refusals."""
        self.failure = failure
        self.items += self.stream.give_up()

    def over(self) -> bool:
        """Whether the client is closed. Raises the error that has ended it."""
        if self.failure and not self.closed:
            self.close()
            raise self.failure
        return self.closed

    def plan(self) -> None:
        """Sets the delay before the next attempt, and adds an item with the reason, once for each reason. Ends the client if there is no further
        attempt: the retry budget is used up, or the server speaks another protocol."""
        if self.stream.mismatch:
            return self.fail(self.stream.mismatch)
        if self.since is None:
            self.pause = 0.0
            return None
        why = unreachable(self.path, self.error)
        # A connection without a hello does not count, however long it lasted.
        self.pause = self.back_off.delay(time.monotonic() - self.since if self.stream.greeted else 0.0)
        if self.pause is None:
            return self.fail(Unreachable(why))
        if self.stream.greeted:
            self.told = None
        elif why != self.told:
            self.told = why
            self.items.append(Waiting(self.path, self.error.errno if self.error else None, why))
        return None

    def attempt(self) -> None:
        """Begins the next attempt."""
        self.since, self.pause, self.error = time.monotonic(), None, None
        self.stream.reset()

    def silent(self) -> None:
        """Handles the end of the time for a hello."""
        self.error = TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
        self.add_items(b"")

    def close(self) -> None:
        raise NotImplementedError

    def flush(self) -> None:
        raise NotImplementedError

    def check(self) -> None:
        """Raises the error for requests after the end, because nothing would answer them."""
        if self.failure and self.closed:
            raise self.failure

    def finish_request(self, id: int) -> int:
        """Completes a request. Replies that the library makes itself are queued after the waiting items."""
        settled, self.stream.asked.settled = self.stream.asked.settled, []
        self.items += settled
        if self.failure:
            self.items += self.stream.give_up()
        self.flush()
        return id

    def request(self, type: str, **fields: Any) -> int:
        """Makes any request of docs/protocol.md, such as `request("hit", x=10, y=20)`. Without a connection it waits for the next one. It is not
        repeated: if the connection is lost before the reply, the request is refused as `disconnected`."""
        self.check()
        return self.finish_request(self.stream.request(type, **fields))

    def subscribe(
        self, regions: Union[str, Iterable[str]] = ("**",), *, events: Union[str, Iterable[str], None] = None,
        observe: bool = False, axes: bool = False, max_rate: Optional[float] = None, coalesced: bool = False,
    ) -> int:
        """Subscribes to `regions`, globs over region paths. `events`: "touch", "gesture", "control", "scroll" (default: all). Both may be a single
        string."""
        self.check()
        wishes = {"events": listed(events) if events is not None else None, "observe": observe or None, "axes": axes or None,
                  "maxRate": max_rate, "coalesced": coalesced or None}
        return self.finish_request(self.stream.remembered("subscribe", regions=listed(regions), **{k: v for k, v in wishes.items() if v is not None}))

    def unsubscribe(self, subscription: int) -> int:
        """Cancels a subscription. `subscription` is the ID that `subscribe` returned; its reply must have come."""
        self.check()
        return self.finish_request(self.stream.unsubscribe(subscription))

    def claim(self, receivers: Union[str, Iterable[str]], *, ack_within: Optional[float] = None) -> int:
        """Claims receivers: this client takes responsibility for them. With `ack_within` (ms) it must `ack` in time. A string is one receiver."""
        self.check()
        wish = {} if ack_within is None else {"ackWithin": ack_within}
        return self.finish_request(self.stream.remembered("claim", receivers=listed(receivers), **wish))

    def release(self, receivers: Union[str, Iterable[str]]) -> int:
        self.check()
        return self.finish_request(self.stream.release(listed(receivers)))

    def edit(self, edits: Iterable[Dict[str, Any]], *, keep: bool = False, redo: bool = False) -> int:
        """Edits the tree: all of `edits`, or none. With `keep` added regions stay when the connection ends. With `redo` each new connection repeats
        the request, except edits that touchd refused, that a later edit with `redo` replaced, or that a removal undid."""
        self.check()
        return self.finish_request(self.stream.edit(list(edits), keep, redo))

    def ack(self, seq: int) -> None:
        """Tells touchd that line `seq` and all lines before it have been read. Without a connection this does nothing: `seq` belongs to one."""
        self.stream.send({"type": "ack", "seq": seq})
        self.flush()

    def answer(self, question: Union[Question, int], value: bool) -> None:
        """Answers a question, given as an object or by its ID. There is no reply. An answer that comes too late, or after the connection was lost,
        has no effect."""
        id = question.id if isinstance(question, Question) else question
        self.stream.send({"type": "answer", "id": id, "value": value})
        self.flush()

    def ping(self) -> int:
        return self.request("ping")

    def sync(self) -> int:
        """Requests the line `synced`. touchd sends it after everything that came before this request."""
        return self.request("sync")
