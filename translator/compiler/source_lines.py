"""A file of C++ as a preprocessor meets it: lines with tokens, names, and the branches of its conditions.

Test:    tests/translator/compiler/source_lines_test.py
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r"(?P<comment>//(?:\\\r?\n|[^\n])*|/\*.*?(?:\*/|\Z))"
    r'|(?P<literal>(?:u8|[uUL])?R"(?P<d>[^()\s\\]{0,16})\(.*?\)(?P=d)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\')'
    r"|(?P<name>[A-Za-z_]\w*)|(?P<number>\.?\d(?:[eEpP][+-]|'?[\w.])*)"
    r"|(?P<joined>\\\r?\n)|(?P<end>\n)|(?P<space>[^\S\n]+)|(?P<other>.)", re.DOTALL)
_OPENS, _GOES_ON, _CLOSES = ("if", "ifdef", "ifndef"), ("elif", "elifdef", "elifndef", "else"), "endif"
_SEEN = ("define", "undef", "include", "include_next", "import")


@dataclass(frozen=True, slots=True)
class Branch:
    """What stands between two directives of one condition. `span`: where the text of the first is; `inside`: of a parenthesis."""

    first: int
    last: int
    word: str
    text: str
    span: tuple[int, int]
    inside: bool = False


@dataclass(slots=True)
class SourceLines:
    """`tokens`: the lines that give the compiler something; `names`: identifiers outside of directives, with their first line; `bodies`: those of macros;
    `first`: with what a line of text begins."""

    tokens: list[int] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)
    bodies: dict[str, set[str]] = field(default_factory=dict)
    first: dict[int, str] = field(default_factory=dict)
    chains: list[list[Branch]] = field(default_factory=list)
    renumbered: int = 0  # a line with #line

    def within(self, branch: Branch) -> list[int]:
        """The lines with tokens in a branch."""
        return self.tokens[bisect_right(self.tokens, branch.first) : bisect_left(self.tokens, branch.last)]

    def own(self, branch: Branch) -> list[int]:
        """Of these, those that stand under no other condition."""
        inner = [(chain[0].first, chain[-1].last) for chain in self.chains if branch.first < chain[0].first and chain[-1].last < branch.last]
        return [line for line in self.within(branch) if not any(first < line < last for first, last in inner)]


@dataclass(slots=True)
class _Directive:
    line: int
    start: int
    word: str = ""
    words: list[str] = field(default_factory=list)
    end: int = 0


@dataclass(slots=True)
class _Open:
    """A condition that is not closed yet, and the brackets that were open at its beginning."""

    brackets: str
    directives: list[_Directive]
    branches: list[Branch] = field(default_factory=list)


class _Scan:
    def __init__(self) -> None:
        self.lines = SourceLines()
        self.open: list[_Open] = []
        self.brackets = ""
        self.seen: set[int] = set()

    def directive(self, d: _Directive) -> None:
        if d.word in _SEEN:
            self.seen.add(d.line)
            if d.word == "define" and d.words:
                self.lines.bodies.setdefault(d.words[0], set()).update(filter(str.isidentifier, d.words[1:]))
        elif d.word in _OPENS:
            self.open.append(_Open(self.brackets, [d]))
        elif d.word in _GOES_ON and self.open:
            self._next(self.open[-1], d)
            self.brackets = self.open[-1].brackets
            self.open[-1].directives.append(d)
        elif d.word == _CLOSES and self.open:
            self._next(self.open[-1], d)
            self.lines.chains.append(self.open.pop().branches)
        elif d.word == "line" or (not d.word and d.words[:1] and d.words[0].isdigit()):
            self.lines.renumbered = self.lines.renumbered or d.line

    def _next(self, open_: _Open, d: _Directive) -> None:
        begun = open_.directives[-1]
        open_.branches.append(Branch(begun.line, d.line, begun.word, " ".join(begun.words), (begun.start, begun.end), "(" in open_.brackets))

    def token(self, text: str, kind: str, line: int) -> None:
        self.seen.add(line)
        self.lines.first.setdefault(line, text)
        if kind == "name":
            self.lines.names.setdefault(text, line)
        elif text in "({":
            self.brackets += text
        elif text in ")}":
            self.brackets = self.brackets[: max(0, self.brackets.rfind("(" if text == ")" else "{"))]


def source_lines(text: str) -> SourceLines:
    """Reads a file."""
    scan, line, fresh = _Scan(), 1, True
    directive: _Directive | None = None
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup if match.lastgroup != "d" else "literal"
        word = match[0]
        if kind == "end":
            if directive is not None:
                scan.directive(directive)
            directive, fresh = None, True
        elif kind in ("name", "number", "literal", "other"):
            if fresh and word == "#":
                directive = _Directive(line, match.start())
            elif directive is not None:
                _add(directive, word, kind, match.end())
            else:
                scan.token(word, str(kind), line)
            fresh = False
        line += word.count("\n")
    if directive is not None:
        scan.directive(directive)
    scan.lines.tokens = sorted(scan.seen)
    scan.lines.chains.sort(key=lambda chain: chain[0].first)
    return scan.lines


def _add(directive: _Directive, word: str, kind: str, end: int) -> None:
    if not directive.word and not directive.words and kind == "name":
        directive.word = word
    else:
        directive.words.append(word)
    directive.end = end


def steered(text: str, chosen: Iterable[tuple[list[Branch], int]]) -> str:
    """The text with other conditions, which choose the given branch of each chain; all else stays in its place."""
    parts = list(text)
    for chain, taken in chosen:
        for number, branch in enumerate(chain):
            if branch.word != "else":
                start, end = branch.span
                word = f"#{'elif' if branch.word.startswith('elif') else 'if'} {int(number == taken)}"
                parts[start:end] = [c if c in "\r\n" or text[i : i + 2] == "\\\n" else " " for i, c in enumerate(text[start:end], start)]
                parts[start : start + len(word)] = list(word)
    return "".join(parts)


def with_values(text: str, values: Mapping[str, str]) -> str:
    """The text with values, each no longer than its name, in place of the names; not in conditions, and not where a name is defined."""
    parts, directive, before = list(text), "", "\n"
    for match in _TOKEN.finditer(text):
        kind, word = match.lastgroup, match[0]
        if kind in ("comment", "space", "joined"):
            continue
        if kind == "end":
            directive = ""
        elif word == "#" and before == "\n":
            directive = "#"
        elif directive == "#":
            directive = word
        elif kind == "name" and word in values and (not directive or directive == "define" and before != "define"):
            parts[match.start() : match.end()] = list(values[word].ljust(len(word)))
        before = word
    return "".join(parts)
