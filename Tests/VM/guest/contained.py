#!/usr/bin/python3
"""touchd in a container, with the commands of docs/containers.md: a panel, a virtual panel, panels that come later, and podman without root."""
import os
import pathlib
import re
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import testkit
from testkit import LIFT, Client, Panel, check, event_node, run, until

page = (pathlib.Path(__file__).resolve().parents[3] / "docs/containers.md").read_text()
NAME = Panel.NAME.decode()
TOUCH, KIOSK = 6500, 6490
IMAGE = ""


def block(name):
    """Returns the commands of the page that follow the comment with this name."""
    return re.search(rf"^<!-- {name} -->\n```\n(.*?)^```$", page, re.M | re.S)[1]


class User:
    def __init__(self, name, home):
        self.name, self.home = name, home
        os.makedirs(f"{home}/run", exist_ok=True)
        pathlib.Path(f"{home}/storage.conf").write_text(f'[storage]\ndriver = "vfs"\ngraphroot = "{home}/store"\nrunroot = "{home}/run/store"\n')
        pathlib.Path(f"{home}/containers.conf").write_text(
            '[containers]\nlog_driver = "k8s-file"\n[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n')
        if name != "root":
            run("chown", "-R", name, home)

    def shell(self, text):
        environment = [f"HOME={self.home}", f"XDG_RUNTIME_DIR={self.home}/run", f"CONTAINERS_CONF={self.home}/containers.conf",
                       f"CONTAINERS_STORAGE_CONF={self.home}/storage.conf", f"IMAGE={IMAGE}", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
        return run("runuser", "-u", self.name, "--", "env", "-i", *environment, "bash", "-euc", text, cwd=self.home, seconds=600)

    def start(self, text):
        """Starts the container called touchd. Returns a client outside, or what went wrong."""
        done = self.shell(text)
        client = until(connected, 60)
        return client or done.stdout + self.logs()

    def logs(self):
        return self.shell("podman logs touchd 2>&1").stdout

    def devices(self):
        return self.shell("podman exec touchd touchctl devices").stdout

    def stop(self):
        return self.shell("podman rm --force --time 5 touchd")


def connected():
    try:
        return Client(observe=True)
    except OSError:
        return None


def panel():
    made = Panel()
    until(lambda: event_node("name", NAME))
    run("udevadm", "settle")
    return made, event_node("name", NAME)


def tap_arrives(made, client):
    if not isinstance(client, Client):
        return False
    made.frame(s0=(1000, 500))
    began = client.expect_touch(60, phase="began")
    made.frame(s0=LIFT)
    return bool(began) and bool(client.expect_touch(60, phase="ended", id=began["id"]))


def with_a_panel(admin):
    made, node = panel()
    text = block("panel").replace("/dev/input/event1", node)
    client = admin.start(text)
    check("the page's command gives touchd its panel; a client outside gets a tap", tap_arrives(made, client), client)
    at = os.stat("/run/touchd/events.sock")
    check("the socket is open to the host's group touch", (at.st_uid, at.st_gid, at.st_mode & 0o777) == (980, TOUCH, 0o660), at)
    check("it keeps its state in the volume", "cannot keep" not in admin.logs(), admin.logs())
    admin.stop()
    for sentence, old, new, answer in (
            ("without udev's database there is no touchscreen", " --volume /run/udev:/run/udev:ro", "", "no touchscreen found"),
            ("without the group input the panel cannot be opened", ' --group-add "$(getent group input | cut -d: -f3)"', "", "cannot open it: Permission denied")):
        assert old in text
        admin.start(text.replace(old, new))
        said = admin.devices()
        check(sentence, answer in said, said)
        admin.stop()
    return made, text


def later(admin, made, text):
    fixed = re.search(r"--network none --device \S+", text)[0]
    client = admin.start(text.replace(fixed, block("later").strip()))
    check("with the options for panels that come later it opens those that are there", tap_arrives(made, client), client)
    made.unplug()
    check("an unplugged panel is gone", until(lambda: "no touchscreen found" in admin.devices(), 60, 1), admin.devices())
    made, _ = panel()
    check("and comes back", until(lambda: "panel: main-0" in admin.devices(), 60, 1) and tap_arrives(made, client), admin.logs())
    admin.stop()
    admin.start(text.replace(fixed, block("later").strip().replace("--network host", "--network none")))
    check("without the host's network it opens those that are there, too", "panel: main-0" in admin.devices(), admin.devices())
    made.unplug()
    check("notices that one is unplugged", until(lambda: "no touchscreen found" in admin.devices(), 60, 1), admin.devices())
    made, _ = panel()
    time.sleep(5)
    check("but not that it comes back", "no touchscreen found" in admin.devices(), admin.devices())
    admin.stop()
    admin.start(text.replace(fixed, block("later").strip().replace(" --device-cgroup-rule 'c 13:* r'", "")))
    check("without the rule for cgroups the node cannot be opened", "cannot open it: Operation not permitted" in admin.devices(), admin.devices())
    admin.stop()
    return made


def virtual_panel(admin):
    """The page's words: as root, without capabilities, with /dev/uinput."""
    node = event_node("name", NAME)
    pathlib.Path("/etc/touchd/touchd.yaml").write_text(f"""version: 1
screens: [{{ id: main, size: [1000, 500], panels: [{{ match: {{ name: "{NAME}" }}, grab: exclusive }}], windows: [{{ id: app, kind: surface, frame: [0, 0, 1000, 500] }}] }}]
""")
    os.chown("/run/touchd", 0, 0)
    text = re.sub(r'--user "980:.*?\)"', "--user 0", block("panel").replace("/dev/input/event1", node)).replace("chown 980", "chown 0")
    admin.start(text.replace("--device ", "--device /dev/uinput --device "))
    made = until(lambda: event_node("name", "touchd main"), 60)
    check("root without capabilities makes the virtual panel", made, admin.logs())
    admin.stop()
    admin.start(block("panel").replace("/dev/input/event1", node).replace("--device ", "--device /dev/uinput --device "))
    said = admin.logs()
    check("another user may not, and the log says so", "/dev/uinput: cannot open it" in said and not event_node("name", "touchd main"), said)
    admin.stop()
    os.unlink("/etc/touchd/touchd.yaml")


def without_root(kiosk, made):
    node = event_node("name", NAME)
    os.chown("/run/touchd", KIOSK, KIOSK)
    text = block("panel-rootless").replace("/dev/input/event1", node).replace('"$XDG_RUNTIME_DIR/touchd:/run/touchd"', "/run/touchd:/run/touchd")
    client = kiosk.start(text)
    check("an ordinary user in the group input runs touchd with a panel", tap_arrives(made, client), client)
    kiosk.stop()
    kiosk.start(text.replace(" --group-add keep-groups", ""))
    check("without keep-groups the panel cannot be opened", "cannot open it: Permission denied" in kiosk.devices(), kiosk.devices())
    kiosk.stop()
    assert f"--network none --device {node}" in text
    kiosk.start(text.replace(f"--network none --device {node}", "--network host --volume /dev/input:/dev/input:ro"))
    check("with the host's network and /dev/input it opens the panel", "panel: main-0" in kiosk.devices(), kiosk.devices())
    made.unplug()
    check("and notices that it is unplugged", until(lambda: "no touchscreen found" in kiosk.devices(), 60, 1), kiosk.devices())
    made, _ = panel()
    time.sleep(5)
    check("but not that it comes back, because the host's root is not root there", "no touchscreen found" in kiosk.devices(), kiosk.devices())
    kiosk.stop()


run("groupadd", "-g", str(TOUCH), "touch")
run("groupadd", "-g", str(KIOSK), "kiosk")
run("useradd", "-u", str(KIOSK), "-g", "kiosk", "-G", "input,touch", "-m", "kiosk")
for name in ("subuid", "subgid"):
    pathlib.Path(f"/etc/{name}").write_text("kiosk:700000:65536\n")
os.makedirs("/etc/touchd", exist_ok=True)
pathlib.Path("/etc/touchd/touchd.yaml").write_text((pathlib.Path(__file__).resolve().parents[3] / "config/touchd.yaml").read_text())
admin = User("root", "/run/admin")
loaded = admin.shell(f"podman load --input {sys.argv[1]}").stdout
IMAGE = re.search(r"localhost/touchd:\S+", loaded)[0]
made, text = with_a_panel(admin)
made = later(admin, made, text)
virtual_panel(admin)
kiosk = User("kiosk", "/home/kiosk/podman")
kiosk.shell(f"podman load --input {sys.argv[1]}")
without_root(kiosk, made)

print(f"{testkit.passed} passed, {testkit.failed} failed")
sys.exit(testkit.failed > 0)
