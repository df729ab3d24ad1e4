"""Pass `renaming`: every assignment to a local makes a new local, so that all values stay readable after the body.

Input:   a body without jumps.
Output:  Renamed: scalars are assigned once on every path; a local that branches of an If assign is declared before it and its
         condition is kept in a local. A local that a loop carries from round to round is declared before it and assigned last
         in its body; the last statement of a While counts its rounds. Arrays stay as they are.
Test:    tests/translator/passes/renaming_test.py
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from translator.ir import Assign, Binary, Const, Declare, Element, Expr, For, If, Select, Stmt, Var, While
from translator.passes.numeric import literal
from translator.passes.simplify import as_type
from translator.passes.walk import Body, Names, assigned, map_statement, rebuild, statements

Values = dict[str, Expr | None]  # source local -> what it holds now; None: nothing yet


@dataclass(frozen=True, slots=True)
class Renamed:
    body: Body
    final: Mapping[str, Expr]  # what each source local that is in scope at the end holds then


def run(body: Body, initial: Mapping[str, Expr], types: Mapping[str, str], names: Names) -> Renamed:
    """Rename `body`. `initial`: values of locals that it uses but does not declare; `types`: their types."""
    renamer = _Renamer(dict(types) | _types(body), names)
    values: Values = dict.fromkeys(types) | dict(initial)
    out = renamer.block(body, values)
    return Renamed(out, {name: value for name, value in values.items() if value is not None})


def _types(body: Body) -> dict[str, str]:
    return {s.name: s.type for s in statements(body) if isinstance(s, Declare)}


class _Renamer:
    def __init__(self, types: dict[str, str], names: Names) -> None:
        self._types = types
        self._names = names
        self._declared: set[str] = set()

    def block(self, body: Body, values: Values) -> Body:
        """The renamed block; `values` is brought up to date."""
        return tuple(new for s in body for new in self._statement(s, values))

    def _statement(self, s: Stmt, values: Values) -> list[Stmt]:
        if isinstance(s, Declare) and not s.extents:
            values[s.name] = None
            return [] if s.value is None else self._define(s.name, s.value, s, values)
        if isinstance(s, Assign) and isinstance(s.target, Var):
            return self._define(s.target.name, s.value, s, values)
        if isinstance(s, If):
            return self._if(s, values)
        if isinstance(s, (For, While)):
            return self._loop(s, values)
        hoisted: list[Stmt] = []
        new = map_statement(s, lambda e: self._hoist(_substitute(e, values), hoisted))
        return [*hoisted, new]

    def _define(self, name: str, value: Expr, s: Declare | Assign, values: Values) -> list[Stmt]:
        out: list[Stmt] = []
        type = self._types[name]
        value = as_type(self._hoist(_substitute(value, values), out), type)
        if isinstance(value, (Var, Const)):
            values[name] = value
            return out
        new = self._version(name)
        values[name] = Var(new, type)
        return [*out, Declare(new, type, (), value, s.span)]

    def _version(self, name: str) -> str:
        """The local's own name the first time, then numbered ones."""
        if name not in self._declared:
            self._declared.add(name)
            return name
        return self._names.fresh(name)

    def _hoist(self, e: Expr, out: list[Stmt]) -> Expr:
        """`e` with array elements read into scalars, as arrays may change later. What may not be evaluated stays in place."""
        if isinstance(e, Select):
            return replace(e, condition=self._hoist(e.condition, out))
        if isinstance(e, Binary) and e.op in ("&&", "||"):
            return replace(e, left=self._hoist(e.left, out))
        e = rebuild(e, lambda child: self._hoist(child, out))
        if not isinstance(e, Element):
            return e
        name = self._names.fresh(e.name + "_at")
        out.append(Declare(name, e.type, (), e))
        return Var(name, e.type)

    def _if(self, s: If, values: Values) -> list[Stmt]:
        out: list[Stmt] = []
        condition = as_type(self._hoist(_substitute(s.condition, values), out), "bool")
        if not isinstance(condition, (Var, Const)):
            name = self._names.fresh("taken")
            out.append(Declare(name, "bool", (), condition, s.span))
            condition = Var(name, "bool")
        ends: list[Values] = [dict(values), dict(values)]
        bodies = [list(self.block(b, end)) for b, end in zip((s.then, s.other), ends)]
        for name in values:
            if ends[0][name] == ends[1][name]:
                values[name] = ends[0][name]
                continue
            merged = Var(self._version(name), self._types[name])
            out.append(Declare(merged.name, merged.type, (), None, s.span))
            for body, end in zip(bodies, ends):
                body.append(Assign(merged, end[name] or _unset(merged.type), s.span))
            values[name] = merged
        return [*out, replace(s, condition=condition, then=tuple(bodies[0]), other=tuple(bodies[1]))]

    def _loop(self, s: For | While, values: Values) -> list[Stmt]:
        """A round starts from the carried locals and stores them at its end."""
        inner = {n.name for n in statements(s.body) if isinstance(n, Declare)}
        inner |= {n.var for n in statements((s,)) if isinstance(n, For)}
        carried: dict[str, Var] = {}
        out: list[Stmt] = []
        for name in sorted(name for name in assigned(s.body) - inner if name in values):
            carried[name] = Var(self._version(name), self._types[name])
            out.append(Declare(carried[name].name, carried[name].type, (), values[name] or _unset(self._types[name]), s.span))
        values |= carried
        if isinstance(s, For):
            return [*out, *self._for(s, values, carried)]
        rounds = Var(self._names.fresh("rounds"), "int")
        out.append(Declare(rounds.name, "int", (), Const(0, "int"), s.span))
        count = Assign(rounds, Binary("+", rounds, Const(1, "int"), "int"), s.span)
        body = self._round(s, values, carried)
        return [*out, replace(s, condition=_substitute(s.condition, values), body=(*body, count))]

    def _for(self, s: For, values: Values, carried: Mapping[str, Var]) -> list[Stmt]:
        """Bounds that take computing get locals of their own: the way back needs them too."""
        out: list[Stmt] = []
        var = Var(self._version(s.var), "int")
        start, stop = (self._bound(e, stem, out, values, s) for e, stem in ((s.start, "start"), (s.stop, "stop")))
        body = self._round(s, {**values, s.var: var}, carried)
        return [*out, replace(s, var=var.name, start=start, stop=stop, body=body)]

    def _bound(self, e: Expr, stem: str, out: list[Stmt], values: Values, s: For) -> Expr:
        e = self._hoist(_substitute(e, values), out)
        if isinstance(e, (Var, Const)):
            return e
        local = Declare(self._names.fresh(stem), e.type, (), e, s.span)
        out.append(local)
        return Var(local.name, e.type)

    def _round(self, s: For | While, values: Values, carried: Mapping[str, Var]) -> Body:
        """The body, then the carried locals that changed: all of them at once, as one may have taken another's value."""
        inside = dict(values)
        body = list(self.block(s.body, inside))
        ends: list[Stmt] = []
        for name, local in carried.items():
            end = inside[name]
            if isinstance(end, Var) and end != local and end in carried.values():
                other = Declare(self._names.fresh(name), end.type, (), end, s.span)
                body.append(other)
                end = Var(other.name, end.type)
            if end != local:
                ends.append(Assign(local, end or _unset(local.type), s.span))
        return (*body, *ends)


def _unset(type: str) -> Const:
    """Stands for a value that the program leaves undefined on this path."""
    return literal(0, type) or Const(0, type)


def _substitute(e: Expr, values: Mapping[str, Expr | None]) -> Expr:
    if isinstance(e, Var):
        return (values[e.name] or _unset(e.type)) if e.name in values else e
    return rebuild(e, lambda child: _substitute(child, values))

