#!/usr/bin/python3
"""The kiosks of docs/kiosk.md: the page's unit starts a compositor on a display, in a login session, and Chromium in it; a finger on a uinput panel
reaches the page through touchd. Run by Tests/VM/kiosk, as root, in the project's folder.

    kiosk.py [PART...]    sway, or these parts"""
import os
import sys

import kioskparts
import kiosksite
import testkit

PARTS = {part.__name__: part for part in kioskparts.PARTS}


def main():
    if "TOUCHD_VM" not in os.environ:
        sys.exit("kiosk.py sets up a kiosk; it is for Tests/VM/kiosk")
    return testkit.run_parts(PARTS, sys.argv[1:] or ["sway"], kiosksite.Site)


if __name__ == "__main__":
    sys.exit(main())
