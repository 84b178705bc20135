"""Interruptions under a finger by touchd, its configuration or the panel; the applications are left with no finger down."""
import os
import signal
import time

import __main__ as test
import glass
from testkit import LIFT, UNIT, check, journal, main_pid, systemctl, until


def killed():
    """kill -9 during a touch: systemd keeps the descriptor, and the next process lifts the finger first."""
    path, pid, before = test.node_path(), main_pid(), test.stories()
    test.panel.frame(s0=test.MIDDLE)
    test.panel.frame(s1=test.BESIDE)
    until(lambda: len(test.wev.phases(before[0])) == 2)
    os.kill(pid, signal.SIGKILL)
    check("killed with two fingers down, it is restarted", until(lambda: main_pid() not in (0, pid)))
    test.everybody("its successor has lifted both", "began", "began", "ended", "ended", since=before)
    check("on the same device", test.node_path() == path, (path, test.node_path()))
    before = test.stories()
    test.panel.frame(s0=(1200, 1200))
    test.panel.frame(s0=LIFT)
    test.panel.frame(s1=LIFT)
    test.nobody("the fingers that were down before are nothing", before)
    test.connect()
    check("the next one works", test.watch() and test.answers(), journal()[-2000:])


def restarted():
    path, before = test.node_path(), test.stories()
    test.panel.frame(s0=test.MIDDLE)
    until(lambda: len(test.wev.phases(before[0])) == 1)
    systemctl("restart", UNIT)
    test.everybody("restarted with a finger down: it is lifted", "began", "ended", since=before)
    check("on the same device", test.node_path() == path, (path, test.node_path()))
    test.panel.frame(s0=LIFT)
    test.connect()
    check("the next one works", test.watch() and test.answers(), journal()[-2000:])


def reloaded():
    before, good = test.stories(), test.CONFIGURATION.read_text()
    test.panel.frame(s0=test.MIDDLE)
    until(lambda: len(test.wev.phases(before[0])) == 1)
    systemctl("reload", UNIT)
    test.panel.frame(s0=test.BESIDE)
    test.panel.frame(s0=LIFT)
    test.everybody("a reload that changes nothing: the finger goes on", "began", "ended", since=before)
    check("to where it lifts", [place for _, _, place in test.wev.events[before[0]:] if place][-1:] == [(200, 1000)], test.wev.events[before[0]:])
    before = test.stories()
    test.panel.frame(s0=test.MIDDLE)
    until(lambda: len(test.wev.phases(before[0])) == 1)
    test.CONFIGURATION.write_text(good.replace("kind: surface, frame: [0, 0, 1080, 1920]", "frame: [0, 0, 1080, 1920]"))
    systemctl("reload", UNIT)
    until(lambda: not test.wev.down)
    test.panel.frame(s0=test.BESIDE)
    test.panel.frame(s0=LIFT)
    check("a reload without the surface lifts it", test.wev.phases(before[0]) == ["began", "ended"], test.wev.events[before[0]:])
    test.CONFIGURATION.write_text(good)
    systemctl("reload", UNIT)
    check("with it again the applications have touches again", test.watch() and test.answers(), journal()[-2000:])


def unplugged():
    before = test.stories()
    test.panel.frame(s0=test.MIDDLE, s1=test.BESIDE)
    until(lambda: len(test.wev.phases(before[0])) == 2)
    test.panel.unplug()
    until(lambda: not test.wev.down)
    both = ["began", "began", "ended", "ended"]
    check("the panel is unplugged under two fingers: they are lifted", test.wev.phases(before[0]) == both, test.wev.events[before[0]:])
    check("for libinput too", until(lambda: test.libinput.phases(before[1]) == both), test.libinput.events[before[1]:])
    test.panel = glass.Glass()
    check("plugged in again it works", test.watch() and test.answers(), journal()[-2000:])


def stopped():
    """Fail open: without touchd the panel belongs to the compositor."""
    before = test.stories()
    test.panel.frame(s0=test.MIDDLE)
    until(lambda: len(test.wev.phases(before[0])) == 1)
    systemctl("stop", UNIT)
    until(lambda: not test.wev.down)
    check("stopped with a finger down: it is lifted", test.wev.phases(before[0]) == ["began", "ended"], test.wev.events[before[0]:])
    test.panel.frame(s0=LIFT)
    time.sleep(0.5)
    before = test.wev.mark()
    test.panel.tap(1200, 1400)
    arrived = test.wev.expect("began", "ended", mark=before)
    check("without touchd the panel itself is sway's", arrived and test.wev.events[before][2] == (600, 700), test.wev.events[before:])
    systemctl("start", UNIT)
    check("with it, the virtual panel is", test.watch() and test.answers(), journal()[-2000:])
    test.connect()
    before = test.stories()
    test.panel.tap(*test.BESIDE)
    test.everybody("and each touch arrives once", "began", "ended", since=before)


PARTS = [killed, restarted, reloaded, unplugged, stopped]
