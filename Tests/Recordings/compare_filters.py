#!/usr/bin/env python3
"""Compares each noise filter's output for its recording with the golden output, byte for byte; then the daemon, in real time, with replay.

    Tests/Recordings/compare_filters.py [--update] [FOLDER of touchd and touchctl]     (default .build/release)

filters/NAME.yaml is played with NAME.evemu, and filters/NAME.jsonl is the expected output. --update writes that instead, to be reviewed like code.
Ends with `N passed, N failed`; exit status 1 on any failure.
"""
import concurrent.futures
import difflib
import json
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent / "Live"))
from played import played


def replay(programs, name):
    """Returns touchctl's lines unchanged."""
    command = [programs / "touchctl", "replay", "--config", FOLDER / f"filters/{name}.yaml", FOLDER / f"{name}.evemu"]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=True).stdout


def live(programs, name):
    """Returns the frames that a client receives from the daemon, which plays the recording in real time."""
    seen, status = played(programs, FOLDER / f"filters/{name}.yaml", FOLDER / f"{name}.evemu")
    if status:
        raise SystemExit(f"{name}: the daemon has ended with {status}")
    return [message for message in seen if message["type"] == "frame"]


def content(frames):
    """Returns frames without seq, which also counts other lines."""
    return [{key: value for key, value in frame.items() if key != "seq"} for frame in frames]


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--update"]
    programs = pathlib.Path(arguments[0] if arguments else FOLDER.parents[1] / ".build/release").resolve()
    names = sorted(path.stem for path in (FOLDER / "filters").glob("*.yaml"))
    replayed = {name: replay(programs, name) for name in names}
    if "--update" in sys.argv:
        for name, text in replayed.items():
            (FOLDER / f"filters/{name}.jsonl").write_text(text)
    failures = []
    for name, text in replayed.items():
        golden = FOLDER / f"filters/{name}.jsonl"
        expected = golden.read_text() if golden.exists() else ""
        if text != expected or not text:
            difference = difflib.unified_diff(expected.splitlines(), text.splitlines(), str(golden), "replay", "", "", 0, "")
            failures.append(f"{name}: another output\n" + "\n".join(list(difference)[:8]))
    with concurrent.futures.ThreadPoolExecutor(len(names)) as pool:
        for name, frames in zip(names, pool.map(lambda name: live(programs, name), names)):
            expected = content(json.loads(line) for line in replayed[name].splitlines())
            frames = content(frames)
            if frames != expected:
                both = zip(frames + [None] * len(expected), expected + [None] * len(frames))
                first = next(pair for pair in both if pair[0] != pair[1])
                failures.append(f"{name}: the daemon gives {first[0]}\n    where replay gives {first[1]}")
    for failure in failures:
        print(failure)
    print(f"{2 * len(names) - len(failures)} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
