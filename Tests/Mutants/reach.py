"""The switch of the mutants, and which tests reach a mutant: one run without a mutant notes when each of them is asked."""
import collections, json, mmap, os, pathlib, re

# One byte for each rule and each 20 ms of an hour's half; later times begin again.
RULES, STEPS, STEP = 2048, 65536, 20
SWITCH = f"""import Glibc

/// The number of the rule that is broken in this process.
private let broken = getenv("MUTANT").flatMap {{ Int(String(cString: $0)) }} ?? 0

/// A file in which a process notes when it asks for a rule.
private nonisolated(unsafe) let notes: UnsafeMutablePointer<UInt8>? = {{
    guard let path = getenv("MUTANT_NOTES"), case let file = open(path, O_RDWR), file >= 0 else {{ return nil }}
    let bytes = mmap(nil, {RULES * STEPS}, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
    close(file)
    return bytes == MAP_FAILED ? nil : bytes?.assumingMemoryBound(to: UInt8.self)
}}()

func mutant(_ number: Int) -> Bool {{
    if let notes {{
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        notes[number % {RULES} * {STEPS} + (now.tv_sec * {1000 // STEP} + now.tv_nsec / {STEP * 1_000_000}) % {STEPS}] = 1
    }}
    return number == broken
}}
"""


def pattern(test):
    """The regular expression that a test's name matches, without its place in a file."""
    return "^" + re.escape(test.rsplit("/", 1)[0])


class Reach:
    """Which tests of a program ask for which rules, and how many seconds each test takes, from a run without a mutant."""

    def __init__(self, folder):
        self.notes, self.events = pathlib.Path(folder) / "notes", pathlib.Path(folder) / "events"
        self.notes.unlink(missing_ok=True)
        self.events.unlink(missing_ok=True)
        with self.notes.open("wb") as file:
            file.truncate(RULES * STEPS)
        self.tests, self.seconds, self.failed = collections.defaultdict(set), {}, set()

    def options(self):
        return ["--event-stream-output-path", str(self.events), "--event-stream-version", "0"]

    def environment(self):
        return {"MUTANT_NOTES": str(self.notes)}

    def read(self, rules):
        """Finds the tests during which each of the rules was asked, after the run."""
        started, intervals = {}, []
        for line in self.events.read_text().split("\n")[:-1]:
            event = json.loads(line)["payload"]
            if event["kind"] == "issueRecorded":
                self.failed.add(event["testID"])
            if event["kind"] in ("testStarted", "testEnded") and "(" in event["testID"]:
                test, time = event["testID"], event["instant"]["absolute"]
                if event["kind"] == "testStarted":
                    started[test] = time
                else:
                    intervals.append((test, started[test], time))
                    self.seconds[test] = time - started[test]
        with self.notes.open("rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as notes:
            for rule in rules:
                asked = notes[rule * STEPS:(rule + 1) * STEPS]
                if 1 in asked:
                    for test, start, end in intervals:
                        first, last = (int(time * 1000) // STEP for time in (start, end))
                        if test not in self.failed and any(asked[step % STEPS] for step in range(first, last + 1)):
                            self.tests[rule].add(test)
        self.notes.unlink()

    def skips(self):
        return [word for test in self.failed for word in ("--skip", pattern(test))]

    def batches(self, rule, seconds):
        """The tests that ask for a rule, as filters of the program and the seconds they take: first the quick ones, as many as take `seconds`."""
        taken, quick, slow = 0, [], []
        for test in sorted(self.tests[rule], key=self.seconds.get):
            taken += self.seconds[test]
            (quick if taken <= seconds else slow).append(test)
        for tests in (quick, slow):
            if tests:
                yield [word for test in tests for word in ("--filter", pattern(test))], sum(self.seconds[test] for test in tests)
