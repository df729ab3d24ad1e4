"""The arrows of docs/architecture.md, in includes, imports and link lines; and the limits on files, classes and functions."""

from __future__ import annotations

import ast
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cpp_shape import classes, friends, functions, types_of_namespaces

ROOT = Path(__file__).parents[1]

# Room -> rooms it may use. Listed bottom to top: a room sees only rooms above it in this table.
MAY_USE: dict[str, list[str]] = {
    "tridsolver": [],
    "ops/diag": [],
    "ops/checkpoint": ["ops/diag"],
    "ops/store": ["ops/diag"],
    "ops/comm": ["ops/diag"],
    "ops/core": ["ops/diag"],
    "ops/dist": ["ops/core", "ops/comm", "ops/diag"],
    "ops/loop": ["ops/dist", "ops/core", "ops/comm", "ops/diag"],
    "ops/queue": ["ops/loop", "ops/core", "ops/diag"],
    "ops/ranks": ["ops/loop", "ops/core", "ops/comm", "ops/diag"],
    "ops/engine": ["ops/loop", "ops/dist", "ops/core", "ops/comm", "ops/diag"],
    "ops/tridiagonal": ["tridsolver", "ops/engine", "ops/loop", "ops/core", "ops/diag"],
    "ops/sample": ["ops/engine", "ops/loop", "ops/core", "ops/diag"],
    "ops/sentinel": ["ops/engine", "ops/loop", "ops/core", "ops/diag"],
    "ops/record": ["ops/engine", "ops/loop", "ops/core", "ops/diag"],
    "ops/events": ["ops/record", "ops/engine", "ops/loop", "ops/dist", "ops/core", "ops/diag"],
    "ops/state": ["ops/record", "ops/core", "ops/store", "ops/checkpoint", "ops/diag"],
    "ops/advice": ["ops/events", "ops/record", "ops/loop", "ops/core", "ops/diag"],
    "ops/versions": ["ops/state", "ops/events", "ops/record", "ops/loop", "ops/core", "ops/diag"],
    "ops/sweep": ["ops/versions", "ops/advice", "ops/state", "ops/events", "ops/record", "ops/engine", "ops/loop", "ops/dist", "ops/core", "ops/diag"],
    "ops/steps": ["ops/sweep", "ops/versions", "ops/state", "ops/events", "ops/record", "ops/engine", "ops/loop", "ops/dist", "ops/core", "ops/checkpoint", "ops/diag"],
    "ops/tape": ["ops/steps", "ops/sweep", "ops/versions", "ops/advice", "ops/state", "ops/events", "ops/record", "ops/engine", "ops/loop", "ops/dist", "ops/core",
                 "ops/diag"],
    "ops/gradient": ["ops/tape", "ops/steps", "ops/sweep", "ops/events", "ops/record", "ops/engine", "ops/loop", "ops/dist", "ops/core", "ops/diag"],
    "ops/trace": ["ops/tape", "ops/advice", "ops/events", "ops/record", "ops/engine", "ops/loop", "ops/core", "ops/diag"],
    "ops/check": ["ops/gradient", "ops/tape", "ops/steps", "ops/sweep", "ops/advice", "ops/state", "ops/events", "ops/record", "ops/engine", "ops/loop", "ops/dist", "ops/core", "ops/diag"],
    "ops/restart": ["ops/record", "ops/engine", "ops/loop", "ops/dist", "ops/core", "ops/comm", "ops/store", "ops/diag"],
    "ops/io": ["ops/core", "ops/comm", "ops/diag"],
    "ops/api": ["ops/io", "ops/restart", "ops/check", "ops/sentinel", "ops/trace", "ops/gradient", "ops/tape", "ops/state", "ops/tridiagonal", "ops/engine", "ops/queue", "ops/loop",
                "ops/dist", "ops/core", "ops/comm", "ops/diag"],
    "ops/typed": ["ops/api", "ops/sample", "ops/gradient", "ops/core", "ops/comm", "ops/diag"],
    "ops/model": ["ops/typed", "ops/api", "ops/gradient", "ops/tape", "ops/record", "ops/loop", "ops/core", "ops/diag"],
    "ops/functions": [],
    "backends/common": ["ops/functions", "ops/loop", "ops/core"],
    "backends/seq": ["backends/common", "ops/loop", "ops/core", "ops/diag"],
    "backends/openmp": ["backends/common", "ops/loop", "ops/core", "ops/diag"],
    "backends/checked": ["backends/common", "ops/loop", "ops/core", "ops/diag"],
    "backends/launches": [],
    "backends/cuda": ["backends/common", "backends/launches", "ops/tridiagonal", "tridsolver", "ops/loop", "ops/core", "ops/diag"],
    "backends/mpi": ["backends/openmp", "ops/ranks", "ops/comm", "ops/loop", "ops/core", "ops/diag"],
    "backends/mpi_openmp": ["backends/mpi"],
    "backends/mpi_cuda": ["backends/mpi", "backends/cuda"],
}
OTHER_ROOMS = ["include", "translator", "translator/compiler", "translator/parse", "translator/passes", "translator/view", "apps/common", "apps/poisson",
               "apps/stencil1d", "apps/burgers", "apps/cloverleaf", "apps/lbm", "apps/wave", "apps/shallow_water", "apps/heat_adi", "apps/cde", "perf", "perf/micro", "tests", "docs/adr"]
INCLUDE = re.compile(r'\s*#\s*include ["<]((?:ops|tridsolver|backends|apps|tests|perf)/[^">]+)')
LINK = re.compile(r"target_link_libraries\(([^)]*)\)")
SOURCE = {".cpp", ".hpp", ".h", ".cu", ".py", ".j2", ".cmake", ".sh"}
MACHINE_PATH = re.compile(r"(?:^|[^A-Za-z0-9_.$}])/(?:home|root|work|tmp|Users|mnt)/")


def tracked() -> list[Path]:
    """Files of the project: what git lists, or everything outside build folders where there is no git."""
    listing = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listing.returncode == 0 and listing.stdout:
        return [ROOT / name for name in listing.stdout.splitlines() if (ROOT / name).is_file()]
    return [p for p in ROOT.rglob("*") if p.is_file() and not {"build", ".git"} & set(p.relative_to(ROOT).parts)]


FILES = tracked()


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8", errors="replace").splitlines()


def room(path: str) -> str:
    return max((r for r in MAY_USE if path.startswith(r + "/")), key=len, default="")


def includes() -> Iterator[tuple[str, int, str]]:
    for path in FILES:
        if path.suffix in {".cpp", ".hpp", ".h", ".j2", ".cu"}:
            for number, line in enumerate(lines(path), 1):
                if (match := INCLUDE.match(line)) and "{{" not in match[1]:
                    yield relative(path), number, match[1]


def python_modules(folder: str) -> list[Path]:
    return [p for p in FILES if p.suffix == ".py" and relative(p).startswith(folder)]


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


def test_the_table_has_no_cycle() -> None:
    seen: set[str] = set()
    for name, uses in MAY_USE.items():
        assert set(uses) <= seen, f"{name} uses a room listed after it: {set(uses) - seen}"
        seen.add(name)


def test_only_machines_touch_what_buffers_hold() -> None:
    """Passes over memory are for machines; others ask for them in ops/core/cells.hpp, or have values with for_host."""
    machines = {"ops/core/host_machine.cpp", "ops/core/region.cpp", "ops/core/dense.cpp"}
    found = [f"{file}:{number}: includes {target}" for file, number, target in includes()
             if target == "ops/core/region.hpp" and file.startswith("ops/") and file not in machines]
    assert not found, "\n".join(found)
    through = re.compile(r"(?:memcpy|memset|memcmp|reinterpret_cast<(?:const )?(?:double|float|T)\*>)\([^;]*->address")
    found = [f"{relative(p)}:{n}: {line.strip()}" for p in FILES if p.suffix in {".cpp", ".hpp"} and relative(p).startswith("ops/")
             and relative(p) not in machines for n, line in enumerate(lines(p), 1) if through.search(line)]
    assert not found, "\n".join(found)


def test_every_room_is_in_the_table() -> None:
    present = {"/".join(Path(relative(p)).parts[:2]) for p in FILES if p.name == "CMakeLists.txt"}
    rooms = {p.removesuffix("/CMakeLists.txt") for p in present if p.startswith(("ops/", "backends/", "tridsolver/"))}
    assert rooms <= set(MAY_USE), f"not in docs/architecture.md: {rooms - set(MAY_USE)}"


def test_includes_follow_the_arrows() -> None:
    bad = [
        f"{file}:{number}: {room(file)} may not include {target}"
        for file, number, target in includes()
        if room(file) and room(target) not in [room(file), *MAY_USE[room(file)]]
    ]
    assert not bad, "\n".join(bad)


@pytest.mark.parametrize("folder", MAY_USE)
def test_units_of_a_room_do_not_go_in_circles(folder: str) -> None:
    """A header and its source are one unit."""
    units: dict[str, set[str]] = {}
    for file, _, target in includes():
        if Path(file).parent.as_posix() == Path(target).parent.as_posix() == folder:
            units.setdefault(Path(file).stem, set()).add(Path(target).stem)

    def reached(unit: str) -> set[str]:
        seen: set[str] = set()
        ahead = list(units.get(unit, set()) - {unit})
        while ahead:
            if (one := ahead.pop()) not in seen:
                seen.add(one)
                ahead += units.get(one, set()) - {one}
        return seen

    reach = {unit: reached(unit) for unit in units}
    circles = {unit: {other for other in seen if unit in reach.get(other, set())} for unit, seen in reach.items()}
    largest = max(circles.values(), key=len, default=set())
    assert not largest, sorted(largest)


def test_link_lines_follow_the_arrows() -> None:
    bad = []
    for name, uses in MAY_USE.items():
        allowed = {use.split("/")[-1] for use in uses} | {name.split("/")[-1], "flags"}
        text = (ROOT / name / "CMakeLists.txt").read_text()
        linked = {lib for call in LINK.findall(text) for lib in re.findall(r"ops::(\w+)", call)}
        bad += [f"{name}/CMakeLists.txt links ops::{lib}" for lib in sorted(linked) if lib not in allowed]
    assert not bad, "\n".join(bad)


def test_text_is_formatted_through_one_header() -> None:
    """Where the standard library has no std::format, it is ours."""
    door = "ops/diag/format.hpp"
    direct = re.compile(r"#\s*include <format>")
    bad = [f"{relative(p)}:{n}: {line}" for p in cpp("ops/", "backends/", "tridsolver/") if relative(p) != door
           for n, line in enumerate(lines(p), 1) if direct.match(line)]
    bad += [f"{file}:{number}: only .cpp files include {door}" for file, number, target in includes() if target == door and not file.endswith(".cpp")]
    assert not bad, "\n".join(bad)


def test_applications_use_the_public_api_only() -> None:
    bad = [
        f"{file}:{number}: {target}"
        for file, number, target in includes()
        if file.startswith("apps/") and not target.startswith(("apps/common/", "/".join(file.split("/")[:2]) + "/"))
    ]
    assert not bad, "\n".join(bad)


def test_nothing_uses_tests_or_perf() -> None:
    bad = [
        f"{file}:{number}: {target}"
        for file, number, target in includes()
        if target.startswith(("tests/", "perf/")) and not file.startswith(("tests/", "perf/"))
    ]
    assert not bad, "\n".join(bad)


def test_only_the_parser_knows_clang() -> None:
    bad = [
        relative(path)
        for path in python_modules("translator/")
        if any(name.split(".")[0] == "clang" for name in imported(path)) and not relative(path).startswith("translator/parse")
    ]
    assert not bad, bad


def test_the_translator_stands_alone() -> None:
    bad = [
        f"{relative(path)} imports {name}"
        for path in python_modules("translator/")
        for name in imported(path)
        if name.split(".")[0] in {"tests", "perf", "apps", "scripts"}
    ]
    assert not bad, bad


@pytest.mark.parametrize("folder", [*MAY_USE, *OTHER_ROOMS])
def test_every_room_says_what_it_is(folder: str) -> None:
    assert (ROOT / folder / "README.md").is_file(), f"{folder}/README.md is missing"


def test_files_are_short() -> None:
    """Tests may be longer: what they set up takes lines."""
    most = {True: 460, False: 400}
    long = [f"{relative(p)}: {n} lines" for p in FILES if p.suffix in SOURCE and (n := len(lines(p))) > most[relative(p).startswith("tests/")]]
    assert not long, "\n".join(long)


@pytest.mark.parametrize("folder", MAY_USE)
def test_rooms_are_small(folder: str) -> None:
    files = sorted(p.name for p in FILES if Path(relative(p)).parent.as_posix() == folder)
    assert len(files) <= 40, f"{folder} has {len(files)} files: {' '.join(files)}"


# Classes with more functions than others may have, and why.
LARGE = {
    "OPS_instance": "the handle of a program: its functions are the API's",
    "RankMachine": "fills the port Machine, whose functions are 25, and says who owns which cells",
}
PRODUCT = ("ops/", "backends/", "tridsolver/", "apps/")


def cpp(*folders: str) -> list[Path]:
    return [p for p in FILES if p.suffix in {".cpp", ".hpp", ".h"} and relative(p).startswith(folders)]


def test_classes_are_small() -> None:
    large = [f"{relative(p)}: {name} has {len(own)} functions" for p in cpp(*PRODUCT) for name, own in classes(p.read_text())
             if len(own) > 25 and name not in LARGE]
    assert not large, "\n".join(large)


def test_names_of_types_are_unique() -> None:
    """Two types of one name would be one to the linker."""
    places: dict[str, set[str]] = {}
    for path in cpp("ops/"):
        if path.suffix == ".hpp":
            for name in types_of_namespaces(path.read_text()):
                places.setdefault(name, set()).add(relative(path))
    twice = {name: sorted(where) for name, where in places.items() if len(where) > 1}
    assert not twice, twice


def test_friends_are_of_the_same_unit() -> None:
    """A header and its source are one unit: whoever is a friend is defined in it."""
    bad = []
    for path in cpp(*PRODUCT):
        unit = {name.split("::")[-1] for p in (path.with_suffix(".hpp"), path.with_suffix(".cpp")) if p.is_file() for name, _ in classes(p.read_text())}
        bad += [f"{relative(path)}: friend {name}" for name in friends(path.read_text()) if name.split("::")[-1] not in unit]
    assert not bad, "\n".join(bad)


def test_cpp_functions_are_short() -> None:
    long = [f"{relative(p)}:{line}: {length} lines: {head}" for p in cpp(*PRODUCT) for head, line, length in functions(p.read_text()) if length > 60]
    assert not long, "\n".join(long)


def test_python_functions_are_short() -> None:
    long = [
        f"{relative(path)}:{node.lineno}: {node.name} has {node.end_lineno - node.lineno + 1} lines"
        for path in FILES
        if path.suffix == ".py"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and (node.end_lineno or 0) - node.lineno >= 60
    ]
    assert not long, "\n".join(long)


def test_first_lines_tell_path_and_purpose() -> None:
    bad = [
        relative(path)
        for path in FILES
        if path.suffix in {".hpp", ".cpp", ".h"}
        and relative(path).startswith(("include/", "ops/", "tridsolver/", "backends/", "apps/"))
        and not lines(path)[0].startswith(f"// {relative(path)}: ")
    ]
    assert not bad, "first line is not '// <path>: <purpose>':\n" + "\n".join(bad)


def test_nothing_names_this_machine() -> None:
    host = socket.gethostname()
    telling = host if len(host) >= 8 and any(c.isdigit() for c in host) else None
    bad = []
    for path in FILES:
        if path.suffix in {".png", ".pdf"} or path == Path(__file__):
            continue
        for number, line in enumerate(lines(path), 1):
            if MACHINE_PATH.search(line) or (telling and telling in line):
                bad.append(f"{relative(path)}:{number}: {line.strip()[:100]}")
    assert not bad, "\n".join(bad)
