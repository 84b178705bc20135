"""The drivers of the C# library, and its checks beside the scripts, which compile its sources together with drivers/inside.cs."""
import base64, json, random, subprocess
from functools import partial

import changes, edits
from daemon import root
from script import Script
from seeds import ROUNDS, SEED
from server import PATIENCE

NAME, DRIVERS = "C#", ("C#", "C#, polled")
TOOLS = {"mcs": "mono-mcs", "mono": "mono-runtime"}
# Warnings are errors; with -doc a public member without a documentation comment is one.
MCS = ["mcs", "-langversion:7", "-warnaserror", "-warn:4", "-r:System.Core"]
sources = sorted((root / "clients/csharp/Touchd").glob("*.cs"))


def drivers(folder):
    """Compiles the library and the driver, and the checks from inside."""
    library, driver = f"{folder}/Touchd.dll", f"{folder}/driver.exe"
    here = root / "Tests/Conformance/drivers"
    subprocess.run([*MCS, "-target:library", f"-out:{library}", f"-doc:{folder}/Touchd.xml", *sources], check=True)
    subprocess.run([*MCS, f"-r:{library}", f"-out:{driver}", here / "driver.cs"], check=True)
    subprocess.run([*MCS, f"-out:{folder}/inside.exe", here / "inside.cs", *sources], check=True)
    for name, mode in zip(DRIVERS, ("wait", "poll")):
        yield name, ["mono", driver, mode]


def inside(folder, *arguments, text):
    done = subprocess.run(["mono", f"{folder}/inside.exe", *map(str, arguments)], input=text.encode(), capture_output=True,
                          timeout=5 * PATIENCE)
    assert not done.returncode and not done.stderr, (done.stdout.decode()[-3000:], done.stderr.decode()[-3000:])
    return done.stdout.decode()


def applied(folder, cases):
    """Returns the results of `Applied`, as changes.py wants them."""
    return json.loads(inside(folder, "applied", text=json.dumps(cases)))


def reduced(folder, histories):
    """Returns what is left of each history of edits, as edits.py wants it."""
    return json.loads(inside(folder, "edits", text=json.dumps(histories)))


def lines():
    """Returns every line that a script's server sends, beginning with a hello."""
    paths = sorted((root / "Tests/Conformance/scripts").glob("*.script"))
    found = [value.encode() for path in paths for step, value in Script(path).steps if step == "S"]
    assert found[0].startswith(b'{"type":"hello"')
    return list(dict.fromkeys(line + b"\n" for line in found))


def fuzzed(folder, path):
    """Returns the problem of clients that read broken bytes, or None."""
    text = "\n".join(base64.b64encode(line).decode() for line in lines())
    try:
        ends = inside(folder, "fuzz", SEED, 1500 * ROUNDS, path, text=text)
    except AssertionError as problem:
        return f"with the seed {SEED}: {problem}"
    # The clients get far: some read everything, and some find each kind of broken line.
    missing = [end for end in ("UnreachableException after closed", "after badLine", "after gap", "ProtocolMismatchException") if end not in ends]
    return f"with the seed {SEED} no client ends with {missing}: {ends}" if missing else None


def value(chance, level=0):
    kind = chance.randrange(9 if level < 4 else 6)
    if kind == 0:
        return chance.choice([None, True, False])
    if kind == 1:
        return chance.choice([0, -1, 1 << 53, (1 << 63) - 1, -(1 << 63), 1 << 63, chance.randrange(10 ** 6)])
    if kind < 4:
        return chance.choice([chance.uniform(-1e4, 1e4), round(chance.uniform(-2e3, 2e3), 6), 5e-324, 1.7976931348623157e308, -0.0, 1e22, 0.1 + 0.2,
                              chance.random() * 10.0 ** chance.randrange(-300, 300)])
    if kind < 6:
        return "".join(chance.choices(["a", '"', "\\", "\n", "\x00", "\x1f", "ü", "€", "😀", "/", "\u2028", "\x7f"], k=chance.randrange(6)))
    if kind == 6:
        return [value(chance, level + 1) for _ in range(chance.randrange(4))]
    return {chance.choice(["a", "b", "ü\n", "type"]): value(chance, level + 1) for _ in range(chance.randrange(4))}


def mutated(chance):
    """Returns a JSON text in UTF-8, most of them with a few broken bytes."""
    text = bytearray(json.dumps(value(chance), ensure_ascii=chance.random() < 0.5).encode())
    for _ in range(chance.randrange(3)):
        place = chance.randrange(len(text) + 1)
        piece = chance.choice([b"", b" ", b"\t", b"0", b"-", b".", b"e5", b"\\ud83d", b"\\udE00", b'"', b"\xff", b"\xc0\x80", b"\xed\xa0\x80",
                               b"[", b"]", b",", b"\\u00e9", b"\xef\xbb\xbf", b"nul", b"Infinity", b"\x01", bytes([chance.randrange(256)])])
        text[place:place + chance.randrange(3)] = piece
    return bytes(text)


def strict(text):
    """Returns the value as Python reads it; raises ValueError if it is not strict JSON."""
    def refuse(word):
        raise ValueError(word)

    found = json.loads(text.decode("utf-8"), parse_constant=refuse)
    written = json.dumps(found, ensure_ascii=False, allow_nan=False)
    written.encode("utf-8")  # half a surrogate pair is no text
    return found


def equal(one, other):
    """Whether two values are the same. Numbers of more than 15 digits may differ in the last bits, because Mono does not round them exactly."""
    if isinstance(one, (int, float)) and not isinstance(one, bool) and isinstance(other, (int, float)) and not isinstance(other, bool):
        is_short = len(repr(one).strip("-").replace(".", "")) <= 15 and "e" not in repr(one)
        return one == other or not is_short and abs(one - other) <= 4e-16 * abs(one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(equal, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    return type(one) is type(other) and one == other


def json_problem(folder):
    """Returns the first text that the library reads in another way than Python's strict json, or None."""
    chance = random.Random(SEED)
    levels = [b"[" * depth + b"]" * depth for depth in (1, 64)]
    texts = [*levels, b"", b"-0", b"1e999", b"-1E-999", b"01", b"1.", b".5", b"+1", b"1e", b'"\\ud800\\u0041"', b'"\\ud800"', b"\xef\xbb\xbf1"]
    count = 8000 * ROUNDS
    texts += [mutated(chance) for _ in range(count)]
    answers = inside(folder, "json", text="\n".join(base64.b64encode(text).decode() for text in texts if text)).rstrip("\n").split("\n")
    refused = 0
    for text, answer in zip((text for text in texts if text), answers, strict=True):
        try:
            right = strict(text)
        except ValueError:
            right = ValueError
        is_refused = answer.startswith("refused: ")
        refused += is_refused
        if is_refused != (right is ValueError) or not is_refused and not equal(right, json.loads(answer)):
            return f"with the seed {SEED}: {text!r} is {right!r}, but the library reads {answer}"
    too_deep = inside(folder, "json", text=base64.b64encode(b"[" * 65 + b"]" * 65).decode())
    if not too_deep.startswith("refused: more than 64 levels"):
        return f"65 levels: {too_deep}"
    return None if count // 10 < refused < count * 9 // 10 else f"{refused} of {count} texts are refused: the test is no test"


CHECKS = {
    "its own tests: what is left of random edits has their effect": lambda folder, path: edits.problem(partial(reduced, folder)),
    "its own tests: the list that comes of random changes": lambda folder, path: changes.problem(partial(applied, folder)),
    "its own tests: it reads and refuses the same JSON as Python": lambda folder, path: json_problem(folder),
    "its own tests: requests after Close leave nothing behind": lambda folder, path: inside(folder, "closed", text="").strip() or None,
    "its own tests: broken bytes cause no exception but its own": fuzzed,
}
