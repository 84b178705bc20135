#!/usr/bin/python3
"""A system on a disk of its own, on which dpkg upgrades touchd while the power is cut. Run by Tests/VM/lib/power-cuts, as root in the virtual machine:

    powercut.py PACKAGES prepare        installs the first version on the disk, and measures an upgrade
    powercut.py PACKAGES cut SECONDS    upgrades, and resets the machine so long after the beginning
    powercut.py PACKAGES check          what the next boot finds; then repairs it and installs the first version again

The system is this machine's, read-only, with the disk as the layer that is written to."""
import hashlib
import os
import pathlib
import subprocess
import sys
import time

import testkit
from testkit import check

PACKAGES, MODE = pathlib.Path(sys.argv[1]), sys.argv[2]
DISK, ROOT = pathlib.Path("/mnt/disk"), pathlib.Path("/mnt/root")
FIRST, SECOND = (next((PACKAGES / version).glob("touchd_*.deb")) for version in ("first", "second"))
OWN = """# the administrator's own
version: 1
screens:
  - id: main
    size: [100, 100]
    windows: [{ id: w, frame: [0, 0, 100, 100], children: [{ id: volume, kind: slider, frame: [0, 0, 100, 20] }] }]
server: { state: keep }
"""
# What touchd keeps: a slider that was moved to 0.25.
STATE = "var/lib/touchd/values.json"
KEPT = '{"version":1,"regions":[{"region":"volume","value":0.25,"configured":{"value":0}}]}\n'
FILES = ["usr/bin/touchd", "usr/bin/touchctl", "usr/lib/systemd/system/touchd.service"]


def run(*command, **options):
    return testkit.run(*map(str, command), **options)


def mount():
    run("modprobe", "virtio_blk")
    run("modprobe", "ext4")
    for folder in DISK, ROOT:
        folder.mkdir(parents=True, exist_ok=True)
    done = run("mount", "-t", "ext4", "/dev/vda", DISK)
    if done.returncode:
        sys.exit(f"not ok  the disk can be mounted: {done.stdout}")
    for name in "upper", "work":
        (DISK / name).mkdir(exist_ok=True)
    done = run("mount", "-t", "overlay", "-o", f"lowerdir=/,upperdir={DISK}/upper,workdir={DISK}/work", "overlay", ROOT)
    if done.returncode:
        sys.exit(f"not ok  the layer can be mounted: {done.stdout}")
    for name in "proc", "dev", "run", "tmp":
        run("mount", "--bind", f"/{name}", ROOT / name)


def inside(*command):
    return run("chroot", ROOT, *command, seconds=2400, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})


def install(package):
    # The folder of the packages is not on the disk's layer, but below the same root.
    return inside("dpkg", "--force-confold", "--force-depends", "-i", package)


def version():
    return inside("dpkg-query", "-W", "-f", "${Version} ${db:Status-Status}", "touchd").stdout


def digest(data):
    return hashlib.sha256(data).hexdigest()


def packed():
    """Returns the digests of the files in both packages."""
    found = {name: set() for name in FILES}
    for package in FIRST, SECOND:
        folder = pathlib.Path("/tmp") / package.stem
        run("dpkg-deb", "-x", package, folder)
        for name in FILES:
            found[name].add(digest((folder / name).read_bytes()))
    return found


def prepare():
    done = install(FIRST)
    check("the first version is installed on the disk", done.returncode == 0, done.stdout[-2000:])
    (ROOT / "etc/touchd/touchd.yaml").write_text(OWN)
    (ROOT / STATE).parent.mkdir(parents=True, exist_ok=True)
    (ROOT / STATE).write_text(KEPT)
    os.sync()
    start = time.monotonic()
    done = install(SECOND)
    seconds = time.monotonic() - start
    check("the next one over it", done.returncode == 0, done.stdout[-2000:])
    pathlib.Path(os.environ["VM_OUT"], "seconds").write_text(f"{seconds:.2f}\n")
    check("and the first one again", install(FIRST).returncode == 0)
    os.sync()


def slider():
    """Starts the touchd on the disk with its configuration and state. Returns the slider's value that a client sees, or what touchd says instead."""
    testkit.SOCKET = "/tmp/cut.sock"
    with open("/tmp/cut.log", "w+") as log:
        process = subprocess.Popen(["chroot", ROOT, "/usr/bin/touchd", "--socket", testkit.SOCKET], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                   env={**os.environ, "STATE_DIRECTORY": "/" + os.path.dirname(STATE)})
        client = testkit.until(lambda: process.poll() is not None or testkit.connected(), 60)
        process.terminate()
        process.wait()
        if isinstance(client, testkit.Client):
            return next((region.get("value") for region in client.snapshot["regions"] if region["id"] == "volume"), None)
        log.seek(0)
        return log.read()


def cut(seconds):
    os.sync()
    subprocess.Popen(["sh", "-c", f"sleep {seconds}; echo b >/proc/sysrq-trigger"], stdin=subprocess.DEVNULL)
    install(SECOND)
    print("# dpkg was done before the cut", flush=True)
    time.sleep(5)


def checked():
    known = packed()
    print(f"# after the cut: {version()}", flush=True)
    for name in FILES:
        path = ROOT / name
        whole = path.exists() and digest(path.read_bytes()) in known[name]
        check(f"{name} is the whole file of one of the versions", whole, path.stat().st_size if path.exists() else "absent")
    value = slider()
    check("touchd starts and has the slider's value", value == 0.25, value)
    configuration = (ROOT / "etc/touchd/touchd.yaml").read_text()
    check("the configuration is the administrator's", configuration == OWN, configuration)
    done = inside("dpkg", "--force-confold", "--force-depends", "--configure", "-a")
    check("dpkg --configure -a succeeds", done.returncode == 0, done.stdout[-2000:])
    done = install(SECOND)
    check("the upgrade succeeds", done.returncode == 0, done.stdout[-2000:])
    check("and nothing is left to do", inside("dpkg", "--audit", "touchd").stdout == "" and version().endswith(" installed"), version())
    check("touchctl finds the configuration right", inside("/usr/bin/touchctl", "check").returncode == 0, inside("/usr/bin/touchctl", "check").stdout)
    check("the first version comes back for the next cut", install(FIRST).returncode == 0)
    os.sync()


mount()
{"prepare": prepare, "cut": lambda: cut(float(sys.argv[3])), "check": checked}[MODE]()
for name in "proc", "dev", "run", "tmp":
    run("umount", "-l", ROOT / name)
run("umount", ROOT)
run("umount", DISK)
sys.exit(testkit.failed > 0)
