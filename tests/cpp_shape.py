"""Classes and functions of C++ sources as far as braces tell: enough to count and to measure them. Comments, texts and macros are blanked first."""

from __future__ import annotations

import re
from collections.abc import Iterator

CLASS = re.compile(r"\b(class|struct)\s+((?:\w+::)*\w+)(?:\s+final)?\s*(?::[^;{()]*)?\{")
FRIEND = re.compile(r"\bfriend\s+(?:class|struct)?\s*([\w:]+)\s*;|\bfriend\b([^;{]*)")
NO_FUNCTION = re.compile(r"^(?:else\s+)?(?:if|for|while|switch|do|catch|else|try|return|namespace|class|struct|enum|union|extern)\b")
LAMBDA = re.compile(r"(?:=|\breturn|,|\()\s*\[[^\]]*\]|^\[")
NOT_COUNTED = re.compile(r"=\s*default|=\s*delete|^(?:using|friend|typedef|enum|struct|class|static_assert)\b")


def blanked(text: str) -> str:
    """The same lines, with nothing in comments, texts and preprocessor lines."""

    def blank(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match[0])

    text = re.sub(r"//[^\n]*|/\*.*?\*/", blank, text, flags=re.S)
    text = re.sub(r'"(?:[^"\\\n]|\\.)*"', blank, text)
    text = re.sub(r"'(?:[^'\\\n]|\\.)'", blank, text)
    return re.sub(r"(?m)^[ \t]*#.*(?:\\\n.*)*$", blank, text)


def closing(text: str, opening: int) -> int:
    depth = 0
    for at in range(opening, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at
    return len(text)


def outermost(body: str) -> str:
    """A class's body without what its own braces hold; each counts as the end of a declaration."""
    kept, depth = [], 0
    for char in body:
        depth -= char == "}"
        if depth == 0:
            kept.append("};" if char == "}" else char)
        depth += char == "{"
    return "".join(kept)


def without_template_arguments(text: str) -> str:
    while "operator" not in text and (shorter := re.sub(r"<[^<>]*>", "", text)) != text:
        text = shorter
    return text


def members(kind: str, name: str, body: str) -> Iterator[tuple[str, str]]:
    """Access and name of each function of a class; not constructors, nor what the compiler writes."""
    access = "private" if kind == "class" else "public"
    for part in re.split(r"\b(public|private|protected)\s*:(?!:)|;", outermost(body)):
        if part in {"public", "private", "protected"}:
            access = part
            continue
        declaration = without_template_arguments(" ".join((part or "").split()))
        head = declaration.split("(")[0]
        if head == declaration or NOT_COUNTED.search(declaration) or ("=" in head and "operator" not in head):
            continue
        if (match := re.search(r"(~?\w+|operator\s*[^\s\w(]+)\s*$", head)) and match[1].lstrip("~") != name.split("::")[-1]:
            yield access, match[1]


def classes(text: str) -> Iterator[tuple[str, list[str]]]:
    """Name of each class that is defined here, and of its functions, public or not."""
    text = blanked(text)
    for match in CLASS.finditer(text):
        body = text[match.end() : closing(text, match.end() - 1)]
        yield match[2], [function for _, function in members(match[1], match[2], body)]


def types_of_namespaces(text: str) -> Iterator[str]:
    """Names of the classes that are defined in namespaces, not in other classes; with that of their namespace."""
    text = blanked(text)
    scopes: list[tuple[int, str]] = []  # where each open brace closes, and the namespace it opens, if any
    for match in re.finditer(r"\{", text):
        while scopes and scopes[-1][0] < match.start():
            scopes.pop()
        head = text[max(text.rfind(end, 0, match.start()) for end in ";{}") + 1 : match.end()]
        within = "::".join(name for _, name in scopes)
        named = re.search(r"\bnamespace\s+([\w:]+)\s*\{$", head)
        if (found := CLASS.search(head)) and "::" not in found[2] and all(name for _, name in scopes) and "template" not in head:
            yield f"{within}::{found[2]}"
        scopes.append((closing(text, match.start()), named[1] if named else ""))


def friends(text: str) -> list[str]:
    """Whoever is named a friend: "Name" of a class, or what follows the word."""
    return [match[1] or match[2].strip() for match in FRIEND.finditer(blanked(text))]


def functions(text: str) -> Iterator[tuple[str, int, int]]:
    """Head, first line and length of each function with a body, lambdas not counted."""
    text = blanked(text)
    for match in re.finditer(r"\{", text):
        start = max(text.rfind(end, 0, match.start()) for end in ";{}") + 1
        head = " ".join(text[start : match.start()].split())
        before = head.split("(")[0]
        if before == head or NO_FUNCTION.match(head) or LAMBDA.search(head) or ("=" in before and "operator" not in before):
            continue
        yield head, text.count("\n", 0, match.start()) + 1, text.count("\n", match.start(), closing(text, match.start())) + 1
