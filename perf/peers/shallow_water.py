"""apps/shallow_water in JAX: long waves over a sea floor, and the gradient of the buoys' misfit with respect to floor and surface."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from common import Options, Problem, main

GRAVITY, SPACING, COURANT, DEEP, HILL, WAVE = 9.81, 10.0, 0.8, 20.0, 6.0, 1.0
SLOW = 0.1  # |u| is rounded off below it [m/s]
ALONG = 5  # buoys in either direction


def bump(x: Any, y: Any, radius: float) -> Any:
    import jax.numpy as jnp

    return jnp.exp(-(x * x + y * y) / (2.0 * radius * radius))


def floor(x: Any, y: Any, truth: bool) -> Any:
    import jax.numpy as jnp

    hills = bump(x - 0.35, y - 0.6, 0.1) + 0.7 * bump((x - 0.7) - 0.4 * (y - 0.35), 0.4 * (y - 0.35), 0.07)
    fall = 1.0 + 0.2 * (y - 0.5) + 0.02 * jnp.sin(2.0 * jnp.pi * (x + 0.07))
    return -DEEP * fall + (HILL * hills if truth else 0.0)


def size_of(u: Any) -> Any:
    return (u * u + SLOW * SLOW) ** 0.5


def flux(left: tuple[Any, ...], right: tuple[Any, ...]) -> tuple[Any, Any, Any, Any]:
    """Rusanov's, of (depth, level, momentum across the face, momentum along it); the last value is the push of the slope."""
    u, v, mean = left[2] / left[0], right[2] / right[0], (left[0] + right[0]) / 2
    fastest, slope = size_of((u + v) / 2) + (GRAVITY * mean) ** 0.5, right[1] - left[1]
    return ((left[2] + right[2] - fastest * slope) / 2, (left[2] * u + right[2] * v - fastest * (right[2] - left[2])) / 2,
            (left[3] * u + right[3] * v - fastest * (right[3] - left[3])) / 2, GRAVITY * mean * slope / 2)


def advance(state: tuple[Any, Any, Any], ground: Any) -> tuple[tuple[Any, Any, Any], Any]:
    """One step, and its length. Periodic in x, walls in y."""
    import jax.numpy as jnp

    h, hu, hv = state

    def along_x(w: Any) -> Any:
        return jnp.concatenate([w[:, -1:], w, w[:, :1]], axis=1)

    def along_y(w: Any, sign: float = 1.0) -> Any:
        return jnp.concatenate([sign * w[:1], w, sign * w[-1:]], axis=0)

    speed = size_of(hu / h) + size_of(hv / h) + 2.0 * (GRAVITY * h) ** 0.5
    dt = COURANT / jnp.max(speed / SPACING)
    x = [along_x(w) for w in (h, h + ground, hu, hv)]
    y = [along_y(h), along_y(h + ground), along_y(hv, -1.0), along_y(hu)]
    fx = flux(tuple(w[:, :-1] for w in x), tuple(w[:, 1:] for w in x))
    fy = flux(tuple(w[:-1] for w in y), tuple(w[1:] for w in y))

    def out(values: tuple[Any, Any]) -> Any:
        return values[0][:, 1:] - values[0][:, :-1] + (values[1][1:] - values[1][:-1])

    push_x, push_y = fx[3][:, 1:] + fx[3][:, :-1], fy[3][1:] + fy[3][:-1]
    share = dt / SPACING
    return (h - share * out((fx[0], fy[0])), hu - share * (out((fx[1], fy[2])) + push_x), hv - share * (out((fx[2], fy[1])) + push_y)), dt


def evenly(times: Any, levels: Any) -> tuple[Any, Any]:
    """The record at even moments, in number as many as there were steps."""
    import numpy as np

    moments = times[0] + np.arange(len(times)) * ((times[-1] - times[0]) / (len(times) - 1))
    return moments, np.stack([np.interp(moments, times, level) for level in levels.T], axis=1)


def make(options: Options, loop: Callable[..., Any]) -> Problem:
    import jax
    import jax.numpy as jnp
    import numpy as np

    nx, ny, steps = options.integer("nx", 100), options.integer("ny", 100), options.integer("steps", 150)
    x, y = (np.arange(nx)[None, :] + 0.5) / nx, (np.arange(ny)[:, None] + 0.5) / ny
    at = np.arange(1, 2 * ALONG, 2)
    places = tuple(np.meshgrid(at * ny // (2 * ALONG), at * nx // (2 * ALONG), indexing="ij"))

    @jax.jit
    def start() -> dict[str, Any]:
        surface = WAVE * (bump(x - 0.5, y - 0.5, 0.06) + bump(x - 0.1, y - 0.15, 0.06))
        return {"floor": floor(x, y, False), "surface": surface}

    def at_rest(surface: Any, ground: Any) -> tuple[Any, Any, Any]:
        return surface - ground, jnp.zeros((ny, nx)), jnp.zeros((ny, nx))

    @jax.jit
    def heard() -> tuple[Any, Any]:
        """Times and levels at the buoys over the true floor, for longer than anybody compares."""
        ground = floor(x, y, True)

        def one(carry: Any, _: Any) -> Any:
            state, dt = advance(carry[0], ground)
            return (state, carry[1] + dt), (carry[1] + dt, (state[0][places] + ground[places]).ravel())

        return jax.lax.scan(one, (at_rest(start()["surface"], ground), 0.0), length=steps + steps // 4 + 2)[1]

    def misfit(levels: Any, time: Any, dt: Any, data: dict[str, Any]) -> Any:
        """Between moments of the record: the cubic of Catmull and Rom."""
        moments, record = data["moments"], data["record"]
        spacing = (moments[-1] - moments[0]) / (len(moments) - 1)
        k = jnp.clip(jnp.floor((time - moments[0]) / spacing).astype(int), 1, len(moments) - 3)
        s = (time - moments[k]) / spacing
        weights = jnp.stack([s * (s * (2 - s) - 1), 2 + s * s * (3 * s - 5), s * (1 + s * (4 - 3 * s)), s * s * (s - 1)])
        observed = weights @ jax.lax.dynamic_slice_in_dim(record, k - 1, 4) / 2
        return 0.5 * dt * jnp.sum((levels - observed) ** 2)

    def objective(inputs: dict[str, Any], data: dict[str, Any]) -> Any:
        ground = inputs["floor"]

        def step(carry: Any, _: Any) -> Any:
            state, dt = advance(carry[0], ground)
            time = carry[1] + dt
            return state, time, carry[2] + misfit((state[0][places] + ground[places]).ravel(), time, dt, data)

        return loop(step, (at_rest(inputs["surface"], ground), 0.0, 0.0), steps)[2]

    moments, record = evenly(*(np.asarray(values) for values in heard()))
    return Problem(start, objective, {"moments": jnp.array(moments), "record": jnp.array(record)})


if __name__ == "__main__":
    main(make)
