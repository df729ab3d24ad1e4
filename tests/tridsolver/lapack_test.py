"""Solutions against LAPACK's gtsv, which exchanges rows: random, dominant, stiff and nearly singular batches; every axis, padded and strided."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from scipy.linalg import lapack

from tests.sanitized import sanitized

ROOT = Path(__file__).parents[2]
BUILD = Path(os.environ.get("OPSGRAD_BUILD", ROOT / "build" / "release"))
Arrays = tuple[np.ndarray, ...]


class Shape(ctypes.Structure):
    _fields_ = [("dims", ctypes.c_int), ("axis", ctypes.c_int), ("cells", ctypes.c_int64 * 4)]


class Array(ctypes.Structure):
    _fields_ = [("first", ctypes.c_void_p), ("step", ctypes.c_int64 * 4)]


class Batch(ctypes.Structure):
    _fields_ = [("shape", Shape), *((name, Array) for name in "abcdx"), ("add", ctypes.c_int), ("transposed", ctypes.c_int)]


@pytest.fixture(scope="session")
def library() -> ctypes.CDLL:
    if sanitized(BUILD) and "libasan" not in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("this interpreter has no sanitizer: LD_PRELOAD=$(gcc -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 gives it one")
    return ctypes.CDLL(str(BUILD / "tests" / "tridsolver" / "libtridsolver_shared.so"))


def described(values: np.ndarray) -> Array:
    """Axis 0 of the solver is the last one of numpy."""
    steps = [stride // values.itemsize for stride in reversed(values.strides)]
    return Array(values.ctypes.data, (ctypes.c_int64 * 4)(*steps))


def solved(library: ctypes.CDLL, arrays: Arrays, axis: int, transposed: bool = False) -> np.ndarray:
    """@p axis of numpy."""
    d = arrays[3]
    x = np.empty_like(d)
    cells = list(reversed(d.shape)) + [1] * (4 - d.ndim)
    shape = Shape(d.ndim, d.ndim - 1 - axis, (ctypes.c_int64 * 4)(*cells))
    batch = Batch(shape, *(described(values) for values in (*arrays, x)), 0, transposed)
    call = library.trid_solve_f64 if d.dtype == np.float64 else library.trid_solve_f32
    assert call(ctypes.byref(batch), None, None) == 0
    return x


def by_lapack(arrays: Arrays, axis: int, transposed: bool) -> np.ndarray:
    a, b, c, d = (np.moveaxis(values, axis, -1).astype(np.float64) for values in arrays)
    x = d / b  # of systems of one row, which LAPACK's interface does not take
    for system in np.ndindex(d.shape[:-1] if d.shape[-1] > 1 else (0,)):
        low, high = (c[system][:-1], a[system][1:]) if transposed else (a[system][1:], c[system][:-1])
        *_, x[system], info = lapack.dgtsv(low, b[system], high, d[system])
        assert info == 0
    return np.moveaxis(x, -1, axis)


def random(rng: np.random.Generator, shape: tuple[int, ...], axis: int = 0, eps: float = 0) -> Arrays:
    a, b, c, d = (rng.uniform(-1, 1, shape) for _ in range(4))
    return a, b + 2.2 * np.sign(b), c, d


def dominant(rng: np.random.Generator, shape: tuple[int, ...], axis: int = 0, eps: float = 0) -> Arrays:
    a, c, d = (rng.uniform(-1, 1, shape) for _ in range(3))
    return a, 1.01 * (np.abs(a) + np.abs(c)) + 0.01, c, d


def stiff(rng: np.random.Generator, shape: tuple[int, ...], axis: int = 0, eps: float = 0) -> Arrays:
    """Coefficients over twelve orders of magnitude, as of diffusion through layers."""
    k = 10.0 ** rng.uniform(-6, 6, shape)
    return -k, 1 + 2 * k, -k, rng.uniform(-1, 1, shape)


def nearly_singular(rng: np.random.Generator, shape: tuple[int, ...], axis: int = 0, eps: float = 0) -> Arrays:
    """Diffusion between insulated ends: nearly nothing holds the mean, however long the systems are."""
    ones = np.ones(shape)
    b = 2 * ones
    ends = np.moveaxis(b, axis, -1)
    ends[..., 0] -= 1
    ends[..., -1] -= 1
    return -ones, b + eps**0.7, -ones, rng.uniform(-1, 1, shape)


def worst(arrays: Arrays, x: np.ndarray, reference: np.ndarray, axis: int, transposed: bool) -> float:
    """The largest backward error of a system [rounding errors], after a look that x is as near to the truth as LAPACK's."""
    a, b, c, d, x, y = (np.moveaxis(values, axis, -1).astype(np.longdouble) for values in (*arrays, x, reference))
    low, high = (np.roll(c, 1, -1), np.roll(a, -1, -1)) if transposed else (a.copy(), c.copy())
    low[..., 0] = high[..., -1] = 0

    def product(sign: Callable[[np.ndarray], np.ndarray], v: np.ndarray) -> np.ndarray:
        return sign(low) * np.roll(v, 1, -1) + sign(b) * v + sign(high) * np.roll(v, -1, -1)

    def same(v: np.ndarray) -> np.ndarray:
        return v

    sizes = product(np.abs, np.abs(x)).max(-1) + np.abs(d).max(-1)
    error = np.abs(product(same, x) - d).max(-1) / sizes
    assert np.abs(product(same, x - y)).max() <= 40 * np.finfo(arrays[3].dtype).eps * sizes.max()
    return float(error.max() / np.finfo(arrays[3].dtype).eps)


SHAPES = [(1,), (2,), (3,), (5, 40), (64, 33), (1000, 9), (9, 1000), (30, 17, 21), (5, 6, 7, 8), (3, 4100), (4100, 3), (1_000_001,)]


@pytest.mark.parametrize("kind", [random, dominant, stiff, nearly_singular])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("real", [np.float64, np.float32])
def test_as_good_as_lapack(library: ctypes.CDLL, kind: Callable[..., Arrays], shape: tuple[int, ...], real: type) -> None:
    rng = np.random.default_rng(len(shape) + shape[0])
    for axis in range(len(shape)):
        arrays = tuple(values.astype(real) for values in kind(rng, shape, axis, float(np.finfo(real).eps)))
        for transposed in (False, True):
            x = solved(library, arrays, axis, transposed)
            assert worst(arrays, x, by_lapack(arrays, axis, transposed), axis, transposed) < 10


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_padded_reversed_and_invariant_arrays(library: ctypes.CDLL, axis: int) -> None:
    """Gaps, every other cell, axes in another order, a matrix that is the same for all systems."""
    rng = np.random.default_rng(7)
    shape = (20, 22, 24)
    a, b, c, d = dominant(rng, (2 * shape[0], shape[1] + 5, shape[2] + 3))
    part = np.s_[::2, 2:-3, 1:-2]
    d = np.moveaxis(np.ascontiguousarray(np.moveaxis(d[part], 0, 2)), 2, 0)[:, ::-1]
    line = [n if i == axis else 1 for i, n in enumerate(shape)]
    a = np.broadcast_to(a.ravel()[: shape[axis]].reshape(line), shape)
    arrays = (a, b[part] + 2.0, c[part], d)
    assert worst(arrays, solved(library, arrays, axis), by_lapack(arrays, axis, False), axis, False) < 10


def test_every_length(library: ctypes.CDLL) -> None:
    rng = np.random.default_rng(8)
    for rows in [*range(1, 70), *range(250, 262), 511, 513, 769, 1000, *range(2046, 2052), *range(2303, 2308), 16383, 16384, 16385, 16386]:
        for systems in (1, 17):
            arrays = dominant(rng, (systems, rows))
            assert worst(arrays, solved(library, arrays, 1), by_lapack(arrays, 1, False), 1, False) < 10, rows
