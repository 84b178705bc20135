#!/usr/bin/env python3
"""Tests of the files in this folder: the oracle with hand-checked answers, the generator, the comparison.

    python3 Tests/Recordings/test_oracle.py
"""
import json
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest

import generate
import libinput_form
import slot_oracle

FOLDER = pathlib.Path(__file__).parent

# Replaces touchctl: the oracle's output as the protocol's lines, with an optional fault.
FAKE = """#!{python}
import json, sys
sys.path.insert(0, {folder!r})
import slot_oracle
fault, touch = {fault!r}, None
lines = slot_oracle.lines(sys.argv[-1])
if "refused" in (lines or [{{}}])[0]:
    sys.exit(1)
for seq, line in enumerate(lines, 1):
    events = []
    for event in line["events"]:
        item = {{"event": "touch", "id": 300 + 7 * event["key"], "phase": event["phase"], "x": event["x"] + 0.0,
                "y": event["y"] + 0.0, "region": "screen", "target": "screen", "local": [0, 0]}}
        if event["y"] < 0:  # a ghost beyond the panel
            item["region"] = item["target"] = None
        if "reason" in event:
            item["reason"] = event["reason"]
        if fault == "reused id":
            item["id"] = 300
        if fault == "cancel as lift" and item["phase"] == "cancelled":
            item["phase"] = "ended"
            del item["reason"]
        events.append(item)
    if fault == "position" and seq == 3:
        events[0]["x"] += 0.5
    if fault == "region" and seq == 3:
        events[0]["region"] = None
    if fault == "order":
        events.reverse()
    time = line["time"] + (1 if fault == "time" else 0)
    if not (fault == "missing frame" and seq == len(lines)):
        print(json.dumps({{"type": "frame", "seq": seq, "time": time, "panel": "p", "events": events}}))
    if fault == "extra frame" and seq == len(lines):
        print(json.dumps({{"type": "frame", "seq": seq + 1, "time": time, "panel": "p", "events": events}}))
"""


class Oracle(unittest.TestCase):
    def test_golden(self):
        """Compares the golden files, each checked by hand against its recording."""
        golden = sorted((FOLDER / "golden").glob("*.jsonl"))
        self.assertGreaterEqual(len(golden), 15)
        for path in golden:
            with self.subTest(path.stem):
                expected = [json.loads(line) for line in path.read_text().splitlines()]
                self.assertEqual(slot_oracle.lines(FOLDER / f"{path.stem}.evemu"), expected)

    def test_grammar_of_all_recordings(self):
        for path in sorted(FOLDER.glob("*.evemu")):
            with self.subTest(path.name):
                alive, done = set(), set()
                for line in slot_oracle.lines(path):
                    for event in line.get("events", []):
                        key, phase = event["key"], event["phase"]
                        self.assertNotIn(key, done)
                        self.assertEqual(phase == "began", key not in alive)
                        self.assertEqual("reason" in event, phase == "cancelled")
                        alive.add(key)
                        if phase in ("ended", "cancelled"):
                            done.add(key)
                self.assertEqual(alive, done)

    def test_demo(self):
        lines = slot_oracle.lines(FOLDER / "demo.evemu")
        began = [event for line in lines for event in line["events"] if event["phase"] == "began"]
        self.assertEqual(len(began), 11)
        self.assertEqual([(round(event["x"] / 4096, 2), round(event["y"] / 4096, 2)) for event in began[:2]],
                         [(0.15, 0.9), (0.82, 0.9)])
        self.assertTrue(all(event["y"] < 0.7 * 4096 for event in began[2:10]))
        self.assertTrue(5.5e6 < lines[-1]["time"] < 6.5e6)


class Generator(unittest.TestCase):
    def test_committed_files_are_what_it_writes(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, FOLDER / "generate.py", folder], check=True)
            made = {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}
        self.assertEqual(made, {path.name: path.read_bytes() for path in FOLDER.glob("*.evemu")})

    def test_the_libinput_form_is_of_today(self):
        self.assertEqual(libinput_form.libinput(FOLDER / "two-fingers.evemu"), (FOLDER / "two-fingers.yml").read_text())

    def test_all_begin_at_one_microsecond(self):
        for name, make in generate.RECORDINGS.items():
            self.assertEqual(make().events[0][0], 1, name)


class Comparison(unittest.TestCase):
    def run_it(self, fault, *names):
        with tempfile.TemporaryDirectory() as folder:
            fake = os.path.join(folder, "touchctl")
            with open(fake, "w") as file:
                file.write(FAKE.format(python=sys.executable, folder=str(FOLDER.resolve()), fault=fault))
            os.chmod(fake, os.stat(fake).st_mode | stat.S_IXUSR)
            command = [sys.executable, str(FOLDER / "compare_with_oracle.py"), "--touchctl", fake]
            done = subprocess.run(command + [str(FOLDER / f"{name}.evemu") for name in names],
                                  capture_output=True, text=True)
            return done.returncode, done.stdout

    def test_no_difference(self):
        names = sorted(generate.RECORDINGS)
        self.assertEqual(self.run_it("none", *names), (0, f"{len(names)} passed, 0 failed\n"))

    def test_every_fault_is_found(self):
        faults = {"reused id": "used again", "cancel as lift": "another phase", "position": "another position",
                  "region": "another region", "order": "another", "time": "its time is",
                  "missing frame": "missing", "extra frame": "one too many"}
        for fault, message in faults.items():
            with self.subTest(fault):
                status, output = self.run_it(fault, "new-id-in-live-slot")
                self.assertEqual(status, 1)
                self.assertIn(message, output)
                self.assertTrue(output.endswith("0 passed, 1 failed\n"))


if __name__ == "__main__":
    unittest.main()
