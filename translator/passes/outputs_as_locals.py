"""Pass `outputs-as-locals`: what a kernel writes becomes ordinary locals, loaded once if needed and stored once at the end.

Input:   a Loop whose kernel has been through `simplify`.
Output:  OutputForm: a body without stores, and the outputs to load before and to store after it.
Test:    tests/translator/passes/outputs_as_locals_test.py
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import Union

from translator.ir import Assign, Const, Element, Expr, For, Global, If, Load, Loop, Stmt, Var, While
from translator.passes.arguments import Offset, is_dat, is_reduction
from translator.passes.walk import Body, Names, body_nodes, component, constant_offset, map_body, names_of, nodes, reads, statements, transform

Written = tuple[int, Offset]  # a dataset and where it is written; a reduction: ()


@dataclass(frozen=True, slots=True)
class Output:
    """One written component of a dataset, or one element of a reduction, held in a local.

    The body does not declare the local. Before the body it holds: the old value at `offset` if `preload` (dat), the
    neutral element (reduction), nothing otherwise. After the body a dat output is stored there; a reduction's
    is combined into the loop's total. `optional`: the argument may be switched off (null); load and store only if not.
    A component that the kernel never assigns, of a dataset that it writes, and a cell between those that it writes, are preloaded and stored
    too (`assigned` false): a new version must be complete. Where in and out are one buffer it may be skipped.
    """

    param: int
    component: int  # dat: component; reduction: index
    local: Union[Var, Element]  # Element: of one array local for all components, which the body indexes by computed values
    reduction: bool
    preload: bool
    assigned: bool
    optional: bool
    offset: Offset = ()  # dat: where it is, relative to the point

    @property
    def beside(self) -> bool:
        """Written beside the point."""
        return any(self.offset)


@dataclass(frozen=True, slots=True)
class OutputForm:
    """The normal form of a primal kernel: `body` has no jumps and no stores to datasets, but where data decide the place (an error elsewhere)."""

    body: tuple[Stmt, ...]
    outputs: tuple[Output, ...]  # by param, then place, then component


def run(loop: Loop) -> OutputForm:
    """Put the loop's kernel into normal form."""
    body = loop.kernel.body
    names = Names(names_of(body))
    locals_ = {place: _Local.of(loop, body, place, names) for place in _written(loop, body)}
    body = _replace(body, locals_)
    return OutputForm(body, tuple(output for local in locals_.values() for output in local.outputs(loop, body)))


def _written(loop: Loop, body: Body) -> list[Written]:
    """Datasets with where they are stored to, and reductions. What is stored to beside the point counts as a box without gaps."""
    targets = [s.target for s in statements(body) if isinstance(s, Assign)]
    found: dict[int, set[Offset | None]] = {}
    for t in targets:
        if isinstance(t, Load) and is_dat(loop, t.param):
            found.setdefault(t.param, set()).add(constant_offset(t))
    dats = {(p, offset) for p, offsets in found.items() for offset in _box({o for o in offsets if o is not None})}
    reductions: set[Written] = {(t.param, ()) for t in targets if isinstance(t, Global) and is_reduction(loop, t.param)}
    return sorted(dats | reductions)


def _box(offsets: set[Offset]) -> set[Offset]:
    return set(product(*(range(min(along), max(along) + 1) for along in zip(*offsets)))) if offsets else set()


def _place(e: Expr) -> Written | None:
    """What of an argument an expression is; None: nothing that a local may stand for."""
    if isinstance(e, Load):
        offset = constant_offset(e)
        return None if offset is None else (e.param, offset)
    return (e.param, ()) if isinstance(e, Global) else None


def _uses(body: Body, place: Written) -> list[Expr]:
    """Component or index of every use of what a local stands for."""
    targets = [s.target for s in statements(body) if isinstance(s, Assign)]
    found = [e for e in (*body_nodes(body), *targets) if isinstance(e, (Load, Global)) and _place(e) == place]
    return [e.component if isinstance(e, Load) else e.index for e in found]


@dataclass(frozen=True, slots=True)
class _Local:
    """The local or locals that stand for one argument at one place where it is written."""

    param: int
    offset: Offset
    type: str
    names: tuple[str, ...]  # one per component, or one array for all
    size: int
    array: bool

    @staticmethod
    def of(loop: Loop, body: Body, place: Written, names: Names) -> _Local:
        param, offset = place
        indices = [component(e) for e in _uses(body, place)]
        size = max([loop.args[param].dim or 1, *(i + 1 for i in indices if i is not None)])
        array = None in indices
        stem = f"{loop.kernel.params[param].name}_new"
        parts = [stem] if array or size == 1 else [f"{stem}_{c}" for c in range(size)]
        return _Local(param, offset, loop.kernel.params[param].type, tuple(map(names.fresh, parts)), size, array)

    def at(self, index: Expr) -> Union[Var, Element]:
        if self.array:
            return Element(self.names[0], (index,), self.type)
        constant = component(index)
        assert constant is not None
        return Var(self.names[constant], self.type)

    def outputs(self, loop: Loop, body: Body) -> list[Output]:
        arg = loop.args[self.param]
        reduction = arg.kind == "reduce"
        assigned = {s.target.name for s in statements(body) if isinstance(s, Assign) and isinstance(s.target, (Var, Element))}
        found = []
        for c in range(self.size):
            local = self.at(Const(c, "int"))
            preload = not reduction and (self.array or reads_initial(body, local.name))
            found.append(Output(self.param, c, local, reduction, preload, local.name in assigned, arg.optional, self.offset))
        return found


def _replace(body: Body, locals_: dict[Written, _Local]) -> Body:
    def node(e: Expr) -> Expr:
        local = locals_.get(place) if (place := _place(e)) is not None else None
        if local is None:
            return e
        assert isinstance(e, (Load, Global))
        return local.at(e.component if isinstance(e, Load) else e.index)

    def statement(s: Stmt) -> Stmt:
        if isinstance(s, Assign):
            target = node(s.target)
            assert isinstance(target, (Var, Element, Load, Global))
            return replace(s, target=target)
        if isinstance(s, If):
            return replace(s, then=tuple(map(statement, s.then)), other=tuple(map(statement, s.other)))
        if isinstance(s, (For, While)):
            return replace(s, body=tuple(map(statement, s.body)))
        return s

    return tuple(statement(s) for s in map_body(body, lambda e: transform(e, node)))


def reads_initial(body: Body, name: str) -> bool:
    """Whether `body`, on some path, reads `name` before assigning it or ends without having assigned it."""
    read, done = _assigns(body, name, False)
    return read or not done


def _assigns(body: Body, name: str, done: bool) -> tuple[bool, bool]:
    """(read while unassigned, assigned on every path) after `body`, if it was `done` before."""
    for s in body:
        if done:
            return False, True
        if any(isinstance(n, Var) and n.name == name for e in reads(s) for n in nodes(e)):
            return True, done
        if isinstance(s, Assign) and isinstance(s.target, Var) and s.target.name == name:
            done = True
        elif isinstance(s, If):
            read_then, then = _assigns(s.then, name, done)
            read_other, other = _assigns(s.other, name, done)
            if read_then or read_other:
                return True, done
            done = then and other
        elif isinstance(s, (For, While)) and _assigns(s.body, name, done)[0]:
            return True, done
    return False, done
