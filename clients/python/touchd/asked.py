"""Requests without a reply. Every request is either sent, or refused by the library itself."""
from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional

from .items import Item, Reply

KEPT_REQUESTS, KEPT_BYTES = 1000, 256 << 10


class Asked:
    def __init__(self) -> None:
        self.kept: Dict[int, bytes] = {}
        """Requests made without a connection, in order. The next connection sends them."""
        self.waiting = self.waiting_bytes = 0
        """The number of requests that wait for a connection: those of `kept`, and edits that will be redone."""
        self.unanswered: Dict[int, bool] = {}
        """Requests sent on this connection, and whether the end of the connection also does what the request asks for."""
        self.settled: List[Item] = []
        """Replies made by the library that have not been handed out yet."""

    def sent(self, id: int) -> None:
        self.unanswered[id] = False

    def ending(self, id: int, is_open: bool) -> None:
        """Records a request such as `release`, whose purpose the end of the connection fulfils too. Without a connection it is done at once."""
        if is_open:
            self.unanswered[id] = True
        else:
            self.settled.append(done(id))

    def keep(self, id: int, line: bytes) -> None:
        if self.may_wait(id, line):
            self.kept[id] = line

    def may_wait(self, id: int, line: bytes) -> bool:
        """Whether one more request may wait for a connection. If not, the request is refused."""
        if self.waiting == KEPT_REQUESTS or self.waiting_bytes + len(line) > KEPT_BYTES:
            self.settled.append(refusal(
                id, "notSent", "there is no connection to touchd, and too many requests are already waiting for one",
                "make the request again when there is a connection"))
            return False
        self.waiting += 1
        self.waiting_bytes += len(line)
        return True

    def too_long(self, id: int, length: int, limit: Any) -> None:
        self.settled.append(refusal(id, "notSent", f"the request has {length} bytes, but this touchd accepts at most {limit} in a line"))

    def not_sent(self, id: int) -> None:
        """Refuses a request, because the client will not connect again."""
        self.settled.append(not_sent(id))

    def drop_kept(self, refuses: Callable[[int, bytes], bool]) -> None:
        """Refuses waiting requests that exceed the limit that the new connection's server has stated."""
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
        """Refuses the unanswered requests, because the connection was lost and touchd may or may not have done them."""
        unanswered, self.unanswered = self.unanswered, {}
        return [done(id) if is_done else disconnected(id) for id, is_done in unanswered.items()]

    def give_up(self, edits: Dict[int, bool]) -> List[Item]:
        """Refuses all waiting requests, because the client will not connect again. `edits`: the edits without a reply, and whether they were sent."""
        requests = {**dict.fromkeys(self.kept, False), **edits}
        self.kept, self.waiting, self.waiting_bytes = {}, 0, 0
        return [disconnected(id) if requests[id] else not_sent(id) for id in sorted(requests)]


def done(id: int) -> Reply:
    return Reply.of({"type": "reply", "id": id, "ok": True})


def disconnected(id: int) -> Reply:
    return refusal(id, "disconnected", "the connection was lost before touchd answered; touchd may have carried out the request",
                   "check the result when there is a connection again")


def not_sent(id: int) -> Reply:
    return refusal(id, "notSent", "the request was not sent, because there was no connection to touchd")


def refusal(id: int, code: str, message: str, hint: Optional[str] = None) -> Reply:
    error = {"code": code, "message": message, **({} if hint is None else {"hint": hint})}
    return Reply.of({"type": "reply", "id": id, "ok": False, "error": error})
