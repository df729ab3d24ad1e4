"""Pass `straight`: branches as choices between values that are all computed, in one straight line.

Input:   a body whose locals have unique names.
Output:  the same values, bit for bit. Vectorised code evaluates both sides of a branch anyway; from nested branches compilers make masks of
         masks, from a straight line one comparison a choice. Bodies that hold loops, arrays, costly functions or anything that must not be
         evaluated in vain stay as they are.
Test:    tests/translator/passes/straight_test.py
"""

from __future__ import annotations

from dataclasses import replace

from translator.ir import Assign, Binary, Call, Const, Constant, Contribute, Declare, Element, Expr, Global, If, Load, Select, Stmt, Var
from translator.passes import dead_code
from translator.passes.build import is_leaf
from translator.passes.numeric import is_integer
from translator.passes.walk import Body, Names, blocks, constant_offset, map_statement, names_of, nodes, reads, rebuild, statements

_CHEAP = frozenset("fabs abs sqrt fmin fmax min max copysign signed_like".split())
Values = dict[str, "Expr | None"]  # of locals that a branch has assigned; None: not yet


def run(body: Body) -> Body:
    return dead_code.run(_Straight(body).body(body)) if all(map(_free, body)) else body


def is_straight(body: Body) -> bool:
    """Whether a body computes all that it holds, at every point, so that its expressions may be computed in any place where their locals are known."""
    return all(_free(s) and not isinstance(s, If) for s in body)


def _free(s: Stmt) -> bool:
    """Whether `s` may be evaluated in vain, at no great cost."""
    if isinstance(s, If):
        return all(map(_free_expression, reads(s))) and all(_free(t) for block in blocks(s) for t in block)
    known = isinstance(s, Contribute) or isinstance(s, Declare) and not s.extents or isinstance(s, Assign) and isinstance(s.target, Var)
    return known and all(map(_free_expression, reads(s)))


def _free_expression(e: Expr) -> bool:
    return all(map(_free_node, nodes(e)))


def _free_node(e: Expr) -> bool:
    if isinstance(e, Load):
        return constant_offset(e) is not None and isinstance(e.component, Const)
    if isinstance(e, Binary):
        return not (e.op in ("/", "%") and is_integer(e.type))
    if isinstance(e, (Global, Constant)):
        return e.index is None or isinstance(e.index, Const)
    return not isinstance(e, Element) and (not isinstance(e, Call) or e.name in _CHEAP)


class _Straight:
    def __init__(self, body: Body) -> None:
        self._names = Names(names_of(body))
        self._changing = {s.target.name for s in statements(body) if isinstance(s, Assign) and isinstance(s.target, Var)}
        self._out: list[Stmt] = []

    def body(self, body: Body) -> Body:
        for s in body:
            if isinstance(s, If):
                for name, value in self._if(s, {}).items():
                    assert value is not None
                    self._out.append(Assign(Var(name, value.type), value))
            else:
                self._out.append(map_statement(s, lambda e: self._expression(e, {})))
        return tuple(self._out)

    def _if(self, s: If, known: Values) -> Values:
        """What either side has assigned, chosen."""
        condition = self._named(self._expression(s.condition, known), "taken")
        then, other = (self._branch(block, known) for block in (s.then, s.other))
        return {name: self._choice(condition, name, known | then, known | other) for name in {**then, **other}}

    def _choice(self, condition: Expr, name: str, then: Values, other: Values) -> Expr | None:
        type = next(v.type for v in (then.get(name), other.get(name)) if v is not None)
        sides = [side.get(name, Var(name, type)) for side in (then, other)]
        if sides[0] is None or sides[1] is None:
            return sides[0] or sides[1]
        return Select(condition, sides[0], sides[1], type)

    def _branch(self, body: Body, before: Values) -> Values:
        """What `body` has assigned of locals declared outside."""
        known = dict(before)
        for s in body:
            if isinstance(s, If):
                known.update({name: self._named(value, name) if value is not None else None for name, value in self._if(s, known).items()})
            elif isinstance(s, Assign) and isinstance(s.target, Var):
                known[s.target.name] = self._named(self._expression(s.value, known), s.target.name)
            elif isinstance(s, Declare) and s.name in self._changing:
                known[s.name] = None if s.value is None else self._named(self._expression(s.value, known), s.name)
            elif isinstance(s, Declare) and s.value is not None:
                self._out.append(replace(s, value=self._expression(s.value, known)))
        own = {s.name for s in body if isinstance(s, Declare)}
        return {name: value for name, value in known.items() if name not in own and value is not before.get(name)}

    def _named(self, e: Expr, stem: str) -> Expr:
        """A leaf with the value that `e` has here."""
        if is_leaf(e) and not (isinstance(e, Var) and e.name in self._changing):
            return e
        name = self._names.fresh(stem)
        self._out.append(Declare(name, e.type, (), e))
        return Var(name, e.type)

    def _expression(self, e: Expr, known: Values) -> Expr:
        """`e` with what is known of locals; both sides of choices are computed before."""
        if isinstance(e, Var):
            return known.get(e.name) or e
        e = rebuild(e, lambda child: self._expression(child, known))
        if isinstance(e, Select):
            return replace(e, then=self._named(e.then, "one"), other=self._named(e.other, "other"))
        if isinstance(e, Binary) and e.op in ("||", "&&"):
            return replace(e, op=e.op[0])
        return e
