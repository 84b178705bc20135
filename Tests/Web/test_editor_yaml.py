#!/usr/bin/python3
"""libyaml, which touchd uses, reads the region editor's texts as intended."""
import json, pathlib, subprocess, sys

import yaml

here = pathlib.Path(__file__).resolve().parent
Reader = type("Reader", (yaml.CBaseLoader,), {})


def same(read, meant):
    """Whether the values are equal; libyaml returns every scalar as a text here."""
    if isinstance(meant, dict):
        return isinstance(read, dict) and list(map(str, sorted(read))) == sorted(meant) and all(same(read[key], meant[key]) for key in meant)
    if isinstance(meant, list):
        return isinstance(read, list) and len(read) == len(meant) and all(map(same, read, meant))
    if isinstance(meant, bool):
        return read == str(meant).lower()
    if isinstance(meant, (int, float)):
        return isinstance(read, str) and float(read) == meant
    return read == meant


passed = failed = 0
lines = subprocess.run(["node", here / "modules/editor/edited.mjs", "400"], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300, check=True).stdout
for number, line in enumerate(lines.splitlines(), 1):
    case = json.loads(line)
    try:
        ok = same(yaml.load(case["text"], Loader=Reader), case["values"])
    except yaml.YAMLError as error:
        ok = False
        print(error)
    passed, failed = passed + ok, failed + (not ok)
    if not ok:
        print(f"not ok  seed {number}\n{case['text']}")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0 or not passed)
