"""The parts of drills.py. Each takes the drill, and leaves everything repaired."""
import errno
import hashlib
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import time

import __main__ as drills
from testkit import SOCKET, UNIT, Panel, check, event_node, journal, journal_cursor, main_pid, run, systemctl, unit, until

KILLS, PULLS = int(os.environ.get("KILLS", "200")), int(os.environ.get("PULLS", "1000"))
JOURNAL = "systemd-journald.socket", "systemd-journald-dev-log.socket", "systemd-journald-audit.socket"


def killed_at_random(drill):
    """kill -9 at random moments under fingers."""
    dice, longest, lost, left, device = random.Random(1), 0.0, [], [], drill.node.path
    pid = drill.ask(type="status")["pid"]
    for number in range(KILLS):
        drill.panel.frame(s0=drills.BUTTON, s1=drills.OTHER)
        end = time.monotonic() + dice.random() * 0.3
        step = 0
        while time.monotonic() < end:
            step += 1
            drill.panel.frame(s0=(drills.BUTTON[0] + step % 50, drills.BUTTON[1]), s1=(drills.OTHER[0] + step % 50, drills.OTHER[1]))
            time.sleep(dice.random() * 0.02)
        os.kill(pid, signal.SIGKILL)
        start = time.monotonic()
        drill.client.quiet(5)
        if not drill.client.closed or drill.client.faults:
            lost.append((number, drill.client.closed, drill.client.faults))
        if not drill.reconnect(60):
            lost.append((number, "nobody listens"))
            break
        new = drill.ask(type="status")["pid"]
        longest = max(longest, time.monotonic() - start)
        drill.panel.lift_all()
        if not drill.has_lifted(30) or drill.node.gone:
            left.append((number, dict(drill.node.down), drill.node.gone))
            if drill.node.gone:
                drill.read_virtual()
        if drill.client.touches():      # a finger that was down before the kill must not come back as a touch
            left.append((number, drill.client.touches()[:2]))
        if new == pid:
            lost.append((number, "the same process"))
        pid = new
    check(f"killed {KILLS} times: each client sees the connection's end, and a new touchd answers", not lost, lost[:3])
    check(f"killed {KILLS} times: no finger stays down, and none comes back", not left, left[:3])
    check("killed: the virtual panel is the same device", drill.node.path == device, (drill.node.path, device))
    print(f"# the longest time without touchd: {longest:.1f} s of the guest", flush=True)
    drill.is_well("killed")


def pulled_out(drill):
    """The panel is pulled out, most times under fingers, and plugged in."""
    def usage():
        pid = main_pid()
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
        return pid, len(os.listdir(f"/proc/{pid}/fd")), int(status.split("RssAnon:")[1].split()[0])
    wrong, before = [], None
    for number in range(PULLS):
        if number == min(20, PULLS // 2):
            before = usage()
        mark, node_mark = len(drill.client.lines), len(drill.node.story)
        drill.panel.frame(s0=drills.BUTTON, s1=drills.OTHER)
        began = drill.client.expect_touch(20, mark, phase="began", region="ok")
        drill.panel.unplug()
        gone = drill.client.expect(lambda line: line["type"] == "panel" and line["state"] == "removed", 60, mark)
        cancelled = drill.client.expect_touch(1, mark, phase="cancelled", reason="deviceRemoved", region="ok")
        if not (began and gone and cancelled) or not drill.has_lifted(20) or drill.node.gone:
            wrong.append((number, bool(began), bool(gone), bool(cancelled), dict(drill.node.down), drill.node.gone))
        mark = len(drill.client.lines)
        drill.panel = Panel()
        if not drill.client.expect(lambda line: line["type"] == "panel" and line["state"] == "added", 60, mark):
            wrong.append((number, "not added"))
        del drill.client.lines[:-20], drill.node.story[:-20]
        if len(wrong) > 5:
            break
    after = usage()
    check(f"pulled out {PULLS} times: each finger is cancelled with deviceRemoved and lifts at the applications", not wrong, wrong[:3])
    check("pulled out: the same process has as many descriptors as before", after[:2] == before[:2], (before, after))
    check("pulled out: and no more than 512 KiB more of its own memory", after[2] - before[2] <= 512, (before, after))
    drill.is_well("pulled out")


def disk_is_full(drill):
    """The state folder's disk is full."""
    folder = drills.STATE
    run("mount", "-t", "tmpfs", "-o", "size=64k,mode=700", "tmpfs", str(folder))
    systemctl("restart", UNIT)
    drill.reconnect()
    drill.read_virtual()
    check("full disk: it starts on a new folder", drill.answers(), journal()[-2000:])
    filler = folder / "filler"
    full = os.open(filler, os.O_WRONLY | os.O_CREAT)
    try:
        while True:
            os.write(full, b"x" * 512)
    except OSError:
        os.close(full)
    check("full disk: nothing more can be written", os.statvfs(folder).f_bavail == 0, os.statvfs(folder))
    mark = drill.hold()
    drill.panel.frame(s2=drills.SLIDER)
    time.sleep(7)       # values are written at most once in 5 s
    check("full disk: a touch goes on", drill.goes_on(mark))
    check("full disk: a reload works", systemctl("reload", UNIT).returncode == 0, journal()[-2000:])
    text = journal()
    check("full disk: the log says so", "No space left" in text, text[-1500:])
    systemctl("restart", UNIT)
    drill.reconnect()
    drill.read_virtual()
    check("full disk: it starts", drill.answers(), journal()[-2000:])
    filler.unlink()
    drill.panel.tap(drills.SLIDER[0] + 10, drills.SLIDER[1])
    systemctl("stop", UNIT, "touchd.socket", "touchd-admin.socket")
    kept = folder / "values.json"
    check("full disk: with space again, values are kept", kept.exists() and json.loads(kept.read_text()), os.listdir(folder))
    run("umount", "-l", str(folder))
    systemctl("start", "touchd.socket", "touchd-admin.socket", UNIT)
    drill.reconnect()
    drill.read_virtual()
    drill.is_well("full disk")


def run_is_read_only(drill):
    """/run is read-only."""
    mark = drill.hold()
    # A second mount in front, because files of the first one are open for writing. It reaches the namespaces of services, too.
    done = run("mount", "--bind", "/run", "/run")
    assert not done.returncode, done
    try:
        done = run("mount", "-o", "remount,bind,ro", "/run")
        assert not done.returncode, done
        try:
            pathlib.Path("/run/written").touch()
            check("read-only /run: nobody can write there", False)
        except OSError as error:
            check("read-only /run: nobody can write there", error.errno == errno.EROFS, error)
        check("read-only /run: a touch goes on", drill.goes_on(mark))
        check("read-only /run: a new client connects", drill.reconnect(30))
        pid = drill.ask(type="status")["pid"]
        os.kill(pid, signal.SIGKILL)
        check("read-only /run: killed, it comes back on systemd's sockets", drill.reconnect(60), journal()[-2000:])
    finally:
        done = run("umount", "/run")
    assert not done.returncode, done
    check("read-only /run: with /run writable again, touchd is there", until(lambda: drill.reconnect(20), 120), journal()[-2000:])
    drill.read_virtual()
    drill.is_well("read-only /run")


def memory_is_short(drill):
    """A MemoryMax so small that touchd may be killed for it, and clients that make it queue as much as they can."""
    def times_at_limit():
        """How often the kernel had to reclaim memory of the unit, or kill, because of a limit. A new start counts anew."""
        events = pathlib.Path("/sys/fs/cgroup") / unit("ControlGroup").lstrip("/") / "memory.events"
        return sum(int(count) for name, count in map(str.split, events.read_text().splitlines()) if name in ("max", "oom", "oom_kill"))
    pid, used = main_pid(), int(unit("MemoryCurrent"))
    limit = used + (1 << 20)
    if systemctl("set-property", "--runtime", UNIT, f"MemoryMax={limit}").returncode or int(unit("MemoryMax")) > limit + 4096:
        print("skipped: no memory limits here")
        return
    before = times_at_limit()
    flood = [socket.socket(socket.AF_UNIX) for _ in range(40)]
    try:
        for one in flood:
            one.settimeout(5)
            try:
                one.connect(SOCKET)
                one.setblocking(False)
                one.send(b'{"type":"subscribe","id":1,"observe":true}\n' + b'{"type":"status","id":1}\n' * 500)
            except OSError:
                pass
        for step in range(100):
            drill.panel.frame(s1=(drills.OTHER[0] + step % 50, drills.OTHER[1]))
            drill.client.pump()
            time.sleep(0.02)
    finally:
        for one in flood:
            one.close()
    drill.panel.lift_all()
    new = until(main_pid, 30)
    reached = times_at_limit()
    check("short memory: touchd was at its limit, or killed for it", new != pid or reached > before, (before, reached))
    print(f"# memory limit {limit >> 10} KiB, used before {used >> 10} KiB: touchd {'was not killed' if new == pid else 'was killed and started again'}",
          flush=True)
    systemctl("set-property", "--runtime", UNIT, "MemoryMax=320M")
    check("short memory: touchd answers", drill.reconnect(60), journal()[-2000:])
    check("short memory: no finger stays down", drill.has_lifted(30), drill.node.down)
    drill.read_virtual()
    drill.is_well("short memory")


def udev_restarts(drill):
    """systemd-udevd is restarted, and a panel comes while it is stopped."""
    mark = drill.hold()
    systemctl("restart", "systemd-udevd")
    check("udev restarted: a touch goes on", drill.goes_on(mark))
    systemctl("stop", "systemd-udevd-kernel.socket", "systemd-udevd-control.socket", "systemd-udevd")
    drill.panel.unplug()
    mark = len(drill.client.lines)
    drill.panel = Panel()
    time.sleep(2)
    systemctl("start", "systemd-udevd-kernel.socket", "systemd-udevd-control.socket", "systemd-udevd")
    run("udevadm", "trigger", "--action=add", "--subsystem-match=input")
    check("udev stopped: a panel that came meanwhile is found when it runs again", drill.answers(), journal()[-2000:])
    drill.is_well("udev restarted")


def udev_is_not_heard(drill):
    """udev's notices are lost while touchd does not run. Meanwhile, a panel is replaced by another at the same node."""
    notice, pid = notice_of_a_change(event_node("name", drill.panel.NAME.decode())), main_pid()
    systemctl("service-watchdogs", "no")
    os.kill(pid, signal.SIGSTOP)
    try:
        repeat(notice)
        drill.panel.unplug()
        run("udevadm", "settle")
        drill.panel = Panel()
        run("udevadm", "settle")
        drops = dropped_notices(pid)
    finally:
        os.kill(pid, signal.SIGCONT)
        systemctl("service-watchdogs", "yes")
    check("notices lost: the kernel dropped some of them", drops, drops)
    check("notices lost: a panel that was replaced meanwhile is found", drill.answers(), journal()[-2000:])
    drill.is_well("notices lost")


def notice_of_a_change(node):
    """Returns udev's notice of a change of an event node."""
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 15) as udev:
        udev.bind((0, 2))
        (pathlib.Path("/sys/class/input") / pathlib.Path(node).name / "uevent").write_text("change")
        return udev.recv(1 << 16)


def repeat(notice):
    """Repeats one of udev's notices so often that no reader has room for all."""
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 15) as sender:
        for _ in range(5000):
            sender.sendto(notice, (0, 2))


def dropped_notices(pid):
    """Returns how many notices the kernel has dropped for a process's connections to udev (the column Drops of protocol 15)."""
    rows = [line.split() for line in pathlib.Path("/proc/net/netlink").read_text().splitlines()[1:]]
    inodes = {os.readlink(one)[8:-1] for one in pathlib.Path(f"/proc/{pid}/fd").iterdir() if os.readlink(one).startswith("socket:")}
    return sum(int(row[8]) for row in rows if row[1] == "15" and row[9] in inodes)


def journal_stops(drill):
    """systemd-journald is stopped, with its sockets, while touchd has much to log."""
    mark = drill.hold()
    systemctl("stop", *JOURNAL, "systemd-journald")
    check("journal stopped: it does not run", unit_state("systemd-journald") != "active", unit_state("systemd-journald"))
    for _ in range(200):
        one = socket.socket(socket.AF_UNIX)
        one.connect(SOCKET)
        one.send(b"garbage\n" * 10)
        one.close()
    check("journal stopped: a touch goes on", drill.goes_on(mark))
    pid = drill.ask(type="status")["pid"]
    check("journal stopped: a reload works", systemctl("reload", UNIT).returncode == 0)
    check("journal stopped: a tap arrives", drill.answers())
    systemctl("start", *JOURNAL[:2], "systemd-journald")
    cursor = until(journal_cursor)
    check("journal stopped: touchd is the same process", drill.ask(type="status")["pid"] == pid)
    systemctl("reload", UNIT)
    check("journal started: the log goes on", until(lambda: "reloaded" in journal(cursor), 30), journal(cursor))
    drill.is_well("journal stopped")


def unit_state(name):
    return systemctl("is-active", name).stdout.strip()


def without_dbus(drill):
    """D-Bus is absent: touchd and the units that it starts must not need it."""
    systemctl("stop", "dbus.socket", "dbus.service")
    systemctl("mask", "--runtime", "dbus.socket", "dbus.service")
    try:
        check("no D-Bus: nobody answers on it", not os.path.exists("/run/dbus/system_bus_socket") or unit_state("dbus.service") != "active")
        systemctl("restart", UNIT)
        check("no D-Bus: touchd starts", drill.reconnect(), journal()[-2000:])
        drill.read_virtual()
        pathlib.Path("/run/systemd/system/touchd-gesture@main:service.service").write_text("[Service]\nType=oneshot\nExecStart=/bin/touch /run/gesture-done\n")
        systemctl("daemon-reload")
        drill.answers()

        def gestured():
            drill.panel.frame(s0=drills.CORNER)
            time.sleep(0.5)
            drill.panel.frame(s0=None)
            return until(lambda: os.path.exists("/run/gesture-done"), 5)
        check("no D-Bus: a staff gesture starts its unit", until(gestured, 60, 0), run("journalctl", "-q", "-b", "--no-pager", "-u", "touchd-units").stdout[-1500:])
        check("no D-Bus: touchctl doctor ends", "touchd" in run("touchctl", "doctor").stdout)
    finally:
        systemctl("unmask", "--runtime", "dbus.socket", "dbus.service")
        pathlib.Path("/run/systemd/system/touchd-gesture@main:service.service").unlink(missing_ok=True)
        systemctl("daemon-reload")
    drill.is_well("no D-Bus")


def clock_is_set(drill):
    """The wall clock goes back a year, and forward again."""
    mark, now = drill.hold(), time.time()
    try:
        run("date", "-s", f"@{int(now - 365 * 86400)}")
        check("a year back: a touch goes on", drill.goes_on(mark))
        times = [line["time"] for line in drill.client.lines[mark:] if line["type"] == "frame"]
        check("a year back: event times rise", times == sorted(times) and times[-1] - times[0] < 600_000_000, times[:3])
        for command in ("status", "stats", "metrics", "report --since 24h"):
            done = run("touchctl", *command.split())
            check(f"a year back: touchctl {command} works", done.returncode == 0 and done.stdout, done.stdout[-500:])
        check("a year back: a tap arrives", drill.answers())
        systemctl("restart", UNIT)
        check("a year back: touchd starts with state of the future", drill.reconnect(), journal()[-2000:])
        drill.read_virtual()
        check("a year back: and a tap arrives", drill.answers())
    finally:
        run("date", "-s", f"@{int(now + 60)}")
    drill.is_well("a year back")


def broken_at_boot(drill):
    """A broken configuration when the sockets and touchd are started, as at boot, with a last good one and without."""
    whole = ["touchd.socket", "touchd-admin.socket", UNIT]
    good = [file for file in drills.STATE.glob("last-good*")]
    check("broken at boot: there is a last good configuration", good, list(drills.STATE.iterdir()))
    systemctl("stop", *reversed(whole))
    drills.CONFIGURATION.write_text("version: 1\nscreens: [{ id: main, size: [1000\n")
    cursor = journal_cursor()
    systemctl("start", *whole)
    check("broken at boot: touchd starts with the last good one", drill.reconnect(), journal(cursor))
    warned = [line for line in drill.client.lines if line["type"] == "warning"]
    check("broken at boot: clients are warned", warned, drill.client.lines[:3])
    check("broken at boot: the log has the error's place", "touchd.yaml:3:1: error" in journal(cursor), journal(cursor)[-1500:])
    check("broken at boot: a tap arrives", drill.answers())
    check("broken at boot: touchd has its keyboard", until(lambda: event_node("phys", "touchd/keys/main")), run("journalctl", "-u", "touchd-devices").stdout[-1500:])
    systemctl("stop", *reversed(whole))
    for file in good:
        file.unlink()
    cursor = journal_cursor()
    systemctl("start", *whole)
    ended = until(lambda: unit("ExecMainStatus") == "78" and unit("ActiveState") != "activating", 60)
    check("broken at boot, without a good one: it ends with 78 and is not started again", ended and unit("SubState") in ("failed", "dead"),
          (unit("ExecMainStatus"), unit("SubState"), journal(cursor)[-1500:]))
    with socket.socket(socket.AF_UNIX) as waiting:
        waiting.connect(SOCKET)
        time.sleep(30)
        starts = journal(cursor).count("touchd.yaml:3:1: error")
        check("broken at boot: a client that waits starts it now and then", 2 <= starts <= 8, (starts, journal(cursor)[-1500:]))
        check("and systemd keeps the socket", unit_state("touchd.socket") == "active", systemctl("status", "touchd.socket").stdout)
        drills.CONFIGURATION.write_text(drills.TEXT)
        check("repaired: it starts without a command", drill.reconnect(), journal(cursor)[-1500:])
    drill.read_virtual()
    drill.is_well("broken at boot")


def upgrade_and_downgrade(drill):
    """dpkg installs the package, then the next version, then the version before, with counts and values that must stay."""
    folder = pathlib.Path(os.environ["PACKAGES"])
    packages = [next((folder / version).glob("touchd_*.deb")) for version in ("first", "second")]

    def install(package):
        return run("dpkg", "--force-confold", "--force-depends", "-i", str(package), seconds=2400, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})

    def counted():
        statistics = drill.ask(type="stats")["statistics"]
        return next((region["touches"] for region in statistics["regions"] if region["region"] == "ok"), 0)

    def value():
        """The slider's value that is kept; None if none is."""
        kept = drills.STATE / "values.json"
        regions = json.loads(kept.read_text())["regions"] if kept.exists() else []
        return next((one["value"] for one in regions if one["region"] == "volume"), None)

    def rewritten():
        """The value that touchd writes when another one changes."""
        stop, start = [UNIT, "touchd.socket", "touchd-admin.socket"], ["touchd.socket", "touchd-admin.socket", UNIT]
        systemctl("stop", *stop)
        after = value()
        systemctl("start", *start)
        drill.reconnect()
        drill.read_virtual()
        return after

    def program():
        return hashlib.sha256(pathlib.Path("/usr/bin/touchd").read_bytes()).hexdigest()
    done = install(packages[0])
    check("upgrade: the package is installed over the files", done.returncode == 0, done.stdout[-1500:])
    drill.reconnect()
    drill.read_virtual()
    drill.answers()
    for number, (package, name) in enumerate(((packages[1], "upgrade"), (packages[0], "downgrade"))):
        last, old = value(), program()
        # Far from where the knob is, because a tap on the knob moves nothing.
        drill.panel.tap(drills.SLIDER[0] + (240, -240)[number], drills.SLIDER[1])
        drill.answers()
        drill.client.quiet(0.5)
        check(f"{name}: the slider's value is written", until(lambda: value() not in (None, last), 60), (last, value()))
        before, kept = counted(), value()
        mark = drill.hold()
        done = install(package)
        check(f"{name}: dpkg installs it under a finger", done.returncode == 0, done.stdout[-1500:])
        drill.client.pump(5)
        phases = [touch["phase"] for touch in drill.client.touches(mark) if touch["region"] == "ok"]
        check(f"{name}: the finger is cancelled, not lifted", "ended" not in phases, phases)
        drill.panel.lift_all()
        check(f"{name}: touchd answers", drill.reconnect(), journal()[-2000:])
        check(f"{name}: no finger stays down", drill.has_lifted(30), drill.node.down)
        drill.read_virtual()
        check(f"{name}: the counts are kept", counted() >= before > 0, (before, counted()))
        check(f"{name}: it is another program", program() != old, old)
        check(f"{name}: the slider's value is kept, also when touchd writes it again", value() == kept and rewritten() == kept, (kept, value()))
        check(f"{name}: the configuration is the administrator's", drills.CONFIGURATION.read_text() == drills.TEXT)
        drill.is_well(name)


# State of a later version: a touchd that cannot read it must still start.
def state_of_a_later_version(drill):
    systemctl("stop", UNIT, "touchd.socket", "touchd-admin.socket")
    kept = {file: file.read_bytes() for file in drills.STATE.glob("*.json")}
    check("later state: there is state", kept, list(drills.STATE.iterdir()))
    for text in (b'{"version":99,"later":true}', b"", b"\0" * 4096, b'{"version":1,"values":{"volume":'):
        for file in kept:
            file.write_bytes(text)
        systemctl("start", "touchd.socket", "touchd-admin.socket", UNIT)
        check(f"later state: it starts with {text[:12]!r} in each file", drill.reconnect() and drill.answers(), journal()[-2000:])
        systemctl("stop", UNIT, "touchd.socket", "touchd-admin.socket")
    systemctl("start", "touchd.socket", "touchd-admin.socket", UNIT)
    drill.reconnect()
    drill.read_virtual()
    drill.is_well("later state")


PARTS = [killed_at_random, pulled_out, disk_is_full, run_is_read_only, memory_is_short, udev_restarts, udev_is_not_heard, journal_stops, without_dbus,
         clock_is_set, broken_at_boot, state_of_a_later_version, upgrade_and_downgrade]
