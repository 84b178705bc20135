"""Runs touchd with ten fingers moving for 300 and for 1300 frames; both must take the same number of allocations. Then the
same with noise filters, with ten recognizers and with a slider."""
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


# Ten recognizers on every finger's path. On the window, so that they get all fingers; what regions get stays as it is.
def gestures(*types):
    ids = [f"g{number}" for number in range(len(types))]
    return "\n        gestures:\n" + "".join(
        f"          - {{ id: {ids[number]}, type: {type}, cancelsTouchesInView: false, simultaneousWith: [{', '.join(ids[number + 1:])}] }}\n"
        for number, type in enumerate(types))


GESTURES = gestures("pan", "pinch", "rotation", "tap, requireToFail: [g4]", "tap, numberOfTapsRequired: 2", "longPress", "swipe",
                    "swipe, direction: up", "edge, edges: [all]", "pan, minimumNumberOfTouches: 2")
IN_PROGRESS = gestures(*["pan"] * 4, *["pinch"] * 3, *["rotation"] * 3)
# The first finger has the knob of a slider, the others are nobody's.
SLIDER = ", kind: slider, axis: horizontal, knobSize: 100, hitInsets: [-250, 0, -250, 0]"


def allocations(frames, filters="", gestures="", control="", said=()):
    """`said`: the kinds of events, besides touches, that most frames bring, and how many of them."""
    with tempfile.TemporaryDirectory() as folder:
        configuration = (here / "panel.yaml").read_text()
        first = configuration.index("}\n", configuration.index("match:")) + 1
        configuration = configuration[:first] + filters + configuration[first:]
        first = configuration.index("\n", configuration.index("frame:")) + 1
        configuration = configuration[:first] + gestures + configuration[first:]
        configuration = configuration.replace("id: left", "id: left" + control)
        pathlib.Path(f"{folder}/panel.yaml").write_text(configuration)
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
        told = []
        for number in range(frames):
            frame(number)
            message = next(stream)
            kinds = [event["event"] for event in message["events"]]
            assert kinds.count("touch") == 10, message
            told += kinds
        assert all(told.count(kind) > least * frames / 2 for kind, least in said), [(kind, told.count(kind)) for kind, _ in said]
        daemon.terminate()
        daemon.wait(timeout=5)
        # Out of the simulated slots again: the next run starts with nothing down.
        report(fd, *[e for slot in range(10) for e in ((3, 0x2f, slot), (3, 0x39, -1))], at=0)
        return int(open(f"{folder}/count").read())


for what, keys in (
        ("", {}), (", filtered", {"filters": FILTERS}),
        (", ten recognizers on their path", {"gestures": GESTURES, "said": [("gesture", 3)]}),
        (", ten gestures in progress", {"gestures": IN_PROGRESS, "said": [("gesture", 7)]}),
        (", a slider that moves", {"control": SLIDER, "said": [("control", 2)]})):
    short, long = allocations(300, **keys), allocations(1300, **keys)
    per_frame = (long - short) / 1000
    check(f"{per_frame} allocations a frame of ten fingers{what}", per_frame < 0.01,
          f"{short} with 300 frames, {long} with 1300")
simulated.finish()
