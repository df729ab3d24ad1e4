"""Modules as arguments of tests."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import ModuleType

import pytest

from tests.python.modules import BUILD, MODULES, module


@pytest.fixture(scope="session")
def heat() -> ModuleType:
    return module("heat_model")


@pytest.fixture(scope="session")
def burgers() -> ModuleType:
    return module("burgers")


@pytest.fixture(scope="session")
def kinds() -> ModuleType:
    return module("kinds")


@pytest.fixture(scope="session", params=["habits", "habits_seq", "habits_checked"])
def habits(request: pytest.FixtureRequest) -> ModuleType:
    return module(request.param)


@pytest.fixture(scope="session")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installation of the build, for `opsgrad.load`."""
    if not (MODULES / "heat_model" / "program.so").is_file():
        pytest.skip("no modules for Python were built here")
    folder = tmp_path_factory.mktemp("prefix")
    subprocess.run(["cmake", "--install", BUILD, "--prefix", folder], check=True, capture_output=True)
    return folder
