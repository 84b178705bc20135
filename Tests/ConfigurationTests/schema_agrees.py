#!/usr/bin/env python3
"""Compares the published JSON Schema and the parser over the corpus beside this file.

    schema_agrees.py [TOUCHCTL]

Corpus/valid:    both accept.
Corpus/invalid:  both refuse.
Corpus/semantic: the schema accepts, the parser refuses: rules that JSON Schema cannot express.

With TOUCHCTL each file also goes through `TOUCHCTL check FILE` (0: accepted, 78: refused). Needs jsonschema and PyYAML (Debian: python3-jsonschema,
python3-yaml). Exit code 1 if they disagree.
"""

import json
import pathlib
import re
import subprocess
import sys

import jsonschema
import yaml

HERE = pathlib.Path(__file__).resolve().parent
SCHEMA = HERE.parent.parent / "config" / "touchd.schema.json"
PROTOCOL = HERE.parent.parent / "docs" / "protocol.schema.json"
ACCEPTED, REFUSED = 0, 78
EXPECTED = {"valid": (True, ACCEPTED), "invalid": (False, REFUSED), "semantic": (True, REFUSED)}


class Loader(yaml.SafeLoader):
    """Reads plain scalars as JSON does, and everything else as text."""

    yaml_implicit_resolvers = {}


for tag, form, first in (
    ("null", r"^(?:~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("bool", r"^(?:true|false)$", ["t", "f"]),
    ("int", r"^-?(?:0|[1-9][0-9]*)$", list("-0123456789")),
    ("float", r"^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$", list("-0123456789")),
    ("merge", r"^<<$", ["<"]),
):
    Loader.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile(form), first)


def once(members):
    """Returns an object, which must not have a key twice."""
    if len(dict(members)) < len(members):
        raise SystemExit(f"a key twice among {[key for key, _ in members]}")
    return dict(members)


def main():
    touchctl = sys.argv[1] if len(sys.argv) > 1 else None
    schema = json.loads(SCHEMA.read_text(), object_pairs_hook=once)
    json.loads(PROTOCOL.read_text(), object_pairs_hook=once)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    files = disagreements = 0
    for directory, (should_fit, should_exit) in EXPECTED.items():
        for path in sorted((HERE / "Corpus" / directory).iterdir()):
            files += 1
            complaints = []
            error = next(validator.iter_errors(yaml.load(path.read_text(), Loader)), None)
            if (error is None) != should_fit:
                complaints.append("the schema " + ("accepts it" if error is None else "refuses it: " + error.message))
            if touchctl:
                run = subprocess.run([touchctl, "check", path], capture_output=True, text=True)
                if run.returncode != should_exit:
                    complaints.append(f"touchctl check exits with {run.returncode}: {run.stdout}{run.stderr}".strip())
            disagreements += bool(complaints)
            for complaint in complaints:
                print(f"{directory}/{path.name}: {complaint}", file=sys.stderr)
    print(f"{files} files, {disagreements} disagreements" + ("" if touchctl else " (schema only)"))
    return 1 if disagreements or not files else 0


if __name__ == "__main__":
    sys.exit(main())
