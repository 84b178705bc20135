"""Touches of touchd, for Python 3.9 and later. It needs only the standard library.

    for press in touchd.presses("kiosk/menu/**"):
        print(press.region)

`connect` hands out everything, `touchd.aio` is the same for asyncio. Only `ended` is a lift: a cancelled touch, also one that is cancelled because
the connection was lost, never was one.
"""
from . import aio
from .client import Client, connect, presses
from .errors import ProtocolMismatch, Refused, TouchdError, Unreachable
from .items import (Cancelled, Connected, ControlEvent, Disconnected, Ended, Event, Frame, GestureEvent, Item, Lagged, Message,
                    OutsideEvent, Phase, Question, Released, Reply, Sample, ScrollEvent, SensitiveEvent, State, Touch, TouchEvent,
                    Waiting)
from .stream import Stream
from .tree import Changed, Config, GaveWay, Overridden, Placed, Region, Screen, Snapshot, Staff, Tree, TreeChanged, Warning

__all__ = [
    "aio", "Client", "connect", "presses", "Cancelled", "Changed", "Config", "Connected", "ControlEvent", "Disconnected", "Ended",
    "Event", "Frame", "GaveWay", "GestureEvent", "Item", "Lagged", "Message", "OutsideEvent", "Overridden", "Phase", "Placed", "Question",
    "Region", "Released", "Reply", "Sample", "Screen", "ScrollEvent", "SensitiveEvent", "Snapshot", "Staff", "State", "Touch", "TouchEvent",
    "Tree", "TreeChanged", "Waiting", "Warning",
    "ProtocolMismatch", "Refused", "Stream", "TouchdError", "Unreachable",
]
