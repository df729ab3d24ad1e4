"""The cost model of adjoint bodies: weighted operations per point.

Weights are reciprocal throughputs of vectorised double arithmetic relative to an addition; what is uniform over the loop is
free, as compilers hoist it.
Test:    tests/translator/passes/cost_test.py
"""

from __future__ import annotations

from translator.ir import Binary, Call, Contribute, Declare, Expr, For, If, Load, Seed, Select, Unary, While
from translator.passes.activity import Activity
from translator.passes.numeric import is_real
from translator.passes.walk import Body, blocks, children, reads

ADD = 1.0
MEMORY = 0.5  # one load or store that hits the first-level cache
DIVIDE = 6.0
FUNCTION = 20.0
LOOP_ROUNDS = 8.0  # assumed trip count of a loop that was not unrolled
BUFFERED = 3 * MEMORY + ADD  # to store a value into a row buffer, load it again with its cell, and add it

_CHEAP = frozenset("fabs abs fmin fmax min max copysign floor ceil trunc rint fma".split())


def of_body(body: Body, activity: Activity) -> float:
    """Both branches of an If count: vectorised code evaluates both."""
    cost = 0.0
    for s in body:
        if not (isinstance(s, Declare) and s.value is not None and activity.uniform(s.value)):
            cost += sum(of_expression(e, activity) for e in reads(s))
        inner = sum(of_body(block, activity) for block in blocks(s))
        cost += inner * (LOOP_ROUNDS if isinstance(s, (For, While)) else 1.0)
        cost += ADD if isinstance(s, (If, Contribute)) else 0.0
    return cost


def of_expression(e: Expr, activity: Activity) -> float:
    cost, pending = 0.0, [e]
    while pending:
        e = pending.pop()
        if not activity.uniform(e):
            cost += _own(e)
            pending.extend(children(e))
    return cost


def _own(e: Expr) -> float:
    if isinstance(e, (Load, Seed)):
        return MEMORY
    if isinstance(e, Binary):
        return DIVIDE if e.op == "/" and is_real(e.type) else ADD
    if isinstance(e, Call):
        return ADD if e.name in _CHEAP else DIVIDE if e.name == "sqrt" else FUNCTION
    return ADD if isinstance(e, (Unary, Select)) else 0.0
