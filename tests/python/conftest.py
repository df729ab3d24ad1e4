"""Modules as arguments of tests."""

from __future__ import annotations

from types import ModuleType

import pytest

from tests.python.modules import module


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
