"""Options of the whole test run."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write what came out over the expected files")


@pytest.fixture(autouse=True, scope="session")
def strict() -> None:
    """What the translator itself fails on fails the test too; a program gets a message, and runs the reference."""
    kernels = sys.modules.get("translator.parse.kernels")  # in tests that use it
    if kernels is not None:
        kernels.KernelLowering.strict = True


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compares a text with a file, or writes the file under --update-golden."""

    def compare(file: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            file.write_text(text)
        assert file.exists(), f"{file} is missing: run pytest --update-golden and read what it wrote"
        assert text == file.read_text()

    return compare
