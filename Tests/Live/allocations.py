"""Runs touchd with ten fingers moving for 300 and for 1300 frames; both must take the same number of allocations. Then the
same with noise filters, and with gestures."""
import json, os, pathlib, socket, subprocess, tempfile, time

import simulated
from simulated import check, descriptor, here, plug, programs, report, testbed

plug()
fd = descriptor()


def frame(number):
    events = []
    for slot in range(10):
        events += [(3, 0x2f, slot)] + ([(3, 0x39, slot + 1), (3, 0x3a, 200)] if number == 0 else [])
        # The first goes another way, so that fingers pinch and turn.
        y = 50 * slot + number % 70 if slot else 9 * number % 400
        events += [(3, 0x35, 100 * slot + number % 90 + 1), (3, 0x36, y + 1)]
    report(fd, *events)


# All that act on fingers that move; each so weak that every move passes.
FILTERS = '''
        filters:
          pressure: { begin: 0.5, end: 0.4 }
          bridge: { seconds: 0.02, distance: 20 }
          bounce: { seconds: 0.06, distance: 20 }
          fuzz: 0.001
          smooth: { minCutoff: 1, beta: 0.01 }
          edge: { distance: 0.001 }
          mask: [[990, 490, 10, 10]]
          ghost: { times: 4, seconds: 1 }
          origin: true
'''


# On the window, so that they get all fingers; what regions get stays as it is.
GESTURES = '''
        gestures:
          - { id: pan, type: pan, cancelsTouchesInView: false, simultaneousWith: [pinch, turn] }
          - { id: pinch, type: pinch, cancelsTouchesInView: false, simultaneousWith: [turn] }
          - { id: turn, type: rotation, cancelsTouchesInView: false }
          - { id: tap, type: tap }
'''


def allocations(frames, filters="", gestures=""):
    with tempfile.TemporaryDirectory() as folder:
        configuration = (here / "panel.yaml").read_text()
        first = configuration.index("}\n", configuration.index("match:")) + 1
        configuration = configuration[:first] + filters + configuration[first:]
        first = configuration.index("\n", configuration.index("frame:")) + 1
        pathlib.Path(f"{folder}/panel.yaml").write_text(configuration[:first] + gestures + configuration[first:])
        path = f"{folder}/s"
        environment = {**os.environ, "UMOCKDEV_DIR": testbed.get_root_dir(), "MALLOC_COUNT": f"{folder}/count",
                       "LD_PRELOAD": os.environ["LD_PRELOAD"] + ":" + os.environ["COUNTER"]}
        daemon = subprocess.Popen([programs / "touchd", "--config", f"{folder}/panel.yaml", "--socket", path],
                                  env=environment, stderr=subprocess.DEVNULL)
        while not os.path.exists(path):
            time.sleep(0.02)
        client = socket.socket(socket.AF_UNIX)
        client.settimeout(10)
        client.connect(path)
        client.sendall(b'{"type":"subscribe","id":1,"observe":true}\n')
        stream = map(json.loads, client.makefile("r"))
        while next(stream)["type"] != "snapshot":
            pass
        for number in range(frames):
            frame(number)
            message = next(stream)
            kinds = [event["event"] for event in message["events"]]
            assert kinds.count("touch") == 10, message
            assert not gestures or number < 150 or "gesture" in kinds, message
        daemon.terminate()
        daemon.wait(timeout=5)
        # Out of the simulated slots again: the next run starts with nothing down.
        report(fd, *[e for slot in range(10) for e in ((3, 0x2f, slot), (3, 0x39, -1))], at=0)
        return int(open(f"{folder}/count").read())


for what, *keys in (("",), (", filtered", FILTERS), (", with three gestures in progress", "", GESTURES)):
    short, long = allocations(300, *keys), allocations(1300, *keys)
    per_frame = (long - short) / 1000
    check(f"{per_frame} allocations a frame of ten fingers{what}", per_frame < 0.01,
          f"{short} with 300 frames, {long} with 1300")
simulated.finish()
