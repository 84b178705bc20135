#!/usr/bin/env python3
"""Compares the output of `touchctl replay` for recordings with that of slot_oracle.py.

    python3 Tests/Recordings/compare_with_oracle.py --touchctl PATH FILE…

Frames, their times, phases, positions, reasons and touch identities must be equal. Prints the first difference of each file, then `N passed, N
failed`; exit status 1 on any failure.
"""
import argparse
import itertools
import json
import subprocess
import sys

import slot_oracle

TOLERANCE = 0.01  # device units


def replay(touchctl, path):
    """Returns touchctl's lines for the recording, one JSON object each. The oracle knows the kernel's rules and no devices."""
    done = subprocess.run([touchctl, "replay", "--no-quirks", "--speed", "max", path], capture_output=True, text=True, timeout=300)
    lines = []
    for number, line in enumerate(done.stdout.splitlines(), 1):
        try:
            lines.append(json.loads(line))
        except json.JSONDecodeError as error:
            raise Difference(f"line {number} of touchctl's output is no JSON: {error}") from None
    return done, lines


class Difference(Exception):
    pass


def touch_frames(lines):
    """Yields (time, touch events) for each frame line with touch events."""
    for line in lines:
        if line.get("type") == "frame":
            touches = [event for event in line["events"] if event.get("event") == "touch"]
            if touches:
                yield line["time"], touches


def size(path):
    """Returns the range's size in device units, which is also the window's; None if the device is no panel."""
    axes, keys, _ = slot_oracle.read(path)
    if isinstance(slot_oracle.assembler_for(axes, keys), str):
        return None
    x, y = (slot_oracle.MT_X, slot_oracle.MT_Y) if slot_oracle.MT_X in axes else (slot_oracle.ABS_X, slot_oracle.ABS_Y)
    return tuple(high - low + 1 for low, high in (axes[x], axes[y]))


def compare(touchctl, path):
    """Compares the two, and raises Difference with the first one."""
    expected = slot_oracle.lines(path)
    done, lines = replay(touchctl, path)
    got = list(touch_frames(lines))
    if expected and "refused" in expected[0]:
        if got:
            raise Difference(f"touches from a device to be refused: {expected[0]['refused']}")
        if done.returncode == 0:
            raise Difference(f"exit status 0 for a device to be refused: {expected[0]['refused']}")
        return
    if done.returncode != 0:
        raise Difference(f"touchctl's exit status is {done.returncode}: {done.stderr.strip()}")
    sequence = [line.get("seq") for line in lines]
    if sequence != list(range(1, len(lines) + 1)):
        raise Difference("seq does not count 1, 2, 3, …")
    width, height = size(path)
    id_of, inside = {}, {}  # by the oracle's key
    for number, (frame, answer) in enumerate(itertools.zip_longest(expected, got), 1):
        if answer is None:
            raise Difference(f"frame {number}: missing; the oracle has {json.dumps(frame)}")
        time, touches = answer
        if frame is None:
            raise Difference(f"frame {number}: one too many: {json.dumps(touches)} at {time}")
        where = f"frame {number} (time {frame['time']})"
        if time != frame["time"]:
            raise Difference(f"{where}: its time is {time}")
        for want, have in itertools.zip_longest(frame["events"], touches):
            both = f"the oracle has {json.dumps(want)}, touchctl {json.dumps(have)}"
            if want is None or have is None:
                raise Difference(f"{where}: not the same number of events: {both}")
            key = want["key"]
            if want["phase"] == "began":
                if not isinstance(have["id"], int) or have["id"] == 0:
                    raise Difference(f"{where}: a touch id must be a number other than 0: {both}")
                if have["id"] in id_of.values():
                    raise Difference(f"{where}: the id is used again: {both}")
                id_of[key] = have["id"]
                inside[key] = 0 <= want["x"] < width and 0 <= want["y"] < height
            if have["id"] != id_of[key]:
                raise Difference(f"{where}: another touch, the id should be {id_of[key]}: {both}")
            if (have["phase"], have.get("reason")) != (want["phase"], want.get("reason")):
                raise Difference(f"{where}: another phase or reason: {both}")
            if abs(have["x"] - want["x"]) > TOLERANCE or abs(have["y"] - want["y"]) > TOLERANCE:
                raise Difference(f"{where}: another position: {both}")
            if have["region"] != ("screen" if inside[key] else None):
                raise Difference(f"{where}: another region: {both}")


def main():
    parser = argparse.ArgumentParser(description="Compares touchctl replay with the slot oracle.")
    parser.add_argument("--touchctl", required=True, metavar="PATH")
    parser.add_argument("files", nargs="+", metavar="FILE")
    arguments = parser.parse_args()
    failed = 0
    for path in arguments.files:
        try:
            compare(arguments.touchctl, path)
        except (Difference, subprocess.TimeoutExpired, KeyError, TypeError) as problem:
            failed += 1
            kind = "" if isinstance(problem, Difference) else f"{type(problem).__name__}: "
            print(f"{path}: {kind}{problem}")
    print(f"{len(arguments.files) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
