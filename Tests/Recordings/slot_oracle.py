#!/usr/bin/env python3
"""Computes the touches of a recording independently: a slot assembler written from the rules and not from touchd.

    python3 Tests/Recordings/slot_oracle.py FILE

Prints one JSON line for each frame in which a touch changed:

    {"time": 10001, "events": [{"key": 0, "phase": "began", "x": 1000, "y": 500}]}

`time` is the SYN_REPORT's, in µs; `key` counts touches in the order of their begins, from 0; `x` and `y` are device units above the axis's minimum; a
cancelled event has its `reason`. A device that is no touch panel gives {"refused": WHY}.

The rules:
- A frame ends with SYN_REPORT. Within a line: ended and cancelled in slot order, then moved and began in slot order.
- Protocol B. Axis values belong to the slot, survive lifts and start at 0. A new tracking id in a live slot: cancelled (identityChanged) and began.
  Lift and new id in one frame: ended and began. Down and up in one frame: nothing. A lift of a free slot, a negative id other than -1 and all events
  of a slot outside the declared range: ignored. An end or a cancel has the slot's position at that moment in event order. BTN_TOUCH and ABS_X/ABS_Y
  mean nothing beside multitouch axes.
- moved: the position differs from the touch's last frame. Other axes alone are no change.
- A slot freed in a frame closed with SYN_REPORT 1: the kernel has disabled the panel; cancelled (deviceDisabled).
- Palm (ABS_MT_TOOL_TYPE 2): a live touch is cancelled (palm), then nothing until its lift. A contact that is a palm when it would begin never
  appears. A lift while the tool is a palm is a cancel too.
- Hovering (ABS_MT_DISTANCE above 0) is no touch: if a touch's contact hovers, the touch ends at its last place, and a hovering contact begins a touch
  when it comes down.
- SYN_DROPPED: the unfinished frame is dropped, and everything up to and including the next SYN_REPORT is ignored. An end lost with it is a cancel
  (resync): of a contact that protocol A's next frame does not list, and of one on a single-touch panel whose button is pressed without having been
  released.
- The end of the file: touches that are down are cancelled (deviceRemoved) at their last frame's position, at the time of the file's last event; an
  unfinished frame is dropped.
- Single touch (no multitouch axes): BTN_TOUCH, or BTN_LEFT without it, with ABS_X/ABS_Y. A release in a frame that closes with SYN_REPORT 1 is the
  kernel's at unplug, not the finger's: ignored.
- Protocol A (multitouch axes without ABS_MT_SLOT): a packet closes with SYN_MT_REPORT. A contact in no packet of a frame has ended, except in a frame
  that closes with SYN_REPORT 1, which the kernel makes. A packet without a position is empty. With tracking ids an id is a contact; without, packets
  are matched to the previous frame: always the closest pair first, among equals the lower slot, then the earlier packet. A contact takes the lowest
  free slot.
"""
import json
import re
import sys

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
SYN_REPORT, SYN_MT_REPORT, SYN_DROPPED = 0, 2, 3
BTN_LEFT, BTN_TOUCH = 0x110, 0x14A
ABS_X, ABS_Y, MT_SLOT, MT_X, MT_Y, MT_TOOL, MT_ID, MT_DISTANCE = 0, 1, 0x2F, 0x35, 0x36, 0x37, 0x39, 0x3B
PALM = 2


def read(path):
    """Returns the declared axes {code: (minimum, maximum)}, the keys, and the events (time, type, code, value)."""
    axes, key_bytes, abs_bytes, events = {}, [], [], []
    event = re.compile(r"E:\s*(\d+)\.(\d{1,6})\s+([0-9a-fA-F]+)\s+([0-9a-fA-F]+)\s+([-+]?\d+)")
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if found := event.match(line):
                seconds, micros, type, code, value = found.groups()
                events.append((int(seconds) * 1_000_000 + int(micros), int(type, 16), int(code, 16), int(value)))
            elif line.startswith("A:") and not events:
                fields = line[2:].split()
                axes[int(fields[0], 16)] = (int(fields[1]), int(fields[2]))
            elif line.startswith("B:") and not events:
                fields = [int(field, 16) for field in line[2:].split()]
                if fields[0] == EV_KEY:
                    key_bytes += fields[1:]
                if fields[0] == EV_ABS:
                    abs_bytes += fields[1:]
    for code in bits(abs_bytes):
        axes.setdefault(code, (0, 1))
    return axes, set(bits(key_bytes)), events


def bits(field):
    return [8 * index + bit for index, byte in enumerate(field) for bit in range(8) if byte >> bit & 1]


class Touch:
    """A contact. `at` is its position at its last frame, None until it began; `dead` is true once it must produce no events."""

    def __init__(self, identity=None):
        self.identity = identity
        self.at = None
        self.key = None
        self.dead = False


class Assembler:
    """The common part of all three kinds of panel: slots that hold touches, and the line printed for a frame."""

    def __init__(self, origin):
        self.origin = origin
        self.has_gap = False  # SYN_DROPPED came, and no whole frame since
        self.slots = {}  # number -> Touch
        self.keys = 0
        self.leaving = []
        self.staying = []

    def describe(self, touch, phase, at, reason=None):
        item = {"key": touch.key, "phase": phase, "x": at[0] - self.origin[0], "y": at[1] - self.origin[1]}
        if reason:
            item["reason"] = reason
        return item

    def leave(self, number, phase, at, reason=None, tool=0):
        """Removes the touch from its slot. A touch that was never published or is dead already produces no event."""
        touch = self.slots.pop(number)
        if touch.at is None or touch.dead:
            return
        if phase == "ended" and tool == PALM:
            phase, reason = "cancelled", "palm"
        self.leaving.append((number, self.describe(touch, phase, at, reason)))

    def settle(self, number, at, tool=0):
        """Completes a frame for a touch that is still in its slot, at `at`."""
        touch = self.slots[number]
        if touch.dead:
            return
        if tool == PALM:
            if touch.at is not None:
                self.leaving.append((number, self.describe(touch, "cancelled", at, "palm")))
            touch.dead = True
        elif touch.at is None:
            touch.key = self.keys
            self.keys += 1
            self.staying.append((number, self.describe(touch, "began", at)))
        elif touch.at != at:
            self.staying.append((number, self.describe(touch, "moved", at)))
        touch.at = at

    def line(self):
        first = sorted(self.leaving, key=lambda entry: entry[0])
        second = sorted(self.staying, key=lambda entry: entry[0])
        self.leaving, self.staying = [], []
        return [item for _, item in first + second]

    def removed(self):
        return [self.describe(touch, "cancelled", touch.at, "deviceRemoved")
                for _, touch in sorted(self.slots.items()) if touch.at is not None and not touch.dead]


class ProtocolB(Assembler):
    def __init__(self, axes):
        super().__init__((axes[MT_X][0], axes[MT_Y][0]))
        self.range = axes[MT_SLOT]
        self.values = {}  # slot -> {axis: value}
        self.current = 0

    def at(self, number):
        values = self.values.get(number, {})
        return values.get(MT_X, 0), values.get(MT_Y, 0)

    def tool(self, number):
        return self.values.get(number, {}).get(MT_TOOL, 0)

    def frame(self, events, closed_by):
        for type, code, value in events:
            if type != EV_ABS:
                continue
            if code == MT_SLOT:
                self.current = value
            number = self.current
            if not self.range[0] <= number <= self.range[1]:
                continue
            if code == MT_ID:
                self.identify(number, value, closed_by)
            else:
                self.values.setdefault(number, {})[code] = value
        for number in sorted(self.slots):
            touch = self.slots[number]
            if self.values.get(number, {}).get(MT_DISTANCE, 0) <= 0 or touch.dead:
                self.settle(number, self.at(number), self.tool(number))
            elif touch.at is not None:
                self.leave(number, "ended", touch.at)
                self.slots[number] = Touch(touch.identity)
        return self.line()

    def identify(self, number, identity, closed_by):
        touch = self.slots.get(number)
        if identity == -1 and touch:
            if closed_by == 1:
                self.leave(number, "cancelled", self.at(number), "deviceDisabled")
            else:
                self.leave(number, "ended", self.at(number), tool=self.tool(number))
        elif identity >= 0 and not (touch and touch.identity == identity):
            if touch:
                self.leave(number, "cancelled", self.at(number), "identityChanged")
            self.slots[number] = Touch(identity)


class SingleTouch(Assembler):
    def __init__(self, axes, button):
        super().__init__((axes[ABS_X][0], axes[ABS_Y][0]))
        self.button = button
        self.x = self.y = 0

    def frame(self, events, closed_by):
        for type, code, value in events:
            if (type, code) == (EV_ABS, ABS_X):
                self.x = value
            elif (type, code) == (EV_ABS, ABS_Y):
                self.y = value
            elif (type, code) == (EV_KEY, self.button):
                if value == 1:
                    if 0 in self.slots:
                        self.leave(0, "cancelled", (self.x, self.y), "resync")
                    self.slots[0] = Touch()
                elif not value and 0 in self.slots and closed_by != 1:
                    self.leave(0, "ended", (self.x, self.y))
        if 0 in self.slots:
            self.settle(0, (self.x, self.y))
        return self.line()


class ProtocolA(Assembler):
    def __init__(self, axes):
        super().__init__((axes[MT_X][0], axes[MT_Y][0]))
        self.positions = {}  # slot -> position, including contacts that were not published

    def frame(self, events, closed_by):
        packets, packet = [], {}
        for type, code, value in events:
            if type == EV_ABS and code >= MT_SLOT:
                packet[code] = value
            elif (type, code) == (EV_SYN, SYN_MT_REPORT):
                if MT_X in packet or MT_Y in packet:
                    packets.append(packet)
                packet = {}
        if closed_by == 1 and not packets:
            return []
        if any(MT_ID in packet for packet in packets):
            found = self.by_identity(packets)
        else:
            found = self.by_distance(packets)
        placed = {id(packet) for packet in found.values()}
        for number in sorted(set(self.slots) - set(found)):
            at = self.positions.pop(number)
            self.leave(number, *(("cancelled", at, "resync") if self.has_gap else ("ended", at)))
        for packet in packets:
            if id(packet) in placed or packet.get(MT_ID, 0) < 0:
                continue
            identity = packet.get(MT_ID)
            again = [number for number in found if identity is not None and self.slots[number].identity == identity]
            number = again[0] if again else min(set(range(len(self.slots) + 1)) - set(self.slots))
            if not again:
                self.slots[number] = Touch(identity)
            found[number] = packet
        for number, packet in sorted(found.items(), key=lambda entry: entry[0]):
            x, y = self.positions.get(number, (0, 0))
            self.positions[number] = (packet.get(MT_X, x), packet.get(MT_Y, y))
            self.settle(number, self.positions[number], packet.get(MT_TOOL, 0))
        return self.line()

    def by_identity(self, packets):
        """Returns slot -> packet; of two packets with one id the later counts."""
        slot_of = {touch.identity: number for number, touch in self.slots.items()}
        return {slot_of[packet[MT_ID]]: packet for packet in packets if packet.get(MT_ID) in slot_of}

    def by_distance(self, packets):
        pairs = []
        for number, (x, y) in self.positions.items():
            for index, packet in enumerate(packets):
                squared = (packet.get(MT_X, 0) - x) ** 2 + (packet.get(MT_Y, 0) - y) ** 2
                pairs.append((squared, number, index))
        found, used = {}, set()
        for _, number, index in sorted(pairs):
            if number not in found and index not in used:
                found[number] = packets[index]
                used.add(index)
        return found


def assembler_for(axes, keys):
    """Returns the Assembler for a device, or the reason why it is no touch panel."""
    if MT_SLOT in axes and MT_SLOT - 1 in axes:
        return "the device declares the axis below ABS_MT_SLOT: its multitouch axes are not real"
    if (MT_X in axes) != (MT_Y in axes):
        return "one of the two multitouch position axes is missing"
    if MT_X in axes:
        return ProtocolB(axes) if MT_SLOT in axes else ProtocolA(axes)
    if ABS_X not in axes or ABS_Y not in axes:
        return "there are no position axes"
    for button in (BTN_TOUCH, BTN_LEFT):
        if button in keys:
            return SingleTouch(axes, button)
    return "there is neither BTN_TOUCH nor BTN_LEFT"


def lines(path):
    """Returns the output of `slot_oracle.py FILE` as dicts."""
    axes, keys, events = read(path)
    assembler = assembler_for(axes, keys)
    if isinstance(assembler, str):
        return [{"refused": assembler}]
    result, frame, dropping = [], [], False
    for time, type, code, value in events:
        if (type, code) == (EV_SYN, SYN_DROPPED):
            frame, dropping, assembler.has_gap = [], True, True
        elif (type, code) == (EV_SYN, SYN_REPORT):
            changes = [] if dropping else assembler.frame(frame, value)
            assembler.has_gap = dropping
            if changes:
                result.append({"time": time, "events": changes})
            frame, dropping = [], False
        elif not dropping:
            frame.append((type, code, value))
    last = assembler.removed()
    if last:
        result.append({"time": events[-1][0], "events": last})
    return result


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: slot_oracle.py FILE")
    for line in lines(sys.argv[1]):
        print(json.dumps(line))


if __name__ == "__main__":
    main()
