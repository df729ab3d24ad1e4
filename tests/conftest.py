"""Options of the whole test run."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.tier import FULL

if "OPSGRAD_BUILD" in os.environ:  # tests start programs in other folders
    os.environ["OPSGRAD_BUILD"] = str(Path(os.environ["OPSGRAD_BUILD"]).resolve())


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write what came out over the expected files")


@pytest.fixture(autouse=True, scope="session")
def strict() -> None:
    """What the translator itself fails on fails the test too; a program gets a message, and runs the reference."""
    kernels = sys.modules.get("translator.parse.kernels")  # in tests that use it
    if kernels is not None:
        kernels.KernelLowering.strict = True


READ_WHOLE = ("precompiled_test", "as_compiled_test", "headers_test", "command_test")  # tests of how headers are read


@pytest.fixture(autouse=True)
def headers_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The translator reads the headers of OPS once for many programs; not in the full tier."""
    if "translator.parse.units" in sys.modules and not FULL and request.module.__name__.rpartition(".")[2] not in READ_WHOLE:
        from tests.translator import headers_once

        headers_once.use(monkeypatch)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Compares a text with a file, or writes the file under --update-golden."""

    def compare(file: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            file.write_text(text)
        assert file.exists(), f"{file} is missing: run pytest --update-golden and read what it wrote"
        assert text == file.read_text()

    return compare
