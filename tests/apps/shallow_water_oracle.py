"""apps/shallow_water in NumPy, cell by cell as its README says; complex numbers give derivatives."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

G, H, COURANT = 9.81, 10.0, 0.8
ALONG = 5  # buoys in either direction
Array = Any


def _places(nx: int, ny: int) -> tuple[Array, Array]:
    y, x = np.meshgrid((np.arange(ny) + 0.5) / ny, (np.arange(nx) + 0.5) / nx, indexing="ij")
    return x, y


def _bump(x: Array, y: Array, radius: float) -> Array:
    return np.exp(-(x ** 2 + y ** 2) / (2 * radius ** 2))


def floor(nx: int, ny: int, truth: bool) -> Array:
    x, y = _places(nx, ny)
    plain = -20 * (1 + 0.2 * (y - 0.5) + 0.02 * np.sin(2 * np.pi * (x + 0.07)))
    hills = 6 * (_bump(x - 0.35, y - 0.6, 0.1) + 0.7 * _bump(x - 0.7 - 0.4 * (y - 0.35), 0.4 * (y - 0.35), 0.07))
    return plain + hills if truth else plain


def surface(nx: int, ny: int) -> Array:
    x, y = _places(nx, ny)
    return _bump(x - 0.5, y - 0.5, 0.06) + _bump(x - 0.1, y - 0.15, 0.06)


def _size(u: Array) -> Array:
    return np.sqrt(u * u + 0.01)


def _flux(left: Array, right: Array) -> Array:
    """Of depth, level, momentum across and along a face: what goes through it, and the push of its slope."""
    (h, level, across, aside), (hr, level_r, across_r, aside_r) = left, right
    u, v, mean = across / h, across_r / hr, (h + hr) / 2
    fastest, slope = _size((u + v) / 2) + np.sqrt(G * mean), level_r - level
    return np.array([(across + across_r - fastest * slope) / 2, (across * u + across_r * v - fastest * (across_r - across)) / 2,
                     (aside * u + aside_r * v - fastest * (aside_r - aside)) / 2, G * mean * slope / 2])


def _padded(a: Array, sign: int = 1) -> Array:
    a = np.concatenate([a[:, -1:], a, a[:, :1]], axis=1)
    return np.concatenate([sign * a[:1], a, sign * a[-1:]])


def _advance(q: Array, b: Array, dt: Any) -> Array:
    h, x, y = _padded(q[0]), _padded(q[1]), _padded(q[2], -1)
    level = h + _padded(b)
    in_x, in_y = np.array([h, level, x, y])[:, 1:-1], np.array([h, level, y, x])[:, :, 1:-1]
    east, north = _flux(in_x[:, :, :-1], in_x[:, :, 1:]), _flux(in_y[:, :-1], in_y[:, 1:])
    dx, dy = east[:3, :, 1:] - east[:3, :, :-1], north[:3, 1:] - north[:3, :-1]
    dx[1] += east[3, :, 1:] + east[3, :, :-1]
    dy[1] += north[3, 1:] + north[3, :-1]
    return q - dt / H * (dx + dy[[0, 2, 1]])


@dataclass
class Run:
    """The moments of a run, and what buoys hear at each."""

    times: list[Any] = field(default_factory=list)
    steps: list[Any] = field(default_factory=list)
    levels: list[Array] = field(default_factory=list)


def run(b: Array, start: Array, steps: int) -> Run:
    ny, nx = b.shape
    q = np.array([start - b, 0 * b, 0 * b])
    rows, columns = ([(2 * k + 1) * n // (2 * ALONG) for k in range(ALONG)] for n in (ny, nx))
    done, time = Run(), 0.0
    for _ in range(steps):
        speeds = (_size(q[1] / q[0]) + _size(q[2] / q[0]) + 2 * np.sqrt(G * q[0])) / H
        dt = COURANT / speeds.flat[speeds.real.argmax()]
        q = _advance(q, b, dt)
        time = time + dt
        done.times.append(time)
        done.steps.append(dt)
        done.levels.append((q[0] + b)[np.ix_(rows, columns)].ravel())
    return done


class Record:
    """A run's levels at even moments."""

    def __init__(self, seen: Run) -> None:
        times = np.array(seen.times)
        self.first, self.spacing = times[0], (times[-1] - times[0]) / (len(times) - 1)
        even = self.first + self.spacing * np.arange(len(times))
        self.levels = np.array([np.interp(even, times, column) for column in np.array(seen.levels).T]).T

    def at(self, time: Any) -> Array:
        """By the cubic of Catmull and Rom."""
        k = int(np.clip(np.floor((time.real - self.first) / self.spacing), 1, len(self.levels) - 3))
        s = (time - (self.first + k * self.spacing)) / self.spacing
        weights = np.array([-s + 2 * s ** 2 - s ** 3, 2 - 5 * s ** 2 + 3 * s ** 3, s + 4 * s ** 2 - 3 * s ** 3, s ** 3 - s ** 2]) / 2
        return weights @ self.levels[k - 1:k + 3]


def misfit(b: Array, start: Array, steps: int, record: Record) -> Any:
    seen = run(b, start, steps)
    return sum(dt * ((levels - record.at(time)) ** 2).sum() / 2 for time, dt, levels in zip(seen.times, seen.steps, seen.levels))
