#!/usr/bin/python3
"""Prints which region was pressed: presses.py [GLOB of region paths]...   (the package is clients/python)"""
import sys
import touchd

for press in touchd.presses(*sys.argv[1:] or ["**"]):
    print("pressed", press.region, flush=True)
