"""Targets, found as folders: each has a target.py that says what it wants generated, and templates/ that print it.

Test:    tests/translator/targets_test.py
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from translator.view.target import Target

BACKENDS = Path(__file__).resolve().parents[1] / "backends"


@dataclass(frozen=True, slots=True)
class TargetFolder:
    folder: Path
    target: Target

    @property
    def name(self) -> str:
        return self.folder.name


def known(own: Iterable[Path] = ()) -> dict[str, TargetFolder]:
    """By name: the product's targets, then the folders in `own`, each of which is named as its target.

    Raises:
        ValueError: a folder in `own` has no target.py, that file describes no target, or two targets have one name.
    """
    found: dict[str, TargetFolder] = {}
    for folder in [*sorted(path.parent for path in BACKENDS.glob("*/target.py")), *(path.resolve() for path in own)]:
        if folder.name in found:
            raise ValueError(f"there are two targets '{folder.name}': {found[folder.name].folder} and {folder}")
        found[folder.name] = TargetFolder(folder, _described(folder / "target.py"))
    return found


def _described(file: Path) -> Target:
    spec = importlib.util.spec_from_file_location(f"target_{file.parent.name}", file)
    if not file.is_file() or spec is None or spec.loader is None:
        raise ValueError(f"no target in {file.parent}: {file.name} is missing")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as problem:
        raise ValueError(f"{file} cannot be read: {problem}") from problem
    target = getattr(module, "TARGET", None)
    if not isinstance(target, Target):
        raise ValueError(f"{file} describes no target: it needs a TARGET, a translator.view.target.Target")
    return target
