"""Applications once more, in NumPy, written from their equations.

Every function takes complex arrays, so a derivative is one run with an imaginary step (exact to rounding).
Fields are indexed [y, x] or [x], halo included.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.complex128]
Fields = dict[str, Field]


@dataclass(frozen=True)
class Case:
    """One application at one size: its inputs by dataset name, and the objective as a function of them."""

    inputs: Fields
    objective: Callable[[Fields], complex]

    def value(self) -> float:
        return float(self.objective(self.inputs).real)

    def derivative(self, name: str, at: tuple[int, ...], step: float = 1e-40) -> float:
        """Derivative of the objective by one entry of one input."""
        moved = {key: field.copy() for key, field in self.inputs.items()}
        moved[name][at] += 1j * step
        return float(self.objective(moved).imag / step)


def poisson(nx: int, ny: int, sweeps: int, cubic: bool = False) -> Case:
    dx, dy = 1.0 / (nx + 1), 1.0 / (ny + 1)
    x, y = np.meshgrid(np.arange(nx + 2) * dx, np.arange(ny + 2) * dy)
    solution = np.sin(np.pi * x) * np.cos(2.0 * np.pi * y)
    inside = (slice(1, -1), slice(1, -1))
    boundary = solution.astype(complex)
    boundary[inside] = 0.0
    boundary[[0, 0, -1, -1], [0, -1, 0, -1]] = 0.0  # corners are never read
    start = boundary.copy()
    start[inside] = (solution + 0.5 * np.sin(16.0 * np.pi * x) * np.sin(16.0 * np.pi * y))[inside]
    reaction = 1.0 if cubic else 0.0
    forcing = (-5.0 * np.pi**2 * solution[inside] - reaction * solution[inside] ** 3).astype(complex)

    def objective(fields: Fields) -> complex:
        u, other, f = fields["block_0_0.u"].copy(), fields["block_0_0.u2"].copy(), fields["block_0_0.f"]
        for _ in range(sweeps):
            along_x = (u[1:-1, :-2] + u[1:-1, 2:]) * dy**2
            along_y = (u[:-2, 1:-1] + u[2:, 1:-1]) * dx**2
            other[inside] = (along_x + along_y - dx**2 * dy**2 * (f + reaction * u[inside] ** 3)) / (2.0 * (dx**2 + dy**2))
            u, other = other, u
        return complex(np.sum((u[inside] - solution[inside]) ** 2) * dx * dy)

    return Case({"block_0_0.u": start, "block_0_0.u2": boundary, "block_0_0.f": forcing}, objective)


def stencil1d(size: int, points: int, sweeps: int, nonlinear: bool) -> Case:
    reach = points // 2
    distance = np.arange(1, reach + 1)
    side = np.array([0.25]) if points == 3 else 0.5 / ((distance + 1.0) * (distance + 2.0))
    slope = 0.01 / distance if nonlinear else np.zeros(reach)
    index = np.arange(-reach, size + reach)
    wave = (1.0 + 0.5 * np.sin(0.001 * index) + 0.1 * np.sin(0.73 * index)).astype(complex)

    def objective(fields: Fields) -> complex:
        u, other = fields["u"].copy(), fields["u2"].copy()
        for _ in range(sweeps):
            centre = u[reach : reach + size]
            left = [u[reach - k : reach - k + size] for k in distance]
            right = [u[reach + k : reach + k + size] for k in distance]
            spread = sum(w * (a + b - 2.0 * centre) for w, a, b in zip(side, left, right))
            change = sum(s * (b - a) for s, a, b in zip(slope, left, right))
            other[reach : reach + size] = centre + spread - centre * change
            u, other = other, u
        return complex(np.sum(u[reach : reach + size] ** 2) / size)

    return Case({"u": wave, "u2": wave.copy()}, objective)


def burgers(size: int, steps: int) -> Case:
    h, reynolds = 1.0 / (size - 1), 1000.0
    dt = 0.5 / (3.0 / h + 4.0 / (reynolds * h * h))
    x, y = np.meshgrid(np.arange(size) * h, np.arange(size) * h)

    def exact(t: float) -> tuple[Field, Field]:
        scale = 1.0 - 2.0 * t * t
        return ((x + y - 2 * x * t) / scale).astype(complex), ((x - y - 2 * y * t) / scale).astype(complex)

    def rate(q: Field, u: Field, v: Field) -> Field:
        centre, west, east = q[1:-1, 1:-1], q[1:-1, :-2], q[1:-1, 2:]
        south, north = q[:-2, 1:-1], q[2:, 1:-1]
        q_x = np.where(u.real > 0, centre - west, east - centre) / h
        q_y = np.where(v.real > 0, centre - south, north - centre) / h
        laplacian = (west + east + south + north - 4 * centre) / h**2
        return np.asarray(laplacian / reynolds - u * q_x - v * q_y)

    def objective(fields: Fields) -> complex:
        u, v = fields["u"].copy(), fields["v"].copy()
        for step in range(steps):
            u_next, v_next = exact((step + 1) * dt)
            here = (u[1:-1, 1:-1], v[1:-1, 1:-1])
            u_next[1:-1, 1:-1] = here[0] + dt * rate(u, *here)
            v_next[1:-1, 1:-1] = here[1] + dt * rate(v, *here)
            u, v = u_next, v_next
        return complex(np.sqrt(np.sum(u[1:-1, 1:-1] ** 2 + v[1:-1, 1:-1] ** 2) * h * h))

    u, v = exact(0.0)
    return Case({"u": u, "v": v}, objective)


SECOND_DIFFERENCES = {2: (1.0,), 4: (4 / 3, -1 / 12), 8: (8 / 5, -1 / 5, 8 / 315, -1 / 560)}


def _laplacian(u: Field, order: int) -> Field:
    """Times the spacing squared; what is outside the grid is zero."""
    padded, total = np.pad(u, order // 2), np.zeros_like(u)

    def moved(axis: int, by: int) -> Field:
        return padded[tuple(slice(order // 2 + by * (a == axis), order // 2 + by * (a == axis) + n) for a, n in enumerate(u.shape))]

    for axis in range(u.ndim):
        for k, weight in enumerate(SECOND_DIFFERENCES[order], 1):
            total += weight * (moved(axis, k) + moved(axis, -k) - 2 * u)
    return total


def wave(shape: tuple[int, ...], order: int, steps: int, shots: int, sponge: int) -> Case:
    """`shape` and all fields: depth first, axis 0 of the application last."""
    h, f, dims, depth, nx = 0.01, 12.0, len(shape), shape[0], shape[-1]
    stiffness = sum(4 * abs(w) for w in SECOND_DIFFERENCES[order][::2])
    dt = 0.7 * 2 / np.sqrt(dims * stiffness) * h / 2.5
    place = np.meshgrid(*(np.arange(n) / (n - 1) for n in shape), indexing="ij")
    layers = np.select([place[0] < 0.3, place[0] < 0.55, place[0] < 0.8], [1.6, 1.9, 2.2], 2.5)
    lens = 0.3 * np.exp(-sum((p - 0.5) ** 2 for p in place) / 0.02)
    inside = [np.maximum(sponge - np.minimum(np.arange(n), np.arange(n)[::-1]), 0) ** 2 for n in shape]
    kept = 1 - 0.15 / sponge**2 * sum(np.meshgrid(*inside, indexing="ij"))
    line = (depth - 1 - sponge, *(n // 2 for n in shape[1:-1]), slice(sponge, nx - sponge))

    def traces(velocity: Field, shot: int) -> Field:
        u, previous = np.zeros(shape, complex), np.zeros(shape, complex)
        source = (sponge, *(n // 2 for n in shape[1:-1]), sponge + (nx - 2 * sponge) * (2 * shot + 1) // (2 * shots))
        rows = []
        for step in range(steps):
            a = (np.pi * f * (step * dt - 1.5 / f)) ** 2
            following = previous + kept * (2 * (u - previous) + (velocity * dt / h) ** 2 * _laplacian(u, order))
            following[source] += dt**2 * velocity[source] ** 2 * (1 - 2 * a) * np.exp(-a) / h**dims
            u, previous = following, u
            rows.append(u[line])
        return np.array(rows)

    observed = [traces(layers - lens, shot) for shot in range(shots)]

    def objective(fields: Fields) -> complex:
        return complex(sum(0.5 * np.sum((traces(fields["velocity"], shot) - observed[shot]) ** 2) for shot in range(shots)))

    return Case({"velocity": layers.astype(complex)}, objective)


PAIRS = {2: ((1, 0), (0, 1), (1, 1), (1, -1)),
         3: ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (1, -1, 0), (1, 0, 1), (1, 0, -1), (0, 1, 1), (0, 1, -1))}


def lattice(dims: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Velocities (x first) and weights; rest, then pairs of opposite ones."""
    velocities = [(0,) * dims, *(tuple(side * c for c in pair) for pair in PAIRS[dims] for side in (1, -1))]
    rest, axis = {2: (4 / 9, 1 / 9), 3: (1 / 3, 1 / 18)}[dims]
    weights = [(rest, axis, 1 / 36)[sum(map(abs, c))] for c in velocities]
    return np.array(velocities), np.array(weights)


@dataclass(frozen=True)
class LatticeFlow:
    """`shape`: cells, axis 0 of the application last; fields have a halo of one cell around them."""

    shape: tuple[int, ...]
    steps: int
    channel: bool = False
    radius: float = -1.0
    drag: bool = False
    speed: float = 0.05
    reynolds: float = 100.0
    ripple: float = 0.02

    @property
    def viscosity(self) -> float:
        return self.speed * (self.shape[0] - 2) / self.reynolds

    @property
    def force(self) -> float:
        return 8 * self.viscosity * self.speed / (self.shape[0] - 2) ** 2 if self.channel else 0.0

    def options(self) -> list[str]:
        names = ("-nx", "-ny", "-nz")[: len(self.shape)]
        return [f"-dims={len(self.shape)}", *(f"{name}={n}" for name, n in zip(names, self.shape[::-1])), f"-steps={self.steps}",
                f"-problem={'channel' if self.channel else 'cavity'}", f"-objective={'drag' if self.drag else 'energy'}",
                f"-radius={self.radius}", f"-velocity={self.speed!r}", f"-reynolds={self.reynolds!r}", f"-ripple={self.ripple}"]

    def obstacle(self) -> NDArray[np.bool_]:
        from_middle = sum((p - (n - 1) / 2) ** 2 for p, n in zip(np.indices(self.shape), self.shape))
        return np.asarray((from_middle <= self.radius**2) & (self.radius >= 0))

    def kind(self) -> NDArray[np.int64]:
        """0: fluid, 1: solid, 2: lid."""
        place, kind = np.indices(self.shape), self.obstacle().astype(int)
        kind[place[0] == 0] = 1
        kind[place[0] == self.shape[0] - 1] = 2
        for axis in range(1, len(self.shape)):
            if not self.channel:
                kind[(place[axis] == 0) | (place[axis] == self.shape[axis] - 1)] = 1
        return kind

    def start(self) -> Field:
        _, weights = lattice(len(self.shape))
        wave = np.ones(())
        for n in self.shape:
            wave = np.multiply.outer(wave, np.sin(2 * np.pi * (np.arange(-1, n + 1) + 0.7) / n))
        return np.multiply.outer(weights, 1 + self.ripple * wave).astype(complex)

    def flow(self, f: Field, momentum_to_come: float) -> tuple[Field, Field]:
        """Density and velocity."""
        velocities, _ = lattice(len(self.shape))
        density = f.sum(axis=0)
        momentum = np.tensordot(velocities.T, f, 1)
        momentum[0] += momentum_to_come * self.force
        return density, momentum / density

    def collided(self, f: Field, omega: Field) -> Field:
        """BGK with the forcing of Guo, Zheng and Shi, term by term."""
        velocities, weights = lattice(len(self.shape))
        density, u = self.flow(f, 0.5)
        squares = (u * u).sum(axis=0)
        out = np.empty_like(f)
        for q, (c, w) in enumerate(zip(velocities, weights)):
            cu = np.tensordot(c, u, 1)
            equilibrium = w * density * (1 + 3 * cu + 4.5 * cu * cu - 1.5 * squares)
            source = (1 - omega / 2) * w * (3 * (c[0] - u[0]) + 9 * cu * c[0]) * self.force
            out[q] = f[q] + omega * (equilibrium - f[q]) + source
        return out

    def objective(self, fields: Fields) -> complex:
        velocities, weights = lattice(len(self.shape))
        kind, f, drag = self.kind(), fields["f"].copy(), 0j
        inside = (slice(None), *(slice(1, -1) for _ in self.shape))
        other = self.start()

        def arriving(field: Field, c: NDArray[np.int64]) -> Field:
            """Of the cells one velocity upstream; the halo is the field's own."""
            return field[tuple(slice(1 - step, 1 - step + n) for step, n in zip(c[::-1], self.shape))]

        for _ in range(self.steps):
            if self.channel:
                for axis in range(len(self.shape) - 1, 0, -1):
                    f = np.moveaxis(f, 1 + axis, 0)
                    f[0], f[-1] = f[-2], f[1]
                    f = np.moveaxis(f, 0, 1 + axis)
            pulled = np.array([arriving(f[q], c) for q, c in enumerate(velocities)])
            if self.drag:
                around = np.pad(kind, 1, constant_values=1)
                for q, c in enumerate(velocities):
                    wet = self.obstacle() & (arriving(around, c) == 0)
                    drag += 2 * c[0] * pulled[q][wet].sum() / self.steps
            bounced = np.array([pulled[q if q == 0 else q + 1 if q % 2 else q - 1] for q in range(len(weights))])
            lid = 0.0 if self.channel else self.speed
            for q, (c, w) in enumerate(zip(velocities, weights)):
                bounced[q][kind == 2] += 6 * w * lid * c[0]
            other[inside] = np.where(kind == 0, self.collided(pulled, fields["rate"]), bounced)
            f, other = other, f
        if self.drag:
            return complex(drag)
        density, u = self.flow(f[inside], -0.5)
        return complex((0.5 * density * (u * u).sum(axis=0))[kind == 0].sum())

    def case(self) -> Case:
        rate = np.full(self.shape, 1 / (3 * self.viscosity + 0.5), complex)
        return Case({"rate": rate, "f": self.start()}, self.objective)
