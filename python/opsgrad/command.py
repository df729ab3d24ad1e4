"""The command `ops` of the wheel: the translator that is installed with the library."""

from __future__ import annotations

import sys
from importlib import import_module

from opsgrad.installation import NotInstalled, share


def main() -> int:
    """Returns the exit status."""
    try:
        sys.path.insert(0, str(share()))
    except NotInstalled as problem:
        print(f"ops: error: {problem}", file=sys.stderr)
        return 2
    return int(import_module("translator.entry").main())
