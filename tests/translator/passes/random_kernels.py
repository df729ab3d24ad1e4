"""Random kernels for property tests: smooth expressions, reassigned locals, branches, loops, own outputs, increments."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.translator.build_ir import E, P, call, compare, constant, let, loop_over, num, program, put, select, var, when
from translator import ir

LOCALS = ("a", "b", "c")
CONSTANTS = {(name, 0): value for name, value in (("a", 0.7), ("b", 1.3), ("c", 0.4))}


def _safe(f: str, x: E) -> E:
    """A function kept inside its domain, with bounded values."""
    inner = {"sqrt": 1.0 + x * x, "log": 1.5 + call("sin", x), "exp": call("sin", x), "asin": 0.5 * call("sin", x)}
    return call(f, inner.get(f, x))


def _combine(parts: tuple[str, E, E]) -> E:
    op, x, y = parts
    if op in ("sin", "tanh", "sqrt", "log", "exp", "asin", "fabs", "atan"):
        return _safe(op, x)
    if op in ("fmin", "fmax", "hypot", "atan2"):
        return call(op, x, y + 2.5)
    if op == "/":
        return x / (1.5 + y * y)
    if op == "?":
        return select(x < y, x * y, y - x)
    return {"+": x + y, "-": x - y, "*": x * y, "neg": -x}[op]


_OPS = "+ - * / neg ? sin tanh sqrt log exp asin fabs atan fmin fmax hypot atan2".split()


def expressions(leaves: list[E]) -> st.SearchStrategy[E]:
    return st.recursive(st.sampled_from(leaves), lambda inner: st.tuples(st.sampled_from(_OPS), inner, inner).map(_combine), max_leaves=6)


def _statements(leaves: list[E], targets: list[E], depth: int) -> st.SearchStrategy[list[ir.Stmt]]:
    value = expressions(leaves)
    assign = st.builds(put, st.sampled_from(targets), value)
    if depth == 0:
        return st.lists(assign, min_size=1, max_size=3)
    block = _statements(leaves, targets, depth - 1)
    branch = st.builds(lambda x, y, t, o: when(compare("<", x, y), t, o), value, value, block, st.one_of(st.just([]), block))
    counter = f"i{depth}"
    rounds = st.builds(lambda n, b: loop_over(counter, 0, n, b), st.integers(0, 2), block)
    return st.lists(st.one_of(assign, assign, branch, rounds), min_size=1, max_size=4)


@st.composite
def loops(draw: st.DrawFn, dims: int = 1, rw: bool = True) -> ir.Loop:
    """u, v (2 components) read at neighbours; w RW; x WRITE; y INC; r an INC reduction. `rw` false: w is only read, at the centre."""
    reach = st.tuples(*([st.integers(-1, 1)] * dims))
    u, v, w, x, y, r = (P(i, dims=dims) for i in range(6))
    reads = [u(*draw(reach)), u(*draw(reach)), v.at(0, *draw(reach)), v.at(1, *draw(reach)), w(), constant("a"), constant("b"), num(0.5)]
    locals_ = [var(name) for name in LOCALS]
    start: list[ir.Stmt] = [let(name, draw(expressions(reads))) for name in LOCALS]
    body = draw(_statements([*reads, *locals_], [*locals_, *([w()] if rw else [])], 2))
    end = [
        put(x(), draw(expressions([*locals_, *reads]))),
        put(y(), y() + draw(expressions(locals_))),
        put(r[0], r[0] + draw(expressions([*locals_, x()]))),
    ]
    access = "RW" if rw else "READ"
    args = f"u:dat:READ v:dat:READ:double:2 w:dat:{access} x:dat:WRITE y:dat:INC r:reduce:INC"
    return program(dims, args, [*start, *body, *end])
