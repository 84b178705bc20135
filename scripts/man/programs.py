"""touchd(8) and the pages of the bridges: NAME.8 beside this file, with @SYNOPSIS@, @OPTIONS@ and @NOTES@ replaced by parts of the output of `NAME
--help`."""
import pathlib
import re
import subprocess

from roff import Page, bold, escaped, guarded, inline, italic, release


def page(program, root):
    text = subprocess.run([program, "--help"], check=True, capture_output=True, text=True).stdout
    usage, options, notes = parts(text)
    version, date = release(root)
    template = (pathlib.Path(__file__).parent / f"{program.name}.8").read_text()
    values = {"SYNOPSIS": usage, "OPTIONS": options, "NOTES": notes, "VERSION": version, "DATE": date}
    return re.sub(r"@([A-Z]+)@", lambda match: values[match.group(1)], template)


def parts(text):
    """Returns the usage, the options and the paragraphs after them, as roff, without the example."""
    blocks = re.split(r"\n\s*\n", text.strip("\n"))
    usage = re.sub(r"^usage:\s*", "", " ".join(blocks[0].split()))
    name, _, rest = usage.partition(" ")
    options, notes = [], []
    for block in blocks[1:]:
        if not block.startswith("  "):
            notes += [".PP", guarded(inline(" ".join(block.split())))]
            continue
        if not block.startswith("  -"):
            continue  # the example: the page has it below EXAMPLE
        for line in block.split("\n"):
            if begins := re.match(r"  (\S.*?)(?:  +(.*))?$", line):
                options += [".TP", tag(begins.group(1)), inline(begins.group(2)) if begins.group(2) else "\\&"]
            else:
                options.append(inline(line.strip()))
    return f".B {escaped(name)}\n{escaped(rest)}", "\n".join(options), "\n".join(notes)


def tag(text):
    return re.sub(r"[^ ,]+", lambda word: bold(word.group()) if word.group().startswith("-") else italic(word.group()), text)
