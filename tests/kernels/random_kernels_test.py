"""Random kernels as users write them: values, tangent and reverse of the generated code against ADOL-C and central differences.

A kernel that fails is made as small as it can be and printed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kernels.batch import Batch
from tests.kernels.check import Wrong, check
from tests.kernels.text import TextKernel, random_kernel, shrunk

KERNELS, BATCHES = 100, 3


def complaint(kernel: TextKernel, folder: Path) -> str:
    """What is wrong with a kernel on its own; "" if nothing, or if it does not even build."""
    try:
        check(Batch([kernel], folder).case(0))
    except Wrong as wrong:
        return str(wrong)
    except Exception:
        return ""
    return ""


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_kernels(batch: int, tmp_path: Path) -> None:
    kernels = [random_kernel(seed) for seed in range(batch * KERNELS, (batch + 1) * KERNELS)]
    built = Batch(kernels, tmp_path / "batch")
    for k, kernel in enumerate(kernels):
        try:
            check(built.case(k))
        except Wrong as wrong:
            tries = iter(range(1000))
            small = shrunk(kernel, lambda candidate: bool(complaint(candidate, tmp_path / f"smaller{next(tries)}")))
            pytest.fail(f"kernel {kernel.seed}: {wrong}\n{small.text('kernel')}")
