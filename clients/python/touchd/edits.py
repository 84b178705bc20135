"""The edits that each new connection makes again."""
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

from .tree import Fields


class Edits:
    """What is left of each request, in the order of asking: a later edit of the same thing replaces the earlier one, and what was added
    and removed again is forgotten."""
    def __init__(self) -> None:
        self.done: Dict[int, Fields] = {}
        """Lines of requests that touchd has done, by id."""
        self.asked: Dict[int, Tuple[Fields, bool]] = {}
        """Lines that have never had a reply, and whether they were sent."""
        self.again: Set[int] = set()
        """Requests of `done` that this connection has made again, and that have no reply yet."""
        self.epoch: Optional[str] = None

    def ask(self, id: int, line: Fields, is_sent: bool) -> None:
        self.asked[id] = (line, is_sent)

    def answered(self, id: Any, ok: bool) -> None:
        asked = self.asked.pop(id, None)
        if asked and ok:
            line = {**asked[0], "edits": []}
            self.done[id] = line
            for edit in asked[0]["edits"]:
                self.append(line, edit)
            self.prune()
        elif not ok and id in self.again:
            self.done.pop(id, None)
        self.again.discard(id)

    def lines(self, epoch: str) -> List[Tuple[int, Fields]]:
        """What a new connection makes again. A touchd that has run on has lost with the old connection what that had added, and no more."""
        is_same, self.epoch = epoch == self.epoch, epoch
        parents, lost = self.parents(), {name for line, edit in self.all() if edit["op"] == "add" and not line.get("keep") for name in names(edit)}
        lines = {}
        for id, line in self.done.items():
            edits = [edit for edit in line["edits"] if not is_same or is_in(self.subject(edit), lost, parents)]
            if edits:
                lines[id] = {**line, "edits": edits}
        self.again = set(lines)
        for id, (line, _) in self.asked.items():
            lines[id], self.asked[id] = line, (line, True)
        return sorted(lines.items())

    def drop(self, id: int) -> None:
        """It is too long for this server."""
        self.done.pop(id, None)
        self.asked.pop(id, None)
        self.again.discard(id)

    def overridden(self, region: str, key: Optional[str]) -> None:
        """The file wins, also on the next connection."""
        inside = self.inside(region)
        self.forget([edit for _, edit in self.all() if (
            self.subject(edit) in inside if key is None else edit.get("region") == region and key in keys(edit))])
        self.prune()

    def give_up(self) -> Dict[int, bool]:
        """Requests that have no reply, and whether they were sent."""
        asked, self.asked = self.asked, {}
        return {id: is_sent for id, (_, is_sent) in asked.items()}

    # What replaces what

    def append(self, line: Fields, edit: Fields) -> None:
        if edit["op"] == "remove" and self.cancels(edit["region"]):
            return
        gone: List[Fields] = []
        is_removed = False
        for _, earlier in reversed(list(self.all())):
            # Before something was removed, a region may have been moved out of it.
            if replaces(edit, earlier) and not (is_removed and earlier["op"] == "move"):
                gone.append(earlier)
            is_removed = is_removed or earlier["op"] == "remove"
        self.forget(gone)
        line["edits"].append(edit)

    def cancels(self, region: str) -> bool:
        """The region is removed. Forgets edits of it and of what is in it; whether nothing is left to remove, since it was added as well."""
        inside = self.inside(region)
        cancelled = [edit for _, edit in self.all() if edit["op"] == "add" and edit["region"]["id"] in inside]
        # What came into it and was not added with it, what was added with it and went out, what was put into it and went out:
        # then all stays as it happened.
        own = {name for edit in cancelled for name in names(edit)}
        if inside - {region} - own or own - inside:
            return False
        if any(edit.get("parent") in inside and self.subject(edit) not in inside for _, edit in self.all()):
            return False
        gone: List[Fields] = []
        added: Set[str] = set()
        edits = [edit for _, edit in self.all()]
        last_remove = max((index for index, edit in enumerate(edits) if edit["op"] == "remove"), default=-1)
        for index, edit in enumerate(edits):
            if edit["op"] == "remove":
                is_gone = edit["region"] in added  # a part of what was added
            else:
                # Before something was removed, it may have been moved out of it.
                is_gone = self.subject(edit) in inside and (edit["op"] != "move" or index > last_remove or self.subject(edit) in own)
            if is_gone:
                gone.append(edit)
            if any(edit is one for one in cancelled):
                added.update(names(edit))
        self.forget(gone)
        return any(edit["region"]["id"] == region for edit in cancelled)

    def forget(self, edits: List[Fields]) -> None:
        for line in self.done.values():
            line["edits"] = [edit for edit in line["edits"] if not any(edit is gone for gone in edits)]

    def prune(self) -> None:
        self.done = {id: line for id, line in self.done.items() if line["edits"]}

    def all(self) -> Iterator[Tuple[Fields, Fields]]:
        for line in self.done.values():
            for edit in line["edits"]:
                yield line, edit

    def parents(self) -> Dict[str, str]:
        """Where edits have put regions."""
        parents: Dict[str, str] = {}
        for _, edit in self.all():
            if edit["op"] == "add":
                parents.update((region["id"], parent) for region, parent in nested(edit["region"], edit["parent"]))
            elif edit["op"] == "move":
                parents[edit["region"]] = edit["parent"]
        return parents

    def inside(self, region: str) -> Set[str]:
        """The region, and what edits have put into it."""
        parents = self.parents()
        return {region} | {one for one in parents if is_in(one, {region}, parents)}

    def subject(self, edit: Fields) -> Any:
        """The region that an edit is about; None if it is unknown."""
        if edit["op"] == "add":
            return edit["region"]["id"]
        if "gesture" not in edit:
            return edit.get("region")
        for _, added in self.all():
            for region, _ in nested(added["region"], "") if added["op"] == "add" else ():
                if any(gesture["id"] == edit["gesture"] for gesture in region.get("gestures", ())):
                    return region["id"]
        return None


def replaces(later: Fields, earlier: Fields) -> bool:
    same = all(later.get(key) == earlier.get(key) for key in ("region", "gesture"))
    orders, one, other = ("bringToFront", "sendToBack"), later["op"], earlier["op"]
    if not same or other == "add":
        return False
    if one == "set":
        return other == "set" and later["key"] == earlier["key"]
    if one in orders:
        return other in orders
    return one == other or (one == "move" and other in orders)


def keys(edit: Fields) -> Tuple[str, ...]:
    """What `overridden` may call the property that an edit is about."""
    if edit["op"] == "set":
        return {"center": ("frame",), "bounds": ("frame", "bounds", "offset")}.get(edit["key"], (edit["key"],))
    return {"move": ("parent",), "setBoundsOrigin": ("bounds", "offset")}.get(edit["op"], ())


def is_in(region: Any, regions: Set[str], parents: Dict[str, str]) -> bool:
    for _ in range(len(parents) + 1):
        if region in regions or region not in parents:
            break
        region = parents[region]
    return region in regions


def nested(region: Fields, parent: str) -> Iterator[Tuple[Fields, str]]:
    """An added region and all that is in it, each with its parent."""
    rest = [(region, parent)]
    while rest:
        region, parent = rest.pop()
        yield region, parent
        rest += [(child, region["id"]) for child in region.get("children", ())]


def names(add: Fields) -> List[str]:
    return [region["id"] for region, _ in nested(add["region"], "")]
