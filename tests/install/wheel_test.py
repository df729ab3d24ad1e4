"""`pip install .` in an environment of its own, on a machine that shows a compiler and nothing else, and a program there with its gradient.

Only in the full tier: it compiles the library. scripts/without_libraries.sh does the same in a fresh Debian.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.tier import FULL

ROOT = Path(__file__).parents[2]
TOOLS = ("g++", "c++", "gcc", "cc", "as", "ld", "ar", "ranlib", "nm", "objdump", "strip", "sh", "ccache", "uname")
EXPECTED = re.search(r"```text\n(energy [^\n]*\n)```", (ROOT / "README.md").read_text())
PROJECT = """\
cmake_minimum_required(VERSION 3.25)
project(heat LANGUAGES CXX)
find_package(OPSgrad REQUIRED)
ops_add_app(heat SOURCES heat.cpp TARGETS seq openmp)
"""

pytestmark = pytest.mark.skipif(not FULL, reason="compiles the library: full tier")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Of a machine with a compiler: neither CMake nor packages of the distribution."""
    folder = tmp_path_factory.mktemp("tools")
    for tool in TOOLS:
        if path := shutil.which(tool):
            (folder / tool).symlink_to(path)
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "OPSGRAD_PYTHON", "OPSGRAD_PREFIX", "CXX")}
    return {**kept, "PATH": str(folder), "PYTHONNOUSERSITE": "1", **({"CMAKE_CXX_COMPILER_LAUNCHER": "ccache"} if shutil.which("ccache") else {})}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = ROOT / "build" / "wheel"  # always the same, for ccache
    shutil.rmtree(build, ignore_errors=True)
    done = subprocess.run([sys.executable, "-m", "pip", "wheel", "--no-deps", f"--config-settings=build-dir={build}", "-w", folder, ROOT], capture_output=True, text=True, env=environment)
    if "scikit-build-core" in done.stderr and "No matching distribution" in done.stderr:
        pytest.skip("PyPI cannot be reached")
    assert done.returncode == 0, done.stdout + done.stderr
    (made,) = folder.glob("opsgrad-*.whl")
    return Path(made)


def test_it_has_everything_and_no_links(wheel: Path) -> None:
    assert re.fullmatch(r"opsgrad-[\d.]+-py3-none-linux_\w+\.whl", wheel.name)
    with zipfile.ZipFile(wheel) as packed:
        files = packed.infolist()
        scripts = packed.read(next(f for f in files if f.filename.endswith("entry_points.txt"))).decode()
    names = {f.filename for f in files}
    assert not [f for f in files if f.external_attr >> 16 & 0o170000 == 0o120000]  # links
    inside = {"lib/libops_api.a", "lib/cmake/OPSgrad/OPSgradConfig.cmake", "include/opsgrad/ops.hpp", "share/opsgrad/translator/cli.py", "share/opsgrad/backends/openmp/target.py"}
    assert {f"opsgrad/prefix/{name}" for name in inside} | {"opsgrad/command.py", "opsgrad/__main__.py"} <= names
    assert not [name for name in names if "__pycache__" in name or Path(name).stem.endswith("_test") or "tests" in Path(name).parts]
    assert "ops = opsgrad.command:main" in scripts


def test_a_program_is_built_and_differentiated_with_packages_of_pypi_alone(wheel: Path, environment: dict[str, str], tmp_path: Path) -> None:
    def must(*words: str | Path) -> str:
        done = subprocess.run(words, capture_output=True, text=True, env=environment, cwd=tmp_path)
        assert done.returncode == 0, f"{words}\n{done.stdout}{done.stderr}"
        return done.stdout

    own = tmp_path / "env" / "bin"
    must(sys.executable, "-m", "venv", "--without-pip", tmp_path / "env")
    must(sys.executable, "-m", "pip", "--python", own / "python", "install", "-q", wheel)
    (tmp_path / "heat.cpp").write_text((ROOT / "docs" / "example" / "heat.cpp").read_text())
    (tmp_path / "CMakeLists.txt").write_text(PROJECT)
    folder = must(own / "python", "-m", "opsgrad", "--cmake-dir").strip()
    must(own / "cmake", "-B", "build", "-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={own / 'ninja'}", f"-DOPSgrad_DIR={folder}")
    must(own / "cmake", "--build", "build")
    assert f"{own / 'python3'} -m translator translate" in (tmp_path / "build" / "build.ninja").read_text()
    assert EXPECTED is not None
    assert must(tmp_path / "build" / "heat_seq") == must(tmp_path / "build" / "heat_openmp") == EXPECTED[1]
    must(own / "ops", "check", "heat.cpp")
    assert "built" in must(own / "ops", "doctor")
