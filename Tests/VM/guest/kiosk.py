#!/usr/bin/python3
"""The kiosks of docs/kiosk.md: the page's unit starts a compositor on a display, in a login session, and Chromium in it; a finger on a uinput panel
reaches the page through touchd. Run by Tests/VM/kiosk, as root, in the project's folder.

    kiosk.py [PART...]    sway, or these parts"""
import os
import sys
import traceback

import kioskparts
import kiosksite
import testkit

PARTS = {part.__name__: part for part in kioskparts.PARTS}


def main():
    if "TOUCHD_VM" not in os.environ:
        sys.exit("kiosk.py sets up a kiosk; it is for Tests/VM/kiosk")
    names = sys.argv[1:] or ["sway"]
    site = None
    for name in names:
        failed = testkit.failed
        print(f"# {name.replace('_', ' ')}", flush=True)
        try:
            site = site or kiosksite.Site()
            PARTS[name](site)
        except Exception:
            testkit.check(f"{name} comes to its end", False, traceback.format_exc())
        if testkit.failed > failed and site:
            site.explain()
        if not site:
            break
    print(f"{testkit.passed} passed, {testkit.failed} failed", flush=True)
    return 1 if testkit.failed else 0


if __name__ == "__main__":
    sys.exit(main())
