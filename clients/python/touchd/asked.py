"""Requests that have no reply yet. No request is dropped in silence: each is sent, or comes back as a reply that refuses it."""
from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional

from .items import Item, Reply

KEPT_REQUESTS, KEPT_BYTES = 1000, 256 << 10


class Asked:
    def __init__(self) -> None:
        self.kept: Dict[int, bytes] = {}
        """Requests that were made without a connection, in order. The next connection sends them."""
        self.waiting = self.waiting_bytes = 0
        """Requests that wait for a connection: those of `kept`, and edits that are made again."""
        self.unanswered: Dict[int, bool] = {}
        """Requests that were sent on this connection, and whether the end of the connection has the same effect."""
        self.settled: List[Item] = []
        """Replies that the library has made, and that are not yet handed out."""

    def sent(self, id: int) -> None:
        self.unanswered[id] = False

    def ending(self, id: int, is_open: bool) -> None:
        """A request whose effect the end of the connection has as well. Without a connection it is done."""
        if is_open:
            self.unanswered[id] = True
        else:
            self.settled.append(done(id))

    def keep(self, id: int, line: bytes) -> None:
        if self.may_wait(id, line):
            self.kept[id] = line

    def may_wait(self, id: int, line: bytes) -> bool:
        """Whether one more request may wait for a connection. Refuses it if not."""
        if self.waiting == KEPT_REQUESTS or self.waiting_bytes + len(line) > KEPT_BYTES:
            self.settled.append(refusal(
                id, "notSent", "there is no connection to touchd, and as many requests wait for one as the library keeps",
                "ask again when there is one"))
            return False
        self.waiting += 1
        self.waiting_bytes += len(line)
        return True

    def too_long(self, id: int, length: int, limit: Any) -> None:
        self.settled.append(refusal(id, "notSent", f"the request has {length} bytes, and a line to this touchd at most {limit}"))

    def drop_kept(self, refuses: Callable[[int, bytes], bool]) -> None:
        """Refuses requests that are too long for the server, which has named its limit only now."""
        for id, line in list(self.kept.items()):
            if refuses(id, line):
                del self.kept[id]

    def send_kept(self) -> bytes:
        lines = b"".join(self.kept.values())
        self.unanswered.update(dict.fromkeys(self.kept, False))
        self.kept, self.waiting, self.waiting_bytes = {}, 0, 0
        return lines

    def answered(self, id: Any) -> None:
        self.unanswered.pop(id, None)

    def end(self) -> List[Item]:
        """The connection is gone, and nobody knows which of these touchd has done."""
        unanswered, self.unanswered = self.unanswered, {}
        return [done(id) if is_done else disconnected(id) for id, is_done in unanswered.items()]

    def give_up(self, edits: Dict[int, bool]) -> List[Item]:
        """There will be no connection any more. `edits`: those that wait for their first reply, and whether they were sent."""
        requests = {**dict.fromkeys(self.kept, False), **edits}
        self.kept, self.waiting, self.waiting_bytes = {}, 0, 0
        return [disconnected(id) if requests[id] else refusal(id, "notSent", "there was no connection to touchd on which to send it")
                for id in sorted(requests)]


def done(id: int) -> Reply:
    return Reply.of({"type": "reply", "id": id, "ok": True})


def disconnected(id: int) -> Reply:
    return refusal(id, "disconnected", "the connection was lost before touchd answered; the request may have been done",
                   "see how things are when there is a connection again")


def refusal(id: int, code: str, message: str, hint: Optional[str] = None) -> Reply:
    error = {"code": code, "message": message, **({} if hint is None else {"hint": hint})}
    return Reply.of({"type": "reply", "id": id, "ok": False, "error": error})
