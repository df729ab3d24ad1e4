"""C++ text of IR expressions and statements, evaluated in exactly the order the IR says.

What datasets, arguments, constants and derivatives look like is asked of a `Places`.
"""

from __future__ import annotations

import math
from typing import Protocol

from translator.ir import (
    Assign,
    Binary,
    Call,
    Cast,
    Const,
    Constant,
    Contribute,
    Declare,
    Element,
    Expr,
    For,
    Global,
    If,
    Jump,
    Load,
    Seed,
    Select,
    Stmt,
    Unary,
    Var,
    While,
)
from translator.passes.walk import body_nodes, nodes, variables

_PRECEDENCE = {"*": 12, "/": 12, "%": 12, "+": 11, "-": 11}  # others are always put in parentheses
_PRIMARY, _UNARY, _LOOSE = 15, 14, 1
_SUFFIX = {"float": "f", "unsigned int": "u", "long": "L", "long long": "LL", "unsigned long": "UL", "unsigned long long": "ULL"}
_CHOICES = frozenset({"fmax", "fmin"})  # by our own comparisons (backends/common/choices.hpp)
_FUSED = frozenset({"double", "float"})  # products that compilers may join with a sum (backends/common/rounded.hpp)
_OWN = {"digamma", "trigamma", "signed_like"}  # backends/common/digamma.hpp, choices.hpp
_FUNCTIONS = frozenset(  # of ops/loops/functions/functions.hpp or of the C library, as ProgramView has it
    "exp expm1 log log1p pow sin cos tan asin acos atan atan2 sinh cosh tanh erf cbrt hypot".split()
)
_LIBRARY = frozenset("exp2 log2 log10 asinh acosh atanh erfc tgamma".split())  # of the C library: backends/common/library.hpp
_EXACT_POWERS = frozenset({-1.0, 0.0, 1.0, 2.0})  # what compilers make of these has one rounding, as the library's
_OUT_OF_LINE = frozenset({"sin", "cos", "tan"})  # of them, those that call a function where arguments are far from 0
_SECOND_IS_INT = {"ldexp", "scalbn", "scalbln"}
INDENT = "  "


class Places(Protocol):
    """Text of what lies outside the kernel's own locals."""

    def load(self, e: Load) -> str: ...
    def store(self, e: Load) -> str: ...
    def global_(self, e: Global) -> str: ...
    def constant(self, e: Constant) -> str: ...
    def seed(self, e: Seed) -> str: ...
    def contribute(self, s: Contribute) -> list[str]: ...


def literal(e: Const) -> str:
    """A literal of the constant's own type and exact value."""
    if e.type == "bool":
        return "true" if e.value else "false"
    if e.type in ("double", "float", "long double"):
        return _real(e)
    if e.type in ("char", "short", "unsigned short", "signed char", "unsigned char"):
        return f"static_cast<{e.type}>({int(e.value)})"
    text = f"{int(e.value)}{_SUFFIX.get(e.type, '')}"
    if int(e.value) == -(2**31) and e.type == "int":
        return "(-2147483647 - 1)"
    if int(e.value) == -(2**63):
        return f"(-9223372036854775807{_SUFFIX.get(e.type, '')} - 1)"
    return f"({text})" if int(e.value) < 0 else text


def _real(e: Const) -> str:
    text, single = e.text, e.type == "float"
    if e.type == "long double" and text[-1:] in ("l", "L") and text[0] not in "+-":
        return text
    if e.type in ("double", "float") and text and text[0] not in "+-" and any(c in text.lower() for c in ".ep") and "L" not in text.upper():
        is_single = text[-1] in "fF" and not text.lower().startswith("0x") or (text[-1] in "fF" and "p" in text.lower())
        return text if is_single == single else f"static_cast<{e.type}>({text})"
    value = float(e.value)
    if math.isnan(value):
        return f"static_cast<{e.type}>(__builtin_nan(\"\"))"
    if math.isinf(value):
        word = f"static_cast<{e.type}>(__builtin_inf())"
        return word if value > 0 else f"(-{word})"
    spelled = repr(value) + {"float": "f", "long double": "L"}.get(e.type, "")
    return f"({spelled})" if math.copysign(1.0, value) < 0 else spelled


def _type_of(e: Expr) -> str:
    return e.type


def _calls_out_of_line(e: Select) -> bool:
    """Whether a loop would call in a branch, where no vectoriser follows, if `e` were one."""
    return e.type in ("double", "float") and any(isinstance(n, Call) and n.name in _OUT_OF_LINE for side in (e.then, e.other) for n in nodes(side))


def _namespace(e: Call) -> str:
    """Of the function called: what the library has in its place where that vectorises, or is the same on every target."""
    known = e.type in ("double", "float")
    if e.name == "pow" and isinstance(e.args[1], Const) and e.args[1].value in _EXACT_POWERS:
        return "std"
    if known and e.name in _FUNCTIONS:
        return "functions"
    if known and e.name in _LIBRARY:
        return "b::library"
    return "b" if e.name in _OWN or known and e.name in _CHOICES else "std"


class Printer:
    """Prints with one `Places`."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._read: frozenset[str] | None = None

    def expr(self, e: Expr, least: int = 0) -> str:
        """Text of `e`, in parentheses if it binds less tightly than `least`."""
        text, binds = self._expr(e)
        return f"({text})" if binds < least else text

    def _expr(self, e: Expr) -> tuple[str, int]:
        if isinstance(e, Const):
            return literal(e), _PRIMARY
        if isinstance(e, Var):
            return e.name, _PRIMARY
        if isinstance(e, Element):
            return e.name + "".join(f"[{self.expr(i)}]" for i in e.index), _PRIMARY
        if isinstance(e, Unary):
            return f"{e.op}{self.expr(e.operand, _PRIMARY)}", _UNARY
        if isinstance(e, Binary):
            return self._binary(e)
        if isinstance(e, Call):
            return self._call(e), _PRIMARY
        if isinstance(e, Select):
            condition, then, other = self.expr(e.condition, _UNARY), self.expr(e.then, _UNARY), self.expr(e.other, _UNARY)
            return f"OPS_CHOSEN({condition}, {then}, {other})" if _calls_out_of_line(e) else f"({condition} ? {then} : {other})", _PRIMARY
        if isinstance(e, Cast):
            return f"static_cast<{e.type}>({self.expr(e.operand)})", _PRIMARY
        return self._place(e), _PRIMARY

    def _place(self, e: Load | Global | Constant | Seed) -> str:
        if isinstance(e, Load):
            return self._places.load(e)
        if isinstance(e, Global):
            return self._places.global_(e)
        if isinstance(e, Constant):
            return self._places.constant(e)
        return self._places.seed(e)

    def _binary(self, e: Binary) -> tuple[str, int]:
        binds = _PRECEDENCE.get(e.op)
        if binds is None:
            return f"{self.expr(e.left, _PRECEDENCE['+'])} {e.op} {self.expr(e.right, _PRECEDENCE['+'])}", _LOOSE
        if e.op == "*" and e.type in _FUSED:
            return f"OPS_ROUNDED({self._product(e)})", _PRIMARY
        operand = self._operand if e.op == "/" else self.expr
        return f"{operand(e.left, binds)} {e.op} {operand(e.right, binds + 1)}", binds

    def _product(self, e: Binary) -> str:
        binds = _PRECEDENCE["*"]
        return f"{self._operand(e.left, binds)} * {self._operand(e.right, binds + 1)}"

    def _operand(self, e: Expr, least: int) -> str:
        """Text of a factor, dividend or divisor: nothing is added to it, so a product need not be marked."""
        if not (isinstance(e, Binary) and e.op == "*"):
            return self.expr(e, least)
        return self._product(e) if least <= _PRECEDENCE["*"] else f"({self._product(e)})"

    def _call(self, e: Call) -> str:
        args = []
        for position, arg in enumerate(e.args):
            text = self.expr(arg)
            convert = e.type in ("double", "float") and _type_of(arg) != e.type and not (position == 1 and e.name in _SECOND_IS_INT)
            args.append(f"static_cast<{e.type}>({text})" if convert else text)
        return f"{_namespace(e)}::{e.name}({', '.join(args)})"

    # --- statements -------------------------------------------------------------------------------
    def whole(self, body: tuple[Stmt, ...], depth: int = 0, values: tuple[Expr, ...] = ()) -> list[str]:
        """A whole body, to be followed by expressions `values`: locals that nothing reads are marked, for compilers that warn."""
        self._read = frozenset().union(*(variables(n) for n in (*body_nodes(body), *values)))
        return self.body(body, depth)

    def body(self, body: tuple[Stmt, ...], depth: int = 0) -> list[str]:
        """One line of text per entry, indented by `depth`."""
        return [line for s in body for line in self.statement(s, depth)]

    def statement(self, s: Stmt, depth: int) -> list[str]:
        pad = INDENT * depth
        if isinstance(s, Declare):
            return [pad + self.declare(s)]
        if isinstance(s, Assign):
            target = self._places.store(s.target) if isinstance(s.target, Load) else self.expr(s.target)
            return [f"{pad}{target} = {self.expr(s.value)};"]
        if isinstance(s, If):
            return self._if(s, depth)
        if isinstance(s, For):
            return self._for(s, depth)
        if isinstance(s, While):
            return [f"{pad}while ({self.expr(s.condition)}) {{", *self.body(s.body, depth + 1), pad + "}"]
        if isinstance(s, Jump):
            return [f"{pad}{s.kind};"]
        return [pad + line for line in self._places.contribute(s)]

    def declare(self, s: Declare) -> str:
        """Never uninitialised: the compiler cannot always see that every path assigns."""
        extents = "".join(f"[{n}]" for n in s.extents)
        value = " = {}" if s.value is None else f" = {self.expr(s.value)}"
        mark = "" if self._read is not None and s.name in self._read else "[[maybe_unused]] "
        return f"{mark}{s.type} {s.name}{extents}{value};"

    def _if(self, s: If, depth: int) -> list[str]:
        pad = INDENT * depth
        lines = [f"{pad}if ({self.expr(s.condition)}) {{", *self.body(s.then, depth + 1)]
        if s.other:
            lines += [pad + "} else {", *self.body(s.other, depth + 1)]
        return [*lines, pad + "}"]

    def _for(self, s: For, depth: int) -> list[str]:
        pad, var = INDENT * depth, s.var
        compare, step = ("<", f"{var} += {s.step}") if s.step > 0 else (">", f"{var} -= {-s.step}")
        step = {1: f"++{var}", -1: f"--{var}"}.get(s.step, step)
        head = f"{pad}for ({_type_of(s.start)} {var} = {self.expr(s.start)}; {var} {compare} {self.expr(s.stop, _PRECEDENCE['+'])}; {step}) {{"
        return [head, *self.body(s.body, depth + 1), pad + "}"]


def wrapped(items: list[str], indent: int, width: int = 120) -> str:
    """Items separated by commas, on as many lines as they need; lines after the first are indented."""
    lines, current = [], ""
    for item in items:
        if current and indent + len(current) + len(item) + 3 > width:
            lines.append(current + ",")
            current = item
        else:
            current += f", {item}" if current else item
    return f"\n{' ' * indent}".join([*lines, current])
