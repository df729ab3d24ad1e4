"""Every libclang that the translator works with gives the same loops, byte for byte; others are refused before they read anything.

`scripts/install.sh --tests` fetches those of PyPI.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tier import FULL, drawn

ROOT = Path(__file__).parents[2]
FETCHED = ROOT / "build" / "oracles"
ALIKE, REFUSED = ("19.1.7.2", "20.1.8.2"), ("14.0.6", "22.1.4.2")
PROGRAMS = {"heat": ["docs/example/heat.cpp"], **{name: sorted(str(p.relative_to(ROOT)) for p in (ROOT / "apps" / name).glob("*.cpp"))
                                                   for name in ("stencil1d", "burgers", *(["lbm", "cloverleaf"] if FULL else []))}}


def run(words: list[str], libclang: str = "") -> subprocess.CompletedProcess[str]:
    """The translator, with a libclang that was fetched or, without a name, that of this interpreter."""
    folder = FETCHED / f"libclang-{libclang}"
    if libclang and not (folder / "clang").is_dir():
        pytest.skip(f"libclang {libclang} of PyPI is not in build/oracles: bash scripts/install.sh --tests fetches it")
    path = f"{folder}:{ROOT}" if libclang else str(ROOT)
    return subprocess.run([sys.executable, "-m", "translator", *words, "--", "-std=c++20", f"-I{ROOT}", f"-I{ROOT / 'include'}"],
                          capture_output=True, text=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": path})


def loops(name: str, out: Path, libclang: str = "") -> dict[str, str]:
    done = run(["translate", *PROGRAMS[name], "--name", name, "--target", "openmp", "--target", "checked", "--out", str(out)], libclang)
    assert done.returncode == 0, done.stderr
    return {str(file.relative_to(out)): file.read_text() for file in sorted(out.rglob("*.*"))}


@pytest.mark.parametrize("name", drawn(list(PROGRAMS), 2, always=["heat"]))
def test_the_same_loops_are_written(name: str, tmp_path: Path) -> None:
    with_own = loops(name, tmp_path / "own")
    assert {"openmp/loops.cpp", "checked/loops.cpp"} <= set(with_own)
    for libclang in ALIKE:
        assert loops(name, tmp_path / libclang, libclang) == with_own, libclang


@pytest.mark.parametrize("libclang", REFUSED)
def test_others_are_refused_by_name(libclang: str) -> None:
    done = run(["check", "docs/example/heat.cpp"], libclang)
    number = ".".join(libclang.split(".")[:3])
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"ops: error: libclang {number} in {FETCHED / f'libclang-{libclang}' / 'clang'}"), done.stderr
    assert "works with libclang 19 and 20" in done.stderr and "pip install" in done.stderr
