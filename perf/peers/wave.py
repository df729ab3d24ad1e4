"""apps/wave in JAX: acoustic waves in a plane, and the gradient of the misfit at the receivers with respect to the velocity."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from common import Options, Problem, main

WEIGHTS = {2: (1.0,), 4: (4.0 / 3.0, -1.0 / 12.0), 8: (8.0 / 5.0, -1.0 / 5.0, 8.0 / 315.0, -1.0 / 560.0)}
STIFFEST = {2: 4.0, 4: 16.0 / 3.0, 8: 2048.0 / 315.0}  # largest eigenvalue along one axis
SPACING, FREQUENCY, FASTEST, SPONGE = 0.01, 12.0, 2.5, 10


def velocity(nx: int, ny: int, slower: float) -> Any:
    """Four layers and a lens that is slower in the middle [km/s]."""
    import jax.numpy as jnp

    x, depth = jnp.arange(nx)[None, :] / (nx - 1), jnp.arange(ny)[:, None] / (ny - 1)
    speed = jnp.where(depth < 0.3, 1.6, jnp.where(depth < 0.55, 1.9, jnp.where(depth < 0.8, 2.2, 2.5)))
    return speed - slower * jnp.exp(-((x - 0.5) ** 2 + (depth - 0.5) ** 2) / 0.02)


def wavelet(steps: int, dt: float) -> Any:
    """Ricker's, with all factors of what the source adds in a step except the squared velocity."""
    import jax.numpy as jnp

    a = (jnp.pi * FREQUENCY * (jnp.arange(steps) * dt - 1.5 / FREQUENCY)) ** 2
    return dt * dt * (1.0 - 2.0 * a) * jnp.exp(-a) / SPACING**2


def sponge(nx: int, ny: int) -> Any:
    """The part of a change that is left of it in a step."""
    import jax.numpy as jnp

    def inside(n: int) -> Any:
        at = jnp.arange(n)
        return jnp.maximum(SPONGE - jnp.minimum(at, n - 1 - at), 0) ** 2

    return 1.0 - 0.15 / SPONGE**2 * (inside(nx)[None, :] + inside(ny)[:, None])


def make(options: Options, loop: Callable[..., Any]) -> Problem:
    import jax
    import jax.numpy as jnp

    nx, ny, steps, order = (options.integer(name, default) for name, default in (("nx", 100), ("ny", 100), ("steps", 300), ("order", 8)))
    reach, dt = order // 2, 0.7 * 2.0 / (2.0 * STIFFEST[order]) ** 0.5 * SPACING / FASTEST
    source = options.integer("source-depth", SPONGE) + reach, SPONGE + (nx - 2 * SPONGE) // 2 + reach
    row = options.integer("receiver-depth", ny - 1 - SPONGE) + reach
    heard = slice(SPONGE + reach, nx - SPONGE + reach)

    def step(state: tuple[Any, Any], stiffness: Any, amount: Any) -> tuple[Any, Any]:
        """Levels have `reach` zeros around them. The new one takes the place of the previous one."""
        u, previous = state
        centre, before = u[reach:-reach, reach:-reach], previous[reach:-reach, reach:-reach]
        laplacian = 0.0
        for k, weight in enumerate(WEIGHTS[order], 1):
            west, east = u[reach:-reach, reach - k:nx + reach - k], u[reach:-reach, reach + k:nx + reach + k]
            south, north = u[reach - k:ny + reach - k, reach:-reach], u[reach + k:ny + reach + k, reach:-reach]
            laplacian = laplacian + weight * ((west + east) + (south + north) - 4.0 * centre)
        new = before + 2.0 * sponge(nx, ny) * (centre - before) + stiffness * laplacian
        return jnp.pad(new, reach).at[source].add(amount), u

    def levels(c: Any, number: Any) -> tuple[Any, Any]:
        at_source = c[source[0] - reach, source[1] - reach]
        return sponge(nx, ny) * (dt / SPACING * c) ** 2, wavelet(steps, dt)[number] * at_source * at_source

    def rest() -> tuple[Any, Any]:
        return jnp.zeros((ny + 2 * reach, nx + 2 * reach)), jnp.zeros((ny + 2 * reach, nx + 2 * reach))

    @jax.jit
    def observed() -> Any:
        """What the receivers hear of the true model."""
        stiffness, amounts = levels(velocity(nx, ny, 0.3), jnp.arange(steps))

        def one(state: Any, amount: Any) -> tuple[Any, Any]:
            state = step(state, stiffness, amount)
            return state, state[0][row, heard]

        return jax.lax.scan(one, rest(), amounts)[1]

    def objective(inputs: dict[str, Any], data: dict[str, Any]) -> Any:
        stiffness, amounts = levels(inputs["velocity"], jnp.arange(steps))

        def one(carry: Any, number: Any) -> Any:
            state = step(carry[0], stiffness, amounts[number])
            return state, carry[1] + 0.5 * jnp.sum((state[0][row, heard] - data["observed"][number]) ** 2)

        return loop(one, (rest(), 0.0), steps, unroll=2)[1]

    return Problem(jax.jit(lambda: {"velocity": velocity(nx, ny, 0.0)}), objective, {"observed": observed()})


if __name__ == "__main__":
    main(make)
