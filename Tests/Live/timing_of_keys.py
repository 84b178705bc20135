"""Timing of a sensitive region's keys as an observer measures it: keys at the screen's edge and in the corner of the staff gesture, and keys in the
middle. A permutation test compares the arrival times of a tap's two events while an edge rule and a staff rule are in force."""
import json, pathlib, random, socket, subprocess, tempfile, threading, time

from simulated import PATIENCE, check, descriptor, finish, plug, programs, report, until

TRACKING, X, Y, SLOT = 57, 53, 54, 47
TAPS = 60  # in each group
PERMUTATIONS = 5000
# Points of the screen, by group. The panel has 4096 by 2304 units for 1000 by 500 points.
GROUPS = {"outer": [(5, 250), (50, 50), (250, 496), (10, 480)], "inner": [(250, 250), (300, 150), (200, 350), (400, 300)]}

CONFIGURATION = """version: 1
screens:
  - id: main
    size: [1000, 500]
    panels: [{ match: { name: "*" } }]
    kiosk:
      edges: { distance: 40, travel: 120, within: 0.4 }
      staff: [{ id: service, corner: topLeft, size: 120, taps: 3, hold: 1 }]
    windows:
      - id: w
        frame: [0, 0, 1000, 500]
        children:
          - { id: pad, frame: [0, 0, 500, 500], sensitive: true, multipleTouchEnabled: true }
"""


class Client:
    """A connection that keeps all received lines with their time of arrival."""
    def __init__(self, path, *lines):
        self.socket = socket.socket(socket.AF_UNIX)
        until(lambda: self.socket.connect_ex(path) == 0)
        self.lines = []
        for line in lines:
            self.socket.sendall(json.dumps(line).encode() + b"\n")
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.socket.makefile("r"):
            moment = time.monotonic()
            self.lines.append((moment, json.loads(line)))

    def events(self):
        return [(moment, line["time"], event) for moment, line in list(self.lines) if line["type"] == "frame" for event in line["events"]]

    def is_answered(self, id):
        return any(line["type"] == "reply" and line["id"] == id and line["ok"] for _, line in list(self.lines))


def tap(fd, observer, number, place, hold):
    """Returns the delays of the two events in s, and the differences between their times and the reports' in µs."""
    before = len(observer.events())
    moments, sent = [], []
    for phase in ("began", "ended"):
        at = time.monotonic_ns() // 1000
        moments.append(at)
        sent.append(time.monotonic())
        if phase == "began":
            report(fd, (3, SLOT, 0), (3, TRACKING, number), (3, X, place[0] * 4096 // 1000), (3, Y, place[1] * 2304 // 500), at=at)
            time.sleep(hold)
        else:
            report(fd, (3, SLOT, 0), (3, TRACKING, -1), at=at)
    events = until(lambda: (found := observer.events()[before:]) and len(found) >= 2 and found)
    if not events or [(event["event"], event["phase"]) for _, _, event in events] != [("sensitive", "began"), ("sensitive", "ended")]:
        return None
    late = [arrival - start for (arrival, _, _), start in zip(events, sent)]
    return late, [told - at for (_, told, _), at in zip(events, moments)]


def ranks(values):
    """Returns mean ranks of delays in steps of 20 ms, because touchd's waits are compared here and not its processing time."""
    steps = [int(value / 0.02) for value in values]
    order = sorted(steps)
    return [order.index(step) + order.count(step) / 2 for step in steps]


def likelihood(outer, inner, chance):
    """Returns how often random groups differ at least as much, measured by the difference of mean ranks, which a late wakeup hardly affects."""
    places = ranks(outer + inner)
    middle = sum(places) / len(places) * len(outer)
    seen = abs(sum(places[:len(outer)]) - middle)
    as_much = 0
    for _ in range(PERMUTATIONS):
        as_much += abs(sum(chance.sample(places, len(outer))) - middle) >= seen
    return (as_much + 1) / (PERMUTATIONS + 1)


def measure(fd, observer, chance, first):
    """Taps the keys in random order. Returns the probability of such differences by chance, and other deviations."""
    # Both groups have the same hold times.
    taps = [(group, GROUPS[group][turn % 4], (0.02, 0.06, 0.12)[turn % 3]) for group in GROUPS for turn in range(TAPS)]
    chance.shuffle(taps)
    late = {group: ([], []) for group in GROUPS}
    strays = []
    for number, (group, place, hold) in enumerate(taps, first):
        seen = tap(fd, observer, number, place, hold)
        if seen is None:
            return None, [f"a tap at {place} was not two events"]
        for which in (0, 1):
            late[group][which].append(seen[0][which])
        if seen[1] != [0, 0]:
            strays.append(f"times of a tap at {place} are {seen[1]} µs off")
        time.sleep(0.02 + chance.random() * 0.05)
    return [likelihood(late["outer"][which], late["inner"][which], chance) for which in (0, 1)], strays


with tempfile.TemporaryDirectory() as folder:
    path = f"{folder}/events.sock"
    plug()
    pathlib.Path(folder, "c.yaml").write_text(CONFIGURATION)
    daemon = subprocess.Popen([programs / "touchd", "--config", f"{folder}/c.yaml", "--socket", path], stderr=subprocess.DEVNULL)
    try:
        owner = Client(path, {"type": "subscribe", "id": 1, "regions": ["w/pad/**"]}, {"type": "claim", "id": 2, "receivers": ["pad"]})
        check("the pad is claimed", until(lambda: owner.is_answered(2)))
        observer = Client(path, {"type": "subscribe", "id": 1, "observe": True})
        check("an observer has subscribed", until(lambda: observer.is_answered(1)))
        chance, fd = random.Random(30), descriptor()
        odds, strays = measure(fd, observer, chance, 1)
        if odds and min(odds) < 0.001:
            print(f"again: by chance this happens in {min(odds):.4f} of all runs", flush=True)
            odds, more = measure(fd, observer, chance, 1 + 2 * TAPS)
            strays += more
        check("each tap is two events with the times of the panel's reports", not strays, strays[:3])
        for which, name in enumerate(("begin", "end")):
            likely = odds[which] if odds else 0
            check(f"when the {name} of a tap arrives says nothing of the key", likely >= 0.001, f"by chance in {likely:.4f} of all runs")
    finally:
        daemon.terminate()
        daemon.wait(PATIENCE)
finish()
