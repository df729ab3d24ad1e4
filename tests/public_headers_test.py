"""Who sees which headers (docs/architecture.md): what users include, what generated code includes, and that nothing else is reached from there.

Whether these are the headers that are installed is a matter of tests/install/headers_test.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from translator import targets

ROOT = Path(__file__).parents[1]
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*[\"<]([^\">]+)", re.MULTILINE)
SOURCES = {".cpp", ".hpp", ".h", ".inc"}

# What a program gets from include/, by room. A header more is one more that changes with care.
OF_USERS = """
ops/api                      data declare declare_typed element fault_tolerance hdf5 instance names npy output pointer_kernels points program sub_dat tridiagonal user_memory values
ops/data                     box buffer context decomposition half handles make_handles offload_memory pool soa types
ops/derivatives/checks       checks
ops/derivatives/gradients    derivatives direction hessian tangents test_input
ops/derivatives/log          statistics
ops/derivatives/messages     constant_numbers
ops/derivatives/tape         external_function nested_tapes tape_handle
ops/loops/engine             par_loop scalar_loop
ops/loops/launch             accessor args argument kernel pitch request
ops/model                    model
ops/support                  alive error timing
"""
# What generated code gets from templates and target.py. A header more, or a change of one that older files would notice, is a new version of the
# contract (ops/loops/launch/contract.hpp).
OF_GENERATED_CODE = """
ops/data             box half parallel_for
ops/loops/functions     arcs bits circular coefficients exponential functions gauss hyperbolic logarithm power quarters roots sizes
ops/loops/launch     contract float_mode launch reduce registry sum
backends/common   address attained cells choices digamma everywhere library pieces rounded rows
backends/checked  backend view
backends/cuda     backend device_code emulation grid in_order kernel loop owner point search tile totals
backends/launches task
backends/openmp   backend owner pieces push row_adder rows stream team
backends/seq      backend
"""
# Folders of programs as users write them.
PROGRAMS = ("apps", "docs", "tests/outside", "tests/install/outside")


def table(text: str) -> set[str]:
    return {f"{words[0]}/{name}.hpp" for line in text.strip().splitlines() if (words := line.split()) for name in words[1:]}


def included(file: Path) -> list[Path]:
    """The product's headers that a file includes itself."""
    folders = (file.parent, ROOT, ROOT / "include")
    return [next(folder / name for folder in folders if (folder / name).is_file()) for name in INCLUDE.findall(file.read_text())
            if any((folder / name).is_file() for folder in folders)]


def closure(starts: Iterable[Path]) -> set[str]:
    """Files that these include, at once or through others, and they themselves."""
    seen: set[Path] = set()
    ahead = list(starts)
    while ahead:
        if (file := ahead.pop().resolve()) not in seen:
            seen.add(file)
            ahead += included(file)
    return {file.relative_to(ROOT).as_posix() for file in seen}


def public() -> list[Path]:
    return [path for path in (ROOT / "include").rglob("*") if path.suffix in {".h", ".hpp"}]


def of_generated_code() -> set[Path]:
    """Headers that templates and descriptions of targets name."""
    found = {ROOT / name for path in targets.BACKENDS.rglob("*.j2") for name in INCLUDE.findall(path.read_text()) if "/" in name and "{" not in name}
    for folder in targets.known().values():
        found |= {targets.BACKENDS / header for header in folder.target.headers}
        found |= set() if folder.target.loops_of else {folder.folder / "backend.hpp"}
    return found


def published() -> set[str]:
    """All that is to be installed, by path in the tree. The solver is a library of its own, with headers of its own."""
    solver = [ROOT / "tridsolver" / name for name in ("batch.hpp", "openmp.hpp", "part.hpp", "tridsolver.h", "tridsolver.hpp")]
    return closure([*public(), *of_generated_code(), *solver])


def test_what_users_include_is_in_the_table() -> None:
    assert {name for name in closure(public()) if not name.startswith("include/")} == table(OF_USERS)


def test_what_generated_code_includes_is_in_the_table() -> None:
    assert closure(of_generated_code()) == table(OF_GENERATED_CODE)


@pytest.mark.parametrize("target", sorted(name for name, folder in targets.known().items() if not folder.target.loops_of))
def test_generated_programs_include_what_is_in_the_table_only(target: str) -> None:
    names = {name for name in INCLUDE.findall((ROOT / "tests/translator/golden" / target / "loops.cpp").read_text()) if "/" in name}
    assert "ops/loops/launch/contract.hpp" in names and names <= table(OF_GENERATED_CODE)


def test_nothing_of_the_library_includes_the_published_names() -> None:
    """Rooms include each other's headers: what users include is made of these, not the other way round."""
    names = {path.relative_to(ROOT / "include").as_posix() for path in public()}
    bad = [f"{path.relative_to(ROOT)}: {name}" for room in ("ops", "backends", "tridsolver") for path in (ROOT / room).rglob("*")
           if path.suffix in SOURCES for name in INCLUDE.findall(path.read_text()) if name in names]
    assert not bad, "\n".join(bad)


def test_programs_of_users_include_public_headers_only() -> None:
    """Their own headers, and those of include/; a target of a user also what generated code includes."""
    bad, seen = [], 0
    for path in (p for folder in PROGRAMS for p in (ROOT / folder).rglob("*") if p.suffix in SOURCES):
        allowed = table(OF_GENERATED_CODE) if (path.parent / "target.py").is_file() else set()
        for header in map(Path.resolve, included(path)):
            seen += 1
            name = header.relative_to(ROOT).as_posix()
            if name.startswith(("ops/", "backends/", "tridsolver/")) and name not in allowed:
                bad.append(f"{path.relative_to(ROOT)} includes {name}")
    assert seen > 100 and not bad, "\n".join(bad)
