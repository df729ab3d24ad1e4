"""Smallest and largest values that datasets take along the axes which they lack (OPS_MIN, OPS_MAX): which point has their derivative.

The derivative of a cell belongs to the first point, in serial order, that offered the value which the loop left in it; if no point did, to the
value that the cell had before. Going back, points run in order and such a point claims the derivative: it takes it, and leaves zero to the
others. Going forth they run backwards, so that the first one has the last word.
Test:    tests/translator/passes/claims_test.py
"""

from __future__ import annotations

from typing import Union

from translator.ir import NOWHERE, Access, Assign, Binary, Call, Contribute, Element, Expr, If, Loop, Seed, Select, Span, Stmt, Var
from translator.passes.arguments import is_dat, load
from translator.passes.build import choose, compare, number
from translator.passes.numeric import is_real
from translator.passes.outputs_as_locals import Output, OutputForm
from translator.passes.reverse import Stop
from translator.passes.walk import Body, blocks, reads, variables

_FUNCTIONS = {Access.MIN: frozenset({"fmin", "min"}), Access.MAX: frozenset({"fmax", "max"})}


def takes_extremum(loop: Loop, param: int) -> bool:
    """Whether the argument is a dataset of real numbers that takes the smallest or the largest value."""
    return is_dat(loop, param) and loop.args[param].access in _FUNCTIONS and is_real(loop.kernel.params[param].type)


def any_taken(loop: Loop) -> bool:
    return any(takes_extremum(loop, p) for p in range(len(loop.args)))


def attained(output: Output, offer: Expr) -> Expr:
    """Whether this point offers what the loop left in the cell: loads of such a dataset are of values after the loop."""
    return compare("==", offer, load(output.param, output.offset, output.component, offer.type))


def claim(output: Output, offer: Expr, seed: Seed) -> Expr:
    """What the point gets of the cell's derivative."""
    return choose(attained(output, offer), seed, number(0.0, seed.type))


def check(loop: Loop, form: OutputForm) -> None:
    """
    Raises:
        Stop: the kernel does anything else with such a dataset than to offer it values at its point.
    """
    for output in form.outputs:
        if takes_extremum(loop, output.param):
            found = _other_use(form.body, output.local, loop.args[output.param].access == Access.MIN)
            if found is not None or output.beside:
                raise _misused(loop, output.param, found)


def _misused(loop: Loop, param: int, found: Span | None) -> Stop:
    access, name = loop.args[param].access, loop.kernel.params[param].name
    assert access is not None
    what = f"dataset '{name}' has access OPS_{access.name}, so the kernel may access it only by calling combine_{access.name.lower()} at the current point"
    return Stop(what, found or loop.kernel.params[param].span, f"write '{name}.combine_{access.name.lower()}(.., value)'")


def _other_use(body: Body, local: Union[Var, Element], least: bool) -> Span | None:
    """The first statement that is no offer and mentions `local`."""
    for s in body:
        if _is_offer(s, local, least):
            continue
        assigned = isinstance(s, Assign) and isinstance(s.target, (Var, Element)) and s.target.name == local.name
        if assigned or any(local.name in variables(e) for e in reads(s)):
            return NOWHERE if isinstance(s, Contribute) else s.span
        for block in blocks(s):
            if (found := _other_use(block, local, least)) is not None:
                return found
    return None


def _is_offer(s: Stmt, local: Union[Var, Element], least: bool) -> bool:
    """local = the smaller (or the larger) of local and one other value; or: if the other value is that, local = other value."""
    if isinstance(s, If) and len(s.then) == 1 and not s.other and isinstance(s.then[0], Assign) and s.then[0].target == local:
        return _chooses(s.condition, s.then[0].value, local, least) and local.name not in variables(s.then[0].value)
    if not isinstance(s, Assign) or s.target != local:
        return False
    if isinstance(s.value, Call) and s.value.name in _FUNCTIONS[Access.MIN if least else Access.MAX]:
        pair = s.value.args
    elif isinstance(s.value, Select) and _chooses(s.value.condition, s.value.then, s.value.other, least):
        pair = (s.value.then, s.value.other)
    else:
        return False
    return local in pair and sum(local.name in variables(e) for e in pair) == 1


def _chooses(condition: Expr, chosen: Expr, other: Expr, least: bool) -> bool:
    """Whether `condition` says that `chosen` is the smaller (or the larger) of the two."""
    if not isinstance(condition, Binary) or condition.op not in ("<", "<=", ">", ">="):
        return False
    pair = (condition.left, condition.right)
    return pair == ((chosen, other) if (condition.op[0] == "<") == least else (other, chosen))
