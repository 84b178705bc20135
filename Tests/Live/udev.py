"""Panels by udev's properties: calibration matrices, and nodes whose numbers change. Run by Tests/Live/udev."""
import json, os, pathlib, socket, subprocess, tempfile, time

from simulated import check, descriptor, finish, here, plug, programs, report, testbed

with tempfile.TemporaryDirectory() as folder:
    path, log = f"{folder}/s", f"{folder}/log"
    first = plug(9, properties=["LIBINPUT_CALIBRATION_MATRIX=1 0 0 1 0 0"])
    plug(8, properties=["LIBINPUT_CALIBRATION_MATRIX=-1 0 1 0 1 0"])
    time.sleep(0.3)
    daemon = subprocess.Popen([programs / "touchd", "--config", here / "panel.yaml", "--socket", path], stderr=open(log, "wb"),
                              env={**os.environ, "TOUCHD_VERIFIER": "fatal"})
    deadline = time.monotonic() + 60
    while not os.path.exists(path) and daemon.poll() is None and time.monotonic() < deadline:
        time.sleep(0.02)
    client = socket.socket(socket.AF_UNIX)
    client.settimeout(60)
    client.connect(path)
    client.sendall(b'{"type":"subscribe","id":1}\n')
    stream = map(json.loads, client.makefile("r"))
    while (message := next(stream))["type"] != "snapshot":
        pass

    def began(number, id):
        """Returns where a finger comes down that the panel reports at a quarter of its width and height."""
        report(descriptor(number), (3, 0x2f, 0), (3, 0x39, id), (3, 0x35, 1024), (3, 0x36, 576))
        touch = next(stream)["events"][0]
        report(descriptor(number), (3, 0x39, -1))
        next(stream)
        return touch["x"], touch["y"]

    check("both panels are opened", sorted(p["id"] for p in message["panels"]) == ["main-1", "main-2"], message["panels"])
    check("a matrix of udev's turns what its panel says", began(8, 1) == (750, 125))
    check("one that cannot be inverted has no effect", began(9, 2) == (250, 125))
    said = [line for line in open(log).read().splitlines() if "LIBINPUT_CALIBRATION_MATRIX" in line]
    check("and is an error that names the device, what is wrong and what to do",
          len(said) == 1 and "/dev/input/event9" in said[0] and "cannot be inverted" in said[0] and "udev rule" in said[0], said)

    # After a reboot the same panel may have another node.
    testbed.uevent(first, "remove")
    testbed.remove_device(first)
    gone = next(stream)
    check("a panel goes", (gone["panel"], gone["state"]) == ("main-2", "removed"), gone)
    plug(12, port=9)
    back = next(stream)
    check("in the same port it is the same panel, whatever the number of its node",
          (back["panel"], back["state"]) == ("main-2", "added") and began(12, 3) == (250, 125), back)
    daemon.terminate()
    check("the daemon exits with 0", daemon.wait(timeout=60) == 0, open(log).read())

finish()
