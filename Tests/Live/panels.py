"""Plug, touch, unplug during a touch, replug: through udev, libevdev and the socket, with umockdev as the hardware."""
import json, os, pathlib, re, signal, socket, subprocess, tempfile, time

import simulated
from simulated import PATIENCE, check, descriptor, device, here, node, plug, programs, testbed, until
from simulated import report as write

card = "/sys/devices/pci0000:00/0000:00:02.0/drm/card0"
connector = f"{card}/card0-HDMI-A-1"


def plug_displays():
    """Adds a graphics card with two connectors that both show a picture."""
    testbed.add_from_string(f"P: {card.removeprefix('/sys')}\nE: SUBSYSTEM=drm\nE: DEVTYPE=drm_minor\n")
    for name in ("card0-HDMI-A-1", "card0-DP-2"):
        testbed.add_from_string(f"P: {card.removeprefix('/sys')}/{name}\nE: SUBSYSTEM=drm\nE: DEVTYPE=drm_connector\n"
                                "A: status=connected\nA: enabled=enabled\nA: dpms=On\n")


def devices(path):
    answer = subprocess.run([programs / "touchctl", "devices", "--json", "--socket", path], capture_output=True, text=True)
    return {entry["node"]: entry for entry in map(json.loads, answer.stdout.splitlines())}


with tempfile.TemporaryDirectory() as folder:
    path = f"{folder}/s"
    plug_displays()
    plug()
    fd = descriptor()
    with open(f"{folder}/log", "wb") as log:
        pathlib.Path(folder, "c.yaml").write_text((here / "panel.yaml").read_text().replace("RAN", f"{folder}/RAN"))
        daemon = subprocess.Popen([programs / "touchd", "--config", f"{folder}/c.yaml", "--socket", path], stderr=log,
                                  env={**os.environ, "TOUCHD_VERIFIER": "fatal"})
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(PATIENCE)
    until(lambda: client.connect_ex(path) == 0)
    client.sendall(b'{"type":"subscribe","id":1}\n')
    stream = map(json.loads, client.makefile("r"))
    while (message := next(stream))["type"] != "snapshot":
        pass
    check("a panel that is there is opened", [p["id"] for p in message["panels"]] == ["main-0"], message["panels"])
    check("touchctl devices names it", devices(path)[node]["panel"] == "main-0", devices(path))
    # 4096 by 2304 units, 20 units per mm, on 1000 by 500 points.
    scale = [4.882813, 4.340278]
    check("it says how many points a mm are", message["panels"][0]["pointsPerMillimetre"] == scale
          and devices(path)[node]["pointsPerMillimetre"] == scale, (message["panels"], devices(path)))
    plain = subprocess.run([programs / "touchctl", "devices", "--socket", path], capture_output=True, text=True).stdout
    check("devices without --json as well", "points per mm: 4.88 across, 4.34 down" in plain, plain)
    alone = subprocess.run([programs / "touchctl", "devices", "--json", "--config", f"{folder}/c.yaml"], capture_output=True, text=True).stdout
    check("so does touchctl by itself", json.loads(alone)["pointsPerMillimetre"] == scale, alone)

    pathlib.Path(folder, "b.yaml").write_text("""version: 1
screens:
  - id: main
    size: [1000, 500]
    panels: [{ match: { name: "*" } }]
    windows:
      - id: w
        frame: [0, 0, 1000, 500]
        children: [{ id: ok, kind: button, frame: [0, 0, 40, 40] }, { id: large, kind: button, frame: [40, 0, 44, 44] }]
""")
    said = subprocess.run([programs / "touchctl", "check", "--json", f"{folder}/b.yaml"], capture_output=True, text=True).stdout
    check("touchctl check measures buttons on it", [(m["id"], m["line"], m["column"]) for m in map(json.loads, said.splitlines())]
          == [("small-button", 9, 44)] and "8.2 × 9.2 mm" in said, said)

    # Unusable panels are reported in the log, and other panels are not affected.
    plug(8, lambda ioctls: re.sub(r"(EVIOCGABS\(5[34]\) 0 )\w+", r"\g<1>" + "0" * 48, ioctls))
    gone = plug(9)
    added = next(stream)
    check("another good panel is opened as it comes", (added["panel"], added["state"]) == ("main-2", "added"), added)
    check("with its name, its screen and its points a mm",
          (added["name"], added["screen"], added["pointsPerMillimetre"]) == ("ACME Kiosk Touch", "main", scale), added)
    testbed.uevent(gone, "remove")
    check("and closed as it goes", (lambda m: (m["panel"], m["state"]))(next(stream)) == ("main-2", "removed"))
    os.unlink(f"{testbed.get_root_dir()}/dev/input/event9")
    testbed.uevent(gone, "add")
    until(lambda: "/dev/input/event9" in devices(path))
    refused = devices(path)
    check("a panel without ranges is refused, and devices says why",
          refused["/dev/input/event8"]["panel"] is None and "range" in refused["/dev/input/event8"]["reason"], refused)
    check("so is one that vanished while it was opened",
          refused["/dev/input/event9"]["panel"] is None and "cannot open" in refused["/dev/input/event9"]["reason"], refused)
    check("the log says the same", b"range" in (log := open(f"{folder}/log", "rb").read()) and b"cannot open" in log, log)

    write(fd, (3, 0x2f, 0), (3, 0x39, 5), (3, 0x35, 1024), (3, 0x36, 576), (3, 0x2f, 1), (3, 0x39, 6), (3, 0x35, 3072), (3, 0x36, 576))
    frame = next(stream)
    check("two slots in one frame are one line", [(e["phase"], e["region"], e["x"], e["y"]) for e in frame["events"]]
          == [("began", "left", 250, 125), ("began", "right", 750, 125)], frame)
    write(fd, (3, 0x39, -1))
    check("a lift ends its touch", [(e["phase"], e["region"]) for e in next(stream)["events"]] == [("ended", "right")])
    testbed.uevent(device, "remove")
    frame = next(stream)
    check("unplugged in mid-touch: cancelled with deviceRemoved",
          [(e["phase"], e.get("reason")) for e in frame["events"]] == [("cancelled", "deviceRemoved")], frame)
    check("then the panel's removal", (lambda m: (m["type"], m["state"]))(next(stream)) == ("panel", "removed"))
    testbed.uevent(device, "add")
    check("replugged: the panel is back", (lambda m: (m["type"], m["state"]))(next(stream)) == ("panel", "added"))
    write(fd, (3, 0x2f, 0), (3, 0x39, 9), (3, 0x35, 100), (3, 0x36, 100))
    first = frame["events"][0]["id"]
    frame = next(stream)
    check("and works, with a new id", frame["events"][0]["phase"] == "began" and frame["events"][0]["id"] > first, frame)
    health = devices(path)[node]["health"]
    check("devices says how it is", health["touches"] == 1 and health["reports"] == 1 and health["lastReport"] > 0, health)

    # The panel's display is turned off during a touch; the finger that wakes the display is no touch.
    def output(**attributes):
        for name, value in attributes.items():
            testbed.set_attribute(connector, name, value)
    def logged(text):
        return until(lambda: text in open(f"{folder}/log").read())
    configuration = pathlib.Path(folder, "c.yaml").read_text()
    def reload(output):
        pathlib.Path(folder, "c.yaml").write_text(
            configuration.replace('usb-0:1:1.0" }', f'usb-0:1:1.0" }}\n        output: {output}') if output else configuration)
        daemon.send_signal(signal.SIGHUP)
        return next(stream)["ok"]
    def phases(message):
        return [(e["phase"], e.get("reason")) for e in message.get("events", [])]
    def write_and_wait(*events):
        before = devices(path)[node]["health"]["reports"]
        write(fd, *events)
        while devices(path)[node]["health"]["reports"] == before:
            pass
    check("an output that is on changes nothing", reload("HDMI-A-1"))
    write(fd, (3, 0x2f, 0), (3, 0x35, 200))
    check("and its panel's touches go on", phases(frame := next(stream)) == [("moved", None)], frame)
    output(dpms="Off")
    frame = next(stream)
    check("a display turned off cancels with outputInactive, though nobody says so", phases(frame) == [("cancelled", "outputInactive")], frame)
    write(fd, (3, 0x35, 300), (3, 0x2f, 1), (3, 0x39, 20), (3, 0x35, 3072))
    write(fd, (3, 0x39, -1))
    write_and_wait((3, 0x39, 21))
    output(dpms="On")
    logged("HDMI-A-1 is on")
    write(fd, (3, 0x35, 3000), (3, 0x2f, 2), (3, 0x39, 22), (3, 0x35, 400), (3, 0x36, 400))
    frame = next(stream)
    check("what was or came on the glass meanwhile is nothing, also when it is on again",
          [(e["phase"], e["x"]) for e in frame["events"]] == [("began", 400 * 1000 / 4096)], frame)
    output(status="disconnected")
    testbed.uevent(card, "change")
    frame = next(stream)
    check("one pulled out as well", phases(frame) == [("cancelled", "outputInactive")], frame)
    output(status="connected", enabled="disabled")
    testbed.uevent(card, "change")
    testbed.uevent(device, "remove")
    check("its panel may go", (m := next(stream))["type"] == "panel" and m["state"] == "removed", m)
    testbed.uevent(device, "add")
    check("and come while no picture is there", (m := next(stream))["type"] == "panel" and m["state"] == "added", m)
    write_and_wait((3, 0x2f, 0), (3, 0x39, 30), (3, 0x35, 500))
    check("an output that does not exist counts as on", reload("HDMI-A-7"))
    check("and the log says which exist", logged("output HDMI-A-7 does not exist, so it counts as on; this machine has DP-2, HDMI-A-1"))
    write(fd, (3, 0x35, 501), (3, 0x2f, 1), (3, 0x39, 31), (3, 0x35, 600))
    frame = next(stream)
    check("so what begins now is a touch, and what began before is not",
          [(e["phase"], e["x"]) for e in frame["events"]] == [("began", 600 * 1000 / 4096)], frame)
    check("with its card before it it is the same output, and a reload finds it off",
          reload("card0-HDMI-A-1") and phases(frame := next(stream)) == [("cancelled", "outputInactive")], frame)
    check("another output is on its own", reload("DP-2"))
    write(fd, (3, 0x2f, 2), (3, 0x39, 32), (3, 0x35, 700), (3, 0x36, 576))
    check("and so is its panel", phases(frame := next(stream)) == [("began", None)], frame)
    check("no output at all, no matter", reload("HDMI-A-1") and phases(next(stream)) == [("cancelled", "outputInactive")]
          and reload(None))
    write(fd, (3, 0x2f, 3), (3, 0x39, 33), (3, 0x35, 800), (3, 0x36, 576))
    check("of what is shown", phases(frame := next(stream)) == [("began", None)], frame)

    # Opened with a finger on it: with `contactsAtOpen: resume` that is a touch.
    def with_a_finger(ioctls):
        for code, none, some in ("39", "FFFFFFFF", "05000000"), ("35", "00000000", "000C0000"), ("36", "00000000", "40020000"):
            ioctls = ioctls.replace(f"EVIOCGMTSLOTS(0) 0 {code}000000{none}", f"EVIOCGMTSLOTS(0) 0 {code}000000{some}")
        return ioctls

    def expect(panel, state):
        message = next(stream)
        return (message["type"], message.get("panel"), message.get("state")) == ("panel", panel, state)
    for number, panel, resumes in (2, "main-5", True), (6, "main-6", False):
        on_glass = plug(number, with_a_finger)
        check(f"{panel} is opened under a finger", expect(panel, "added"))
        if resumes:
            frame = next(stream)
            check("with resume it begins where it is", [(e["phase"], e["region"], e["x"], e["y"]) for e in frame["events"]]
                  == [("began", "right", 750, 125)] and frame["panel"] == panel, frame)
        write(descriptor(number), (3, 0x35, 3080))
        if resumes:
            check("and moves", [e["phase"] for e in next(stream)["events"]] == ["moved"])
        write(descriptor(number), (3, 0x39, -1))
        if resumes:
            check("and lifts", [e["phase"] for e in next(stream)["events"]] == ["ended"])
        write(descriptor(number), (3, 0x39, 6), (3, 0x35, 2560))
        frame = next(stream)
        check("the next finger is a touch" if resumes else "else it is nothing, and the next finger is the first touch",
              [(e["phase"], e["x"]) for e in frame["events"]] == [("began", 625)], frame)
        testbed.uevent(on_glass, "remove")
        check("which its removal cancels", phases(next(stream)) == [("cancelled", "deviceRemoved")] and expect(panel, "removed"))
        testbed.remove_device(on_glass)

    # A silent panel is reopened a few times. At the third time the command runs once; here it hangs.
    log_text = lambda: open(f"{folder}/log").read()
    ran = lambda: len(open(f"{folder}/RAN").read().splitlines()) if os.path.exists(f"{folder}/RAN") else 0

    def again(times):
        """Whether the panel is closed and opened this often and then left alone."""
        rounds = all(expect("main-3", "removed") and expect("main-3", "added") for _ in range(times))
        return rounds and until(lambda: log_text().count("main-3 still sends no report") == troubles)
    silent = plug(4)
    troubles = 1
    check("a silent panel is opened again, five times and no more", expect("main-3", "added") and again(5), log_text())
    check("and the third time the command is run, once", until(ran) == 1, ran())
    check("devices counts it", devices(path)["/dev/input/event4"]["health"]["reopened"] == 5, devices(path))
    write(descriptor(4), (3, 0x2f, 0), (3, 0x39, 1), (3, 0x35, 3072), (3, 0x36, 576))
    write(descriptor(4), (3, 0x39, -1))
    check("it works again", [phases(next(stream)), phases(next(stream))] == [[("began", None)], [("ended", None)]])
    troubles = 2
    check("silent once more, all counts anew", again(5), log_text())
    check("the command as well", until(lambda: ran() == 2), ran())
    daemon.send_signal(signal.SIGHUP)
    troubles = 3
    check("and after a reload", next(stream)["ok"] and again(5) and until(lambda: ran() == 3), (ran(), log_text()))
    testbed.uevent(silent, "remove")
    testbed.remove_device(silent)
    check("it is pulled out", expect("main-3", "removed"))

    # A panel that cannot be read.
    plug(5)
    check("another panel comes", expect("main-4", "added"))
    os.close(descriptor(5))
    check("one that cannot be read is closed", expect("main-4", "removed"))
    check("and it is tried again after a second", logged("main-4 at /dev/input/event5: cannot be read: Input/output error; reopening it in 1 s (attempt 1)"),
          log_text()[-600:])

    check("commands that hang are killed after half a minute", until(lambda: log_text().count("did not end within 30 s; killed it") == 3)
          and until(lambda: log_text().count("has failed: signal 9") == 3), log_text()[-2000:])
    children = pathlib.Path(f"/proc/{daemon.pid}/task/{daemon.pid}/children").read_text().split()
    check("and nothing is left of them", children == [], children)

    daemon.terminate()
    check("SIGTERM cancels what is down", [(e["phase"], e["reason"]) for e in next(stream)["events"]] == [("cancelled", "shutdown")])
    check("says bye", next(stream)["type"] == "bye")
    check("and exits with 0", daemon.wait(PATIENCE) == 0)
    if simulated.failed:
        print(open(f"{folder}/log").read())

simulated.finish()
