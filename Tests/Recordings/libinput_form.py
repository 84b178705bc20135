#!/usr/bin/env python3
"""Converts a recording to the format of `libinput record`.

    python3 Tests/Recordings/libinput_form.py FILE.evemu                      prints it
    python3 Tests/Recordings/libinput_form.py --touchctl PATH FILE.evemu…     compares what touchctl replay makes of both

touchctl's output and its exit status must be the same for both. Ends with `N passed, N failed`; exit status 1 on any failure.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile


def libinput(path):
    """Returns the evemu recording at `path` in libinput's format: its name, numbers, events and their times unchanged."""
    name, identity, bits, axes, properties, events = "", [0] * 4, {}, {}, [], []
    for line in open(path, encoding="utf-8", errors="replace"):
        fields = line.split("#")[0].split()
        if line.startswith("N:"):
            name = line[2:].strip()
        elif line.startswith("I:"):
            identity = [int(field, 16) for field in fields[1:5]]
        elif line.startswith("P:"):
            properties += [int(field, 16) for field in fields[1:]]
        elif line.startswith("B:"):
            bits.setdefault(int(fields[1], 16), []).extend(int(field, 16) for field in fields[2:])
        elif line.startswith("A:"):
            axes[int(fields[1], 16)] = ([int(field) for field in fields[2:]] + [0])[:5]
        elif line.startswith("E:"):
            seconds, microseconds = fields[1].split(".")
            events.append((int(seconds), int(microseconds), int(fields[2], 16), int(fields[3], 16), int(fields[4])))

    def codes(octets):
        return [8 * index + bit for index, octet in enumerate(octets) for bit in range(8) if octet >> bit & 1]

    quoted = name.replace("\\", "\\\\").replace('"', '\\"')
    lines = ["# libinput record", "version: 1", "ndevices: 1", "libinput:", '  version: "1.22.1"', '  git: "unknown"',
             "devices:", "- node: /dev/input/event0", "  evdev:", f"    # Name: {name}", f'    name: "{quoted}"',
             f"    id: {identity}", "    codes:"]
    lines += [f"      {type}: {codes(bits[type])}" for type in sorted(bits) if codes(bits[type])]
    lines += ["    absinfo:"] + [f"      {code}: {axes[code]}" for code in axes]
    lines += [f"    properties: {codes(properties)}", "  udev:", "    properties:", "    - ID_INPUT=1",
              "    - ID_INPUT_TOUCHSCREEN=1", "  quirks:", "  events:", "  # Current time is 12:00:00"]
    frame_begins = True
    for event in events:
        if frame_begins:
            lines.append("  - evdev:")
        lines.append("    - [{:3}, {:6}, {:3}, {:3}, {:7}]".format(*event))
        frame_begins = event[2:4] == (0, 0)
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description="Recordings as libinput record would have written them.")
    parser.add_argument("--touchctl", metavar="PATH")
    parser.add_argument("files", nargs="+", metavar="FILE")
    arguments = parser.parse_args()
    if not arguments.touchctl:
        sys.stdout.write("".join(map(libinput, arguments.files)))
        return 0

    def replay(path):
        done = subprocess.run([arguments.touchctl, "replay", path], capture_output=True, timeout=300)
        return done.returncode, done.stdout, done.stderr.replace(str(path).encode(), b"FILE")

    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        other = pathlib.Path(folder, "recording.yml")
        for path in arguments.files:
            other.write_text(libinput(path), encoding="utf-8")
            wanted, got = replay(path), replay(other)
            if wanted != got:
                failed += 1
                first = next((n for n, (a, b) in enumerate(zip(wanted[1].split(b"\n"), got[1].split(b"\n")), 1) if a != b), "-")
                print(f"{path}: exit status {wanted[0]} and {got[0]}, first other line {first}: {got[2].decode()}")
    print(f"{len(arguments.files) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
