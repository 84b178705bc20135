"""labwc, the compositor of Raspberry Pi OS 13: which entries of its rc.xml count for the virtual panel, and a display that a finger lights. Debian 12 has
no labwc: Tests/VM/debian13 Tests/VM/applications labwc"""
import pathlib
import re
import shutil
import time

import __main__ as test
import glass
import stage
import testkit
from testkit import LIFT, check, run, systemctl, until

PROJECT = pathlib.Path(__file__).resolve().parents[3]
PAGE = (PROJECT / "docs/raspberry-pi.md").read_text()
HOME = pathlib.Path("/home") / stage.USER
# A small display left of the kiosk's, so that a touch that is mapped to none lands elsewhere.
LEFT, RIGHT = "HEADLESS-1", "HEADLESS-2"
LEFT_SIZE = 1080, 1920

# The client fills the right display. Only this is not in the page.
RULES = f"""<windowRules><windowRule identifier="wev" serverDecoration="no">
<action name="MoveToOutput" output="{RIGHT}"/><action name="ToggleFullscreen"/></windowRule></windowRules>"""


def page_block(language, name):
    """Returns a file of the page: the block of this language whose first lines name it."""
    found = [text for text in re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S) if name in text.splitlines()[0] + text.splitlines()[1]]
    assert len(found) == 1, f"{len(found)} blocks {language} of the page name {name}"
    return found[0]


def page_entry():
    """Returns the page's <touch> entry for the virtual panel, with the test's display."""
    entry = re.search(r"<touch .*?/>", page_block("xml", "rc.xml"))[0]
    return entry.replace("DSI-1", RIGHT)


def write(path, *entries):
    """Writes an rc.xml of these entries."""
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('<?xml version="1.0"?>\n<labwc_config>\n' + "\n".join([*entries, RULES]) + "\n</labwc_config>\n")
    run("chown", "-R", f"{stage.USER}:{stage.USER}", str(HOME))


class Labwc(stage.Compositor):
    """labwc with two headless displays."""

    def __init__(self, *options):
        super().__init__("WLR_HEADLESS_OUTPUTS=2", "labwc", "-V", *options)
        for output, size, place in (LEFT, LEFT_SIZE, "0,0"), (RIGHT, stage.SIZE, f"{LEFT_SIZE[0]},0"):
            done = run(*self.client("wlr-randr", "--output", output, "--custom-mode", "{}x{}".format(*size), "--pos", place))
            assert done.returncode == 0, done.stdout

    def said(self, text, seconds=testkit.PATIENCE):
        return until(lambda: any(text in line for line in self.lines), seconds)

    def mapping(self, name):
        """Returns the output to which labwc has last mapped the device, as its log has it."""
        lines = [line.strip() for line in self.lines]
        places = [place for place, line in enumerate(lines) if line.endswith(f"find touch configuration for {name}")]
        return next((line.split("map touch to output ")[1] for line in lines[places[-1]:] if "map touch to output " in line), None) if places else None


def phases(wev):
    return [(phase, place) for phase, _, place in wev.events if phase != "moved"]


def touched(labwc):
    """Starts wev and touches the panel with two fingers; returns the events of wev, and whether it saw a mouse's button."""
    wev = stage.Wev(labwc)
    until(lambda: any("1080" in line and "1920" in line for line in wev.lines), 20)
    time.sleep(1)
    test.panel.frame(s0=test.MIDDLE)
    test.panel.frame(s1=test.BESIDE)
    test.panel.frame(s0=LIFT)
    test.panel.frame(s1=LIFT)
    until(lambda: len(phases(wev)) >= 4, 5)
    time.sleep(0.5)
    buttons = [line for line in wev.lines if "wl_pointer" in line and "button" in line]
    wev.end()
    return phases(wev), buttons


BOTH = [("began", (500.0, 500.0)), ("began", (200.0, 1000.0)), ("ended", None), ("ended", None)]


def labwc():
    test.wev.end()
    test.sway.end()
    own, system = HOME / ".config/labwc/rc.xml", pathlib.Path("/etc/xdg/labwc/rc.xml")

    # The page's entry.
    write(own, page_entry())
    it = Labwc()
    check("labwc: the page's entry maps the virtual panel", until(lambda: it.mapping(glass.VIRTUAL) == RIGHT), it.mapping(glass.VIRTUAL))
    seen, buttons = touched(it)
    check("labwc: two fingers are two touches at their places", seen == BOTH and not buttons, (seen, buttons))
    dark_and_lit(it)
    it.end()

    # What Raspberry Pi OS has: entries for its panels, none for the virtual one.
    others = '<touch deviceName="10-0038 generic ft5x06 (79)" mapToOutput="HEADLESS-2" mouseEmulation="yes"/>'
    write(own, others, '<touch deviceName="touchd" mapToOutput="HEADLESS-2"/>')
    it = Labwc()
    it.said(f"find touch configuration for {glass.VIRTUAL}")
    until(lambda: it.mapping(glass.VIRTUAL))
    check("labwc: entries with other names do not count, nor a part of the name", it.mapping(glass.VIRTUAL) == "unknown", it.mapping(glass.VIRTUAL))
    seen, buttons = touched(it)
    check("labwc: then the panel lies over both displays, and there is no mouse either", seen != BOTH and not buttons, (seen, buttons))
    it.end()

    # mouseEmulation, for which the entry says no.
    write(own, page_entry().replace('"no"', '"yes"'))
    it = Labwc()
    until(lambda: it.mapping(glass.VIRTUAL) == RIGHT)
    seen, buttons = touched(it)
    check("labwc: with mouseEmulation there is no touch", not seen, seen)
    it.end()

    # The entry that `touchctl map` writes for a device with this name (OutputMappingTests).
    hostile = 'ACME "10" <Touch> & Ko\u0308'
    other = testkit.Panel(hostile.encode(), b"glass/1")
    entry = f'<touch deviceName="ACME &#x22;10&#x22; &#x3c;Touch&#x3e; &#x26; Ko&#x308;" mapToOutput="{RIGHT}" mouseEmulation="no"/>'
    write(own, page_entry(), entry)
    it = Labwc()
    until(lambda: it.mapping(hostile))
    check("labwc: the entry of a device whose name has special characters counts", it.mapping(hostile) == RIGHT, it.mapping(hostile))
    it.end()
    other.unplug()

    # Which files count.
    write(system, page_entry())
    write(own, others)
    it = Labwc()
    until(lambda: it.mapping(glass.VIRTUAL))
    check("labwc: the user's rc.xml replaces the system's", it.mapping(glass.VIRTUAL) == "unknown", it.mapping(glass.VIRTUAL))
    it.end()
    it = Labwc("-m")
    until(lambda: it.mapping(glass.VIRTUAL))
    check("labwc -m: the system's counts as well", it.mapping(glass.VIRTUAL) == RIGHT, it.mapping(glass.VIRTUAL))
    it.end()
    write(own, page_entry().replace(RIGHT, LEFT))
    it = Labwc("-m")
    until(lambda: it.mapping(glass.VIRTUAL))
    check("labwc -m: of two entries with the name the system's counts, in 0.8.3", it.mapping(glass.VIRTUAL) == RIGHT, it.mapping(glass.VIRTUAL))
    it.end()
    own.unlink()
    it = Labwc()
    until(lambda: it.mapping(glass.VIRTUAL))
    check("labwc: without the user's, the system's counts", it.mapping(glass.VIRTUAL) == RIGHT, it.mapping(glass.VIRTUAL))
    it.end()
    system.unlink()

    test.sway = stage.Sway(*test.documents.sway_lines())
    test.wev = stage.Wev(test.sway)


def power(labwc):
    """Returns the state of each display, as wlopm lists them."""
    return dict(line.split() for line in run(*labwc.client("wlopm")).stdout.splitlines())


def dark_and_lit(labwc):
    """A dark display, a finger, and touchd-wake-labwc@.service, which touchd has systemd start."""
    unit = pathlib.Path("/etc/systemd/system/touchd-wake@.service")
    shutil.copy(PROJECT / "examples/touchd-wake-labwc@.service", unit)
    # Here the runtime folder is another one.
    runtime = pathlib.Path("/run/user") / run("id", "-u", stage.USER).stdout.strip()
    runtime.parent.mkdir(exist_ok=True)
    runtime.symlink_to(stage.RUNTIME)
    checked = run("systemd-analyze", "verify", str(unit))
    check("labwc: systemd finds nothing wrong in the unit", checked.returncode == 0 and "touchd-wake" not in checked.stdout, checked.stdout)
    systemctl("daemon-reload")
    for output in LEFT, RIGHT:
        run(*labwc.client("wlopm", "--off", output))
    check("labwc: wlopm turns the displays off", power(labwc) == {LEFT: "off", RIGHT: "off"}, power(labwc))
    said = run("/usr/bin/touchctl", "screen", "main", "--display", "off")
    check("labwc: touchd learns that the display is dark", said.returncode == 0, said.stdout)
    test.panel.tap(*test.MIDDLE)
    lit = until(lambda: power(labwc) == {LEFT: "on", RIGHT: "on"}, 30, 0.5)
    check("labwc: a finger has the unit turn them on", lit, (power(labwc), run("journalctl", "-u", "touchd-wake@main", "-u", "touchd-units", "--no-pager").stdout[-2000:]))
    run("/usr/bin/touchctl", "screen", "main", "--display", "on")
    unit.unlink()
    runtime.unlink()
    systemctl("daemon-reload")


SELDOM = [labwc]
