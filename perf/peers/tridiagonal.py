"""The systems of perf/micro/tridiagonal.cpp along x, solved by LAPACK through SciPy, and by JAX.

    python3 perf/peers/tridiagonal.py -cells=n [-variant=gtsv|banded|jax] [-repeat=n] [-threads=n]

-1, 3 and -1 in each row and 1 on the right; the first and the last entry of a system that have no unknown are zero. So n² systems are also one
of n³ unknowns, which LAPACK solves in one call: on one thread, as it has no other way. Prints one line of JSON.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

from common import Options, limit_threads, memory

VARIANTS = ("gtsv", "banded", "jax")


def bands(cells: int) -> tuple[Any, Any, Any, Any]:
    """Of cells² systems: below the diagonal, on it, above it, right-hand sides."""
    import numpy as np

    shape = (cells, cells, cells)
    below, above = np.full(shape, -1.0), np.full(shape, -1.0)
    below[..., 0], above[..., -1] = 0.0, 0.0
    return below, np.full(shape, 3.0), above, np.ones(shape)


def gtsv(cells: int) -> Callable[[], Any]:
    from scipy.linalg.lapack import dgtsv

    below, diagonal, above, right = (values.ravel() for values in bands(cells))

    def solve() -> Any:
        return dgtsv(below[1:], diagonal, above[:-1], right)[3]

    return solve


def banded(cells: int) -> Callable[[], Any]:
    import numpy as np
    from scipy.linalg import solve_banded

    below, diagonal, above, right = (values.ravel() for values in bands(cells))
    matrix = np.stack([np.roll(above, 1), diagonal, np.roll(below, -1)])
    return lambda: solve_banded((1, 1), matrix, right, check_finite=False)


def jax_solver(cells: int) -> Callable[[], Any]:
    import jax

    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_enable_x64", True)
    below, diagonal, above, right = (jax.numpy.array(values) for values in bands(cells))
    program = jax.jit(lambda d: jax.lax.linalg.tridiagonal_solve(below, diagonal, above, d[..., None])[..., 0]).lower(right).compile()
    return lambda: jax.block_until_ready(program(right))


def main() -> None:
    options = Options(sys.argv[1:])
    limit_threads(options.integer("threads", 1))
    import numpy as np
    import scipy

    solve = {"gtsv": gtsv, "banded": banded, "jax": jax_solver}[options.text("variant", "gtsv")](options.integer("cells", 64))
    seconds = []
    for _ in range(options.integer("repeat", 1)):
        begin = time.perf_counter()
        solution = solve()
        seconds.append(time.perf_counter() - begin)
    print(json.dumps({"scipy": scipy.__version__, "seconds": seconds, "peak_bytes": memory("/proc/self/status", "VmHWM"),
                      "squares": float(np.sum(np.square(np.asarray(solution))))}))


if __name__ == "__main__":
    main()
