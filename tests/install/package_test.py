"""The Python package beside an installation of this build: where things lie, the command `ops`, and which interpreter CMake takes.

That pip makes a wheel of it, and the wheel a program, is tested in wheel_test.py.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.install.install_test import BUILD, must

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
VERSION = re.search(r"project\(OPSgrad VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())
HEAT = ROOT / "docs" / "example" / "heat.cpp"


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("prefix")
    must("cmake", "--install", BUILD, "--prefix", folder)
    for link in (folder / "bin" / "ops", folder / "share" / "opsgrad" / "include"):  # which wheels do not have
        link.unlink(missing_ok=True)
    return folder


def python(*words: str | Path, prefix: str | Path = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "OPSGRAD_PREFIX": str(prefix)}
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, cwd=HEAT.parent, env=environment)


def test_it_says_where_things_lie(prefix: Path) -> None:
    told = python("-m", "opsgrad", "--cmake-dir", "--prefix", "--version", prefix=prefix)
    assert VERSION is not None and told.returncode == 0, told.stderr
    folder, own, version = told.stdout.splitlines()
    assert (Path(folder) / "OPSgradConfig.cmake").is_file() and own == str(prefix)
    assert version == VERSION[1] == PROJECT["project"]["version"]


@pytest.mark.parametrize(("named", "expected"), [("", "Run `pip install .` in the checkout, or set OPSGRAD_PREFIX"), ("/nowhere", "OPSGRAD_PREFIX is /nowhere, but there is no OPSgradConfig.cmake")])
def test_a_checkout_without_a_library_says_what_to_do(named: str, expected: str) -> None:
    told = python("-m", "opsgrad", "--cmake-dir", prefix=named)
    assert told.returncode == 1 and told.stderr.startswith("opsgrad: error: ") and expected in told.stderr and told.stderr.count("\n") == 1


def test_the_command_translates_with_the_installed_headers(prefix: Path, tmp_path: Path) -> None:
    (module, function), = (entry.split(":") for entry in PROJECT["project"]["scripts"].values())
    start = f"import sys; from {module} import {function}; sys.exit({function}())"
    program = tmp_path / "heat.cpp"
    program.write_text(HEAT.read_text())
    done = python("-c", start, "dump", program, prefix=prefix)
    assert done.returncode == 0 and "heat" in done.stdout, done.stdout + done.stderr
    assert list(PROJECT["project"]["scripts"]) == ["ops"]
    doctor = python("-c", start, "doctor", prefix=prefix)
    assert doctor.returncode == 0 and re.search(rf"^\[ok\] OPSgrad +\S+ in {re.escape(str(prefix))}, built with", doctor.stdout, re.MULTILINE), doctor.stdout


def test_packages_of_the_wheel_are_those_that_the_translator_knows() -> None:
    """Their versions stand in several messages."""
    parse_with, entry = importlib.import_module("translator.parse_with"), importlib.import_module("translator.entry")
    least, most = parse_with.VERSIONS[0], parse_with.VERSIONS[-1] + 1
    assert f"libclang-ng>={least}.1.7,<{most}" in PROJECT["project"]["dependencies"]
    assert f"'libclang-ng>={least}.1.7,<{most}'" in parse_with._REMEDY and entry._PACKAGES["clang"][0] == f"libclang-ng>={least}.1.7,<{most}"


def test_tools_beside_the_interpreter_come_before_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "python"))
    installation = importlib.import_module("opsgrad.installation")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python3"))
    assert installation.tool("cmake") == shutil.which("cmake") and installation.tool("no-such-tool") == ""
    (tmp_path / "cmake").write_text("#!/bin/sh\n")
    (tmp_path / "cmake").chmod(0o755)
    assert installation.tool("cmake") == str(tmp_path / "cmake")


@pytest.mark.parametrize("folder", ["lib/python3.11", "lib64/python3.13"])
def test_cmake_takes_the_interpreter_of_the_environment_it_was_installed_in(folder: str, tmp_path: Path) -> None:
    """Which need not be activated."""
    package = tmp_path / "env" / folder / "site-packages" / "opsgrad" / "prefix" / "lib" / "cmake" / "OPSgrad"
    interpreter = tmp_path / "env" / "bin" / "python3"
    for made in (package, interpreter.parent):
        made.mkdir(parents=True)
    (package / "OpsPython.cmake").write_text((ROOT / "cmake" / "OpsPython.cmake").read_text())
    interpreter.write_text("#!/bin/sh\nexit 0\n")
    interpreter.chmod(0o755)
    script = tmp_path / "script.cmake"
    script.write_text(f'include({package}/OpsPython.cmake)\nops_find_python(found MODULES clang.cindex jinja2)\nmessage(STATUS "found ${{found}}")\n')
    assert f"found {interpreter}\n" in must("cmake", "-P", script)
    assert f"found {sys.executable}\n" in must("cmake", f"-DOPSGRAD_PYTHON={sys.executable}", "-P", script)
