"""What the peers in JAX share: their command line, loops over steps with or without recomputation, times, memory and files.

    python3 perf/peers/<name>.py [-option=value ..] [-gradient] [-variant=stored|steps|nested] [-repeat=n] [-threads=n] [-dump=prefix]

The other options are those of the application of that name. Prints one line of JSON.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

VARIANTS = ("stored", "steps", "nested")
ROOM = 0.8  # part of the free memory that a run may take


def memory(file: str, key: str) -> int:
    """A line of /proc, in bytes; 0 where there is none."""
    for line in Path(file).read_text().splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1]) * 1024
    return 0


def limit_threads(threads: int) -> None:
    """Before JAX is imported: XLA makes a thread for each core that the process may use."""
    cores = sorted(os.sched_getaffinity(0))[:threads]
    os.sched_setaffinity(0, cores)
    os.environ["NPROC"] = str(len(cores))


class Options:
    """Words of the form -name or -name=value."""

    def __init__(self, words: list[str]) -> None:
        self._values = dict(word.lstrip("-").partition("=")[::2] for word in words)

    def integer(self, name: str, default: int) -> int:
        return int(self._values.get(name, default))

    def real(self, name: str, default: float) -> float:
        return float(self._values.get(name, default))

    def text(self, name: str, default: str) -> str:
        return self._values.get(name, default)

    def flag(self, name: str) -> bool:
        return name in self._values


@dataclass(frozen=True)
class Problem:
    """`objective(inputs, data)` is differentiated with respect to each of `inputs`, which `start` makes. `data` stays as it is."""

    start: Callable[[], dict[str, Any]]
    objective: Callable[[dict[str, Any], dict[str, Any]], Any]
    data: dict[str, Any]


def chunk(steps: int) -> int:
    """The divisor of `steps` that is nearest to its square root."""
    return min((n for n in range(1, steps + 1) if steps % n == 0), key=lambda n: abs(n - math.sqrt(steps)))


def repeated(step: Callable[[Any, Any], Any], carry: Any, steps: int, variant: str, unroll: int = 1) -> Any:
    """`steps` times `carry = step(carry, number)`, as a scan.

    stored: the reverse sweep finds all intermediate results of all steps. steps: it finds the state before each step and recomputes the step.
    nested: it finds every sqrt(steps)-th state, recomputes the states in between and then each step.
    """
    import jax
    import jax.numpy as jnp

    def body(carry: Any, number: Any) -> tuple[Any, None]:
        return step(carry, number), None

    numbers = jnp.arange(steps)
    if variant == "stored":
        return jax.lax.scan(body, carry, numbers, unroll=unroll)[0]
    one = jax.checkpoint(body, prevent_cse=False)
    if variant == "steps":
        return jax.lax.scan(one, carry, numbers, unroll=unroll)[0]
    size = chunk(steps)
    many = jax.checkpoint(lambda carry, some: jax.lax.scan(one, carry, some, unroll=unroll), prevent_cse=False)
    return jax.lax.scan(many, carry, numbers.reshape(steps // size, size))[0]


def compiled(problem: Problem, gradient: bool) -> tuple[Any, float]:
    """The program, whose inputs are donated to it, and the time that tracing and compiling took [s]."""
    import jax

    function = jax.value_and_grad(problem.objective) if gradient else problem.objective
    begin = time.perf_counter()
    program = jax.jit(function, donate_argnums=0).lower(problem.start(), problem.data).compile()
    return program, time.perf_counter() - begin


def timed(program: Any, problem: Problem, repeat: int) -> tuple[Any, list[float]]:
    import jax

    seconds = []
    for _ in range(repeat):
        result = None  # gives its memory back
        inputs = jax.block_until_ready(problem.start())
        begin = time.perf_counter()
        result = jax.block_until_ready(program(inputs, problem.data))
        seconds.append(time.perf_counter() - begin)
    return result, seconds


def report(problem: Problem, options: Options) -> dict[str, Any]:
    """Compiles and runs; a program that needs more memory than there is free is refused before it runs."""
    import jax
    import numpy as np

    gradient = options.flag("gradient")
    program, seconds = compiled(problem, gradient)
    planned = program.memory_analysis().temp_size_in_bytes
    if planned > ROOM * memory("/proc/meminfo", "MemAvailable"):
        return {"refused": f"needs {planned / 2**30:.1f} GiB"}
    result, times = timed(program, problem, options.integer("repeat", 1))
    found: dict[str, Any] = {"jax": jax.__version__, "compile_seconds": seconds, "seconds": times, "peak_bytes": memory("/proc/self/status", "VmHWM")}
    if not gradient:
        return {**found, "objective": float(result)}
    value, derivatives = result
    if prefix := options.text("dump", ""):
        for name, values in derivatives.items():
            np.save(f"{prefix}.{name}.derivative.npy", np.asarray(values))
    return {**found, "objective": float(value)}


def main(make: Callable[[Options, Callable[..., Any]], Problem]) -> None:
    """`make(options, loop)` states the problem; `loop` is `repeated` in the variant that the command line asks for."""
    options = Options(sys.argv[1:])
    limit_threads(options.integer("threads", os.cpu_count() or 1))
    warnings.filterwarnings("ignore", message="Some donated buffers were not usable")
    import jax

    jax.config.update("jax_platforms", "cpu")
    jax.config.update("jax_enable_x64", True)
    loop = partial(repeated, variant=options.text("variant", "stored"))
    print(json.dumps(report(make(options, loop), options)))
