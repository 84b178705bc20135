"""What differs between the languages that mutants are made of."""
import re
from dataclasses import dataclass

CONDITION_IN_BRACKETS = re.compile(r"\s*(?:\} else |else )?(?:if|while) \(")


@dataclass(frozen=True)
class Language:
    """How a language writes conditions, comments and a switch. `switch` is what a mutant's text asks; the other languages have no switch: their text is
    changed for a run."""
    name: str
    suffixes: tuple
    comment: str
    literal: str
    separators: tuple
    comparisons: tuple
    always: str
    never: str
    either: str
    skipped: str
    condition: re.Pattern
    end: str


COMMON = {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == ", " === ": " !== ", " !== ": " === "}
STRING = r'"(?:\\.|[^"\\])*"'
ANY_STRING = STRING + r"|'(?:\\.|[^'\\])*'"

SWIFT = Language("Swift", (".swift",), r"//.*", STRING, (" && ", " || "), (" < ", " <= ", " > ", " >= ", " == ", " != "),
    "(mutant({n}) || ({c}))", "(!mutant({n}) && ({c}))", "(mutant({n}) ? ({a}) : ({b}))", "if !mutant({n}) {{ {s} }}",
    re.compile(r"\s*(?:\} else )?(?:if|guard|while) "), "{")
SCRIPT = Language("JavaScript", (".js", ".mjs", ".cjs"), r"//.*", ANY_STRING + r"|`(?:\\.|[^`\\])*`", (" && ", " || ", " ?? "), tuple(COMMON),
    "(true || ({c}))", "(false && ({c}))", "({a})", "{{}}", CONDITION_IN_BRACKETS, ")")
C = Language("C", (".h", ".c", ".cpp", ".hpp"), r"//.*|/\*.*?\*/", ANY_STRING, (" && ", " || "), tuple(COMMON)[:6],
    "(1 || ({c}))", "(0 && ({c}))", "({a})", "{{}}", CONDITION_IN_BRACKETS, ")")
PYTHON = Language("Python", (".py",), r"#.*", ANY_STRING, (" and ", " or "), tuple(COMMON)[:6],
    "(True or ({c}))", "(False and ({c}))", "({a})", "pass", re.compile(r"\s*(?:if|elif|while) "), ":")

LANGUAGES = (SWIFT, SCRIPT, C, PYTHON)


def language_of(path):
    return next((one for one in LANGUAGES if path.endswith(one.suffixes)), None)
