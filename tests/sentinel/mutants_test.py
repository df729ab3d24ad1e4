"""Wrong translations are seen when they run. `OPSGRAD_BATCHES=50` tries 2,000."""

from __future__ import annotations

import os
from pathlib import Path

from tests.kernels.text import random_kernel
from tests.sentinel.mutants import Batch, ran, verdicts


def test_mistakes_of_the_translator_are_seen(tmp_path: Path) -> None:
    seen = effective = 0
    missed = []
    for seed in range(1, 1 + int(os.environ.get("OPSGRAD_BATCHES", "1"))):
        folder = tmp_path / str(seed)
        folder.mkdir()
        for v in verdicts(seed + 1, 40 if "OPSGRAD_BATCHES" in os.environ else 20, folder):
            effective += v.effective
            seen += v.effective and v.seen
            missed += [v] if v.effective and not v.seen else []
    assert effective > 5 and seen >= 0.99 * effective, missed


def test_a_dataset_that_is_overwritten_with_a_constant_after_it_was_read_is_no_mistake(tmp_path: Path) -> None:
    """Its derivative before the loop is that of what was read."""
    batch = Batch.of([random_kernel(1012007, "points")], tmp_path)
    printed, alarm = ran(batch.built("right", batch.outcome.analysed), 0, True)
    assert printed and not alarm
