"""Random programs, fixed ones (in the full tier) and fresh ones (some of them elsewhere): every target gives the same bits, whatever the budget, and all agree with plain C++ loops.

OPSGRAD_SEED=n runs the fresh ones of another run again. What fails is reduced and printed as an application.
"""

from __future__ import annotations

from functools import partial

import pytest

from tests.fresh import fresh_seed
from tests.ranks.start import has_mpi
from tests.random_programs.build import build
from tests.random_programs.check import check, reduced, story
from tests.random_programs.kernels import STYLES
from tests.random_programs.programs import FIXED, PROGRAMS, random_batch
from tests.tier import FULL, drawn


RANKS = (2, 3)  # processes that share a program
SMOOTH = 3  # programs of each batch must be comparable with plain loops; on large meshes few are, so more are tried than drawn


@pytest.fixture(scope="module")
def fresh() -> int:
    return fresh_seed()


def test_programs(fresh: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    fixed = FIXED if FULL else ()
    numbers = drawn(range(PROGRAMS), 10)
    print(f"random programs: seeds {fixed}, and fresh OPSGRAD_SEED={fresh}")
    batches = [*(random_batch(seed, len(STYLES), PROGRAMS) for seed in fixed), random_batch(fresh, len(STYLES), PROGRAMS, second=fresh % 3 == 0)]
    built = build(batches, tmp_path_factory.mktemp("programs"), ("seq", "openmp", *(["mpi"] if has_mpi() else [])))
    of_all = 0
    for batch in batches:
        smooth = 0
        for turn, number in enumerate([*numbers, *sorted(set(range(PROGRAMS)) - set(numbers))]):
            if turn >= len(numbers) and smooth >= SMOOTH:
                break
            judge = partial(check, built, batch, number, ranks=RANKS if has_mpi() and turn % 6 == 0 else ())
            verdict = judge()
            smooth += verdict.smooth
            if verdict.wrong:
                left_out = reduced(batch, number, judge)
                wrong = judge(left_out).wrong
                pytest.fail(f"OPSGRAD_SEED={batch.seed}, program {number}: {verdict.wrong}\nreduced: {wrong}\n{story(batch, number, left_out)}")
        assert smooth >= SMOOTH, f"OPSGRAD_SEED={batch.seed}: derivatives of {smooth} of {PROGRAMS} programs alone could be compared with plain loops"
        of_all += smooth
    assert not FULL or of_all >= len(batches) * PROGRAMS // 3, "too few programs could be compared with plain loops"
