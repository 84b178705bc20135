#!/usr/bin/env python3
"""Compares exploring by touch in touchd with explore_oracle.py: random fingers as scenarios, whose expected entries are the oracle's.

    Tests/Scenarios/compare_explore.py --touchctl PATH [--random N] [--seed S] [--keep FOLDER]

`--random` counts scenarios of one to six actions: taps, double taps, flicks, split taps, several fingers, chaos. Then come all orders in which three fingers can come down, move and lift,
quickly, slowly, and with a lift elsewhere (after Chromium's AllFingerPermutations). Prints `N passed, N failed`, and how often each thing happened; exit status 1
on any failure, or if one of them never happened.
"""
import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import explore_oracle

SIZE = (600, 600)
AT_ONCE = 1000


def elements(r):
    """A grid of nine elements with gaps between them; some are keys."""
    return [(f"e{row}{column}", 40 + 180 * column, 40 + 180 * row, 160, 160, r.choice(["button", "key"])) for row in range(3) for column in range(3)]


class Script:
    """Random changes of fingers. All times have different last two digits in ms, so that nothing that is due is due together with something else."""

    def __init__(self, r):
        self.r, self.changes, self.down, self.base, self.digits = r, [], {}, 1000, r.sample(range(100), 60)

    def add(self, finger, phase, x, y, after=0):
        """Adds a change at least so many ms after the last one."""
        self.base += after
        last = self.changes[-1][0] if self.changes else 0
        time = self.base + self.digits.pop()
        while time <= last + after:
            time += 100
        self.base = time // 100 * 100
        place = (min(max(x, 0), 599), min(max(y, 0), 599))
        if phase == "m" and self.down[finger] == place:
            return
        self.changes.append((time, finger, phase, *place))
        if phase in "bm":
            self.down[finger] = place
        else:
            del self.down[finger]

    def free(self):
        return self.r.choice([finger for finger in range(1, 6) if finger not in self.down])

    def place(self):
        edge = (self.r.choice([2, 5, 6, 300]), self.r.choice([300, 590, 597]))
        return edge if self.r.random() < 0.1 else (self.r.randint(0, 599), self.r.randint(0, 599))

    def lift(self, finger, after=0):
        self.add(finger, "e" if self.r.random() < 0.93 else "c", *self.down[finger], after)

    def tap(self, after=0):
        finger = self.free()
        self.add(finger, "b", *self.place(), after)
        self.lift(finger)

    def rest(self, steps=0):
        finger = self.free()
        self.add(finger, "b", *self.place(), 200)
        for _ in range(steps):
            self.step(finger, 400 if self.r.random() < 0.5 else 0)
        return finger

    def step(self, finger, after=0):
        size = self.r.choice([6, 15, 28, 40, 150])
        x, y = self.down[finger]
        self.add(finger, "m", x + self.r.randint(-size, size), y + self.r.randint(-size, size), after)

    def flick(self):
        finger = self.free()
        x, y = self.place()
        dx, dy = self.r.choice([(150, 0), (-150, 20), (30, 150), (0, -150), (150, 150)])
        self.add(finger, "b", x, y, 300)
        self.add(finger, "m", x + dx, y + dy)
        self.lift(finger)

    def act(self):
        r = self.r
        what = r.randint(0, 8)
        if what == 0:
            self.tap(r.choice([0, 300]))
        elif what in (1, 2):  # a double tap, perhaps held or moved
            self.tap(400)
            finger = self.free()
            self.add(finger, "b", *self.place())
            for _ in range(r.choice([0, 0, 1, 3])):
                self.step(finger, r.choice([0, 0, 400]))
            self.lift(finger)
        elif what == 3:
            self.lift(self.rest(r.randint(0, 3)), r.choice([0, 400]))
        elif what == 4:
            self.flick()
        elif what == 5:  # a split tap
            first = self.rest(1)
            second = self.free()
            self.add(second, "b", *self.place(), 400)
            if r.random() < 0.3:
                self.step(r.choice([first, second]))
            for finger in r.sample([first, second], 2):
                self.lift(finger)
        elif what == 6:  # fingers that come down together
            fingers = [self.rest()]
            for _ in range(r.randint(1, 2)):
                finger = self.free()
                self.add(finger, "b", *self.place())
                fingers.append(finger)
            if r.random() < 0.5:
                self.step(r.choice(fingers))
            for finger in fingers:
                self.lift(finger)
        else:
            for _ in range(r.randint(1, 5)):
                finger = r.choice([1, 1, 2, 3])
                if finger not in self.down:
                    self.add(finger, "b", *self.place(), r.choice([0, 100, 300]))
                elif r.random() < 0.5:
                    self.step(finger, r.choice([0, 100, 300]))
                else:
                    self.lift(finger, r.choice([0, 100, 300]))


def changes(r):
    script = Script(r)
    for _ in range(r.randint(1, 6)):
        if len(script.digits) > 20 and len(script.down) < 3:
            script.act()
    for finger in list(script.down):
        script.lift(finger)
    return script.changes


def orders(left=(3, 3, 3)):
    """Yields all orders of three fingers' begins, moves and lifts, as the finger of each change."""
    if not any(left):
        yield ()
    for finger, count in enumerate(left):
        if count:
            for rest in orders(left[:finger] + (count - 1,) + left[finger + 1:]):
                yield (finger, *rest)


def order(fingers, step, way):
    """Returns the changes of three fingers in an order, one every `step` ms. They lift `way` points from the place of their move."""
    script, phases = [], ["bme"] * 3
    for at, finger in enumerate(fingers):
        phase, phases[finger] = phases[finger][0], phases[finger][1:]
        x = 60 + 180 * finger + {"b": 0, "m": 8 if way else 30, "e": 30 + way}[phase]
        script.append((1000 + at * step, finger + 1, phase, x, x))
    return script


def scenario(name, r, script=None):
    grid = elements(r)
    given = {}
    if r.random() < 0.3:
        given["wait"] = r.choice([100, 500])
    if r.random() < 0.3:
        given["double_tap"] = r.choice([100, 500])
    if r.random() < 0.3:
        given["swipe"] = r.choice([100, 2000])
    if r.random() < 0.2:
        given["activate"] = r.choice([("doubleTap",), ("splitTap",)])
    keys = r.choice(["lift", "doubleTap"])
    direct = [r.choice(grid)[0]] if r.random() < 0.3 else []
    script = script or changes(r)
    screen = explore_oracle.Screen(grid, SIZE, keys, direct, **given)
    expected = screen.run(script)
    rule = {"keys": keys}
    for ours, theirs in (("wait", "wait"), ("double_tap", "doubleTap"), ("swipe", "swipe")):
        if ours in given:
            rule[theirs] = given[ours] if ours == "swipe" else given[ours] / 1000
    if "activate" in given:
        rule["activate"] = list(given["activate"])
    names = {"b": "began", "m": "moved", "e": "ended", "c": "cancelled"}
    children = [{"id": id, "frame": [x, y, width, height], "multipleTouchEnabled": True,
                 "accessibility": {"label": id, "role": role, **({"direct": True} if id in direct else {})}} for id, x, y, width, height, role in grid]
    return {
        "name": name,
        "accessibility": {"profiles": [{"id": "on", "stop": [{"idle": 600}], "explore": rule}]},
        "tree": {"id": "w", "frame": [0, 0, *SIZE], "multipleTouchEnabled": True, "children": children},
        "input": [{"t": 0.5, "op": "profile", "profile": "on", "on": True}]
        + [{"t": t / 1000, "touch": finger, "phase": names[phase], "x": x, "y": y} for t, finger, phase, x, y in script]
        + [{"t": script[-1][0] / 1000 + 2, "op": "tick"}],
        "observe": ["focus", "activate", "accessibilityGesture", "cue", "view"],
        "filter": {"cue": {"cue": ["refuse", "passing", "nothing", "end"]}, "view": {"to": [element[0] for element in grid]}},
        "expect": expected,
    }


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--touchctl", required=True)
    parser.add_argument("--random", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep")
    options = parser.parse_args()
    r = random.Random(options.seed)
    scenarios = [scenario(f"random/{number}", r) for number in range(options.random)]
    # With these steps nothing that is due falls on a change.
    scenarios += [scenario(f"order/{''.join(map(str, fingers))}/{step}/{way}", r, order(fingers, step, way)) for fingers in orders()
                  for step, way in ((17, 0), (137, 0), (17, 60))]
    counts = collections.Counter()
    for one in scenarios:
        for entry in one["expect"]:
            counts[entry.get("cue") or entry.get("call") or next(key for key in entry if key != "t")] += 1
    with tempfile.TemporaryDirectory() as folder:
        # A file may have a million keys and values.
        files = [f"{options.keep or folder}/explore-{at}.json" for at in range(0, len(scenarios), AT_ONCE)]
        for number, file in enumerate(files):
            pathlib.Path(file).write_text(json.dumps(scenarios[number * AT_ONCE:(number + 1) * AT_ONCE], indent=1))
        done = subprocess.run([options.touchctl, "test", *files], capture_output=True, text=True)
    print(done.stdout[-4000:], done.stderr[-2000:], f"seed {options.seed}: ", ", ".join(f"{counts[what]} {what}" for what in sorted(counts)), sep="")
    wanted = ["focus", "activate", "accessibilityGesture", "refuse", "passing", "nothing", "end", "touchesBegan", "touchesMoved", "touchesEnded",
              "touchesCancelled"]
    missing = [what for what in wanted if not counts[what]]
    if missing:
        print("never happened: " + ", ".join(missing))
    sys.exit(1 if done.returncode or missing else 0)


if __name__ == "__main__":
    main()
