"""Pass `into_integers`: through which points a kernel reads real values that become integers in it, or decide about a place in an array.

Integers may be such places as well, so a kernel must not run with other values there than the program's. Whole numbers that stay real numbers are harmless, but
from far away the stairs of large values look like a slope (`has_stairs`).

Input:   a Loop (kernel through `simplify`).      Output:  points of every argument; more than needed where it is not sure.
Test:    tests/translator/passes/into_integers_test.py
"""

from __future__ import annotations

from collections import defaultdict

from translator.ir import (
    Assign, Binary, Call, Cast, Const, Constant, Declare, Element, Expr, For, Global, If, Load, Loop, LValue, Select, Stmt, Var, While,
)
from translator.passes.arguments import Offset
from translator.passes.declared_places import declared
from translator.passes.numeric import is_integer
from translator.passes.rules import is_flat
from translator.passes.walk import Body, children, constant_offset, nodes, reads, statements

_Name = tuple[str | int, int | None]  # a local; an argument that the kernel writes, and which component, if that is known
Values = frozenset[tuple[int, Offset | None]]  # of an argument: those read through a point; None: through all


def run(loop: Loop) -> tuple[tuple[Offset, ...], ...]:
    """Sorted points of each argument of the loop; the centre for one that is not a dataset."""
    found = _Dependencies()
    found.follow(loop.kernel.body, frozenset())
    return tuple(_points(loop, p, {offset for param, offset in found.into if param == p}) for p in range(len(loop.args)))


def _points(loop: Loop, param: int, offsets: set[Offset | None]) -> tuple[Offset, ...]:
    stencil = loop.args[param].stencil
    if None in offsets:
        offsets |= {(0,) * loop.dims} if stencil is None else set(declared(stencil))
    return tuple(sorted(o for o in offsets if o is not None))


def has_stairs(loop: Loop) -> bool:
    """Whether the kernel makes whole numbers of real ones, which stay real, or remainders."""
    calls = (n for s in statements(loop.kernel.body) for e in reads(s) for n in nodes(e) if isinstance(n, Call))
    return any(call.type != "bool" and (is_flat(call.name) or call.name in ("fmod", "remainder")) for call in calls)


class _Dependencies:
    """Of what values depend, through assignments and through conditions under which these are done."""

    def __init__(self) -> None:
        self.into: Values = frozenset()
        self._of: defaultdict[_Name, Values] = defaultdict(frozenset)

    def follow(self, body: Body, decided: Values) -> None:
        for s in body:
            if isinstance(s, (For, While)):
                self._turns(s, decided)
                continue
            self._look(s, decided)
            if isinstance(s, If):
                under = decided | self._depends(s.condition)
                self.follow(s.then, under)
                self.follow(s.other, under)

    def _turns(self, s: For | While, decided: Values) -> None:
        """Again until nothing is added, as a turn reads what the turn before has left."""
        before = -1
        while before != self._size():
            before = self._size()
            self._look(s, decided)
            under = decided.union(*map(self._depends, reads(s)))
            if isinstance(s, For):
                self._of[s.var, None] |= under
            elif any(_is_equality(n) for n in nodes(s.condition)):  # with other values the loop might never end
                self.into |= under
            self.follow(s.body, under)

    def _size(self) -> int:
        return len(self.into) + sum(map(len, self._of.values()))

    def _look(self, s: Stmt, decided: Values) -> None:
        for e in reads(s):
            self._find(e, decided)
        if isinstance(s, Declare) and s.value is not None:
            self._of[s.name, None] |= decided | self._depends(s.value)
        elif isinstance(s, Assign):
            self.into |= self._place(s.target, decided)
            self._of[_name(s.target)] |= decided | frozenset().union(self._depends(s.value), *map(self._depends, children(s.target)))

    def _find(self, e: Expr, decided: Values) -> None:
        """Conversions and places in `e`; parts of it may be evaluated under conditions."""
        if _is_conversion(e):
            self.into |= decided.union(*map(self._depends, children(e)))
        self.into |= self._place(e, decided)
        parts = children(e)
        if isinstance(e, Select) or (isinstance(e, Binary) and e.op in ("&&", "||")):
            self._find(parts[0], decided)
            decided, parts = decided | self._depends(parts[0]), parts[1:]
        for part in parts:
            self._find(part, decided)

    def _place(self, e: Expr, decided: Values) -> Values:
        """What decides about a place in an array, in data or in a constant."""
        if not isinstance(e, (Element, Load, Global, Constant)):
            return frozenset()
        computed = [index for index in children(e) if not isinstance(index, Const)]
        return decided.union(*map(self._depends, computed)) if computed else frozenset()

    def _depends(self, e: Expr) -> Values:
        found: set[tuple[int, Offset | None]] = set()
        for node in nodes(e):
            if isinstance(node, (Var, Element)):
                found |= self._of[node.name, None]
            elif isinstance(node, Load):
                found |= {(node.param, constant_offset(node)), *self._written(node)}
            elif isinstance(node, Global):
                found |= {(node.param, None), *self._written(node)}
        return frozenset(found)

    def _written(self, value: Load | Global) -> Values:
        """What the kernel itself may have written there, through any point."""
        _, component = name = _name(value)
        if component is None:
            return frozenset().union(*(of for other, of in self._of.items() if other[0] == value.param))
        return self._of[name] | self._of[value.param, None]


def _name(place: LValue | Load | Global) -> _Name:
    if isinstance(place, (Var, Element)):
        return place.name, None
    number = place.component if isinstance(place, Load) else place.index
    return place.param, number.value if isinstance(number, Const) and isinstance(number.value, int) else None


def _is_equality(e: Expr) -> bool:
    return isinstance(e, Binary) and e.op in ("==", "!=") and not (is_integer(e.left.type) and is_integer(e.right.type))


def _is_conversion(e: Expr) -> bool:
    """From a real number, by a cast or by a function such as lround."""
    if isinstance(e, Cast):
        return e.type != "bool" and is_integer(e.type) and not is_integer(e.operand.type)
    return isinstance(e, Call) and is_integer(e.type) and e.type != "bool" and not all(is_integer(a.type) for a in e.args)
