"""Panels by udev's properties: calibration matrices, and nodes whose numbers change. Run by Tests/Live/udev."""
import json, os, pathlib, socket, subprocess, tempfile, time

from simulated import check, descriptor, finish, here, plug, programs, report, testbed, until

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

    # Without udev: nodes that nobody has described.
    configuration, log = f"{folder}/nodes.yaml", f"{folder}/log2"
    pathlib.Path(configuration).write_text("""\
version: 1
screens:
  - id: main
    size: [1000, 500]
    panels:
      - match: { node: /dev/input/event20 }
      - match: { node: /dev/input/event12 }
      - match: { node: /dev/input/event21 }
    windows: [{ id: window, frame: [0, 0, 1000, 500] }]
""")
    plug(20, knows=False)
    daemon = subprocess.Popen([programs / "touchd", "--config", configuration, "--socket", path], stderr=open(log, "wb"),
                              env={**os.environ, "TOUCHD_VERIFIER": "fatal"})

    def devices():
        """Returns what touchd says of each node: its panel and the reason; nothing until it answers."""
        run = subprocess.run([programs / "touchctl", "devices", "--socket", path, "--json"], capture_output=True, text=True)
        return {entry["node"]: (entry["panel"], entry["reason"]) for entry in map(json.loads, run.stdout.splitlines())}

    found = until(lambda: (all := devices()).get("/dev/input/event20", (None,))[0] and all) or {}
    check("a node of which udev knows nothing is a touchscreen by its axes, and its path matches",
          found.get("/dev/input/event20", (None,))[0] == "main-0", (found, open(log).read()))
    reason = found.get("/dev/input/event12", ("", ""))[1]
    check("one that udev knows is refused, with what to match instead",
          f"{configuration}:7:9: error: \"node\" in the match of panel main-1 counts only where udev knows nothing of the node" in reason
          and "use idPath: 'pci-0000:00:14.0-usb-0:9:1.0' instead" in reason, found)
    os.unlink(testbed.get_root_dir() + "/dev/input/event20")
    plug(21, knows=False)
    is_open = lambda: devices().get("/dev/input/event21", (None,))[0] == "main-2"
    # The simulated node is there before its properties, unlike a real one: on a slow machine touchd may look too early, and looks again when it changes.
    come = until(is_open) or until(lambda: os.utime(testbed.get_root_dir() + "/dev/input/event21", follow_symlinks=False) or is_open())
    check("a node that appears in /dev/input is opened", come, (devices(), open(log).read()))
    check("and a panel whose node is removed is gone", "panel main-0" in open(log).read() and "is gone" in open(log).read()
          and "/dev/input/event20" not in {node for node, (panel, _) in devices().items() if panel}, open(log).read())
    daemon.terminate()
    daemon.wait(timeout=60)

finish()
