"""The edits to redo on each new connection."""
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

from .tree import Fields


class Edits:
    """The edits that still have an effect, by request, in the order of the requests. A later edit replaces an earlier one of the same property, and
    regions that were added and removed again are dropped."""
    def __init__(self) -> None:
        self.done: Dict[int, Fields] = {}
        """The lines of requests that touchd has done, by ID."""
        self.asked: Dict[int, Tuple[Fields, bool]] = {}
        """The lines without a reply so far, and whether they were sent."""
        self.again: Set[int] = set()
        """The requests of `done` that this connection has repeated and that have no reply yet."""
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
        """The requests to redo on a new connection. If touchd has kept running, it has removed only the regions that the old connection had added, so
        only edits of these regions are redone."""
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
        """Removes a request that is too long for this server."""
        self.done.pop(id, None)
        self.asked.pop(id, None)
        self.again.discard(id)

    def overridden(self, region: str, key: Optional[str]) -> None:
        """Drops edits that the configuration file has overridden, so that the next connection does not redo them."""
        inside = self.inside(region)
        self.forget([edit for _, edit in self.all() if (
            self.subject(edit) in inside if key is None else edit.get("region") == region and key in keys(edit))])
        self.prune()

    def give_up(self) -> Dict[int, bool]:
        """Removes and returns the requests without a reply, and whether they were sent."""
        asked, self.asked = self.asked, {}
        return {id: is_sent for id, (_, is_sent) in asked.items()}

    # Replaced edits

    def append(self, line: Fields, edit: Fields) -> None:
        if edit["op"] == "remove" and self.cancels(edit["region"]):
            return
        gone: List[Fields] = []
        is_removed = False
        for _, earlier in reversed(list(self.all())):
            # An earlier move stays, because it may have moved the region out of one that was removed later.
            if replaces(edit, earlier) and not (is_removed and earlier["op"] == "move"):
                gone.append(earlier)
            is_removed = is_removed or earlier["op"] == "remove"
        self.forget(gone)
        line["edits"].append(edit)

    def cancels(self, region: str) -> bool:
        """Handles the removal of a region: drops the edits of it and of its descendants. Returns true if touchd has nothing to remove, because one of
        the dropped edits had added the region."""
        inside = self.inside(region)
        cancelled = [edit for _, edit in self.all() if edit["op"] == "add" and edit["region"]["id"] in inside]
        # Nothing is dropped if other regions were moved in, or if added ones were moved out or had regions moved out of them: then the order matters.
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
                is_gone = edit["region"] in added  # a descendant of the added region
            else:
                # An earlier move stays, because it may have moved the region out of one that was removed later.
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
        """The parent of each region that edits have added or moved."""
        parents: Dict[str, str] = {}
        for _, edit in self.all():
            if edit["op"] == "add":
                parents.update((region["id"], parent) for region, parent in nested(edit["region"], edit["parent"]))
            elif edit["op"] == "move":
                parents[edit["region"]] = edit["parent"]
        return parents

    def inside(self, region: str) -> Set[str]:
        """The region, and the regions that edits have put into it."""
        parents = self.parents()
        return {region} | {one for one in parents if is_in(one, {region}, parents)}

    def subject(self, edit: Fields) -> Any:
        """The region that an edit concerns; None if unknown."""
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
    """The names that `overridden` may use for the property that an edit concerns."""
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
    """An added region and its descendants, each with its parent."""
    rest = [(region, parent)]
    while rest:
        region, parent = rest.pop()
        yield region, parent
        rest += [(child, region["id"]) for child in region.get("children", ())]


def names(add: Fields) -> List[str]:
    return [region["id"] for region, _ in nested(add["region"], "")]
