"""Derivative rules of <cmath>: for each function and argument, what an incoming derivative `g` becomes.

Conventions where a function is not smooth:
- fabs, copysign at 0: derivative 0.
- fmin, fmax, min, max, on a tie: the first argument has the derivative 1, the second 0. fdim on a tie: 0.
- floor, ceil, round, trunc, rint, nearbyint, conversions to integers: derivative 0 everywhere; fmod: that of x - trunc(x/y)*y.
- where the value is finite and the derivative is not (sqrt, cbrt and pow(x, p < 1) at 0, asin, acos at +-1, acosh at 1, hypot and
  atan2 at the origin): derivative 0, as at the minimum of sqrt(u*u + v*v).
- pow(x, p) with x <= 0: derivative by p is 0.
Test:    tests/translator/passes/differentiate_test.py
"""

from __future__ import annotations

import math
from collections.abc import Callable

from translator.ir import Call, Const, Expr
from translator.passes.build import both, call, choose, compare, either, minus, negative, number, over, plus, times

Args = tuple[Expr, ...]
Rule = Callable[[int, Args, Expr, Expr], Expr]  # (argument, args, result, g) -> derivative of that argument; args, result, g are leaves
Unary1 = Callable[[Expr, Expr, Expr], Expr]  # (x, result, g)


def rule(name: str) -> Rule | None:
    """The rule of `name`, None if there is none (trigamma, nextafter, ..)."""
    return _RULES.get(name)


def is_flat(name: str) -> bool:
    """Piecewise constant: no derivative flows through it."""
    return name in _FLAT


_FLAT = frozenset(
    "floor ceil round trunc rint nearbyint lround llround lrint llrint isnan isinf isfinite isnormal signbit ilogb logb".split()
)


def _of(value: float, like: Expr) -> Const:
    return number(value, like.type)


def _finite(singular: Expr, value: Expr) -> Expr:
    """`value`, or 0 where it would be infinite."""
    return choose(singular, _of(0.0, value), value)


def _one(f: Unary1) -> Rule:
    return lambda i, args, y, g: f(args[0], y, g)


def _fabs(x: Expr, y: Expr, g: Expr) -> Expr:
    zero = _of(0.0, x)
    return choose(compare(">", x, zero), g, choose(compare("<", x, zero), negative(g), zero))


def _sqrt(x: Expr, y: Expr, g: Expr) -> Expr:
    return _finite(compare("==", y, _of(0.0, y)), over(times(_of(0.5, g), g), y))


def _cbrt(x: Expr, y: Expr, g: Expr) -> Expr:
    return _finite(compare("==", y, _of(0.0, y)), over(g, times(_of(3.0, y), times(y, y))))


def _square(x: Expr) -> Expr:
    return times(x, x)


def _one_minus_square(x: Expr) -> Expr:
    one = _of(1.0, x)
    return times(minus(one, x), plus(one, x))


def _arc(sign: int) -> Unary1:
    def f(x: Expr, y: Expr, g: Expr) -> Expr:
        value = over(g, call("sqrt", _one_minus_square(x)))
        return _finite(compare("==", call("fabs", x), _of(1.0, x)), value if sign > 0 else negative(value))

    return f


def _acosh(x: Expr, y: Expr, g: Expr) -> Expr:
    one = _of(1.0, x)
    root = call("sqrt", times(minus(x, one), plus(x, one)))
    return _finite(compare("==", x, one), over(g, root))


def _gauss(x: Expr, y: Expr, g: Expr) -> Expr:
    return times(times(_of(2.0 / math.sqrt(math.pi), x), call("exp", negative(_square(x)))), g)


def _pow(i: int, args: Args, y: Expr, g: Expr) -> Expr:
    x, p = args
    zero, one = _of(0.0, x), _of(1.0, x)
    if i == 1:
        return choose(compare(">", x, zero), times(times(y, call("log", x)), g), zero)
    if isinstance(p, Const):
        return _power_of_literal(x, float(p.value), g)
    value = times(times(p, call("pow", x, minus(p, one))), g)
    flat = both(compare("==", x, zero), compare("<", p, one))
    return _finite(flat, value)


def _power_of_literal(x: Expr, p: float, g: Expr) -> Expr:
    known = {0.0: _of(0.0, x), 1.0: _of(1.0, x), 2.0: times(_of(2.0, x), x), 3.0: times(_of(3.0, x), _square(x))}
    if p in known:
        return times(known[p], g)
    value = times(times(_of(p, x), call("pow", x, _of(p - 1.0, x))), g)
    return value if p >= 1.0 else _finite(compare("==", x, _of(0.0, x)), value)


def _hypot(i: int, args: Args, y: Expr, g: Expr) -> Expr:
    return _finite(compare("==", y, _of(0.0, y)), times(over(args[i], y), g))


def _atan2(i: int, args: Args, y: Expr, g: Expr) -> Expr:
    up, right = args
    square = plus(_square(up), _square(right))
    value = times(over(right, square), g) if i == 0 else negative(times(over(up, square), g))
    return _finite(compare("==", square, _of(0.0, square)), value)


def _picks(op: str, skips_nan: bool) -> Rule:
    """The first argument where first `op` second, or, for fmin and fmax, where the second is not a number."""

    def f(i: int, args: Args, y: Expr, g: Expr) -> Expr:
        a, b = args
        first = compare(op, a, b)
        if skips_nan:
            first = either(first, compare("!=", b, b))
        zero = _of(0.0, g)
        return choose(first, g, zero) if i == 0 else choose(first, zero, g)

    return f


def _fdim(i: int, args: Args, y: Expr, g: Expr) -> Expr:
    return choose(compare(">", args[0], args[1]), g if i == 0 else negative(g), _of(0.0, g))


def _copysign(i: int, args: Args, y: Expr, g: Expr) -> Expr:
    x, sign = args
    if i == 1:
        return _of(0.0, g)
    zero, side = _of(0.0, x), call("copysign", _of(1.0, x), sign)
    return choose(compare(">", x, zero), times(side, g), choose(compare("<", x, zero), negative(times(side, g)), zero))


def _fmod(i: int, args: Args, y: Expr, g: Expr) -> Expr:
    return g if i == 0 else negative(times(call("trunc", over(args[0], args[1])), g))


def _remainder(i: int, args: Args, y: Expr, g: Expr) -> Expr:
    return g if i == 0 else negative(times(call("rint", over(minus(args[0], y), args[1])), g))


def _fma(i: int, args: Args, y: Expr, g: Expr) -> Expr:
    return g if i == 2 else times(args[1 - i], g)


def _ldexp(i: int, args: Args, y: Expr, g: Expr) -> Expr:
    return Call("ldexp", (g, args[1]), g.type)


_RULES: dict[str, Rule] = {
    "sqrt": _one(_sqrt),
    "cbrt": _one(_cbrt),
    "exp": _one(lambda x, y, g: times(y, g)),
    "exp2": _one(lambda x, y, g: times(times(_of(math.log(2.0), y), y), g)),
    "expm1": _one(lambda x, y, g: times(plus(y, _of(1.0, y)), g)),
    "log": _one(lambda x, y, g: over(g, x)),
    "log2": _one(lambda x, y, g: over(g, times(_of(math.log(2.0), x), x))),
    "log10": _one(lambda x, y, g: over(g, times(_of(math.log(10.0), x), x))),
    "log1p": _one(lambda x, y, g: over(g, plus(x, _of(1.0, x)))),
    "sin": _one(lambda x, y, g: times(call("cos", x), g)),
    "cos": _one(lambda x, y, g: negative(times(call("sin", x), g))),
    "tan": _one(lambda x, y, g: times(plus(_square(y), _of(1.0, y)), g)),
    "asin": _one(_arc(1)),
    "acos": _one(_arc(-1)),
    "atan": _one(lambda x, y, g: over(g, plus(_square(x), _of(1.0, x)))),
    "sinh": _one(lambda x, y, g: times(call("cosh", x), g)),
    "cosh": _one(lambda x, y, g: times(call("sinh", x), g)),
    "tanh": _one(lambda x, y, g: times(_one_minus_square(y), g)),
    "asinh": _one(lambda x, y, g: over(g, call("sqrt", plus(_square(x), _of(1.0, x))))),
    "acosh": _one(_acosh),
    "atanh": _one(lambda x, y, g: over(g, _one_minus_square(x))),
    "lgamma": _one(lambda x, y, g: times(call("digamma", x), g)),
    "tgamma": _one(lambda x, y, g: times(times(y, call("digamma", x)), g)),
    "digamma": _one(lambda x, y, g: times(call("trigamma", x), g)),
    "erf": _one(_gauss),
    "erfc": _one(lambda x, y, g: negative(_gauss(x, y, g))),
    "fabs": _one(_fabs),
    "abs": _one(_fabs),
    "pow": _pow,
    "hypot": _hypot,
    "atan2": _atan2,
    "fmin": _picks("<=", True),
    "fmax": _picks(">=", True),
    "min": _picks("<=", False),
    "max": _picks(">=", False),
    "fdim": _fdim,
    "copysign": _copysign,
    "fmod": _fmod,
    "remainder": _remainder,
    "fma": _fma,
    "ldexp": _ldexp,
    "scalbn": _ldexp,
}
