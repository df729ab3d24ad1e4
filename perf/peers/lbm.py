"""apps/lbm in JAX: D2Q9 lattice Boltzmann in a cavity, and the gradient of the kinetic energy at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from common import Options, Problem, main

PAIRS = ((1, 0), (0, 1), (1, 1), (1, -1))  # component 2k + 1 moves along PAIRS[k], component 2k + 2 against it; component 0 rests
WEIGHTS = (1.0 / 9.0, 1.0 / 9.0, 1.0 / 36.0, 1.0 / 36.0)
REST = 4.0 / 9.0


def moments(f: list[Any]) -> tuple[Any, Any, Any]:
    """Density and velocity."""
    difference = [f[2 * k + 1] - f[2 * k + 2] for k in range(4)]
    density = sum(f[1:], start=f[0])
    x, y = difference[0] + difference[2] + difference[3], difference[1] + difference[2] - difference[3]
    return density, x / density, y / density


def make(options: Options, loop: Callable[..., Any]) -> Problem:
    import jax
    import jax.numpy as jnp

    nx, ny, steps = options.integer("nx", 64), options.integer("ny", 64), options.integer("steps", 100)
    speed = options.real("velocity", 0.05)
    rate = 1.0 / (3.0 * abs(speed) * (ny - 2.0) / options.real("reynolds", 100.0) + 0.5)

    @jax.jit
    def start() -> dict[str, Any]:
        weights = jnp.array([REST, *(w for w in WEIGHTS for _ in range(2))])
        return {"rate": jnp.full((ny, nx), rate), "f": jnp.broadcast_to(weights[:, None, None], (9, ny + 2, nx + 2))}

    def kinds() -> tuple[Any, Any]:
        """Which cells are fluid, and which are lid: the last cells along y, without the corners."""
        x, y = jnp.arange(nx)[None, :], jnp.arange(ny)[:, None]
        between = (x > 0) & (x < nx - 1)
        return between & (y > 0) & (y < ny - 1), between & (y == ny - 1)

    def collided(f: list[Any], omega: Any) -> list[Any]:
        density, x, y = moments(f)
        relaxed = omega * density
        isotropic = relaxed * (1.0 - 1.5 * (x * x + y * y))
        found = [(1.0 - omega) * f[0] + REST * isotropic]
        for k, (cx, cy) in enumerate(PAIRS):
            along = cx * x + cy * y
            even, odd = WEIGHTS[k] * (isotropic + 4.5 * relaxed * along * along), WEIGHTS[k] * 3.0 * relaxed * along
            found += [(1.0 - omega) * f[2 * k + 1] + (even + odd), (1.0 - omega) * f[2 * k + 2] + (even - odd)]
        return found

    def returned(f: list[Any], lid: Any) -> list[Any]:
        found = [f[0]]
        for k, (cx, _) in enumerate(PAIRS):
            push = jnp.where(lid, 6.0 * WEIGHTS[k] * speed * cx, 0.0)
            found += [f[2 * k + 2] + push, f[2 * k + 1] - push]
        return found

    def pulled(f: Any, x: int, y: int) -> Any:
        return f[1 - y:1 - y + ny, 1 - x:1 - x + nx]

    def step(f: tuple[Any, ...], omega: Any) -> tuple[Any, ...]:
        """Each component has a row of cells around it, which never matter."""
        here = [pulled(f[0], 0, 0)]
        for k, (x, y) in enumerate(PAIRS):
            here += [pulled(f[2 * k + 1], x, y), pulled(f[2 * k + 2], -x, -y)]
        fluid, lid = kinds()
        return tuple(jnp.pad(jnp.where(fluid, inside, wall), 1) for inside, wall in zip(collided(here, omega), returned(here, lid)))

    def objective(inputs: dict[str, Any], data: dict[str, Any]) -> Any:
        f = loop(lambda f, _: step(f, inputs["rate"]), tuple(inputs["f"]), steps)
        density, x, y = moments([component[1:-1, 1:-1] for component in f])
        return jnp.sum(jnp.where(kinds()[0], 0.5 * density * (x * x + y * y), 0.0))

    return Problem(start, objective, {})


if __name__ == "__main__":
    main(make)
