"""Runs touchd with ten moving fingers for 300 and for 1300 frames; both runs must make the same number of allocations. Repeats this with noise
filters, ten recognizers, a slider, a sensitive region, and clients with other options. WORDs select the runs whose description contains them all:
allocations.py BIN [WORD...]"""
import json, os, pathlib, select, socket, subprocess, sys, tempfile, time

import simulated
from simulated import PATIENCE, check, descriptor, here, plug, programs, report, testbed, until

plug()
fd = descriptor()


def frame(number):
    """Sends a frame and returns its time in µs."""
    events, moment = [], time.monotonic_ns() // 1000
    for slot in range(10):
        events += [(3, 0x2f, slot)] + ([(3, 0x39, slot + 1), (3, 0x3a, 200)] if number == 0 else [])
        # The first finger moves differently, so that fingers pinch and rotate.
        y = 50 * slot + number % 70 if slot else 9 * number % 400
        events += [(3, 0x35, 100 * slot + number % 90 + 1), (3, 0x36, y + 1)]
    report(fd, *events, at=moment)
    return moment


# All filters that act on moving fingers, each so weak that every move passes.
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


# Ten recognizers that track every finger. They are on the window, so that they get all fingers while the regions get the same as before.
def gestures(*types):
    ids = [f"g{number}" for number in range(len(types))]
    return "\n        gestures:\n" + "".join(
        f"          - {{ id: {ids[number]}, type: {type}, cancelsTouchesInView: false, simultaneousWith: [{', '.join(ids[number + 1:])}] }}\n"
        for number, type in enumerate(types))


GESTURES = gestures("pan", "pinch", "rotation", "tap, requireToFail: [g4]", "tap, numberOfTapsRequired: 2", "longPress", "swipe",
                    "swipe, direction: up", "edge, edges: [all]", "pan, minimumNumberOfTouches: 2")
IN_PROGRESS = gestures(*["pan"] * 4, *["pinch"] * 3, *["rotation"] * 3)
# The first finger holds the knob of a slider; the others hit nothing.
SLIDER = ", kind: slider, axis: horizontal, knobSize: 100, hitInsets: [-250, 0, -250, 0]"


# The first finger scrolls the view; its touch goes only to the scroll view.
SCROLLS = ", kind: scrollView, contentSize: [500, 100000], delaysContentTouches: false"
# All fingers begin in the interceptor's area, and the region takes them all.
OBSERVER = "\n        intercept:\n          - { id: first, insideOf: left, verdict: observe, maySteal: true }\n"
CONSUMER = "\n        intercept:\n          - { id: first, insideOf: left, verdict: consume, deliverTo: right }\n"
# The first finger begins in the pad, the others do not.
PAD = "          - { id: pad, sensitive: true, frame: [0, 0, 24, 500] }\n"
ELSEWHERE = "          - { id: pad, sensitive: true, frame: [990, 490, 10, 10] }\n"


class Client:
    """A client that subscribes to everything unless `keys` say otherwise. `touches` is the number of touch events in each frame's line, or None if
    `maxRate` decides how many lines come. Another client waits until the daemon has read everything before more is written, because the simulated
    node, unlike the kernel, cuts events in two when it is full. With `ackWithin` each line is acknowledged."""
    def __init__(self, path, touches=10, claims=(), ackWithin=None, **keys):
        self.touches, self.lines, self.rest, self.acknowledges = touches, 0, b"", ackWithin is not None
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)
        self.ask("subscribe", observe=True, **keys)
        while next(self.messages())["type"] != "snapshot":
            pass
        if claims:
            self.ask("claim", receivers=claims, **({"ackWithin": ackWithin} if ackWithin else {}))

    def ask(self, type, **keys):
        self.socket.sendall(json.dumps({"type": type, "id": 1, **keys}).encode() + b"\n")
        message = None
        while message is None or message["type"] != "reply":
            message = next(self.messages())
        assert message["ok"], message

    def messages(self, wait=PATIENCE):
        """Waits for a message, and yields it with all others received."""
        if b"\n" not in self.rest and not select.select([self.socket], [], [], wait)[0]:
            return
        while b"\n" not in self.rest:
            more = self.socket.recv(1 << 16)
            assert more, "the daemon has closed the connection"
            self.rest += more
        while b"\n" in self.rest:
            line, self.rest = self.rest.split(b"\n", 1)
            yield json.loads(line)

    def read(self, moment):
        """Returns the kinds of the events in the frame of that moment."""
        if self.touches is None:
            for message in self.messages(0.002):
                self.lines += message["type"] == "frame"
            return []
        # Earlier lines may exist, caused by deadlines.
        while (message := next(self.messages()))["time"] < moment:
            pass
        kinds = [event["event"] for event in message["events"]]
        self.lines += kinds.count("touch") == self.touches
        if self.acknowledges:
            self.socket.sendall(b'{"type":"ack","seq":%d}\n' % message["seq"])
        return kinds


def allocations(frames, filters="", gestures="", control="", region="", clients=({},), said=()):
    """Counts the allocations of a run. `said` lists the kinds of events, besides touches, in most frames of the first client, each as often as it
    occurs."""
    with tempfile.TemporaryDirectory() as folder:
        configuration = (here / "panel.yaml").read_text()
        first = configuration.index("}\n", configuration.index("match:")) + 1
        configuration = configuration[:first] + filters + configuration[first:]
        first = configuration.index("\n", configuration.index("frame:")) + 1
        configuration = configuration[:first] + gestures + configuration[first:]
        configuration = configuration.replace("id: left", "id: left" + control) + region
        pathlib.Path(f"{folder}/panel.yaml").write_text(configuration)
        path = f"{folder}/s"
        environment = {**os.environ, "UMOCKDEV_DIR": testbed.get_root_dir(), "MALLOC_COUNT": f"{folder}/count",
                       "LD_PRELOAD": os.environ["LD_PRELOAD"] + ":" + os.environ["COUNTER"]}
        daemon = subprocess.Popen([programs / "touchd", "--config", f"{folder}/panel.yaml", "--socket", path],
                                  env=environment, stderr=subprocess.DEVNULL)
        # The socket's file exists before touchd listens.
        until(lambda: socket.socket(socket.AF_UNIX).connect_ex(path) == 0)
        connected = [Client(path, **keys) for keys in clients]
        told = []
        for number in range(frames):
            moment = frame(number)
            if number == 0 and region == PAD:  # the others learn that a finger is in it
                for client in connected:
                    assert any(event["id"] for event in next(client.messages())["events"])
                continue
            told += [client.read(moment) for client in connected][0]
        assert all(told.count(kind) > least * frames / 2 for kind, least in said), [(kind, told.count(kind)) for kind, _ in said]
        assert all(1 < client.lines < frames if client.touches is None else client.lines > 0.9 * frames for client in connected), [
            client.lines for client in connected]
        daemon.terminate()
        daemon.wait(PATIENCE)
        # Lifts the fingers in the simulated slots, so that the next run starts with none down.
        report(fd, *[e for slot in range(10) for e in ((3, 0x2f, slot), (3, 0x39, -1))], at=0)
        return int(open(f"{folder}/count").read())


rows = (
        ("", {}), (", filtered", {"filters": FILTERS}),
        (", ten recognizers on their path", {"gestures": GESTURES, "said": [("gesture", 3)]}),
        (", ten gestures in progress", {"gestures": IN_PROGRESS, "said": [("gesture", 7)]}),
        (", a slider that moves", {"control": SLIDER, "said": [("control", 2)]}),
        (", a scroll view that scrolls", {"control": SCROLLS, "said": [("scroll", 1)], "clients": ({"touches": 9},)}),
        (", ten recognizers of which a client does not want to hear, and a slider of which it does",
         {"gestures": GESTURES, "control": SLIDER, "clients": ({"events": ["touch", "control"]}, {}), "said": [("control", 2)]}),
        (", a sensitive region elsewhere", {"region": ELSEWHERE}),
        (", one of them in a sensitive region, its owner and an observer",
         {"region": PAD, "clients": ({"claims": ["pad"]}, {"touches": 9})}),
        (", coalesced", {"clients": ({"coalesced": True},)}),
        (", maxRate", {"clients": ({}, {"maxRate": 30, "touches": None})}),
        (", maxRate and coalesced", {"clients": ({}, {"maxRate": 30, "coalesced": True, "touches": None})}),
        (", claimed by a client that acknowledges each line", {"clients": ({"claims": ["left", "right"], "ackWithin": 60000},)}),
        (", an interceptor that observes", {"gestures": OBSERVER, "control": ", multipleTouchEnabled: true", "clients": ({"claims": ["first"], "touches": 20},)}),
        (", an interceptor that consumes", {"gestures": CONSUMER, "clients": ({"touches": 20},)}))
for what, keys in rows:
    if not all(word in what for word in sys.argv[2:]):
        continue
    short, long = allocations(300, **keys), allocations(1300, **keys)
    per_frame = (long - short) / 1000
    check(f"{per_frame} allocations a frame of ten fingers{what}", per_frame < 0.01,
          f"{short} with 300 frames, {long} with 1300")
simulated.finish()
