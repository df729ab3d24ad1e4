"""Modules that the build has made of the programs in this folder: `module("burgers")`."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
BUILD = Path(os.environ.get("OPSGRAD_BUILD", ROOT / "build" / "release"))
MODULES = BUILD / "tests" / "python"

for folder in (ROOT / "python", MODULES):
    sys.path.insert(0, str(folder))


def module(name: str) -> ModuleType:
    if not (MODULES / name / "program.so").is_file():
        pytest.skip(f"no module {name} was built here")
    return import_module(name)
