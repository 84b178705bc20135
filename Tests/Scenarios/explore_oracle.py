"""Exploring by touch a second time, written from contract 10 and its rules (E) alone: slow, without panels, slots or regions.

`Fingers` says what fingers mean, `Screen` what happens at the elements: the expected entries of a scenario. Times are in ms, places in points.
A change is (time, finger, phase, x, y) with the phase b (began), m (moved), e (ended: seen to lift) or c (cancelled).
"""
import math

NEVER = math.inf


class Fingers:
    """Fingers that explore: `emit` gets what they mean, as (time, what, …) in the order of time."""

    def __init__(self, size=(1080, 1920), wait=300, double_tap=300, swipe=500, activate=("doubleTap", "splitTap"), has_focus=None):
        self.size, self.wait, self.double_tap, self.swipe, self.activate_by = size, wait, double_tap, swipe, activate
        self.state, self.down, self.deadline, self.leader = "idle", {}, NEVER, None
        self.has_focus = has_focus or (lambda: self.explored is not None)
        self.explored, self.emit = None, None

    def to(self, state, deadline=NEVER):
        self.state, self.deadline = state, deadline

    def explore(self, time, x, y, is_new):
        self.explored = (x, y)
        self.emit(time, "explore", x, y, is_new)

    def begin_exploring(self, time, x, y):
        self.to("exploring")
        self.leader = next(iter(self.down))
        self.explore(time, x, y, True)

    def begin_passing(self, time):
        if not self.has_focus():
            self.to("dead")
            return self.emit(time, "refuse")
        self.leader, (_, (x, y)) = next(iter(self.down.items()))
        self.to("passing")
        if not self.emit(time, "pass", "b", x, y):
            self.to("dead")

    def expire(self):
        time, state = self.deadline, self.state
        self.deadline = NEVER
        if state == "tapped":
            self.to("idle")
            self.explore(time, *self.press, True)
        elif state in ("pressed", "flick"):
            (start, place), = self.down.values()
            self.begin_exploring(time, *(start if state == "pressed" else place))
        elif state == "second":
            self.begin_passing(time)
        elif state == "two":
            self.to("dead")

    def at_edge(self, x, y):
        return min(x, y, self.size[0] - x, self.size[1] - y) < 6

    def change(self, time, finger, phase, x, y):
        if phase == "b":
            self.begin(time, finger, x, y)
        elif finger in self.down:
            start, _ = self.down[finger]
            self.down[finger] = (start, (x, y))
            if phase == "m":
                self.move(time, finger, start, x, y)
            else:
                del self.down[finger]
                self.end(time, finger, start, x, y, phase == "e")
                if not self.down and self.state in ("dead", "passing", "splitLast", "split", "exploring"):
                    self.to("idle")

    def begin(self, time, finger, x, y):
        state = self.state
        self.down[finger] = ((x, y), (x, y))
        if state == "idle":
            self.press, self.began, self.ways = (x, y), time, []
            self.to("pressed", time + self.wait)
        elif state == "tapped":
            if self.has_focus():
                self.to("second", time + self.wait)
            else:
                self.to("dead")
                self.emit(time, "refuse")
        elif state == "pressed":
            self.to("two", self.deadline)
        elif state == "two":
            self.fingers = len(self.down)
            self.to("multi")
        elif state == "multi":
            self.fingers = max(self.fingers, len(self.down))
        elif state == "exploring":
            if "splitTap" in self.activate_by:
                self.second = finger
                self.to("split")
        elif state != "passing":
            self.to("dead")

    def move(self, time, finger, start, x, y):
        way = math.dist(start, (x, y))
        if self.state == "pressed" and way > 10:
            if way / max(time - self.began, 1) * 1000 > self.swipe:
                self.to("flick", self.deadline)
            else:
                self.begin_exploring(time, x, y)
        elif self.state == "exploring" and finger == self.leader:
            self.explore(time, x, y, False)
        elif self.state == "second" and way > 30:
            self.begin_passing(time)
        elif self.state == "passing" and finger == self.leader:
            self.emit(time, "pass", "m", x, y)
        elif self.state == "split" and math.dist(start if finger == self.second else self.explored, (x, y)) > 30:
            self.to("dead")
        elif self.state == "two" and way > 10:
            self.fingers = 2
            self.to("multi")

    def end(self, time, finger, start, x, y, is_seen):
        state = self.state
        dx, dy = x - start[0], y - start[1]
        is_horizontal = abs(dx) >= abs(dy)
        if state == "passing":
            if finger == self.leader:
                self.emit(time, "pass", "e" if is_seen else "c", x, y)
        elif not is_seen:
            self.to("dead")  # a cancel never looks like a lift
        elif state == "pressed":
            if self.at_edge(x, y):
                self.to("idle")
            elif "doubleTap" in self.activate_by:
                self.to("tapped", max(time + self.double_tap, self.began + self.wait))
            else:
                self.to("idle")
                self.explore(time, *self.press, True)
        elif state == "exploring":
            if finger == self.leader:
                self.to("dead" if self.down else "idle")
                if not self.at_edge(x, y):
                    self.emit(time, "lift", x, y)
        elif state == "second":
            self.to("idle")
            if not self.at_edge(x, y):
                self.emit(time, "activate")
        elif state == "flick":
            self.to("idle")
            self.emit(time, "navigate", ("next" if dx > 0 else "previous") if is_horizontal else "decrement" if dy > 0 else "increment")
        elif state == "split":
            if finger == self.second:
                self.to("exploring")
                self.emit(time, "activate")
            else:
                self.to("splitLast")
        elif state == "splitLast":
            self.to("idle")
            if not self.at_edge(x, y):
                self.emit(time, "activate")
        elif state in ("two", "multi"):
            if state == "two":
                self.fingers = 2
            if math.hypot(dx, dy) > 10:
                self.to("multi")
            self.ways.append((dx, dy))
            if self.down:
                return
            self.to("idle")
            dx, dy = max(self.ways, key=lambda way: math.hypot(*way))
            direction = ("right" if dx > 0 else "left") if abs(dx) >= abs(dy) else ("down" if dy > 0 else "up")
            if math.hypot(dx, dy) > 30:
                self.emit(time, "gesture", self.fingers, direction)
            elif time < self.began + self.wait:
                self.emit(time, "gesture", self.fingers, None)


class Screen:
    """A screen with elements, each (id, x, y, width, height, role), in the order of the focus. `log` gets the entries that a scenario expects."""

    def __init__(self, elements, size=(1080, 1920), keys="doubleTap", direct=(), **rule):
        self.elements, self.keys, self.direct = elements, keys, direct
        self.focus, self.under, self.log, self.made, self.presses = None, None, [], 0, []
        self.passed, self.open = None, {}
        self.fingers = Fingers(size, has_focus=lambda: self.focus is not None, **rule)
        self.fingers.emit = self.act

    def at(self, x, y):
        return next((e for e in reversed(self.elements) if e[1] <= x < e[1] + e[3] and e[2] <= y < e[2] + e[4]), None)

    def note(self, time, **entry):
        self.log.append({**entry, "t": time / 1000})

    def touch(self, time, call, element, number):
        self.note(time, to=element[0], call="touches" + call, touches=[number])

    def say(self, time, element, by="explore"):
        self.focus = element
        self.note(time, focus=element[0], by=by)

    def next_number(self):
        self.made = max([self.made, *self.numbers]) + 100 if self.numbers or self.made else 100
        return self.made

    numbers = ()

    def activate(self, time):
        if self.focus is None:
            return self.note(time, cue="refuse")
        number = self.next_number()
        self.touch(time, "Began", self.focus, number)
        self.note(time, activate=self.focus[0])
        self.presses.append((time + 100, self.focus, number))

    def act(self, time, what, *details):
        if what == "explore":
            x, y, is_new = details
            element, last = self.at(x, y), self.under
            self.under = element
            if element is None:
                if is_new or last is not None:
                    self.note(time, cue="nothing")
            elif is_new or element is not self.focus:
                self.say(time, element)
        elif what == "lift":
            if self.keys == "lift" and self.focus is not None and self.focus[5] == "key" and self.at(*details) is self.focus:
                self.activate(time)
        elif what == "activate":
            self.activate(time)
        elif what == "refuse":
            self.note(time, cue="refuse")
        elif what == "navigate":
            self.navigate(time, *details)
        elif what == "gesture":
            fingers, direction = details
            entry = {"accessibilityGesture": "swipe" if direction else "tap", "fingers": fingers}
            self.note(time, **entry, **({"direction": direction} if direction else {}))
        elif what == "pass":
            self.carry(time, *details)
        return True

    def navigate(self, time, move):
        if move in ("increment", "decrement"):
            return self.note(time, cue="refuse")  # no element here has a value
        count = len(self.elements)
        place = -1 if self.focus is None and move == "next" else count if self.focus is None else self.elements.index(self.focus)
        place += 1 if move == "next" else -1
        if not 0 <= place < count:
            self.note(time, cue="end")
        self.say(time, self.elements[place % count])

    def carry(self, time, phase, x, y):
        if phase == "b":
            _, left, top, width, height, _ = self.focus
            number = self.next_number()
            self.passed = (self.focus, number, (left + width / 2 - x, top + height / 2 - y))
            self.touch(time, "Began", self.focus, number)
            return self.note(time, cue="passing")
        element, number, _ = self.passed
        self.touch(time, {"m": "Moved", "e": "Ended", "c": "Cancelled"}[phase], element, number)

    def pass_time(self, time):
        """Does everything that is due up to a time."""
        while True:
            press = min(self.presses, key=lambda p: p[0], default=(NEVER,))
            due = min(press[0], self.fingers.deadline)
            if due > time or due == NEVER:
                return
            if press[0] == due:
                self.presses.remove(press)
                self.touch(due, "Ended", *press[1:])
            else:
                self.fingers.expire()

    def run(self, changes):
        for time, finger, phase, x, y in changes:
            self.pass_time(time)
            if finger in self.open:
                if phase != "b":
                    self.touch(time, {"m": "Moved", "e": "Ended", "c": "Cancelled"}[phase], self.open[finger], finger)
                    if phase != "m":
                        del self.open[finger]
                    continue
            element = self.at(x, y)
            if phase == "b" and element and element[0] in self.direct and self.fingers.state == "idle" and not self.fingers.down:
                self.open[finger] = element
                self.numbers = (*self.numbers, finger)
                self.touch(time, "Began", element, finger)
                continue
            self.fingers.change(time, finger, phase, x, y)
        self.pass_time(NEVER)
        return self.log
