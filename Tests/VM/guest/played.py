"""Recordings through the virtual panel, live: its event node reports the touches that touchd has published."""
import fcntl
import os
import pathlib
import struct
import time

import __main__ as test
import stage
from testkit import (BTN_TOUCH, EV_ABS, EV_KEY, EV_SYN, EVENT, SLOT, TRACKING_ID, UNIT, Client, check, event_node, journal, systemctl,
                     until)

RECORDINGS = pathlib.Path(__file__).resolve().parents[2] / "Recordings"
REAL = pathlib.Path(__file__).resolve().parents[4] / "shared/recordings"
CHOSEN = [RECORDINGS / "drag.evemu", RECORDINGS / "lift-and-new-in-one-frame.evemu", RECORDINGS / "palm.evemu",
          REAL / "evemu/ep0430m09.4-finger-drag-down.evemu", REAL / "evemu/n-trig-multitouch.2-fingers-touch-release.evemu",
          REAL / "evemu-old/wetab-1.0.evemu"]
# The number of reports played of a recording; a whole recording would take its original time.
REPORTS = 250

CONFIGURATION = """version: 1
screens:
  - id: played
    size: [{width}, {height}]
    panels:
      - {{ match: {{ phys: "played/0" }}, grab: exclusive }}
    windows:
      - {{ id: applications, kind: surface, frame: [0, 0, {width}, {height}] }}
"""


class Recorded:
    """A uinput device that declares the same as a recording."""

    def __init__(self, path):
        set_evbit, set_keybit, set_propbit, abs_setup, dev_setup, set_phys = 0x40045564, 0x40045565, 0x4004556E, 0x401C5504, 0x405C5503, 0x4008556C
        self.axes, self.reports, report = {}, [], []
        self.fd = os.open("/dev/uinput", os.O_WRONLY | os.O_CLOEXEC)
        offsets, properties, name, ids = {}, 0, b"", [0] * 4
        for kind in EV_ABS, 1:
            fcntl.ioctl(self.fd, set_evbit, kind)
        for line in path.read_text(errors="replace").splitlines():
            mark, _, rest = line.partition(": ")
            words = rest.split()
            if mark == "N":
                name = rest.encode()[:79]
            elif mark == "I":
                ids = [int(word, 16) for word in words]
            elif mark in "PB" and words:
                kind, values = (-1, words) if mark == "P" else (int(words[0], 16), words[1:])
                for value in values:
                    offset = offsets[kind] = offsets.get(kind, -8) + 8
                    for bit in range(8):
                        if not int(value, 16) >> bit & 1:
                            continue
                        if kind == -1:
                            fcntl.ioctl(self.fd, set_propbit, offset + bit)
                        elif kind == 1:
                            fcntl.ioctl(self.fd, set_keybit, offset + bit)
            elif mark == "A":
                code, low, high, fuzz, flat, *resolution = (int(word, 16 if not number else 10) for number, word in enumerate(words))
                self.axes[code] = low, high
                fcntl.ioctl(self.fd, abs_setup, struct.pack("@H2x6i", code, 0, low, high, 0, 0, (resolution or [0])[0]))
            elif mark == "E":
                kind, code, value = int(words[1], 16), int(words[2], 16), int(words[3])
                report.append(EVENT.pack(0, 0, kind, code, value))
                if kind == EV_SYN and code == 0:
                    self.reports.append((float(words[0]), b"".join(report)))
                    report = []
        fcntl.ioctl(self.fd, set_phys, b"played/0\0")
        fcntl.ioctl(self.fd, dev_setup, struct.pack("@4H80sI", *ids, name, 0))
        fcntl.ioctl(self.fd, 0x5501)

    def lift(self):
        """Lifts all fingers."""
        lifts = [(EV_ABS, code, value) for slot in range(self.axes[SLOT][1] + 1) for code, value in ((SLOT, slot), (TRACKING_ID, -1))] if SLOT in self.axes else []
        os.write(self.fd, b"".join(EVENT.pack(0, 0, *event) for event in [*lifts, (EV_KEY, BTN_TOUCH, 0), (EV_SYN, 0, 0)]))

    def size(self):
        codes = (0x35, 0x36) if 0x35 in self.axes else (0, 1)
        return [self.axes[code][1] - self.axes[code][0] + 1 for code in codes], [self.axes[code][0] for code in codes]


def stories(events):
    """Returns the places of each ended finger and those of fingers still down, from (phase, finger, place): in order, without repetitions."""
    fingers, done = {}, []
    for phase, finger, place in events:
        if phase == "began":
            fingers[finger] = []
        if phase != "cancelled" and place and (not fingers[finger] or fingers[finger][-1] != place):
            fingers[finger].append(place)
        if phase in ("ended", "cancelled"):
            done.append(fingers.pop(finger))
    return sorted(done), fingers


def one(path):
    device = Recorded(path)
    (width, height), origin = device.size()
    test.CONFIGURATION.write_text(CONFIGURATION.format(width=width, height=height))
    systemctl("reload", UNIT)
    made = until(lambda: event_node("phys", "touchd/played-0"), 20)
    if not check(f"{path.name}: it has a virtual panel", made, journal()[-1500:]):
        os.close(device.fd)
        return
    until(lambda: os.access(made, os.R_OK))
    # With all samples, because a watcher that is slow for a moment gets moves merged.
    node, watcher = stage.Node(made), Client(observe=True, coalesced=True)
    began, start = time.monotonic(), device.reports[0][0]
    for at, report in device.reports[:REPORTS]:
        # At most the original time, without long pauses.
        start = max(start, at - (time.monotonic() - began) - 0.1)
        while (left := at - start - (time.monotonic() - began)) > 0:
            node.pump(left)
        os.write(device.fd, report)
        node.pump()
        watcher.pump()
    # The node is read to its end before its panel is removed: the kernel drops what a reader has not read by then.
    device.lift()
    last = node.mark()

    def read_and_told():
        node.pump(0.1)
        watcher.pump(0.1)
        published = [(touch["phase"] if sample is touch["coalesced"][-1] else "moved", touch["id"],
                      (round(sample["x"] + origin[0]), round(sample["y"] + origin[1])))
                     for touch in watcher.touches() for sample in touch["coalesced"]]
        return stories(node.events), stories(published)

    def agree():
        (read, left), (told, down) = read_and_told()
        return read == told and told and not left and not down
    agreed = until(agree)
    (read, left), (told, down) = read_and_told()
    os.close(device.fd)
    check(f"{path.name}: {len(told)} touches are read as they were published", agreed,
          (len(read), len(told), left, down, [pair for pair in zip(read, told) if pair[0] != pair[1]][:1], last))
    check(f"{path.name}: without faults", not node.faults and not watcher.faults, (node.faults, watcher.faults))
    node.close()
    watcher.close()


def recordings():
    good = test.CONFIGURATION.read_text()
    for path in CHOSEN:
        if path.exists():
            one(path)
        else:
            print(f"skipped: no {path} here", flush=True)
    test.CONFIGURATION.write_text(good)
    systemctl("reload", UNIT)
    test.connect()      # reconnects, because nobody has read for these meanwhile
    check("after them the panel works", test.watch() and test.answers(), journal()[-2000:])


PARTS = [recordings]
