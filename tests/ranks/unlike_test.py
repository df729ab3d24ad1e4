"""-OPS_CHECK on several processes: what they do differently is named."""

from __future__ import annotations

import os
import subprocess

import pytest

from tests.ranks.start import BUILD, FOR_MPI, has_mpi, mpirun

pytestmark = pytest.mark.skipif(not has_mpi(), reason="no MPI: the target mpi is not built")


def run(what: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*mpirun(3), BUILD / "tests/ranks/ranks_unlike_mpi", what, "-OPS_CHECK"], capture_output=True, text=True, env={**os.environ, **FOR_MPI}, timeout=60)


def test_processes_that_do_the_same_are_left_alone() -> None:
    done = run("same")
    assert done.returncode == 0 and "sum 4900.5" in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize(("what", "first", "other"), [("loop", "ops_dat_set_data", "in loop 'fill again'"), ("range", "on [0, 100)", "on [0, 99)"), ("result", "in loop 'add'", "in loop 'smooth'"),
                                                     ("alone", "in loop 'fill' ", "on [0, 99)"), ("end", "in loop 'last' ", "on [0, 99)"),
                                                     ("solve", "in loop 'smooth'", "on [0, 99)")])
def test_what_differs_is_named(what: str, first: str, other: str) -> None:
    done = run(what)
    text = done.stdout + done.stderr
    assert done.returncode != 0 and "processes make different calls" in text, text
    message = text[text.index("processes make different calls") :]
    assert first in message.partition("process 2")[0] and other in message.partition("process 2")[2], message


def test_loops_that_need_no_other_process_are_compared_before_the_end() -> None:
    done = run("many")
    text = done.stdout + done.stderr
    assert done.returncode != 0 and "done" not in done.stdout, text
    assert "in loop 'last'" in text and "on [0, 99)" in text, text
