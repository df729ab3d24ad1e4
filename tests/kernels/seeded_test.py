"""The random kernels find mistakes that are planted in the translator: those that older kernels did not reach."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import jinja2
import pytest

from tests.kernels.batch import Batch
from tests.kernels.check import Wrong, check
from tests.kernels.random_kernels_test import OPTIMISED
from tests.kernels.text import random_kernel
from tests.tier import FULL
from translator import ir, render
from translator.view import places


def complaints(folder: Path, form: str, seeds: range, optimise: str) -> list[str]:
    built = Batch([random_kernel(seed, form) for seed in seeds], folder, owners=1, optimise=optimise)
    found = []
    for k in range(len(seeds)):
        try:
            check(built.case(k))
        except Wrong as wrong:
            found.append(str(wrong))
    return found


def templates(name: str, change: Callable[[str], str]) -> Callable[..., jinja2.Environment]:
    """The templates, one of them changed."""
    planted = change((render.BACKENDS / name).read_text())
    found = render.environment()
    found.loader = jinja2.ChoiceLoader([jinja2.DictLoader({name: planted}), jinja2.FileSystemLoader(render.BACKENDS)])
    return lambda folders: found


def sums_last(text: str) -> str:
    """Scalars' derivatives are summed when seeds may have been overwritten."""
    sums = "{% if form.sums %}\n{{ sums(form.sums.totals, form.sums.row) -}}\n{% endif %}\n"
    assert text.count(sums) == 1 and text.endswith("}\n")
    return text.replace(sums, "")[: -len("}\n")] + sums + "}\n"


def as_masks(text: str) -> str:
    """The compiler may turn branches of loops in order into masks."""
    barrier = "{{ pad }}  b::one_by_one();\n"
    assert text.count(barrier) == 1
    return text.replace(barrier, "")


def test_sums_that_read_overwritten_seeds_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(render, "environment", templates("openmp/templates/owner.j2", sums_last))
    found = complaints(tmp_path, "points", range(10), "-O0")
    assert found and all("owner form in place: derivative of 'coef'" in text for text in found)


@pytest.mark.skipif(not FULL or "avx2" not in Path("/proc/cpuinfo").read_text(), reason="full tier; or vectors are too short for the compiler's mistake")
def test_seeds_read_under_conditions_are_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """GCC 12 gets that wrong; other compilers need not."""
    right = places.conditional_reads
    monkeypatch.setattr(render, "environment", templates("common/templates/macros.j2", as_masks))
    monkeypatch.setattr(places, "conditional_reads", lambda body, values: [e for e in right(body, values) if not isinstance(e, ir.Seed)])
    assert complaints(tmp_path, "points", range(0, 40, 2), OPTIMISED)
