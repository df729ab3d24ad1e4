"""Loops that write cells in ways that one argument alone does not show: through a second argument, or beside the points of a kernel that nobody can read."""

from __future__ import annotations

import pytest

from tests.ranks.start import BUILD, Run, start


def run(program: str, target: str, *words: str) -> Run:
    return start(BUILD / f"tests/adjoint/adjoint_{program}_{target}", words)


def numbers(done: Run) -> list[float]:
    assert done.status == 0, done.text + done.errors
    (line,) = [line for line in done.text.splitlines() if ":" in line and line[0].isdigit()]
    return [float(word) for word in line.replace(":", " ").split()]


START = [1.0, 2.0, 3.0, 4.0, 5.0]


@pytest.mark.parametrize("target", ["seq", "openmp", "checked"])
def test_what_is_read_first_has_a_derivative(target: str) -> None:
    objective, of_c, *gradient = numbers(run("passed_twice", target, "early"))
    assert (objective, of_c) == (sum(5 * x * x for x in START), sum(x * x for x in START))
    assert gradient == [10 * x for x in START]


@pytest.mark.parametrize("target", ["seq", "openmp", "checked"])
def test_what_is_read_after_it_was_written_has_none(target: str) -> None:
    done = run("passed_twice", target, "late")
    assert done.status != 0
    assert "loop 'late' reads cell (0) of dataset 'u' (argument 1) after it may have written it (argument 2)" in done.text + done.errors


@pytest.mark.parametrize("target", ["seq", "openmp", "checked"])
def test_but_its_new_value_and_others_their_derivative(target: str) -> None:
    objective, of_c, *gradient = numbers(run("passed_twice", target, "passive"))
    assert of_c == sum(9 * x**4 for x in START)
    assert gradient == [2 * x for x in START]


@pytest.mark.parametrize("target", ["seq", "openmp", "checked"])
def test_ghost_cells_that_an_unread_kernel_fills_are_kept(target: str) -> None:
    _, *gradient = numbers(run("unseen_writes", target))
    assert gradient == pytest.approx([i + 0.1 * j for j in range(5) for i in range(6)])
