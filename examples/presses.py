#!/usr/bin/python3
"""Prints the regions that are pressed. From a clone, where the package is not installed:

    PYTHONPATH=clients/python python3 examples/presses.py [GLOB of region paths]...
"""
import sys
import touchd

for press in touchd.presses(*sys.argv[1:] or ["**"]):
    print("pressed", press.region, flush=True)
