#!/usr/bin/python3
"""The region editor's order of the focus, and what people hear of each element, are those of the core: random configurations."""
import json, os, subprocess

from stage import *

FIRST, COUNT = (int(os.environ["TOUCHD_SEED"]), 1) if "TOUCHD_SEED" in os.environ else (1, 150 * int(os.environ.get("TOUCHD_ROUNDS", 1)))
lines = subprocess.run(["node", root / "Tests/Web/modules/editor/rings.mjs", str(FIRST), str(COUNT)], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                       timeout=300, check=True).stdout.splitlines()
places = 0
wrong = []
for case in map(json.loads, lines):
    run = subprocess.run([touchctl, "regions", "--accessibility", "--json", "--config", "/dev/stdin"], input=json.dumps(case["configuration"]), capture_output=True, text=True)
    core = [{key: value for key, value in json.loads(line).items() if key not in ("states", "frame")} for line in run.stdout.splitlines()]
    places += len(core)
    if run.returncode or core != case["elements"]:
        wrong.append((case["seed"], run.stderr, core, case["elements"]))
check(f"{len(lines)} random orders are the core's, with each text", lines and not wrong, wrong[:1])
check("they have many places", places > len(lines) or "TOUCHD_SEED" in os.environ, places)
finish()
