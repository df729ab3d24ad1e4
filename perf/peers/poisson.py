"""apps/poisson in JAX: Jacobi sweeps for Poisson's equation, and the gradient with respect to forcing, start values and boundary."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from common import Options, Problem, main


def make(options: Options, loop: Callable[..., Any]) -> Problem:
    import jax
    import jax.numpy as jnp

    nx, ny, sweeps = options.integer("sizex", 250), options.integer("sizey", 250), options.integer("iters", 100)
    dx, dy = 1.0 / (nx + 1), 1.0 / (ny + 1)
    scale = 2.0 * (dx * dx + dy * dy)
    along_x, along_y, of_forcing = dy * dy / scale, dx * dx / scale, dx * dx * dy * dy / scale

    @jax.jit
    def start() -> dict[str, Any]:
        """Both buffers of the sweeps have the boundary around them, which the corners do not belong to."""
        x, y = jnp.arange(nx + 2) * dx, jnp.arange(ny + 2)[:, None] * dy
        exact = jnp.sin(jnp.pi * x) * jnp.cos(2.0 * jnp.pi * y)
        error = 0.5 * jnp.sin(16.0 * jnp.pi * x) * jnp.sin(16.0 * jnp.pi * y)
        u = exact.at[1:-1, 1:-1].add(error[1:-1, 1:-1])
        return {"block_0_0.f": -5.0 * jnp.pi**2 * exact[1:-1, 1:-1], "block_0_0.u": u,
                "block_0_0.u2": exact.at[1:-1, 1:-1].set(0.0)}

    def constant(edge: Any, f: Any) -> Any:
        """What does not change from sweep to sweep: the forcing, and the boundary as its neighbours see it."""
        g = -of_forcing * f
        g = g.at[:, 0].add(along_x * edge[1:-1, 0]).at[:, -1].add(along_x * edge[1:-1, -1])
        return g.at[0].add(along_y * edge[0, 1:-1]).at[-1].add(along_y * edge[-1, 1:-1])

    def sweep(u: Any, g: Any) -> Any:
        """`u` has zeros around it, so that one fused loop reads it at plain offsets."""
        mean = along_x * (u[1:-1, :-2] + u[1:-1, 2:]) + along_y * (u[:-2, 1:-1] + u[2:, 1:-1])
        return jnp.pad(mean + g, 1)

    def objective(inputs: dict[str, Any], data: dict[str, Any]) -> Any:
        f, u = inputs["block_0_0.f"], inputs["block_0_0.u"]
        even, odd = constant(u, f), constant(inputs["block_0_0.u2"], f)
        u = loop(lambda u, _: sweep(sweep(u, even), odd), jnp.pad(u[1:-1, 1:-1], 1), sweeps // 2)
        if sweeps % 2:
            u = sweep(u, even)
        return dx * dy * jnp.sum((u[1:-1, 1:-1] - data["exact"]) ** 2)

    return Problem(start, objective, {"exact": start()["block_0_0.f"] / (-5.0 * jnp.pi**2)})


if __name__ == "__main__":
    main(make)
