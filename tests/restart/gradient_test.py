"""A program that records derivatives and is interrupted goes on with the same bits of its gradient, whatever it keeps and wherever it was killed.

OPSGRAD_KILLS=100 kills it so often.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.ranks.start import FOR_MPI, has_mpi, mpirun
from tests.restart.killed import TWO_THREADS, bits, command, kill_often
from tests.tier import drawn

MODES = ("plain", "early", "jump", "list")
KEEPS = ((), ("-marks",), ("-slots=3", "-marks"), ("-slots=2",), ("-OPS_AD_MEMORY=480kB",), ("-OPS_AD_MEMORY=1GB", "-OPS_AD_DISK=."))


def run(target: str, file: Path, *words: str, ranks: int = 1) -> subprocess.CompletedProcess[str]:
    start = mpirun(ranks) if ranks > 1 else []
    return subprocess.run([*start, *command(f"gradient_{target}", file, *words)], capture_output=True, text=True, timeout=120, cwd=file.parent,
                          env={**os.environ, **FOR_MPI, **TWO_THREADS})


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> str:
    return bits(run("seq", tmp_path_factory.mktemp("whole") / "state").stdout)


def goes_on(target: str, file: Path, words: tuple[str, ...], die: int, expected: str) -> str:
    """What the second run printed."""
    died = run(target, file, *words, f"-die={die}", "OPS_CHECKPOINT")
    assert died.returncode == 9, died.stderr
    again = run(target, file, *words, "OPS_CHECKPOINT")
    assert bits(again.stdout) == expected, (words, die, again.stdout + again.stderr)
    assert "goes back" in again.stderr
    assert not file.exists()
    return again.stdout


@pytest.mark.parametrize("target", drawn(["seq", "openmp", "checked"], 1))
@pytest.mark.parametrize("keeps", drawn(KEEPS, 3), ids=" ".join)
def test_the_gradient_has_the_same_bits(target: str, keeps: tuple[str, ...], expected: str, tmp_path: Path) -> None:
    for number, die in enumerate((5, 8, 18, 31, 39)):
        goes_on(target, tmp_path / "state", (*keeps, f"-mode={MODES[number % len(MODES)]}"), die, expected)


@pytest.mark.parametrize("memory", ["2kB", "100kB"])
def test_what_is_kept_lies_in_two_memories(memory: str, expected: str, tmp_path: Path) -> None:
    """As on a device, whose memory is too small for it."""
    for die in (6, 20, 35):
        goes_on("cuda_host", tmp_path / "state", ("-marks", f"-OPS_AD_MEMORY={memory}", "-OPS_AD_HOST_MEMORY=1GB"), die, expected)


def test_what_was_left_out_runs_when_it_is_reversed(expected: str, tmp_path: Path) -> None:
    """30 steps before the place: they are not among those that the program ran, but ran again."""
    words = ("-marks", "-OPS_AD_PLAN")
    whole = re.search(r"(\d+) steps: (\d+) steps were executed", run("openmp", tmp_path / "state", *words).stdout)
    again = re.search(r"(\d+) steps: (\d+) steps were executed", goes_on("openmp", tmp_path / "state", words, 30, expected))
    assert whole and int(whole[2]) == int(whole[1]) == 40
    assert again and int(again[2]) - 40 in range(28, 33)  # the step with the place is run in two parts


def test_several_interruptions_and_interpretations(expected: str, tmp_path: Path) -> None:
    file = tmp_path / "state"
    for die in (6, 15, 28, 37):
        assert run("openmp", file, "-marks", "-again=1", f"-die={die}", "OPS_CHECKPOINT").returncode == 9
    again = run("openmp", file, "-marks", "-again=1", "OPS_CHECKPOINT")
    assert bits(again.stdout) == expected and "goes back" in again.stderr


@pytest.mark.parametrize("die", [5, 20])
def test_a_recording_that_began_on_the_way(die: int, expected: str, tmp_path: Path) -> None:
    goes_on("openmp", tmp_path / "state", ("-reset",), die, expected)


def test_nothing_is_saved_after_what_calls_do_not_repeat(expected: str, tmp_path: Path) -> None:
    """It starts again from the place before an external function, and says that it saves no more."""
    file = tmp_path / "state"
    told = goes_on("openmp", file, ("-external=20",), 35, expected)
    assert "no more states will be saved" in told and "an external function ran at" in told
    assert run("openmp", file, "-external=20", "-die=35", "OPS_CHECKPOINT").returncode == 9
    other = run("openmp", file, "-external=2", "OPS_CHECKPOINT")
    assert other.returncode == 1 and "an external function ran at" in other.stderr and "start from the beginning" in other.stderr, other.stderr


def test_checks_start_from_the_beginning(tmp_path: Path) -> None:
    file = tmp_path / "state"
    assert run("openmp", file, "-die=20", "OPS_CHECKPOINT").returncode == 9
    checked = run("openmp", file, "-OPS_AD_CHECK=dot", "OPS_CHECKPOINT")
    assert checked.returncode == 0 and "-OPS_AD_CHECK" in checked.stdout and "begins" in checked.stderr, checked.stdout + checked.stderr


def test_killed_at_any_moment(tmp_path: Path) -> None:
    words = ("gradient_openmp", tmp_path / "state", "-steps=200", "-size=60")
    kill_often(command(*words), lambda choose: command(*words, *choose.choice(KEEPS[:4]), f"-mode={choose.choice(MODES)}", "OPS_CHECKPOINT"), tmp_path)


@pytest.mark.skipif(not has_mpi(), reason="no MPI: the target mpi is not built")
@pytest.mark.parametrize(("die", "before", "after", "keeps"), [(21, 3, 2, ()), (35, 2, 3, ("-slots=2", "-marks"))])
def test_with_another_number_of_processes(die: int, before: int, after: int, keeps: tuple[str, ...], expected: str, tmp_path: Path) -> None:
    file = tmp_path / "state"
    assert run("mpi", file, *keeps, f"-die={die}", "OPS_CHECKPOINT", ranks=before).returncode != 0
    again = run("mpi", file, *keeps, "OPS_CHECKPOINT", ranks=after)
    assert bits(again.stdout) == expected and "goes back" in again.stderr, again.stdout + again.stderr


@pytest.mark.parametrize("die", drawn([(0, 5), (0, -1), (1, 7), (5, -1), (7, 14), (11, 3), (11, -1)], 3), ids=str)
def test_an_inversion_goes_on_with_its_iteration(die: tuple[int, int], tmp_path: Path) -> None:
    """Where nothing is recorded, after ops_ad_reset, it jumps. -1: after the iteration's gradient."""
    program = command("inversion_openmp", tmp_path / "state")
    expected = bits(subprocess.run(program, capture_output=True, text=True, timeout=120).stdout)
    died = subprocess.run([*program, f"-die={die[0]}", f"-within={die[1]}", "OPS_CHECKPOINT"], capture_output=True, text=True, timeout=120)
    assert died.returncode == 9, died.stderr
    again = subprocess.run([*program, "OPS_CHECKPOINT"], capture_output=True, text=True, timeout=120)
    assert bits(again.stdout) == expected and "goes back" in again.stderr
    assert (f"jumps to {die[0]}" in again.stderr) == (die[0] > 0)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mode", ["seeds", "lists", "freed", "tape", "throws"])
def test_what_calls_do_not_bring_about(mode: str, tmp_path: Path) -> None:
    """The same bits, or an error that says what to do; never other numbers."""
    program = command("corners_seq", tmp_path / "state", f"-mode={mode}")
    expected = bits(subprocess.run(program, capture_output=True, text=True, timeout=60).stdout)
    refused = returns = 0
    for die in (5, 6, 7, 9, 11, 12, 13, 20, 25, 30, 35):
        assert subprocess.run([*program, f"-die={die}", "OPS_CHECKPOINT"], capture_output=True, text=True, timeout=60).returncode == 9
        again = subprocess.run([*program, "OPS_CHECKPOINT"], capture_output=True, text=True, timeout=60)
        returns += "goes back" in again.stderr
        if again.returncode == 0:
            assert bits(again.stdout) == expected, (die, again.stdout + again.stderr)
        else:
            reason = {"throws": "ended in an error", "freed": "does not contain dataset 'spare'"}[mode]  # it jumps to where that was freed
            assert reason in again.stderr and "start from the beginning" in again.stderr, (die, again.stderr)
            refused += 1
        for left in tmp_path.iterdir():
            left.unlink()
    assert returns >= 3 and refused < 11
