"""The files and commands of docs/kiosk.md, as the page has them."""
import pathlib
import re

PAGE = (pathlib.Path(__file__).resolve().parents[3] / "docs/kiosk.md").read_text()
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
# A file's path is in its first or second line, or in the text before it.
IN_BLOCK = re.compile(r"^(?:#!.*\n|<\?xml.*\n)?(?:# |<!-- )(/\S+)")
BEFORE = re.compile(r"`(/\S+\.json)`")


def section(heading):
    return PAGE.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0] if f"\n## {heading}\n" in PAGE else \
        PAGE.split(f"\n### {heading}\n", 1)[1].split("\n### ", 1)[0].split("\n## ", 1)[0]


def files(heading):
    """Returns path and text of each file of the section, without its subsections."""
    text = section(heading).split("\n### ", 1)[0]
    found = {}
    for block in BLOCK.finditer(text):
        named = IN_BLOCK.match(block[2])
        if named:
            found[named[1]] = block[2]
        elif block[1] == "json":
            found[BEFORE.findall(text[:block.start()])[-1]] = block[2]
    return found


def commands(heading):
    """Returns the commands of the section: one string for each line of its blocks of shell, without sudo."""
    text = section(heading).split("\n### ", 1)[0]
    blocks = [block[2] for block in BLOCK.finditer(text) if block[1] == "sh" and not IN_BLOCK.match(block[2])]
    return [line.split("#")[0].strip().replace("sudo ", "") for block in blocks for line in block.splitlines() if line.strip()]


def exec_start(heading):
    """Returns the section's line for the unit, or the line that the unit has already."""
    found = re.search(r"^ExecStart=.*$", section(heading).split("\n### ", 1)[0], re.M)
    return found and found[0]


def packages():
    """Returns the packages that the page installs, by compositor."""
    text = section("1. Packages")
    base = re.search(r"^sudo apt install --no-install-recommends (.*)$", text, re.M)[1].split()
    return base


def check_list():
    """Returns the first command of each numbered step of the check list that has one, without sudo."""
    return {int(number): command.replace("sudo ", "") for number, command in re.findall(r"^\| (\d+) \| `([^`]*)`", section("Before you leave the site"), re.M)}
