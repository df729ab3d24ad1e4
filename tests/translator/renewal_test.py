"""Seeds that have stayed in place until the next loop of the same kind adds to them: the bits of two passes, also at the rim."""

from __future__ import annotations

import numpy as np
import pytest

from tests.translator.build_ir import P, constant, program, put
from tests.translator.generated import EMPTY, AdjointArg, Box, Field, Library, cells_like, copy_of, program_of, view
from translator.passes.adjoint_terms import OwnerPlan
from translator.passes.analyse import analyse

u, f, w = (P(k, dims=2) for k in range(3))
LEAP = "u:dat:READ f:dat:READ w:dat:RW"
LOOPS = [
    program(2, LEAP, [put(w(), f() * (u(1, 0) + u(-2, 1)) + constant("a") * u() - constant("b") * w())]),
    program(2, LEAP, [put(w(), f() * u(0, 1) + u(0, -1) * constant("a") + w() / constant("b"))]),
]
LO, HI, ORIGIN = (1, 2), (141, 131), 4


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    analyses = tuple(analyse(loop) for loop in LOOPS)
    for a in analyses:
        assert isinstance(a.owner, OwnerPlan) and a.owner.form == "gather" and a.facts[2].renewable
    return Library(program_of(LOOPS), analyses, "openmp", tmp_path_factory.mktemp("renewal"))


@pytest.mark.parametrize("case", range(len(LOOPS)))
@pytest.mark.parametrize("hole", [EMPTY, Box.of((-2, -2), (145, 2))])
def test_two_steps_with_one_field_of_seeds_equal_two_steps_with_two(library: Library, case: int, hole: Box) -> None:
    r = np.random.default_rng(case)

    def field() -> Field:
        cells = cells_like((140, 150), 1, False)
        cells[...] = r.uniform(-1, 1, cells.shape)
        return cells

    values, stiffness, first, second, stiffness_bar = field(), field(), field(), field(), field()

    def reverse(seed: Field, u_bar: Field, f_bar: Field, w_bar: Field | None, u_hole: Box = EMPTY, w_hole: Box = EMPTY, renews: int = -1) -> None:
        args = [AdjointArg(primal=view(values, ORIGIN), target=view(u_bar, ORIGIN), hole=u_hole, renews=renews),
                AdjointArg(primal=view(stiffness, ORIGIN), target=view(f_bar, ORIGIN), hole=EMPTY),
                AdjointArg(seed=view(seed, ORIGIN), target=view(w_bar, ORIGIN), hole=w_hole)]
        args[2].seed.write = None
        assert library.adjoint(case, True, LO, HI, args, {"a": 0.7, "b": 1.7})

    # The step reversed first has its seed in `first`; the other reads that dataset, so it adds to what has become of the seed.
    apart, f_apart, moved = second.copy(), stiffness_bar.copy(), copy_of(first)
    reverse(first, apart, f_apart, moved, w_hole=Box.of(LO, HI))
    reverse(apart, moved, f_apart, None, u_hole=hole)

    together, f_together, stays = second.copy(), stiffness_bar.copy(), copy_of(first)
    reverse(stays, together, f_together, None)
    reverse(together, stays, f_together, None, u_hole=hole, renews=2)
    np.testing.assert_array_equal(together, apart)
    np.testing.assert_array_equal(f_together, f_apart)
    np.testing.assert_array_equal(stays, moved)

    # Without a step to meet, the seed is replaced in place.
    alone = copy_of(first)
    nothing = np.zeros_like(first)
    reverse_alone = [AdjointArg(primal=view(values, ORIGIN), hole=EMPTY), AdjointArg(primal=view(stiffness, ORIGIN), hole=EMPTY),
                     AdjointArg(seed=view(alone, ORIGIN), target=view(alone, ORIGIN), hole=Box.of(LO, HI))]
    reverse_alone[2].seed.write = None
    assert library.adjoint(case, True, LO, HI, reverse_alone, {"a": 0.7, "b": 1.7})
    expected = copy_of(first)
    reverse(first, nothing, nothing.copy(), expected, w_hole=Box.of(LO, HI))
    np.testing.assert_array_equal(alone, expected)
