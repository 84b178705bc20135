"""touchd.yaml(5), made from config/touchd.schema.json, which is generated from the shapes that the configuration reader uses."""
import json
import re

from roff import Page, bold

TYPES = {"string": "text", "boolean": "true or false", "integer": "whole number", "number": "number", "array": "list", "object": "mapping"}


def page(root):
    schema = json.loads((root / "config/touchd.schema.json").read_text())
    out = Page(root, "touchd.yaml", 5, "configuration of touchd, the touch input daemon")
    out.section("SYNOPSIS")
    out.lines.append(bold("/etc/touchd/touchd.yaml"))
    out.section("DESCRIPTION")
    out.text("The file describes screens, the touch panels that lie over them, and the regions that get the touches. It is YAML without "
             "anchors, tags and duplicate keys; JSON is allowed. An unknown key is an error. A configuration with an error is refused as a whole, "
             "with the file, line and column of each, and the one in force stays.")
    out.text("`touchctl check` says whether a file is right, and warns of what cannot work; `touchctl reload` makes touchd read it. An instance "
             "`touchd@NAME` reads `/etc/touchd/NAME.yaml`. Whoever can write the file decides what gets the touches.")
    out.section("EXAMPLE")
    out.example(["version: 1", "screens:", "  - id: main", "    size: [1080, 1920]", "    panels:", "      - match: { name: \"*\" }",
                 "        grab: exclusive", "    windows:", "      - id: kiosk", "        frame: [0, 0, 1080, 1920]", "        children:",
                 "          - { id: ok, kind: button, frame: [60, 1660, 200, 200] }"])
    out.section("KEYS")
    out.text("A key that is required is marked so. Everything else has a default.")
    out.subsection("The file")
    describe(out, schema)
    for name, definition in schema["$defs"].items():
        out.subsection(name)
        if definition.get("description"):
            out.text(definition["description"])
        describe(out, definition)
    out.section("FILES")
    out.option(bold("/usr/share/touchd/touchd.schema.json"), "The same as a JSON Schema, for editors that use yaml-language-server.")
    out.option(bold("/usr/share/touchd/kiosk.yaml"), "A whole kiosk, to begin with.")
    out.see_also("touchd(8)", "touchctl(1)", "/usr/share/doc/touchd/docs/configuration.md")
    return str(out)


def describe(out, definition):
    for alternative in [definition, *definition.get("oneOf", []), *definition.get("anyOf", []), *definition.get("allOf", [])]:
        for key, value in alternative.get("properties", {}).items():
            if not isinstance(value, dict):
                continue   # a key that an alternative excludes
            required = ", required" if key in alternative.get("required", []) else ""
            kind = described(value)
            out.option(f"{bold(key)} ({kind}{required})" if kind else bold(key) + (" (required)" if required else ""),
                       value.get("description", ""))


def described(value):
    """Returns a short description of a key's values."""
    if "$ref" in value:
        return value["$ref"].rsplit("/", 1)[1]
    if "enum" in value:
        return " | ".join(bold(json.dumps(word) if not isinstance(word, str) else word) for word in value["enum"])
    if "const" in value:
        return bold(str(value["const"]))
    if value.get("type") == "array":
        items = value.get("items")
        if isinstance(items, dict) and (inner := described(items)):
            return f"list of {inner}"
        return f"list of {len(value['prefixItems'])}" if value.get("prefixItems") else "list"
    for several in ("oneOf", "anyOf"):
        if several in value:
            return " or ".join(dict.fromkeys(filter(None, map(described, value[several]))))
    kind = value.get("type")
    return re.sub(r"\[.*", "", TYPES.get(kind, "")) if isinstance(kind, str) else ""
