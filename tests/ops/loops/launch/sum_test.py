"""Sums without an order (ops/loops/launch/sum.hpp) against integers of Python, for any order, division and size of the numbers."""

from __future__ import annotations

import ctypes as c
import math
import subprocess
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.fresh import fresh_seed
from tests.tier import FULL

ROOT = Path(__file__).resolve().parents[4]
ARRAYS = 10_000 if FULL else 2_500
UNIT = -1074  # all doubles are whole multiples of 2^-1074
SHIM = """
#include "ops/loops/launch/sum.cpp"
#include <vector>
#include <xmmintrin.h>
using ops::reduce::Sum;
/// Number k goes to sum `share[k]` of `shares`, which are then added from the last to the first.
template <class T> Sum divided(const T* values, const int* share, int n, int shares) {
  std::vector<Sum> sums(static_cast<std::size_t>(shares));
  for (int k = 0, end; k < n; k = end) {
    for (end = k + 1; end < n && share[end] == share[k]; ++end) {}
    Sum& sum = sums[static_cast<std::size_t>(share[k])];
    if (share[k] % 2 == 0) sum.add(values + k, end - k);
    else for (int at = k; at < end; ++at) sum.add(static_cast<double>(values[at]));  // one at a time, as devices do
  }
  for (int s = shares - 1; s > 0; --s) sums[static_cast<std::size_t>(s - 1)].add(sums[static_cast<std::size_t>(s)]);
  return sums[0];
}
extern "C" double of_doubles(const double* values, const int* share, int n, int shares) { return divided(values, share, n, shares).to_double(); }
extern "C" float of_floats(const float* values, const int* share, int n, int shares) { return divided(values, share, n, shares).to_float(); }
extern "C" void flush_subnormals(bool on) { _mm_setcsr((_mm_getcsr() & ~0x8040u) | (on ? 0x8040u : 0u)); }
"""
Numbers = NDArray[np.floating]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> c.CDLL:
    folder = tmp_path_factory.mktemp("sum")
    (folder / "shim.cpp").write_text(SHIM)
    flags = ["-std=c++20", "-O3", "-ffp-contract=off", "-fPIC", "-shared", "-Wall", "-Wextra", "-Werror", f"-I{ROOT}"]
    subprocess.run(["c++", *flags, str(folder / "shim.cpp"), "-o", str(folder / "sum.so")], check=True)
    found = c.CDLL(str(folder / "sum.so"))
    found.of_doubles.restype, found.of_floats.restype = c.c_double, c.c_float
    return found


def total(library: c.CDLL, numbers: Numbers, share: NDArray[np.int32]) -> float:
    function = library.of_doubles if numbers.dtype == np.float64 else library.of_floats
    return float(function(numbers.ctypes.data_as(c.c_void_p), share.ctypes.data_as(c.c_void_p), len(numbers), int(share.max()) + 1))


def whole(library: c.CDLL, *numbers: float, dtype: type = np.float64) -> float:
    return total(library, np.array(numbers, dtype), np.zeros(len(numbers), np.int32))


def units(x: float) -> int:
    mantissa, exponent = math.frexp(x)
    return int(mantissa * 2**53) * 2 ** (exponent - 53 - UNIT) if exponent - 53 >= UNIT else int(mantissa * 2 ** (exponent - UNIT))


def random_numbers(r: np.random.Generator, dtype: type) -> Numbers:
    """Of one size or of many, anywhere among the exponents of the type; some zero, powers of two, or each other's opposite."""
    least, most = (-1074, 1023) if dtype == np.float64 else (-149, 127)
    n = int(r.choice([1, 2, 7, 40, 300, 1500]))
    middle, spread = r.integers(least, most + 1), int(r.choice([0, 3, 60, 200, 2200]))
    exponents = np.clip(r.integers(middle - spread, middle + spread + 1, n), least, most - 1)
    found = np.ldexp(r.uniform(-2, 2, n), exponents)
    kind = r.random(n)
    found[kind < 0.05] = 0.0
    powers = (kind > 0.05) & (kind < 0.15)
    found[powers] = np.ldexp(1.0, exponents[powers])
    if n > 2 and r.random() < 0.3:
        found[1::2] = -found[: len(found[1::2]) * 2 : 2]
    with np.errstate(over="ignore", under="ignore"):
        return np.where(np.isfinite(found), found, 1.0).astype(dtype)


def divisions(r: np.random.Generator, n: int) -> NDArray[np.int32]:
    """Runs of neighbours, each in one of a few sums."""
    runs = np.repeat(r.integers(0, 6, n), r.integers(1, 1 + n, n) if r.random() < 0.5 else 1)
    return runs[:n].astype(np.int32)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_any_order_and_division_gives_the_same_bits_near_the_exact_sum(library: c.CDLL, dtype: type) -> None:
    r = np.random.default_rng(20 if FULL else fresh_seed())
    digits, least = (53, -1074) if dtype == np.float64 else (24, -149)
    for _ in range(ARRAYS // 2):
        numbers = random_numbers(r, dtype)
        found = total(library, numbers, np.zeros(len(numbers), np.int32))
        for _ in range(2):
            order = r.permutation(len(numbers))
            assert total(library, numbers[order], divisions(r, len(numbers))) == found, numbers
        exact = sum(units(float(x)) for x in numbers)
        if math.isinf(found):
            assert abs(exact) >= units(float(np.finfo(dtype).max)), numbers
            continue
        left_out = len(numbers) * max(abs(units(float(x))) for x in numbers)  # 2^-80 of it
        last_digit = 2 ** (max(math.frexp(found)[1] - digits, least) - UNIT)
        assert abs(units(found) - exact) * 2**80 <= left_out + last_digit * 2**79, numbers


def test_flushed_subnormals_leave_no_trace_of_the_order(library: c.CDLL) -> None:
    r = np.random.default_rng(21)
    library.flush_subnormals(True)
    try:
        for _ in range(500):
            numbers = np.ldexp(r.uniform(-2, 2, 300), r.integers(-1074, -880, 300))
            found = total(library, numbers, np.zeros(300, np.int32))
            assert total(library, numbers[r.permutation(300)], divisions(r, 300)) == found
    finally:
        library.flush_subnormals(False)


def test_the_result_is_rounded_once(library: c.CDLL) -> None:
    assert whole(library, 1.0, 2.0**-53, 2.0**-100) == 1 + 2.0**-52  # just above the middle
    assert whole(library, 1.0, 2.0**-53, -(2.0**-100)) == 1.0
    assert whole(library, 1.0, 2.0**-24, 2.0**-60, dtype=np.float32) == 1 + 2.0**-23
    assert whole(library, *[0.1] * 10) == math.fsum([0.1] * 10)


def test_nothing_overflows_on_the_way(library: c.CDLL) -> None:
    most = float(np.finfo(np.float64).max)
    assert whole(library, most, most, -most, -most, 3.0) == 0.0  # 3 lies more than 80 bits below
    assert whole(library, most, most, -most) == most
    assert whole(library, most, most) == math.inf and whole(library, -most, -most) == -math.inf
    assert whole(library, 3e38, 3e38, dtype=np.float32) == math.inf


def test_what_is_not_finite(library: c.CDLL) -> None:
    for n in (1, 9, 2000):
        others = [1.0] * n
        assert whole(library, *others, math.inf) == math.inf
        assert whole(library, -math.inf, *others) == -math.inf
        assert math.isnan(whole(library, *others, math.nan)) and math.isnan(whole(library, math.nan, *others, math.inf))
        assert math.isnan(whole(library, math.inf, *others, -math.inf))


def test_a_sum_of_zeros_is_plus_zero(library: c.CDLL) -> None:
    for numbers in ([-0.0], [0.0, -0.0], [5.0, -5.0], [-5e-324, 5e-324]):
        assert math.copysign(1, whole(library, *numbers)) == 1 and whole(library, *numbers) == 0


def test_many_numbers_lose_nothing(library: c.CDLL) -> None:
    numbers = np.random.default_rng(22).normal(size=1 << 20)
    assert total(library, numbers, np.zeros(len(numbers), np.int32)) == math.fsum(numbers)
