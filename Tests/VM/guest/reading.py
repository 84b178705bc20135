#!/usr/bin/python3
"""A kiosk that speaks: uinput panel and keypad → touchd → sway and Chromium with a web shop → touchd-read → touchd-speak → speech-dispatcher,
whose log is what a visitor hears. Run by Tests/VM/reading, as root, in the project's folder.

    reading.py [PART...]    all parts, or these"""
import os
import sys

import readingparts
import readingsite
import testkit

PARTS = {part.__name__: part for part in readingparts.PARTS}


def main():
    if "TOUCHD_VM" not in os.environ:
        sys.exit("reading.py sets up a kiosk; it is for Tests/VM/reading")
    return testkit.run_parts(PARTS, sys.argv[1:] or PARTS, readingsite.ReadingSite, lambda site: site.glass.lift_all())


if __name__ == "__main__":
    sys.exit(main())
