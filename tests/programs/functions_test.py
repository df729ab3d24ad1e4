"""A program whose kernels call every function of the library's own: one gradient on all targets that have them, and next to it that of the C library."""

from __future__ import annotations

import numpy as np

from tests.programs.programs_test import BUILD, output

OWN = [("openmp", 1), ("openmp", 2), ("openmp", 3), ("cuda_host", 1)]
LIBRARY = [("seq", 1), ("checked", 1)]


def runs(cases: list[tuple[str, int]]) -> set[str]:
    return {output(BUILD / "tests" / "programs" / f"programs_functions_{target}", threads) for target, threads in cases}


def values(text: str) -> np.ndarray:
    return np.array(text.split("values")[1].split(), dtype=float)


def test_every_target_with_own_functions_gives_the_same_bits() -> None:
    assert len(runs(OWN)) == 1


def test_the_reference_and_checked_give_those_of_the_c_library_which_are_near() -> None:
    own, library = runs(OWN[:1]), runs(LIBRARY)
    assert len(library) == 1
    assert own != library, "own functions round differently, if they are used at all"
    np.testing.assert_allclose(values(*own), values(*library), rtol=2e-6)  # of floats
    assert abs(values(*own)[0] / values(*library)[0] - 1) < 1e-6
