"""Loops that write cells in ways that one argument alone does not show: through a second argument, or beside the points of a kernel that nobody can read."""

from __future__ import annotations

import pytest

from tests.ranks.start import BUILD, Run, has_mpi, start

TARGETS = ["seq", "openmp", "checked", *(["mpi"] if has_mpi() else [])]


def run(program: str, target: str, *words: str) -> Run:
    return start(BUILD / f"tests/adjoint/adjoint_{program}_{target}", words, 3 if target == "mpi" else 1)


def numbers(done: Run) -> list[float]:
    assert done.status == 0, done.text + done.errors
    (line,) = [line for line in done.text.splitlines() if ":" in line and line[0].isdigit()]
    return [float(word) for word in line.replace(":", " ").split()]


START = [1.0 + i for i in range(12)]


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_read_first_has_a_derivative(target: str) -> None:
    objective, of_c, *gradient = numbers(run("passed_twice", target, "early"))
    assert (objective, of_c) == (sum(5 * x * x for x in START), sum(x * x for x in START))
    assert gradient == [10 * x for x in START]


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_read_after_it_was_written_has_none(target: str) -> None:
    done = run("passed_twice", target, "late")
    assert done.status != 0
    assert "loop 'late' has no derivative: the kernel may write cell (0) of dataset 'u' (argument 2) before it reads the same cell (argument 1)" in done.text + done.errors


@pytest.mark.parametrize("word", ["passive", "both"])
@pytest.mark.parametrize("target", TARGETS)
def test_but_its_new_value_and_others_their_derivative(target: str, word: str) -> None:
    _objective, of_c, *gradient = numbers(run("passed_twice", target, word))
    assert of_c == sum(9 * x**4 for x in START)
    assert gradient == [2 * x for x in START]


@pytest.mark.parametrize("target", TARGETS)
def test_neighbours_that_another_argument_leaves_alone(target: str) -> None:
    """Cells 0 and 1 become products of cells 2, 3 and 4, perhaps of other processes."""
    s = START
    u = [s[2] * s[3], s[3] * s[4], *s[2:]]
    slope = [1 + 2 * x for x in u]
    expected = [2 * x + (0 if i < 2 else slope[i]) for i, x in enumerate(s)]
    expected[2] += slope[0] * s[3]
    expected[3] += slope[0] * s[2] + slope[1] * s[4]
    expected[4] += slope[1] * s[3]
    objective, of_c, *gradient = numbers(run("passed_twice", target, "away"))
    assert (objective, of_c) == (sum(u) + sum(x * x for x in u) + sum(x * x for x in s), sum(x * x for x in u))
    assert gradient == expected


@pytest.mark.parametrize("target", TARGETS)
def test_ghost_cells_that_an_unread_kernel_fills(target: str) -> None:
    _, filled, *gradient = numbers(run("unseen_writes", target))
    assert filled == pytest.approx(sum(3 + 0.1 * j for j in range(5)))
    assert gradient == pytest.approx([i + 0.1 * j for j in range(5) for i in range(6)])


@pytest.mark.parametrize("target", TARGETS)
def test_another_component_than_neighbours_read(target: str) -> None:
    """Each value is x y of the components 1 of its neighbours, and their sum of squares the objective with that of components 1."""
    x = [0.3 * i for i in range(-1, 25)]
    slope = [2 * v for v in x]
    for i in range(1, 25):
        slope[i - 1] += 2 * x[i - 1] * x[i + 1] ** 2
        slope[i + 1] += 2 * x[i + 1] * x[i - 1] ** 2
    done = run("apart", target)
    _, *gradient = map(float.fromhex, done.numbers)
    assert gradient == pytest.approx([g for i in range(1, 25) for g in (0.0, slope[i])], rel=1e-13), done.text + done.errors


@pytest.mark.parametrize("check", ["taylor", "dot", "loops"])
def test_the_checks_agree(check: str) -> None:
    text = run("apart", "seq", f"-OPS_AD_CHECK={check}").text
    assert "passed" in text and "failed" not in text
