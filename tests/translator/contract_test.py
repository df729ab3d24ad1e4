"""Translator and runtime have one number for their contract, and code that was generated for another one is refused with a way out."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.translator.generated import ROOT
from translator import contract

GOLDEN = ROOT / "tests/translator/golden"
GIVEN = f"OPS_TRANSLATED_FOR({contract.VERSION});"


def compiled(source: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["g++", "-std=c++20", "-fsyntax-only", f"-I{ROOT}", f"-I{GOLDEN / 'seq'}", source], capture_output=True, text=True)


def test_the_numbers_are_equal() -> None:
    header = re.search(r"contract_version = (\d+);", (ROOT / "ops/loops/launch/contract.hpp").read_text())
    assert header is not None and int(header[1]) == contract.VERSION


@pytest.mark.parametrize("target", sorted(path.parent.name for path in GOLDEN.glob("*/loops.cpp")))
def test_every_generated_program_says_its_number_before_it_includes_anything_else(target: str) -> None:
    text = (GOLDEN / target / "loops.cpp").read_text()
    assert re.findall(r"^(?:#include|OPS_).*", text, re.MULTILINE)[:2] == ['#include "ops/loops/launch/contract.hpp"', GIVEN]


def test_another_number_is_refused_first_and_with_a_way_out(tmp_path: Path) -> None:
    text = (GOLDEN / "seq" / "loops.cpp").read_text()
    right, wrong = tmp_path / "right.cpp", tmp_path / "wrong.cpp"
    right.write_text(text)
    wrong.write_text(text.replace(GIVEN, f"OPS_TRANSLATED_FOR({contract.VERSION + 1});"))
    assert compiled(right).returncode == 0
    refused = compiled(wrong)
    assert refused.returncode != 0
    first = next(line for line in refused.stderr.splitlines() if "error:" in line)
    assert "translated by another version of OPSgrad's translator" in first and "translate it again" in first
