"""The rooms of the library: which may include which, what they are called, and how large files, classes and functions may be."""

from __future__ import annotations

import ast
import graphlib
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cpp_shape import classes, friends, functions, types_of_namespaces

ROOT = Path(__file__).parents[1]

OTHER_ROOMS = ["include", "translator", "translator/compiler", "translator/parse", "translator/passes", "translator/view", "apps/common", "apps/poisson",
               "apps/stencil1d", "apps/burgers", "apps/cloverleaf", "apps/lbm", "apps/wave", "apps/shallow_water", "apps/heat_adi", "apps/cde", "perf", "perf/micro", "perf/peers", "tests", "docs/adr"]
INCLUDE = re.compile(r'\s*#\s*include ["<]((?:ops|tridsolver|backends|apps|tests|perf)/[^">]+)')
ROOM = re.compile(r"^ops_room\((\w+)(?:[^)]*?USES ([\w\s]*?))?(?: EXCEPT| SOURCES|\))", re.MULTILINE)
LIBRARY = re.compile(r"add_library\(ops::(\w+) ALIAS")
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


def rooms() -> dict[str, list[str]]:
    """Folder of a library -> folders of those that it links, as CMake has them: a room may include what it links, and nothing else."""
    folders = [relative(p.parent) for p in FILES if p.name == "CMakeLists.txt" and relative(p).startswith(("ops/", "backends/", "tridsolver/"))]
    texts = {folder: (ROOT / folder / "CMakeLists.txt").read_text() for folder in folders}
    home = {name: folder for folder, text in texts.items() for name in [*LIBRARY.findall(text), *(found[0] for found in ROOM.findall(text))]}
    return {
        folder: sorted({home[name] for name in [*(used for found in ROOM.findall(text) for used in found[1].split()),
                                                *(used for call in LINK.findall(text) for used in re.findall(r"ops::(\w+)", call))]
                        if name in home and home[name] != folder})
        for folder, text in texts.items()
    }


MAY_USE = rooms()


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


def test_arrows_go_one_way() -> None:
    assert len(MAY_USE) > 25
    graphlib.TopologicalSorter(MAY_USE).prepare()


def test_rooms_have_two_levels() -> None:
    own = [folder for folder in MAY_USE if folder.startswith("ops/")]
    assert len({folder.split("/")[1] for folder in own}) <= 8
    assert all(folder.count("/") <= 2 for folder in own), own
    assert all(f"{folder}/{other.split('/')[-1]}" != other for folder in own for other in own), "a room within a room"
    names = [folder.split("/")[-1] for folder in own]
    assert len(names) == len(set(names)), sorted(names)


def test_a_file_name_has_one_meaning() -> None:
    """A header and its source have one name; nothing else in ops/ has it."""
    places: dict[str, set[str]] = {}
    for path in cpp("ops/"):
        places.setdefault(path.stem, set()).add(relative(path.with_suffix("")))
    twice = {name: sorted(where) for name, where in places.items() if len(where) > 1}
    assert not twice, twice


def test_the_picture_has_every_room() -> None:
    page = (ROOT / "docs/architecture.md").read_text()
    missing = [folder for folder in MAY_USE if f"`{folder}`" not in page and f"({'../' + folder}/README.md)" not in page]
    assert not missing, missing


def test_only_machines_touch_what_buffers_hold() -> None:
    """Passes over memory are for machines; others ask for them in ops/data/passes.hpp, or have values with for_host."""
    machines = {"ops/data/host_machine.cpp", "ops/data/host_passes.cpp", "ops/data/dense_array.cpp"}
    found = [f"{file}:{number}: includes {target}" for file, number, target in includes()
             if target == "ops/data/host_passes.hpp" and file.startswith("ops/") and file not in machines]
    assert not found, "\n".join(found)
    through = re.compile(r"(?:memcpy|memset|memcmp|reinterpret_cast<(?:const )?(?:double|float|T)\*>)\([^;]*->address")
    found = [f"{relative(p)}:{n}: {line.strip()}" for p in FILES if p.suffix in {".cpp", ".hpp"} and relative(p).startswith("ops/")
             and relative(p) not in machines for n, line in enumerate(lines(p), 1) if through.search(line)]
    assert not found, "\n".join(found)


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


def test_every_arrow_is_used() -> None:
    used = {(room(file), room(target)) for file, _, target in includes()}
    idle = [f"{folder}/CMakeLists.txt: nothing includes {other}" for folder, others in MAY_USE.items() if folder.startswith("ops/")
            for other in others if (folder, other) not in used]
    assert not idle, "\n".join(idle)


def test_text_is_formatted_through_one_header() -> None:
    """Where the standard library has no std::format, it is ours."""
    door = "ops/support/format.hpp"
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
    headers = sorted(p.name for p in FILES if p.suffix == ".hpp" and Path(relative(p)).parent.as_posix() == folder)
    assert len(headers) <= 28, f"{folder} has {len(headers)} headers: {' '.join(headers)}"


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


def test_docstrings_name_tests_that_are_there() -> None:
    named = [(path, test) for path in FILES if path.suffix in SOURCE for line in lines(path) if "Test:" in line for test in re.findall(r"\btests/\w[\w/.]*", line)]
    gone = [f"{relative(path)}: {test}" for path, test in named if not (ROOT / test.rstrip(".")).exists()]
    assert len(named) > 50 and not gone, "\n".join(gone)
