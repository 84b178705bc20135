"""The touches, gestures, controls and scrolls that have begun and not ended. An event that breaks the grammar is dropped; a lost connection cancels
everything in progress."""
from __future__ import annotations

from dataclasses import replace
from typing import Any, Dict, List, Optional, Tuple

from .items import (Cancelled, ControlEvent, Ended, Event, Fields, Frame, GestureEvent, OutsideEvent, Phase, Sample,
                    ScrollEvent, SensitiveEvent, State, Touch, TouchEvent)
from .tree import point

CONTROL_ACTIONS = {"touchDown", "touchDownRepeat", "touchDragInside", "touchDragOutside", "touchDragEnter", "touchDragExit",
                   "touchUpInside", "touchUpOutside", "touchCancel"}
CONTROL_ENDS = {"touchUpInside", "touchUpOutside", "touchCancel"}
# The order of cancels, which is the server's order of events in a frame.
KINDS = [TouchEvent, SensitiveEvent, GestureEvent, ControlEvent, ScrollEvent]


def phase_of(f: Fields) -> Optional[Phase]:
    """The phase of a touch; None if this library does not know it. Raises TypeError if the event names no touch."""
    try:
        phase = Phase(f["phase"])
    except ValueError:
        return None
    if type(f["id"]) is not int:
        raise TypeError
    return phase


class Alive:
    def __init__(self) -> None:
        # The latest event of each with its time, in the order of their begins.
        self.last: Dict[Tuple[Any, ...], Tuple[str, int, Event]] = {}

    def events(self, all: List[Fields], panel: str, time: int) -> List[Event]:
        """Returns the events of a frame that follow the grammar. If one is malformed, none has an effect."""
        before = dict(self.last)
        try:
            events = [self.event(fields, panel, time) for fields in all]
        except Exception:
            self.last = before
            for _, _, event in before.values():
                if isinstance(event, TouchEvent):
                    event.touch.end = None
            raise
        return [event for event in events if event]

    def event(self, fields: Fields, panel: str, time: int) -> Optional[Event]:
        """Returns the event, or None if its kind or phase is unknown, or if its touch or gesture has not begun."""
        read = {"touch": self.touch, "sensitive": self.sensitive, "gesture": self.gesture, "control": self.control, "scroll": self.scroll}.get(
            fields["event"])
        if read:
            return read(fields, panel, time)
        if fields["event"] == "outside":
            return OutsideEvent(fields["id"], fields["region"], fields)
        return None

    def touch(self, f: Fields, panel: str, time: int) -> Optional[Event]:
        phase = phase_of(f)
        if phase is None:
            return None
        key = ("touch", f["id"], f["region"])
        known = self.last.get(key)
        touch = known[2].touch if known else Touch(f["id"], f["region"])  # type: ignore[union-attr]
        event = TouchEvent(
            f["id"], phase, f["region"], f.get("target"), f["x"], f["y"], point(f.get("local")), f.get("tapCount", 0),
            f.get("inside", True), f.get("reason", "unknown") if phase is Phase.CANCELLED else None, touch, f,
            coalesced=tuple(Sample(s["time"], s["x"], s["y"], point(s.get("local")), s) for s in f.get("coalesced", ())))
        # The grammar is checked last, so that a malformed event is never overlooked.
        if (phase is Phase.BEGAN) == (known is not None):
            return None
        if phase is Phase.ENDED:
            touch.end = Ended()
        elif phase is Phase.CANCELLED:
            touch.end = Cancelled(event.reason or "")
        return self.keep(key, panel, time, event, touch.end is not None)

    def sensitive(self, f: Fields, panel: str, time: int) -> Optional[Event]:
        phase = phase_of(f)
        if phase is None:
            return None
        key = ("sensitive", f["id"], f["region"])
        if (phase is Phase.BEGAN) == (key in self.last):
            return None
        reason = f.get("reason", "unknown") if phase is Phase.CANCELLED else None
        event = SensitiveEvent(f["id"], phase, f["region"], f.get("target"), reason, f)
        return self.keep(key, panel, time, event, phase in (Phase.ENDED, Phase.CANCELLED))

    def gesture(self, f: Fields, panel: str, time: int) -> Optional[Event]:
        return self.staged(f, panel, time, ("gesture", panel, f["gesture"]), lambda state: GestureEvent(
            f["gesture"], f["kind"], f["region"], state, tuple(f.get("touches", ())), point(f.get("local")), f))

    def scroll(self, f: Fields, panel: str, time: int) -> Optional[Event]:
        return self.staged(f, panel, time, ("scroll", panel, f["region"]), lambda state: ScrollEvent(
            f["region"], (f["offset"][0], f["offset"][1]), f.get("zoomScale", 1), state, f))

    def staged(self, f: Fields, panel: str, time: int, key: Tuple[Any, ...], make: Any) -> Optional[Event]:
        try:
            state = State(f["state"])
        except ValueError:
            return None
        event = make(state)
        if (state in (State.BEGAN, State.RECOGNIZED)) == (key in self.last):
            return None
        return self.keep(key, panel, time, event, state in (State.RECOGNIZED, State.ENDED, State.CANCELLED))

    def control(self, f: Fields, panel: str, time: int) -> Optional[Event]:
        event = ControlEvent(f["region"], f["action"], f.get("id", 0), f)
        key = ("control", event.region, event.id)
        if event.action == "valueChanged":
            if key not in self.last:
                return None
            # The event is not replaced, because a cancel has no value.
            self.last[key] = (panel, time, self.last[key][2])
            return event
        if event.action not in CONTROL_ACTIONS:
            return event
        # A repeat may come after a touchDown or without one.
        if event.action != "touchDownRepeat" and (event.action == "touchDown") == (key in self.last):
            return None
        return self.keep(key, panel, time, event, event.action in CONTROL_ENDS)

    def keep(self, key: Tuple[Any, ...], panel: str, time: int, event: Event, is_over: bool) -> Event:
        if is_over:
            self.last.pop(key, None)
        else:
            self.last[key] = (panel, time, event)
        return event

    def cancelled(self) -> List[Frame]:
        """Ends everything in progress, because the server will not. Returns one frame for each panel, with the cancels."""
        panels: Dict[str, List[Event]] = {}
        times: Dict[str, int] = {}
        for panel, time, event in self.last.values():
            panels.setdefault(panel, []).append(event)
            times[panel] = max(times.get(panel, 0), time)
        self.last = {}
        return [Frame(0, times[panel], panel, [cancel(e) for e in sorted(events, key=lambda e: KINDS.index(type(e)))])
                for panel, events in panels.items()]


def cancel(event: Event) -> Event:
    if isinstance(event, TouchEvent):
        event.touch.end = Cancelled("disconnected")
        return replace(event, phase=Phase.CANCELLED, reason="disconnected", synthetic=True, coalesced=())
    if isinstance(event, SensitiveEvent):
        return replace(event, phase=Phase.CANCELLED, reason="disconnected", synthetic=True)
    if isinstance(event, ControlEvent):
        return replace(event, action="touchCancel", synthetic=True)
    return replace(event, state=State.CANCELLED, synthetic=True)
