"""touchd-tuio.yaml(5) and the pages of the other bridges' settings, made from config/NAME.schema.json, which is generated from the table that the
bridge checks its file with."""
import json

from configuration import describe
from roff import Page, bold

# For each program: what its file is about, the files that it reads, and an example.
PAGES = {
    "touchd-tuio": ("the touches that touchd-tuio sends as TUIO, and their destinations", ["tuio.yaml"],
                    ["outputs:", "  - { screen: main, to: \"127.0.0.1:3333\" }",
                     "  - { region: map, to: \"127.0.0.1:3334\", source: \"map@kiosk\" }"]),
    "touchd-mqtt": ("the MQTT broker of touchd-mqtt, and the commands that it obeys", ["mqtt.yaml"],
                    ["broker: broker.example", "tls: {}", "commands: [reload]"]),
    "touchd-speak": ("the language and the voice of touchd-speak, and the profiles that speak", ["speak.yaml"],
                     ["language: en", "profiles: [speech]", "sounds: { activate: /srv/sounds/click.wav }"]),
    "touchd-read": ("the surfaces on which touchd-read reads applications", ["read.yaml"],
                    ["window: surface", "surfaces:", "  - { id: app, application: Chromium }"]),
    "touchd-web": ("the pages that touchd-web makes clients of touchd", ["web.yaml", "web-admin.yaml"],
                   ["listen: \"127.0.0.1:8137\"", "tokens:", "  - { name: kiosk, file: /etc/touchd/kiosk.token }"]),
}


def page(program, root):
    abstract, files, example = PAGES[program]
    name = program.removeprefix("touchd-")
    schema = json.loads((root / f"config/{name}.schema.json").read_text())
    out = Page(root, f"{program}.yaml", 5, abstract)
    out.section("SYNOPSIS")
    for number, file in enumerate(files):
        out.lines += [".br"] * (number > 0) + [bold(f"/etc/touchd/{file}")]
    out.section("DESCRIPTION")
    out.text(schema["description"] + " The file is YAML without anchors, tags and duplicate keys; JSON is allowed. An unknown key is an error. A "
             "file with an error is refused as a whole, with the file, line and column of each.")
    out.text(f"`{program} --check` says whether a file is right.")
    out.section("EXAMPLE")
    out.example(example)
    out.section("KEYS")
    out.text("A key that is required is marked so. Everything else has a default.")
    out.subsection("The file")
    describe(out, schema)
    inner = {key: value for key, value in schema["properties"].items() if "properties" in value}
    for key, definition in [*schema.get("$defs", {}).items(), *inner.items()]:
        out.subsection(key)
        out.text(definition["description"])
        describe(out, definition)
    out.section("FILES")
    out.option(bold(f"/usr/share/touchd/{name}.schema.json"), "The same as a JSON Schema, for editors that use yaml-language-server.")
    out.see_also(f"{program}(8)", "touchd(8)", f"/usr/share/doc/touchd/docs/{name}.md")
    return str(out)
