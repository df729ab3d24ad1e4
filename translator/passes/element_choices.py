"""Pass `element-choices`: a local array indexed by computed values becomes one scalar per element, chosen by comparisons.

Input:   a body and its activity.
Output:  Chosen: the same values. Left alone are arrays that nothing active is stored in and that hold their values before they are
         first read (tables), arrays of more than LARGEST elements, and those with an access outside of them.
Test:    tests/translator/passes/element_choices_test.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from translator.ir import Assign, Const, Declare, Element, Expr, For, If, Stmt, Var, While
from translator.passes.activity import Activity
from translator.passes.build import choose, matches
from translator.passes.walk import Body, Names, body_nodes, component, map_body, statements, transform

LARGEST = 64  # every access compares with every index
Index = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    body: Body
    scalars: Mapping[tuple[str, Index], Var]  # what became of each element


def run(body: Body, activity: Activity, names: Names) -> Chosen:
    arrays = {s.name: s for s in statements(body) if isinstance(s, Declare) and s.extents and prod(s.extents) <= LARGEST}
    for name in (*tables(body, activity), *_left_out(body, arrays)):
        arrays.pop(name, None)
    scalars = {
        (s.name, index): Var(names.fresh("_".join([s.name, *map(str, index)])), s.type)
        for s in arrays.values()
        for index in product(*map(range, s.extents))
    }
    return Chosen(_Choices(arrays, scalars, names).block(body), scalars)


def tables(body: Body, activity: Activity) -> frozenset[str]:
    """Arrays without active values, whose last store stands before the first statement that reads them."""
    last_write: dict[str, int] = {}
    first_read: dict[str, int] = {}
    active: set[str] = set()
    for i, top in enumerate(body):
        for s in statements((top,)):
            if isinstance(s, Assign) and isinstance(s.target, Element):
                last_write[s.target.name] = i
        for n in body_nodes((top,)):
            if isinstance(n, Element):
                first_read.setdefault(n.name, i)
                active |= {n.name} if activity.active(n) else set()
    return frozenset(name for name, i in first_read.items() if name not in active and last_write.get(name, -1) < i)


def _left_out(body: Body, arrays: Mapping[str, Declare]) -> list[str]:
    """Arrays with an access that is none of their elements."""
    used = [*body_nodes(body), *(s.target for s in statements(body) if isinstance(s, Assign))]
    elements = [e for e in used if isinstance(e, Element) and e.name in arrays]
    return [e.name for e in elements if any(f is not None and not 0 <= f < n for f, n in zip(map(component, e.index), arrays[e.name].extents))]


class _Choices:
    def __init__(self, arrays: Mapping[str, Declare], scalars: Mapping[tuple[str, Index], Var], names: Names) -> None:
        self._arrays = arrays
        self._scalars = scalars
        self._names = names

    def block(self, body: Body) -> Body:
        return tuple(new for s in map_body(body, self._read) for new in self._statement(s))

    def _read(self, e: Expr) -> Expr:
        return transform(e, self._node)

    def _node(self, e: Expr) -> Expr:
        """The element asked for: the last one, where it is none of the others."""
        if not isinstance(e, Element) or e.name not in self._arrays:
            return e
        places = self._places(e)
        chosen: Expr = self._scalars[e.name, places[-1]]
        for index in reversed(places[:-1]):
            chosen = choose(_is(e.index, index), self._scalars[e.name, index], chosen)
        return chosen

    def _places(self, e: Element) -> list[Index]:
        """Elements that `e` can be."""
        fixed = [component(i) for i in e.index]
        places = product(*map(range, self._arrays[e.name].extents))
        return [p for p in places if all(f in (None, i) for f, i in zip(fixed, p))]

    def _statement(self, s: Stmt) -> list[Stmt]:
        if isinstance(s, Declare) and s.name in self._arrays:
            indices = product(*map(range, s.extents))
            return [Declare(self._scalars[s.name, i].name, s.type, (), None, s.span) for i in indices]
        if isinstance(s, Assign) and isinstance(s.target, Element) and s.target.name in self._arrays:
            return self._store(s, s.target)
        if isinstance(s, If):
            return [replace(s, then=self._nested(s.then), other=self._nested(s.other))]
        if isinstance(s, (For, While)):
            return [replace(s, body=self._nested(s.body))]
        return [s]

    def _nested(self, body: Body) -> Body:
        return tuple(new for s in body for new in self._statement(s))

    def _store(self, s: Assign, target: Element) -> list[Stmt]:
        """Every element keeps its value or takes the new one."""
        places = self._places(target)
        if len(places) == 1:
            return [replace(s, target=self._scalars[target.name, places[0]])]
        out: list[Stmt] = []
        target = replace(target, index=tuple(self._local(i, "at", out, s) for i in target.index))
        value = self._local(s.value, "stored", out, s, target.type)
        for index in places:
            scalar = self._scalars[target.name, index]
            out.append(Assign(scalar, choose(_is(target.index, index), value, scalar), s.span))
        return out

    def _local(self, e: Expr, stem: str, out: list[Stmt], s: Assign, type: str = "") -> Expr:
        if isinstance(e, Const):
            return e
        local = Var(self._names.fresh(stem), type or e.type)
        out.append(Declare(local.name, local.type, (), e, s.span))
        return local


def _is(wanted: tuple[Expr, ...], place: Index) -> Expr:
    """Whether the computed parts of an index are those of `place`."""
    return matches(wanted, [Const(i, "int") for i in place])
