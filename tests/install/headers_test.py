"""The headers of an installation: those that users and generated code include, no other, and each of them compiles on its own."""

from __future__ import annotations

import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.install.install_test import BUILD, must
from tests.public_headers_test import published
from tests.tier import drawn

HEADERS = {".h", ".hpp", ".cuh"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    prefix = tmp_path_factory.mktemp("prefix")
    must("cmake", "--install", BUILD, "--prefix", prefix)
    return prefix / "include" / "opsgrad"


def test_what_is_installed_is_what_is_published(folder: Path) -> None:
    installed = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert installed == {name.removeprefix("include/") for name in published()}


def test_each_includes_what_is_installed(folder: Path) -> None:
    headers = [path for path in folder.rglob("*") if path.suffix in HEADERS]
    included = {(header, name) for header in headers for name in re.findall(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', header.read_text(), re.MULTILINE)}
    missing = {(str(header), name) for header, name in included if not any((at / name).is_file() for at in (folder, header.parent))}
    assert len(included) > len(headers) and not missing


def test_each_compiles_on_its_own(folder: Path) -> None:
    """In C++, and the solver's C header in C. None needs a file that is not installed."""
    def compiled(header: Path) -> str:
        name = header.relative_to(folder).as_posix()
        language = ("-xc", "-std=c11") if name == "tridsolver/tridsolver.h" else ("-xc++", "-std=c++20", "-fopenmp")
        done = subprocess.run(["g++", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", *language, f"-I{folder}", "-"], input=f'#include "{name}"\n',
                              capture_output=True, text=True)
        return "" if done.returncode == 0 else f"{name}:\n{done.stderr}"

    every = sorted(path for path in folder.rglob("*") if path.suffix in HEADERS)
    headers = drawn(every, len(every) // 6, always=[path for path in every if path.suffix == ".h"])
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        bad = [said for said in pool.map(compiled, headers) if said]
    assert headers and not bad, "\n".join(bad)
