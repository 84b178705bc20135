"""64 clients on real sockets, each in a separate process: one never reads, one reads a byte a second, one sends garbage and one is killed at random.
The other sixty get every edge, in order. The simulated panel reports as fast as the sixty read, so no result depends on the machine's speed. The test
runs until the daemon has closed the client that never reads."""
import json, os, random, signal, socket, subprocess, sys, tempfile, time

from simulated import PATIENCE, check, descriptor, finish, here, plug, programs, report, testbed

seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(1 << 32)
print(f"seed {seed}", flush=True)
dice = random.Random(seed)
plug()
fd = descriptor()
subscribe = '{"type":"subscribe","id":1}\n'

BAD = r'''
import os, random, socket, sys, time
kind, path, seed = sys.argv[1:]
s = socket.socket(socket.AF_UNIX)
s.connect(path)
s.sendall(b'{"type":"subscribe","id":1}\n')
print("there", flush=True)
if kind == "silent":
    while True: time.sleep(60)
while kind == "slow" and s.recv(1):
    time.sleep(1)
dice = random.Random(int(seed))
s.settimeout(0.01)
while True:
    try:
        if kind == "garbage": s.send(dice.randbytes(dice.randrange(1, 2000)))
        s.recv(1 << 16)
    except socket.timeout: pass
    time.sleep(0.001)
'''


def bad(kind):
    process = subprocess.Popen([sys.executable, "-c", BAD, kind, path, str(dice.randrange(1 << 32))], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, env=plain)
    process.stdout.readline()
    return process


def give_up(why):
    check("the crowd is served", False, why)
    finish()


class Good:
    """A client that keeps its lines."""

    def __init__(self, regions):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        while self.socket.connect_ex(path):  # the daemon may exist without listening yet
            time.sleep(0.02)
        self.socket.sendall(json.dumps({"type": "subscribe", "id": 1, "regions": regions}).encode() + b"\n")
        self.lines, self.rest = [], b""
        # The number of edges expected and received.
        self.due = self.got = 0
        while not any(b'"snapshot"' in line for line in self.lines):
            self.read("the snapshot")
        self.lines = []

    def read(self, awaited):
        """Reads the available bytes; `awaited` describes what the test waits for."""
        try:
            more = self.socket.recv(1 << 16)
        except TimeoutError:
            give_up(f"{awaited} does not come within {PATIENCE} s; the last line is {self.lines[-1:]}")
        if not more:
            give_up(f"a client that did nothing wrong was closed, while it waited for {awaited}")
        *whole, self.rest = (self.rest + more).split(b"\n")
        self.lines += whole


def flaw(frames):
    """Returns why the stream breaks the grammar, or None."""
    down, used, seq = set(), set(), 1
    for frame in frames:
        if frame["type"] != "frame" or frame["seq"] != seq + 1:
            return f"{frame['type']} {frame.get('seq')} after {seq}"
        seq = frame["seq"]
        for event in frame["events"]:
            id, phase = event["id"], event["phase"]
            if phase == "began":
                if id in used:
                    return f"{id} began twice"
                used.add(id), down.add(id)
            elif id not in down:
                return f"{id} {phase} without began"
            if phase in ("ended", "cancelled"):
                down.discard(id)
    return f"{down} never ended" if down else None


with tempfile.TemporaryDirectory() as folder:
    path = f"{folder}/s"
    plain = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}
    configuration = f"{folder}/panel.yaml"
    with open(configuration, "w") as file:
        file.write((here / "panel.yaml").read_text().replace("500, 500] }", "500, 500], multipleTouchEnabled: true }"))
    daemon = subprocess.Popen([programs / "touchd", "--config", configuration, "--socket", path],
                              env={**os.environ, "UMOCKDEV_DIR": testbed.get_root_dir(), "TOUCHD_VERIFIER": "fatal"}, stderr=subprocess.DEVNULL)
    while not os.path.exists(path):
        time.sleep(0.02)
    globs = (["**"], ["kiosk/left"], ["kiosk/right"])
    sides = ({"left", "right"}, {"left"}, {"right"})
    good = [Good(globs[number % 3]) for number in range(60)]
    silent, slow, garbage, mortal = (bad(kind) for kind in ("silent", "slow", "garbage", "mortal"))
    killed = 0

    def ask(what):
        done = subprocess.run([programs / "touchctl", what, "--json", "--socket", path], capture_output=True, text=True, timeout=300, env=plain)
        return json.loads(done.stdout) if done.returncode == 0 else done

    # One connection is free for touchctl: that of the client that gets killed, while it is dead.
    def counts():
        global mortal, killed
        mortal.kill(), mortal.wait()
        killed += 1
        answer = {}
        for _ in range(500):  # until the daemon has noticed
            answer = ask("status")
            if isinstance(answer, dict):
                break
            time.sleep(0.02)
        mortal = bad("mortal")
        return answer["counts"]

    def wait_for(edges):
        """Waits until the sixty have received the edges, so that the panel is as fast as they read."""
        expected.append(edges)
        for number, client in enumerate(good):
            client.due += sum(side in sides[number % 3] for _, _, side in edges)
            while client.got < client.due:
                before = len(client.lines)
                client.read(f"edge {client.got + 1} of {client.due}, for client {number}")
                client.got += sum(line.count(b'"phase":"began"') + line.count(b'"phase":"ended"') for line in client.lines[before:])

    down, next_id, expected, number, seen = {}, 1, [], 0, {}
    while number < 600 or (seen["slow"] == 0 and number < 60_000):
        events, edges, y = [], [], number % 400
        for slot in range(10):
            if slot in down and dice.random() < 0.2:
                events += [(3, 0x2f, slot), (3, 0x39, -1)]
                edges.append((slot, "ended", down.pop(slot)))
            elif dice.random() < 0.5:
                events += [(3, 0x2f, slot)]
                x = dice.randrange(4096)
                if slot not in down:
                    events += [(3, 0x39, next_id), (3, 0x3a, 100)]
                    down[slot] = "left" if x < 2048 else "right"
                    edges.append((slot, "began", down[slot]))
                    next_id += 1
                events += [(3, 0x35, x), (3, 0x36, 2 * y + number % 2)]
        number += 1
        if events:
            report(fd, *events)
        wait_for(edges)
        if dice.random() < 0.02:
            mortal.send_signal(signal.SIGKILL)
            mortal.wait()
            killed += 1
            mortal = bad("mortal")
        if number % 100 == 0:
            time.sleep(0.05)
            seen = counts()
    check("who never reads is closed in the end, and nothing waited for that", seen["slow"] >= 1, seen)
    check("garbage was answered, clients were killed", seen["badLines"] + seen["refusedRequests"] > 10 and killed > 5, (seen, killed))
    check("no stream was broken", seen["violations"] == 0, seen)
    report(fd, *[event for slot in down for event in ((3, 0x2f, slot), (3, 0x39, -1))])
    wait_for([(slot, "ended", side) for slot, side in sorted(down.items())])
    streams = []
    for client in good:
        client.socket.sendall(b'{"type":"sync","id":1}\n')
        while not any(b'"synced"' in line for line in client.lines[-1:]):
            client.read("the answer to sync")
        streams.append([json.loads(line) for line in client.lines[:-1]])
    flaws = [flaw(stream) for stream in streams]
    check("all sixty streams obey the grammar, gap-free, without a lagged", not any(flaws), [f for f in flaws if f][:3])
    for which, wanted in enumerate(sides):
        # A report delivers ends first, then begins, each in the order of slots.
        edges = [(phase, side) for each in expected for phase in ("ended", "began") for _, p, side in each if p == phase and side in wanted]
        ids = []
        for stream in streams[which::3]:
            mine = [(e["phase"], e["region"]) for m in stream for e in m["events"] if e["phase"] != "moved"]
            ids.append([(e["id"], e["phase"]) for m in stream for e in m["events"] if e["phase"] != "moved"])
            if mine != edges:
                break
        check(f"every client of {sorted(wanted)} got every edge, in order ({len(edges)})", mine == edges and len(ids) == 20 and len(edges) > 100,
              next((i, a, b) for i, (a, b) in enumerate(zip(mine + [None], edges + [None])) if a != b) if mine != edges else len(ids))
        check("and of the same touches", all(each == ids[0] for each in ids))
    for process in (silent, slow, garbage, mortal):
        process.kill()
    daemon.terminate()
    check("the daemon ends well", daemon.wait(300) == 0, daemon.returncode)
finish()
