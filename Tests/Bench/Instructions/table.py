#!/usr/bin/python3
"""Measures the chosen rows and prints them beside the recorded figures: table.py BENCH [--list] [--json] [--annotate N] [--check | --record]
[ROW...]"""
import argparse, fnmatch, json, os, sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import fifo_panel
import ratchet
from rows import ROWS, figures

arguments = argparse.ArgumentParser(prog="Tests/Bench/instructions")
arguments.add_argument("bench", help=argparse.SUPPRESS)
arguments.add_argument("rows", nargs="*", metavar="ROW", help="a name of --list or a pattern; default: all")
arguments.add_argument("--list", action="store_true", help="print the rows, and measure nothing")
arguments.add_argument("--json", action="store_true", help="print the figures as one JSON object")
arguments.add_argument("--annotate", type=int, metavar="N", default=0, help="print the N functions with the most instructions of each row")
mode = arguments.add_mutually_exclusive_group()
mode.add_argument("--check", action="store_true", help="fail when a figure is worse than recorded; default: the rows that make test holds")
mode.add_argument("--record", action="store_true", help="keep the figures")
arguments = arguments.parse_intermixed_args()


def chosen():
    if not arguments.rows:
        return {name for name, row in ROWS.items() if row.is_held or not arguments.check}
    names = set()
    for pattern in arguments.rows:
        if not (found := fnmatch.filter(ROWS, pattern)):
            sys.exit(f"instructions: there is no row {pattern}, only {', '.join(ROWS)}")
        names.update(found)
    return names


if arguments.list:
    for name, row in ROWS.items():
        print(f"{name:18}{'*' if row.is_held else ' '} {row.says}" + (f", {row.unit}" if row.unit != "instructions" else ""))
    print("* held by make test")
    sys.exit()

rows = chosen()
old, environment = ratchet.recorded(), ratchet.environment()
fifo = fifo_panel.plug("Tests/Live/touchscreen", f"{arguments.bench}/evshim.so")
taken = {}
if not arguments.json:
    print(f"{'':18}{'recorded':>12}{'now':>12}{'':9}")
for figure in figures(arguments.bench, fifo, rows):
    name, known = figure.row, old["figures"].get(figure.row)
    taken[name] = round(figure.value, 1)
    if not arguments.json:
        change = f"{100 * (taken[name] / known - 1):+.1f} %" if known else "new"
        print(f"{name:18}{known or 0:12.0f}{taken[name]:12.0f}{change:>9}  {ROWS[name].says}", flush=True)
        if arguments.annotate and figure.profile:
            print("\n".join(figure.profile.dearest(arguments.annotate, figure.times)), flush=True)

if arguments.json:
    print(json.dumps(taken), flush=True)
if arguments.record:
    ratchet.record(taken, environment)
said, may_stay = ratchet.judge(taken, old, environment) if arguments.check else ([], True)
for sentence in said:
    print(sentence, file=sys.stderr)
fifo_panel.finish(not may_stay)
