#!/usr/bin/python3
"""The Debian packages on a throw-away system: installed by apt, used, upgraded under a finger, removed, purged. Run by Tests/VM/packages, as root.

    packaged.py FOLDER    of the two repositories, first/repository and second/repository

Only this test comes from the clone: no `make install`, no toolchain, and Debian's own Python, Node and compiler."""
import functools
import os
import pathlib
import re
import shutil
import socket
import stat
import subprocess
import sys
import traceback

from prometheus_client import parser as prometheus

import testkit
import virtual
from testkit import Panel, check, systemctl, unit, until

# On a loaded machine the guest's clock may run several times too fast.
run = functools.partial(testkit.run, seconds=1500)

FOLDER = pathlib.Path(sys.argv[1])
GUEST = pathlib.Path(__file__).resolve().parent
PAGE = (GUEST.parents[2] / "docs/install.md").read_text()
REPOSITORY = pathlib.Path("/srv/touchd")
CONFIGURATION = pathlib.Path("/etc/touchd/touchd.yaml")
PACKAGES = ["touchd", "python3-touchd", "touchd-web", "touchd-mqtt", "touchd-tuio", "touchd-speak", "libtouchd-dev", "node-touchd"]
SOCKETS = ["touchd.socket", "touchd-admin.socket"]
BRIDGES = ["touchd-web.service", "touchd-web-admin.service", "touchd-mqtt.service", "touchd-tuio.service", "touchd-speak.service"]
PORTS = {"touchd-web.socket": 8137, "touchd-web-admin.socket": 8138}
EXPOSURE = {"touchd.service": 1.3, "touchd-web.service": 1.5, "touchd-web-admin.service": 1.5, "touchd-mqtt.service": 1.5,
            "touchd-tuio.service": 1.5, "touchd-speak.service": 1.5, "touchd-metrics.service": 1.3, "touchd-units.service": 1.5, "touchd-devices.service": 1.5, "touchd-unlock@main.service": 1.5}
METRICS = pathlib.Path("/var/lib/prometheus/node-exporter/touchd.prom")

# The guest's own configuration: a button of a client, and a surface for an application below.
OWN = """# the administrator's own
version: 1
screens:
  - id: main
    size: [1000, 500]
    panels: [{ match: { name: "touchd test panel" }, grab: exclusive }]
    windows:
      - { id: application, kind: surface, frame: [0, 0, 1000, 500] }
      - id: kiosk
        frame: [0, 300, 1000, 200]
        children: [{ id: ok, kind: button, frame: [100, 50, 200, 100] }]
"""
BUTTON, SURFACE = (400, 800), (1100, 200)

# Prints the result of a program that uses the library.
PROGRAM = """
import touchd
for item in touchd.connect(["kiosk/**"], events=["touch"], name="kiosk"):
    if isinstance(item, touchd.Frame):
        for event in item.events:
            print(event.phase.value, event.region, event.reason or "", flush=True)
    elif isinstance(item, touchd.Snapshot):
        print("snapshot", flush=True)
"""
# Places where a package could leave files, without the lists, logs and caches of dpkg, apt and man.
PLACES = ["/etc", "/lib/systemd", "/lib/udev", "/usr/bin", "/usr/lib/sysusers.d", "/usr/lib/python3/dist-packages", "/usr/share/pkgconfig",
          "/usr/share/man", "/usr/share/bash-completion", "/usr/share/zsh", "/usr/share/fish", "/usr/share/nodejs", "/var/lib", "/var/cache", "/srv"]
OTHERS = re.compile(r"/var/lib/(dpkg|apt|systemd|man-db|PackageKit)/|/var/cache/(apt|man|debconf|ldconfig)/|/etc/(passwd|shadow|group|gshadow)-?$|/etc/ld\.so\.cache|\.dpkg-|/apt/")

panel = None
program = None


def apt(*arguments):
    done = run("apt-get", "-q", "-y", "-o", "Dpkg::Use-Pty=0", *arguments)
    if done.returncode:
        print(done.stdout, flush=True)
    return done


def offer(version):
    """Makes the repository offer this version."""
    REPOSITORY.unlink(missing_ok=True)
    REPOSITORY.symlink_to(FOLDER / version / "repository")


def files():
    # Not recursive in large folders, where only packages install files.
    listed = run("find", *PLACES, "-xdev", "!", "-type", "d").stdout + run("find", "/usr/include", "-maxdepth", "1").stdout
    return {path for path in listed.splitlines() if not OTHERS.search(path)}


def state(*units):
    return systemctl("is-active", *units).stdout.split()


class Program:
    """A program that uses python3-touchd, as a user who may connect."""

    def __init__(self):
        environment = {"PATH": os.environ["PATH"]}
        self.process = subprocess.Popen(["/usr/bin/python3", "-c", PROGRAM], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, cwd="/",
                                        user="nobody", group="touch", extra_groups=[], env=environment)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.lines = []

    def has(self, line, after=0):
        self.lines.extend(line.strip() for line in iter(self.process.stdout.readline, ""))
        return line in self.lines[after:]

    def expect(self, line, after=0):
        return until(lambda: self.has(line, after))

    def is_reached(self):
        """Repeats a tap until a whole touch arrives, because touchd may still be opening the panel."""
        mark = len(self.lines)

        def tapped():
            panel.tap(*BUTTON)
            panel.tap(BUTTON[0] + 20, BUTTON[1] + 10)
            return self.has("ended ok", mark)
        return until(tapped, step=0.3) and until(self.is_quiet, step=0.5)

    def is_quiet(self):
        """Whether no finger is down and all events have arrived."""
        count = len(self.lines)
        testkit.time.sleep(1)
        self.has("")
        return len(self.lines) == count and self.lines[-1] == "ended ok"


# ------------------------------------------------------------------ the parts, in order

def setting_up():
    os.environ["PATH"] = "/usr/sbin:/usr/bin:/sbin:/bin"
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    for name in ("PYTHONPATH", "NODE_PATH", "LD_LIBRARY_PATH", "TOUCHD_SOCKET"):
        os.environ.pop(name, None)
    check("no toolchain is here", not shutil.which("swift") and not shutil.which("touchd"))
    # Only this repository. A kiosk has no policy-rc.d, with which a build machine forbids services to start.
    pathlib.Path("/usr/sbin/policy-rc.d").unlink(missing_ok=True)
    for path in [*pathlib.Path("/etc/apt/sources.list.d").glob("*"), pathlib.Path("/etc/apt/sources.list")]:
        path.unlink(missing_ok=True)
    # A kiosk has none of the desktop's programs that listen to apt.
    pathlib.Path("/etc/apt/apt.conf.d/20packagekit").unlink(missing_ok=True)
    # Rebuilding man's index of all pages of the build machine takes a minute.
    pathlib.Path("/var/lib/man-db/auto-update").unlink(missing_ok=True)
    pathlib.Path("/etc/apt/apt.conf.d/99test").write_text('APT::Get::Assume-Yes "true";\n')


def with_few_packages():
    """Reduces the list of installed packages to those of a kiosk, about a hundred. dpkg and apt read the entry of every package each time, which
    takes the guest minutes on a build machine."""
    status = pathlib.Path("/var/lib/dpkg/status")
    entries = {}
    for entry in status.read_text().split("\n\n"):
        if named := re.match(r"Package: (\S+)\n", entry):
            entries.setdefault(named[1], []).append(entry)
    wanted = {"apt", "gcc", "liblo7", "libmosquitto1", "man-db", "nodejs", "pkg-config", "python3", "systemd", "udev", *re.findall(
        r"^Package: (\S+)\n(?=(?:.+\n)*?(?:Essential: yes|Priority: required))", status.read_text(), re.M)}
    for package in (FOLDER / "first").glob("*.deb"):
        wanted |= names(run("dpkg-deb", "-f", str(package), "Depends").stdout)
    kept = set()
    while new := wanted - kept:
        kept |= new
        for entry in sum((entries.get(name, []) for name in new), []):
            wanted |= names(", ".join(re.findall(r"^(?:Pre-)?Depends: (.*)", entry, re.M)))
    status.write_text("\n\n".join(entry for name in entries if name in kept for entry in entries[name]) + "\n\n")


def names(dependencies):
    return set(re.findall(r"(?:^|[,|])\s*([a-z0-9][a-z0-9+.-]+)", dependencies))


def ports_are_held():
    """Checks that systemd holds the ports even while the bridges are off, and however often somebody connects: a bridge without a token answers 503
    and ends, and the socket stays."""
    check("systemd holds the ports of pages", state(*PORTS) == ["active"] * len(PORTS) and
          set(systemctl("is-enabled", *PORTS).stdout.split()) == {"enabled"}, state(*PORTS))
    for unit_name, port in PORTS.items():
        answers = []
        for _ in range(3):
            with socket.create_connection(("127.0.0.1", port), 60) as s:
                s.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                answers.append(s.recv(100)[:12])
        check(f"without a token there is nothing behind {unit_name}", answers == [b"HTTP/1.1 503"] * 3, answers)
        service = unit_name.replace(".socket", ".service")
        check(f"{service} ends, and does not try again", until(lambda: state(service) == ["failed"], 60), state(service))
        for _ in range(60):
            socket.create_connection(("127.0.0.1", port), 60).close()
        with socket.socket() as s:
            try:
                s.bind(("127.0.0.1", port))
                taken = True
            except OSError:
                taken = False
        check(f"and nobody else can take port {port}", not taken and state(unit_name) == ["active"], state(unit_name))
        until(lambda: state(service) == ["failed"], 60)
        systemctl("reset-failed", service)
        until(lambda: state(service) == ["inactive"], 60)


def installing():
    offer("first")
    # The last line installs touchd; here with the other packages.
    commands = re.search(r"<!-- kiosk -->\n```\n(.*?)```", PAGE, re.S)[1].rstrip() + " " + " ".join(PACKAGES[1:])
    done = run("bash", "-euc", commands, cwd=REPOSITORY, env={**os.environ, "URL": f"file:{REPOSITORY}"})
    check("apt installs the packages from the repository, by the page's commands", done.returncode == 0, done.stdout[-3000:])
    check("it is the repository's, and the repository is signed",
          re.search(r"release .*o=touchd", run("apt-cache", "policy").stdout) and "Trusted: yes" not in commands)
    check("the groups are there", all(run("getent", "group", name).returncode == 0 for name in ("touch", "touch-admin", "touchd-devices")))
    check("sockets and service run", state(*SOCKETS, "touchd.service") == ["active"] * 3, systemctl("status", "--no-pager", "touchd.service").stdout)
    check("and are enabled", systemctl("is-enabled", *SOCKETS, "touchd.service").stdout.split() == ["enabled"] * 3)
    check("without a panel and with the shipped configuration nothing has to be started again", unit("NRestarts") == "0", unit("NRestarts"))
    check("udev has left /dev/uinput to root alone", until(lambda: pathlib.Path("/dev/uinput").stat().st_mode & 0o777 == 0o600, 20))
    bridges_are_off()
    check("nothing has failed", systemctl("--failed", "--no-legend", "--plain", "list-units", "touchd*").stdout.strip() == "")
    for name, most in EXPOSURE.items():
        verdict = run("systemd-analyze", "security", "--no-pager", name).stdout.splitlines()[-1]
        exposure = float(re.search(r": (\d+\.\d+) ", verdict)[1])
        check(f"the exposure of {name} is {exposure}, and {most} at most", exposure <= most, verdict)


def bridges_are_off():
    check("a bridge without a token is installed and not started", state(*BRIDGES) == ["inactive"] * len(BRIDGES), state(*BRIDGES))
    check("nor enabled", set(systemctl("is-enabled", *BRIDGES).stdout.split()) == {"disabled"})
    ports_are_held()
    check("its users are there", all(run("id", name).returncode == 0 for name in ("touchd-web", "touchd-web-admin", "touchd-mqtt", "touchd-tuio", "touchd-speak")))


def configuring():
    global panel
    CONFIGURATION.write_text(OWN)
    check("touchctl check takes the administrator's configuration", run("touchctl", "check", str(CONFIGURATION)).returncode == 0)
    check("systemctl reload takes it", systemctl("reload", "touchd").returncode == 0, testkit.journal()[-1500:])
    panel = Panel()
    check("a virtual panel comes up", until(lambda: virtual.virtual_node()), testkit.journal()[-1500:])


def other_libraries_work():
    # Debian's Node looks there by itself; another Node is told to.
    debian = (run("dpkg-query", "-S", os.path.realpath(shutil.which("node"))).stdout.startswith("nodejs:")
              and not re.search("nodesource|nodistro", run("dpkg-query", "-W", "-f", "${Version}", "nodejs").stdout))
    if not debian:
        os.environ["NODE_PATH"] = "/usr/share/nodejs"
        print("skipped: not Debian's Node here: it is told where packages are")
    done = run("node", "-e", 'const touchd = require("touchd"); console.log(typeof touchd.connect, typeof touchd.presses)', cwd="/")
    check("node-touchd: require(\"touchd\")", done.stdout.strip() == "function function", done.stdout)
    done = run("node", "--input-type=module", "-e", 'import { connect } from "/usr/share/nodejs/touchd/index.mjs"; console.log(typeof connect)', cwd="/")
    check("and as a module", done.stdout.strip() == "function", done.stdout)
    if shutil.which("gcc"):
        flags = run("pkg-config", "--cflags", "touchd").stdout.split()
        done = run("gcc", *flags, "-x", "c", "/usr/share/doc/touchd/examples/presses.c", "-o", "/run/presses")
        check("libtouchd-dev: an example compiles", done.returncode == 0, done.stdout)


def using():
    global program
    program = Program()
    check("a program of python3-touchd connects, as a user in group touch", program.expect("snapshot"), program.lines)
    check("a finger on the panel reaches it", program.is_reached(), program.lines)

    other_libraries_work()
    names = "touchd", "touchctl", "touchd.yaml", "touchd-protocol", "touchd-web", "touchd-mqtt", "touchd-tuio", "touchd-speak"
    pages = [run("man", "-w", page).returncode for page in names]
    check("man finds the pages", pages == [0] * len(pages), pages)
    if not os.path.exists("/usr/share/bash-completion/bash_completion"):
        print("skipped: no bash-completion here: that bash finds the completions by itself is not tried")
    else:
        done = run("bash", "-c", ". /usr/share/bash-completion/bash_completion; _completion_loader touchctl; complete -p touchctl")
        check("bash finds the completions by itself", "touchctl" in done.stdout and "-F" in done.stdout, done.stdout)
    instance = pathlib.Path("/etc/touchd/left.yaml")
    instance.write_text("version: 1\nscreens: [{ id: left, size: [100, 100], windows: [{ id: all, frame: [0, 0, 100, 100] }] }]\n")
    systemctl("enable", "--now", "touchd@left")
    check("an instance runs beside it", state("touchd@left") == ["active"])


def measuring():
    check("without node_exporter's folder the service of metrics is skipped", systemctl("start", "touchd-metrics.service").returncode == 0
          and not os.path.lexists("/run/touchd-metrics/touchd.prom"))
    METRICS.parent.mkdir(parents=True)   # as node_exporter's package does
    systemctl("enable", "--now", "touchd-metrics.timer")
    check("the timer of metrics has a file written", until(METRICS.is_file), systemctl("status", "--no-pager", "touchd-metrics.service").stdout)
    samples = {(sample.name, *sorted(sample.labels.items())): sample.value
               for family in prometheus.text_string_to_metric_families(METRICS.read_text()) for sample in family.samples}
    check("which the parser of 0.0.4 reads, with the touches", samples.get(("touchd_up",)) == 1
          and samples.get(("touchd_region_touches_total", ("phase", "ended"), ("region", "ok")), 0) > 0, samples)
    first = METRICS.stat()
    check("everybody may read it, and it is no user's who may do more", stat.S_IMODE(first.st_mode) == 0o644 and METRICS.owner() == "touchd-metrics"
          and run("setpriv", "--reuid=nobody", "--clear-groups", "head", "-c", "1", str(METRICS)).stdout == "#", (oct(first.st_mode), METRICS.owner()))
    check("it is written again by itself", until(lambda: METRICS.stat().st_ino != first.st_ino), systemctl("list-timers", "--no-pager").stdout)
    check("as a service that has not failed", systemctl("show", "-P", "Result", "touchd-metrics.service").stdout.strip() == "success")


def unlocking():
    def mode():
        return run("touchctl", "screen", "main").stdout.split("\n")[1].split()
    run("touchctl", "screen", "main", "--lock")
    check("the glass is locked", "locked" in mode(), mode())
    done = systemctl("start", "touchd-unlock@main")
    check("touchd-unlock@ unlocks it, without root's rights", done.returncode == 0 and "normal" in mode(),
          (done.stdout, mode(), run("journalctl", "-q", "--no-pager", "-u", "touchd-unlock@main").stdout))
    for user, right in ("touchd-metrics", "status"), ("touchd-unlock", "screen"):
        done = run("setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "touchctl", "clients")
        check(f"{user} has the right {right}, and none to ask for clients", done.returncode == 77, (done.returncode, done.stdout))
        check(f"nor may {user} open the admin socket", run("setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "test", "-w",
                                                           "/run/touchd/admin.sock").returncode == 1)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as units:
        units.connect("/run/touchd/units.sock")
        units.send(b"idle 60 main")
    check("touchd-units starts what follows a screen", until(lambda: state("touchd-idle@main:60.target") == ["active"]),
          run("journalctl", "-q", "--no-pager", "-u", "touchd-units").stdout)


def upgrading():
    offer("second")
    run("apt-get", "-q", "update")
    # The page's settings replace the answer to the question about the changed configuration.
    settings = re.search(r"<!-- upgrades -->\n```\n(.*?)```", PAGE, re.S)[1]
    pathlib.Path("/etc/apt/apt.conf.d/60touchd").write_text(settings)
    node = virtual.Node(virtual.virtual_node())
    before, pid, left = os.fstat(node.fd).st_rdev, testkit.main_pid(), systemctl("show", "-P", "MainPID", "touchd@left").stdout
    mark = len(program.lines)
    panel.frame(s0=(BUTTON[0] + 40, BUTTON[1]))
    panel.frame(s1=SURFACE)
    check("a finger is on the button, and one on the surface", program.expect("began ok", mark) and until(lambda: node.pump(0.1) or node.down), (program.lines, node.story))
    done = apt("upgrade")
    version = run("dpkg-query", "-W", "-f", "${Version} ", *PACKAGES).stdout.split()
    check("apt upgrades all of them", done.returncode == 0 and set(version) == {version[0]} and version[0].endswith("+next"), version)
    check("touchd was restarted", state("touchd.service") == ["active"] and testkit.main_pid() != pid)
    check("so was the instance", until(lambda: systemctl("show", "-P", "MainPID", "touchd@left").stdout not in (left, "0\n"), 20))
    check("the program's touch was cancelled, not ended", program.expect("cancelled ok shutdown", mark) and "ended ok" not in program.lines[mark:], program.lines[mark:])
    check("and it has connected again", program.expect("snapshot", mark), program.lines[mark:])
    check("the virtual panel is the same device", until(lambda: virtual.virtual_node() == node.path, 20) and not node.gone
          and os.stat(node.path).st_rdev == before)
    node.pump(1)
    check("its finger was lifted", not node.down and node.phases() == ["down", "up"], node.story)
    panel.lift_all()
    check("the next finger is the program's", program.is_reached(), program.lines[mark:])
    panel.tap(*SURFACE)
    check("the next one on the surface is the application's", until(lambda: node.pump(0.1) or node.phases()[2:] == ["down", "up"], 20), node.story)
    check("the administrator's configuration was kept", CONFIGURATION.read_text() == OWN)
    check("the new one lies beside it", "# The next version." in CONFIGURATION.with_suffix(".yaml.dpkg-dist").read_text())
    check("a bridge is still off", state(*BRIDGES) == ["inactive"] * len(BRIDGES))
    check("its ports are still systemd's", state(*PORTS) == ["active"] * len(PORTS), state(*PORTS))
    node.close()


def removing(before):
    panel.unplug()
    program.process.terminate()
    program.process.wait(testkit.PATIENCE)
    values = pathlib.Path("/var/lib/private/touchd")
    pathlib.Path("/etc/touchd/kiosk.token").write_text("0123456789abcdef0123456789abcdef\n")
    check("the daemon has a folder of its own", values.is_dir())
    done = run("dpkg", "--remove", *reversed(PACKAGES))
    check("dpkg removes them", done.returncode == 0, done.stdout)
    units = systemctl("list-units", "--plain", "--no-legend", "--state=active", "touchd*").stdout
    check("nothing of them runs", units.strip() == "" and not run("pgrep", "touchd").stdout, units)
    check("the sockets are gone", not list(pathlib.Path("/run").glob("touchd*/*.sock")))
    check("and the metrics, which would be old ones", not os.path.lexists("/run/touchd-metrics") and not os.path.lexists(METRICS))
    check("the configuration stays", CONFIGURATION.read_text() == OWN)
    done = run("dpkg", "--purge", *reversed(PACKAGES))
    check("dpkg purges them", done.returncode == 0, done.stdout)
    check("dpkg knows them no more", run("dpkg-query", "-W", *PACKAGES).stdout.count("no packages found") == len(PACKAGES))
    check("the groups stay", run("getent", "group", "touch").returncode == 0)
    left = sorted(files() - before)
    check("no file is left", not left, left[:20])
    folders = [path for path in ("/etc/touchd", "/var/lib/touchd", values, "/usr/share/touchd", "/usr/share/doc/touchd") if os.path.lexists(path)]
    check("and no folder", not folders, folders)


def main():
    setting_up()
    with_few_packages()
    before = files()
    print(f"{testkit.time.monotonic() - testkit.began:.1f} s: {len(before)} files", flush=True)
    before |= {"/etc/apt/apt.conf.d/60touchd", "/etc/apt/keyrings/touchd.gpg", "/etc/apt/sources.list.d/touchd.sources", str(REPOSITORY)}
    try:
        installing()
        configuring()
        using()
        measuring()
        unlocking()
        upgrading()
        removing(before)
    except Exception:
        traceback.print_exc()
        testkit.failed += 1
    if testkit.failed:
        print(run("journalctl", "-q", "--no-pager", "-b", "-u", "touchd*", "-n", "60").stdout)
    print(f"{testkit.passed} passed, {testkit.failed} failed")
    sys.exit(1 if testkit.failed else 0)


main()
