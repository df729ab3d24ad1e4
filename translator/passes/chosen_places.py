"""Pass `chosen-places`: a read at a place that conditions decide becomes a choice between reads at constant places.

Upwind schemes pick their points so: `int donor; if (flux > 0) donor = -1; else donor = 0; ... density(donor, 0)`.
Input:   a Loop whose kernel has been through `simplify`.
Output:  its kernel, bit for bit the same results. Compilers vectorise a choice between neighbours better than a gather, and its
         derivative goes to the places that can be meant rather than to all of the stencil.
         Left alone: places that data decide otherwise, or more than DEEPEST conditions.
Test:    tests/translator/passes/chosen_places_test.py
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Union, cast

from translator.ir import (
    Assign,
    Binary,
    Const,
    Constant,
    Declare,
    Element,
    Expr,
    For,
    Global,
    If,
    Kernel,
    Load,
    Loop,
    Select,
    Stmt,
    Unary,
    Var,
    While,
)
from translator.passes import dead_code
from translator.passes.build import both, choose
from translator.passes.declared_places import is_computed
from translator.passes.numeric import is_integer
from translator.passes.simplify import as_type, fold
from translator.passes.walk import (
    Body,
    Names,
    assigned,
    body_nodes,
    children,
    map_statement,
    names_of,
    nodes,
    reads,
    rebuild,
    statements,
    transform,
    variables,
)

DEEPEST = 3  # conditions that decide one place

Values = tuple[Const, ...]


@dataclass(frozen=True, slots=True)
class Cases:
    """Values that a condition, held by a local, decides."""

    condition: Var
    then: Tree
    other: Tree


Tree = Union[Values, Cases]


def run(loop: Loop) -> Kernel:
    """The kernel of `loop` with places chosen where conditions alone decide them."""
    body = loop.kernel.body
    indices = _indices(body)
    if not indices:
        return loop.kernel
    places_ = _Places(loop, indices)
    body = places_.block(body)
    return replace(loop.kernel, body=dead_code.run((*places_.conditions, *body)))


def _indices(body: Body) -> frozenset[str]:
    """Integer locals that places hang on, and those that they are set from."""
    loads = [n for n in body_nodes(body) if isinstance(n, Load) and is_computed(n)]
    found = frozenset(name for e in loads for x in (*e.offset, e.component) for name in variables(x))
    while True:
        more = found.union(*(variables(e) for s in statements(body) if _set(s) in found for e in reads(s)))
        if more == found:
            return found
        found = more


def _set(s: Stmt) -> str | None:
    """The integer local that `s` sets."""
    target = Var(s.name, s.type) if isinstance(s, Declare) and not s.extents else s.target if isinstance(s, Assign) else None
    return target.name if isinstance(target, Var) and is_integer(target.type) else None


def _harmless(e: Expr, stored: Collection[int]) -> bool:
    """Whether `e` can be evaluated where the program does not: it reads values that are there and have not changed, and cannot trap."""
    return all(not isinstance(n, Element)
               and not (isinstance(n, Load) and (n.param in stored or is_computed(n)))
               and not (isinstance(n, (Global, Constant)) and not all(isinstance(c, Const) for c in children(n)))
               and not (isinstance(n, Binary) and n.op in ("/", "%") and is_integer(n.type)) for n in nodes(e))


class _Places:
    """Walks a body from top to bottom. `_known`: what is known of the present values of locals. `conditions`: declarations of the locals
    that hold what decides them; they belong to the top of the body, as a place may be asked for after the block of its condition."""

    def __init__(self, loop: Loop, indices: frozenset[str]) -> None:
        self.conditions: list[Stmt] = []
        self._args, self._indices = loop.args, indices
        self._names = Names(names_of(loop.kernel.body))
        self._known: dict[str, Tree] = {}

    def block(self, body: Body) -> Body:
        return tuple(new for s in body for new in self._statement(s))

    def _statement(self, s: Stmt) -> Body:
        if isinstance(s, If):
            return self._if(s)
        if isinstance(s, (For, While)):
            return (self._loop(s),)
        new = map_statement(s, self._expression)
        name = _set(new)
        if name is None or name not in self._indices:
            return (new,)
        self._known.pop(name, None)
        holds: list[Stmt] = []
        change = cast(Union[Declare, Assign], new)
        type = change.type if isinstance(change, Declare) else change.target.type
        tree = None if change.value is None else self._tree(change.value, type, (), holds)
        if tree is None:
            return (new,)
        self._known[name] = tree
        return (*holds, new)

    def _loop(self, s: For | While) -> Stmt:
        """A round knows nothing of what others set."""
        self._forget(s)
        head = cast(Union[For, While], map_statement(replace(s, body=()), self._expression))
        inner = self.block(s.body)
        self._forget(s)
        return replace(head, body=inner)

    def _forget(self, s: Stmt) -> None:
        for name in assigned((s,)):
            self._known.pop(name, None)

    def _if(self, s: If) -> Body:
        condition = self._expression(s.condition)
        before = dict(self._known)
        early, then = self._lift(self.block(s.then))
        after_then, self._known = self._known, before
        late, other = self._lift(self.block(s.other))
        after_other = self._known
        common = after_then.keys() & after_other.keys()
        differing = sorted(n for n in common if after_then[n] != after_other[n])
        self._known = {n: v for n, v in after_other.items() if n in common}
        if not differing:
            return (*early, *late, replace(s, condition=condition, then=then, other=other))
        hold, flag = self._hold(condition)
        self._known.update({n: Cases(flag, after_then[n], after_other[n]) for n in differing})
        return (*early, *late, hold, replace(s, condition=flag, then=then, other=other))

    def _lift(self, body: Body) -> tuple[Body, Body]:
        """(conditions that may as well be held before the branch `body`, the rest): compilers do not vectorise a flag set in a branch."""
        flags = {cast(Declare, s).name for s in self.conditions}
        stored = {t.param for t in (s.target for s in statements(body) if isinstance(s, Assign)) if isinstance(t, Load)}
        stored |= {p for p, arg in enumerate(self._args) if arg.optional}  # which may not be there at all
        changed = set(assigned(body))
        early: list[Stmt] = []
        rest: list[Stmt] = []
        for s in body:
            mine = _set(s)
            if isinstance(s, Assign) and mine in flags and _harmless(s.value, stored) and not variables(s.value) & changed:
                changed.discard(mine)
                early.append(s)
            else:
                rest.append(s)
        return tuple(early), tuple(rest)

    def _hold(self, condition: Expr) -> tuple[Stmt, Var]:
        flag = Var(self._names.fresh("decides"), "bool")
        self.conditions.append(Declare(flag.name, flag.type))
        return Assign(flag, as_type(condition, "bool")), flag

    def _tree(self, e: Expr, type: str, guards: tuple[Expr, ...], holds: list[Stmt]) -> Tree | None:
        """What `e` is worth, if conditions alone decide it. `holds`: statements that hold them, evaluated only under `guards` as in `e`."""
        if not isinstance(e, Select):
            return self._cases((as_type(e, type),), {})
        hold, flag = self._hold(reduce(both, [*guards, as_type(e.condition, "bool")]))
        holds.append(hold)
        then = self._tree(e.then, type, (*guards, flag), holds)
        other = self._tree(e.other, type, (*guards, Unary("!", flag, "bool")), holds)
        return None if then is None or other is None else Cases(flag, then, other)

    def _cases(self, wanted: tuple[Expr, ...], decided: Mapping[str, bool]) -> Tree | None:
        """The values of `wanted`, one case after another."""
        here = tuple(fold(transform(e, lambda x: self._constant(x, decided))) for e in wanted)
        values = tuple(e for e in here if isinstance(e, Const))
        if len(values) == len(here):
            return values
        condition = self._undecided(here, decided)
        if condition is None or len(decided) == DEEPEST:
            return None
        then = self._cases(here, {**decided, condition.name: True})
        other = self._cases(here, {**decided, condition.name: False})
        if then is None or other is None:
            return None
        return then if then == other else Cases(condition, then, other)

    def _case(self, name: str, decided: Mapping[str, bool]) -> Tree | None:
        """What is known of a local where conditions have been decided."""
        tree = self._known.get(name)
        while isinstance(tree, Cases) and tree.condition.name in decided:
            tree = tree.then if decided[tree.condition.name] else tree.other
        return tree

    def _constant(self, e: Expr, decided: Mapping[str, bool]) -> Expr:
        tree = self._case(e.name, decided) if isinstance(e, Var) else None
        return tree[0] if isinstance(tree, tuple) else e

    def _undecided(self, wanted: tuple[Expr, ...], decided: Mapping[str, bool]) -> Var | None:
        """A condition that they still hang on."""
        trees = [self._case(name, decided) for e in wanted for name in sorted(variables(e))]
        return next((tree.condition for tree in trees if isinstance(tree, Cases)), None)

    def _expression(self, e: Expr) -> Expr:
        e = rebuild(e, self._expression)
        if not isinstance(e, Load) or not is_computed(e):
            return e
        tree = self._cases((*e.offset, e.component), {})
        return e if tree is None else self._choice(e, tree) or e

    def _choice(self, e: Load, tree: Tree) -> Expr | None:
        """The read at the places of `tree`, declared or not; None if the dataset lacks one of the components."""
        if isinstance(tree, Cases):
            then, other = self._choice(e, tree.then), self._choice(e, tree.other)
            return None if then is None or other is None else choose(tree.condition, then, other)
        *offset, component = (Const(int(value.value), "int") for value in tree)
        place = replace(e, offset=tuple(offset), component=component)
        components = self._args[e.param].dim
        return place if isinstance(e.component, Const) or components is None or 0 <= component.value < components else None
