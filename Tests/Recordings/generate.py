#!/usr/bin/env python3
"""Writes the project's own recordings, each of which demonstrates one behaviour, into this folder.

    python3 Tests/Recordings/generate.py [FOLDER]

The files are the same every time. They are made as a driver and the kernel would make them: 100 reports per second, axis values sent only when they
change, and BTN_TOUCH and ABS_X/ABS_Y of the oldest finger beside the multitouch axes.
"""
import math
import pathlib
import sys

EV_SYN, EV_KEY, EV_ABS, EV_MSC = 0, 1, 3, 4
SYN_REPORT, SYN_MT_REPORT, SYN_DROPPED = 0, 2, 3
BTN_LEFT, BTN_TOOL_PEN, BTN_TOUCH = 0x110, 0x140, 0x14A
ABS_X, ABS_Y, ABS_Z, ABS_RX = 0x00, 0x01, 0x02, 0x03
RESERVED, SLOT, MAJOR, MINOR, ORIENTATION = 0x2E, 0x2F, 0x30, 0x31, 0x34
MT_X, MT_Y, TOOL, TRACKING, PRESSURE, DISTANCE = 0x35, 0x36, 0x37, 0x39, 0x3A, 0x3B
MSC_TIMESTAMP = 5

NAMES = {
    (EV_SYN, SYN_MT_REPORT): "SYN_MT_REPORT", (EV_SYN, SYN_DROPPED): "SYN_DROPPED",
    (EV_KEY, BTN_LEFT): "BTN_LEFT", (EV_KEY, BTN_TOOL_PEN): "BTN_TOOL_PEN", (EV_KEY, BTN_TOUCH): "BTN_TOUCH",
    (EV_ABS, ABS_X): "ABS_X", (EV_ABS, ABS_Y): "ABS_Y", (EV_ABS, ABS_Z): "ABS_Z", (EV_ABS, ABS_RX): "ABS_RX",
    (EV_ABS, SLOT): "ABS_MT_SLOT",
    (EV_ABS, MAJOR): "ABS_MT_TOUCH_MAJOR", (EV_ABS, MINOR): "ABS_MT_TOUCH_MINOR",
    (EV_ABS, ORIENTATION): "ABS_MT_ORIENTATION", (EV_ABS, MT_X): "ABS_MT_POSITION_X",
    (EV_ABS, MT_Y): "ABS_MT_POSITION_Y", (EV_ABS, TOOL): "ABS_MT_TOOL_TYPE",
    (EV_ABS, TRACKING): "ABS_MT_TRACKING_ID", (EV_ABS, PRESSURE): "ABS_MT_PRESSURE",
    (EV_ABS, DISTANCE): "ABS_MT_DISTANCE",
    (EV_MSC, MSC_TIMESTAMP): "MSC_TIMESTAMP",
}
TYPES = {EV_SYN: "EV_SYN", EV_KEY: "EV_KEY", EV_ABS: "EV_ABS", EV_MSC: "EV_MSC"}

STEP = 10_000  # µs between two reports


def position_axes(width, height):
    """Returns (minimum, maximum, resolution) by axis; 12 units per mm makes 4096 units a screen 34 cm wide."""
    x, y = (0, width - 1, 12), (0, height - 1, 12)
    return {ABS_X: x, ABS_Y: y, MT_X: x, MT_Y: y}


def slot_axes(width=4096, height=2304):
    axes = position_axes(width, height)
    axes[SLOT] = (0, 9, 0)
    axes[TRACKING] = (0, 65535, 0)
    return axes


class Tape:
    """A recording: a panel's description and the events that it sends."""

    def __init__(self, shows, axes=None, keys=(BTN_TOUCH,), old=False):
        self.shows = shows
        self.axes = slot_axes() if axes is None else axes
        self.keys = keys
        self.old = old
        self.device = ("Touchd Kiosk Panel", "0003 1209 7464 0001")
        self.events = []
        self.time = 1
        self.slot = 0  # the kernel's current slot, not always the driver's
        self.values = {}  # (slot, axis) -> value; the kernel drops unchanged values
        self.fingers = {}  # slot -> tracking id
        self.next_id = 0
        self.sent = {}  # BTN_TOUCH, ABS_X, ABS_Y

    # raw events

    def event(self, type, code, value):
        self.events.append((self.time, type, code, value))

    def absolute(self, code, value):
        self.event(EV_ABS, code, value)

    def syn(self, value=0, pause=STEP):
        """Closes the frame; the next one is `pause` µs later."""
        self.event(EV_SYN, SYN_REPORT, value)
        self.time += pause

    def wait(self, milliseconds):
        self.time += milliseconds * 1000

    # the kernel's slots

    def select(self, slot):
        if self.slot != slot:
            self.slot = slot
            self.absolute(SLOT, slot)

    def set(self, slot, code, value):
        if self.values.get((slot, code), 0) != value:
            self.select(slot)
            self.values[slot, code] = value
            self.absolute(code, value)

    def down(self, slot, x, y, **more):
        self.select(slot)
        self.fingers[slot] = self.next_id
        self.absolute(TRACKING, self.next_id)
        self.next_id += 1
        self.move(slot, x, y, **more)

    def move(self, slot, x, y, pressure=None, major=None, minor=None, orientation=None, tool=None, distance=None):
        values = ((MT_X, x), (MT_Y, y), (PRESSURE, pressure), (MAJOR, major), (MINOR, minor),
                  (ORIENTATION, orientation), (TOOL, tool), (DISTANCE, distance))
        for code, value in values:
            if value is not None:
                self.set(slot, code, round(value))

    def up(self, *slots):
        for slot in slots:
            self.select(slot)
            self.absolute(TRACKING, -1)
            del self.fingers[slot]

    def report(self, pause=STEP):
        """Adds the kernel's pointer emulation, then SYN_REPORT."""
        touch = 1 if self.fingers else 0
        if self.sent.get(BTN_TOUCH, 0) != touch:
            self.sent[BTN_TOUCH] = touch
            self.event(EV_KEY, BTN_TOUCH, touch)
        if self.fingers:
            oldest = min(self.fingers, key=self.fingers.get)
            for legacy, code in ((ABS_X, MT_X), (ABS_Y, MT_Y)):
                value = self.values.get((oldest, code), 0)
                if self.sent.get(legacy, 0) != value:
                    self.sent[legacy] = value
                    self.absolute(legacy, value)
        self.syn(pause=pause)

    # the file

    def text(self):
        lines = [] if self.old else ["# EVEMU 1.2"]
        lines += [f"# {line}" for line in self.shows.split("\n")]
        lines += [f"N: {self.device[0]}", f"I: {self.device[1]}"]
        if not self.old:
            lines.append("P: 02 00 00 00 00 00 00 00")  # INPUT_PROP_DIRECT
        types = {EV_SYN, EV_KEY, EV_ABS} | {type for _, type, _, _ in self.events}
        lines += mask(0, types, 1) + mask(EV_KEY, self.keys, 12)
        lines += mask(EV_ABS, self.axes, 1)
        if EV_MSC in types:
            lines += mask(EV_MSC, [MSC_TIMESTAMP], 1)
        for code, (low, high, resolution) in sorted(self.axes.items()):
            lines.append(f"A: {code:02x} {low} {high} 0 0" + ("" if self.old else f" {resolution}"))
        frame = 1
        for time, type, code, value in self.events:
            line = f"E: {time // 1_000_000}.{time % 1_000_000:06} {type:04x} {code:04x} {value}"
            if not self.old:
                if (type, code) == (EV_SYN, SYN_REPORT):
                    line += f"\t# ------------ SYN_REPORT ({value}) ---------- +{(time - frame) // 1000}ms"
                    frame = time
                else:
                    line += f"\t# {TYPES[type]} / {NAMES[type, code]:<20} {value}"
            lines.append(line)
        return "\n".join(lines) + "\n"


def mask(type, codes, rows):
    bits = bytearray(8 * rows)
    for code in codes:
        bits[code // 8] |= 1 << code % 8
    return [f"B: {type:02x} " + bits[8 * row:8 * row + 8].hex(" ") for row in range(rows)]


def quirk_position():
    axes = single_axes() | {ABS_Z: (100, 4099, 0), ABS_RX: (0, 2303, 0)}
    tape = Tape("A panel whose fingers are on ABS_Z and ABS_RX, with the ids of one that is known for it. A stroke.", axes)
    tape.device = ("eGalax Inc. USB TouchController", "0003 0eef 0001 0210")
    for step in range(10):
        tape.absolute(ABS_Z, 1100 + 100 * step)
        tape.absolute(ABS_RX, 500 + 50 * step)
        if step == 0:
            tape.event(EV_KEY, BTN_TOUCH, 1)
        tape.syn()
    tape.event(EV_KEY, BTN_TOUCH, 0)
    tape.syn()
    return tape


def between(a, b, part):
    """Returns a place between a and b, slow at both ends as a hand moves."""
    part = (1 - math.cos(math.pi * part)) / 2
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def tap_at(tape, slot, x, y, frames=7):
    tape.down(slot, x, y)
    tape.report()
    for frame in range(frames - 1):
        tape.move(slot, x + frame // 3, y - frame // 4)  # a finger pad rolls a little
        tape.report()
    tape.up(slot)
    tape.report()


def drag(tape, slot, start, end, frames):
    tape.down(slot, *start)
    tape.report()
    for frame in range(1, frames + 1):
        tape.move(slot, *between(start, end, frame / frames))
        tape.report()
    tape.up(slot)
    tape.report()


def demo():
    tape = Tape("Six seconds for a portrait screen of 1080 x 1920: taps at the bottom, above them a drag, a pinch of two\n"
                "fingers and a touch of five.", slot_axes(4096, 4096))
    at = lambda x, y: (x * 4096, y * 4096)
    tap_at(tape, 0, *at(0.15, 0.9))
    tape.wait(700)
    tap_at(tape, 0, *at(0.82, 0.9))
    tape.wait(700)
    drag(tape, 0, at(0.25, 0.55), at(0.75, 0.2), 85)
    tape.wait(550)
    pinch = lambda part, side: at(0.5 + side * (0.08 + 0.27 * part), 0.38 + side * (0.05 + 0.17 * part))
    ease = lambda frame, frames: (1 - math.cos(math.pi * frame / frames)) / 2
    tape.down(0, *pinch(0, -1))
    tape.report()
    tape.down(1, *pinch(0, 1))
    tape.report()
    for frame in list(range(1, 66)) + list(range(64, 24, -1)):  # apart, and partly together again
        for slot, side in ((0, -1), (1, 1)):
            tape.move(slot, *pinch(ease(frame, 65), side))
        tape.report()
    tape.up(1)
    tape.report()
    tape.up(0)
    tape.report()
    tape.wait(600)
    hand = [(0.22, 0.48), (0.36, 0.27), (0.5, 0.2), (0.64, 0.26), (0.78, 0.38)]
    for slots in ((1, 2), (3,), (0, 4)):  # fingers of one hand never land all at once
        for slot in slots:
            tape.down(slot, *at(*hand[slot]))
        tape.report()
    for frame in range(1, 61):
        for slot, (x, y) in enumerate(hand):
            tape.move(slot, *at(x + 0.012 * math.sin(frame / 9 + slot), y + 0.1 * ease(frame, 60)))
        tape.report()
    for slots in ((4, 3), (2, 1), (0,)):
        tape.up(*slots)
        tape.report()
    tape.wait(650)
    tap_at(tape, 0, *at(0.16, 0.905))
    return tape


def tap():
    tape = Tape("One finger taps once.")
    tape.down(0, 1000, 500)
    tape.report()
    tape.report(pause=2 * STEP)
    tape.move(0, 1001, 500)
    tape.report()
    tape.up(0)
    tape.report()
    return tape


def drag_once():
    tape = Tape("One finger draws a line from left to right and lifts.")
    drag(tape, 0, (400, 1200), (3600, 900), 60)
    return tape


def two_fingers():
    tape = Tape("Two fingers: the second lands later, both move in the same frames with the slots taking turns, and the first\n"
                "lifts first.")
    tape.down(0, 1000, 1000)
    tape.report()
    tape.down(1, 3000, 1200)
    tape.report()
    tape.move(0, 1010, 1000)
    tape.move(1, 2990, 1205)
    tape.report()
    # The driver decides the order of slots in a frame, and may return to a slot.
    tape.move(1, 2980, None)
    tape.move(0, 1020, 1001)
    tape.move(1, None, 1210)
    tape.report()
    tape.move(1, 2970, None)
    tape.report()
    tape.up(0)
    tape.move(1, 2960, 1215)
    tape.report()
    tape.up(1)
    tape.report()
    return tape


def ten_fingers():
    tape = Tape("Ten fingers, down in three frames, moving together, up in one frame.")
    place = lambda slot: (200 + 400 * slot, 1400 - 90 * (slot % 5))
    for slots in (range(4), range(4, 9), range(9, 10)):
        for slot in slots:
            tape.down(slot, *place(slot))
        tape.report()
    for frame in range(1, 21):
        for slot in range(10):
            x, y = place(slot)
            tape.move(slot, x + 3 * frame, y - 2 * frame)
        tape.report()
    tape.up(*range(10))
    tape.report()
    return tape


def lift_and_new():
    tape = Tape("One frame holds both a finger's lift and the next finger in the same slot: the first has ended.")
    tape.down(0, 1000, 500)
    tape.report()
    tape.up(0)
    tape.down(0, 2000, 700)
    tape.report()
    tape.up(0)
    tape.report()
    return tape


def new_id():
    tape = Tape("A second tracking id in a live slot without the lift between: the first was not seen to end, so it is cancelled.")
    tape.down(0, 1000, 500)
    tape.report()
    tape.move(0, 1040, 520)
    tape.report()
    tape.down(0, 2000, 700)
    tape.report()
    tape.move(0, 2010, 700)
    tape.report()
    tape.up(0)
    tape.report()
    return tape


def down_up():
    tape = Tape("A contact that comes and goes within one frame was nowhere at any frame's end: it is no touch. A real tap follows.")
    tape.down(0, 1000, 500)
    tape.up(0)
    tape.report(pause=5 * STEP)
    tape.down(0, 1200, 600)
    tape.report()
    tape.up(0)
    tape.report()
    return tape


def partial_position():
    tape = Tape("Contacts that begin with only an X. The first one's Y was never sent, so it is 0; the second one's is the slot's\n"
                "last value, since the kernel does not repeat a value.")
    tape.down(0, 1000, 0)
    tape.report()
    tape.move(0, 1000, 700)
    tape.report()
    tape.up(0)
    tape.report()
    tape.down(0, 2000, 700)
    tape.report()
    tape.up(0)
    tape.report()
    return tape


def ends_down():
    tape = Tape("The recording ends with two of three fingers down, and in the middle of a frame.")
    tape.down(0, 1000, 500)
    tape.down(1, 2000, 600)
    tape.down(2, 3000, 700)
    tape.report()
    tape.up(1)
    tape.move(2, 3010, 705)
    tape.report()
    tape.move(0, 1100, 550)  # never completed
    return tape


def slot_out_of_range():
    tape = Tape("Events for slot 12 of ten, and for slot -1: they are nobody's, and the next ABS_MT_SLOT makes an end of that.")
    tape.down(0, 1000, 500)
    tape.report()
    tape.slot = 12
    for code, value in ((SLOT, 12), (TRACKING, 100), (MT_X, 3000), (MT_Y, 2000)):
        tape.absolute(code, value)
    tape.down(1, 2000, 600)
    tape.report()
    tape.slot = -1
    for code, value in ((SLOT, -1), (MT_X, 3500), (MT_Y, 2100)):
        tape.absolute(code, value)
    tape.syn()
    tape.absolute(MT_X, 3600)  # still slot -1
    tape.move(0, 1010, 500)
    tape.report()
    tape.up(1)
    tape.report()
    tape.up(0)
    tape.report()
    return tape


def uncorrelated_lift():
    tape = Tape("Lifts of slots that hold no finger, and a tracking id of -5, which is none: nothing happens. A tap is between.")
    tape.absolute(TRACKING, -1)
    tape.syn()
    tape.absolute(SLOT, 3)
    tape.absolute(TRACKING, -1)
    tape.absolute(TRACKING, -5)
    tape.syn()
    tape.slot = 3
    tape.down(0, 1000, 500)
    tape.report()
    tape.absolute(TRACKING, -5)
    tape.move(0, 1010, 500)
    tape.report()
    tape.up(0)
    tape.report()
    tape.absolute(TRACKING, -1)
    tape.syn()
    return tape


def dropped():
    tape = Tape("The reader was too slow: SYN_DROPPED in the middle of a frame. What stands before it in that frame and after it up\n"
                "to the next SYN_REPORT is ignored; the finger in slot 0 goes on, the one in slot 1 was never seen to begin.")
    tape.down(0, 1000, 500)
    tape.report()
    tape.move(0, 1010, 505)
    tape.report()
    tape.absolute(MT_X, 1500)
    tape.event(EV_SYN, SYN_DROPPED, 0)
    tape.absolute(MT_Y, 1800)
    tape.absolute(SLOT, 1)
    tape.absolute(TRACKING, 90)
    tape.absolute(MT_X, 3000)
    tape.absolute(MT_Y, 600)
    tape.syn()
    tape.absolute(SLOT, 1)
    tape.absolute(MT_X, 3010)
    tape.syn()
    tape.absolute(SLOT, 0)
    tape.absolute(MT_X, 1030)
    tape.syn()
    tape.absolute(SLOT, 1)
    tape.absolute(TRACKING, -1)
    tape.absolute(SLOT, 0)
    tape.absolute(MT_Y, 515)
    tape.syn()
    tape.absolute(TRACKING, -1)
    tape.event(EV_KEY, BTN_TOUCH, 0)
    tape.syn()
    return tape


def single_axes():
    axes = position_axes(4096, 2304)
    return {ABS_X: axes[ABS_X], ABS_Y: axes[ABS_Y]}


def single_touch(button, shows):
    tape = Tape(shows, single_axes(), keys=(button,))
    for start in ((1000, 500), (2500, 500)):
        # As with many drivers, the button comes before the position; an unchanged Y is not sent.
        tape.event(EV_KEY, button, 1)
        tape.absolute(ABS_X, start[0])
        if start == (1000, 500):
            tape.absolute(ABS_Y, 500)
        tape.syn()
        tape.absolute(ABS_X, start[0] + 15)
        tape.syn()
        tape.absolute(ABS_X, start[0] + 20)
        tape.event(EV_KEY, button, 0)
        tape.syn(pause=20 * STEP)
    return tape


def kernel_release():
    tape = Tape("A panel of one finger is unplugged under it: the kernel itself releases BTN_TOUCH and closes that frame with the\n"
                "value 1. Nobody saw the finger lift.", single_axes())
    tape.event(EV_KEY, BTN_TOUCH, 1)
    tape.absolute(ABS_X, 1000)
    tape.absolute(ABS_Y, 500)
    tape.syn()
    tape.absolute(ABS_X, 1015)
    tape.syn()
    tape.event(EV_KEY, BTN_TOUCH, 0)
    tape.syn(value=1)
    return tape


def packets(tape, *contacts):
    """Adds one frame of protocol A: (id or None, x, y) each; the kernel sends all values of every packet."""
    for identity, x, y in contacts:
        if identity is not None:
            tape.absolute(TRACKING, identity)
        tape.absolute(MT_X, x)
        tape.absolute(MT_Y, y)
        tape.event(EV_SYN, SYN_MT_REPORT, 0)
    if not contacts:
        tape.event(EV_SYN, SYN_MT_REPORT, 0)
    touch = 1 if contacts else 0
    if tape.sent.get(BTN_TOUCH, 0) != touch:
        tape.sent[BTN_TOUCH] = touch
        tape.event(EV_KEY, BTN_TOUCH, touch)
    tape.syn()


def protocol_a():
    tape = Tape("Protocol A without tracking ids: packets of positions, in any order, which only distance tells apart.",
                position_axes(4096, 2304))
    packets(tape, (None, 1000, 500))
    packets(tape, (None, 1010, 500), (None, 3000, 900))
    packets(tape, (None, 2990, 905), (None, 1020, 505))  # in reverse order
    packets(tape, (None, 2980, 910), (None, 1020, 505), (None, 2000, 1500))
    packets(tape, (None, 2975, 910), (None, 2010, 1500))  # the first one lifted
    packets(tape)
    packets(tape, (None, 2975, 910))
    packets(tape)
    return tape


def protocol_a_ids():
    axes = position_axes(4096, 2304)
    axes[TRACKING] = (0, 15, 0)
    tape = Tape("Protocol A with tracking ids: who is who is said, even when two fingers change places.", axes)
    packets(tape, (0, 1000, 500), (1, 1100, 500))
    packets(tape, (1, 1000, 500), (0, 1100, 500))  # tracking by distance would get this wrong
    packets(tape, (1, 1000, 510))
    packets(tape, (2, 1100, 520), (1, 1000, 510))
    packets(tape, (3, 1100, 520), (1, 1005, 510))
    packets(tape)
    return tape


def protocol_a_dropped():
    tape = Tape("SYN_DROPPED under protocol A: neither the frame that it breaks off nor the rest up to the next SYN_REPORT\n"
                "counts, and that no packet is left must not look like a lift.", position_axes(4096, 2304))
    packets(tape, (None, 1000, 500), (None, 3000, 900))
    tape.absolute(MT_X, 1100)
    tape.absolute(MT_Y, 550)
    tape.event(EV_SYN, SYN_MT_REPORT, 0)
    tape.event(EV_SYN, SYN_DROPPED, 0)
    packets(tape)  # this whole frame comes after SYN_DROPPED
    packets(tape, (None, 1200, 600), (None, 3010, 900))
    packets(tape)
    return tape


def old_format():
    tape = Tape("evemu 1.0: no version line, no properties, no resolutions, no comments behind events.", old=True)
    tape.down(0, 1000, 500)
    tape.report()
    tape.move(0, 1010, 505)
    tape.report()
    tape.up(0)
    tape.report()
    return tape


def no_change():
    tape = Tape("Frames in which nothing of a finger changes: empty ones, time stamps, a slot selected, a value sent again, ABS_X and\n"
                "ABS_Y alone.")
    tape.syn()
    tape.down(0, 1000, 500)
    tape.report()
    tape.syn()
    tape.event(EV_MSC, MSC_TIMESTAMP, 10000)
    tape.syn()
    tape.absolute(SLOT, 4)
    tape.syn()
    tape.absolute(SLOT, 0)
    tape.absolute(MT_X, 1000)
    tape.syn()
    tape.absolute(ABS_X, 3000)
    tape.absolute(ABS_Y, 2000)
    tape.syn()
    tape.absolute(MT_X, 1005)  # there and back within one frame
    tape.absolute(MT_X, 1000)
    tape.syn()
    tape.up(0)
    tape.report()
    tape.syn()
    return tape


def shape_axes():
    axes = slot_axes()
    axes.update({MAJOR: (0, 255, 1), MINOR: (0, 255, 1), ORIENTATION: (-90, 90, 0), TOOL: (0, 2, 0),
                 PRESSURE: (0, 1023, 0)})
    return axes


def pressure_and_size():
    tape = Tape("Pressure, size, orientation and tool: first a finger, part of the time without moving, then a pen.", shape_axes())
    tape.down(0, 1000, 500, pressure=200, major=90, minor=70, orientation=-20, tool=0)
    tape.report()
    tape.move(0, 1010, 500, pressure=260, major=100)
    tape.report()
    tape.move(0, 1010, 500, pressure=300, major=110, minor=80, orientation=10)
    tape.report()
    tape.move(0, 1015, 505, pressure=120, major=80)
    tape.report()
    tape.up(0)
    tape.report(pause=20 * STEP)
    tape.down(0, 2000, 900, pressure=700, major=10, minor=10, orientation=0, tool=1)
    tape.report()
    tape.move(0, 2020, 920, pressure=720)
    tape.report()
    tape.up(0)
    tape.report()
    return tape


def palm():
    tape = Tape("A contact that turns into a palm is cancelled and silent until it lifts, one that begins as a palm is never seen; a\n"
                "finger beside them goes on, and the palm's slot can hold a finger later.", shape_axes())
    tape.down(0, 1000, 500, tool=0)
    tape.down(1, 3000, 1500, tool=0)
    tape.report()
    tape.move(0, 1010, 500)
    tape.move(1, 3010, 1510, tool=2)
    tape.report()
    tape.move(1, 3050, 1550)
    tape.down(2, 3500, 2000, tool=2)
    tape.report()
    tape.move(0, 1020, 500)
    tape.up(1, 2)
    tape.report()
    tape.down(1, 2500, 1000, tool=0)
    tape.report()
    tape.move(1, 2510, 1000, tool=2)
    tape.up(1)  # a lift as a palm does not count as a finger's lift
    tape.report()
    tape.up(0)
    tape.report()
    return tape


def hover():
    axes = shape_axes()
    axes[DISTANCE] = (0, 63, 0)
    tape = Tape("A pen that comes near, hovers (ABS_MT_DISTANCE above 0), touches, hovers again and goes, all in one contact: one touch.",
                axes)
    tape.down(0, 1000, 500, tool=1, distance=40)
    tape.report()
    for step in range(1, 6):
        tape.move(0, 1000 + 40 * step, 500, distance=40 - 5 * step)
        tape.report()
    tape.move(0, 1200, 500, distance=0)
    tape.report()
    for step in range(1, 6):
        tape.move(0, 1200 + 40 * step, 500)
        tape.report()
    tape.move(0, 1410, 500, distance=10)
    tape.report()
    tape.move(0, 1450, 540, distance=40)
    tape.report()
    tape.up(0)
    tape.report()
    return tape


def single_touch_pen():
    tape = Tape("A pen on a panel of one contact: BTN_TOOL_PEN while it is near, BTN_TOUCH while it touches. One touch.",
                single_axes(), keys=(BTN_TOOL_PEN, BTN_TOUCH))
    tape.event(EV_KEY, BTN_TOOL_PEN, 1)
    tape.absolute(ABS_X, 1000)
    tape.absolute(ABS_Y, 500)
    tape.syn()
    for x in (1040, 1080):
        tape.absolute(ABS_X, x)
        tape.syn()
    tape.event(EV_KEY, BTN_TOUCH, 1)
    tape.syn()
    for x in (1120, 1160):
        tape.absolute(ABS_X, x)
        tape.syn()
    tape.event(EV_KEY, BTN_TOUCH, 0)
    tape.syn()
    tape.absolute(ABS_Y, 540)
    tape.syn()
    tape.event(EV_KEY, BTN_TOOL_PEN, 0)
    tape.syn()
    return tape


def fake_multitouch():
    axes = slot_axes()
    axes[RESERVED] = (0, 255, 0)
    tape = Tape("All absolute axes are declared, as a gamepad may do: the one below ABS_MT_SLOT, which no touchscreen has, gives it\n"
                "away. It is no panel.", axes)
    tape.down(0, 1000, 500)
    tape.report()
    tape.up(0)
    tape.report()
    return tape


# The noise that the filters remove. filters/ has a configuration for each, and the output of touchctl replay.

def stroke(tape, slot, points):
    """Adds one report for each point; None for a report in which the finger is lost."""
    for point in points:
        if point is None:
            tape.up(slot)
        elif slot in tape.fingers:
            tape.move(slot, *point)
        else:
            tape.down(slot, *point)
        tape.report()


def noise_bridge():
    tape = Tape("Dropouts: a drag that is lost for one report twice, each time back with another tracking id; two fingers lost in\n"
                "one report that come back in each other's slot; then a finger that stays away for 60 ms and is another one.")
    line = [(1000 + 20 * step, 500) for step in range(16)]
    stroke(tape, 0, line[:5] + [None] + line[6:10] + [None] + line[11:] + [None])
    tape.wait(200)
    for slots in ((0, 1), (1, 0)):
        for slot, x in zip(slots, (1000, 1100)):
            tape.down(slot, x, 1500)
        tape.report()
        for step in range(1, 4):
            for slot, x in zip(slots, (1000, 1100)):
                tape.move(slot, x + 4 * step, 1500 + 3 * step)
            tape.report()
        tape.up(*slots)
        tape.report()
    tape.wait(200)
    stroke(tape, 0, [(3000, 500), (3002, 500), None])
    tape.wait(50)
    stroke(tape, 0, [(3002, 500), (3004, 500), None])
    return tape


def noise_bounce():
    tape = Tape("A tap that bounces twice after 30 ms; a double tap with 120 ms between; a tap after which, 30 ms later, a finger\n"
                "stays; one after which a finger drags away.")
    tap_at(tape, 0, 1000, 500)
    for slot, x in ((0, 1004), (1, 998)):
        tape.wait(20)
        stroke(tape, slot, [(x, 502), (x, 503), None])
    tape.wait(500)
    tap_at(tape, 0, 2000, 500)
    tape.wait(110)
    tap_at(tape, 0, 2003, 501)
    tape.wait(500)
    tap_at(tape, 0, 3000, 500)
    tape.wait(20)
    stroke(tape, 0, [(3005 + step // 3, 500) for step in range(12)] + [None])
    tape.wait(500)
    tap_at(tape, 0, 1000, 1500)
    tape.wait(20)
    stroke(tape, 0, [(1000 + 12 * step, 1500) for step in range(8)] + [None])
    return tape


def noise_minimum_tap():
    tape = Tape("Sparks of 10 and 20 ms, one of them beside a finger that drags; a tap of 70 ms; and a touch of 40 ms that moves.")
    stroke(tape, 0, [(1000, 500), None])
    tape.wait(200)
    stroke(tape, 0, [(1200, 600), (1201, 600), None])
    tape.wait(200)
    for step in range(12):
        (tape.move if step else tape.down)(0, 2000 + 30 * step, 1000)
        if step == 5:
            tape.down(1, 3500, 2000)
        if step == 7:
            tape.up(1)
        tape.report()
    tape.up(0)
    tape.report()
    tape.wait(200)
    tap_at(tape, 0, 1500, 1500)
    tape.wait(200)
    stroke(tape, 0, [(1500, 700), (1520, 700), (1540, 700), (1560, 700), None])
    return tape


# Like a noisy sensor: without a pattern, but the same every time.
NOISE = [(7 * step * step + 3 * step) % 11 - 5 for step in range(64)]


def noise_fuzz():
    tape = Tape("A finger that rests while the sensor's noise of up to 5 units is on it, beside one that drags; then the first\n"
                "drags as well, slowly.")
    tape.down(0, 1000, 500)
    tape.down(1, 3000, 1500)
    tape.report()
    for step in range(24):
        tape.move(0, 1000 + NOISE[step], 500 + NOISE[63 - step])
        tape.move(1, 3000 - 25 * step, 1500)
        tape.report()
    tape.up(1)
    tape.report()
    stroke(tape, 0, [(1000 + 6 * step, 500) for step in range(12)] + [None])
    return tape


def noise_smooth():
    tape = Tape("A finger that rests under noise, then draws a fast line under the same noise, rests without a report, and lifts.")
    at = lambda step, x: (x + NOISE[step % 64], 1000 + NOISE[(step + 29) % 64])
    stroke(tape, 0, [at(step, 600) for step in range(30)])
    stroke(tape, 0, [at(step, 600 + 90 * step) for step in range(30)])
    tape.wait(300)
    stroke(tape, 0, [None])
    return tape


def noise_edge():
    tape = Tape("Taps at each edge, as a bezel makes them; a swipe that begins at the edge and comes in; one along the edge; a drag\n"
                "that ends at the edge; a tap just beside it.")
    for x, y in ((0, 1000), (4095, 1000), (2000, 2), (2000, 2300)):
        stroke(tape, 0, [(x, y), (x, y), (x, y), None])
        tape.wait(100)
    stroke(tape, 0, [(3 + 25 * step, 1200) for step in range(10)] + [None])
    tape.wait(100)
    stroke(tape, 0, [(2, 800 + 25 * step) for step in range(10)] + [None])
    tape.wait(100)
    stroke(tape, 0, [(200 - 25 * step, 1200) for step in range(9)] + [None])
    tape.wait(100)
    tap_at(tape, 0, 10, 1500)
    return tape


def noise_mask():
    tape = Tape("A crack in the corner of 400 by 300 units: contacts begin in it, and one of them wanders out; a finger drags from\n"
                "outside across it; a tap is beside it.")
    stroke(tape, 0, [(100, 100), (103, 101), (98, 99), None])
    tape.wait(100)
    stroke(tape, 0, [(390 + 20 * step, 290) for step in range(6)] + [None])
    tape.wait(100)
    tape.down(1, 50, 50)
    stroke(tape, 0, [(500 - 40 * step, 150) for step in range(10)] + [None])
    tape.up(1)
    tape.report()
    tape.wait(100)
    tap_at(tape, 0, 400, 100)
    return tape


def noise_ghost():
    tape = Tape("Ghosts at two fixed points, 2.2 a second each, one of them outside the panel; a finger taps and drags near them,\n"
                "and comes back when the ghosts have stopped for two seconds.")
    for number in range(12):
        tape.down(4, 799, 479)
        tape.report()
        tape.up(4)
        tape.down(5, 499, -3616)
        tape.report()
        tape.up(5)
        tape.report()
        if number == 8:
            stroke(tape, 0, [(803, 481), (803, 482), None])
            tape.wait(455 - 60)
        elif number == 10:
            stroke(tape, 0, [(780 + 5 * step, 479) for step in range(10)] + [None])
            tape.wait(455 - 140)
        else:
            tape.wait(455 - 30)
    tape.wait(2000)
    tap_at(tape, 0, 799, 479)
    return tape


def noise_phantom():
    """The Touch Display 2 of raspberrypi/linux#7638, from the output of `libinput debug-events` there: 1200 x 1920 units without a resolution, and the
    time and the place of its phantoms. How its driver splits a tap into reports is not known; down and up have the same millisecond there."""
    tape = Tape("A tap of no length at one point every 12.864 s, while nobody touches the panel, as of a Touch Display 2\n"
                "(raspberrypi/linux#7638). First a finger taps elsewhere.", phantom_axes())
    tap_at(tape, 0, 600, 900)
    tape.time = 4_000_000
    for _ in range(4):
        began = tape.time
        tape.down(0, 1140, 46)
        tape.report(pause=300)
        tape.up(0)
        tape.report()
        tape.time = began + 12_864_000
    return tape


def phantom_axes():
    axes = {ABS_X: (0, 1199, 0), ABS_Y: (0, 1919, 0), MT_X: (0, 1199, 0), MT_Y: (0, 1919, 0)}
    return axes | {SLOT: (0, 9, 0), TRACKING: (0, 65535, 0)}


def noise_pressure():
    tape = Tape("Light contacts, as of a sleeve or drops, two of them beside a finger that drags; a finger that lands and lifts softly,\n"
                "and wavers between; one that lets up for two reports and presses again; a light contact that ends in a firm press.",
                shape_axes())

    def press(slot, points):
        for x, y, pressure in points:
            (tape.move if slot in tape.fingers else tape.down)(slot, x, y, pressure=pressure)
            tape.report()

    def lift(slot):
        tape.up(slot)
        tape.report()
        tape.wait(100)

    press(0, [(1000, 500, 60), (1002, 500, 90), (1003, 501, 80)])
    lift(0)
    press(0, [(2000 + 30 * step, 1000, 300) for step in range(3)])
    tape.down(1, 3500, 2000, pressure=40)
    tape.down(2, 3600, 2000, pressure=99)
    press(0, [(2090 + 30 * step, 1000, 300) for step in range(3)])
    tape.up(1, 2)
    press(0, [(2180 + 30 * step, 1000, 300) for step in range(3)])
    lift(0)
    press(0, [(1500 + 10 * step, 700, pressure) for step, pressure in enumerate([30, 80, 140, 90, 110, 80, 130, 75, 40])])
    lift(0)
    press(0, [(2500, 700, pressure) for pressure in (200, 180, 50, 40)] + [(2510, 700, 190), (2520, 700, 200)])
    lift(0)
    press(0, [(3000 + 20 * step, 1500, 30 + 15 * step) for step in range(8)])
    lift(0)
    return tape


def noise_origin():
    tape = Tape("A tap at exactly (0, 0); later a finger drags while for one report it and a contact that begins are said to be at\n"
                "(0, 0); and two contacts that come and go there.")
    stroke(tape, 0, [(0, 0), (0, 0), None])
    tape.wait(100)
    stroke(tape, 0, [(1000 + 20 * step, 700) for step in range(5)])
    tape.move(0, 0, 0)
    tape.down(1, 0, 0)
    tape.report()
    tape.move(0, 1120, 700)
    tape.move(1, 2000, 1500)
    tape.report()
    tape.move(0, 1140, 700)
    tape.report()
    tape.up(0, 1)
    tape.report()
    tape.wait(100)
    tape.down(2, 0, 0)
    tape.down(3, 0, 0)
    tape.report()
    tape.up(2, 3)
    tape.report()
    return tape


RECORDINGS = {
    "demo": demo,
    "tap": tap,
    "drag": drag_once,
    "two-fingers": two_fingers,
    "ten-fingers": ten_fingers,
    "lift-and-new-in-one-frame": lift_and_new,
    "new-id-in-live-slot": new_id,
    "down-up-in-one-frame": down_up,
    "partial-position": partial_position,
    "ends-with-fingers-down": ends_down,
    "slot-out-of-range": slot_out_of_range,
    "uncorrelated-lift": uncorrelated_lift,
    "dropped": dropped,
    "single-touch": lambda: single_touch(BTN_TOUCH, "A panel of one finger: BTN_TOUCH, ABS_X and ABS_Y. Two strokes."),
    "single-touch-left-button": lambda: single_touch(
        BTN_LEFT, "A panel of one finger that calls itself a mouse: BTN_LEFT in place of BTN_TOUCH. Two strokes."),
    "protocol-a": protocol_a,
    "protocol-a-tracking-ids": protocol_a_ids,
    "protocol-a-dropped": protocol_a_dropped,
    "kernel-release": kernel_release,
    "old-format": old_format,
    "no-change-frames": no_change,
    "pressure-and-size": pressure_and_size,
    "palm": palm,
    "hover": hover,
    "single-touch-pen": single_touch_pen,
    "fake-multitouch": fake_multitouch,
    "noise-bounce": noise_bounce,
    "noise-bridge": noise_bridge,
    "noise-edge": noise_edge,
    "noise-fuzz": noise_fuzz,
    "noise-ghost": noise_ghost,
    "noise-mask": noise_mask,
    "noise-minimum-tap": noise_minimum_tap,
    "noise-origin": noise_origin,
    "noise-phantom": noise_phantom,
    "noise-pressure": noise_pressure,
    "noise-smooth": noise_smooth,
    "quirk-position": quirk_position,
}


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent
    for name, make in RECORDINGS.items():
        (folder / f"{name}.evemu").write_text(make().text(), encoding="utf-8")


if __name__ == "__main__":
    main()
