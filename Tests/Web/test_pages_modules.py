#!/usr/bin/env python3
"""The pages' modules that need no browser, in node: Tests/Web/modules/*.test.mjs."""
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TESTS = sorted(str(path) for path in (HERE / "modules").glob("*.test.mjs"))
sys.exit(subprocess.run(["node", "--test", *TESTS], stdin=subprocess.DEVNULL, timeout=300).returncode)
