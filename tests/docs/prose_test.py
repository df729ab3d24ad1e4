"""Pages for users are written in plain English: phrases that readers found strange do not come back.

A page joins the list by its path. A phrase is matched as whole words, in upper or lower case, outside of listings, quoted code and link targets.
"""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

ROOMS = ("apps", "backends", "ops", "perf/micro", "python", "tests", "translator")  # folders whose READMEs are all in the list
PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    "docs/index.md",
    "docs/is_this_for_me.md",
    "perf/README.md",
    "perf/peers/README.md",
    "docs/gallery.md",
    "docs/how_fast.md",
    "docs/architecture.md",
    "docs/adjoint.md",
    "docs/cloverleaf.md",
    "docs/extending.md",
    "docs/fault_tolerance.md",
    "docs/files.md",
    "docs/glossary.md",
    "docs/performance.md",
    "docs/release_notes.md",
    "docs/scale.md",
    "docs/notebooks/index.md",
    "docs/site/README.md",
    "docs/tutorial/index.md",
    *(page.relative_to(ROOT).as_posix() for folder in ("guide", "recipes", "reference") for page in sorted((ROOT / "docs" / folder).glob("*.md"))),
    "include/README.md",
    "tridsolver/README.md",
    *(page.relative_to(ROOT).as_posix() for page in sorted((ROOT / "docs" / "adr").glob("*.md")) if not page.name.startswith("0042")),
    *(page.relative_to(ROOT).as_posix() for folder in ROOMS for page in sorted((ROOT / folder).rglob("README.md"))),
]
FOR_DEVELOPERS = ("CONTRIBUTING.md", "backends/", "docs/adr/", "docs/architecture.md", "docs/extending.md", "docs/glossary.md", "ops/", "tests/", "translator/")  # they may speak of the machine, which the glossary defines

# A phrase, and what to write instead.
PHRASES = {
    "aside": "offloaded, or under another name",
    "rests": "is inactive",
    "hole": "uninitialised region",
    "holes": "uninitialised regions",
    "run again": "recompute, repeat",
    "runs again": "recompute, repeat",
    "ran again": "recompute, repeat",
    "done again": "recompute, repeat",
    "computed again": "recomputed",
    "given up": "discarded",
    "without a word": "silently",
    "of one's own": "user-defined, nested",
    "of your own": "user-defined, nested",
    "of its own": "separate, user-defined",
    "is off by": "deviates by",
    "are off by": "deviate by",
    "said aloud": "reported",
    "is told": "is reported",
    "are told": "are reported",
    "derivative by": "derivative with respect to",
    "derivatives by": "derivatives with respect to",
    "gradient by": "gradient with respect to",
    "who asks": "the caller",
    "whoever": "the caller, or the name of the class",
    "as they stand": "unmodified",
    "as it stands": "unmodified",
    "looked at": "examined, scanned",
    "looks at": "examines, reads",
    "looked for": "unknown, searched",
    "doubtful": "warning",
    "advice": "warning, recommendation",
    "fate": "decision",
    "doubts": "warnings",
    "touched": "accessed",
    "touches": "accesses",
    "first mark": "first step marker",
    "last mark": "last step marker",
    "moments": "event positions, times",
    # Found in the pages of before:
    "the same bits": "bit-identical",
    "every bit of": "bit-identical",
    "all the same": "nevertheless, still",
    "all there is": "name it",
    "what there is": "name it",
    "comes by": "reaches the event",
    "came by": "name the verb",
    "for good": "always, permanently",
    "goes on from": "continues from",
    "goes on where": "continues from",
    "go on after": "continue after",
    "held to": "verified against",
    "in turns": "alternately, in turn",
    "its own affair": "say who decides",
    "library's business": "say what the library does",
    "the plain truth": "the reference",
    "its kin": "list them",
    "as a rule": "usually",
    "put into words": "printed",
    "of no use": "cannot be used",
    "by the very": "by the",
}
MACHINES = {"machine": "device, process, back end", "machines": "devices, processes, computers"}
# A sentence whose subject is a free relative: "What cannot be divided is done whole."
FREE_RELATIVE = re.compile(r"(?:^|[.:;] |\| )(?:What|Whatever|Whoever|Who) [^.?|#]*(?:\.|;|$)", re.MULTILINE)


def prose(text: str) -> str:
    """The sentences of a page: without listings, code, link targets and headings."""
    text = re.sub(r"^ *```.*?^ *```$", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^    .*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"`[^`\n]*`", "`", text)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    text = re.sub(r'"[^"\n]*"', '"', text)  # messages
    text = re.sub(r"^#.*$", "", text, flags=re.MULTILINE)
    return re.sub(r"(?<=\S)\n(?=[\w`\[(])", " ", re.sub(r"^ +", "", text, flags=re.MULTILINE))


def strange(text: str, phrases: dict[str, str]) -> list[str]:
    """Each phrase that occurs, with its surroundings and what to write instead."""
    text, found = prose(text), []
    for phrase, instead in phrases.items():
        for match in re.finditer(rf"(?<![\w-]){re.escape(phrase)}(?![\w-])", text, re.IGNORECASE):
            around = " ".join(text[max(0, match.start() - 40):match.end() + 40].split())
            found.append(f"'{phrase}' in '.. {around} ..': {instead}")
    return found + [f"sentence with a free relative as its subject: {textwrap.shorten(match[0], 100)}" for match in FREE_RELATIVE.finditer(text)]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_plain(page: str) -> None:
    assert strange((ROOT / page).read_text(), PHRASES if page.startswith(FOR_DEVELOPERS) else PHRASES | MACHINES) == []


def test_every_page_for_users_is_in_the_list() -> None:
    """Other pages of docs/ are for developers: they have lists of their own, or none yet."""
    found = {page.relative_to(ROOT).as_posix() for page in (ROOT / "docs").rglob("*.md") if not {"adr", "site"} & set(page.parts)}
    assert found - set(PAGES) <= {"docs/architecture.md"}
    assert all(Path(ROOT / page).exists() for page in PAGES)


@pytest.mark.parametrize("sentence", [
    "Steps whose values were given up are run again, from a state that was kept.",
    "The library calls your functions as they stand: the plain truth.",
    "Its derivative is by the value before\nthem, and the derivative by `a` is zero.",
    "Loops that are looked at while they run exchange a byte for each cell.",
    "The gradient has the same bits for any budget.",
    "It is read by the\nmachine.",
    "What cannot be divided is done whole.",
    "A state is taken. What is saved is found by the library.",
])
def test_an_old_sentence_would_be_found(sentence: str) -> None:
    assert strange(sentence, PHRASES | MACHINES)


def test_code_headings_and_questions_are_not_sentences() -> None:
    assert strange("# What is saved\n\n```cpp\n// run again\n```\n\n    ./aside\n\n`run_again`, [hello](aside.md): \"given up\". What is it? It is a loop.\n",
                   PHRASES | MACHINES) == []
