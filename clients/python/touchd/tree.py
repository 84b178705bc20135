"""Items about the region tree and the panels, and what they contain."""
from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Optional, Tuple

Fields = Dict[str, Any]
Point = Tuple[float, float]


def point(pair: Any) -> Optional[Point]:
    return (pair[0], pair[1]) if pair is not None else None


@dataclass(frozen=True)
class Region:
    """The current state of a region."""
    id: str
    path: str
    kind: str
    screen: str
    bounds: Tuple[float, float, float, float]
    """x, y, width, height in the region's own space."""
    to_screen: Tuple[float, float, float, float, float, float]
    """[a, b, c, d, tx, ty]: the map from the region's own space to points of the screen: x' = a·x + c·y + tx, y' = b·x + d·y + ty."""
    refuses: bool
    """True if the region, or one around it, is hidden or takes no touches."""
    value: Optional[float]
    """The value of a slider or knob."""
    is_on: Optional[bool]
    """The state of a switch."""
    offset: Optional[Point]
    """The offset of a scroll view, as in its events."""
    zoom_scale: Optional[float]
    """The zoom scale of a scroll view."""
    fields: Fields = field(compare=False, repr=False)
    """All keys of the region in the line."""

    @staticmethod
    def of(f: Fields) -> "Region":
        for key in ("id", "path", "kind", "screen"):
            if not isinstance(f[key], str):
                raise TypeError
        x, y, width, height = numbers(f["bounds"])
        a, b, c, d, tx, ty = numbers(f["toScreen"])
        return Region(
            f["id"], f["path"], f["kind"], f["screen"], (x, y, width, height), (a, b, c, d, tx, ty), f.get("refuses", False),
            f.get("value"), f.get("isOn"), point(f.get("offset")), f.get("zoomScale"), f)


@dataclass(frozen=True)
class GaveWay:
    """A property that was set at run time and that a reload of the configuration file has changed."""
    region: str
    key: Optional[str]
    """The property, as in `set` of an edit. None: the region as a whole."""
    client: Optional[int]
    """The number of the client that made the edit. None if no client did."""


@dataclass(frozen=True)
class Screen:
    """The current state of a screen, from a snapshot or after a change."""
    screen: str
    """The screen's ID."""
    display: str
    """The display's state: `on`, `off` or `unknown`."""
    activity: str
    """The activity: `active` or `idle`."""
    idle: Optional[float]
    """The longest idle threshold that has passed without a touch, in seconds. None while the screen is active."""
    mode: str
    """The mode: `normal`, or `cleaning` or `locked`, in which no touch reaches a receiver."""
    last_touch: Optional[int]
    """The event time of the last touch in µs. None if nobody has touched yet."""
    fields: Fields = field(compare=False, repr=False)
    """All keys of the screen in the line."""

    @staticmethod
    def of(f: Fields) -> "Screen":
        for key in ("screen", "display", "activity", "mode"):
            if not isinstance(f[key], str):
                raise TypeError
        return Screen(f["screen"], f["display"], f["activity"], f.get("idle"), f["mode"], f.get("lastTouch"), f)


@dataclass(frozen=True)
class Staff:
    """A staff gesture that was made. For clients with the right `staff`."""
    screen: str
    id: str
    """The gesture's ID in the configuration."""
    time: int
    """The event time in µs."""
    fields: Fields = field(compare=False, repr=False)
    """All keys of the line."""

    @staticmethod
    def of(f: Fields) -> "Staff":
        if not isinstance(f["screen"], str) or not isinstance(f["id"], str) or not isinstance(f["time"], int):
            raise TypeError
        return Staff(f["screen"], f["id"], f["time"], f)


@dataclass(frozen=True)
class Snapshot:
    """The state at one moment. This client does not get the listed touches, only those that begin later."""
    seq: int
    generation: int
    panels: List[Fields]
    regions: List[Region]
    touches: List[Fields]
    screens: List[Screen]


@dataclass(frozen=True)
class Config:
    """The result of a reload. If the configuration was refused, the old one stays in force, and there are no panels, regions and `gave_way`."""
    ok: bool
    generation: int
    message: Optional[str]
    """The error, if the configuration was refused."""
    panels: List[Fields]
    regions: List[Region]
    gave_way: List[GaveWay]
    """The properties set at run time that the file has changed."""

    @staticmethod
    def of(f: Fields) -> "Config":
        gave_way = [GaveWay(one["region"], one.get("key"), one.get("client")) for one in f.get("gaveWay", ())]
        regions = [Region.of(one) for one in f.get("regions", ())]
        return Config(bool(f["ok"]), f["generation"], f.get("message"), f.get("panels", []), regions, gave_way)


@dataclass(frozen=True)
class Tree:
    """Regions were added or removed, or changed places. `regions` are all regions that the subscriptions match now."""
    generation: int
    regions: List[Region]


@dataclass(frozen=True)
class Placed:
    """A region's place in the list."""
    id: str
    after: Optional[str]
    """The region directly before this one in the list. None for the first."""
    following: int
    """The number of regions that move with it: those directly behind it in the previous list."""
    region: Optional[Region]
    """The region's new state. None if it has not changed."""

    @staticmethod
    def of(f: Fields, new: bool) -> "Placed":
        (id, after, following) = (f["id"], f.get("after"), f.get("following", 0))
        if not isinstance(id, str) or not (after is None or isinstance(after, str)) or not isinstance(following, int):
            raise TypeError
        region = {key: value for key, value in f.items() if key not in ("after", "following")}
        return Placed(id, after, following, Region.of(region) if new or "path" in f else None)


@dataclass(frozen=True)
class TreeChanged:
    """A change of the list of regions. Clients with `tree_changes` get it instead of `Tree`."""
    generation: int
    added: List[Placed]
    removed: List[str]
    moved: List[Placed]

    @staticmethod
    def of(f: Fields) -> "TreeChanged":
        if not all(isinstance(id, str) for id in f["removed"]):
            raise TypeError
        return TreeChanged(f["generation"], [Placed.of(one, True) for one in f["added"]], f["removed"], [Placed.of(one, False) for one in f["moved"]])

    def applied(self, regions: List[Region]) -> List[Region]:
        """Returns the list after the change. O(regions and changes).

        Regions that are missing in `regions` although the change refers to them are left out, and regions that belong behind a missing one come last.
        """
        new = {one.id for one in self.added}
        gone = new.union(self.removed)
        rest = [region for region in regions if region.id not in gone]
        places = {region.id: place for place, region in enumerate(rest)}
        known = new.union(places, (None,))
        # The neighbours of each place that has not been removed. The last entry stands for the ends of the list.
        end = len(rest)
        before, behind = [end, *range(end)], [*range(1, end + 1), 0]

        def remove_place(place: int) -> Region:
            behind[before[place]], before[behind[place]] = behind[place], before[place]
            places.pop(rest[place].id, None)
            return rest[place]

        placed: Dict[Optional[str], List[Region]] = {}
        last: List[Region] = []

        def insert(those: List[Region], after: Optional[str]) -> None:
            (placed.setdefault(after, []) if after in known else last).extend(those)

        for one in self.added:
            if one.region:
                insert([one.region], one.after)
        for one in self.moved:
            place = places.get(one.id)
            if place is None:
                continue
            region = remove_place(place)
            those = [one.region or region]
            while len(those) <= one.following and behind[place] != end:
                place = behind[place]
                those.append(remove_place(place))
            insert(those, one.after)
        left, place = [], behind[end]
        while place != end:
            left.append(rest[place])
            place = behind[place]
        left, now = [*placed.get(None, ()), *left, *last][::-1], []
        while left:
            now.append(left.pop())
            left += placed.pop(now[-1].id, [])[::-1]
        return now


@dataclass(frozen=True)
class Changed:
    """Properties of these regions were set; other regions have not changed."""
    generation: int
    regions: List[Region]


@dataclass(frozen=True)
class Overridden:
    """The configuration file has overridden an edit of this client. The library does not redo it."""
    region: str
    key: Optional[str]
    """The property, as in `set` of an edit. None: the region as a whole."""
    generation: int


@dataclass(frozen=True)
class Warning:
    """A warning for the program's author or the machine's owner."""
    code: str
    """`lastGoodConfiguration`: touchd's configuration file is invalid. `unmatchedPattern`: a subscription's pattern matches no region now."""
    message: str
    fields: Fields = field(compare=False, repr=False)
    """All keys of the line; for `unmatchedPattern` also `id` (of the request), `glob` and `near`."""


def unmatched(reply: Fields) -> List[Warning]:
    """Returns a warning for each pattern that matches no region."""
    return [Warning("unmatchedPattern", unmatched_message(one["glob"], one.get("near")), {**one, "id": reply["id"]})
            for one in reply.get("unmatched", ())]


def unmatched_message(glob: str, near: Optional[str]) -> str:
    return f'the pattern "{glob}" matches no region now' + (f'; did you mean "{near}"?' if near else "")


def numbers(values: Any) -> List[float]:
    if not all(type(value) in (int, float) for value in values):
        raise TypeError
    return values
