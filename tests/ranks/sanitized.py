"""By hand: python3 -m tests.ranks.sanitized: programs built by preset asan on 4 processes: no finding, and nothing that we have asked for is leaked.

    cmake --preset asan && cmake --build build/asan --target <name>_mpi ..     # those that are not built are left out
    OPSGRAD_BUILD=$PWD/build/asan python3 -m tests.ranks.sanitized

An MPI leaks memory of its own when it ends: only what has a frame of ours counts.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path

from tests.ranks.start import BUILD, start

PROGRAMS = (
    *((f"tests/ranks/ranks_{name}_mpi", words) for name in ("turned", "relayed", "strays", "agreed", "inputs") for words in ((), ("-OPS_PROCESSES_PER_BLOCK=2,2",))),
    ("apps/poisson/poisson_mpi", ("-sizex=33", "-sizey=17", "-iters=12", "-gradient", "-OPS_AD_CHECK=dot,loops")),
    ("apps/heat_adi/heat_adi_mpi", ("-nx=12", "-ny=13", "-nz=14", "-steps=3", "-gradient")),
)
FOUND = re.compile(r"ERROR: AddressSanitizer|runtime error")
OURS = re.compile(r"^ +#\d+ .*\bops(::|_)", re.MULTILINE)


def wrong(program: Path, words: tuple[str, ...], folder: Path) -> str:
    os.environ |= {"ASAN_OPTIONS": "detect_stack_use_after_return=1:detect_leaks=1", "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1"}
    said = start(program, words, 4, folder=folder).errors
    return said[:3000] if FOUND.search(said) or OURS.search(said) else "" if "LeakSanitizer" in said else "no word of AddressSanitizer: built by preset asan?"


def main() -> int:
    found = 0
    for path, words in PROGRAMS:
        if not (BUILD / path).exists():
            print(f"{path}: not built")
            continue
        with tempfile.TemporaryDirectory() as folder:
            complaint = wrong(BUILD / path, words, Path(folder))
        found += complaint != ""
        print(f"{' '.join((Path(path).name, *words))}: {complaint or 'clean'}", flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
