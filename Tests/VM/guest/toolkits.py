"""GTK and Qt behind the virtual panel, and what comes of a touch that touchd takes back."""
import pathlib

import __main__ as test
import stage
import testkit
from testkit import LIFT, UNIT, check, run, systemctl, until

GUEST = pathlib.Path(__file__).resolve().parent


class Toolkit(stage.Program):
    """One of the programs toolkit-NAME.py."""

    def __init__(self, sway, name, *environment):
        super().__init__(*sway.client(*environment, "/usr/bin/python3", str(GUEST / f"toolkit-{name}.py")))
        until(lambda: any("drawn" in line for line in self.lines))

    def hear(self, line):
        phase, *rest = line.split()
        if phase in ("began", "moved", "ended", "cancelled"):
            self.tell(phase, int(rest[0]), tuple(round(float(value)) for value in rest[1:]))


def toolkits():
    for name, *environment in ("gtk", "GDK_BACKEND=wayland"), ("qt", "QT_QPA_PLATFORM=wayland"):
        test.wev.end()
        program = Toolkit(test.sway, name, *environment)
        mark = program.mark()
        until(lambda: (test.panel.tap(*test.MIDDLE), until(lambda: program.phases(mark), 1))[1], 30, 0)
        until(lambda: not program.down, 5)
        mark = program.mark()
        test.panel.frame(s0=test.MIDDLE)
        test.panel.frame(s1=test.BESIDE)
        test.panel.frame(s0=(1200, 1200))
        test.panel.frame(s0=LIFT)
        test.panel.frame(s1=LIFT)
        check(f"{name}: two fingers are two", program.expect("began", "began", "ended", "ended", mark=mark) and not program.faults,
              (program.events[mark:], program.faults, program.lines[-5:]))
        places = [place for phase, _, place in program.events[mark:] if phase == "began"]
        check(f"{name}: where they are", places == [(500, 500), (200, 1000)], places)
        program.end()
        test.wev = stage.Wev(test.sway)


def what_is_taken_back():
    """A program locks the screen under a finger: what libinput, sway and wev make of each way to say so."""
    good = test.CONFIGURATION.read_text()
    for cancel, of_libinput, of_wev, outside in (("lift", ["began", "ended"], ["began", "ended"], False),
                                                 ("away", ["began", "ended"], ["began", "ended"], True),
                                                 ("palm", ["began", "cancelled"], ["began"], False)):
        test.CONFIGURATION.write_text(good.replace("grab: exclusive", f"grab: exclusive\n        virtual: {{ cancel: {cancel} }}"))
        systemctl("reload", UNIT)
        check(f"{cancel}: a tap arrives", test.watch() and test.answers())
        before = test.stories()
        test.panel.frame(s0=test.MIDDLE)
        until(lambda: test.wev.phases(before[0]), 20)
        said = run("/usr/bin/touchctl", "screen", "main", "--lock")
        until(lambda: len(test.libinput.phases(before[1])) >= 2, 20)
        until(lambda: test.wev.phases(before[0]) == of_wev, 5)
        check(f"{cancel}: the screen is locked", said.returncode == 0, said.stdout)
        check(f"{cancel}: what libinput tells", test.libinput.phases(before[1]) == of_libinput, test.libinput.events[before[1]:])
        check(f"{cancel}: what a client of sway is told", test.wev.phases(before[0]) == of_wev, test.wev.events[before[0]:])
        last = [place for _, _, place in test.wev.events[before[0]:] if place][-1]
        beyond = not (0 <= last[0] < stage.SIZE[0] and 0 <= last[1] < stage.SIZE[1])
        check(f"{cancel}: where it was last", beyond == outside, test.wev.events[before[0]:])
        test.panel.frame(s0=LIFT)
        run("/usr/bin/touchctl", "screen", "main", "--unlock")
        if test.wev.down:       # as the page says of palm
            test.wev.end()
            test.wev = stage.Wev(test.sway)
        check(f"{cancel}: the next tap arrives", test.answers(), testkit.journal()[-2000:])
    test.CONFIGURATION.write_text(good)
    systemctl("reload", UNIT)
    test.watch()


PARTS = []
SELDOM = [toolkits, what_is_taken_back]
