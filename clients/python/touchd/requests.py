"""What a client may ask, whether it waits or not."""
from __future__ import annotations

import logging
import os
import time
from collections import deque
from typing import Any, Deque, Iterable, List, Optional, Union

from .items import Disconnected, Frame, Item, Question, Reply, TouchEvent, Waiting
from .stream import BackOff, Refused, Stream, TouchdError, Unreachable

log = logging.getLogger("touchd")


def socket_path(path: Optional[str]) -> str:
    return path or os.environ.get("TOUCHD_SOCKET") or "/run/touchd/events.sock"


def unreachable(path: str, error: Optional[OSError]) -> str:
    why = "it closes every connection" if error is None else error.strerror or error
    if isinstance(error, PermissionError):
        why = "permission denied; the user is to be in the group touch when the program is started"
    return f"touchd is not reachable at {path}: {why}"


def presses_in(item: Item) -> List[TouchEvent]:
    """For those who see nothing else of the items: what keeps presses from coming is logged."""
    if isinstance(item, Frame):
        return [event for event in item.events if isinstance(event, TouchEvent) and event.is_press]
    if isinstance(item, Waiting):
        log.warning("%s; trying again", item.message)
    elif isinstance(item, Disconnected):
        log.warning("the connection to touchd is lost: %s", item.reason)
    elif isinstance(item, Reply) and not item.ok:
        raise Refused(f"touchd refused the subscription: {item.message}" + (f"; {item.hint}" if item.hint else ""))
    return []


class Requests:
    """Each request returns its id, which the reply has. Subscriptions and claims are made again on each new connection."""
    def __init__(self, path: Optional[str], name: Optional[str], retries: Optional[int]) -> None:
        self.path = socket_path(path)
        self.stream = Stream(name)
        self.back_off = BackOff(retries)
        self.items: Deque[Item] = deque()
        self.closed = False
        # Of the attempts to connect: when the last one was made, what came of it, and how long to wait before the next.
        self.since: Optional[float] = None
        self.error: Optional[OSError] = None
        self.pause: Optional[float] = None
        self.told: Optional[str] = None

    def take(self, data: Optional[bytes] = None) -> None:
        """The next items of what has been read, with what has just been read, if that; b"" when the connection is gone."""
        try:
            if data:
                self.stream.feed(data)
            self.items += self.stream.lost() if data == b"" else self.stream.next()
        except TouchdError:
            self.close()
            raise

    def plan(self) -> None:
        """How long to wait before the next attempt, and a word about why, unless it was said. An error if there is to be none:
        the budget is used up, or the server has said that it speaks another protocol."""
        if self.stream.mismatch:
            self.close()
            raise self.stream.mismatch
        if self.since is None:
            self.pause = 0.0
            return
        why = unreachable(self.path, self.error)
        self.pause = self.back_off.delay(time.monotonic() - self.since)
        if self.pause is None:
            raise Unreachable(why)
        if self.stream.greeted:
            self.told = None
        elif why != self.told:
            self.told = why
            self.items.append(Waiting(self.path, self.error.errno if self.error else None, why))

    def attempt(self) -> None:
        """The next attempt is made now."""
        self.since, self.pause, self.error = time.monotonic(), None, None
        self.stream.reset()

    def close(self) -> None:
        raise NotImplementedError

    def flush(self) -> None:
        raise NotImplementedError

    def request(self, type: str, **fields: Any) -> int:
        """Any request of docs/protocol.md, such as `request("hit", x=10, y=20)`. Not made again on a new connection."""
        id = self.stream.request(type, **fields)
        self.flush()
        return id

    def subscribe(
        self, regions: Iterable[str] = ("**",), *, events: Optional[Iterable[str]] = None, observe: bool = False,
        axes: bool = False, max_rate: Optional[float] = None, coalesced: bool = False, **more: Any,
    ) -> int:
        """What is to come: globs over region paths; "touch", "gesture", "control", "scroll" (default: all)."""
        wishes = {"events": list(events) if events is not None else None, "observe": observe or None, "axes": axes or None,
                  "maxRate": max_rate, "coalesced": coalesced or None, **more}
        id = self.stream.remembered("subscribe", regions=list(regions), **{k: v for k, v in wishes.items() if v is not None})
        self.flush()
        return id

    def unsubscribe(self, subscription: int) -> int:
        """`subscription` is what `subscribe` returned; its reply must have come."""
        id = self.stream.unsubscribe(subscription)
        self.flush()
        return id

    def claim(self, receivers: Iterable[str], *, ack_within: Optional[float] = None) -> int:
        """This client answers for these receivers; with `ack_within` (ms) it has to `ack` in time."""
        wish = {} if ack_within is None else {"ackWithin": ack_within}
        id = self.stream.remembered("claim", receivers=list(receivers), **wish)
        self.flush()
        return id

    def release(self, receivers: Iterable[str]) -> int:
        receivers = list(receivers)
        self.stream.forget(receivers)
        return self.request("release", receivers=receivers)

    def ack(self, seq: int) -> None:
        """Line `seq` and all before have been read."""
        self.stream.send({"type": "ack", "seq": seq})
        self.flush()

    def answer(self, question: Union[Question, int], value: bool) -> None:
        """Of a question that came, or its id. There is no reply; an answer that comes too late changes nothing."""
        id = question.id if isinstance(question, Question) else question
        self.stream.send({"type": "answer", "id": id, "value": value})
        self.flush()

    def ping(self) -> int:
        return self.request("ping")

    def sync(self) -> int:
        """`synced` comes after all that came before it."""
        return self.request("sync")
