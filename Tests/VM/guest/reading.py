#!/usr/bin/python3
"""A kiosk that speaks: uinput panel and keypad → touchd → sway and Chromium with a web shop → touchd-read → touchd-speak → speech-dispatcher,
whose log is what a visitor hears. Run by Tests/VM/reading, as root, in the project's folder.

    reading.py [PART...]    all parts, or these"""
import os
import sys
import traceback

import readingparts
import readingsite
import testkit

PARTS = {part.__name__: part for part in readingparts.PARTS}


def main():
    if "TOUCHD_VM" not in os.environ:
        sys.exit("reading.py sets up a kiosk; it is for Tests/VM/reading")
    site = None
    for name in sys.argv[1:] or PARTS:
        failed = testkit.failed
        print(f"# {name.replace('_', ' ')}", flush=True)
        try:
            site = site or readingsite.ReadingSite()
            PARTS[name](site)
        except Exception:
            testkit.check(f"{name} comes to its end", False, traceback.format_exc())
        if testkit.failed > failed and site:
            site.explain()
        if not site:
            break
        site.glass.lift_all()
    print(f"{testkit.passed} passed, {testkit.failed} failed", flush=True)
    return 1 if testkit.failed else 0


if __name__ == "__main__":
    sys.exit(main())
