"""The protocol without a socket: turns bytes into items, and requests into bytes. Both clients and the tests use it."""
from __future__ import annotations

import json
from typing import Any, Dict, List, Optional, Set

from .alive import Alive
from .asked import Asked
from .edits import Edits
from .errors import ProtocolMismatch
from .items import Connected, Disconnected, Frame, Item, Lagged, Message, Question, Released, Reply
from .tree import Changed, Config, Fields, Overridden, Region, Screen, Snapshot, Staff, Tree, TreeChanged, Warning, point, unmatched

PROTOCOL = 1
MAXIMUM_LINE = 64 << 20
NoneType = type(None)  # types.NoneType needs Python 3.10


class Stream:
    def __init__(self, name: Optional[str] = None, tree_changes: bool = False) -> None:
        self.name = name
        self.tree_changes = tree_changes
        self.sent: Dict[int, Fields] = {}
        """The subscriptions and claims that each new connection repeats, by the request's ID."""
        self.claims_due: Set[int] = set()
        """The claims whose reply is due. A refusal removes the claim from those that are repeated."""
        self.server_ids: Dict[int, int] = {}
        """The server's IDs of the subscriptions on this connection."""
        self.asked = Asked()
        self.edits = Edits()
        self.last_id = 0
        self.alive = Alive()
        self.mismatch: Optional[ProtocolMismatch] = None
        """The error if the server speaks another protocol: connecting again is useless."""
        self.has_given_up = False
        """True if the client will not connect again."""
        self.closed = False
        self.reset()

    def reset(self) -> None:
        self.buffer = bytearray()
        self.searched = 0
        self.greeted = self.over = False
        self.seq = 0
        self.server_ids.clear()
        self.outgoing = bytearray()
        self.line_limit: Optional[int] = None
        """The longest line that this server accepts, in bytes."""

    # Requests

    @property
    def is_open(self) -> bool:
        return self.greeted and not self.over

    def request(self, type: str, **fields: Any) -> int:
        """Makes any request. Returns its ID, which the reply repeats. Without a connection the request waits for the next one."""
        id = self.next_id()
        line = encoded({"type": type, **fields, "id": id})
        if self.refuses(id, line):
            pass
        elif self.is_open:
            self.outgoing += line
            self.asked.sent(id)
        else:
            self.asked.keep(id, line)
        return id

    def remembered(self, type: str, **fields: Any) -> int:
        id = self.next_id()
        line = {"type": type, "id": id, **fields}
        if self.has_given_up and not self.closed:
            self.asked.not_sent(id)
        elif not self.refuses(id, encoded(line)):
            self.sent[id] = line
            self.send(line)
            if type == "claim":
                self.claims_due.add(id)
        return id

    def edit(self, edits: Any, keep: bool, redo: bool) -> int:
        fields = {"edits": edits, **({"keep": True} if keep else {})}
        if not redo:
            return self.request("edit", **fields)
        id = self.next_id()
        line = encoded({"type": "edit", "id": id, **fields})
        if not self.refuses(id, line) and (self.is_open or self.asked.may_wait(id, line)):
            # A copy, so that later changes of the program's list have no effect.
            self.edits.ask(id, json.loads(line), self.is_open)
            if self.is_open:
                self.outgoing += line
        return id

    def ending(self, type: str, **fields: Any) -> int:
        """Makes a request such as `release`, whose purpose the end of the connection fulfils too."""
        id = self.next_id()
        line = {"type": type, "id": id, **fields}
        if not self.refuses(id, encoded(line)):
            self.send(line)
            self.asked.ending(id, self.is_open)
        return id

    def refuses(self, id: int, line: bytes) -> bool:
        """Refuses a line that is too long, because the server would close the connection for it. After `close`, every line is dropped."""
        if self.closed:
            return True
        is_too_long = self.is_open and self.line_limit is not None and len(line) - 1 > self.line_limit
        if is_too_long:
            self.asked.too_long(id, len(line) - 1, self.line_limit)
        return is_too_long

    def unsubscribe(self, subscription: int) -> int:
        self.sent.pop(subscription, None)
        return self.ending("unsubscribe", subscription=self.server_ids.pop(subscription, 0))

    def release(self, receivers: List[str]) -> int:
        self.forget(receivers)
        return self.ending("release", receivers=receivers)

    def next_id(self) -> int:
        self.last_id += 1
        return self.last_id

    def send(self, line: Fields) -> None:
        """Sends a line if there is a connection."""
        if self.is_open:
            self.outgoing += encoded(line)

    def forget(self, receivers: Any) -> None:
        for id, line in list(self.sent.items()):
            if line["type"] == "claim":
                left = [r for r in line["receivers"] if r not in receivers]
                if left:
                    self.sent[id] = {**line, "receivers": left}
                else:
                    del self.sent[id]

    # Incoming lines

    def feed(self, data: bytes) -> None:
        self.buffer += data

    def next(self) -> List[Item]:
        """The items of the next complete line; none if there is none. A line is read only on request, so that a `Touch` is never more than a frame
        ahead of its events. If `over` is true afterwards, the connection must be closed."""
        while not self.over:
            end = self.buffer.find(b"\n", self.searched)
            self.searched = len(self.buffer) if end < 0 else end
            if self.searched > MAXIMUM_LINE:
                return self.lost("lineTooLong")
            if end < 0:
                return []
            line = bytes(self.buffer[:end])
            del self.buffer[:end + 1]
            self.searched = 0
            items = self.line(line)
            if items:
                return items
        return []

    def give_up(self) -> List[Item]:
        """Refuses all waiting requests, because the client will not connect again."""
        self.has_given_up = True
        return self.asked.give_up(self.edits.give_up())

    def close(self) -> None:
        """Ends the stream without items. Later requests have no effect, and nothing of them is kept."""
        self.over = self.closed = True
        self.outgoing.clear()

    def lost(self, reason: str = "closed") -> List[Item]:
        """Ends the connection. First everything in progress is cancelled, then the requests without a reply are refused."""
        items: List[Item] = list(self.alive.cancelled())
        if self.is_open:
            items += [*self.asked.end(), Disconnected(reason)]
        self.over = True
        return items

    def line(self, line: bytes) -> List[Item]:
        try:
            message = json.loads(line.decode("utf-8"))
            type = message["type"]
            if not isinstance(type, str):
                raise TypeError
        except (ValueError, KeyError, TypeError, RecursionError):
            if not self.greeted:
                raise ProtocolMismatch(f"the server at the socket is not touchd: {line[:60]!r}") from None
            return self.lost("badLine")
        if not self.greeted:
            return self.hello(type, message)
        try:
            return self.message(type, message)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            return self.lost("badLine")

    def hello(self, type: str, f: Fields) -> List[Item]:
        if type != "hello" or f.get("protocol") != PROTOCOL:
            raise ProtocolMismatch(
                f"{f.get('server', 'the server')} speaks protocol {f.get('protocol', '?')}, but this library speaks {PROTOCOL}; "
                "install matching versions")
        self.greeted = True
        greeting: Fields = {"type": "hello", **({} if self.name is None else {"name": self.name}), "protocol": PROTOCOL}
        if self.tree_changes and "treeChanges" in f.get("capabilities", ()):
            greeting["want"] = ["treeChanges"]
        self.send(greeting)
        limits = f.get("limits")
        limit = limits.get("maxLine") if isinstance(limits, dict) else None
        self.line_limit = limit if isinstance(limit, int) else None
        self.claims_due = {id for id, line in self.sent.items() if line["type"] == "claim"}
        for id, line in sorted([*self.sent.items(), *self.edits.lines(f.get("epoch", ""))]):
            if self.refuses(id, encoded(line)):
                self.sent.pop(id, None)
                self.edits.drop(id)
            else:
                self.send(line)
        self.asked.drop_kept(self.refuses)
        self.outgoing += self.asked.send_kept()
        settled, self.asked.settled = self.asked.settled, []
        return [Connected(f.get("server", ""), f.get("epoch", ""), tuple(f.get("capabilities", ()))), *settled]

    def message(self, type: str, f: Fields) -> List[Item]:
        if type in ("frame", "snapshot", "lagged"):
            if f["seq"] != self.seq + 1:
                return self.lost("gap")
            self.seq = f["seq"]
        if type in ("pong", "synced"):
            self.asked.answered(f.get("id"))
        if type == "frame":
            return [Frame(f["seq"], f["time"], f["panel"], self.alive.events(f["events"], f["panel"], f["time"]))]
        if type == "reply":
            return self.reply(f)
        if type == "snapshot":
            return [Snapshot(f["seq"], f["generation"], f["panels"], [Region.of(one) for one in f["regions"]], f["touches"],
                             [Screen.of(one) for one in f.get("screens", ())])]
        if type == "screen":
            return [Screen.of(f)]
        if type == "staff":
            return [Staff.of(f)]
        if type == "config":
            return [Config.of(f)]
        if type == "tree" and "regions" not in f:
            return [TreeChanged.of(f)]
        if type in ("tree", "changed"):
            return [(Tree if type == "tree" else Changed)(f["generation"], [Region.of(one) for one in f["regions"]])]
        if type == "overridden":
            self.edits.overridden(f["region"], f.get("key"))
            return [Overridden(f["region"], f.get("key"), f["generation"])]
        if type == "warning":
            return [Warning(f["code"], f["message"], f)]
        if type == "lagged":
            return [Lagged(f["seq"], f["merged"], tuple(f["cancelled"]))]
        if type == "released":
            self.forget(f["receivers"])
            return [Released(tuple(f["receivers"]), f["reason"])]
        if type == "question":
            return [Question(
                f["id"], f["ask"], f["time"], f["deadline"], f["panel"], f["gesture"], f["kind"], f["region"],
                tuple(f["touches"]), point(f["local"]), f.get("target"), f)]
        if type == "bye":
            return self.bye(f)
        return [Message(type, f)]

    def reply(self, f: Fields) -> List[Item]:
        """Reads the whole reply before it has an effect, because a malformed reply answers nothing. A reply with the ID null answers no request:
        touchd sends it for a line that it cannot read as a request."""
        if type(f["id"]) not in (int, NoneType) or type(f["ok"]) is not bool:
            raise TypeError
        if f["id"] is None:
            return [Message("reply", f)]
        items = [Reply.of(f), *unmatched(f)]
        self.asked.answered(f["id"])
        self.edits.answered(f["id"], f["ok"])
        if f["id"] in self.claims_due:
            self.claims_due.remove(f["id"])
            if not f["ok"]:
                self.sent.pop(f["id"], None)
        if f["ok"] and "subscription" in f:
            self.server_ids[f["id"]] = f["subscription"]
        return items

    def bye(self, f: Fields) -> List[Item]:
        cancels = self.alive.cancelled()
        self.over = True
        if f["reason"] == "protocol":
            self.mismatch = ProtocolMismatch(f.get("message", "touchd speaks another protocol"))
        return [*cancels, Message("bye", f), *self.asked.end(), Disconnected(f["reason"])]


def encoded(line: Fields) -> bytes:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace") + b"\n"
