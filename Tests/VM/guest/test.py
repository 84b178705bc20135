#!/usr/bin/python3
"""touchd as an installed service, on real input devices. Run by Tests/VM/run, as root, in the project's folder.

    test.py [PART...]    all parts, or the named ones with what they want before them

Each part leaves the service running, no finger down, and `everything`, the client that has seen all so far, connected."""
import os
import pathlib
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
import traceback

import field
import gestures
import keypads
import messages
import recovery
import routing
import takenover
import testkit
import typed
import virtual
from testkit import (LIFT, SOCKET, UNIT, Client, Fingers, Panel, check, first_difference, journal, journal_cursor, main_pid,
                     run, story, systemctl, unit, until)

GUEST = pathlib.Path(__file__).resolve().parent
PROJECT = GUEST.parent.parent.parent
RECORDING = GUEST / "panel.evemu"
CONFIGURATION = pathlib.Path("/etc/touchd/touchd.yaml")
ADMIN_SOCKET = "/run/touchd/admin.sock"
SOCKETS = ["touchd.socket", "touchd-admin.socket"]
PACKAGES = ["touchd", "touchd-mqtt", "touchd-read", "touchd-speak", "touchd-tuio", "touchd-web"]
DROP_IN = pathlib.Path("/run/systemd/system/touchd.service.d/test.conf")
CLIENT = "/usr/share/doc/touchd/examples/client.py"
INSTALLED = ["/usr/bin/touchd", "/usr/bin/touchctl", "/usr/lib/systemd/system/touchd.service",
             "/usr/lib/systemd/system/touchd.socket", "/usr/lib/systemd/system/touchd-admin.socket",
             "/usr/lib/systemd/system/touchd-recover.socket", "/usr/lib/systemd/system/touchd-recover@.service",
             "/usr/lib/systemd/system/touchd-devices.socket", "/usr/lib/systemd/system/touchd-devices.service",
             "/usr/lib/udev/rules.d/61-touchd-virtual.rules", "/usr/lib/udev/rules.d/70-touchd.rules",
             "/usr/lib/sysusers.d/touchd.conf", "/usr/lib/systemd/catalog/touchd.catalog", "/usr/share/touchd/demo.yaml",
             "/usr/share/touchd/demo.evemu", CLIENT]

# Places on the panel in its units; touchd.yaml's regions are half as large, in points.
OK, CANCEL, BOARD, PAD, NOWHERE = (400, 800), (1600, 800), (500, 300), (1500, 300), (20, 20)

# True if packages were installed before the boot (Tests/VM/arm64), so that the test has nothing to install.
PACKAGED = "TOUCHD_PACKAGED" in os.environ

# The result of "systemd-analyze security" on Debian 12 for the service.
EXPOSURE = 1.3

everything = None       # a client that subscribes to **
panel = None            # the panel on /dev/uinput
used_ids = set()        # of all touches of the running daemon


def remember():
    used_ids.update(t["id"] for t in everything.touches())


def near(place):
    """Returns a place nearby, because the kernel does not report unchanged values."""
    return place[0] + 10, place[1] + 6


def answers(client, place=OK, region="ok", seconds=testkit.PATIENCE, slot="s0"):
    """Whether a tap reaches the client. Repeats the tap until it does, because the daemon may still be opening the panel. No tap is on its way then."""
    mark = len(client.lines)

    def tapped():
        panel.tap(*place, slot)
        return client.expect_touch(0.5, mark, phase="ended", region=region)
    tap = until(tapped, seconds, 0)
    client.settle()
    return tap


def reconnect():
    """Connects a new `everything` to a daemon that may still be starting."""
    global everything

    def connected():
        try:
            return Client()
        except (FileNotFoundError, ConnectionRefusedError):
            return None
    if everything:
        everything.close()
    everything = until(connected)
    used_ids.clear()


# ------------------------------------------------------------------ the parts, in order

def installing_from_source():
    CONFIGURATION.parent.mkdir()
    CONFIGURATION.write_text("# the administrator's own\n")
    done = run("make", "-s", "install", "PREFIX=/usr", cwd=PROJECT)
    check("make install succeeds", done.returncode == 0, done.stdout)
    check("the administrator's configuration is kept", CONFIGURATION.read_text() == "# the administrator's own\n")


def packaged():
    """The state that apt has left, without a running systemd, and that systemd has made of it in this boot."""
    states = dict(line.split("=") for line in run("dpkg-query", "-W", "-f", "${Package}/${Architecture}=${db:Status-Status}\n", "touchd*").stdout.splitlines())
    architecture = run("dpkg", "--print-architecture").stdout.strip()
    print(f"# {' '.join(os.uname())}", flush=True)
    check("the packages are those of this processor, and configured",
          states == {f"{name}/{architecture}": "installed" for name in PACKAGES} and os.uname().machine == {"arm64": "aarch64", "amd64": "x86_64"}[architecture], states)
    check("systemd has opened the sockets at boot", systemctl("is-active", *SOCKETS).stdout.split() == ["active"] * len(SOCKETS), systemctl("is-active", *SOCKETS).stdout)
    check("and the service is enabled", systemctl("is-enabled", UNIT).stdout.strip() == "enabled", systemctl("is-enabled", UNIT).stdout)
    check("it accepts the shipped configuration", run("touchctl", "check", str(CONFIGURATION)).returncode == 0)
    versions = {name: run(name, "--version").stdout.split()[-1:] for name in [*PACKAGES, "touchctl"]}
    check("all programs start", len({tuple(version) for version in versions.values()}) == 1 and versions["touchd"], versions)
    for port in (8137, 8138):
        with socket.create_connection(("127.0.0.1", port), testkit.PATIENCE) as s:
            s.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            answer = s.recv(100)[:12]
        check(f"touchd-web answers on port {port} that it has no token", answer == b"HTTP/1.1 503", answer)
    # touchd-read is a unit of the user.
    bridges = [f"{name}.service" for name in PACKAGES if name not in ("touchd", "touchd-read")]
    check("no bridge is enabled", systemctl("is-enabled", *bridges).stdout.split() == ["disabled"] * len(bridges), systemctl("is-enabled", *bridges).stdout)


def installing():
    (packaged if PACKAGED else installing_from_source)()
    missing = [f for f in INSTALLED if not os.path.exists(f)]
    check("programs, unit, udev rules, examples are in place", not missing, missing)
    check("the group touch exists", run("getent", "group", "touch").returncode == 0)
    shutil.copy(GUEST / "touchd.yaml", CONFIGURATION)
    done = run("systemd-analyze", "verify", "--man=no", UNIT, "touchd-recover.socket", "touchd-recover@0.service", "touchd-devices.socket", "touchd-devices.service", "touchd@left.service",
               "touchd@left.socket", "touchd-admin@left.socket")
    check("systemd finds nothing wrong with the units", done.returncode == 0 and "touchd" not in done.stdout, done.stdout)
    verdict = run("systemd-analyze", "security", "--no-pager", UNIT).stdout.splitlines()[-1]
    exposure = float(re.search(r": (\d+\.\d+) ", verdict)[1])
    check(f"its exposure is {EXPOSURE} at most", exposure <= EXPOSURE, verdict)


def evemu_device():
    """Makes a panel from the recording's description; it lives as long as the program."""
    device = subprocess.Popen(["evemu-device", RECORDING], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
    node = device.stdout.readline().rsplit(" ", 1)[1].strip()
    run("udevadm", "settle", "--timeout=20")
    return device, node


def plugging_in_starts_it():
    global everything
    check("not running yet", unit("ActiveState") == "inactive", unit("ActiveState"))
    device, node = evemu_device()
    check("plugging a panel in starts the service", until(lambda: unit("ActiveState") == "active"), unit("ActiveState"))

    status = pathlib.Path(f"/proc/{main_pid()}/status").read_text()
    uid = int(re.search(r"^Uid:\t\d+\t(\d+)", status, re.M)[1])
    groups = re.search(r"^Groups:\t(.*)", status, re.M)[1].split()
    gid_of = lambda name: run("getent", "group", name).stdout.split(":")[2]
    check("it does not run as root", uid != 0, uid)
    check("it is in group touchd-devices, and not in group input", gid_of("touchd-devices") in groups and gid_of("input") not in groups, groups)
    check("it cannot change its virtual panels", re.search(r"^Seccomp:\t2$", status, re.M) and "/usr/bin/touchd" in run("cat", f"/proc/{main_pid()}/cmdline").stdout, status)
    check("it has no capabilities", re.search(r"^CapEff:\t0+$", status, re.M), status)
    socket = os.stat(SOCKET)
    check("its socket is 0660 and group touch's",
          (stat.filemode(socket.st_mode), str(socket.st_gid)) == ("srw-rw----", gid_of("touch")),
          (stat.filemode(socket.st_mode), socket.st_gid))
    admin = os.stat(ADMIN_SOCKET)
    check("its admin socket is 0660 and group touch-admin's",
          (stat.filemode(admin.st_mode), str(admin.st_gid)) == ("srw-rw----", gid_of("touch-admin")),
          (stat.filemode(admin.st_mode), admin.st_gid))
    check("systemd made both, and passes them on", unit("TriggeredBy").split() in (
        ["touchd.socket", "touchd-admin.socket"], ["touchd-admin.socket", "touchd.socket"]), unit("TriggeredBy"))

    everything = Client()
    check("hello, reply, and a snapshot come first",
          everything.hello["protocol"] == 1 and everything.reply["ok"] and everything.snapshot["seq"] == 1, everything.lines)
    return device, node


def playing_a_recording():
    device, node = plugging_in_starts_it()
    fingers = Fingers(os.open(node, os.O_WRONLY))

    # The example, run by a user who may connect and by one who may not.
    example = subprocess.Popen(["/usr/bin/python3", CLIENT], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                               user="nobody", group="touch", extra_groups=[])
    os.set_blocking(example.stdout.fileno(), False)
    printed = []

    def read_example():
        printed.extend(line.strip() for line in iter(example.stdout.readline, ""))
        return printed

    def greeted():
        fingers.tap(*NOWHERE)
        return read_example()
    check("a user in group touch may connect", until(greeted, step=0.3))
    stranger = run("/usr/bin/python3", CLIENT, user="nobody", group="nogroup", extra_groups=[])
    check("others may not", "PermissionError" in stranger.stdout, stranger.stdout)

    everything.quiet(0.5)
    remember()
    read_example()
    printed.clear()
    mark = len(everything.lines)
    with open(RECORDING) as recording:
        subprocess.run(["evemu-play", node], stdin=recording, timeout=30, check=True)
    last = everything.expect_touch(after=mark, x=300, y=200)
    check("the recording arrives to its end", last, everything.touches(mark))

    device.terminate()
    device.wait(10)
    os.close(fingers.fd)
    removed = everything.expect(lambda m: m["type"] == "panel" and m.get("state") == "removed", after=mark)
    check("a finger on an unplugged panel is cancelled: deviceRemoved",
          everything.expect_touch(1, mark, phase="cancelled", reason="deviceRemoved", id=last.get("id")))
    check("and then the panel's removal is told", removed and everything.lines[-1] == removed, everything.lines[-2:])

    frames = [m for m in everything.lines[mark:] if m["type"] == "frame"]
    seen = story(frames)
    expected = story(lines_of((GUEST / "expected.jsonl").read_text()))
    check("it is what expected.jsonl says", seen == expected, first_difference(seen, expected))
    check("its ids were never used before", not used_ids & {t["id"] for t in everything.touches(mark)})
    times = [m["time"] for m in frames]
    check("event times rise", times == sorted(times) and times[-1] - times[0] > 200_000, times)

    replay = run("/usr/bin/touchctl", "replay", str(RECORDING), "--config", str(CONFIGURATION))
    try:
        replayed = story(m for m in lines_of(replay.stdout) if m["type"] == "frame")
    except ValueError:
        replayed = []
    check("touchctl replay tells the same story", replayed == seen,
          first_difference(replayed, seen) if replayed else replay.stdout)

    wanted = [f"{phase}{f' ({reason})' if reason else ''} {region} {float(x)} {float(y)}"
              for frame in expected for _, phase, region, _, x, y, _, _, reason in frame]
    until(lambda: len(read_example()) >= len(wanted))
    told = [" ".join(words[1:-2] + [str(float(w)) for w in words[-2:]]) for words in (line.split() for line in printed)]
    check("the example client prints the same", told == wanted, first_difference(told, wanted))
    example.terminate()
    example.wait(10)


def lines_of(text):
    return [testkit.json.loads(line) for line in text.splitlines()]


def plugging_in_again():
    global panel
    remember()
    mark = len(everything.lines)
    panel = Panel()
    check("a panel that comes back is told",
          everything.expect(lambda m: m["type"] == "panel" and m.get("state") == "added", after=mark), everything.lines[mark:])
    check("and works", answers(everything))
    check("with new ids", not used_ids & {t["id"] for t in everything.touches(mark)})


def several_clients():
    menu, board = Client("kiosk/menu/*"), Client("kiosk/board")
    mark = len(everything.lines)
    panel.frame(s0=OK)
    panel.frame(s1=BOARD)
    panel.frame(s0=near(OK), s1=near(BOARD))
    panel.frame(s0=LIFT)

    late = Client()
    known = [t.get("id") for t in late.snapshot["touches"]]
    panel.frame(s1=BOARD)
    panel.frame(s1=LIFT)
    both = [everything.expect_touch(after=mark, phase="ended", region=r) for r in ("ok", "board")]
    for client, region in (menu, "ok"), (board, "board"):
        client.expect_touch(phase="ended")
        check(f"a client of {region} gets that region's touch, whole, and nothing else",
              {t["region"] for t in client.touches()} == {region} and
              [t["phase"] for t in client.touches()][::len(client.touches()) - 1] == ["began", "ended"], client.touches())
    check("the ids are the same for every client",
          [c.touches()[0]["id"] for c in (menu, board)] == [t.get("id") for t in both])
    check("who comes while a finger is down finds it in the snapshot", known == [both[1].get("id")], late.snapshot)
    check("and hears nothing of it", late.quiet(0.5) == [], late.touches())
    check("but all of the next", answers(late))
    for client in menu, board, late:
        client.pump(0.2)
        check("without gaps, by the grammar", not client.faults, client.faults)
        client.close()
    check("two clients leave, the third is served on", answers(everything))


def reloading():
    mark = len(everything.lines)
    panel.frame(s0=PAD, s1=BOARD)
    on_pad = everything.expect_touch(after=mark, phase="began", region="pad")
    on_board = everything.expect_touch(after=mark, phase="began", region="board")
    good = CONFIGURATION.read_text()
    without_pad = re.sub(r" +- id: pad\n.*\n", "", good)
    assert without_pad != good
    CONFIGURATION.write_text(without_pad)
    check("systemctl reload succeeds", systemctl("reload", UNIT).returncode == 0)
    check("a region removed under a finger: cancelled, regionRemoved",
          everything.expect_touch(after=mark, id=on_pad.get("id"), phase="cancelled", reason="regionRemoved"),
          everything.touches(mark))
    panel.frame(s0=near(PAD), s1=near(BOARD))
    check("the other finger goes on", everything.expect_touch(after=mark, id=on_board.get("id"), phase="moved"))
    panel.frame(s0=LIFT)
    panel.frame(s1=LIFT)
    check("and lifts", everything.expect_touch(after=mark, id=on_board.get("id"), phase="ended"))
    check("the dead finger was never heard of again",
          [t["phase"] for t in everything.touches(mark) if t["id"] == on_pad.get("id")] == ["began", "cancelled"])
    check("what was the region's now is the window's", answers(everything, PAD, "kiosk"))

    cursor, pid = journal_cursor(), main_pid()
    broken = without_pad.replace("frame: [0, 300, 1000, 200]", "frame: [0, 300, 1000, 200}")
    assert broken != without_pad
    CONFIGURATION.write_text(broken)
    line = 1 + broken[:broken.index("200}")].count("\n")
    check("systemctl reload fails with a broken configuration", systemctl("reload", UNIT).returncode != 0)
    complaint = rf"touchd\.yaml:{line}:\d+: "
    check("a broken configuration is refused with file:line:column in the journal",
          until(lambda: re.search(complaint, journal(cursor)), step=0.3), journal(cursor))
    check("the daemon keeps running, with the regions it had", answers(everything) and main_pid() == pid)

    CONFIGURATION.write_text(good)
    systemctl("reload", UNIT)
    check("a good one again is taken", until(lambda: answers(everything, PAD, "pad", 0.3)))


def losing_events():
    """SYN_DROPPED as the kernel causes it, by a slow reader."""
    recorder = testkit.Recorder("main-0")
    mark = len(everything.lines)
    panel.frame(s0=OK, s1=BOARD)
    held = everything.expect_touch(after=mark, phase="began", region="ok")
    lifted = everything.expect_touch(after=mark, phase="began", region="board")
    pid = main_pid()
    os.kill(pid, signal.SIGSTOP)
    try:
        panel.frames({"s0": (OK[0] + 2 * (i % 50), OK[1])} for i in range(600))
        panel.frame(s1=LIFT)
        panel.frames({"s0": (OK[0] + 2 * (i % 50), OK[1] + 2)} for i in range(600))
        panel.frame(s0=(OK[0] + 20, OK[1] + 10))
    finally:
        os.kill(pid, signal.SIGCONT)
    check("a finger held while events were lost goes on, with its id, where it is now",
          everything.expect_touch(after=mark, id=held.get("id"), phase="moved", x=210, y=405), everything.touches(mark)[-3:])
    check("a finger whose lift was lost is cancelled (resync), not ended",
          everything.expect_touch(after=mark, id=lifted.get("id"), phase="cancelled", reason="resync"),
          [t for t in everything.touches(mark) if t["id"] == lifted.get("id")])
    panel.frame(s0=LIFT)
    check("the held one's lift is a lift", everything.expect_touch(after=mark, id=held.get("id"), phase="ended"))
    events, touches = recorder.end()
    ends = [(t["phase"], t.get("reason")) for t in touches if t["phase"] in ("ended", "cancelled")]
    check("touchd's recording of it has the hole, and no other lift", ends == [("cancelled", "identityChanged"), ("ended", None)]
          and sum(" 0000 0003 " in line for line in events) >= 1, (recorder.said, ends, len(events)))
    check("and new touches work", answers(everything, BOARD, "board"))


def a_second_daemon():
    second = run("/usr/bin/touchd", "--config", str(CONFIGURATION), "--socket", SOCKET, seconds=20)
    check("a second daemon on the same socket is refused", second.returncode not in (0, None), second.returncode)
    check("and says which socket", SOCKET in second.stdout, second.stdout)
    check("the first serves on", answers(everything))
    other = Client()
    check("new clients too", answers(other))
    other.close()


def stopping():
    mark = len(everything.lines)
    panel.frame(s0=OK)
    held = everything.expect_touch(after=mark, phase="began", region="ok")
    check("systemctl stop succeeds", systemctl("stop", UNIT).returncode == 0)
    everything.expect(lambda m: m["type"] == "bye")
    everything.pump(2)
    check("stopped with a finger down: cancelled, shutdown",
          everything.expect_touch(1, mark, id=held.get("id"), phase="cancelled", reason="shutdown"), everything.touches(mark))
    last = everything.lines[-1]
    check("then bye, and the end", (last["type"], last.get("reason")) == ("bye", "shutdown") and everything.closed, last)
    result = unit("ExecMainStatus", "Result", "ActiveState")
    check("it ended well", result == ["0", "success", "inactive"], result)
    check("its socket waits for the next", os.path.exists(SOCKET))
    check("without gaps, by the grammar, all the time", not everything.faults, everything.faults)

    reconnect()
    check("a client that connects starts it", unit("ActiveState") == "active", unit("ActiveState"))
    panel.lift_all()
    check("it works again", answers(everything))


def killing_it():
    mark = len(everything.lines)
    panel.frame(s0=OK)
    everything.expect_touch(after=mark, phase="began", region="ok")
    epoch, pid, inode = everything.hello["epoch"], main_pid(), os.stat(SOCKET).st_ino
    os.kill(pid, signal.SIGKILL)
    check("killed, it is restarted", until(lambda: main_pid() not in (0, pid)))
    reconnect()
    check("with the same socket and another epoch", os.stat(SOCKET).st_ino == inode and everything.hello["epoch"] != epoch)
    check("another finger works", answers(everything, BOARD, "board", slot="s1"))
    panel.frame(s0=near(OK))
    panel.frame(s0=OK)
    panel.frame(s0=LIFT)
    everything.quiet(0.5)
    seen = [t for t in everything.touches() if t["region"] == "ok"]
    check("the finger that was down before is not resurrected", seen == [], seen)
    check("put down again, it works", answers(everything))


def hanging():
    DROP_IN.parent.mkdir(parents=True, exist_ok=True)
    DROP_IN.write_text("[Service]\nWatchdogSec=20\n")
    systemctl("daemon-reload")
    systemctl("restart", UNIT)
    reconnect()
    check("restarted with a shorter watchdog", answers(everything))
    time.sleep(25)
    pid = main_pid()
    check("it feeds the watchdog", unit("ActiveState", "NRestarts") == ["active", "0"], unit("ActiveState", "NRestarts"))
    cursor = journal_cursor()
    os.kill(pid, signal.SIGSTOP)
    check("hanging, it is replaced", until(lambda: main_pid() not in (0, pid), step=0.3))
    check("by the watchdog", "atchdog" in journal(cursor), journal(cursor))
    reconnect()
    check("and works again", answers(everything))


def leaving():
    DROP_IN.unlink(missing_ok=True)
    panel.unplug()
    everything.close()
    removal = ["dpkg", "--remove", *PACKAGES] if PACKAGED else ["make", "-s", "uninstall", "PREFIX=/usr"]
    done = run(*removal, cwd=PROJECT)
    left = [f for f in INSTALLED if os.path.exists(f)]
    check(f"{' '.join(removal[:3])} takes everything away", done.returncode == 0 and not left, done.stdout or left)
    check("but the configuration", CONFIGURATION.exists())
    shutil.rmtree(CONFIGURATION.parent)
    check("and leaves no daemon", until(lambda: unit("ActiveState") != "active") and not os.path.exists(SOCKET))


PARTS = [installing, playing_a_recording, plugging_in_again, *messages.PARTS, several_clients, reloading, losing_events, a_second_daemon,
         *field.PARTS, *recovery.PARTS, *routing.PARTS, *gestures.PARTS, *virtual.PARTS, *typed.PARTS, *keypads.PARTS, *takenover.PARTS, stopping, killing_it, hanging, leaving]


def main():
    if "TOUCHD_VM" not in os.environ and os.environ.get("TOUCHD_TEST_ON_THIS_MACHINE") != "1":
        sys.exit("test.py installs a service; it is for Tests/VM/run")
    chosen = [part for part in PARTS if part in (*PARTS[:3], leaving) or not sys.argv[1:] or part.__name__ in sys.argv[1:]]
    for part in chosen:
        print(f"# {part.__name__.replace('_', ' ')}", flush=True)
        try:
            part()
            if panel and part is not leaving:
                panel.lift_all()
                everything.settle()
                if everything.closed:
                    check(f"{part.__name__} leaves the client connected", False, everything.lines[-1:])
                    reconnect()
        except Exception:
            check(f"{part.__name__} comes to its end", False, traceback.format_exc())
            if part in PARTS[:3]:   # the other parts need these
                break
    if testkit.failed:
        print("# the service's journal")
        print(journal()[-8000:])
    print(f"{testkit.passed} passed, {testkit.failed} failed", flush=True)
    return 1 if testkit.failed else 0


if __name__ == "__main__":
    sys.exit(main())
