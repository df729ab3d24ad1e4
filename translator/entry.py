"""What the command `ops` runs. `ops doctor` works without the packages that the translator needs; every other command says which one is missing.

Test:    tests/translator/doctor_test.py
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec

_PACKAGES = {"clang": ("libclang-ng>=19.1.7,<21", "python3-clang-19"), "jinja2": ("jinja2", "python3-jinja2")}
_WRONG_USE = 2


def main(words: list[str] | None = None) -> int:
    """Returns the exit status."""
    words = list(sys.argv[1:] if words is None else words)
    if words[:1] == ["doctor"]:
        return int(import_module("translator.doctor").main())
    for module, (package, of_debian) in _PACKAGES.items():
        if find_spec(module) is None:
            print(f"ops: error: {sys.executable} has no module '{module}'. Install it: pip install '{package}', or on Debian apt-get install {of_debian}. "
                  "`ops doctor` shows what else is missing.", file=sys.stderr)
            return _WRONG_USE
    if problem := import_module("translator.parse_with").unfit():
        print(f"ops: error: {problem}", file=sys.stderr)
        return _WRONG_USE
    return int(import_module("translator.cli").main(words))
