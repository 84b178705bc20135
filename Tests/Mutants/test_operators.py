#!/usr/bin/python3
"""Which mutants the lines of a source have, and whether the checks of the plan and the mutants of survivors.txt are there."""
import pathlib, sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import plan
from operators import mutants
from survivors import survivors

passed = failed = 0


def check(sentence, path, source, *expected):
    global passed, failed
    found = [(mutant.rule, mutant.text.strip()) for mutant in mutants(path, source)]
    ok = found == list(expected)
    passed, failed = passed + ok, failed + (not ok)
    print(("ok      " if ok else "not ok  ") + sentence + ("" if ok else f": {found}"))


check("each part of a Swift condition", "a.swift", "    guard let a, b < c else { return }",
    ("is always true", "guard let a, (mutant({n}) || (b < c)) else { return }"),
    ("is never true", "guard let a, (!mutant({n}) && (b < c)) else { return }"),
    ("< becomes <=", "guard let a, (mutant({n}) ? (b <= c) : (b < c)) else { return }"))
check("a condition with a closure", "a.swift", "        if all.contains(where: { $0 }) {",
    ("is always true", "if (mutant({n}) || (all.contains(where: { $0 }))) {"),
    ("is never true", "if (!mutant({n}) && (all.contains(where: { $0 }))) {"))
check("a statement", "a.swift", "func f() {\n    open(1)\n}", ("is left out", "if !mutant({n}) { open(1) }"))
check("what an initializer sets has none", "a.swift", "    init(a: Int) {\n        b = a\n    }")
check("a call that goes on in the next line has none", "a.swift", "func f() {\n    open(1)\n        .close()\n}")
check("an argument on its own line has none", "a.swift", "    call(\n        other(1)\n    )")
check("a summand", "a.swift", "        x = y + 1",
    ("is left out", "if !mutant({n}) { x = y + 1 }"), ("1 becomes 2", "x = y + (mutant({n}) ? (2) : (1))"))
check("the smaller of two", "a.swift", "        return min(a, b)", ("min becomes max", "return (mutant({n}) ? (max(a, b)) : (min(a, b)))"))
check("what is in strings and comments has none", "a.swift", 'let a = "if b < c {" // if a < b {')
check("assertions have none", "a.swift", "        assert(a < b)")
check("a condition of JavaScript", "a.js", "  if (a === b) return;",
    ("is always true", "if ((true || (a === b))) return;"), ("is never true", "if ((false && (a === b))) return;"), ("=== becomes !==", "if ((a !== b)) return;"))
check("a condition of Python", "a.py", "    if a and not b:",
    ("is always true", "if (True or (a)) and not b:"), ("is never true", "if (False and (a)) and not b:"),
    ("is always true", "if a and (True or (not b)):"), ("is never true", "if a and (False and (not b)):"))
check("a condition of C", "a.h", "    while (n > 0) n--;",
    ("is always true", "while ((1 || (n > 0))) n--;"), ("is never true", "while ((0 && (n > 0))) n--;"), ("> becomes >=", "while ((n >= 0)) n--;"))
tests = pathlib.Path(__file__).resolve().parents[1]
missing = [word for words in (*plan.PAGES.values(), plan.FOLLOW[3:]) for word in words if not list(tests.glob(f"Web/test_*{word}*.py"))]
missing += [suite for suites in plan.LIVE.values() for suite in suites if not (tests / "Live" / suite).is_file()]
passed, failed = passed + (not missing), failed + bool(missing)
print(f"not ok  the plan names what is not there: {missing}" if missing else "ok      the checks of the plan are there")


def is_there(name):
    path = tests.parent / name.split(":")[0]
    return path.is_file() and any(one.name == name for one in mutants(str(path.relative_to(tests.parent)), path.read_text()))


gone = [name for name in survivors() if not is_there(name)]
passed, failed = passed + (not gone), failed + bool(gone)
print(f"not ok  survivors.txt names mutants that are not there any more; remove them: {gone}" if gone else "ok      what survivors.txt names is there")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
