"""Short constructors of IR for tests: kernels written down without a parser.

Arithmetic operators build double expressions: `u(1) * 2.0 + x`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from translator import ir
from translator.ir import Access, Assign, Declare, Expr, For, If, Stmt

HERE = ir.Span("kernel.cpp", 1, 1, 1, 2)


@dataclass(frozen=True)
class E:
    """An expression with operators."""

    e: Expr

    def __add__(self, o: Any_) -> E:
        return _binary("+", self, o)

    def __radd__(self, o: Any_) -> E:
        return _binary("+", o, self)

    def __sub__(self, o: Any_) -> E:
        return _binary("-", self, o)

    def __rsub__(self, o: Any_) -> E:
        return _binary("-", o, self)

    def __mul__(self, o: Any_) -> E:
        return _binary("*", self, o)

    def __rmul__(self, o: Any_) -> E:
        return _binary("*", o, self)

    def __truediv__(self, o: Any_) -> E:
        return _binary("/", self, o)

    def __rtruediv__(self, o: Any_) -> E:
        return _binary("/", o, self)

    def __neg__(self) -> E:
        return E(ir.Unary("-", self.e, self.e.type))

    def __lt__(self, o: Any_) -> E:
        return compare("<", self, o)

    def __gt__(self, o: Any_) -> E:
        return compare(">", self, o)


Any_ = Union[E, Expr, int, float]


def expr(x: Any_, like: str = "double") -> Expr:
    if isinstance(x, E):
        return x.e
    if isinstance(x, bool):
        return ir.Const(x, "bool")
    if isinstance(x, int):
        return ir.Const(x, "int")
    if isinstance(x, float):
        return ir.Const(x, like)
    return x


def _binary(op: str, a: Any_, b: Any_) -> E:
    like = next((x.e.type for x in (a, b) if isinstance(x, E) and x.e.type in ("double", "float")), "double")
    left, right = expr(a, like), expr(b, like)
    types = {left.type, right.type}
    type = "double" if "double" in types else "float" if "float" in types else "int"
    return E(ir.Binary(op, left, right, type))


def compare(op: str, a: Any_, b: Any_) -> E:
    return E(ir.Binary(op, expr(a), expr(b), "bool"))


def num(x: float, type: str = "double") -> E:
    return E(ir.Const(x, type))


def var(name: str, type: str = "double") -> E:
    return E(ir.Var(name, type))


def element(name: str, *index: Any_, type: str = "double") -> E:
    return E(ir.Element(name, tuple(map(expr, index)), type))


def call(name: str, *args: Any_, type: str = "double") -> E:
    return E(ir.Call(name, tuple(expr(a, type) for a in args), type))


def select(c: Any_, a: Any_, b: Any_) -> E:
    left = expr(a)
    return E(ir.Select(expr(c), left, expr(b), left.type))


def cast(x: Any_, type: str) -> E:
    return E(ir.Cast(expr(x), type))


def constant(name: str, type: str = "double") -> E:
    return E(ir.Constant(name, 0, type))


@dataclass(frozen=True)
class P:
    """A parameter: u(1), u(0, 1) load; v.at(component, offset..)."""

    index: int
    type: str = "double"
    dims: int = 1

    def __call__(self, *offset: Any_) -> E:
        return self.at(0, *offset)

    def at(self, component: Any_, *offset: Any_) -> E:
        full = tuple(map(expr, offset)) or (ir.Const(0, "int"),) * self.dims
        return E(ir.Load(self.index, full, expr(component), self.type, HERE))

    def __getitem__(self, index: Any_) -> E:
        return E(ir.Global(self.index, expr(index), self.type))


def let(name: str, value: Any_ | None = None, type: str = "double", extents: tuple[int, ...] = ()) -> Declare:
    return Declare(name, type, extents, None if value is None else expr(value, type), HERE)


def put(target: E, value: Any_) -> Assign:
    assert isinstance(target.e, (ir.Var, ir.Element, ir.Load, ir.Global))
    return Assign(target.e, expr(value, target.e.type), HERE)


def when(c: Any_, then: list[Stmt], other: list[Stmt] | None = None) -> If:
    return If(expr(c), tuple(then), tuple(other or ()), HERE)


def loop_over(name: str, start: Any_, stop: Any_, body: list[Stmt], step: int = 1) -> For:
    return For(name, expr(start), expr(stop), step, tuple(body), HERE)


_ACCESS = {a.name: a for a in Access}


def program(dims: int, args: str, body: list[Stmt], adjoint: ir.Kernel | None = None) -> ir.Loop:
    """A loop. `args`: words `<name>:<kind>:<access>[:<type>[:<dim>]]`, e.g. "u:dat:READ r:reduce:INC g:gbl:READ i:idx:READ"."""
    params: list[ir.Param] = []
    loop_args: list[ir.Arg] = []
    for word in args.split():
        name, kind, access, *more = word.split(":")
        type = more[0] if more else "int" if kind == "idx" else "double"
        dim = int(more[1]) if len(more) > 1 else 1
        stencil = ir.Stencil(f"S_{name}", dims, None, (1,) * dims) if kind == "dat" else None
        params.append(ir.Param(name, {"dat": "dat", "idx": "index"}.get(kind, "pointer"), type, access == "READ", HERE))
        loop_args.append(ir.Arg(kind, name, dim, stencil, type, _ACCESS[access], False, HERE))
    kernel = ir.Kernel("kernel", tuple(params), tuple(body), HERE, (), adjoint)
    return ir.Loop("loop", kernel, dims, tuple(loop_args), False, HERE, "main")


def kernel(args: str, body: list[Stmt]) -> ir.Kernel:
    """A kernel alone, for user adjoints: words `<name>:<kind>[:<type>]`."""
    params = []
    for word in args.split():
        name, kind, *more = word.split(":")
        params.append(ir.Param(name, kind, more[0] if more else "double", False, HERE))
    return ir.Kernel("kernel_adjoint", tuple(params), tuple(body), HERE)
