"""The requests of a client, with or without waiting."""
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
        why = "it accepts the connection and says no hello in time; see whether touchd hangs"
    elif isinstance(error, PermissionError):
        why = "permission denied; the user is to be in the group touch when the program is started"
    return f"touchd is not reachable at {path}: {why}"


def listed(names: Union[str, Iterable[str]]) -> List[str]:
    """A string is one name, not its letters."""
    return [names] if isinstance(names, str) else list(names)


def presses_in(item: Item) -> List[TouchEvent]:
    """Logs what keeps presses from coming, for programs that see no other items."""
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
    """Each request returns its id, which the reply repeats. Subscriptions, claims, and edits with `redo` are made again on each new
    connection."""
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
        # Nothing comes any more, except the rest of `items`.
        self.failure: Optional[TouchdError] = None

    def take(self, data: Optional[bytes] = None) -> None:
        """The next items of what has been read, with what has just been read, if that; b"" when the connection is gone."""
        try:
            if data:
                self.stream.feed(data)
            self.items += self.stream.lost() if data == b"" else self.stream.next()
        except TouchdError as failure:
            self.fail(failure)

    def fail(self, failure: TouchdError) -> None:
        """Refuses the requests that were never sent; then comes the error."""
        self.failure = failure
        self.items += self.stream.give_up()

    def over(self) -> bool:
        """Nothing comes any more: the client is closed, or the error is raised."""
        if self.failure and not self.closed:
            self.close()
            raise self.failure
        return self.closed

    def plan(self) -> None:
        """How long to wait before the next attempt, and a word about why, unless it was said. The end if there is to be none:
        the budget is used up, or the server has said that it speaks another protocol."""
        if self.stream.mismatch:
            return self.fail(self.stream.mismatch)
        if self.since is None:
            self.pause = 0.0
            return None
        why = unreachable(self.path, self.error)
        # Without a hello it was no connection, however long it took.
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
        """The time for a hello is over."""
        self.error = TimeoutError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
        self.take(b"")

    def close(self) -> None:
        raise NotImplementedError

    def flush(self) -> None:
        raise NotImplementedError

    def check(self) -> None:
        """Refuses requests after the end: nothing would answer them."""
        if self.failure and self.closed:
            raise self.failure

    def made(self, id: int) -> int:
        """A request. Items that it makes without a connection come after those that wait."""
        settled, self.stream.asked.settled = self.stream.asked.settled, []
        self.items += settled
        if self.failure:
            self.items += self.stream.give_up()
        self.flush()
        return id

    def request(self, type: str, **fields: Any) -> int:
        """Any request of docs/protocol.md, such as `request("hit", x=10, y=20)`. Without a connection it waits for the next. Not
        made again: when its connection is lost before the reply, it is refused as `disconnected`."""
        self.check()
        return self.made(self.stream.request(type, **fields))

    def subscribe(
        self, regions: Union[str, Iterable[str]] = ("**",), *, events: Union[str, Iterable[str], None] = None,
        observe: bool = False, axes: bool = False, max_rate: Optional[float] = None, coalesced: bool = False,
    ) -> int:
        """Subscribes to `regions`, globs over region paths. `events`: "touch", "gesture", "control", "scroll" (default: all). A string is one of them."""
        self.check()
        wishes = {"events": listed(events) if events is not None else None, "observe": observe or None, "axes": axes or None,
                  "maxRate": max_rate, "coalesced": coalesced or None}
        return self.made(self.stream.remembered("subscribe", regions=listed(regions), **{k: v for k, v in wishes.items() if v is not None}))

    def unsubscribe(self, subscription: int) -> int:
        """`subscription` is the id that `subscribe` returned; its reply must have come."""
        self.check()
        return self.made(self.stream.unsubscribe(subscription))

    def claim(self, receivers: Union[str, Iterable[str]], *, ack_within: Optional[float] = None) -> int:
        """Claims receivers: this client answers for them. With `ack_within` (ms) it must `ack` in time. A string is one receiver."""
        self.check()
        wish = {} if ack_within is None else {"ackWithin": ack_within}
        return self.made(self.stream.remembered("claim", receivers=listed(receivers), **wish))

    def release(self, receivers: Union[str, Iterable[str]]) -> int:
        self.check()
        return self.made(self.stream.release(listed(receivers)))

    def edit(self, edits: Iterable[Dict[str, Any]], *, keep: bool = False, redo: bool = False) -> int:
        """Edits the tree: all of `edits`, or none. With `keep` what is added stays when the connection ends. With `redo` each new connection
        makes again what is left of it: not what a later edit with `redo` has replaced, what was removed again, or what was refused."""
        self.check()
        return self.made(self.stream.edit(list(edits), keep, redo))

    def ack(self, seq: int) -> None:
        """Says that line `seq` and all before it have been read. It belongs to this connection, and does nothing without one."""
        self.stream.send({"type": "ack", "seq": seq})
        self.flush()

    def answer(self, question: Union[Question, int], value: bool) -> None:
        """Answers a question, or the question with this id. There is no reply. An answer that comes too late, such as after the end of the
        connection, changes nothing."""
        id = question.id if isinstance(question, Question) else question
        self.stream.send({"type": "answer", "id": id, "value": value})
        self.flush()

    def ping(self) -> int:
        return self.request("ping")

    def sync(self) -> int:
        """Asks for `synced`, which comes after everything before it."""
        return self.request("sync")
