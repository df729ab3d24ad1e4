"""A program that is interrupted goes on with the same bits: killed at any moment, on any target, however it is told to take states.

OPSGRAD_KILLS=100 kills it so often.
"""

from __future__ import annotations

import os
import random
import resource
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.fresh import fresh_seed
from tests.ranks.start import FOR_MPI, has_mpi, mpirun, over_unruly
from tests.restart.killed import KILLS, TWO_THREADS, bits, command, kill_often
from tests.tier import FULL, drawn

MODES = ("plain", "jump", "list", "trigger", "early")
DEPTHS = random.Random(fresh_seed())


def flow(target: str, file: Path, *words: str) -> list[str]:
    return command(f"flow_{target}", file, "-OPS_AD=0", *words)


def run(target: str, file: Path, *words: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(flow(target, file, *words), capture_output=True, text=True, timeout=120, env={**os.environ, **TWO_THREADS}, **more)  # type: ignore[call-overload, no-any-return]


def on_processes(ranks: int, file: Path, *words: str, **more: object) -> subprocess.CompletedProcess[str]:
    """On so many processes, which compute none or some cells beyond their parts."""
    start, depth = mpirun(ranks) if ranks > 1 else [], DEPTHS.choice((0, 1, 2, 5))
    words = (*words, *([f"OPS_TILING_MAXDEPTH={depth}"] if depth else []))
    return subprocess.run([*start, *flow("mpi", file, *words)], capture_output=True, text=True, timeout=120, env={**os.environ, **FOR_MPI}, **more)  # type: ignore[call-overload, no-any-return]


@pytest.fixture(scope="module", params=drawn(["seq", "openmp", "checked"], 1))
def target(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("mode", drawn(MODES, 2))
def test_a_program_goes_on_where_it_was(target: str, mode: str, tmp_path: Path) -> None:
    file = tmp_path / "state"
    expected = bits(run(target, file).stdout)
    assert not file.exists()  # without OPS_CHECKPOINT nothing is saved
    for die in drawn((1, 13, 30, 31, 44, 59), 3):
        died = run(target, file, f"-mode={mode}", f"-die={die}", "OPS_CHECKPOINT")
        assert died.returncode == 9, died.stderr
        again = run(target, file, f"-mode={mode}", "OPS_CHECKPOINT")
        assert bits(again.stdout) == expected, (die, again.stdout + again.stderr)
        assert die < 13 or "goes back" in again.stderr, again.stderr
        assert "warning" not in again.stdout
        if mode in ("jump", "trigger") and die > 8:
            assert "jumps to" in again.stderr
        assert list(tmp_path.iterdir()) == []  # a program that ends well leaves nothing


def test_several_interruptions(target: str, tmp_path: Path) -> None:
    """What a program that went back saves is as good as what it found."""
    file = tmp_path / "state"
    expected = bits(run(target, file).stdout)
    for mode in drawn(MODES, 2):
        for die in (9, 23, 40, 55):
            assert run(target, file, f"-mode={mode}", f"-die={die}", "OPS_CHECKPOINT").returncode == 9
        assert bits(run(target, file, f"-mode={mode}", "OPS_CHECKPOINT").stdout) == expected


def test_killed_at_any_moment(tmp_path: Path) -> None:
    words = ("-steps=1500", "-size=60")
    kill_often(flow("openmp", tmp_path / "state", *words), lambda choose: flow("openmp", tmp_path / "state", *words, f"-mode={choose.choice(MODES)}", "OPS_CHECKPOINT"), tmp_path)


def test_a_file_of_a_run_that_records_is_not_used_by_one_that_does_not(tmp_path: Path) -> None:
    file = tmp_path / "state"
    for first, then in (("-OPS_AD=1", "-OPS_AD=0"), ("-OPS_AD=0", "-OPS_AD=1")):
        assert run("openmp", file, first, "-die=30", "OPS_CHECKPOINT").returncode == 9
        before = file.read_bytes()
        other = run("openmp", file, then, "OPS_CHECKPOINT")
        assert other.returncode == 1 and "-OPS_AD" in other.stderr and "start from the beginning" in other.stderr, other.stderr
        assert file.read_bytes() == before
        file.unlink()


def test_a_damaged_file_is_not_used(tmp_path: Path) -> None:
    file = tmp_path / "state"
    expected = bits(run("seq", file).stdout)
    assert run("seq", file, "-die=40", "OPS_CHECKPOINT").returncode == 9
    good, older = file.read_bytes(), (tmp_path / "state.old").read_bytes()
    choose = random.Random(fresh_seed())
    for k in range(20 if FULL else 8):
        at = choose.randrange(len(good))
        damaged = good[:at] if k % 2 else good[:at] + bytes([good[at] ^ 1 << choose.randrange(8)]) + good[at + 1 :]
        file.write_bytes(damaged)
        (tmp_path / "state.old").write_bytes(older)
        assert bits(run("seq", file, "OPS_CHECKPOINT").stdout) == expected
        file.write_bytes(damaged)
        (tmp_path / "state.old").write_bytes(damaged)
        failed = run("seq", file, "OPS_CHECKPOINT")
        assert failed.returncode == 1 and "damaged" in failed.stderr and "start from the beginning" in failed.stderr, failed.stderr
        assert file.read_bytes() == damaged


def test_another_program_is_told(tmp_path: Path) -> None:
    file = tmp_path / "state"
    assert run("seq", file, "-die=40", "OPS_CHECKPOINT").returncode == 9
    other = run("seq", file, "-size=42", "OPS_CHECKPOINT")
    assert other.returncode == 1 and "dataset 'u'" in other.stderr, other.stderr
    more = run("seq", file, "-more", "OPS_CHECKPOINT")
    assert more.returncode == 1 and "does not contain dataset 'more'" in more.stderr, more.stderr


def test_a_full_disk_ends_nothing(tmp_path: Path) -> None:
    file = tmp_path / "state"
    expected = bits(run("seq", file).stdout)
    assert run("seq", file, "-die=20", "OPS_CHECKPOINT").returncode == 9
    before = file.read_bytes()

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) // 2, len(before) // 2))

    died = run("seq", file, "-die=45", "OPS_CHECKPOINT", preexec_fn=limit, restore_signals=False)
    assert died.returncode == 9 and "cannot be written" in died.stdout, died.stdout + died.stderr
    assert file.read_bytes() == before
    assert bits(run("seq", file, "OPS_CHECKPOINT").stdout) == expected


@pytest.mark.parametrize("mode", drawn(MODES, 1))
def test_without_memory_for_a_state_the_program_goes_on(mode: str, tmp_path: Path) -> None:
    file = tmp_path / "state"
    expected = bits(run("seq", file).stdout)
    whole = run("seq", file, f"-mode={mode}", "-starve=20", "OPS_CHECKPOINT")
    assert bits(whole.stdout) == expected, whole.stderr
    assert "no state could be saved in checkpoint file" in whole.stdout and "memory" in whole.stdout
    assert run("seq", file, f"-mode={mode}", "-starve=20", "-die=45", "OPS_CHECKPOINT").returncode == 9
    again = run("seq", file, f"-mode={mode}", "OPS_CHECKPOINT")
    assert bits(again.stdout) == expected and "goes back" in again.stderr


@pytest.mark.skipif(not has_mpi(), reason="no MPI: the target mpi is not built")
@pytest.mark.parametrize("mode", drawn(MODES, 1))
def test_a_program_goes_on_with_another_number_of_processes(mode: str, tmp_path: Path) -> None:
    file = tmp_path / "state"
    expected = bits(run("seq", file).stdout)
    for die, before, after in ((31, 3, 4), (59, 4, 1)):
        assert on_processes(before, file, f"-mode={mode}", f"-die={die}", "OPS_CHECKPOINT").returncode != 0
        again = on_processes(after, file, f"-mode={mode}", "OPS_CHECKPOINT")
        assert bits(again.stdout) == expected and "goes back" in again.stderr, (die, again.stdout + again.stderr)
        assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not has_mpi(), reason="no MPI: the target mpi is not built")
def test_one_of_four_processes_is_killed_and_three_go_on(tmp_path: Path) -> None:
    choose = random.Random(fresh_seed())
    file = tmp_path / "state"
    words = ("-steps=600", "-size=60")
    begun = time.perf_counter()
    expected = bits(on_processes(4, file, *words).stdout)
    whole = time.perf_counter() - begun
    returns = kill = 0
    while kill < max(1, KILLS // 4) or (returns == 0 and kill < 40):  # on a busy machine a kill may come before the first state
        kill += 1
        mode = (f"-mode={choose.choice(MODES)}", "OPS_CHECKPOINT")
        running = subprocess.Popen([*mpirun(4), *flow("mpi", file, *words, *mode)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **FOR_MPI})
        time.sleep(choose.uniform(0.3, 1.2) * whole)
        ranks = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()
        if ranks:
            os.kill(int(choose.choice(ranks)), signal.SIGKILL)
        assert (running.wait(timeout=60) != 0) == bool(ranks) or not file.exists()
        again = on_processes(3, file, *words, *mode)
        assert bits(again.stdout) == expected, (kill, mode, fresh_seed(), again.stderr)
        returns += "goes back" in again.stderr
    assert returns > 0


@pytest.mark.skipif(not has_mpi(), reason="no MPI: the target mpi is not built")
@pytest.mark.parametrize("seed", drawn([1, 2, 3], 1))
def test_processes_may_have_their_memory_in_another_order(seed: int, tmp_path: Path) -> None:
    """Datasets that nobody has used are saved last: once in the order of their addresses, which differ between processes."""
    file = tmp_path / "state"
    expected = bits(on_processes(1, file).stdout)
    for words in (("-die=30",), ()):
        ended = subprocess.run([*mpirun(3), *over_unruly(seed), "UNRULY_MICROSECONDS=0", *flow("mpi", file, "-mode=early", "OPS_CHECKPOINT", *words)],
                               capture_output=True, text=True, timeout=120, env={**os.environ, **FOR_MPI})
    assert bits(ended.stdout) == expected and "goes back" in ended.stderr, ended.stderr


@pytest.mark.skipif(not has_mpi(), reason="no MPI: the target mpi is not built")
def test_a_damaged_file_is_an_error_of_all_processes(tmp_path: Path) -> None:
    file = tmp_path / "state"
    file.write_bytes(b"damaged")
    failed = on_processes(3, file, "OPS_CHECKPOINT")
    assert failed.returncode != 0 and "start from the beginning" in failed.stderr
    assert file.read_bytes() == b"damaged"
