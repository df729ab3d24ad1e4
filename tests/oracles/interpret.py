"""Runs kernels and adjoint kernels on IR, statement by statement: the meaning that every pass must keep.

Knows IR and C arithmetic (NumPy scalars, so float is float and IEEE is IEEE); shares nothing with the passes.
Complex numbers pass through every smooth function, so that a complex step gives derivatives to rounding; where a function
chooses, the real part decides.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from translator import ir

Value = Any  # int, bool, np.float32, np.float64 or complex
Place = tuple[int, tuple[int, ...], int]  # param, offset, component


@dataclass
class Memory:
    """What one point sees. `loads` by (param, offset, component); `elements` by (param, index); `constants` by (name, index)."""

    loads: Callable[[Place], Value] = lambda place: _missing(place)
    elements: Mapping[tuple[int, int], Value] = field(default_factory=dict)
    constants: Mapping[tuple[str, int], Value] = field(default_factory=dict)
    seeds: Callable[..., Value] = lambda *seed: _missing(seed)  # of a param, a component and, beside the point, an offset
    stored: dict[Place, Value] = field(default_factory=dict)
    combined: dict[tuple[int, int], Value] = field(default_factory=dict)
    contributions: list[tuple[Place, Value]] = field(default_factory=list)


def _missing(what: object) -> Value:
    raise KeyError(f"nothing at {what}")


class _Leave(Exception):
    pass


def run(body: Sequence[ir.Stmt], memory: Memory, scalars: Mapping[str, Value] | None = None) -> dict[str, Value]:
    """Execute `body`; returns the locals at its end. Stores, combined values and contributions end up in `memory`."""
    machine = _Machine(memory, dict(scalars or {}))
    machine.block(body)
    return machine.locals


def evaluate(e: ir.Expr, memory: Memory, scalars: Mapping[str, Value]) -> Value:
    return _Machine(memory, dict(scalars)).value(e)


def as_c(value: Value, type: str) -> Value:
    """`value` converted to a C type."""
    if isinstance(value, complex):
        if type in ("double", "float"):
            return value
        value = value.real
    if type == "double":
        return np.float64(value)
    if type == "float":
        return np.float32(value)
    if type == "bool":
        return bool(value)
    bits = _BITS.get(type.removeprefix("unsigned").strip() or "int", 64)
    whole = int(value) % (1 << bits) if np.isfinite(value) else 1 << (bits - 1)  # undefined; this is what x86 gives
    return whole if type.startswith("unsigned") or whole < 1 << (bits - 1) else whole - (1 << bits)


_BITS = {"char": 8, "signed char": 8, "short": 16, "int": 32, "long": 64, "long long": 64}


class _Machine:
    def __init__(self, memory: Memory, scalars: dict[str, Value]) -> None:
        self.memory = memory
        self.locals = scalars

    # --- statements -------------------------------------------------------------------------------
    def block(self, body: Sequence[ir.Stmt]) -> None:
        for s in body:
            getattr(self, "_" + type(s).__name__.lower())(s)

    def _declare(self, s: ir.Declare) -> None:
        if s.extents:
            self.locals[s.name] = {}
        elif s.value is not None:
            self.locals[s.name] = as_c(self.value(s.value), s.type)
        else:
            self.locals.pop(s.name, None)

    def _assign(self, s: ir.Assign) -> None:
        value, target = as_c(self.value(s.value), s.target.type), s.target
        if isinstance(target, ir.Var):
            self.locals[target.name] = value
        elif isinstance(target, ir.Element):
            self.locals.setdefault(target.name, {})[tuple(map(self._int, target.index))] = value
        elif isinstance(target, ir.Load):
            self.memory.stored[self._place(target)] = value
        else:
            self.memory.combined[target.param, self._int(target.index)] = value

    def _if(self, s: ir.If) -> None:
        self.block(s.then if _truth(self.value(s.condition)) else s.other)

    def _for(self, s: ir.For) -> None:
        i = self._int(s.start)
        while i < self._int(s.stop) if s.step > 0 else i > self._int(s.stop):
            self.locals[s.var] = i
            if not self._round(s.body):
                return
            i += s.step
            self.locals[s.var] = i

    def _while(self, s: ir.While) -> None:
        while _truth(self.value(s.condition)):
            if not self._round(s.body):
                return

    def _round(self, body: Sequence[ir.Stmt]) -> bool:
        try:
            self.block(body)
        except _Leave as left:
            return bool(left.args[0] == "continue")
        return True

    def _jump(self, s: ir.Jump) -> None:
        raise _Leave(s.kind)

    def _contribute(self, s: ir.Contribute) -> None:
        self.memory.contributions.append(((s.param, s.offset, s.component), self.value(s.value)))

    # --- expressions ------------------------------------------------------------------------------
    def _int(self, e: ir.Expr) -> int:
        return int(self.value(e))

    def _place(self, e: ir.Load) -> Place:
        return e.param, tuple(map(self._int, e.offset)), self._int(e.component)

    def value(self, e: ir.Expr) -> Value:
        if isinstance(e, ir.Const):
            return as_c(e.value, e.type)
        if isinstance(e, ir.Var):
            return self.locals[e.name]
        if isinstance(e, ir.Element):
            return self.locals[e.name][tuple(map(self._int, e.index))]
        if isinstance(e, ir.Load):
            place = self._place(e)
            return self.memory.stored[place] if place in self.memory.stored else as_c(self.memory.loads(place), e.type)
        if isinstance(e, ir.Global):
            at = (e.param, self._int(e.index))
            return as_c(self.memory.combined[at] if at in self.memory.combined else self.memory.elements[at], e.type)
        if isinstance(e, ir.Constant):
            return as_c(self.memory.constants[e.name, 0 if e.index is None else self._int(e.index)], e.type)
        if isinstance(e, ir.Seed):
            return as_c(self.memory.seeds(e.param, e.component, *([e.offset] if e.offset else [])), e.type)
        return self._operation(e)

    def _operation(self, e: ir.Expr) -> Value:
        if isinstance(e, ir.Select):
            return as_c(self.value(e.then if _truth(self.value(e.condition)) else e.other), e.type)
        if isinstance(e, ir.Cast):
            return as_c(self.value(e.operand), e.type)
        if isinstance(e, ir.Unary):
            return _unary(e.op, self.value(e.operand), e.type)
        if isinstance(e, ir.Binary):
            return self._binary(e)
        assert isinstance(e, ir.Call)
        args = [self.value(a) for a in e.args]
        if e.name not in ("ldexp", "scalbn") and e.type in ("double", "float"):
            args = [as_c(a, e.type) for a in args]
        with np.errstate(all="ignore"):
            return as_c(FUNCTIONS[e.name](*args), e.type)

    def _binary(self, e: ir.Binary) -> Value:
        left = self.value(e.left)
        if e.op in ("&&", "||"):
            decided = _truth(left) == (e.op == "||")
            return _truth(left) if decided else _truth(self.value(e.right))
        right = self.value(e.right)
        if e.op in _COMPARE:
            common = next((t for t in ("unsigned long long", "unsigned long", "unsigned", "unsigned int") if t in (e.left.type, e.right.type)), "")
            if common and not {e.left.type, e.right.type} & {"double", "float"}:
                left, right = as_c(left, common), as_c(right, common)
            return bool(_COMPARE[e.op](_real(left), _real(right)))
        left, right = as_c(left, e.type), as_c(right, e.type)
        with np.errstate(all="ignore"):
            return as_c(_arithmetic(e.op, left, right, e.type), e.type)


def _truth(value: Value) -> bool:
    return bool(value.real if isinstance(value, complex) else value)


def _real(value: Value) -> Value:
    return value.real if isinstance(value, complex) else value


def _unary(op: str, x: Value, type: str) -> Value:
    if op == "!":
        return not _truth(x)
    if op == "~":
        return ~int(x)
    return as_c(-as_c(x, type) if op == "-" else x, type)


_COMPARE: dict[str, Callable[[Value, Value], Value]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
}


def _arithmetic(op: str, a: Value, b: Value, type: str) -> Value:
    if op == "+":
        return a + b
    if op == "-":
        return a - b
    if op == "*":
        return a * b
    if type in ("double", "float"):
        return np.complex128(a) / np.complex128(b) if isinstance(a, complex) or isinstance(b, complex) else a / b
    if op in "/%":
        quotient = int(math.copysign(abs(a) // abs(b), a * b)) if a else 0
        return quotient if op == "/" else a - quotient * b
    return {"<<": a << max(b, 0), ">>": a >> max(b, 0), "&": a & b, "|": a | b, "^": a ^ b}[op]


# --- <cmath> --------------------------------------------------------------------------------------
def _split(f: Callable[[float], float], slope: Callable[[float], float]) -> Callable[[Value], Value]:
    """A real function without a complex version: its first-order continuation."""

    def g(x: Value) -> Value:
        return complex(f(x.real), slope(x.real) * x.imag) if isinstance(x, complex) else f(x)

    return g


def _on_real(f: Callable[..., Value]) -> Callable[..., Value]:
    return lambda *args: f(*map(_real, args))


def _fabs(x: Value) -> Value:
    return (-x if x.real < 0 else x) if isinstance(x, complex) else abs(x)


def _minimum(a: Value, b: Value) -> Value:
    return a if _real(a) <= _real(b) or _real(b) != _real(b) else b


def _maximum(a: Value, b: Value) -> Value:
    return a if _real(a) >= _real(b) or _real(b) != _real(b) else b


def _copysign(a: Value, b: Value) -> Value:
    return _fabs(a) * math.copysign(1.0, _real(b)) if isinstance(a, complex) else np.copysign(a, _real(b))


def _fmod(a: Value, b: Value) -> Value:
    if isinstance(a, complex) or isinstance(b, complex):
        return a - np.trunc(_real(a) / _real(b)) * b
    return np.fmod(a, b)


def _remainder(a: Value, b: Value) -> Value:
    if isinstance(a, complex) or isinstance(b, complex):
        return a - np.rint(_real(a) / _real(b)) * b
    return math.remainder(a, b)


def _atan2(y: Value, x: Value) -> Value:
    if isinstance(y, complex) or isinstance(x, complex):
        a, b, square = _real(y), _real(x), _real(y) ** 2 + _real(x) ** 2
        return complex(math.atan2(a, b), (b * np.imag(y) - a * np.imag(x)) / square)
    return np.arctan2(y, x)


def _hypot(*args: Value) -> Value:
    return np.sqrt(sum(a * a for a in args)) if len(args) > 2 or any(isinstance(a, complex) for a in args) else np.hypot(*args)


def _fma(a: Value, b: Value, c: Value) -> Value:
    return a * b + c


def _power(x: Value, p: Value) -> Value:
    if isinstance(x, complex) or isinstance(p, complex):
        a, b = _real(x), _real(p)
        by_p = a**b * math.log(a) * np.imag(p) if np.imag(p) else 0.0
        return complex(a**b, b * a ** (b - 1) * np.imag(x) + by_p)
    return np.power(x, p)


_GAUSS = 2.0 / math.sqrt(math.pi)
FUNCTIONS: dict[str, Callable[..., Value]] = {
    **{name: getattr(np, name) for name in "sqrt exp exp2 expm1 log log2 log10 log1p sin cos tan sinh cosh tanh".split()},
    **{name: getattr(np, name.replace("a", "arc", 1)) for name in "asin acos atan asinh acosh atanh".split()},
    **{name: _on_real(getattr(np, name)) for name in "floor ceil trunc rint".split()},
    "nearbyint": _on_real(np.rint),
    "round": _on_real(lambda x: np.copysign(np.floor(abs(x) + 0.5), x)),
    "isnan": _on_real(np.isnan),
    "signbit": _on_real(np.signbit),
    "cbrt": _split(np.cbrt, lambda x: 1.0 / (3.0 * float(np.cbrt(x)) ** 2)),
    "erf": _split(lambda x: math.erf(x), lambda x: _GAUSS * math.exp(-x * x)),
    "erfc": _split(lambda x: math.erfc(x), lambda x: -_GAUSS * math.exp(-x * x)),
    "fabs": _fabs,
    "abs": _fabs,
    "fmin": _minimum,
    "fmax": _maximum,
    "min": _minimum,
    "max": _maximum,
    "fdim": lambda a, b: a - b if _real(a) > _real(b) else 0.0,
    "copysign": _copysign,
    "fmod": _fmod,
    "remainder": _remainder,
    "atan2": _atan2,
    "hypot": _hypot,
    "fma": _fma,
    "pow": _power,
    "ldexp": lambda x, n: x * 2.0 ** int(n),
}
