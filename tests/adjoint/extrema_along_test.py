"""Smallest and largest values in datasets that lack axes: gradients as complex steps of the same loops over lists, and one set of bits everywhere."""

from __future__ import annotations

import pytest

from tests.ranks.start import BUILD, has_mpi, start

NX, NY, STEPS = 9, 7, 3
CELLS = NX * NY
LINES = 1 + 2 * CELLS + 1  # objective; gradient by two components; by the scalar


def told(target: str, *words: str, ranks: int = 1) -> list[str]:
    done = start(BUILD / f"tests/adjoint/adjoint_extrema_along_{target}", words, ranks)
    assert done.status == 0, done.text + done.errors
    assert len(done.numbers) == LINES
    return done.numbers


def real(z: complex) -> float:
    return z.real


def first_values() -> list[complex]:
    """Component 0 of all cells, then component 1."""
    numbers = [(i * 37 + j * 23) % 41 for j in range(NY) for i in range(NX)]
    return [complex(1 + 0.03 * n + 0.001 * (k % NX)) for k, n in enumerate(numbers)] + [complex(0.8 + 0.02 * (n * 5 % 29)) for n in numbers]


def objective(start: list[complex], s: complex) -> complex:
    u, v = start[:CELLS], start[CELLS:]
    for _ in range(STEPS):
        column = [[j * NX + i for j in range(NY)] for i in range(NX)]
        peak = [max([1.2 * u[i], *(u[k] * v[k] for k in column[i])], key=real) for i in range(NX)]
        squares = [max([complex(-1e30), *(v[k] * v[k] for k in column[i] if v[k].real > 0.9)], key=real) for i in range(NX)]
        least = min((s / x for x in u), key=real)
        edge = [min((u[j * NX + i] + v[j * NX + i] for i in range(4, NX)), key=real) for j in range(NY)]
        u = [0.9 * u[k] + 0.05 * peak[k % NX] * v[k] + 0.1 * squares[k % NX] for k in range(CELLS)]
        v = [v[k] * (1 + 0.1 * least) + 0.01 * edge[k // NX] * u[k] for k in range(CELLS)]
    return sum(x * x for x in u) + sum(v)


def gradient() -> list[float]:
    """The components of a cell side by side, then the scalar."""
    step, values = 1e-30, first_values()
    moved = [[x + (1j * step if k == m else 0) for k, x in enumerate(values)] for m in range(2 * CELLS)]
    of_component = [objective(x, 1).imag / step for x in moved]
    return [of_component[c * CELLS + k] for k in range(CELLS) for c in range(2)] + [objective(values, 1 + 1j * step).imag / step]


def test_values_and_gradient_agree_with_complex_steps() -> None:
    found = [float.fromhex(line) for line in told("seq")]
    assert found[0] == pytest.approx(objective(first_values(), 1).real, rel=1e-13)
    assert found[1:] == pytest.approx(gradient(), rel=1e-12, abs=1e-13)


@pytest.mark.parametrize("words", [(), ("-ties",)])
@pytest.mark.parametrize("target", ["openmp", "checked", "cuda_host"])
def test_all_targets_have_the_bits_of_the_reference(target: str, words: tuple[str, ...]) -> None:
    assert told(target, *words) == told("seq", *words)


@pytest.mark.parametrize("target", ["seq", "openmp"])
def test_steps_may_run_again(target: str) -> None:
    assert told(target, "-OPS_AD_MEMORY=9KB") == told("seq")


@pytest.mark.parametrize("words, checks", [((), "taylor,dot,loops"), (("-ties",), "dot")])
def test_the_checks_agree(words: tuple[str, ...], checks: str) -> None:
    done = start(BUILD / "tests/adjoint/adjoint_extrema_along_openmp", [*words, f"-OPS_AD_CHECK={checks}"])
    assert done.text.count("passed") == checks.count(",") + 1 and "failed" not in done.text and "inconclusive" not in done.text, done.text


@pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")
@pytest.mark.parametrize("words", [(), ("-ties",)])
@pytest.mark.parametrize("ranks, forced", [(2, "-OPS_FORCE_DECOMP_X=1"), (3, "-OPS_FORCE_DECOMP_Y=1"), (4, "")])
def test_on_several_processes(ranks: int, forced: str, words: tuple[str, ...]) -> None:
    assert told("mpi", *words, *([forced] if forced else []), ranks=ranks) == told("seq", *words)


def test_second_derivatives_are_refused_by_name() -> None:
    done = start(BUILD / "tests/adjoint/adjoint_extrema_along_seq", ["-hessian"])
    assert done.status != 0
    assert "datasets with access OPS_MIN or OPS_MAX have no second derivatives" in done.text + done.errors
