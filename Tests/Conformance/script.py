"""Reader of the conformance suite's scripts, whose format is described in README.md."""
import json, pathlib


class Script:
    def __init__(self, path):
        self.path, self.name = path, pathlib.Path(path).stem
        self.options, self.steps, self.expected, self.headers = [], [], [], {}
        for number, line in enumerate(pathlib.Path(path).read_text(encoding="utf-8").splitlines(), 1):
            word, _, rest = line.partition(" ")
            try:
                self.line(word, rest.strip())
            except (ValueError, KeyError) as error:
                raise SystemExit(f"{path}:{number}: {error}")

    def is_for(self, driver):
        library = driver.partition(", ")[0]
        return library == self.headers.get("only", library) and library not in self.headers.get("except", "").split(", ")

    def items(self, path):
        """Returns the items that a driver must print for a server at this socket."""
        return json.loads(json.dumps(self.expected).replace("$SOCKET", path))

    def line(self, word, rest):
        if word in ("rule", "source", "recording", "configuration", "only", "except"):
            self.headers[word] = rest
        elif word == "on":
            self.options += ["--on", rest]
        elif word == "client":
            key, _, value = rest.partition(" ")
            self.options += ["--" + key, value]
        elif word == ">":
            self.expected.append(json.loads(rest))
        elif word == "until":
            self.steps.append((word, rest))
        elif word == "C":
            self.steps.append((word, json.loads(rest)))
        elif word == "S":
            json.loads(rest)
            self.steps.append((word, rest))
        elif word == "raw":
            self.steps.append((word, json.loads(rest)))
        elif word == "count":
            self.steps.append((word, (int(rest.split()[0]), rest.split()[1])))
        elif word in ("accept", "endless", "close", "together", "end", "gone", "back", "forbid", "allow"):
            self.steps.append((word, None))
        elif word in ("split", "pause", "long", "nested"):
            self.steps.append((word, float(rest)))
        elif word not in ("", "#"):
            raise ValueError(f"no such step: {word}")


def agrees(expected, actual):
    """Whether a value agrees with the expected one: "*" matches anything, and at the end of a text any rest."""
    if expected == "*":
        return True
    if isinstance(expected, str) and expected.endswith("*"):
        return isinstance(actual, str) and actual.startswith(expected[:-1])
    if isinstance(expected, dict) and isinstance(actual, dict):
        return expected.keys() == actual.keys() and all(agrees(v, actual[k]) for k, v in expected.items())
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(map(agrees, expected, actual))
    return type(expected) in (int, float) and type(actual) in (int, float) and expected == actual or \
        type(expected) is type(actual) and expected == actual


def difference(expected, actual):
    """Returns the first difference in words, or None."""
    nothing = "nothing"
    for number in range(max(len(expected), len(actual))):
        one = expected[number] if number < len(expected) else nothing
        other = actual[number] if number < len(actual) else nothing
        if not agrees(one, other):
            return f"\n  item {number + 1}\n  expected: {json.dumps(one)}\n  comes:    {json.dumps(other)}"
    return None
