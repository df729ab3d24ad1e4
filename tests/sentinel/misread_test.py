"""Every target, and every process of a run, ends with the same message where the translator has read another program than the compiler."""

from __future__ import annotations

import pytest

from tests.ranks.start import BUILD, has_mpi, start
from tests.tier import drawn

EVERYWHERE = [("seq", 1), ("openmp", 1), ("checked", 1), ("cuda_host", 1), *(drawn([("mpi", 1), ("mpi", 2), ("mpi", 5)], 1) if has_mpi() else [])]


def run(target: str, ranks: int, *words: str) -> tuple[int | str, str]:
    done = start(BUILD / f"tests/sentinel/sentinel_misread_{target}", words, ranks, limit=120)
    return done.status, done.text + done.errors


@pytest.mark.parametrize(("target", "ranks"), EVERYWHERE)
@pytest.mark.parametrize("which", ["value", "corner", "sum", "derivative"])
def test_the_loop_is_named(target: str, ranks: int, which: str) -> None:
    status, said = run(target, ranks, which)
    if target == "seq" and which == "corner":  # the kernel itself runs, and the derivative is taken at the other end
        assert status == 0, said
        return
    assert status != 0 and f"loop '{which}'" in said and not any(line.startswith("sum") for line in said.splitlines()), said
    if target != "checked":  # which compares all points
        assert "has misread kernel" in said and "-OPS_SENTINEL=0" in said, said


@pytest.mark.parametrize(("target", "ranks"), [(target, ranks) for target, ranks in EVERYWHERE if target != "checked"])
def test_without_the_sentinel_nothing_is_said(target: str, ranks: int) -> None:
    for which in ("value", "corner", "sum", "derivative"):
        status, said = run(target, ranks, which, "-OPS_SENTINEL=0")
        assert status == 0 and "misread" not in said, said


@pytest.mark.parametrize(("target", "ranks"), EVERYWHERE)
@pytest.mark.parametrize("which", ["none", "phase"])
def test_a_program_that_is_read_alike_is_left_alone(which: str, target: str, ranks: int) -> None:
    status, said = run(target, ranks, which)
    assert status == 0 and "sum 480" in said, said
