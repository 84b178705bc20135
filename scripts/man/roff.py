"""Converts text for man pages. All of a page's text goes through here, so that no program's text is read as a request of roff."""
import email.utils
import re


class Page:
    """A page under construction. `text` and `option` accept Markdown's `code`, **strong** and [links](…)."""

    def __init__(self, root, name, section, abstract):
        version, date = release(root)
        self.lines = [f'.TH {name.upper()} {section} "{date}" "touchd {version}" "touchd"', ".nr HY 0", ".nh", ".ad l",
                      ".SH NAME", f"{escaped(name)} \\- {inline(abstract)}"]

    def section(self, title):
        self.lines.append(f".SH {escaped(title)}")

    def subsection(self, title):
        self.lines.append(f'.SS "{escaped(title)}"')

    def text(self, paragraph):
        self.lines += [".PP", guarded(inline(" ".join(paragraph.split())))]

    def option(self, tag, meaning):
        self.lines += [".TP", guarded(tag), guarded(inline(" ".join(meaning.split()))) or "\\&"]

    def example(self, lines):
        self.lines += [".PP", ".RS 4", ".EX", *(guarded(escaped(line)) for line in lines), ".EE", ".RE"]

    def discussion(self, text):
        """Adds paragraphs as programs print them: indented lines stay unchanged."""
        for block in re.split(r"\n\s*\n", text.strip("\n")):
            lines = block.split("\n")
            while lines:
                indented = lines[0].startswith(" ")
                count = next((i for i, line in enumerate(lines) if line.startswith(" ") != indented), len(lines))
                part, lines = lines[:count], lines[count:]
                self.example([line.strip() if count == 1 else line[2:] for line in part]) if indented else self.text("\n".join(part))

    def see_also(self, *pages):
        self.section("SEE ALSO")
        for number, page in enumerate(pages):
            comma = "," if number + 1 < len(pages) else ""
            self.lines.append(f".BR {escaped(page[:-3])} {page[-3:]}{comma}" if page.endswith(")") else escaped(page) + comma)

    def __str__(self):
        return "\n".join(self.lines) + "\n"


def escaped(text):
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga").replace("^", "\\(ha").replace("~", "\\(ti")


def guarded(line):
    """Returns the line so that one that begins with a dot is text, too."""
    return "\\&" + line if line[:1] in (".", "'") else line


def bold(text):
    return f"\\fB{escaped(text)}\\fP"


def italic(text):
    return f"\\fI{escaped(text)}\\fP"


def prose(text):
    """Returns the text with hyphens kept as hyphens, so that lines may break there; options keep their minus."""
    text = re.sub(r"(?<![\w-])-(?=[\w-])|(?<=\s-)-|--", lambda m: m.group().replace("-", "\0"), text)
    return text.replace("\\", "\\e").replace("\0", "\\-").replace("^", "\\(ha").replace("~", "\\(ti").replace("`", "\\(ga").replace('"', '\\(dq').replace("'", "\\(aq")


def inline(text):
    text = re.sub(r"\[([^\]]*)\]\((?!\s)[^)]*\)", r"\1", text)
    parts = re.split(r"`([^`]*)`", text)
    out = []
    for number, part in enumerate(parts):
        if number % 2:
            out.append(bold(part))
        else:
            strong = re.split(r"\*\*(?=\S)(.+?)\*\*", part)
            out += [bold(piece) if i % 2 else prose(piece) for i, piece in enumerate(strong)]
    return "".join(out)


def release(root):
    """Returns the version and the date from debian/changelog."""
    changelog = (root / "debian/changelog").read_text()
    version = re.match(r"\S+ \(([^)]*)\)", changelog).group(1)
    date = email.utils.parsedate_to_datetime(re.search(r"^ -- .*>  (.*)$", changelog, re.M).group(1))
    return version, date.date().isoformat()


def table(text, heading):
    """Returns the rows of the first table below a heading of a Markdown page, without its head."""
    after = text.split(f"\n## {heading}\n", 1)[1]
    rows = re.search(r"^\|.*\|\n\|[-| ]+\|\n((?:\|.*\|\n)+)", after, re.M).group(1)
    return [cells(row) for row in rows.splitlines()]


def cells(row):
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row.strip())[1:-1]]
