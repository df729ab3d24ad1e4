"""What processes declare differently is named, and with -OPS_CHECK what they do differently."""

from __future__ import annotations

import os
import subprocess

import pytest

from tests.ranks.start import BUILD, FOR_MPI, has_mpi, mpirun

pytestmark = pytest.mark.skipif(not has_mpi(), reason="no MPI: the target mpi is not built")


def run(what: str, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*mpirun(3), BUILD / "tests/ranks/ranks_unlike_mpi", what, *options], capture_output=True, text=True, env={**os.environ, **FOR_MPI}, timeout=60)


def test_processes_that_do_the_same_are_left_alone() -> None:
    done = run("same", "-OPS_CHECK")
    assert done.returncode == 0 and "sum 4900.5" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize(("what", "first", "other"), [("loop", "ops_dat_set_data", "in loop 'fill again'"), ("range", "on [0, 100)", "on [0, 99)"), ("result", "in loop 'add'", "in loop 'smooth'"),
                                                     ("alone", "in loop 'fill' ", "on [0, 99)"), ("end", "in loop 'last' ", "on [0, 99)"),
                                                     ("solve", "in loop 'smooth'", "on [0, 99)")])
def test_what_differs_is_named(what: str, first: str, other: str) -> None:
    done = run(what, "-OPS_CHECK")
    text = done.stdout + done.stderr
    assert done.returncode != 0 and "processes make different calls" in text, text
    message = text[text.index("processes make different calls") :]
    assert first in message.partition("process 2")[0] and other in message.partition("process 2")[2], message


def test_loops_that_need_no_other_process_are_compared_before_the_end() -> None:
    done = run("many", "-OPS_CHECK")
    text = done.stdout + done.stderr
    assert done.returncode != 0 and "done" not in done.stdout, text
    assert "in loop 'last'" in text and "on [0, 99)" in text, text


DATASET = "a dataset of double (8 bytes) with dim 1 on [0, 100) (with halos [0, 100)) in block 0"


@pytest.mark.parametrize(("what", "last", "first"), [("cells", "'b', " + DATASET.replace("100", "101"), DATASET), ("dims", "'extra', " + DATASET.replace("dim 1", "dim 2"), DATASET),
                                                     ("type", "'extra', " + DATASET.replace("double (8", "float (4"), DATASET), ("passive", "'extra', " + DATASET.replace("a d", "a passive d"), DATASET),
                                                     ("reduction", "'votes', a reduction of 8 bytes", "a reduction of 4 bytes"), ("block", "'plane', a block with dims 2", "no more blocks"),
                                                     ("fewer", "'u', " + DATASET.replace("halos [0, 100)", "halos [-1, 101)"), DATASET)])
def test_what_is_declared_differently_is_named(what: str, last: str, first: str) -> None:
    done = run(what)
    text = done.stdout + done.stderr
    assert done.returncode != 0 and "ops_partition: processes have different declarations: " in text, text
    assert f"process 2 declares {last}, where process 0 declares {first}; " in text, text


def test_names_may_differ() -> None:
    done = run("names")
    assert done.returncode == 0 and "sum 4900.5" in done.stdout, done.stdout + done.stderr
