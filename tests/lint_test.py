"""C++ is laid out by clang-format, Python is clean for ruff and mypy; a file that is not is found."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PLANTED = {
    "clang-format": ("ops/data/planted.hpp", "int  badly( );\n"),
    "ruff": ("translator/planted.py", "import os\n"),
    "mypy": ("translator/planted.py", 'def name() -> int:\n    return "one"\n'),
}


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    result = subprocess.run(["bash", folder / "scripts" / "lint.sh"], capture_output=True, text=True, timeout=600)
    if result.returncode == 3:
        pytest.skip(result.stderr)
    return result


@pytest.fixture(scope="module", autouse=True)
def whole() -> subprocess.CompletedProcess[str]:
    """Of this tree, for which the tools are fetched: copies use the same."""
    return lint(ROOT)


def test_everything_is_clean(whole: subprocess.CompletedProcess[str]) -> None:
    assert whole.returncode == 0, whole.stdout + whole.stderr


def test_what_is_not_clean_is_found(tmp_path: Path) -> None:
    """In a small copy, with the tools that the tree has fetched."""
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    for name in ("scripts/lint.sh", ".clang-format", "pyproject.toml", "translator/__init__.py", "ops/data/box.hpp"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / "python", tmp_path / "python")
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "tools").symlink_to(ROOT / "build" / "tools")
    assert lint(tmp_path).returncode == 0
    for tool, (name, text) in PLANTED.items():
        (tmp_path / name).write_text(text)
        result = lint(tmp_path)
        assert result.returncode == 1 and f"[lint] failed: {tool}\n" in result.stderr, result.stdout + result.stderr
        (tmp_path / name).unlink()
