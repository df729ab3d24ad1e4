"""apps/burgers in JAX: coupled Burgers' equations, and the gradient of the last L2 norm with respect to the start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from common import Options, Problem, main

REYNOLDS = 1000.0


def make(options: Options, loop: Callable[..., Any]) -> Problem:
    import jax
    import jax.numpy as jnp

    n, steps = options.integer("size", 101), options.integer("steps", 20)
    h = 1.0 / (n - 1)
    dt = 0.5 / (3.0 / h + 4.0 / (REYNOLDS * h * h))
    convection, diffusion = dt / h, dt / (REYNOLDS * h * h)

    def exact(t: Any) -> tuple[Any, Any]:
        x, y = jnp.arange(n)[None, :] * h, jnp.arange(n)[:, None] * h
        return (x + y - 2.0 * x * t) / (1.0 - 2.0 * t * t), (x - y - 2.0 * y * t) / (1.0 - 2.0 * t * t)

    @jax.jit
    def start() -> dict[str, Any]:
        u, v = exact(0.0)
        return {"u": u, "v": v}

    def neighbours(u: Any) -> tuple[Any, Any, Any, Any, Any]:
        return u[1:-1, 1:-1], u[1:-1, :-2], u[1:-1, 2:], u[:-2, 1:-1], u[2:, 1:-1]

    def advance(state: tuple[Any, Any], step: Any) -> tuple[Any, Any]:
        """First derivatives on the side that the flow comes from; the boundary is that of the exact solution."""
        u0, v0 = state[0][1:-1, 1:-1], state[1][1:-1, 1:-1]

        def changed(w: Any) -> Any:
            w0, west, east, south, north = neighbours(w)
            along_x = jnp.where(u0 > 0, w0 - west, east - w0)
            along_y = jnp.where(v0 > 0, w0 - south, north - w0)
            return w0 - convection * (u0 * along_x + v0 * along_y) + diffusion * (west + east + south + north - 4.0 * w0)

        at = jnp.arange(n)
        inside = ((at > 0) & (at < n - 1))[:, None] & ((at > 0) & (at < n - 1))[None, :]
        edges = exact((step + 1) * dt)
        return tuple(jnp.where(inside, jnp.pad(changed(w), 1), edge) for w, edge in zip(state, edges))  # type: ignore[return-value]

    def objective(inputs: dict[str, Any], data: dict[str, Any]) -> Any:
        u, v = loop(advance, (inputs["u"], inputs["v"]), steps)
        return jnp.sqrt(h * h * jnp.sum(u[1:-1, 1:-1] ** 2 + v[1:-1, 1:-1] ** 2))

    return Problem(start, objective, {})


if __name__ == "__main__":
    main(make)
