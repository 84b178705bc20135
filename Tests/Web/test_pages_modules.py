#!/usr/bin/env python3
"""The pages' modules that need no browser, in node: Tests/Web/modules/*.test.mjs. TOUCHD_SEED=N repeats a random case."""
import pathlib
import re
import subprocess
import sys

here = pathlib.Path(__file__).resolve().parent
tests = sorted(str(path) for path in (here / "modules").glob("*.test.mjs"))
run = subprocess.run(["node", "--test", *tests], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=500)
counts = {word: int(number) for word, number in re.findall(r"^(?:#|ℹ) (pass|fail) (\d+)$", run.stdout, re.M)}
if run.returncode or "pass" not in counts:
    print(run.stdout)
passed, failed = counts.get("pass", 0), counts.get("fail", 0) + (run.returncode != 0 and not counts.get("fail"))
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
