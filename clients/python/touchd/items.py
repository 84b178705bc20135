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
    """The state of a gesture or of a scroll view."""
    RECOGNIZED = "recognized"
    BEGAN = "began"
    CHANGED = "changed"
    ENDED = "ended"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Ended:
    """The end of a touch whose finger was seen to lift."""


@dataclass(frozen=True)
class Cancelled:
    """The end of a touch that was interrupted. The program must not do what the touch would have done."""
    reason: str


@dataclass(eq=False)
class Touch:
    """A finger on a region, from its begin to its end: the same object in each of its events. `data` is for the program's own data."""
    id: int
    region: Optional[str]
    end: Union[None, Ended, Cancelled] = None
    data: Any = None

    @property
    def is_down(self) -> bool:
        return self.end is None


@dataclass(frozen=True)
class Sample:
    """A touch's state in one of the panel's reports."""
    time: int
    x: float
    y: float
    local: Optional[Point]
    fields: Fields = field(compare=False, repr=False)
    """All keys of the line: inside, pressure, major, minor, orientation, tool, distance."""


@dataclass(frozen=True)
class TouchEvent:
    """A touch. x and y are in points of the screen, `local` is in the region's own space. `region` is None if no region received the touch."""
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
    """True if the library made the event, because the connection was lost."""
    coalesced: Tuple[Sample, ...] = field(default=(), compare=False, repr=False)
    """The coalesced samples, oldest first; the last one is the event itself. Empty if the subscription did not ask for them."""

    @property
    def timestamp(self) -> Optional[int]:
        """The event time in µs, if it differs from the frame's."""
        return None if self.synthetic else self.fields.get("timestamp")

    @property
    def is_press(self) -> bool:
        """True if the finger came down on this region and lifted inside it. A cancelled touch is never a press."""
        return self.phase is Phase.ENDED and self.inside and self.region is not None


@dataclass(frozen=True)
class SensitiveEvent:
    """A touch in another client's sensitive region. It has no location, and it is never a press."""
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
        """The event time in µs, if it differs from the frame's because the gesture had to wait for an answer."""
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
        """The new value of a slider or knob, with `valueChanged`."""
        return self.fields.get("value")

    @property
    def is_on(self) -> Optional[bool]:
        """The new state of a switch, with `valueChanged`."""
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
    """The changes of one report of the panel. `time` is the event time in µs; `seq` is 0 in a frame that the library made."""
    seq: int
    time: int
    panel: str
    events: List[Event]


@dataclass(frozen=True)
class Connected:
    """A connection begins. Subscriptions, claims and edits are sent again. If `epoch` changed, touchd was restarted: touch IDs start over."""
    server: str
    epoch: str
    capabilities: Tuple[str, ...]


@dataclass(frozen=True)
class Disconnected:
    """The connection was lost. Everything in progress has been cancelled, and requests without a reply have been refused."""
    reason: str


@dataclass(frozen=True)
class Waiting:
    """The client has no connection, and waits for the next attempt. Comes once for each reason."""
    path: str
    errno: Optional[int]
    """The error of the attempt, such as errno.EACCES; errno.ETIMEDOUT: no hello came in time; None: touchd closes the connection without a hello."""
    message: str
    """The reason in words, with a hint."""


@dataclass(frozen=True)
class Reply:
    """A reply of touchd or of the library. The library's `code` is "disconnected" if the request was sent and may have been done, else "notSent"."""
    id: int
    ok: bool
    code: Optional[str]
    message: Optional[str]
    hint: Optional[str]
    """Advice on the error."""
    fields: Fields = field(compare=False, repr=False)

    @staticmethod
    def of(line: Fields) -> "Reply":
        error = line.get("error", {})
        return Reply(line["id"], line["ok"], error.get("code"), error.get("message"), error.get("hint"), line)


@dataclass(frozen=True)
class Lagged:
    """The client was too slow. Its touches have been cancelled, and a snapshot follows."""
    seq: int
    merged: int
    cancelled: Tuple[int, ...]


@dataclass(frozen=True)
class Released:
    """The client has lost its claims on these receivers. The library does not claim them again."""
    receivers: Tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class Question:
    """A gesture's question. Answer it with `answer(question, True)` or `False` before the deadline."""
    id: int
    ask: str
    """The question: `shouldReceive`: whether the gesture gets this touch; `shouldBegin`: whether it may begin, or be recognized."""
    time: int
    deadline: int
    """The event time in µs from which the answer declared in the configuration counts."""
    panel: str
    gesture: str
    kind: str
    region: str
    touches: Tuple[int, ...]
    local: Optional[Point]
    target: Optional[str]
    """The region that the touch hit, with `shouldReceive`."""
    fields: Fields = field(compare=False, repr=False)


@dataclass(frozen=True)
class Message:
    """Any other line: panel, trace, settled, input, recorded, pong, synced, bye, and lines of later servers."""
    type: str
    fields: Fields


Item = Union[Connected, Disconnected, Waiting, Frame, Reply, Snapshot, Screen, Staff, Config, Tree, TreeChanged, Changed, Overridden, Warning, Lagged, Released,
             Question, Message]
