"""The items that a client hands out."""
from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, List, Optional, Tuple, Union

from .tree import Changed, Config, Fields, Overridden, Point, Screen, Snapshot, Staff, Tree, TreeChanged, Warning


class Phase(str, Enum):
    BEGAN = "began"
    MOVED = "moved"
    STATIONARY = "stationary"
    ENDED = "ended"
    CANCELLED = "cancelled"


class State(str, Enum):
    """Of a gesture or of a scroll view."""
    RECOGNIZED = "recognized"
    BEGAN = "began"
    CHANGED = "changed"
    ENDED = "ended"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Ended:
    """The finger was seen to lift."""


@dataclass(frozen=True)
class Cancelled:
    """Something interrupted the touch: the program must not do what the touch was about to do."""
    reason: str


@dataclass(eq=False)
class Touch:
    """One finger on one region from down to up: the same object in each of its events. `data` is for the program's own data."""
    id: int
    region: Optional[str]
    end: Union[None, Ended, Cancelled] = None
    data: Any = None

    @property
    def is_down(self) -> bool:
        return self.end is None


@dataclass(frozen=True)
class Sample:
    """A touch in one of the panel's reports."""
    time: int
    x: float
    y: float
    local: Optional[Point]
    fields: Fields = field(compare=False, repr=False)
    """All keys of the line: inside, pressure, major, minor, orientation, tool, distance."""


@dataclass(frozen=True)
class TouchEvent:
    """x and y are points of the screen, `local` is in the region's own space. `region` is None if nobody received it."""
    id: int
    phase: Phase
    region: Optional[str]
    target: Optional[str]
    x: float
    y: float
    local: Optional[Point]
    tap_count: int
    inside: bool
    reason: Optional[str]
    touch: Touch = field(compare=False, repr=False)
    fields: Fields = field(compare=False, repr=False)
    """All keys of the line: pressure, major, minor, orientation, tool, distance, timestamp, coalesced."""
    synthetic: bool = False
    """Made by the library, because the connection is gone."""
    coalesced: Tuple[Sample, ...] = field(default=(), compare=False, repr=False)
    """The merged samples, oldest first; the last is the event itself. Empty if the subscription did not ask for them."""

    @property
    def timestamp(self) -> Optional[int]:
        """µs of event time, if it differs from the frame's."""
        return None if self.synthetic else self.fields.get("timestamp")

    @property
    def is_press(self) -> bool:
        """The finger came down on this region and lifted inside it. A cancelled touch is never a press."""
        return self.phase is Phase.ENDED and self.inside and self.region is not None


@dataclass(frozen=True)
class SensitiveEvent:
    """A touch in another client's sensitive region. It has no place, and it is never a press."""
    id: int
    phase: Phase
    region: Optional[str]
    target: Optional[str]
    reason: Optional[str]
    fields: Fields = field(compare=False, repr=False)
    synthetic: bool = False


@dataclass(frozen=True)
class GestureEvent:
    gesture: str
    kind: str
    region: str
    state: State
    touches: Tuple[int, ...]
    local: Optional[Point]
    fields: Fields = field(compare=False, repr=False)
    """All keys of the line: translation, velocity, scale, rotation, scaleVelocity, rotationVelocity, direction, taps."""
    synthetic: bool = False

    @property
    def timestamp(self) -> Optional[int]:
        """µs of event time, if it differs from the frame's: the gesture had to wait for an answer."""
        return None if self.synthetic else self.fields.get("timestamp")


@dataclass(frozen=True)
class ControlEvent:
    region: str
    action: str
    id: int
    fields: Fields = field(compare=False, repr=False)
    synthetic: bool = False

    @property
    def is_press(self) -> bool:
        return self.action == "touchUpInside"

    @property
    def value(self) -> Optional[float]:
        """A slider's or knob's new one, with `valueChanged`."""
        return self.fields.get("value")

    @property
    def is_on(self) -> Optional[bool]:
        """A switch's new state, with `valueChanged`."""
        return self.fields.get("isOn")


@dataclass(frozen=True)
class ScrollEvent:
    region: str
    offset: Point
    zoom_scale: float
    state: State
    fields: Fields = field(compare=False, repr=False)
    synthetic: bool = False


@dataclass(frozen=True)
class OutsideEvent:
    id: int
    region: str
    fields: Fields = field(compare=False, repr=False)
    synthetic: bool = False


Event = Union[TouchEvent, SensitiveEvent, GestureEvent, ControlEvent, ScrollEvent, OutsideEvent]


@dataclass(frozen=True)
class Frame:
    """What one report of the panel changed. `time` is µs of event time; `seq` is 0 in a frame that the library has made."""
    seq: int
    time: int
    panel: str
    events: List[Event]


@dataclass(frozen=True)
class Connected:
    """A connection begins: subscriptions, claims and edits are made again. Touch ids begin anew when `epoch` is another."""
    server: str
    epoch: str
    capabilities: Tuple[str, ...]


@dataclass(frozen=True)
class Disconnected:
    """The connection is gone, everything in progress has been cancelled, and requests without a reply have been refused."""
    reason: str


@dataclass(frozen=True)
class Waiting:
    """There is no connection, and the client waits for the next attempt. Comes once for each reason."""
    path: str
    errno: Optional[int]
    """Why the socket cannot be connected to, such as errno.EACCES; errno.ETIMEDOUT: it says no hello in time; None: touchd closes
    the connection without a hello."""
    message: str
    """The same in words, with a hint."""


@dataclass(frozen=True)
class Reply:
    """touchd's, or the library's own: `code` is "disconnected" if the request was sent and may have been done, "notSent" if not."""
    id: int
    ok: bool
    code: Optional[str]
    message: Optional[str]
    hint: Optional[str]
    """What to do."""
    fields: Fields = field(compare=False, repr=False)

    @staticmethod
    def of(line: Fields) -> "Reply":
        error = line.get("error", {})
        return Reply(line["id"], line["ok"], error.get("code"), error.get("message"), error.get("hint"), line)


@dataclass(frozen=True)
class Lagged:
    """This client was too slow; its touches were cancelled before, and a snapshot follows."""
    seq: int
    merged: int
    cancelled: Tuple[int, ...]


@dataclass(frozen=True)
class Released:
    """This client answers for these receivers no more. The library does not claim them again."""
    receivers: Tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class Question:
    """A gesture asks. Answer with `answer(question, True)` or `False` before the deadline."""
    id: int
    ask: str
    """`shouldReceive`: whether the gesture gets this touch; `shouldBegin`: whether it may begin, or be recognized."""
    time: int
    deadline: int
    """Event time, µs: from then on the declared answer counts."""
    panel: str
    gesture: str
    kind: str
    region: str
    touches: Tuple[int, ...]
    local: Optional[Point]
    target: Optional[str]
    """The region that the touch has hit, with `shouldReceive`."""
    fields: Fields = field(compare=False, repr=False)


@dataclass(frozen=True)
class Message:
    """Any other line: panel, trace, settled, input, recorded, pong, synced, bye, and lines of later servers."""
    type: str
    fields: Fields


Item = Union[Connected, Disconnected, Waiting, Frame, Reply, Snapshot, Screen, Staff, Config, Tree, TreeChanged, Changed, Overridden, Warning, Lagged, Released,
             Question, Message]
