"""Writes coefficients.hpp: python3 ops/loops/functions/coefficients.py > ops/loops/functions/coefficients.hpp

Polynomials interpolate at Chebyshev's nodes, in 60 digits; what is left of the error is printed beside each, relative to what it is added to.
Constants in several doubles are cut one after another. Knows mpmath (Debian: python3-mpmath); nothing here runs when programs are built.
"""

from __future__ import annotations

from collections.abc import Callable

from mpmath import asin, atan, atanh, cos, cosh, erf, erfc, exp, expm1, ln, log, lu_solve, matrix, mp, mpf, pi, sin, sinh, sqrt

mp.dps = 60
Function = Callable[[mpf], mpf]


def nodes(first: mpf, last: mpf, count: int) -> list[mpf]:
    return [(first + last) / 2 + (last - first) / 2 * cos(pi * (2 * k + 1) / (2 * count)) for k in range(count)]


def interpolate(f: Function, first: mpf, last: mpf, count: int) -> list[float]:
    """Coefficients of the polynomial in x, the constant first, rounded to double."""
    at = nodes(first, last, count)
    solved = lu_solve(matrix([[x**k for k in range(count)] for x in at]), matrix([f(x) for x in at]))
    return [float(c) for c in solved]


def error(f: Function, weight: Function, coefficients: list[float], first: mpf, last: mpf) -> float:
    """log2 of the largest difference times `weight`."""
    def value(x: mpf) -> mpf:
        return sum(mpf(c) * x**k for k, c in enumerate(coefficients))
    return float(log(max(abs((f(x) - value(x)) * weight(x)) for x in nodes(first, last, 199)), 2))


def polynomial(name: str, f: Function, first: float, last: float, count: int, weight: Function) -> None:
    low, high = mpf(first), mpf(last)
    found = interpolate(f, low, high, count)
    print(f"\n// {error(f, weight, found, low, high):.1f} bits")
    print(f"inline constexpr double {name}[] = {{")
    for c in found:
        print(f"    {c.hex()},")
    print("};")


def parts(name: str, value: mpf, count: int) -> None:
    """A constant as the sum of `count` doubles."""
    for k in range(1, count + 1):
        part = float(value)
        print(f"inline constexpr double {name}_{k} = {part.hex()};")
        value -= mpf(part)


def bits_of_two_over_pi(words: int) -> None:
    """A zero, then 2 / pi as numbers of 32 bits, the first with weight 2^-32."""
    with mp.workprec(32 * words + 64):
        whole = int(mp.floor(2 / pi * mpf(2) ** (32 * words)))
    listed = ["0u"] + [f"0x{(whole >> 32 * (words - 1 - k)) & 0xffffffff:08x}u" for k in range(words)]
    print("\n// 0 and the bits of 2 / pi\n#define OPS_TWO_OVER_PI \\")
    for start in range(0, len(listed), 8):
        print("  " + ", ".join(listed[start:start + 8]) + (", \\" if start + 8 < len(listed) else ""))


def short_and_rest(name: str, value: mpf, digits: int) -> None:
    """A constant as a double with so many binary digits, whose product with small integers is exact, and what that leaves."""
    exponent = int(mp.floor(log(value, 2))) + 1
    short = mp.floor(value * mpf(2) ** (digits - exponent)) * mpf(2) ** (exponent - digits)
    print(f"inline constexpr double {name}_short = {float(short).hex()};")
    print(f"inline constexpr double {name}_rest = {float(value - short).hex()};")


def series(terms: Callable[[int], mpf]) -> Function:
    """Of small arguments: sum of terms(k) z^k."""
    return lambda z: sum(terms(k) * z**k for k in range(8))


def near_zero(f: Function, terms: Callable[[int], mpf]) -> Function:
    """f, or its series where f would cancel."""
    small = series(terms)
    return lambda z: f(z) if abs(z) > mpf(10) ** -6 else small(z)


def of_root(f: Function) -> Function:
    return lambda z: f(sqrt(z))


def exponentials() -> None:
    half = float(ln(2) / 2) * 1.001
    parts("ln2", ln(2), 2)
    parts("log2_e", 1 / ln(2), 2)
    polynomial("exp_rest", near_zero(lambda r: (expm1(r) - r) / r**2, lambda k: 1 / mp.factorial(k + 2)), -half, half, 11, lambda r: r**2)
    polynomial("exp_rest_short", near_zero(lambda r: (expm1(r) - r) / r**2, lambda k: 1 / mp.factorial(k + 2)), -half, half, 6, lambda r: r**2)
    square = half**2
    polynomial("sinh_rest", near_zero(of_root(lambda r: (sinh(r) - r) / r**3), lambda k: 1 / mp.factorial(2 * k + 3)), 0, square, 5, lambda z: z)
    polynomial("cosh_rest", near_zero(of_root(lambda r: (cosh(r) - 1) / r**2), lambda k: 1 / mp.factorial(2 * k + 2)), 0, square, 6, lambda z: z)


def logarithms() -> None:
    last = float((sqrt(2) - 1) / (sqrt(2) + 1)) ** 2 * 1.001

    def rest(s: mpf) -> mpf:
        return 2 * (atanh(s) - s) / s**3
    polynomial("log_rest", near_zero(of_root(rest), lambda k: mpf(2) / (2 * k + 3)), 0, last, 7, lambda z: z / 2)
    polynomial("log_rest_short", near_zero(of_root(rest), lambda k: mpf(2) / (2 * k + 3)), 0, last, 4, lambda z: z / 2)
    short_and_rest("ln2", ln(2), 41)
    parts("two_thirds", mpf(2) / 3, 2)

    def after(s: mpf) -> mpf:
        return 2 * (atanh(s) - s - s**3 / 3) / s**5
    polynomial("log_rest_of_pow", near_zero(of_root(after), lambda k: mpf(2) / (2 * k + 5)), 0, last, 9, lambda z: z**2 / 2)


def circular() -> None:
    parts("half_pi", pi / 2, 3)
    parts("two_over_pi", 2 / pi, 1)
    last = 0.79**2
    polynomial("sin_rest", near_zero(of_root(lambda r: (sin(r) - r) / r**3), lambda k: (-1) ** (k + 1) / mp.factorial(2 * k + 3)), 0, last, 7, lambda z: z)
    polynomial("cos_rest", near_zero(of_root(lambda r: (cos(r) - 1 + r**2 / 2) / r**4), lambda k: (-1) ** k / mp.factorial(2 * k + 4)), 0, last, 6, lambda z: z**2)
    polynomial("sin_rest_short", near_zero(of_root(lambda r: (sin(r) - r) / r**3), lambda k: (-1) ** (k + 1) / mp.factorial(2 * k + 3)), 0, last, 4, lambda z: z)
    polynomial("cos_rest_short", near_zero(of_root(lambda r: (cos(r) - 1 + r**2 / 2) / r**4), lambda k: (-1) ** k / mp.factorial(2 * k + 4)), 0, last, 4, lambda z: z**2)


def inverse_circular() -> None:
    tangent = float(sqrt(2) - 1) * 1.001
    polynomial("atan_rest", near_zero(of_root(lambda t: (atan(t) - t) / t**3), lambda k: mpf((-1) ** (k + 1)) / (2 * k + 3)), 0, tangent**2, 12, lambda z: z)
    polynomial("asin_rest", near_zero(of_root(lambda t: (asin(t) - t) / t**3), lambda k: mp.rf(mpf(1) / 2, k + 1) / mp.factorial(k + 1) / (2 * k + 3)), 0, 0.2501, 13,
               lambda z: z)


def errors() -> None:
    polynomial("erf_rest", near_zero(of_root(lambda x: erf(x) / x - 1), lambda k: 2 / sqrt(pi) * (-1) ** k / mp.factorial(k) / (2 * k + 1) - (k == 0)), 0, 1.001, 13,
               lambda z: mpf(1))
    centre = 3

    def place(x: float) -> mpf:
        return (mpf(x) - centre) / (mpf(x) + centre)

    def x_of(u: mpf) -> mpf:
        return centre * (1 + u) / (1 - u)
    polynomial("erfc_scaled", lambda u: erfc(x_of(u)) * exp(x_of(u) ** 2), place(1), place(6), 16, lambda u: exp(-x_of(u) ** 2))


def roots() -> None:
    polynomial("cbrt_inverse", lambda m: 1 / mp.cbrt(m), 0.707, 1.4143, 4, mp.cbrt)
    parts("cbrt_half", mp.cbrt(mpf(1) / 2), 1)
    parts("cbrt_quarter", mp.cbrt(mpf(1) / 4), 1)


def main() -> None:
    print("// ops/loops/functions/coefficients.hpp: polynomial coefficients, generated by coefficients.py, which documents the\n"
          "// method. The stated bits are those of the largest error of a polynomial.")
    print("#pragma once\n\n// clang-format off\nnamespace ops::functions {\n")
    exponentials()
    logarithms()
    circular()
    inverse_circular()
    errors()
    roots()
    bits_of_two_over_pi(39)
    print("\n}  // namespace ops::functions")


if __name__ == "__main__":
    main()
