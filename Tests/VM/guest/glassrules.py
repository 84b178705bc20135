"""Screen rules with applications that know nothing of them: edges, staff gestures, wake."""
import __main__ as test
import glass
from testkit import LIFT, check, run


def edges():
    before = test.stories()
    # Written at once, because the guest may stretch a drag beyond the 0.4 s of applications.yaml.
    test.panel.frames([*({"s0": (x, 1000)} for x in (20, 250, 480, 700)), {"s0": LIFT}])
    test.nobody("a swipe from the edge reaches nobody", before)
    before = test.stories()
    glass.drag(test.panel, (20, 1000), (160, 1000), 0.9)
    test.everybody("a slow drag from the edge goes through", "began", "ended", since=before)
    check("from its begin on", test.wev.events[before[0]][2] == (10, 500), test.wev.events[before[0]:][:2])
    before = test.stories()
    test.panel.tap(20, 1400)
    test.everybody("a tap at the edge goes through", "began", "ended", since=before)


def staff():
    before = test.stories()
    tap = [{"s0": (100, 100)}, {"s0": LIFT}]
    test.panel.frames([*tap, *tap, tap[0]])
    told = test.client.expect(lambda m: m["type"] == "staff", after=before[3])
    test.panel.frame(s0=LIFT)
    check("the gesture of the staff is told", told and told["id"] == "service", test.client.lines[before[3]:])
    test.nobody("and the applications get nothing of it", before)
    before = test.stories()
    test.panel.tap(100, 100)
    test.everybody("a tap in the corner that becomes nothing is the applications'", "began", "ended", since=before)


def waking():
    say = lambda state: run("/usr/bin/touchctl", "screen", "main", "--display", state)
    said = say("off")
    check("a program says that the display is dark", said.returncode == 0, said.stdout)
    before = test.stories()
    test.panel.frame(s0=test.MIDDLE)
    told = test.observer.expect(lambda m: m["type"] == "screen" and m["activity"] == "active", after=before[4])
    say("on")
    test.panel.frame(s0=test.BESIDE)
    test.panel.frame(s0=LIFT)
    test.nobody("the touch that wakes it reaches nobody", before)
    check("and wakes the screen", told, test.observer.lines[before[4]:])
    before = test.stories()
    test.panel.tap(*test.MIDDLE)
    test.everybody("the next one is the applications'", "began", "ended", since=before)


PARTS = [edges, staff, waking]
