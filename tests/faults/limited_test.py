"""Where the system gives no more of a file or of memory, the call says so, with its place, and the program goes on: no signal ends it."""

from __future__ import annotations

import re
import resource
import subprocess
from pathlib import Path

import pytest

from tests.faults.seeded import BUILD
from tests.sanitized import sanitized

LINE = r"limited\.cpp:\d+: "


def run(what: str, folder: Path, *options: str, room: int | None = None, target: str = "seq") -> str:
    """@param room  bytes that a file may have"""
    limit = None if room is None else lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))
    done = subprocess.run([BUILD / "tests" / "faults" / f"faults_limited_{target}", what, *options], capture_output=True, text=True, timeout=120, cwd=folder,
                          preexec_fn=limit)
    assert done.returncode == 0 and "went on" in done.stdout, (done.returncode, done.stdout + done.stderr)
    return done.stdout


@pytest.mark.parametrize(("what", "says", "options"), [
    ("npy", LINE + r"ops_write_npy: 'u\.npy': cannot be written: File too large", ()),
    ("text", LINE + r"ops_print_dat_to_txtfile: dataset 'u': cannot write 'u\.txt': File too large", ()),
    ("trace", LINE + r"ops_interpret_adjoints: OPS_AD_TRACE: 'page\.html' cannot be written: File too large", ("-OPS_AD_TRACE=page.html",)),
    ("checkpoint", r"no state could be saved in checkpoint file 'state': .*cannot be written: File too large", ("OPS_CHECKPOINT",)),
])
def test_a_file_that_may_not_grow_is_an_error(tmp_path: Path, what: str, says: str, options: tuple[str, ...]) -> None:
    assert re.search(says, run(what, tmp_path, *options, room=10_000))


def test_the_old_numbers_stay_where_new_ones_do_not_fit(tmp_path: Path) -> None:
    run("npy", tmp_path)
    before = (tmp_path / "u.npy").read_bytes()
    assert "File too large" in run("npy", tmp_path, room=10_000)
    assert (tmp_path / "u.npy").read_bytes() == before and [path.name for path in tmp_path.iterdir()] == ["u.npy"]


@pytest.mark.skipif(sanitized(BUILD), reason="the sanitizer needs memory itself")
@pytest.mark.parametrize(("what", "says", "options"), [
    ("memory-npy", LINE + r"ops_write_npy: 'u\.npy': out of memory: ", ()),
    ("memory-loop", LINE + r"ops_par_loop 'square': .*out of memory: ", ("-OPS_AD_MEMORY=1GB",)),
    ("memory-check", LINE + r"ops_par_loop 'fill': .*out of memory: ", ("-OPS_CHECK", "-OPS_AD=0")),
])
def test_memory_that_is_missing_is_named_with_the_call(tmp_path: Path, what: str, says: str, options: tuple[str, ...]) -> None:
    text = run(what, tmp_path, *options, target="openmp" if what == "memory-check" else "seq")
    assert re.search(says, text), text
    left = re.search(r"([\d.]+) (bytes|[KM]iB) (?:are )?available", text)
    assert left and (left[2] != "MiB" or float(left[1]) <= 8), text  # what `ulimit -v` leaves, not what the computer has
