"""The recipes of docs/kiosk.md, one by one."""
import fcntl
import glob
import os
import pathlib
import struct
import subprocess
import time

import kioskpage
import kiosksite
import kioskvisitor
import testkit
from kiosksite import SIZE
from testkit import EV_KEY, EV_SYN, EVENT, check, event_node, run, until

TURNED = SIZE[1], SIZE[0]
# The size of wlroots' displays without a monitor.
HEADLESS = 1280, 720
# Two pixels of the display that no turn by a quarter, or a half, maps to each other.
PLACES = (480, 810), (1700, 200)


def starts(site, heading, size=SIZE, touchd="3. touchd", is_seen=True):
    """A start, and taps: the same for all compositors. Looks at the picture of the display if `is_seen`."""
    shown = site.start(heading, touchd)
    if not check(f"{heading}: the unit shows the page", shown, site.told):
        return False
    sizes = lambda: [(told["width"], told["height"]) for told in site.told if told["type"] in ("load", "resize")]
    check(f"{heading}: on the whole display", until(lambda: sizes()[-1] == size, 60), sizes())
    site.lands(heading, *PLACES, is_seen=is_seen)
    return True


def session(site, name, compositor):
    """The session's rights: the user's group alone, and a display that logind has opened."""
    pid = next(iter(site.pids(compositor)), None)
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    ids = [line.split()[1:] for line in status.splitlines() if line.startswith(("Uid:", "Groups:"))]
    own = run("id", "-u", "kiosk").stdout.strip(), run("id", "-g", "kiosk").stdout.strip()
    check(f"{name}: the compositor runs as the user, in no other group", ids[0][0] == own[0] and set(ids[1]) <= {own[1]}, ids)
    opened = {os.readlink(path) for path in pathlib.Path(f"/proc/{pid}/fd").iterdir() if path.exists() or path.is_symlink()}
    check(f"{name}: it has the display", any(path.startswith("/dev/dri/card") for path in opened), opened)


def crashes(site, name, command=None):
    """The check list's crash: the page comes back."""
    before = site.browser()
    mark = len(site.told)
    run("sh", "-c", command or kioskpage.check_list()[9])
    shown = site.shown(mark)
    check(f"{name}: a killed browser comes back", shown and site.browser() != before, (before, site.browser(), shown))
    site.lands(f"{name} after a crash", PLACES[0])


def check_list(site):
    """The page's check list, by its numbers; what needs a person or another boot is left out."""
    steps = kioskpage.check_list()

    def step(number):
        done = run("sh", "-c", steps[number])
        print(f"# {steps[number]}\n{done.stdout}", flush=True)
        return done
    done = step(1)
    check("check list 1: doctor has no problem", done.returncode == 0, done.stdout)
    done = step(2)
    check("check list 2: the panel and the virtual panel", "main-0" in done.stdout and "touchd main" in done.stdout and "touchd's own" in done.stdout, done.stdout)
    done = step(3)
    check("check list 3: both start at boot", done.stdout.split() == ["enabled", "enabled"], done.stdout)
    done = step(4)
    check("check list 4: a session on the first terminal", any({"kiosk", "seat0", "tty1"} <= set(line.split()) for line in done.stdout.splitlines()), done.stdout)
    done = step(5)
    check("check list 5: no other group", done.stdout.split() == ["kiosk"], done.stdout)
    monitor = subprocess.Popen(["sh", "-c", "exec " + steps[6].removesuffix("--observe") + "--observe"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    time.sleep(3)
    for x, y in ((10, 10), (SIZE[0] - 10, 10), (10, SIZE[1] - 10), (SIZE[0] - 10, SIZE[1] - 10), (SIZE[0] // 2, SIZE[1] // 2)):
        site.glass.touch(x, y)
        time.sleep(0.5)
    time.sleep(1)
    monitor.terminate()
    said = monitor.communicate(timeout=30)[0]
    print(f"# {steps[6]}\n{said}", flush=True)
    check("check list 6: monitor shows the touches", said.count("began") >= 5 and said.count("ended") >= 5 and "applications" in said, said)
    # 7 is in lands().
    crashes(site, "check list 9", steps[9])
    pid = testkit.main_pid()
    run("sh", "-c", steps[10])
    until(lambda: testkit.main_pid() not in (0, pid))
    site.watch()
    site.lands("check list 10, touchd killed", PLACES[1])
    site.glass.unplug()
    until(lambda: not event_node("phys", "glass/0"))
    site.glass = kiosksite.Glass()
    site.lands("check list 11, plugged in again", PLACES[0])
    keyboard(site)


def keyboard(site):
    """Ctrl+Alt+F2 on a keyboard that somebody plugs in."""
    ctrl, alt, f2 = 29, 56, 60
    fd = os.open("/dev/uinput", os.O_WRONLY)
    for request, code in ((0x40045564, EV_KEY), *((0x40045565, key) for key in (*range(1, 84), ctrl, alt, f2))):
        fcntl.ioctl(fd, request, code)
    fcntl.ioctl(fd, 0x405C5503, struct.pack("@4H80sI", 3, 0x1209, 0x7464, 1, b"a keyboard", 0))
    fcntl.ioctl(fd, 0x5501)
    node = until(lambda: event_node("name", "a keyboard"))
    until(lambda: any(os.path.realpath(path) == node for pid in site.pids() for path in glob.glob(f"/proc/{pid}/fd/*")), 30)
    for key, value in ((ctrl, 1), (alt, 1), (f2, 1), (f2, 0), (alt, 0), (ctrl, 0)):
        os.write(fd, EVENT.pack(0, 0, EV_KEY, key, value) + EVENT.pack(0, 0, EV_SYN, 0, 0))
        time.sleep(0.05)
    time.sleep(2)
    active = pathlib.Path("/sys/class/tty/tty0/active").read_text().strip()
    check("check list 12: Ctrl+Alt+F2 leads nowhere", active == "tty1", active)
    os.close(fd)


def sway(site):
    if starts(site, "sway"):
        session(site, "sway", "sway")
        check_list(site)


def sway_portrait(site):
    starts(site, "sway, portrait", TURNED, "Which way to turn")


def labwc(site):
    if starts(site, "labwc"):
        session(site, "labwc", "labwc")
        crashes(site, "labwc")


def labwc_portrait(site):
    starts(site, "labwc, portrait", TURNED, "Which way to turn")


def cage(site):
    if starts(site, "cage" if is_debian_13() else "cage, Debian 12"):
        session(site, "cage", "cage")
        crashes(site, "cage")


def cage_portrait(site):
    starts(site, "cage, portrait" if is_debian_13() else "cage, portrait, Debian 12", TURNED, "Which way to turn")


def x(site):
    if starts(site, "X", (SIZE[0], SIZE[1] + 1)):
        session(site, "X", "Xorg")
        crashes(site, "X")


def x_portrait(site):
    # Without a graphics card, X leaves a turned display black.
    starts(site, "X, portrait", (TURNED[0], TURNED[1] + 1), "Which way to turn", is_seen=False)


def two_displays(site, compositor):
    """A browser for each of two displays. These are displays without a monitor, because the guest's graphics card has one connector."""
    display, site.outputs = site.outputs, ["HEADLESS-1", "HEADLESS-2"]
    site.environment("WLR_RENDERER=pixman", "WLR_BACKENDS=headless,libinput", "WLR_HEADLESS_OUTPUTS=2")
    second = kiosksite.Glass(b"glass/1")
    mark = len(site.told)
    site.start(f"{compositor}, two displays", "Two displays")
    both = lambda: {told["page"]: told for told in site.told[mark:] if told["type"] in ("load", "resize")}
    until(lambda: {"/left", "/right"} <= both().keys(), kiosksite.BROWSER, 0.5)
    if not check(f"{compositor}, two displays: both pages are shown", {"/left", "/right"} <= both().keys(), site.told[mark:]):
        return
    sizes = lambda: {page: (told["width"], told["height"]) for page, told in both().items()}
    check(f"{compositor}, two displays: each on the whole of its display", until(lambda: set(sizes().values()) == {HEADLESS}, 120, 0.5), sizes())
    for name, glass in (("/left", site.glass), ("/right", second)):
        told = site.tells(lambda: glass.touch(480, 810))
        size = both()[name]
        there = told.get("page") == name and abs(told["x"] - size["width"] / 4) <= 2 and abs(told["y"] - size["height"] * 3 / 4) <= 2
        check(f"{compositor}, two displays: a touch of a panel reaches the page {name} of its display, at its place", there, (told, size))
    site.stop()
    second.unplug()
    site.outputs = display
    site.environment("WLR_RENDERER=pixman")


def sway_two_displays(site):
    two_displays(site, "sway")


def labwc_two_displays(site):
    two_displays(site, "labwc")


def visitor(site):
    """The matrix of docs/applications.md: the page's flags without rules of touchd, then the page's rules, then those of a surface."""
    if not starts(site, "sway"):
        return
    kioskvisitor.configure(kiosk="")
    flags = kioskvisitor.table(site, "flags alone")
    kioskvisitor.configure()
    rules = kioskvisitor.table(site, "the page's rules")
    check("visitor: without rules two fingers reach the page, with them one", (flags["pinch"]["fingers"], rules["pinch"]["fingers"]) == (2, 1), (flags, rules))
    check("visitor: the flag stops the zoom", flags["pinch"]["scale"] == 1, flags)
    check("visitor: no flag stops the menu of a long press", "contextmenu" in flags["long_press"]["types"], flags)
    check("visitor: without rules a swipe from the edge reaches the page, with them it does not", flags["edge_swipe"]["fingers"] == 1 and
          rules["edge_swipe"]["types"] == [], (flags, rules))
    check("visitor: the flag stops the swipe back", "popstate" not in flags["swipe_back"]["types"], flags)


def is_debian_13():
    return pathlib.Path("/etc/debian_version").read_text().startswith("13")


PARTS = [sway, sway_portrait, labwc, labwc_portrait, cage, cage_portrait, x, x_portrait, sway_two_displays, labwc_two_displays, visitor]
