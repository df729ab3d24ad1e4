"""Whether two builds compute the same bits: python3 -m tests.same_bits BUILD BUILD.

Objectives and gradients of applications, targets seq and openmp, of builds that differ in how they were compiled: sources together or one
by one, other compilers, other instructions.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.cuda.cases import CASES

SAID = ("objective", "gradient_norm", "gradient_hash")


def bits(build: Path, case: tuple[str, ...], target: str) -> dict[str, object]:
    name, *words = case
    program = build.resolve() / "apps" / name.removesuffix("_aos") / f"{name}_{target}"
    with tempfile.TemporaryDirectory() as folder:
        result = subprocess.run([program, *words, "-gradient", "-json"], capture_output=True, text=True, timeout=600, cwd=folder, check=True)
    report = json.loads(result.stdout.splitlines()[-1])
    return {key: report[key] for key in SAID}


def main(first: Path, second: Path) -> int:
    different = 0
    for case in CASES:
        for target in ("seq", "openmp"):
            one, other = bits(first, case, target), bits(second, case, target)
            if one != other:
                different += 1
                print(f"{' '.join(case)} ({target}): {one} and {other}")
    print(f"{len(CASES)} cases, 2 targets: {different} differ")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
