"""By hand: python3 -m tests.random_programs.many [programs] [first seed] [processes ..] [second]: as many random programs, batch after batch, from fresh kernels.

With numbers of processes, each program runs on so many, and not on the other targets. With "second", tangents and second derivatives as well.
Needs a build tree (OPSGRAD_BUILD). Prints how many programs reached each form and each construct, and every failure, reduced.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path

from tests.random_programs.build import DoesNotBuild, build
from tests.random_programs.check import check, reduced, story
from tests.random_programs.forms import count, forms
from tests.random_programs.kernels import STYLES
from tests.random_programs.programs import random_batch

EACH = 50  # programs of a batch


def main(programs: int, seed: int, ranks: tuple[int, ...], second: bool) -> int:
    targets = ("seq", "mpi") if ranks else ("seq", "openmp", "checked", "cuda_host")
    judge = partial(check, checked=not ranks, ranks=ranks, one_process=not ranks)
    counted: Counter[str] = Counter()
    wrong = rough = 0
    for first in range(0, programs, EACH):
        batch = random_batch(seed + first // EACH, 2 * len(STYLES), min(EACH, programs - first), second)
        with tempfile.TemporaryDirectory() as folder:
            try:
                built = build([batch], Path(folder), targets)
            except DoesNotBuild as error:
                print(f"batch {batch.seed} does not build: {error}", flush=True)
                wrong += len(batch.programs)
                continue
            for number in range(len(batch.programs)):
                verdict = judge(built, batch, number)
                rough += not verdict.smooth
                if verdict.wrong:
                    wrong += 1
                    left_out = reduced(batch, number, lambda left_out: judge(built, batch, number, left_out))
                    print(f"batch {batch.seed}, program {number}: {verdict.wrong}\n{story(batch, number, left_out)}", flush=True)
            counted += count([batch], {(batch.seed, kernel): form for kernel, form in forms(batch, Path(folder)).items()})
        print(f"{first + len(batch.programs)} programs, {wrong} wrong, {rough} too close to a kink for plain loops to judge", flush=True)
    print("\n".join(f"{n:6} {what}" for what, n in counted.most_common()))
    return 1 if wrong else 0


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "second"]
    sys.exit(main(int(words[0]) if words else 1000, int(words[1]) if len(words) > 1 else int(time.time()), tuple(map(int, words[2:])), "second" in sys.argv))
