"""A visitor who does not look: fingers that explore, a keypad, and what is heard."""
import time

from testkit import LIFT, check, until

# A finger that explores goes on when nothing new has been said for so many seconds.
QUIET = 0.35
# Where a double tap goes: anywhere.
ANYWHERE = 960, 700


class Visitor:
    def __init__(self, site, name):
        """Creates a visitor whose checks begin with a name."""
        self.name = name
        self.site, self.client, self.glass, self.pad, self.log = site, site.observer, site.glass, site.pad, site.log

    # ------------------------------------------------------------------ what is heard

    def mark(self):
        self.client.pump()
        return len(self.client.lines)

    def focused(self, after=0):
        """Returns the last `focus` line; {} if there is none."""
        return next((line for line in reversed(self.client.lines[after:]) if line["type"] == "focus"), {})

    def settle(self, seconds=QUIET, after=0):
        """Waits until no line has come for a while. Returns the last `focus` line after a mark."""
        count = -1
        while count != len(self.client.lines):
            count = len(self.client.lines)
            self.client.pump(seconds)
        return self.focused(after)

    def hears(self, sentence, *texts, after=0):
        """Checks that speech has had these texts in this order."""
        def heard():
            rest = iter(text.strip() for text in self.log.read()[after:])
            return all(text in rest for text in texts)
        return self.check(sentence, until(heard, 60), self.log.read()[after:])

    def check(self, sentence, holds, detail=""):
        return check(f"{self.name}: {sentence}", holds, detail)

    # ------------------------------------------------------------------ fingers

    def down(self, x, y):
        self.glass.frame(s0=(round(2 * x), round(2 * y)))

    def lift(self):
        self.glass.frame(s0=LIFT)

    def explore(self, label, x=200, top=10, bottom=870, seconds=120):
        """Moves a finger down a column of the display until the label is said, again and again, and lifts it there. Returns the `focus` line."""
        end, mark = time.monotonic() + seconds, self.mark()
        while time.monotonic() < end:
            for y in range(top, bottom, 25):
                self.down(x, y)
                if self.settle(after=mark).get("label") == label and self.settle(1).get("label") == label:
                    self.lift()
                    return self.settle()
            self.lift()
            self.settle()
        return self.focused()

    def double_tap(self, x=ANYWHERE[0], y=ANYWHERE[1]):
        for _ in range(2):
            self.down(x, y)
            time.sleep(0.05)
            self.lift()
            time.sleep(0.05)

    def finds(self, label, *place):
        line = self.explore(label, *place)
        return self.check(f"a finger finds {label}", line.get("label") == label, (line, self.client.lines[-30:]))

    # ------------------------------------------------------------------ keys

    def press(self, key):
        """Presses a key that moves the focus. Returns the `focus` line."""
        mark = self.mark()
        self.pad.press(key)
        self.client.expect(lambda line: line["type"] == "focus", after=mark)
        return self.settle()

    def seek(self, label, key="DOWN", tries=120):
        """Presses a key until the label is said. Returns the `focus` line."""
        for _ in range(tries):
            line = self.press(key)
            if line.get("label") == label:
                break
        return line

    def reaches(self, label, **more):
        line = self.seek(label, **more)
        return self.check(f"keys reach {label}", line.get("label") == label, (line, self.client.lines[-30:]))

    def switch(self, is_on):
        """Switches speech on or off by a key, unless it is."""
        lines = [line for line in self.client.lines if line["type"] == "accessibility"]
        was_on = bool(lines[-1]["profiles"]) if lines else False
        if was_on == is_on:
            return
        mark = self.mark()
        self.pad.press("F15")
        self.client.expect(lambda line: line["type"] == "accessibility", after=mark)

    def told(self, after, **wanted):
        """Waits until the server has been told this since a mark. Returns it, or None."""
        told = self.site.told
        return until(lambda: next((each for each in told[after:] if all(each.get(key) == value for key, value in wanted.items())), None), 60)
