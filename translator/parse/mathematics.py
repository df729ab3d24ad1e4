"""The functions of <cmath> that kernels may call, by their plain names."""

from __future__ import annotations

_ONE = ("sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh "
        "fabs abs floor ceil trunc round rint nearbyint lround llround lrint erf erfc tgamma lgamma isnan isinf isfinite signbit logb")
_TWO = "pow atan2 hypot fmin fmax fmod remainder copysign fdim nextafter ldexp scalbn"
_THREE = "fma"

ARITY = {**dict.fromkeys(_ONE.split(), 1), **dict.fromkeys(_TWO.split(), 2), **dict.fromkeys(_THREE.split(), 3)}
PREDICATES = frozenset({"isnan", "isinf", "isfinite", "signbit"})
INTEGER_SECOND = frozenset({"ldexp", "scalbn"})


def plain_name(name: str) -> str:
    """"fabs" for "fabs", "fabsf", "__builtin_fabs"; "" for what is no <cmath> function kernels may call."""
    name = name.removeprefix("__builtin_")
    if name in ARITY:
        return name
    shorter = name[:-1] if name and name[-1] in "fl" else ""
    if name in ("labs", "llabs"):
        return "abs"
    return shorter if shorter in ARITY else ""
