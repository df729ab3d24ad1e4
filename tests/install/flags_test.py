"""Whatever sets a macro for the compiler sets it for the translator: one program, many places of a build where flags are set.

A project outside of the tree is configured, and its program translated; nothing of it is compiled.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.install.install_test import BUILD, COMPILED_WITH, HERE, cached, must
from tests.ranks.start import has_mpi
from tests.tier import drawn

ROOT = HERE.parents[1]
PLACES = ("BY_CACHE", "BY_DIRECTORY", "BY_DEFINITION", "BY_SOURCE", "BY_TARGET", "BY_APP", "BY_LATER", "BY_TOOLCHAIN", "BY_HEADER", "BY_FOLDER",
          "BY_CONFIGURATION", "BY_STANDARD", "BY_COMPILER")
OTHERS = drawn(["Unix Makefiles", "Ninja Multi-Config", "MPI"], 1)  # beside a plain program and Ninja
PROJECT = """\
cmake_minimum_required(VERSION 3.25)
project(flags LANGUAGES CXX)
find_package(OPSgrad 0.2 REQUIRED)
add_compile_options(-DBY_DIRECTORY=1 -include ${CMAKE_SOURCE_DIR}/first.hpp)
add_compile_definitions(BY_DEFINITION=1)
set_source_files_properties(program.cpp PROPERTIES COMPILE_OPTIONS -DBY_SOURCE=1)
ops_add_app(program SOURCES program.cpp TARGETS seq openmp DEFINITIONS BY_APP=1)
target_compile_options(program_objects PRIVATE -DBY_TARGET=1)
set_target_properties(program_objects PROPERTIES CXX_STANDARD 23)
string(APPEND CMAKE_CXX_FLAGS " -DBY_LATER=1")
if(TARGET ops::mpi)
  ops_add_app(ranks SOURCES ranks.cpp TARGETS openmp mpi)
  ops_add_app(alike SOURCES program.cpp TARGETS openmp mpi)
  ops_add_app(hidden SOURCES hidden.cpp TARGETS openmp mpi)
endif()
"""
HEAD = """\
#define OPS_1D
#include "ops.hpp"
#ifdef NDEBUG
#define BY_CONFIGURATION 1
#endif
#if __cplusplus > 202002L
#define BY_STANDARD 1
#endif
#ifdef __clang__
#define BY_COMPILER IS_CLANG
#else
#define BY_COMPILER !IS_CLANG
#endif
#include <by_folder.hpp>
"""
MAIN = """
int main(int argc, char** argv) {
  return ops_main(argc, argv, [] {
    int all[] = {0, 4}, off[] = {0};
    ops_block b = ops_decl_block(1, "b");
    ops_dat x = ops_decl_dat<double>(b, "x", {4}), o = ops_decl_dat<double>(b, "o", {4});
    ops_stencil p = ops_decl_stencil(1, 1, off, "p");
    ops_partition("");
    ops_par_loop(kernel, "kernel", b, 1, all, ops_arg_dat(x, 1, p, "double", OPS_READ), ops_arg_dat(o, 1, p, "double", OPS_WRITE));
  });
}
"""


def kernel(terms: str) -> str:
    return f"void kernel(const ACC<double>& x, ACC<double>& o) {{ o(0) = x(0) * ({terms}); }}\n"


def program() -> str:
    """Its kernel multiplies by a number with a digit for each place, which is 1 if the place's macro is."""
    missing = "".join(f"#ifndef {place}\n#define {place} 0\n#endif\n" for place in PLACES)
    digits = "".join(f"constexpr double digit_{n} = ({place}) ? 1e{n} : 0.0;\n" for n, place in enumerate(PLACES))
    return HEAD + missing + digits + kernel(" + ".join(f"digit_{n}" for n in range(len(PLACES)))) + MAIN


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("prefix")
    must("cmake", "--install", BUILD, "--prefix", folder)
    return folder


@pytest.fixture
def project(prefix: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "folder").mkdir()
    files = {"CMakeLists.txt": PROJECT, "program.cpp": program(), "first.hpp": "#define BY_HEADER 1\n", "folder/by_folder.hpp": "#define BY_FOLDER 1\n",
             "tools.cmake": 'set(CMAKE_CXX_FLAGS_INIT "-DBY_TOOLCHAIN=1")\n',
             "ranks.cpp": f'#define OPS_1D\n#include "ops_seq_v2.h"\n#include "ops.hpp"\n#ifdef OPS_MPI\n{kernel("2.0 * MPI_VERSION")}#else\n{kernel("1.0")}#endif\n{MAIN}',
             "hidden.cpp": f'#define OPS_1D\n#include "ops.hpp"\n#define HIDDEN "hidden.inc"\n#include HIDDEN\n{kernel("VALUE")}{MAIN}',
             "hidden.inc": "#ifdef OPS_MPI\n#define VALUE 1.0\n#else\n#define VALUE 2.0\n#endif\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setenv("CPLUS_INCLUDE_PATH", str(tmp_path / "folder"))
    return tmp_path


def configured(project: Path, prefix: Path, *more: str) -> None:
    """Configures, with what the build of this tree was configured with."""
    clang = "clang" in cached("CMAKE_CXX_COMPILER")
    kept = [f"-D{name}={cached(name)}" for name in COMPILED_WITH if cached(name) and name not in ("CMAKE_CXX_FLAGS", "CMAKE_BUILD_TYPE")]
    must("cmake", "-S", project, "-B", project / "build", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DOPSGRAD_PYCACHE={prefix}/python", "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_TOOLCHAIN_FILE={project}/tools.cmake",
         *kept, f"-DCMAKE_CXX_FLAGS={cached('CMAKE_CXX_FLAGS')} -DBY_TOOLCHAIN=1 -DBY_CACHE=1 -DIS_CLANG={int(clang)}", *more)


def translated(project: Path, target: str = "program_loops_written", *more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["cmake", "--build", project / "build", "--target", target, *more], capture_output=True, text=True)


def factor(project: Path, stem: str = "program", source: str = "program.cpp") -> float:
    """By what the kernel multiplies, as the translator understood it with the commands that it was given."""
    told = subprocess.run([sys.executable, "-m", "translator", "dump", project / source, "--commands", project / "build" / "generated" / stem / "commands.json"],
                          capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
    right = re.search(r"o\(0\) = (.*)", told.stdout)
    assert right is not None, told.stdout + told.stderr
    return float(eval(right[1].replace("x(0)", "1.0"), {"__builtins__": {}}))


ALL = "1" * len(PLACES)
WITHOUT_NDEBUG = "".join("0" if place == "BY_CONFIGURATION" else "1" for place in reversed(PLACES))


def test_every_place_that_sets_a_macro_sets_it_for_the_translator(project: Path, prefix: Path) -> None:
    configured(project, prefix, "-G", "Ninja")
    done = translated(project)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{factor(project):.0f}" == ALL
    loops = project / "build" / "generated" / "program" / "openmp" / "loops.cpp"
    before = loops.stat().st_mtime_ns
    configured(project, prefix, "-G", "Ninja")
    assert translated(project).returncode == 0 and loops.stat().st_mtime_ns == before
    configured(project, prefix, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug")
    assert translated(project).returncode == 0 and loops.stat().st_mtime_ns > before
    assert f"{factor(project):.0f}" == WITHOUT_NDEBUG
    lists = project / "CMakeLists.txt"
    lists.write_text(lists.read_text().replace("TARGETS seq openmp DEFINITIONS", "TARGETS openmp DEFINITIONS"))
    fewer = translated(project)
    assert fewer.returncode == 0, fewer.stdout + fewer.stderr


@pytest.mark.skipif("Unix Makefiles" not in OTHERS, reason="not drawn")
def test_makefiles_are_as_good(project: Path, prefix: Path) -> None:
    configured(project, prefix, "-G", "Unix Makefiles")
    done = translated(project)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{factor(project):.0f}" == ALL


@pytest.mark.skipif("Ninja Multi-Config" not in OTHERS, reason="not drawn")
def test_each_configuration_of_a_build_has_its_flags(project: Path, prefix: Path) -> None:
    configured(project, prefix, "-G", "Ninja Multi-Config")
    factors = []
    for configuration in ("Debug", "Release"):
        done = translated(project, "program_loops_written", "--config", configuration)
        assert done.returncode == 0, done.stdout + done.stderr
        factors.append(f"{factor(project, f'program/{configuration}'):.0f}")
    assert factors == [WITHOUT_NDEBUG, ALL]


@pytest.mark.skipif("MPI" not in OTHERS, reason="not drawn")
@pytest.mark.skipif(not has_mpi(), reason="this build has no MPI")
def test_programs_that_test_for_mpi_are_translated_apart(project: Path, prefix: Path) -> None:
    configured(project, prefix, "-G", "Ninja")
    for target in ("ranks_loops_written", "ranks_on_ranks_loops_written", "alike_loops_written"):
        done = translated(project, target)
        assert done.returncode == 0, done.stdout + done.stderr
    assert factor(project, "ranks", "ranks.cpp") == 1.0 and factor(project, "ranks_on_ranks", "ranks.cpp") >= 4.0
    assert not (project / "build" / "generated" / "alike_on_ranks").exists()
    hidden = translated(project, "hidden_loops_written")
    assert hidden.returncode != 0 and "error[unlike-compiler]" in hidden.stdout and "hidden.inc:2" in hidden.stdout and "run cmake again" in hidden.stdout
    (project / "hidden.cpp").write_text(f"// OPS_MPI\n{(project / 'hidden.cpp').read_text()}")
    configured(project, prefix, "-G", "Ninja")
    assert translated(project, "hidden_on_ranks_loops_written").returncode == 0
    assert factor(project, "hidden_on_ranks", "hidden.cpp") == 1.0
