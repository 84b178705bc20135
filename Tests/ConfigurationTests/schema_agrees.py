#!/usr/bin/env python3
"""Compares the published JSON Schemas and the programs' readers over the corpus beside this file, and over that of the bridges' settings.

    schema_agrees.py [TOUCHCTL [FOLDER of touchd-web]]

Corpus/valid:    both accept.
Corpus/invalid:  both refuse.
Corpus/semantic: the schema accepts, the reader refuses: rules that JSON Schema cannot express.

With TOUCHCTL each configuration also goes through `TOUCHCTL check FILE` (0: accepted, 78: refused), and each file of settings through
`touchd-NAME --check` of the program beside TOUCHCTL, or of touchd-web in FOLDER. A bridge that is not there is left out, and the last line says so.
Needs jsonschema and PyYAML (Debian: python3-jsonschema, python3-yaml). Exit code 1 if they disagree.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

import jsonschema
import yaml

HERE = pathlib.Path(__file__).resolve().parent
SCHEMAS = HERE.parent.parent / "config"
SETTINGS = HERE.parent / "SettingsFileTests" / "Corpus"
BRIDGES = ["tuio", "mqtt", "web", "read", "speak", "speak-texts"]
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


def compare(name, corpus, command):
    """Compares the schema of this name with a program over a corpus. Returns the numbers of files and of disagreements.

    `command` returns the program's command line for a file; it is None if there is no program."""
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text(), object_pairs_hook=once)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    files = disagreements = 0
    for directory, (should_fit, should_exit) in EXPECTED.items():
        for path in sorted((corpus / directory).iterdir()):
            files += 1
            complaints = []
            error = next(validator.iter_errors(yaml.load(path.read_text(), Loader)), None)
            if (error is None) != should_fit:
                complaints.append("the schema " + ("accepts it" if error is None else "refuses it: " + error.message))
            if command:
                run = subprocess.run(command(path), capture_output=True, text=True)
                if run.returncode != should_exit:
                    complaints.append(f"the program exits with {run.returncode}: {run.stdout}{run.stderr}".strip())
            disagreements += bool(complaints)
            for complaint in complaints:
                print(f"{name}: {directory}/{path.name}: {complaint}", file=sys.stderr)
    return files, disagreements


def main():
    touchctl = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None
    web = pathlib.Path(sys.argv[2]).resolve() if len(sys.argv) > 2 else None
    json.loads(PROTOCOL.read_text(), object_pairs_hook=once)
    compared = [compare("touchd", HERE / "Corpus", (lambda path: [touchctl, "check", path]) if touchctl else None)]
    alone = [] if touchctl else ["touchd"]
    with tempfile.TemporaryDirectory() as folder:
        token, file = pathlib.Path(folder, "token"), pathlib.Path(folder, "settings.yaml")
        token.touch(mode=0o600)
        token.write_text("0123456789abcdef\n")

        def command(program):
            def check(path):
                file.write_text(path.read_text().replace("/TOKEN", str(token)).replace("/TEXTS", str(SCHEMAS / "speak")))
                return [program, "--check", "--config", file]
            return check
        for name in BRIDGES:
            place = web if name == "web" else touchctl and touchctl.parent
            program = place and place / f"touchd-{name}"
            is_there = program and program.exists()
            compared.append(compare(name, SETTINGS / name, command(program) if is_there else None))
            if not is_there:
                alone.append(name)
    files, disagreements = map(sum, zip(*compared))
    print(f"{files} files, {disagreements} disagreements" + (f" (schema only: {', '.join(alone)})" if alone else ""))
    return 1 if disagreements or not all(count for count, _ in compared) else 0


if __name__ == "__main__":
    sys.exit(main())
