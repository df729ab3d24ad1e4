"""The fixed programs reach every form of a reversed loop and everything that README.md lists: the generator cannot lose one unnoticed."""

from __future__ import annotations

import re
from pathlib import Path

from tests.random_programs.forms import count, forms
from tests.random_programs.kernels import STYLES
from tests.random_programs.programs import FIXED, PROGRAMS, random_batch

LEAST = 5  # programs


def test_everything_is_reached(tmp_path: Path) -> None:
    batches = [random_batch(seed, len(STYLES), PROGRAMS) for seed in FIXED]
    by_kernel = {(b.seed, kernel): form for b in batches for kernel, form in forms(b, tmp_path).items()}
    counted = count(batches, by_kernel)
    table = (Path(__file__).parent / "README.md").read_text().split("## What programs contain")[1].split("\n- ", 1)[1]
    listed = re.findall(r"`([^`]+)`", table)
    assert {"gather", "points", "rows", "push", "scatter"} <= set(listed)
    assert {what: counted[what] for what in listed if counted[what] < LEAST} == {}
    assert {what for what in counted if what not in listed} == set(), "not in README.md"
