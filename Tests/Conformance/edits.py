"""Compares the reduced lists of Python and C# for random edits with a model of the tree: the same tree, and no more edits."""
import random, sys

from daemon import root

sys.path.insert(0, str(root / "clients/python"))
from touchd.edits import Edits  # noqa: E402


class Refused(Exception):
    pass


class Tree:
    """The parents and properties of regions, starting from a file with five regions."""
    def __init__(self):
        self.parent = {"w": None, "a": "w", "b": "a", "c": "w", "d": "c"}
        self.properties = {}

    def is_in(self, region, other):
        while region not in (None, other):
            region = self.parent[region]
        return region is not None

    def do(self, edit):
        op, region, parent = edit["op"], edit["region"], edit.get("parent")
        added = [region, *region.get("children", ())] if op == "add" else []
        if any(one["id"] in self.parent for one in added) or (parent and parent not in self.parent) or not added and region not in self.parent:
            raise Refused
        if op == "add":
            self.parent.update({region["id"]: parent, **{child["id"]: region["id"] for child in region.get("children", ())}})
        elif op == "move":
            if self.is_in(parent, region):
                raise Refused
            self.parent[region] = parent
        elif op == "remove":
            for one in [one for one in self.parent if self.is_in(one, region)]:
                del self.parent[one]
                self.properties = {key: value for key, value in self.properties.items() if key[0] != one}
        else:
            self.properties[region, edit["key"]] = edit["value"]


def some(chance, tree, number):
    known, new = list(tree.parent), chance.choice("efgh")
    region, parent = chance.choice(known[1:] or ["nowhere"]), chance.choice(known)
    children = {"children": [{"id": new + "1"}]} if chance.random() < 0.4 else {}
    return chance.choice([
        {"op": "set", "region": region, "key": chance.choice("xy"), "value": number}, {"op": "move", "region": region, "parent": parent},
        {"op": "add", "parent": parent, "region": {"id": new, **children}}, {"op": "remove", "region": region}])


def history(seed):
    """Returns random edits that touchd does, and the tree after them."""
    chance, tree, edits = random.Random(seed), Tree(), []
    for number in range(1, chance.randint(2, 25)):
        edit = some(chance, tree, number)
        try:
            tree.do(edit)
        except Refused:
            continue
        edits.append(edit)
    return edits, tree


def of_python(histories):
    """Returns what is left of each history."""
    for one in histories:
        edits = Edits()
        for number, edit in enumerate(one, 1):
            edits.ask(number, {"type": "edit", "id": number, "edits": [edit]}, True)
            edits.answered(number, True)
        yield [edit for _, line in edits.lines("another") for edit in line["edits"]]


def problem(reduced):
    """Returns the first of a thousand histories whose reduced list has another effect or is longer, or None."""
    histories = [history(seed) for seed in range(1000)]
    for seed, ((edits, tree), left) in enumerate(zip(histories, reduced([edits for edits, _ in histories]), strict=True)):
        again = Tree()
        for edit in left:
            try:
                again.do(edit)
            except Refused:
                pass  # already returned with its reply
        if (again.parent, again.properties) != (tree.parent, tree.properties) or len(left) > len(edits):
            return f"seed {seed}: of {edits} there is {left}"
    return None
