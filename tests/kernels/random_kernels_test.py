"""Random kernels as users write them: values, tangent and reverse of the generated code against ADOL-C and central differences.

Kernels of any kind, without optimisation; and smaller ones for each form of a reversed loop, optimised as users' programs are. Seeds are
fixed, and some fresh in every run: OPSGRAD_SEED=n runs those again. OPSGRAD_KERNELS=1000 takes so many of each form,
OPSGRAD_KERNELS=200-1000 those seeds.
A kernel that fails is made as small as it can be and printed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.fresh import fresh_seed
from tests.kernels.batch import Batch
from tests.kernels.check import Wrong, check
from tests.kernels.text import FORMS, TextKernel, random_kernel, shrunk
from tests.tier import FULL

KERNELS = 30 if FULL else 6
OF_A_FORM, FRESH, TOGETHER = 8 if FULL else 1, 4 if FULL else 2, 20  # fixed and fresh kernels of each form, and how many are compiled together at most
ONCE_WRONG = {"gather": (95445377000,), "points": (21, 31, 247)}  # by form
OPTIMISED = "-O3 -march=native -fno-thread-jumps"


def asked() -> range:
    """Seeds that OPSGRAD_KERNELS asks for."""
    first, dash, end = os.environ.get("OPSGRAD_KERNELS", "0").partition("-")
    return range(int(first), int(end)) if dash else range(int(first))


def complaint(kernel: TextKernel, folder: Path, like: Batch) -> str:
    """What is wrong with a kernel on its own; "" if nothing, or if it does not even build."""
    try:
        check(Batch([kernel], folder, owners=1, narrow=like.narrow, optimise=like.optimise).case(0))
    except Wrong as wrong:
        return str(wrong)
    except Exception:
        return ""
    return ""


def check_all(built: Batch, folder: Path) -> None:
    for k, kernel in enumerate(built.kernels):
        try:
            check(built.case(k))
        except Wrong as wrong:
            tries = iter(range(1000))
            small = shrunk(kernel, lambda candidate: bool(complaint(candidate, folder / f"smaller{next(tries)}", built)))
            pytest.fail(f"kernel {kernel.seed} {kernel.form} (OPSGRAD_SEED={fresh_seed()}): {wrong}\n{small.text('kernel')}")


@pytest.mark.parametrize("seeds", [range(KERNELS), range(fresh_seed(), fresh_seed() + FRESH)], ids=["fixed", "fresh"])
def test_random_kernels(seeds: range, tmp_path: Path) -> None:
    check_all(Batch([random_kernel(seed) for seed in seeds], tmp_path / "batch"), tmp_path)


@pytest.mark.parametrize("form", FORMS)
def test_kernels_of_a_form(form: str, tmp_path: Path) -> None:
    seeds = list(asked() or (*range(OF_A_FORM), *ONCE_WRONG.get(form, ()), *range(fresh_seed(), fresh_seed() + FRESH)))
    reached = 0
    for n, first in enumerate(range(0, len(seeds), TOGETHER)):
        kernels = [random_kernel(seed, form) for seed in seeds[first : first + TOGETHER]]
        built = Batch(kernels, tmp_path / f"batch{n}", owners=1, narrow="float" if n % 2 else "", optimise=OPTIMISED)
        check_all(built, tmp_path)
        reached += built.forms.count(form)
    assert reached > len(seeds) // 2, f"{reached} of {len(seeds)} kernels have the form"
