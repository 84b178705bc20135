"""touchd-protocol(7), made from docs/protocol-keys.md, which is generated from the vocabulary of the socket's lines."""
import re

from roff import Page, bold, cells, inline


def page(root):
    keys = (root / "docs/protocol-keys.md").read_text()
    out = Page(root, "touchd-protocol", 7, "the lines of touchd's sockets")
    out.section("DESCRIPTION")
    out.text("`/run/touchd/events.sock` is a stream socket of the family AF_UNIX. Each line is one JSON object in UTF-8, which ends with a newline. "
             "The server speaks first and says `hello`. Unknown keys and unknown types of lines are ignored by both sides. "
             "`/run/touchd/admin.sock` takes the same lines; on it everything is allowed.")
    out.text("Each line has a `type`, and each request but `ack` and `answer` may have an `id`, a string or a number, which comes back in its `reply`. "
             "A touch has one id, which is never used again while the daemon runs: `began` once, then any number of `moved`, then either `ended` "
             "or `cancelled`. Only `ended` is a lift. Lines with `seq` are counted for each connection, from 1 and without gaps.")
    out.section("EXAMPLE")
    out.example(["$ echo '{\"type\":\"subscribe\",\"id\":1,\"regions\":[\"kiosk/**\"]}' |", "      socat -t 60 - UNIX-CONNECT:/run/touchd/events.sock"])
    for title, part in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", keys, re.M | re.S):
        out.section(title.upper())
        for name, body in re.findall(r"^### (.*?)\n(.*?)(?=^### |\Z)", part, re.M | re.S):
            out.subsection(re.sub(r"`", "", name))
            describe(out, body)
    out.see_also("touchd(8)", "touchctl(1)", "touchd.yaml(5)", "/usr/share/doc/touchd/docs/protocol.md")
    return str(out)


def describe(out, body):
    for block in re.split(r"\n\s*\n", body.strip()):
        if not block.startswith("|"):
            out.text(block)
            continue
        for row in block.splitlines()[2:]:
            key, value, meaning = cells(row)
            optional = " optional," if key.endswith("?") else ""
            out.option(f"{bold(key.rstrip('?').strip('`'))} ({(optional + ' ' + inline(value)).strip()})", meaning)
