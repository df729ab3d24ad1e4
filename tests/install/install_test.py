"""`cmake --install`, then a project outside the tree that finds it, builds for two targets and one of its own, and gives one result; also with clang.

The target of its own, `tally`, lies in a folder that the product has never seen.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.ranks.start import has_mpi
from tests.sanitized import sanitized

HERE = Path(__file__).parent
BUILD = Path(os.environ.get("OPSGRAD_BUILD", HERE.parents[1] / "build" / "release"))

COMPILED_WITH = ("CMAKE_CXX_COMPILER", "CMAKE_BUILD_TYPE", "CMAKE_CXX_FLAGS", "CMAKE_CXX_FLAGS_DEBUG")


def must(*command: str | Path) -> str:
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, f"{' '.join(map(str, command))}\n{result.stdout}{result.stderr}"
    return result.stdout


def cached(variable: str) -> str:
    """What the build tree was configured with."""
    match = re.search(rf"^{variable}:\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.MULTILINE)
    return match[1] if match else ""


def configure(prefix: Path, build: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["cmake", "-S", HERE / "outside", "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DOPSGRAD_PYCACHE={prefix}/python",
                           *(f"-D{name}={cached(name)}" for name in COMPILED_WITH if cached(name)), *more], capture_output=True, text=True)


def test_the_line_of_a_translation_names_every_target() -> None:
    """Also those that run the loops of another."""
    line = re.search(r"DESC = Translating heat for (.+)", (BUILD / "build.ninja").read_text())
    built = {path.name.removeprefix("heat_") for path in (BUILD / "docs" / "example").glob("heat_*") if path.is_file() and path.suffix == ""}
    assert line is not None and "seq" in built and built <= set(re.findall(r"\w+", line[1])), line


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("prefix")
    must("cmake", "--install", BUILD, "--prefix", folder)
    return folder


@pytest.mark.skipif(shutil.which("clang++-19") is None or sanitized(BUILD), reason="no clang, or a sanitizer's own library")
def test_a_project_outside_compiles_with_clang(prefix: Path, tmp_path: Path) -> None:
    """Whatever compiled the library; and has nothing to complain about."""
    configured = configure(prefix, tmp_path, "-DCMAKE_CXX_COMPILER=clang++-19")
    assert configured.returncode == 0, configured.stdout + configured.stderr
    targets = re.findall(r"^build decay_(seq|openmp):", (tmp_path / "build.ninja").read_text(), re.MULTILINE)
    assert "seq" in targets and ("openmp" in targets or "libomp" in configured.stderr), configured.stdout + configured.stderr
    said = must("cmake", "--build", tmp_path, "--target", *(f"decay_{target}" for target in targets))
    assert "warning" not in said, said
    assert {must(tmp_path / f"decay_{target}").split()[1] for target in targets} == {"right"}


@pytest.mark.parametrize(("components", "told"), [("seq", "the target mpi is left out: find_package(OPSgrad COMPONENTS ..) does not name it"),
                                                  ("seq gpu", "'gpu' is no target of this installation")])
def test_mpi_is_looked_for_if_a_component_needs_it(components: str, told: str, prefix: Path, tmp_path: Path) -> None:
    """Or if none is named; a component that there is not is an error."""
    (tmp_path / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.25)\nproject(named LANGUAGES CXX)\n"
                                             f"find_package(OPSgrad REQUIRED COMPONENTS {components})\nops_add_app(a SOURCES a.cpp TARGETS seq mpi)\n")
    (tmp_path / "a.cpp").write_text("")
    done = subprocess.run(["cmake", "-S", tmp_path, "-B", tmp_path / "b", f"-DCMAKE_PREFIX_PATH={prefix}"], capture_output=True, text=True)
    assert told in " ".join((done.stdout + done.stderr).split()) or (not has_mpi() and "mpi" in told), done.stdout + done.stderr
    assert ("gpu" in components) == (done.returncode != 0)
    assert "MPI_CXX" not in (tmp_path / "b" / "CMakeCache.txt").read_text() or "mpi" in cached("OPSGRAD_HDF5_LIBRARY")


@pytest.mark.skipif(not has_mpi(), reason="this build has no MPI")
def test_each_call_names_its_own_components(prefix: Path, tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text("cmake_minimum_required(VERSION 3.25)\nproject(named LANGUAGES CXX)\nfind_package(OPSgrad REQUIRED COMPONENTS seq)\n"
                                             "find_package(OPSgrad REQUIRED COMPONENTS mpi)\nops_add_app(a SOURCES a.cpp TARGETS seq mpi)\n")
    (tmp_path / "a.cpp").write_text("")
    assert "left out" not in must("cmake", "-S", tmp_path, "-B", tmp_path / "b", f"-DCMAKE_PREFIX_PATH={prefix}")


def test_a_project_outside_finds_builds_and_differentiates(prefix: Path, tmp_path: Path) -> None:
    build, own = tmp_path / "build", tmp_path / "mine" / "backends" / "tally"
    shutil.copytree(HERE / "outside" / "tally", own)
    configured = configure(prefix, build, f"-DOWN_TARGET={own}")
    assert configured.returncode == 0, configured.stdout + configured.stderr
    assert "no CMAKE_BUILD_TYPE" not in configured.stdout
    must("cmake", "--build", build)
    must(prefix / "bin" / "ops", "check", HERE / "outside" / "steps" / "run.cpp", "--", "-DDECAY_STEPS=1")  # it knows where the headers are
    outputs = {target: must(build / f"decay_{target}") for target in ("seq", "openmp", "tally")}
    assert outputs["seq"] == outputs["openmp"] == outputs["tally"]
    assert outputs["seq"].split()[1] == "right"
    assert must(build / "load", build / "libdecay_library.so") == outputs["seq"]
    counted = subprocess.run([build / "decay_tally"], capture_output=True, text=True).stderr
    assert int(re.findall(r"tally: (\d+) generated loops ran", counted)[0]) > 100, counted
    generated = (build / "generated" / "decay" / "openmp" / "loops.cpp").read_text()
    assert "decay" in generated
    assert str(HERE.parents[1] / "ops") not in "\n".join(p.read_text() for p in (prefix).rglob("*.cmake"))
    (own / "target.py").unlink()
    refused = configure(prefix, tmp_path / "again", f"-DOWN_TARGET={own}", "-DCMAKE_BUILD_TYPE=")
    assert "target.py is missing" in refused.stderr and "no CMAKE_BUILD_TYPE is set" in refused.stdout
