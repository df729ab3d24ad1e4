"""What a call from Python costs beside the run: python3 perf/calls.py [--build build/apps].

The same loops are run by a program (micro/calls.cpp) and through opsgrad, in turns, on one thread; medians of several processes, microseconds of the
processor a call, which other programs on the machine disturb less than the time of the clock.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

SCRIPT = """
import sys, time
import numpy as np
import heat_model
n, times = int(sys.argv[1]), int(sys.argv[2])
model, x = heat_model.Model(shape=(n, n)), np.full((n, n), 0.5)
def microseconds(call):
    for _ in range(times // 4):
        call()
    begin = time.process_time()
    for _ in range(times):
        call()
    return 1e6 * (time.process_time() - begin) / times
print(microseconds(lambda: model.value(start=x, k=0.2)), microseconds(lambda: model.value_and_grad(start=x, k=0.2)),
      microseconds(lambda: model.forward(start=x, k=0.2)))
"""


def once(command: list[str], env: dict[str, str]) -> list[float]:
    return [float(word) for word in subprocess.run(command, capture_output=True, text=True, check=True, env=env).stdout.split()]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--build", type=Path, default=ROOT / "build" / "apps")
    options.add_argument("--rounds", type=int, default=5)
    build, rounds = vars(options.parse_args()).values()
    env = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join([str(ROOT / "python"), str(build / "perf" / "python")])}
    print(f"{'cells':>8} {'program: run':>14} {'and gradient':>14} {'value':>10} {'value_and_grad':>16} {'beside':>8} {'forward':>10}   [us]")
    for n, times in ((16, 2000), (64, 1000), (256, 200)):
        pairs = [(once([str(build / "perf" / "perf_calls_openmp"), str(n), str(times)], env), once([sys.executable, "-c", SCRIPT, str(n), str(times)], env))
                 for _ in range(rounds)]
        primal, both = (statistics.median(program[k] for program, _ in pairs) for k in (0, 1))
        value, gradient, forward = (statistics.median(python[k] for _, python in pairs) for k in (0, 1, 2))
        beside = statistics.median(python[1] - program[1] for program, python in pairs)
        print(f"{n:>5}² {primal:>16.1f} {both:>14.1f} {value:>10.1f} {gradient:>16.1f} {beside:>8.1f} {forward:>10.1f}")


if __name__ == "__main__":
    main()
