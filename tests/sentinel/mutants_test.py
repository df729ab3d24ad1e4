"""Wrong translations are seen when they run. `OPSGRAD_BATCHES=50` tries 2,000."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.kernels.text import random_kernel
from tests.sanitized import sanitized
from tests.sentinel.mutants import BUILD, Batch, ran, verdicts
from tests.tier import FULL


@pytest.mark.skipif(sanitized(BUILD), reason="what memory holds after its release decides which mistakes have effects")
def test_mistakes_of_the_translator_are_seen(tmp_path: Path) -> None:
    seen = effective = 0
    missed = []
    for seed in range(1, 1 + int(os.environ.get("OPSGRAD_BATCHES", "1"))):
        folder = tmp_path / str(seed)
        folder.mkdir()
        for v in verdicts(seed + 1, 40 if "OPSGRAD_BATCHES" in os.environ or FULL else 12, folder):
            effective += v.effective
            seen += v.effective and v.seen
            missed += [v] if v.effective and not v.seen else []
    assert effective > 3 and seen >= 0.99 * effective, missed


RIGHT = (
    (1012007, "points"),  # a dataset is overwritten with a constant after it was read: its derivative before the loop is that of what was read
    (8010035, "points"),  # ceil of large values: from far away its stairs look like a slope
    (9029005, "rows"),  # sin of large values, beside outputs that are large themselves
)


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> Path:
    batch = Batch.of([random_kernel(number, form) for number, form in RIGHT], tmp_path_factory.mktemp("right"))
    return batch.built("right", batch.outcome.analysed)


@pytest.mark.parametrize("kernel", range(len(RIGHT)))
def test_right_kernels_are_left_alone(kernel: int, right: Path) -> None:
    printed, alarm = ran(right, kernel, True)
    assert printed and not alarm
