"""Float within kernels of double: derivatives have few digits, and nothing takes that for a mistake; all targets have the same bits."""

from __future__ import annotations

import re

import pytest

from tests.ranks.start import BUILD, start


def told(target: str, *words: str) -> tuple[list[str], str]:
    done = start(BUILD / f"tests/adjoint/adjoint_in_float_{target}", words)
    assert done.status == 0, done.text + done.errors
    return done.numbers, done.text


@pytest.mark.parametrize(("target", "words"), [("openmp", ()), ("checked", ()), ("cuda_host", ()), ("openmp", ("-OPS_AD_MEMORY=60KB",))])
def test_values_and_gradient_have_the_bits_of_the_reference(target: str, words: tuple[str, ...]) -> None:
    expected, _ = told("seq")
    assert len(expected) == 1 + 19 * 13 and told(target, *words)[0] == expected


@pytest.mark.parametrize("check", ["taylor", "dot", "loops", "poison"])
def test_checks_know_how_many_digits_there_are(check: str) -> None:
    text = told("openmp", f"-OPS_AD_CHECK={check}")[1]
    assert re.search("^(Poison test: )?passed: ", text, re.MULTILINE), text
    assert check != "dot" or "tolerance 1.0e-04" in text, text
