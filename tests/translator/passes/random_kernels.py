"""Random kernels for property tests: smooth expressions, reassigned locals, branches, loops of constant and of
computed length, a local array with computed indices, own outputs, increments.

A kernel is drawn from one number, so a failure is reported as that number and examples stay cheap.
"""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from tests.translator.build_ir import HERE, E, P, call, cast, compare, constant, element, let, loop_over, num, program, put, select, var, when
from translator import ir

LOCALS = ("a", "b", "c")
ARRAY = "t"
CONSTANTS = {(name, 0): value for name, value in (("a", 0.7), ("b", 1.3), ("c", 0.4))}

_ONE = "sin tanh sqrt log exp asin fabs atan neg".split()
_TWO = "+ - * + - * / ? fmin fmax hypot atan2".split()


def _safe(f: str, x: E) -> E:
    """A function kept inside its domain, with bounded values."""
    inner = {"sqrt": 1.0 + x * x, "log": 1.5 + call("sin", x), "exp": call("sin", x), "asin": 0.5 * call("sin", x)}
    return -x if f == "neg" else call(f, inner.get(f, x))


def _pair(op: str, x: E, y: E) -> E:
    if op == "/":
        return x / (1.5 + y * y)
    if op == "?":
        return select(x < y, x * y, y - x)
    if op in "+-*":
        return x + y if op == "+" else x - y if op == "-" else x * y
    return call(op, x, y + 2.5)


def expression(r: Random, leaves: list[E], size: int) -> E:
    """About `size` leaves."""
    if size <= 1:
        return r.choice(leaves) if r.random() < 0.7 else _safe(r.choice(_ONE), r.choice(leaves))
    left = r.randint(1, size - 1)
    return _pair(r.choice(_TWO), expression(r, leaves, left), expression(r, leaves, size - left))


def _value(r: Random, leaves: list[E]) -> E:
    return expression(r, leaves, r.randint(1, 4))


def _whole(r: Random, leaves: list[E], count: int) -> E:
    """An integer from 0 to count - 1 that depends on data."""
    return cast((0.5 + 0.49 * call("sin", r.choice(leaves))) * float(count), "int")


def _statement(r: Random, leaves: list[E], targets: list[E], depth: int) -> list[ir.Stmt]:
    kind = r.random() if depth else 0.0
    if kind < 0.35:
        return [put(r.choice(targets), _value(r, leaves))]
    if kind < 0.45:
        return [put(element(ARRAY, _whole(r, leaves, 3)), _value(r, leaves))]
    if kind < 0.7:
        condition = compare("<", _value(r, leaves), _value(r, leaves))
        other = _block(r, leaves, targets, depth - 1) if r.random() < 0.6 else []
        return [when(condition, _block(r, leaves, targets, depth - 1), other)]
    return _loop(r, leaves, targets, depth)


def _loop(r: Random, leaves: list[E], targets: list[E], depth: int) -> list[ir.Stmt]:
    """Counted by a literal, counted by data, or left on a condition; values stay bounded."""
    kind = r.random()
    inner = [*leaves, element(ARRAY, _whole(r, leaves, 3))]
    body = _block(r, inner, targets, depth - 1)
    if kind < 0.4:
        return [loop_over(f"i{depth}", 0, r.randint(0, 2), body)]
    target = r.choice(targets)
    body += [put(target, call("tanh", target))]
    if kind < 0.7:
        n, i = var(f"n{depth}", "int"), var(f"j{depth}", "int")
        return [put(n, _whole(r, leaves, 4)), loop_over(f"j{depth}", r.randint(-1, 0), n, [*body, put(element(ARRAY, (i + 1) / 2), target)])]
    m = var(f"m{depth}", "int")
    going = E(ir.Binary("&&", compare("<", m, 3).e, compare("<", r.choice(inner), num(0.9)).e, "bool"))
    return [put(m, num(0, "int")), ir.While(going.e, (*body, put(m, m + 1)), HERE)]


def _block(r: Random, leaves: list[E], targets: list[E], depth: int) -> list[ir.Stmt]:
    return [s for _ in range(r.randint(1, 3)) for s in _statement(r, leaves, targets, depth)]


def random_loop(seed: int, dims: int, rw: bool, shared: bool = False, single: bool = False, several: bool = False) -> ir.Loop:
    """u, v (2 components) read at neighbours; w RW; x WRITE; y INC; r an INC reduction. `rw` false: w is only read, at the centre.
    `shared`: u and v are read through the same two points, and none of these reads is idle. `single`: each component through one point.
    `several`: r has three components, and differences of one more dataset are taken, d."""
    r = Random(seed)
    u, v, w, x, y, s, d = (P(i, dims=dims) for i in range(7))

    def near() -> list[int]:
        return r.choice(points) if shared else [r.randint(-1, 1) for _ in range(dims)]

    points = [[-1] * dims, [1] + [0] * (dims - 1)]

    first = near()
    reads = [u(*first), u(*(first if single else near())), v.at(0, *near()), v.at(1, *near()), w(), constant("a"), constant("b"), num(0.5)]
    locals_ = [var(name) for name in LOCALS]
    start: list[ir.Stmt] = [let(name, _value(r, reads)) for name in LOCALS]
    start += [*(let(name, 0, "int") for name in ("m1", "m2", "n1", "n2")), let(ARRAY, extents=(3,))]
    start += [put(element(ARRAY, i), _value(r, reads)) for i in range(3)]
    body = _block(r, [*reads, *locals_], [*locals_, *([w()] if rw else [])], 2)
    mixed = [u(*p) * v.at(k, *p) for p in points for k in (0, 1)] if shared else []
    end = [
        put(x(), sum(mixed, _value(r, [*locals_, *reads, element(ARRAY, _whole(r, locals_, 3))]))),
        put(y(), y() + _value(r, locals_)),
        *(put(s[k], s[k] + _value(r, [*locals_, x()])) for k in range(3 if several else 1)),
        *([put(y(), y() + constant("c") * (d(*points[1]) - d(*points[0])))] if several else []),
    ]
    args = f"u:dat:READ v:dat:READ:double:2 w:dat:{'RW' if rw else 'READ'} x:dat:WRITE y:dat:INC r:reduce:INC" + ":double:3 d:dat:READ" * several
    return program(dims, args, [*start, *body, *end])


def seeds() -> st.SearchStrategy[int]:
    return st.integers(0, 2**32)
