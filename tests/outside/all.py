"""By hand: python3 -m tests.outside.all [name ..]: builds and runs every program for every target. Needs a build tree (OPSGRAD_BUILD)."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.outside.programs import ENDS_WITH, NOT_BUILT, PROGRAMS, configure


def main(names: list[str]) -> int:
    chosen = tuple(path for path in PROGRAMS if not names or Path(path).name in names)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        outside = configure(Path(folder), chosen)
        for path in chosen:
            verdict = outside.verdict(path)
            wrong += verdict != ""
            how = "WRONG: " + verdict if verdict else "refused by name" if path in NOT_BUILT or path in ENDS_WITH else "right"
            print(f"{path}: {how}", flush=True)
    print(f"{len(chosen)} programs, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
