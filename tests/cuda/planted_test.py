"""The text of every planted fault exists, once in the run time, so that a rewrite notices the faults that it takes away; READMEs have their number."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tests.cuda.faults import LOOPS, UNITS, place_of, translated
from tests.cuda.planted import FAULTS, GENERATED, GOLDEN, Fault
from tests.translator.generated import ROOT
from translator.render import render

CHECKS = (*LOOPS, "postponed")


@pytest.fixture(scope="module")
def generated() -> dict[str, str]:
    """Of each program: its text."""
    made = {}
    for name in CHECKS:
        analyses, program = translated(name)
        made[name] = "\n".join(render(program, analyses, "cuda").values())
    return made


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.what)
def test_the_text_of_a_fault_exists(fault: Fault, generated: dict[str, str]) -> None:
    assert fault.right != fault.wrong and fault.first in (*CHECKS, *UNITS, "gates")
    if fault.file == GENERATED:
        assert fault.right in generated[fault.first]
    elif fault.file == GOLDEN:
        assert any(fault.right in path.read_text() for path in (ROOT / "tests/translator/golden/cuda").iterdir())
    else:
        assert len(fault.places((ROOT / place_of(fault.file)).read_text())) == 1


def test_faults_have_names_of_their_own() -> None:
    assert [what for what, times in Counter(fault.what for fault in FAULTS).items() if times > 1] == []


def test_readmes_have_their_number() -> None:
    kinds = Counter(fault.kind for fault in FAULTS)
    text = (ROOT / "tests/cuda/README.md").read_text()
    assert {int(n) for n in re.findall(r"(\d+) faults", text)} == {len(FAULTS)}
    assert sum(int(n) for n in re.findall(r"^\| [a-z][^|]*\| (\d+) \|", text, re.MULTILINE)) == sum(kinds.values())
    assert f"planted {len(FAULTS)} faults" in (ROOT / "backends/cuda/README.md").read_text()
