"""Compares the result of `applied` in Python, Node and C# for random lists and changes with a model that follows docs/protocol.md word by word."""
import json, random, subprocess, sys

from daemon import root
from server import PATIENCE

sys.path.insert(0, str(root / "clients/python"))
from touchd.tree import TreeChanged  # noqa: E402

READS = 8  # how often a library may read the id of each region, on average


def region(id, path):
    return {"id": id, "path": path, "kind": "view", "screen": "s", "bounds": [0, 0, 9, 9], "toScreen": [1, 0, 0, 1, 0, 0]}


def case(chance, count):
    """Returns a list, and a change that may or may not fit it."""
    ids = [f"r{number}" for number in range(count)]

    def entry(id, path=None):
        one = region(id, path) if path else {"id": id}
        after = chance.choice([None, "unknown", *ids, *new])
        return {**one, **({"after": after} if after else {})}

    new = [f"n{number}" for number in range(chance.randrange(1 + count // 3))]
    moved = [entry(id, chance.choice([None, "moved"])) for id in chance.sample([*ids, "x", "y"], chance.randrange(count + 2))]
    for one in moved:
        if "path" not in one and chance.random() < 0.5:
            one["following"] = chance.randrange(4)
    again = chance.sample(ids, chance.random() < 0.2 and count > 0)
    return {"regions": [region(id, "old") for id in ids],
            "change": {"generation": 2, "added": [entry(id, "new") for id in [*new, *again]], "moved": moved,
                       "removed": chance.sample([*ids, "x", "z"], chance.randrange(1 + count // 2))}}


def whole(count):
    """Replaces every region, from the last to the first: the worst case for implementations that search for each."""
    ids = [f"r{number}" for number in range(count)]
    moved = [{**region(id, "moved"), "after": ids[number - 1] if number else None} for number, id in enumerate(ids)]
    del moved[0]["after"]
    return {"regions": [region(id, "old") for id in ids],
            "change": {"generation": 2, "added": [], "removed": [], "moved": moved[::-1]}}


def model(case):
    """Returns the resulting list as pairs of id and path."""
    change = case["change"]
    new = [one["id"] for one in change["added"]]
    now = [(one["id"], one["path"]) for one in case["regions"] if one["id"] not in change["removed"] and one["id"] not in new]
    known, groups, last = {None, *new, *(id for id, _ in now)}, {}, []
    for one in change["added"]:
        (groups.setdefault(one.get("after"), []) if one.get("after") in known else last).append((one["id"], one["path"]))
    for one in change["moved"]:
        start = next((place for place, (id, _) in enumerate(now) if id == one["id"]), None)
        if start is not None:
            those = now[start:start + 1 + one.get("following", 0)]
            del now[start:start + 1 + one.get("following", 0)]
            those[0] = (one["id"], one.get("path", those[0][1]))
            (groups.setdefault(one.get("after"), []) if one.get("after") in known else last).extend(those)
    now = groups.pop(None, []) + now + last
    while due := [after for after in groups if any(id == after for id, _ in now)]:
        place = next(place for place, (id, _) in enumerate(now) if id == due[0])
        now[place + 1:place + 1] = groups.pop(due[0])
    return now


class Counted:
    """A region that counts how often its id is read."""
    reads = 0

    def __init__(self, fields):
        self.fields, self.path = fields, fields["path"]

    @property
    def id(self):
        Counted.reads += 1
        return self.fields["id"]


def of_python_one(case):
    regions, Counted.reads = [Counted(one) for one in case["regions"]], 0
    list = TreeChanged.of(case["change"]).applied(regions)
    reads = Counted.reads
    return {"list": [[one.id, one.path] for one in list], "reads": reads}


def of_python(cases):
    return map(of_python_one, cases)


def of_node(cases):
    done = subprocess.run(["node", root / "Tests/Conformance/drivers/applied.mjs"], input=json.dumps(cases), capture_output=True, text=True,
                          timeout=PATIENCE)
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)


def problem(results_of):
    """Returns the first of a thousand random cases and a large one whose result differs from the model's or which reads ids too often, or None.

    `results_of` returns the results for a list of cases.
    """
    cases = [case(random.Random(seed), seed % 12) for seed in range(1000)]
    expected = [model(one) for one in cases]
    cases.append(whole(2000))
    expected.append([(one["id"], "moved") for one in cases[-1]["regions"]])
    for seed, (one, right, result) in enumerate(zip(cases, expected, results_of(cases), strict=True)):
        if [tuple(pair) for pair in result["list"]] != right:
            return f"case {seed}: {json.dumps(one)}\n  expected: {right[:20]}\n  comes:    {result['list'][:20]}"
        if result["reads"] > READS * len(one["regions"]):
            return f"case {seed}: the ids of {len(one['regions'])} regions are read {result['reads']} times"
    return None
