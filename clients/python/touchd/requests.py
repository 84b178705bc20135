"""What a client may ask, whether it waits or not."""
from __future__ import annotations

import os
from collections import deque
from typing import Any, Deque, Iterable, Optional, Union

from .items import Item, Question, Reply
from .stream import BackOff, Stream, TouchdError


def socket_path(path: Optional[str]) -> str:
    return path or os.environ.get("TOUCHD_SOCKET") or "/run/touchd/events.sock"


def unreachable(path: str, error: Optional[OSError]) -> str:
    if isinstance(error, PermissionError):
        return f"{path}: permission denied; the user is to be in the group touch"
    return f"touchd is not reachable at {path}: {error.strerror if error else 'it closes every connection'}"


def refusal(reply: Reply) -> str:
    return f"touchd refused the subscription: {reply.message}" + (f"; {reply.hint}" if reply.hint else "")


class Requests:
    """Each request returns its id, which the reply has. Subscriptions and claims are made again on each new connection."""
    def __init__(self, path: Optional[str], name: Optional[str], retries: Optional[int]) -> None:
        self.path = socket_path(path)
        self.stream = Stream(name)
        self.back_off = BackOff(retries)
        self.items: Deque[Item] = deque()
        self.closed = False
        self.since = 0.0

    def take(self, data: Optional[bytes] = None) -> None:
        """The next items of what has been read, with what has just been read, if that; b"" when the connection is gone."""
        try:
            if data:
                self.stream.feed(data)
            self.items += self.stream.lost() if data == b"" else self.stream.next()
        except TouchdError:
            self.close()
            raise

    def check_protocol(self) -> None:
        """Whether to connect again: not to a server that has said that it speaks another protocol."""
        if self.stream.mismatch:
            self.close()
            raise self.stream.mismatch

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
