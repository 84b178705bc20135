"""Keypads and a headphone jack through udev, evdev and the daemon to a client: keys move the focus, a plug starts a profile. Run by
Tests/Live/keypads."""
import json, os, pathlib, socket, subprocess, tempfile, time

from keypad import EV_KEY, EV_SW, SW_HEADPHONE_INSERT, plug
from simulated import check, descriptor, finish, programs, report, testbed, until

KEY_UP, KEY_DOWN, KEY_ENTER, KEY_F15 = 103, 108, 28, 185
CONFIGURATION = """version: 1
screens:
  - id: main
    size: [1000, 500]
    accessibility:
      profiles:
        - { id: speech, start: [{ jack: ear }, { key: KEY_F15 }], stop: [{ jack: ear, after: 1 }, { key: KEY_F15 }] }
      keypads:
        - id: pad
          match: { name: "Storm*" }
          keys: { KEY_UP: previous, KEY_DOWN: next, KEY_ENTER: activate }
        - { id: jack, match: { idPath: "pci-0000:00:1f.3" }, switches: { SW_HEADPHONE_INSERT: ear } }
        - { id: absent, match: { name: Nothing }, keys: { KEY_A: help } }
    windows:
      - id: w
        frame: [0, 0, 1000, 500]
        children:
          - { id: a, kind: button, frame: [0, 0, 100, 100], accessibility: { label: A, language: en } }
          - { id: b, kind: button, frame: [200, 0, 100, 100], accessibility: { label: B, language: en } }
"""


def unplug(path):
    testbed.uevent(path, "remove")
    testbed.remove_device(path)


with tempfile.TemporaryDirectory() as folder:
    path, file, log = f"{folder}/events.sock", f"{folder}/c.yaml", pathlib.Path(folder, "log")
    pathlib.Path(file).write_text(CONFIGURATION)
    pad = plug(5, "Storm Keypad", keys=(KEY_UP, KEY_DOWN, KEY_ENTER, KEY_F15))
    jack = plug(6, "HDA Headphone", switches=(SW_HEADPHONE_INSERT,), path="pci-0000:00:1f.3", kind="SWITCH")
    plug(8, "Power Button", keys=(116,))
    listed = subprocess.run([programs / "touchctl", "devices", "--config", file, "--json"], capture_output=True, text=True)
    without = {e.get("keypad"): e["node"] for e in map(json.loads, listed.stdout.splitlines())}
    check("touchctl finds the keypads without touchd, and no other device with keys",
          without == {"main/pad": "/dev/input/event5", "main/jack": "/dev/input/event6"}, listed)
    environment = {key: value for key, value in os.environ.items() if not key.startswith("TOUCHD_")} | {"TOUCHD_VERIFIER": "fatal"}
    daemon = subprocess.Popen([programs / "touchd", "--config", file, "--socket", path], stderr=log.open("wb"), env=environment)
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(60)
    until(lambda: client.connect_ex(path) == 0)
    lines = client.makefile("rw", encoding="utf-8")
    lines.write('{"type":"subscribe","id":1}\n')
    lines.flush()

    def devices():
        run = subprocess.run([programs / "touchctl", "devices", "--socket", path, "--json"], capture_output=True, text=True, env=environment)
        return {e["keypad"]: e["reason"] for e in map(json.loads, run.stdout.splitlines()) if "keypad" in e}

    def grabbed():
        reasons = devices()
        return reasons if len(reasons) == 2 and all(reason.endswith("; grabbed") for reason in reasons.values()) else None

    found = until(grabbed)
    check("both are open and grabbed", found and set(found) == {"main/pad", "main/jack"}, (devices(), log.read_text()))

    def line(kind):
        while (message := json.loads(lines.readline()))["type"] != kind:
            pass
        return message

    def key(code, seconds=0.0):
        report(descriptor(5), (EV_KEY, code, 1))
        for _ in range(3 if seconds else 0):
            report(descriptor(5), (EV_KEY, code, 2))
            time.sleep(seconds / 3)
        report(descriptor(5), (EV_KEY, code, 0))

    key(KEY_DOWN, 0.6)
    key(KEY_DOWN)
    regions = [line("focus")["region"] for _ in range(2)]
    check("a key moves the focus, once however long it is held", regions == ["a", "b"], regions)
    key(KEY_ENTER)
    touch = line("frame")["events"][0]
    check("and activates", (touch["region"], touch["phase"], touch["by"]) == ("b", "began", "accessibility"), touch)
    key(30)
    key(KEY_UP)
    check("a key without an action does nothing", line("focus")["region"] == "a")
    report(descriptor(6), (EV_SW, SW_HEADPHONE_INSERT, 1))
    change = line("accessibility")
    check("a plug starts the profile, and texts are private", (change["profiles"], change["private"], change["by"]) == (["speech"], True, "jack"), change)
    unplug(jack)
    out, over = line("accessibility"), line("accessibility")
    check("a jack that is unplugged is out, and the profile ends after its time",
          (out["profiles"], out["private"], over["profiles"]) == (["speech"], False, []) and over["time"] - out["time"] == 1_000_000, (out, over))
    jack = plug(9, "HDA Headphone", switches=(SW_HEADPHONE_INSERT,), on=(SW_HEADPHONE_INSERT,), path="pci-0000:00:1f.3", kind="SWITCH")
    change = line("accessibility")
    check("when it comes back with the plug in, that counts", (change["profiles"], change["private"]) == (["speech"], True), change)
    second = plug(4, "Storm Second", keys=(KEY_UP,))
    refused = until(lambda: devices().get(""))
    check("a match that fits two devices names both, and the first stays", refused and "the match of keypad main/pad fits" in refused and
          "event5" in refused and "event4" in refused and devices()["main/pad"].endswith("; grabbed"), devices())
    doctor = subprocess.run([programs / "touchctl", "doctor", "--socket", path, "--json"], capture_output=True, text=True, env=environment).stdout
    check("doctor names the keypads, and the one that is missing", "keypad main/pad is" in doctor and "keypad main/absent is not there" in doctor and
          "Power Button" not in doctor, doctor[-3000:])
    check("the log names no key", "KEY_" not in log.read_text(), log.read_text())
    daemon.terminate()
    check("the daemon exits with 0", daemon.wait(timeout=60) == 0, log.read_text())
finish()
