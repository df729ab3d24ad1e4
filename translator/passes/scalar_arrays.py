"""Pass `scalar-arrays`: a local array whose every index is constant becomes one scalar per element.

Input:   a body.      Output:  the same body; arrays indexed by computed values, or out of bounds, are left alone.
Test:    tests/translator/passes/scalar_arrays_test.py
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from translator.ir import Assign, Declare, Element, Expr, For, If, Stmt, Var, While
from translator.passes.walk import Body, Names, body_nodes, component, map_body, names_of, statements, transform

Index = tuple[int, ...]


def run(body: Body) -> Body:
    arrays = {s.name: s for s in statements(body) if isinstance(s, Declare) and s.extents}
    for element in _elements(body):
        if element.name in arrays and not _inside(_index(element), arrays[element.name].extents):
            del arrays[element.name]
    return _Scalars(body, arrays).block(body) if arrays else body


def _elements(body: Body) -> list[Element]:
    read = [n for n in body_nodes(body) if isinstance(n, Element)]
    written = [s.target for s in statements(body) if isinstance(s, Assign) and isinstance(s.target, Element)]
    return read + written


def _index(element: Element) -> Index | None:
    values = [component(i) for i in element.index]
    return None if any(v is None for v in values) else tuple(v for v in values if v is not None)


def _inside(index: Index | None, extents: Index) -> bool:
    return index is not None and len(index) == len(extents) and all(0 <= i < n for i, n in zip(index, extents))


class _Scalars:
    def __init__(self, body: Body, arrays: dict[str, Declare]) -> None:
        names = Names(names_of(body))
        self._arrays = arrays
        self._names: dict[tuple[str, Index], str] = {}
        for array in arrays.values():
            for index in product(*map(range, array.extents)):
                self._names[array.name, index] = names.fresh("_".join([array.name, *map(str, index)]))

    def block(self, body: Body) -> Body:
        return tuple(new for s in map_body(body, lambda e: transform(e, self._node)) for new in self._statement(s))

    def _node(self, e: Expr) -> Expr:
        if isinstance(e, Element) and e.name in self._arrays:
            return Var(self._names[e.name, _index(e) or ()], e.type)
        return e

    def _statement(self, s: Stmt) -> Body:
        if isinstance(s, Declare) and s.name in self._arrays:
            indices = product(*map(range, s.extents))
            return tuple(Declare(self._names[s.name, i], s.type, (), None, s.span) for i in indices)
        if isinstance(s, Assign) and isinstance(s.target, Element) and s.target.name in self._arrays:
            target = self._node(s.target)
            assert isinstance(target, Var)
            return (replace(s, target=target),)
        if isinstance(s, If):
            return (replace(s, then=self._nested(s.then), other=self._nested(s.other)),)
        if isinstance(s, (For, While)):
            return (replace(s, body=self._nested(s.body)),)
        return (s,)

    def _nested(self, body: Body) -> Body:
        return tuple(new for s in body for new in self._statement(s))
