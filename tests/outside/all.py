"""By hand: python3 -m tests.outside.all [name ..] [--ranks 2 3]: builds and runs every program, for every target, or on so many processes.

Needs a build tree (OPSGRAD_BUILD).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.outside.programs import ENDS_WITH, ONE_PROCESS, PROGRAMS, configure


def main(names: list[str], ranks: tuple[int, ...]) -> int:
    asked = tuple(path for path in PROGRAMS if not names or Path(path).name in names)
    chosen = tuple(path for path in asked if not ranks or path not in ONE_PROCESS)
    for path in sorted(set(asked) - set(chosen)):
        print(f"{path}: for one process ({ONE_PROCESS[path]})")
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        outside = configure(Path(folder), chosen, ranks)
        subprocess.run(["cmake", "--build", outside.folder / "build", "--", "-k", "0"])  # of one that does not build, its verdict has the reason
        for path in chosen:
            verdict = outside.verdict(path)
            wrong += verdict != ""
            how = "WRONG: " + verdict if verdict else "refused by name" if path in ENDS_WITH else "right"
            print(f"{path}: {how}", flush=True)
    print(f"{len(chosen)} programs, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--ranks", nargs="*", type=int, default=[])
    words = parser.parse_args()
    sys.exit(main(words.names, tuple(words.ranks)))
