"""Callgrind's counts: instructions and calls by function."""
import collections, re, subprocess

# Code between touchd and the kernel that exists in a benchmark and not on a kiosk: read(2) goes through umockdev and takes its locks.
RIG = re.compile(r"libumockdev-preload|evshim\.so|mark\.so")
# The functions that touchd would call directly without the rig.
THROUGH = {"read", "write", "ioctl", "open", "close"}


class Profile:
    """A dump of callgrind. `own` counts the instructions of the program and its callees, without the rig's share."""

    def __init__(self, path):
        self.instructions, self.calls = collections.Counter(), collections.Counter()
        self.rig = 0
        names, objects = {}, {}

        def named(table, text):
            number, _, name = text.partition(" ")
            if name:
                table[number] = name
            return table[number]

        function, place, called, called_place, is_call = "", "", "", "", False
        with open(path) as file:
            for line in file:
                first = line[:1]
                if first.isdigit() or first in "+-*":
                    cost = int(line.split()[1]) if " " in line.strip() else 0
                    is_rig = RIG.search(place)
                    if not is_call and not is_rig:
                        self.instructions[function] += cost
                    if is_rig and not (is_call and (called.split("'")[0] in THROUGH or RIG.search(called_place))):
                        self.rig += cost
                    is_call, called_place = False, place
                elif line.startswith("ob="):
                    place = called_place = named(objects, line[3:].rstrip())
                elif line.startswith("cob="):
                    called_place = named(objects, line[4:].rstrip())
                elif line.startswith("fn="):
                    function = named(names, line[3:].rstrip())
                elif line.startswith("cfn="):
                    called = named(names, line[4:].rstrip())
                elif line.startswith("calls="):
                    self.calls[called] += int(line[6:].split()[0])
                    is_call = True
                elif line.startswith("totals:"):
                    self.own = int(line.split()[1]) - self.rig

    def dearest(self, number, divided_by):
        """Returns lines with the functions that have the most instructions of their own, with Swift's names."""
        most = self.instructions.most_common(number)
        names = subprocess.run(["swift", "demangle", "--simplified"], input="\n".join(name for name, _ in most), capture_output=True, text=True)
        texts = names.stdout.splitlines() if names.returncode == 0 else [name for name, _ in most]
        return [f"{cost / divided_by:12.1f}{self.calls[name] / divided_by:10.2f}  {text}" for (name, cost), text in zip(most, texts)]
