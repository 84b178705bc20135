#!/usr/bin/env python3
"""touchd-tuio's stream, checked by an independent decoder: alive lists, full bundles, places, sensitive regions, a lost touchd."""
import re, signal, subprocess, time

from receiver import Receiver
from stage import Stage, check, finish, programs, root, until


def near(state, x, y):
    return state is not None and abs(state[0] - x) < 1e-5 and abs(state[1] - y) < 1e-5


def places(receiver):
    return [(round(state[0], 4), round(state[1], 4)) for state in receiver.cursors.values()]


screen, region, side = Receiver(), Receiver(), Receiver()
stage = Stage(f"""outputs:
  - {{ screen: main, to: "127.0.0.1:{screen.port}", source: "touchd@test" }}
  - {{ region: map, to: "127.0.0.1:{region.port}", source: "map@test" }}
  - {{ screen: side, to: "127.0.0.1:{side.port}" }}
""")
check("the bridge begins with nobody alive", until(lambda: screen.bundles) and screen.bundles[0] == ([], {}), screen.bundles[:1])
check("it connects three times", until(lambda: stage.log().count(": connected to touchd") == 3), stage.log())
check("its lines name it", all(line.startswith("touchd-tuio: ") for line in stage.log().splitlines()), stage.log())
# The surfaces are known when a finger arrives.
for one, place in ((screen, (250, 125)), (region, (300, 150))):
    for finger in range(1, 200):
        stage.fingers("began", {1: place})
        if until(lambda: one.cursors, 0.5):
            break
        stage.fingers("ended", [1])
    stage.fingers("ended", [1])
until(lambda: not screen.cursors and not region.cursors)
stage.fingers("began", {1: (10, 10)}, "side")
until(lambda: side.cursors)
stage.fingers("ended", [1], "side")
until(lambda: not side.cursors)

stage.fingers("began", {1: (250, 125)})
check("a finger is where it is, from 0 to 1 over the screen", until(lambda: places(screen) == [(0.25, 0.25)]), places(screen))
check("and over the region, though its part gets it", until(lambda: places(region) == [(0.375, 0.375)]), places(region))
stage.fingers("moved", {1: (450, 200)})
check("it moves", until(lambda: places(screen) == [(0.45, 0.4)]) and until(lambda: places(region) == [(0.875, 0.75)]), (places(screen), places(region)))
moved = next(state for _, sets in reversed(screen.bundles) for state in sets.values() if near(state, 0.45, 0.4) and state[2])
check("with a velocity that leads where it went", moved[2] > 0 and moved[3] > 0 and abs(moved[3] / moved[2] - 0.15 / 0.2) < 1e-3, moved)
check("and stands still when it rests", until(lambda: all(state[2:] == (0, 0, 0) for state in screen.cursors.values())), screen.cursors)
stage.fingers("moved", {1: (900, 400)})
check("outside of the region it is at its edge", until(lambda: places(region) == [(1, 1)]), places(region))
count = len(screen.bundles)
check("while nothing changes all is told again and again", until(lambda: len(screen.bundles) >= count + 4), len(screen.bundles))
still = list(zip(screen.times, screen.bundles))[-2:]
check("a second apart, in full", 0.9 < still[1][0] - still[0][0] and all(set(sets) == set(alive) and alive for _, (alive, sets) in still), still)
stage.fingers("cancelled", [1])
check("a cancelled finger leaves the living", until(lambda: not screen.cursors and not region.cursors), (screen.cursors, region.cursors))
count = len(screen.bundles)
check("nobody is told once a second too", until(lambda: len(screen.bundles) >= count + 2) and screen.bundles[-1] == ([], {}), screen.bundles[-1])

ten = {finger: (100 * finger - 50, 400) for finger in range(1, 11)}
stage.fingers("began", ten)
check("ten fingers are ten cursors", until(lambda: places(screen) == [(round(0.1 * n - 0.05, 4), 0.8) for n in range(1, 11)]), places(screen))
check("none of them is in the region", not region.cursors, region.cursors)
check("nor on the other screen", not side.cursors and len(side.ever) == 1, side.ever)
stage.fingers("ended", list(ten))
check("and leave together", until(lambda: not screen.cursors), screen.cursors)

# The first key of the pad. A later bundle would contain it.
sessions = len(screen.ever)
stage.fingers("began", {1: (650, 50), 2: (950, 450)})
until(lambda: screen.cursors)
stage.fingers("moved", {1: (660, 60)})
stage.fingers("moved", {2: (960, 450)})
until(lambda: places(screen) == [(0.96, 0.9)])
check("a finger in a sensitive region is not there", places(screen) == [(0.96, 0.9)] and len(screen.ever) == sessions + 1, places(screen))
stage.fingers("ended", [1, 2])
until(lambda: not screen.cursors)

stage.fingers("began", {1: (250, 125)})
until(lambda: screen.cursors and region.cursors)
stage.touchd.kill()
stage.touchd.wait()
check("touchd is gone: nobody is alive, at once", until(lambda: not screen.cursors and not region.cursors), (screen.cursors, region.cursors))
stage.start_touchd()
check("touchd is back: the bridge is too", until(lambda: stage.log().count(": connected to touchd") == 6), stage.log())
for _ in range(200):
    stage.fingers("began", {1: (500, 250)})
    if until(lambda: screen.cursors, 0.5):
        break
    stage.fingers("ended", [1])
check("and fingers come through again", places(screen) == [(0.5, 0.5)], places(screen))
stage.bridge.send_signal(signal.SIGTERM)
check("the bridge ends with 0 and leaves nobody alive", stage.bridge.wait(60) == 0 and until(lambda: not screen.cursors), screen.cursors)

for name, receiver in (("screen", screen), ("region", region), ("side", side)):
    check(f"{name}: nothing was against OSC or TUIO", not receiver.wrong, receiver.wrong[:3])
    check(f"{name}: each bundle fits into a packet", max(receiver.sizes) <= 1452, max(receiver.sizes))
check("receivers are told the source", screen.sources == {"touchd@test"} and side.sources and all(one.startswith("touchd@") for one in side.sources),
      (screen.sources, side.sources))

# The page's examples: settings, the unit's addition, touchd's access rules.
shown = re.findall(r"^ *```yaml\n(.*?)^ *```", (root / "docs/tuio.md").read_text(), re.S | re.M)
(stage.path / "shown.yaml").write_text(shown[0])
(stage.path / "rules.yaml").write_text(shown[1])
done = subprocess.run([programs / "touchctl", "check", stage.path / "rules.yaml"], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)
check("the rules of docs/tuio.md are right", len(shown) == 2 and done.returncode == 0, done)
bad = stage.path / "bad.yaml"
bad.write_text("outputs: [{ scren: main }]\n")
for arguments, status, words in ((["--check", "--config", bad], 78, f"{bad}:1:13: error: unknown key \"scren\""), (["--config", bad], 78, ": error: "),
                                 (["--check", "--config", stage.path / "tuio.yaml"], 0, "tuio.yaml: ok"),
                                 (["--check", "--config", root / "config/tuio.yaml"], 0, ": ok"),
                                 (["--check", "--config", stage.path / "shown.yaml"], 0, ": ok"), (["--bad"], 64, "--help"),
                                 (["--help"], 0, "usage: "), (["--version"], 0, "touchd-tuio 0.1.0")):
    done = subprocess.run([programs / "touchd-tuio", *map(str, arguments)], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)
    check(f"{' '.join(map(str, arguments[:1]))}: {status}", done.returncode == status and words in done.stdout + done.stderr, done)
finish()
