"""Loops that write every second or third cell: gradients as complex steps of the same loops over arrays, and one set of bits everywhere."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.ranks.start import BUILD, has_mpi, start

NX, NY, STEPS = 12, 10, 4
LINES = 1 + 2 * NX * NY + 2 * (NX // 2) * (NY // 2) + 1  # objective; gradient by two datasets of two components; by the scalar
Array = Any  # [component, x, y], with a margin of one cell


def told(target: str, *words: str, ranks: int = 1, lines: int = LINES) -> list[str]:
    done = start(BUILD / f"tests/adjoint/adjoint_strided_writes_{target}", words, ranks)
    assert done.status == 0, done.text + done.errors
    assert len(done.numbers) == lines
    return done.numbers


def first(nx: int, ny: int) -> Array:
    def rest(n: int, by: int) -> int:
        return n - int(n / by) * by  # as in C

    u = np.zeros((2, nx + 2, ny + 2), complex)
    for i in range(-1, nx + 1):
        for j in range(-1, ny + 1):
            u[0, i + 1, j + 1] = 1.0 + 0.1 * rest(i * 7 + j * 5, 11)
            u[1, i + 1, j + 1] = 0.5 + 0.05 * rest(i * 3 + j * 2, 13)
    return u


def objective(begin: Array, coarse: Array, s: complex) -> complex:
    f, coarse = begin.copy(), coarse.copy()
    for _ in range(STEPS):
        for i in range(NX // 2):
            for j in range(NY // 2):
                c, d = coarse[:, i + 1, j + 1]
                f[:, 2 * i + 1, 2 * j + 1] = c * d / (1 + c * c), c
        g = f.copy()
        f[0, 1:-1, 1:-1] += 0.1 * g[0, 2:, 1:-1] * g[1, 1:-1, 1:-1]
        f[1, 1:-1, 1:-1] += 0.02 * g[0, 1:-1, 2:]
        for i in range(NX // 3):
            for j in range(1, 3):
                f[:, 3 * i + 1, j + 1] = 0.75, 0.25
        for i in range(1, 4):
            for j in range(1, 4):
                a, b = f[:, 2 * i + 1, 2 * j + 1]
                f[:, 2 * i + 1, 2 * j + 1] = a * b * s, 0.5 * b
        for i in range(NX // 2):
            for j in range(NY // 2):
                x, y = 2 * i + 1, 2 * j + 1
                coarse[0, i + 1, j + 1] = 0.9 * f[0, x, y] + 0.05 * f[0, x + 1, y] * f[1, x, y]
                coarse[1, i + 1, j + 1] = 0.5 * (coarse[1, i + 1, j + 1] + f[1, x, y + 1])
    inner = f[:, 1:-1, 1:-1]
    return complex((inner[0] * inner[0]).sum() + inner[1].sum())


def gradient() -> list[float]:
    begin, coarse, step = first(NX, NY), first(NX // 2, NY // 2), 1e-30
    found = []
    for of in (begin, coarse):
        for j in range(1, of.shape[2] - 1):
            for i in range(1, of.shape[1] - 1):
                for c in range(2):
                    kept = of[c, i, j]
                    of[c, i, j] = kept + 1j * step
                    found.append(objective(begin, coarse, 1.1).imag / step)
                    of[c, i, j] = kept
    return [*found, objective(begin, coarse, 1.1 + 1j * step).imag / step]


def test_values_and_gradient_agree_with_complex_steps() -> None:
    """Cells between those that are written once lost their derivative without a word."""
    found = [float.fromhex(line) for line in told("seq")]
    assert found[0] == pytest.approx(objective(first(NX, NY), first(NX // 2, NY // 2), 1.1).real, rel=1e-13)
    assert found[1:] == pytest.approx(gradient(), rel=1e-11, abs=1e-13)


@pytest.mark.parametrize("target, words", [("openmp", ()), ("checked", ()), ("cuda_host", ()), ("openmp", ("-OPS_AD_MEMORY=22KB",)), ("seq", ("-OPS_AD_MEMORY=22KB",))])
def test_values_and_gradient_have_the_bits_of_the_reference(target: str, words: tuple[str, ...]) -> None:
    assert told(target, *words) == told("seq")


def test_the_checks_agree() -> None:
    done = start(BUILD / "tests/adjoint/adjoint_strided_writes_openmp", ["-OPS_AD_CHECK=taylor,dot,loops"])
    assert done.text.count("passed") == 3 and "failed" not in done.text and "inconclusive" not in done.text, done.text


@pytest.mark.parametrize("target", ["seq", "openmp", "cuda_host"])
def test_second_derivatives_are_the_change_of_the_gradient(target: str) -> None:
    lines = LINES + 2 * NX * NY
    found = told(target, "-second", lines=lines)
    assert found == told("seq", "-second", lines=lines)
    step, begin, coarse = 1e-5, first(NX, NY), first(NX // 2, NY // 2)
    ahead, behind = begin.copy(), begin.copy()
    ahead[:, 1:-1, 1:-1] += step
    behind[:, 1:-1, 1:-1] -= step

    def slope(of: Array, c: int, i: int, j: int) -> float:
        moved = of.copy()
        moved[c, i, j] += 1e-30j
        return objective(moved, coarse, 1.1).imag / 1e-30

    products = [float.fromhex(line) for line in found[LINES:]]
    for c, i, j in [(0, 2, 1), (1, 3, 4), (0, 4, 4), (1, 12, 10), (0, 6, 7)]:
        expected = (slope(ahead, c, i, j) - slope(behind, c, i, j)) / (2 * step)
        assert products[2 * ((j - 1) * NX + i - 1) + c] == pytest.approx(expected, rel=1e-6, abs=1e-7)


@pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")
@pytest.mark.parametrize("ranks, words", [(2, ("-OPS_FORCE_DECOMP_X=1",)), (3, ("-OPS_FORCE_DECOMP_Y=1",)), (4, ())])
def test_on_several_processes(ranks: int, words: tuple[str, ...]) -> None:
    assert told("mpi", *words, ranks=ranks) == told("seq")
