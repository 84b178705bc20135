#!/usr/bin/env python3
"""touchd-tuio as a user with limited rights: a region needs "receive", a screen "observe", and new rights apply without a restart."""
import os, pwd, sys

from receiver import Receiver
from stage import TREE, Stage, check, finish, until

if os.geteuid() != 0:
    print("skipped: not root: touchd-tuio is not tried as another user")
    sys.exit(0)
RULE = 'access:\n  - { user: nobody, regions: ["kiosk/map", "kiosk/map/**"], allow: [receive] }\n'
screen, region = Receiver(), Receiver()
stage = Stage(f"""outputs:
  - {{ screen: main, to: "127.0.0.1:{screen.port}" }}
  - {{ region: kiosk/map, to: "127.0.0.1:{region.port}" }}
""", TREE + RULE, pwd.getpwnam("nobody"))
refused = until(lambda: "screen main: touchd refuses: " in stage.log())
check("without \"observe\" there is no screen, and the log says why", refused and '"observe"' in stage.log(), stage.log())


def taps(receiver, place):
    """Repeats a tap until it arrives."""
    for _ in range(100):
        stage.fingers("began", {1: place})
        there = until(lambda: receiver.cursors, 0.5)
        stage.fingers("ended", [1])
        if there:
            return until(lambda: not receiver.cursors)


check("with \"receive\" there is the region", taps(region, (300, 150)), stage.log())
stage.fingers("began", {1: (950, 450)})
stage.fingers("ended", [1])
check("and the screen has had no finger", not screen.ever and screen.bundles, screen.ever)
(stage.path / "touchd.yaml").write_text(TREE + RULE + "  - { user: nobody, allow: [observe, sensitive] }\n")
check("the rules are others", stage.ask(type="reload")["ok"])
check("with \"observe\" there is the screen", taps(screen, (950, 450)), stage.log())
sessions = len(screen.ever)
stage.fingers("began", {1: (650, 50), 2: (950, 450)})
until(lambda: screen.cursors)
check("but nothing of a sensitive region, though the rule allows to look into it", len(screen.ever) == sessions + 1 and len(screen.cursors) == 1, screen.cursors)
check("nothing was against OSC or TUIO", not screen.wrong + region.wrong, screen.wrong + region.wrong)
finish()
