#!/usr/bin/python3
"""The region editor's order of the focus, what people hear of each element, and which regions points hit, are those of the core: random
configurations."""
import json, os, re, subprocess

from stage import *

FIRST, COUNT = (int(os.environ["TOUCHD_SEED"]), 1) if "TOUCHD_SEED" in os.environ else (1, 100 * int(os.environ.get("TOUCHD_ROUNDS", 1)))
lines = subprocess.run(["node", root / "Tests/Web/modules/editor/rings.mjs", str(FIRST), str(COUNT)], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                       timeout=300, check=True).stdout.splitlines()
places, covers = 0, 0
wrong, missed, uncovered = [], [], []


def run_with(configuration, *arguments):
    return subprocess.run([touchctl, *arguments], input=configuration, capture_output=True, text=True)


for case in map(json.loads, lines):
    text = json.dumps(case["configuration"])
    run = run_with(text, "regions", "--accessibility", "--json", "--config", "/dev/stdin")
    core = [{key: value for key, value in json.loads(line).items() if key not in ("states", "frame")} for line in run.stdout.splitlines()]
    places += len(core)
    if run.returncode or core != case["elements"]:
        wrong.append((case["seed"], run.stderr, core, case["elements"]))
    for one in case["hits"]:
        said = run_with(text, "hit", *map(str, one["point"]), "--json", "--config", "/dev/stdin")
        if json.loads(said.stdout)["hit"] != one["hit"]:
            missed.append((case["seed"], one, said.stdout))
    warnings = [json.loads(line) for line in run_with(text, "check", "--json", "/dev/stdin").stdout.splitlines()]
    unreached = {re.search(r'element "(\w+)"', one["message"])[1] for one in warnings if one.get("id") == "covered-element"}
    covers += len(unreached)
    if unreached != set(case["covered"]):
        uncovered.append((case["seed"], unreached ^ set(case["covered"])))
check(f"{len(lines)} random orders are the core's, with each text", lines and not wrong, wrong[:1])
check("they have many places", places > len(lines) or "TOUCHD_SEED" in os.environ, places)
check("points hit the core's regions", not missed, missed[:1])
check("the elements without an activation point are those that check calls covered", not uncovered, uncovered[:1])
check("there are some", covers > len(lines) / 10 or "TOUCHD_SEED" in os.environ, covers)
finish()
