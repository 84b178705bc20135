#!/usr/bin/env python3
"""Compares the gestures of the kiosk that `touchctl replay` makes of recordings, and of random taps and drags, with those of gesture_oracle.py.

    python3 Tests/Recordings/compare_gestures.py --touchctl PATH [--random N] [--seed S] [FILE…]

The gestures must be the same, at the same times. Nothing of a finger that made one reaches the application, and every other finger arrives whole.
`--random` counts fingers: they come in recordings of 250. Prints `N passed, N failed, G gestures`; exit status 1 on any failure, or if no random
finger made a gesture.
"""
import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

import compare_with_oracle
import gesture_oracle
import slot_oracle

SIZE = (1000, 1000)
RULES = [
    [{"id": "home", "swipe": "up", "from": "bottom", "distance": 40, "travel": 160, "within": 0.5}, {"id": "reload", "swipe": "down", "fingers": 3},
     {"id": "menu", "corner": "topRight", "size": 120, "hold": 3}, {"id": "help", "fingers": 3, "hold": 3}],
    [{"id": "in", "swipe": "right", "from": "left", "distance": 200, "travel": 60, "within": 0.3},
     {"id": "up", "swipe": "up", "from": "bottom", "distance": 300, "travel": 80}, {"id": "rest", "corner": "bottomLeft", "size": 300, "hold": 0.4},
     {"id": "two", "swipe": "left", "fingers": 2, "travel": 50}, {"id": "both", "fingers": 2, "hold": 0.3},
     {"id": "four", "fingers": 4, "hold": 0.2}, {"id": "out", "swipe": "down", "from": "right", "fingers": 2, "distance": 400, "travel": 70}],
]


def configuration(rules):
    return json.dumps({
        "version": 1, "screens": [{
            "id": "main", "size": list(SIZE), "kiosk": {"gestures": rules}, "panels": [{"match": {"recording": "*"}}],
            "windows": [{"id": "app", "frame": [0, 0, *SIZE], "multipleTouchEnabled": True}]}]})


def frames(path):
    """Returns the slot oracle's frames of a recording with places in points."""
    width, height = compare_with_oracle.size(path)
    lines = slot_oracle.lines(path)
    for line in lines:
        for event in line["events"]:
            event["x"], event["y"] = event["x"] / width * SIZE[0], event["y"] / height * SIZE[1]
    return lines


def story(events):
    return tuple((phase, round(x, 1), round(y, 1)) for phase, x, y in events)


def compare(touchctl, path, rules, folder):
    """Compares the two, raises Difference with the first one, and returns the number of gestures."""
    if compare_with_oracle.size(path) is None:
        return 0
    contacts = gesture_oracle.contacts_of(frames(path))
    made, given = gesture_oracle.gestures(rules, contacts, SIZE)
    config = os.path.join(folder, "touchd.yaml")
    with open(config, "w", encoding="utf-8") as file:
        file.write(configuration(rules))
    done = subprocess.run(
        [touchctl, "replay", "--no-quirks", "--session", "--config", config, path], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        raise compare_with_oracle.Difference(f"touchctl's exit status is {done.returncode}: {done.stderr.strip()}")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    got = [(line["time"], line["id"]) for line in lines if line["type"] == "kioskGesture"]
    if got != made:
        first = next((i for i, pair in enumerate(zip(got, made)) if pair[0] != pair[1]), min(len(got), len(made)))
        raise compare_with_oracle.Difference(f"gesture {first + 1}: the oracle has {made[first:first + 2]}, touchctl {got[first:first + 2]}")
    touches = collections.defaultdict(list)
    for time, events in compare_with_oracle.touch_frames(lines):
        for event in events:
            touches[event["id"]].append((event["phase"], event["x"], event["y"]))
    want = collections.Counter(
        story([("began", *c.start)] + [("moved", *p) for _, p in c.samples[:-1]] + [(c.phase, *c.samples[-1][1])]) for c in contacts if c.key in given)
    have = collections.Counter(story(events) for events in touches.values())
    if want != have:
        raise compare_with_oracle.Difference(f"missing: {list((want - have).elements())[:1]}, too much: {list((have - want).elements())[:1]}")
    return len(made)


def write_random(path, seed, count):
    """Writes a recording of random taps, drags and holds of one to four fingers."""
    chance = random.Random(seed)
    lines = ["# EVEMU 1.3", "N: Random fingers", "I: 0003 0001 0001 0001", "P: 02 00 00 00 00 00 00 00", "B: 00 0b 00 00 00 00 00 00 00",
             *["B: 01" + " 00" * 8] * 5, "B: 01 00 04" + " 00" * 6, "B: 03 00 00 00 00 00 80 60 02",
             "A: 2f 0 9 0 0", "A: 35 0 999 0 0", "A: 36 0 999 0 0", "A: 39 0 65535 0 0"]
    plan, time = [], 1_000_000  # (time, slot, place or None)
    left = count
    while left > 0:
        together = min(left, chance.choice([1, 1, 1, 1, 2, 2, 3, 3, 4]))
        left -= together
        kind = chance.choice(["tap", "drag", "drag", "flick", "hold"])
        way = chance.choice([(0, -1), (0, 1), (-1, 0), (1, 0), (0.45, -1), (0.5, -1), (-1, 0.6)])
        corner = chance.random() < 0.5
        latest = time
        for slot in range(together):
            began = time + (slot and chance.randrange(0, 140_000))
            x = chance.choice([chance.randrange(0, 40), chance.randrange(880, 1000)]) if corner else chance.randrange(1000)
            y = chance.choice([chance.randrange(0, 120), chance.randrange(960, 1000)]) if chance.random() < 0.5 else chance.randrange(1000)
            lasts = {"tap": 80_000, "drag": 900_000, "flick": 250_000, "hold": 3_400_000}[kind] * chance.uniform(0.5, 1.3)
            length = {"tap": 5, "drag": 400, "flick": 350, "hold": chance.choice([3, 30])}[kind] * chance.uniform(0.3, 1.2)
            step = chance.randrange(7_000, 20_000)
            steps = max(1, min(200, int(lasts / step)))
            plan.append((began, slot, (x, y)))
            for n in range(1, steps + 1):
                far = length * n / steps
                place = (round(min(999, max(0, x + way[0] * far))), round(min(999, max(0, y + way[1] * far))))
                plan.append((began + n * step, slot, place))
            ended = began + (steps + 1) * step
            plan.append((ended, slot, None))
            latest = max(latest, ended)
        time = latest + chance.randrange(5_000, 400_000)
    identity, down = 0, set()

    def event(at, kind, code, value):
        lines.append(f"E: {at // 1_000_000}.{at % 1_000_000:06d} {kind:04x} {code:04x} {value:04d}")

    for at, slot, place in sorted(plan, key=lambda entry: entry[0]):
        event(at, 3, 0x2F, slot)
        if place is None:
            event(at, 3, 0x39, -1)
            down.discard(slot)
        else:
            if slot not in down:
                identity += 1
                event(at, 3, 0x39, identity)
                down.add(slot)
            event(at, 3, 0x35, place[0])
            event(at, 3, 0x36, place[1])
        event(at, 0, 0, 0)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description="Compares touchctl replay with the oracle of gestures of the kiosk.")
    parser.add_argument("--touchctl", required=True, metavar="PATH")
    parser.add_argument("--random", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("files", nargs="*", metavar="FILE")
    arguments = parser.parse_args()
    passed = failed = made = random_made = 0
    with tempfile.TemporaryDirectory() as folder:
        cases = [(path, path) for path in arguments.files]
        for number in range((arguments.random + 249) // 250):
            path = os.path.join(folder, f"random-{arguments.seed + number}.evemu")
            write_random(path, arguments.seed + number, min(250, arguments.random - 250 * number))
            cases.append((path, None))
        for path, is_file in cases:
            for number, rules in enumerate(RULES):
                try:
                    count = compare(arguments.touchctl, path, rules, folder)
                    passed, made = passed + 1, made + count
                    random_made += 0 if is_file else count
                except (compare_with_oracle.Difference, subprocess.TimeoutExpired, KeyError, TypeError) as problem:
                    failed += 1
                    kind = "" if isinstance(problem, compare_with_oracle.Difference) else f"{type(problem).__name__}: "
                    print(f"{path}, rules {number}: {kind}{problem}")
    print(f"{passed} passed, {failed} failed, {made} gestures")
    return 1 if failed or arguments.random and not random_made else 0


if __name__ == "__main__":
    sys.exit(main())
