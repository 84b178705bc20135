"""The recorded figures of `instructions`, and their comparison with new ones."""
import json, os, pathlib, platform, subprocess

FILE = pathlib.Path(__file__).resolve().with_name("figures.json")
# The tolerated increase of a figure, as a part of the recorded one.
TOLERANCE = 0.02
# The processor features by which libc and valgrind choose code.
FLAGS = {"avx", "avx2", "bmi2", "sse4_2"}


def environment():
    """Returns the conditions, besides the code, on which figures depend: figures are comparable only if these are equal."""
    def first_line(*command):
        return subprocess.run(command, capture_output=True, text=True, env={**os.environ, "LD_PRELOAD": ""}).stdout.splitlines()[0]
    cpu = set()
    for line in open("/proc/cpuinfo"):
        if line.startswith(("flags", "Features")):
            cpu = set(line.split(":")[1].split())
            break
    return {
        "compiler": first_line("swiftc", "--version"), "valgrind": first_line("valgrind", "--version"), "libc": " ".join(platform.libc_ver()),
        "cpu": " ".join([platform.machine(), *sorted(cpu & FLAGS)])}


def recorded():
    return json.loads(FILE.read_text()) if FILE.exists() else {"environment": {}, "figures": {}}


def merged(figures, old, environment):
    """Returns the record with new figures. Old figures stay if they were measured in the same environment."""
    kept = old["figures"] if old["environment"] == environment else {}
    return {"environment": environment, "figures": dict(sorted({**kept, **figures}.items()))}


def record(figures, environment):
    FILE.write_text(json.dumps(merged(figures, recorded(), environment), indent=2) + "\n")


def verdict(figure, recorded):
    """Returns `worse`, `better`, `same` or `new` for a figure that should be small."""
    if recorded is None:
        return "new"
    if figure > recorded * (1 + TOLERANCE):
        return "worse"
    return "better" if figure < recorded * (1 - TOLERANCE) else "same"


def judge(taken, old, environment):
    """Returns messages about new figures compared with the recorded ones, and whether they are acceptable."""
    by_verdict = {"worse": [], "better": [], "same": [], "new": []}
    for row, figure in taken.items():
        by_verdict[verdict(figure, old["figures"].get(row))].append(row)
    elsewhere = [f"{key} is {environment[key]!r}, was {old['environment'].get(key)!r}"
                 for key in environment if environment[key] != old["environment"].get(key)]
    if elsewhere:
        return [f"not held here, since {'; '.join(elsewhere)}"], True
    said, command = [], "Tests/Bench/instructions --record"
    if worse := by_verdict["worse"]:
        said.append(f"more than {100 * TOLERANCE:g} % worse than recorded: {', '.join(worse)}. --annotate 30 shows the functions; if the change "
                    f"is worth it, record it: {command} {' '.join(worse)}")
    if found := by_verdict["better"] + by_verdict["new"]:
        said.append(f"more than {100 * TOLERANCE:g} % better than recorded, or new: {', '.join(found)}. Record it: {command} {' '.join(found)}")
    return said, not worse
