#!/usr/bin/python3
"""Judges the samples of a soak: verdict.py FOLDER     (the folder with samples.csv and summary.json; exit status 1 if something grows)

Only samples at rest are compared, because then the same clients are connected. The first 15 % are the warm-up. Of the rest, the mean of the last
quarter is compared with that of the first one, with a 95 % confidence interval. A quantity is flat if the whole interval lies below its limit. In
the second half, when caches and pools are full, memory must not rise either, as far as that is certain: a small leak needs a year to use up a kiosk's
memory."""
import json, math, pathlib, statistics, sys

import sampling

WARM_UP = 0.15
BLOCKS = 8
ROUNDS = 4              # the fewest rounds of a soak, each with a sample at rest after it
# Growth of memory: KiB, or a share of the first quarter's mean, whichever is more. Private memory is what a leak makes larger; resident memory also
# has the pages of the program's file, which come as code is used for the first time.
MEMORY_LIMITS = {"private": (256, 0.05), "rss": (512, 0.05)}
# The rise of memory in the second half that is a leak if it is certain, in KiB an hour, and the hours of a second half that can tell.
LEAK, LEAK_HOURS = 16, 0.5
LOG_LIMIT = 4 << 20     # bytes an hour of one program
SLOWER_LIMIT = 1.5      # processor time a frame, last quarter to first
LATER_LIMIT = 2.0       # latency


def student(share, freedom):
    """Returns the quantile of Student's t distribution (expansion by Cornish and Fisher; below 3 % off from 3 degrees of freedom on)."""
    z = statistics.NormalDist().inv_cdf(share)
    return (z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
            + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3))


def after_warm_up(rows):
    """Returns the samples at rest after the warm-up."""
    resting = [row for row in rows if row["at_rest"]]
    if not resting:
        return []
    start, end = resting[0]["seconds"], resting[-1]["seconds"]
    return [row for row in resting if row["seconds"] >= start + WARM_UP * (end - start)]


def quarters(rows, name):
    """Returns the values of the first and of the last quarter."""
    values = [row[name] for row in rows if name in row]
    count = len(values) // 4
    return values[:count], values[len(values) - count:]


def difference(first, last):
    """Returns the difference of the means, and its 95 % confidence interval (Welch)."""
    delta = statistics.mean(last) - statistics.mean(first)
    a, b = statistics.variance(first) / len(first), statistics.variance(last) / len(last)
    if a + b == 0:
        return delta, delta, delta
    freedom = (a + b) ** 2 / (a**2 / (len(first) - 1) + b**2 / (len(last) - 1))
    reach = student(0.975, max(freedom, 2)) * math.sqrt(a + b)
    return delta, delta - reach, delta + reach


def slope(rows, name):
    """Returns the growth an hour, and its 95 % confidence interval: a line through the means of eight blocks, because neighbours are not independent."""
    points = [(row["seconds"] / 3600, row[name]) for row in rows if name in row]
    size = len(points) / BLOCKS
    blocks = [points[int(number * size):int((number + 1) * size)] for number in range(BLOCKS)]
    if not all(blocks):
        return None
    xs, ys = ([statistics.mean(point[axis] for point in block) for block in blocks] for axis in (0, 1))
    middle, height = statistics.mean(xs), statistics.mean(ys)
    spread = sum((x - middle) ** 2 for x in xs)
    rise = sum((x - middle) * (y - height) for x, y in zip(xs, ys)) / spread
    rest = sum((y - height - rise * (x - middle)) ** 2 for x, y in zip(xs, ys))
    reach = student(0.975, BLOCKS - 2) * math.sqrt(rest / (BLOCKS - 2) / spread)
    return rise, rise - reach, rise + reach


class Judge:
    """Collects the results, one line each."""

    def __init__(self, rows):
        self.all, self.rows, self.results = rows, after_warm_up(rows), []

    def check(self, sentence, holds, detail=""):
        self.results.append((bool(holds), sentence, detail))

    def programs(self):
        return [name.removesuffix(".rss") for name in self.all[-1] if name.endswith(".rss")]

    def memory(self, program, kind):
        name = f"{program}.{kind}"
        first, last = quarters(self.rows, name)
        if len(first) < 3:
            self.check(f"{program}: {kind} memory is flat", False, f"{len(self.rows)} samples at rest are too few; let the soak run longer")
            return
        limit = max(MEMORY_LIMITS[kind][0], MEMORY_LIMITS[kind][1] * statistics.mean(first))
        delta, low, high = difference(first, last)
        rise = self.late_rise(name)
        leaks = rise is not None and rise[1] > LEAK
        self.check(f"{program}: {kind} memory is flat", high < limit and not leaks,
                   f"{statistics.mean(first):.0f} KiB, last quarter {delta:+.0f} KiB ({low:+.0f} to {high:+.0f}; limit {limit:.0f})"
                   + (f", second half {rise[0]:+.0f} KiB/h ({rise[1]:+.0f} to {rise[2]:+.0f})" if rise else "")
                   + (f"; the second half rises by more than {LEAK} KiB/h: a leak" if leaks else "")
                   + ("" if high < limit or low > limit else "; the interval reaches over the limit: not decided, let the soak run longer"))

    def late_rise(self, name):
        """Returns the slope of the second half; None if that is too short."""
        rows = [row for row in self.rows if name in row]
        half = rows[len(rows) // 2:]
        return slope(half, name) if half and half[-1]["seconds"] - half[0]["seconds"] >= LEAK_HOURS * 3600 else None

    def counts(self, program):
        """Descriptors and threads: equal at equal load. A library's own thread may begin late."""
        for name, late in ("descriptors", 0), ("threads", 1):
            # Also in a short run: without warm-up from the second sample on.
            values = [row[f"{program}.{name}"] for row in self.all if row["at_rest"]][1:]
            if len(values) < ROUNDS:
                self.check(f"{program}: {name} at rest do not rise", False, f"{len(values)} samples are too few")
                continue
            before, after = values[:len(values) // 2], values[len(values) // 2:]
            # What leaks stays. A connection that is just being closed is gone at the next rest.
            lasting = max(map(min, after, after[1:]))
            self.check(f"{program}: {name} at rest do not rise", lasting <= max(before) + late, f"{min(before):.0f} to {max(before):.0f}, later "
                       f"{min(after):.0f} to {max(after):.0f}")

    def log(self, program):
        hours = (self.all[-1]["seconds"] - self.all[0]["seconds"]) / 3600
        if hours == 0:
            self.check(f"{program}: the log is bounded", False, "one sample is too few")
            return
        rate = (self.all[-1][f"{program}.log"] - self.all[0][f"{program}.log"]) / hours
        self.check(f"{program}: the log is bounded", rate < LOG_LIMIT, f"{rate / 1024:.0f} KiB an hour; limit {LOG_LIMIT >> 10}")
        if len(self.rows) < 12:
            return
        middle = len(self.rows) // 2
        early, late = (((end[f"{program}.log"] - start[f"{program}.log"]) / (end["seconds"] - start["seconds"])
                        for start, end in ((self.rows[0], self.rows[middle]), (self.rows[middle], self.rows[-1]))))
        self.check(f"{program}: the log does not grow faster", late <= 1.5 * early + 2, f"{early * 3.6:.0f} kB an hour, then {late * 3.6:.0f}")

    def speed(self):
        first, last = quarters(self.rows, "latency_p50")
        if len(first) >= 3:
            early, late = statistics.median(first), statistics.median(last)
            self.check("a tap arrives as soon as before", late <= LATER_LIMIT * early + 1, f"p50 {early:.2f} ms, last quarter {late:.2f} ms")
        costs = [{"seconds": end["seconds"], "cost": 1e6 * (end["touchd.cpu"] - start["touchd.cpu"]) / (end["frames"] - start["frames"])}
                 for start, end in zip(self.rows, self.rows[1:]) if end["frames"] > start["frames"]]
        first, last = quarters(costs, "cost")
        if len(first) >= 3:
            early, late = statistics.mean(first), statistics.mean(last)
            self.check("touchd takes as much of the processor as before", late <= SLOWER_LIMIT * early,
                       f"{early:.0f} µs a frame with all that goes on, last quarter {late:.0f}")

    def judge(self, summary, short=False):
        for fault in summary["faults"]:
            self.check("nothing went wrong", False, fault)
        if not self.all:
            self.check("there are samples", False)
            return self.results
        last = self.all[-1]
        self.check("touchd found no error in itself", last["internal_errors"] == 0, f"{last['internal_errors']:.0f}")
        self.check("no touch is left down at rest", all(row["touches_down"] == 0 for row in self.all if row["at_rest"]))
        for name in "visits", "attacks", "replugs", "texts", "touches":
            count = summary["touches"] if name == "touches" else last[name]
            self.check(f"there were {name}", count > 0, f"{count:.0f}")
        for program in self.programs():
            self.counts(program)
            self.log(program)
            if not short:
                for kind in MEMORY_LIMITS:
                    self.memory(program, kind)
        if not short:
            self.speed()
        return self.results


def report(rows, summary, short=False):
    """Prints the results; returns the exit status."""
    results = Judge(rows).judge(summary, short)
    for holds, sentence, detail in results:
        print(f"{'ok    ' if holds else 'not ok'}  {sentence}{f': {detail}' if detail else ''}")
    for reason in summary["left out"]:
        print(f"skipped: {reason}")
    bad = sum(not holds for holds, _, _ in results)
    print(f"{len(results) - bad} passed, {bad} failed")
    return int(bad > 0)


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    sys.exit(report(sampling.read(folder / "samples.csv"), json.loads((folder / "summary.json").read_text()), "--short" in sys.argv))
