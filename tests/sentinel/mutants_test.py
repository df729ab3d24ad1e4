"""Wrong translations are seen when they run. `OPSGRAD_BATCHES=50` tries 2,000."""

from __future__ import annotations

import os
from pathlib import Path

from tests.sentinel.mutants import verdicts


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
