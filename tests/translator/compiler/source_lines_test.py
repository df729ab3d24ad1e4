"""Which lines of a file have tokens, what its conditions are, and a text that decides them."""

from __future__ import annotations

from translator.compiler.source_lines import source_lines, steered, with_values

TEXT = '''// a line
#define A(x) x + \\
  later
/* #if no
*/
int a = 1'000; const char* s = "#if";  // #else
# ifdef B // why
 "it" R"x(
#else
)x"
  # elif defined(C) /* and
  */ && D
#include "c.h"
#else
#pragma once
#endif
int e;
'''


def test_lines_with_tokens() -> None:
    assert source_lines(TEXT).tokens == [2, 6, 8, 13, 17]


def test_conditions_with_what_stands_between() -> None:
    lines = source_lines(TEXT)
    (chain,) = lines.chains
    assert [(b.first, b.last, b.word, b.text) for b in chain] == [(7, 11, "ifdef", "B"), (11, 14, "elif", "defined ( C ) & & D"), (14, 16, "else", "")]
    assert [lines.within(branch) for branch in chain] == [[8], [13], []]


def test_names_of_the_text_and_of_macros() -> None:
    lines = source_lines(TEXT)
    assert lines.names == {"int": 6, "a": 6, "const": 6, "char": 6, "s": 6, "e": 17}
    assert lines.bodies == {"A": {"x", "later"}}


def test_a_decided_text_has_everything_else_in_its_place() -> None:
    lines = source_lines(TEXT)
    for taken, words in ((0, ["#if 1", "#elif 0"]), (1, ["#if 0", "#elif 1"]), (2, ["#if 0", "#elif 0"])):
        decided = steered(TEXT, [(lines.chains[0], taken)])
        assert len(decided) == len(TEXT) and decided.count("\n") == TEXT.count("\n")
        changed = [(now.split("//")[0].strip(), was) for now, was in zip(decided.splitlines(), TEXT.splitlines()) if now != was]
        assert [now for now, _ in changed if now] == words
        assert source_lines(decided).tokens == lines.tokens


def test_conditions_within_parentheses_and_in_nested_order() -> None:
    lines = source_lines("f(\n#if A\n#if B\n1\n#endif\n#endif\n);\n#if C\n#endif\ng([] {\n#if D\n#endif\n});\n")
    assert [(chain[0].text, chain[0].inside) for chain in lines.chains] == [("A", True), ("B", True), ("C", False), ("D", True)]


def test_numbered_lines_are_noticed() -> None:
    assert source_lines('int a;\n#line 7 "other.y"\n').renumbered == 2
    assert source_lines("int a;\n# 7\n").renumbered == 2
    assert source_lines("int line = 7;\n").renumbered == 0


def test_values_stand_in_the_place_of_names() -> None:
    text = "#if LONG > 1\n#define B(x) x + LONG\n#define LONG 2\n#endif\nint a = LONG;  // LONG\nint LONGER; /* \n */ int b = LONG, c;\n"
    assert with_values(text, {"LONG": "12"}) == text.replace("+ LONG", "+ 12  ").replace("= LONG", "= 12  ")
