"""labwc, the compositor of Raspberry Pi OS 13: which entries of its rc.xml count for the virtual panel, and a display that a finger lights. Debian 12 has
no labwc: Tests/VM/debian13 Tests/VM/applications labwc"""
import pathlib
import re
import shutil
import time

import __main__ as test
import browsers
import glass
import stage
import testkit
from testkit import LIFT, check, event_node, run, systemctl, until

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
    """Returns the only block of this language on the page that has the text."""
    found = [text for text in re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S) if name in text]
    assert len(found) == 1, f"{len(found)} blocks {language} of the page have {name}"
    return found[0]


def page_entry():
    """Returns the page's <touch> entry for the virtual panel, with the test's display."""
    entry = re.search(r"<touch .*?/>", page_block("xml", ".config/labwc/rc.xml"))[0]
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

    two_panels()

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
    """The page's configuration and units, with 3 s for its 600: nobody touches the screen, and a unit turns the displays off; a finger, and the example
    unit, which touchd has systemd start, turns them on."""
    good = test.CONFIGURATION.read_text()
    page = page_block("yaml", "/etc/touchd/touchd.yaml")
    test.CONFIGURATION.write_text(page.replace("idle: [600]", "idle: [3]"))
    units = pathlib.Path("/etc/systemd/system")
    name = "touchd-wake@.service"
    shutil.copy(PROJECT / "examples/touchd-wake-labwc@.service", units / name)
    (units / "kiosk-dark.service").write_text(page_block("ini", "kiosk-dark.service").replace(":600", ":3"))
    # labwc runs with a runtime folder at another place here.
    runtime = pathlib.Path("/run/user") / run("id", "-u", stage.USER).stdout.strip()
    runtime.parent.mkdir(exist_ok=True)
    runtime.symlink_to(stage.RUNTIME)
    checked = run("systemd-analyze", "verify", str(units / name), str(units / "kiosk-dark.service"))
    check("labwc: systemd finds nothing wrong in the units", checked.returncode == 0 and "service:" not in checked.stdout, checked.stdout)
    systemctl("daemon-reload")
    done = systemctl("enable", "kiosk-dark")
    check("labwc: the page's unit is enabled", done.returncode == 0, done.stdout)
    told = lambda: run("journalctl", "-u", "touchd-wake@main", "-u", "kiosk-dark", "-u", "touchd-units", "--no-pager").stdout[-2000:]
    systemctl("reload", "touchd")
    test.panel.tap(*test.MIDDLE)
    check("labwc: without a touch the page's unit turns the displays off", until(lambda: power(labwc) == {LEFT: "off", RIGHT: "off"}, 60, 0.5), (power(labwc), told()))
    # A display of a graphics card says this by itself.
    said = run("/usr/bin/touchctl", "screen", "main", "--display", "off")
    check("labwc: touchd learns that the display is dark", said.returncode == 0, said.stdout)
    test.observer.pump()
    mark = len(test.observer.lines)
    test.panel.tap(*test.MIDDLE)
    lit = until(lambda: power(labwc) == {LEFT: "on", RIGHT: "on"}, 30, 0.5)
    check("labwc: a finger has the example unit turn them on", lit, (power(labwc), told()))
    test.observer.pump(0.5)
    check("labwc: that finger is no touch", test.observer.touches(mark) == [], test.observer.touches(mark))
    run("/usr/bin/touchctl", "screen", "main", "--display", "on")
    systemctl("disable", "kiosk-dark")
    for unit in name, "kiosk-dark.service":
        (units / unit).unlink()
    runtime.unlink()
    systemctl("daemon-reload")
    test.CONFIGURATION.write_text(good)
    systemctl("reload", "touchd")


def two_panels():
    """The page's two identical panels, told apart by where they are connected; here by their phys."""
    good = test.CONFIGURATION.read_text()
    page = page_block("yaml", "id: left")
    for number, place in enumerate(re.findall(r'idPath: "[^"]*"', page)):
        page = page.replace(place, f'phys: "glass/{number}"')
    test.CONFIGURATION.write_text(page)
    second = glass.Glass(b"glass/1")
    systemctl("reload", "touchd")
    until(lambda: event_node("name", "touchd left") and event_node("name", "touchd right"))
    entries = page_block("xml", "touchd left").replace("HDMI-A-1", LEFT).replace("HDMI-A-2", RIGHT)
    write(HOME / ".config/labwc/rc.xml", entries)
    it = Labwc()
    until(lambda: it.mapping("touchd left") and it.mapping("touchd right"))
    mapped = it.mapping("touchd left"), it.mapping("touchd right")
    check("labwc: two identical panels lie over a display each, by their virtual panels' names", mapped == (LEFT, RIGHT), mapped)
    wev = stage.Wev(it)
    time.sleep(2)
    test.panel.tap(*test.MIDDLE)
    second.tap(*test.MIDDLE)
    until(lambda: len(phases(wev)) >= 2, 5)
    time.sleep(0.5)
    check("labwc: of a tap on each, the right display's client gets its own", [phase for phase, _ in phases(wev)] == ["began", "ended"], phases(wev))
    wev.end()
    it.end()
    second.unplug()
    test.CONFIGURATION.write_text(good)
    systemctl("reload", "touchd")


class Kiosk(stage.Compositor):
    """labwc with one display and the page's entry, for Chromium."""

    def __init__(self):
        path = HOME / ".config/labwc/rc.xml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page_block("xml", ".config/labwc/rc.xml").replace("DSI-1", LEFT))
        run("chown", "-R", f"{stage.USER}:{stage.USER}", str(HOME))
        super().__init__("labwc", "-V")
        done = run(*self.client("wlr-randr", "--output", LEFT, "--custom-mode", "{}x{}".format(*stage.SIZE)))
        assert done.returncode == 0, done.stdout


def kiosk_flags():
    """Returns Chromium's options in the page's unit."""
    return re.search(r'^ExecStart=/usr/bin/labwc -S "chromium (.*) https', page_block("ini", "kiosk.service"), re.M)[1].split()


def chromium_under_labwc():
    browsers.behind(Kiosk, "labwc", *kiosk_flags())


def chromium_under_cage_0_2():
    browsers.behind(stage.Cage, "cage 0.2", *test.documents.chromium_flags("Chromium under Cage", 1))


SELDOM = [labwc, chromium_under_labwc, chromium_under_cage_0_2]
