"""Random kernels as users write them: values, tangent and reverse of the generated code against ADOL-C and central differences.

Kernels of any kind, without optimisation; and smaller ones for each form of a reversed loop, optimised as users' programs are. Seeds are
fixed, and some fresh in every run, which are compiled together outside the full tier: OPSGRAD_SEED=n runs those again. OPSGRAD_KERNELS=1000 takes so many of each form,
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
from tests.tier import FULL, drawn

KERNELS = 30 if FULL else 4
OF_A_FORM, FRESH, TOGETHER = 8 if FULL else 1, 4 if FULL else 1, 20  # fixed and fresh kernels of each form, and how many are compiled together at most
ONCE_WRONG = {"gather": (95445377000,), "points": (21, 31, 247)}  # by form
OPTIMISED = "-O3 -march=native -fno-thread-jumps"


def asked() -> range:
    """Seeds that OPSGRAD_KERNELS asks for."""
    first, dash, end = os.environ.get("OPSGRAD_KERNELS", "0").partition("-")
    return range(int(first), int(end)) if dash else range(int(first))


def drawn_of(form: str) -> list[int]:
    """Seeds that once had wrong code."""
    return drawn(ONCE_WRONG.get(form, ()), 1)


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


def test_random_kernels(tmp_path: Path) -> None:
    fresh = range(fresh_seed(), fresh_seed() + FRESH)
    for seeds in [range(KERNELS), fresh] if FULL else [(*range(KERNELS), *fresh)]:
        check_all(Batch([random_kernel(seed) for seed in seeds], tmp_path / f"batch{len(seeds)}"), tmp_path)


@pytest.mark.parametrize("forms", [(form,) for form in FORMS] if FULL or asked() else [tuple(drawn(FORMS, 2))], ids=" ".join)
def test_kernels_of_a_form(forms: tuple[str, ...], tmp_path: Path) -> None:
    """Outside the full tier kernels of all forms are compiled together."""
    chosen = [(form, seed) for form in forms for seed in asked() or (*range(OF_A_FORM), *drawn_of(form), *range(fresh_seed(), fresh_seed() + FRESH))]
    reached: list[str] = []
    for n, first in enumerate(range(0, len(chosen), TOGETHER)):
        kernels = [random_kernel(seed, form) for form, seed in chosen[first : first + TOGETHER]]
        built = Batch(kernels, tmp_path / f"batch{n}", owners=1, narrow="float" if n % 2 else "", optimise=OPTIMISED)
        check_all(built, tmp_path)
        reached += [form for form, kernel in zip(built.forms, kernels, strict=True) if form == kernel.form]
    for form in forms:
        count = [name for name, _ in chosen].count(form)
        assert reached.count(form) >= count // 2, f"{reached.count(form)} of {count} kernels have the form {form}"
