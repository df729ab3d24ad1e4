"""What is compared: the same options for an application and for its peer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Comparison:
    """An application at one size, and the peer of the same name in this folder."""

    name: str
    app: str
    options: tuple[str, ...]
    only_ours: tuple[str, ...] = ()  # options that change no result


def wave(cells: int, steps: int, source: int, receiver: int) -> Comparison:
    """XLA takes subnormal numbers for zero anyway."""
    options = (f"-nx={cells}", f"-ny={cells}", "-order=4", f"-steps={steps}", f"-source-depth={source}", f"-receiver-depth={receiver}")
    return Comparison(f"wave {cells}² x{steps} order 4", "wave", options, ("-OPS_FLUSH_SUBNORMALS",))


def square(app: str, cells: int, steps: int) -> Comparison:
    return Comparison(f"{app} {cells}² x{steps}", app, (f"-nx={cells}", f"-ny={cells}", f"-steps={steps}"))


def poisson(points: int, sweeps: int) -> Comparison:
    return Comparison(f"poisson {points}² x{sweeps}", "poisson", (f"-sizex={points}", f"-sizey={points}", f"-iters={sweeps}"))


def burgers(points: int, steps: int) -> Comparison:
    return Comparison(f"burgers {points}² x{steps}", "burgers", (f"-size={points}", f"-steps={steps}"))


# Shallow water has 1024² cells, not 1000²: there two cells are the deepest but for rounding, the largest wave speed has a kink, and either of two
# gradients is right (JAX takes their mean).
FULL = (poisson(4096, 100), burgers(1601, 20), square("lbm", 1024, 20), wave(1000, 300, 490, 510), square("shallow_water", 1024, 50))
QUICK = (poisson(64, 20), burgers(41, 8), square("lbm", 32, 12), wave(60, 40, 25, 35), square("shallow_water", 24, 16))
CELLS, CELLS_QUICK = 256, 24  # of a cube of tridiagonal systems
