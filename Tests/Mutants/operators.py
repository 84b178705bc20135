"""Finds the places of a source where one rule can be broken. A mutant is one changed line. In Swift the change is behind a switch, so that one build has
all mutants: `mutant(17)` is true if the environment variable MUTANT is 17."""
import re
from dataclasses import dataclass

from languages import COMMON, PYTHON, SWIFT, language_of

OPEN, CLOSE = "([{", ")]}"
# Clauses that bind names which the body needs, or whose parts do not stand alone.
BINDING = re.compile(r"^(let|var|case|const|#available|#unavailable)\b|^_ =|\btry\b|\bawait\b|=>| \? | is |:=| in \[| for | if ")
# Lines that go on in the next one, and lines that continue the one before.
OPENS = re.compile(r"([(\[,=:?]|&&|\|\||[-+*/|&]|->|\breturn|\bin|\band|\bor|\\)$")
CONTINUES = re.compile(r"^([.?:,)\]+*/|]|&&|-|==|<|>|else\b|where\b|and\b|or\b)")
# Assertions of the source are not rules of the product.
IGNORED = re.compile(r"\b(assert|precondition|fatalError|preconditionFailure|assertionFailure|checkInvariants)\b|^@|^import |^from |^#|\bswitch\b|^static_assert")
ASSIGNMENT = re.compile(r"[\w.?!\[\]$#]+(\([^{}]*\))?[\w.?!\[\]]* (=|\+=|-=|&\+=|\|=|&=) ")
# A field that an initializer sets is set once.
INITIALIZED = re.compile(r"(self|this)\.(\w+) = \2$")
CALL = re.compile(r"(self\.|this\.)?[#_a-z][\w.?!#]*\(.*\)$")
WORDS = re.compile(r"(private|fileprivate|public|package|internal|lazy|override|mutating|let|var|const|case|return|static|if|guard|while|for|init|func|def|class|type|import|throw|yield|switch|catch)\b")


@dataclass(frozen=True)
class Mutant:
    """A changed line; in Swift `{n}` in `text` is the place of the mutant's number."""
    path: str
    line: int
    rule: str
    before: str
    text: str

    @property
    def name(self):
        """Names the mutant independently of the line's number."""
        return f"{self.path}: {self.rule}: {self.before.strip()}"


def split(text, start, end, separators):
    """Splits text[start:end] at separators outside of all brackets. Returns pairs of a start and an end without blanks around."""
    parts, depth, begin, at = [], 0, start, start
    while at < end:
        depth += (text[at] in OPEN) - (text[at] in CLOSE)
        found = depth == 0 and next((separator for separator in separators if text.startswith(separator, at)), None)
        if found:
            parts.append((begin, at))
            at += len(found)
            begin = at
        else:
            at += 1
    parts.append((begin, end))
    return [(begin + len(text[begin:stop]) - len(text[begin:stop].lstrip()), begin + len(text[begin:stop].rstrip())) for begin, stop in parts]


def is_balanced(text):
    depth = 0
    for character in text:
        depth += (character in OPEN) - (character in CLOSE)
        if depth < 0:
            return False
    return depth == 0


class Line:
    """A line of a source and its neighbours, with comments and the contents of literals blanked out; the columns stay."""

    def __init__(self, lines, number, language):
        blank = lambda line: re.sub(language.comment, lambda found: " " * len(found[0]),
            re.sub(language.literal, lambda found: '"' + "_" * (len(found[0]) - 2) + '"', line))
        self.language, self.line, self.text = language, lines[number], blank(lines[number])
        self.code = self.text.strip()
        self.indent = len(self.line) - len(self.line.lstrip())
        self.before = blank(lines[number - 1]).strip() if number else ""
        self.after = blank(lines[number + 1]).strip() if number + 1 < len(lines) else ""

    def changed(self, start, end, template, **parts):
        """The line with another text between two columns. Braces of the source are doubled where the text has a number's place."""
        new = template.replace("{{", "\0").replace("}}", "\1")
        for name, part in parts.items():
            new = new.replace("{" + name + "}", part)
        return self.line[:start] + new.replace("\0", "{").replace("\1", "}") + self.line[end:]

    def mutants(self):
        """Yields the rules and texts of this line's mutants."""
        if not self.code or IGNORED.search(self.code):
            return
        place = self.condition_place()
        if place:
            yield from self.condition(*place)
        if CONTINUES.match(self.after) or CONTINUES.match(self.code) or OPENS.search(self.before) and not self.before.endswith((":", " in")):
            return
        if not place:
            yield from self.statement()
        yield from self.numbers()

    def condition_place(self):
        """The columns of a condition that is whole on its line."""
        text, language = self.text, self.language
        if found := language.condition.match(text):
            start, depth = found.end(), 0
            last = " else {" if self.code.startswith("guard ") else language.end
            for at in range(start, len(text)):
                if depth == 0 and text.startswith(last, at) and (last != "{" or text[at - 1] == " ") and at > start:
                    return start, len(text[:at].rstrip())
                depth += (text[at] in "([") - (text[at] in ")]")
                if depth < 0:
                    return None
            return None
        code = self.code.rstrip(";")
        if found := re.match(r"\s*return ", text):
            end = len(text.rstrip().rstrip(";"))
            has_parts = any(separator in text for separator in language.separators + language.comparisons)
            if has_parts and is_balanced(code) and not CONTINUES.match(self.after) and not OPENS.search(code):
                return found.end(), end
        return None

    def condition(self, start, end):
        """Each part of a condition true, false, or with another comparison."""
        text, line, language = self.text, self.line, self.language
        for begin, stop in split(text, start, end, [", "] if language is SWIFT else []):
            if begin >= stop or BINDING.search(text[begin:stop]) or not is_balanced(text[begin:stop]):
                continue
            for first, last in split(text, begin, stop, language.separators):
                if first >= last or not is_balanced(text[first:last]):
                    continue
                part = line[first:last]
                yield "is always true", self.changed(first, last, language.always, c=part)
                yield "is never true", self.changed(first, last, language.never, c=part)
                compared = [(parts[0][1], sign) for sign in language.comparisons if len(parts := split(text, first, last, [sign])) == 2]
                if len(compared) == 1:
                    at, sign = compared[0]
                    new = line[first:at] + COMMON[sign] + line[at + len(sign):last]
                    yield f"{sign.strip()} becomes {COMMON[sign].strip()}", self.changed(first, last, language.either, a=new, b=part)

    def statement(self):
        """A statement of one line left out."""
        code, rest = self.code.rstrip(";"), self.line[self.indent:].rstrip()
        whole = self.indent, len(self.line)
        if not is_balanced(code) or OPENS.search(code) or self.indent == 0 or self.language is SWIFT and self.indent < 4:
            return
        if code in ("return", "continue"):
            yield "goes on", self.changed(*whole, self.language.skipped, s=code)
        elif not WORDS.match(code) and not INITIALIZED.match(code) and (ASSIGNMENT.match(code) or CALL.match(code)):
            yield "is left out", self.changed(*whole, self.language.skipped, s=rest)

    def numbers(self):
        """A summand one larger, the smaller instead of the larger."""
        text, line, language = self.text, self.line, self.language
        if self.code.startswith(("case ", "static ", "let ", "const ")):
            return
        for found in re.finditer(r"(?<= [-+] )(\d+)(?=[^\w.]|$)", text):
            one, other = found[1], str(int(found[1]) + 1)
            yield f"{one} becomes {other}", self.changed(*found.span(), language.either, a=other, b=one)
        for found in re.finditer(r"(?<![\w.])(Math\.)?(min|max)\(", text):
            depth = 0
            for at in range(found.end() - 1, len(text)):
                depth += (text[at] in OPEN) - (text[at] in CLOSE)
                if depth == 0:
                    arguments, other = line[found.end() - 1:at + 1], "max" if found[2] == "min" else "min"
                    if len(split(text, found.end(), at, [", "])) > 1:
                        name = found[1] or ""
                        yield f"{found[2]} becomes {other}", self.changed(found.start(), at + 1, language.either, a=name + other + arguments, b=name + found[2] + arguments)
                    break


def is_in_initializer(lines, number):
    """Whether a line of Swift is directly in an initializer, which must set all fields."""
    indent = len(lines[number]) - len(lines[number].lstrip())
    for line in reversed(lines[:number]):
        if line.strip() and len(line) - len(line.lstrip()) < indent:
            return re.search(r"\binit[?]?(<.*>)?\(", line) is not None or line.strip() == ") {" and any("init(" in one for one in lines[max(0, number - 20):number])
    return False


def mutants(path, source):
    """All mutants of a source, in the order of its lines."""
    language = language_of(path)
    lines = source.split("\n")
    inside = None
    for number, line in enumerate(lines):
        quotes = [quote for quote in ('"""', "'''") if line.count(quote) % 2]
        if quotes and inside in (None, quotes[0]):
            inside = None if inside else quotes[0]
            continue
        if inside or line.lstrip().startswith(("//", "*", "/*")) or '"""' in line:
            continue
        for rule, text in Line(lines, number, language).mutants():
            if rule == "is left out" and language is SWIFT and re.match(r"\s*[\w.]+ = ", line) and is_in_initializer(lines, number):
                continue
            if text != line:
                yield Mutant(path, number + 1, rule, line, text)
