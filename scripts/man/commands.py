"""touchctl(1), made from the output of `touchctl --experimental-dump-help`: commands, arguments, options. The exit statuses are the table of
docs/touchctl.md."""
import itertools
import json
import re
import subprocess

from roff import Page, bold, italic, table

# Options in each command's list, which are explained once.
COMMON = ["--json", "--instance", "--socket", "--admin-socket"]
UNEXPLAINED = ["--version", "--help"]


def page(touchctl, root):
    dump = subprocess.run([touchctl, "--experimental-dump-help"], check=True, capture_output=True, text=True).stdout
    command = json.loads(dump)["command"]
    abstract = command["abstract"]
    out = Page(root, "touchctl", 1, abstract[0].lower() + abstract[1:].rstrip("."))
    out.section("SYNOPSIS")
    out.lines += [f".B touchctl\n{italic('command')} [{italic('argument')} ...]", ".br", f".B touchctl help\n{italic('command')}"]
    out.section("DESCRIPTION")
    out.text("touchctl is for people and scripts. It inspects touchd, its configuration and its recordings. The result goes to standard "
             "output, everything else to standard error. With `--json` each line of standard output is one object; without it the output is "
             "for people, and scripts must not read it.")
    out.section("OPTIONS OF MOST COMMANDS")
    every = {name(argument): argument for each in leaves(command) for argument in each["arguments"]}
    for common in COMMON:
        out.option(tag([every[common]]), every[common]["abstract"])
    out.option(bold("--help"), "Explains the command.")
    out.option(f"{bold('--version')}, {bold('-V')}", "Prints the version of touchctl.")
    out.text("These options may stand before or after the command. A file named `-` is standard input.")
    for group, names in groups(touchctl):
        out.section(f"{group} COMMANDS")
        for each in leaves({"subcommands": [each for each in command["subcommands"] if each["commandName"] in names]}):
            describe(out, each)
    out.section("EXIT STATUS")
    for status, when in table((root / "docs/touchctl.md").read_text(), "Exit status"):
        out.option(bold(status), when)
    out.section("ENVIRONMENT")
    out.option(bold("TOUCHD_SOCKET"), "The events socket, unless an option names it. By default `/run/touchd/events.sock`.")
    out.option(bold("TOUCHD_ADMIN_SOCKET"), "The admin socket, unless an option names it. By default `admin.sock` beside the events socket.")
    out.option(bold("NO_COLOR"), "No colours on a terminal, if it is set and not empty.")
    out.section("FILES")
    out.option(bold("/etc/touchd/touchd.yaml"), "The configuration, where a command takes one and none is named.")
    out.see_also("touchd(8)", "touchd.yaml(5)", "touchd-protocol(7)", "/usr/share/doc/touchd/docs/touchctl.md")
    return str(out)


def groups(touchctl):
    """Returns the headings of the help, each with the names of its commands: the dump does not have them."""
    text = subprocess.run([touchctl, "--help"], check=True, capture_output=True, text=True).stdout
    parts = re.split(r"^([A-Z]+) SUBCOMMANDS:$", text, flags=re.M)[1:]
    return [(heading, set(re.findall(r"^  ([a-z]+)  ", names, re.M))) for heading, names in zip(parts[::2], parts[1::2])]


def leaves(command):
    """Yields the runnable commands in the order of the help."""
    for each in command.get("subcommands", []):
        if each["commandName"] == "help" or not each.get("shouldDisplay", True):
            continue
        yield from leaves(each) if each.get("subcommands") else [each]
        if each.get("subcommands"):
            yield {**each, "arguments": [], "group": True}


def describe(out, command):
    full = " ".join([*command.get("superCommands", [])[1:], command["commandName"]])
    if command.get("group"):
        if command.get("discussion"):
            out.subsection(f"All of touchctl {full}")
            out.discussion(command["discussion"])
        return
    shown = [a for a in command["arguments"] if a.get("shouldDisplay", True)]
    positional = [a for a in shown if a["kind"] == "positional"]
    out.subsection(" ".join(["touchctl", full, *(operand(a) for a in positional)]))
    out.text(command["abstract"])
    for argument in positional:
        if argument.get("abstract"):
            out.option(italic(argument["valueName"].upper()), meaning(argument))
    # A flag and its opposite have one explanation.
    for text, same in itertools.groupby((a for a in shown if name(a) not in ["", *COMMON, *UNEXPLAINED]), meaning):
        out.option(tag(list(same)), text)
    common = [each for each in COMMON if each in map(name, shown)]
    if common:
        out.text("Also: " + ", ".join(f"`{each}`" for each in common) + ".")
    if command.get("discussion"):
        out.discussion(command["discussion"])


def name(argument):
    """Returns the option as written on the command line, or an empty text for an argument without a name."""
    return spelled(argument["preferredName"]) if argument["kind"] != "positional" else ""


def operand(argument):
    name = argument["valueName"].upper() + ("..." if argument["isRepeating"] else "")
    return f"[{name}]" if argument["isOptional"] else name


def spelled(name):
    return ("-" if name["kind"] == "short" else "--") + name["name"]


def tag(arguments):
    names = ", ".join(bold(spelled(name)) for argument in arguments for name in argument["names"])
    return names if arguments[0]["kind"] == "flag" else f"{names} {italic(arguments[0]['valueName'].upper())}"


def meaning(argument):
    text = argument.get("abstract", "")
    if argument.get("allValues"):
        text += " One of " + ", ".join(f"`{value}`" for value in argument["allValues"]) + "."
    if argument.get("defaultValue"):
        text += f" Default: {argument['defaultValue']}."
    return text
