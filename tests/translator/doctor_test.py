"""`ops doctor` names what is here and what is missing, works without the translator's packages, and fails only where something needed is missing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from translator import doctor
from translator.doctor import Finding

ROOT = Path(__file__).parents[2]
NAMES = ("C++ compiler", "CMake", "Ninja", "Python", "jinja2", "libclang", "OpenMP", "MPI", "HDF5", "zstd", "CUDA", "OPSgrad", "numpy", "torch", "jax", "scipy")


def test_everything_that_runs_these_tests_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor.main() == 0
    *lines, last = capsys.readouterr().out.splitlines()
    assert last.startswith("All requirements are met.")
    marks = {re.split(r"  +", line[5:])[0]: line[:4] for line in lines}
    assert set(NAMES) <= set(marks) and set(marks.values()) <= {"[ok]", "[--]"}
    assert {marks[name] for name in ("C++ compiler", "CMake", "Python", "jinja2", "libclang", "numpy")} == {"[ok]"}
    columns = {line.index(re.split(r"  +", line[5:], maxsplit=1)[1]) for line in lines}
    assert len(columns) == 1, lines


def test_a_machine_without_anything_is_told_what_to_install(tmp_path: Path) -> None:
    """No compiler, no CMake, and an interpreter without packages."""
    environment = {**os.environ, "PATH": str(tmp_path), "CXX": "no-such-compiler", "PYTHONPATH": str(ROOT), "PYTHONNOUSERSITE": "1"}
    done = subprocess.run([sys.executable, "-S", "-m", "translator", "doctor"], capture_output=True, text=True, env=environment)
    assert done.returncode == 1, done.stderr
    lines = {line[5:17].strip(): line for line in done.stdout.splitlines()}
    assert lines["C++ compiler"].startswith("[!!]") and "no-such-compiler does not work" in lines["C++ compiler"] and "apt-get install g++" in lines["C++ compiler"]
    assert lines["jinja2"].startswith("[!!]") and lines["libclang"].startswith("[!!]") and "pip install 'libclang-ng>=19.1.7,<21'" in lines["libclang"]
    assert lines["OpenMP"].startswith("[--]") and lines["torch"].startswith("[--]")
    assert re.search(r"^Missing, and needed: C\+\+ compiler, .*jinja2, libclang\.$", done.stdout, re.MULTILINE)


def test_other_commands_say_which_package_is_missing() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONNOUSERSITE": "1"}
    done = subprocess.run([sys.executable, "-S", "-m", "translator", "check", "program.cpp"], capture_output=True, text=True, env=environment)
    assert done.returncode == 2 and done.stderr.startswith(f"ops: error: {sys.executable} has no module 'clang'. Install it: pip install ")
    assert done.stderr.count("\n") == 1 and "`ops doctor`" in done.stderr


@pytest.mark.parametrize(("settings", "kind"), [("#define H5_HAVE_PARALLEL 1\n", "parallel"), ("/* #undef H5_HAVE_PARALLEL */\n", "serial")])
def test_kinds_of_hdf5_are_told_apart(settings: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "H5pubconf.h").write_text(settings + '#define H5_VERSION "1.14.5"\n')
    monkeypatch.setattr(doctor, "_header", lambda *names: tmp_path / "hdf5.h")
    assert [one.text for one in doctor.libraries() if one.name == "HDF5"] == [f"1.14.5 {kind}, {tmp_path / 'hdf5.h'}"]


def test_marks_and_status(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(doctor, "PROBES", (lambda: iter([Finding("a", False, "x"), Finding("bcd", True, "y", needed=True)]),))
    assert doctor.main() == 0
    assert capsys.readouterr().out.startswith("[--] a    x\n[ok] bcd  y\n")
    monkeypatch.setattr(doctor, "PROBES", (lambda: iter([Finding("e", False, "z", needed=True)]),))
    assert doctor.main() == 1
    assert capsys.readouterr().out == "[!!] e  z\nMissing, and needed: e.\n"
