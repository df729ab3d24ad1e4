"""The accessors of a hand-written adjoint: derivatives become locals, seeds and sums, values become loads of the kernel's arguments.

Test:    tests/translator/passes/user_adjoint_test.py
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from translator.ir import Assign, Binary, Const, Constant, Expr, For, Global, If, Kernel, Load, Loop, Seed, Stmt, Var, While
from translator.passes.arguments import at_centre, centre, written
from translator.passes.build import choose, minus, negative, plus
from translator.passes.declared_places import is_at, is_computed, places
from translator.passes.flows import Place, place
from translator.passes.reverse import Stop
from translator.passes.walk import Names, constant_offset, map_statement, names_of, rebuild, statements

SUFFIX = "_a1s"


@dataclass(frozen=True, slots=True)
class Role:
    """What a parameter of the adjoint stands for."""

    param: int
    derivative: bool


def roles_of(loop: Loop, adjoint: Kernel) -> tuple[Role, ...]:
    """Matches the adjoint's parameters with the kernel's, by order and by the suffix of derivatives."""
    roles: list[Role] = []
    seen = -1
    for param in adjoint.params:
        if not param.name.endswith(SUFFIX):
            seen += 1
        elif seen < 0 or roles[-1].derivative:
            raise Stop(f"'{param.name}' of {adjoint.name} follows no argument", param.span, "put each derivative directly after its argument")
        roles.append(Role(seen, param.name.endswith(SUFFIX)))
    if seen + 1 != len(loop.kernel.params):
        what = f"{adjoint.name} has {seen + 1} arguments besides derivatives, but {loop.kernel.name} has {len(loop.kernel.params)}"
        hint = f"declare adjoint {adjoint.name} with all parameters of kernel {loop.kernel.name}; each derivative must follow its parameter and have the suffix '{SUFFIX}'"
        raise Stop(what, adjoint.span, hint)
    return tuple(roles)


class Accessors:
    """Rewrites the adjoint's body. What the new locals stand for:

    seeds   the derivative of a written argument at the centre, an ordinary value
    sums    what has been added to any other derivative
    values  a value at the centre that the adjoint assigns to
    """

    def __init__(self, loop: Loop, adjoint: Kernel, roles: tuple[Role, ...]) -> None:
        self.seeds: dict[str, Place] = {}
        self.sums: dict[str, Place] = {}
        self.values: dict[str, Place] = {}
        self.types: dict[str, str] = {}
        self.names = Names(names_of(adjoint.body))
        self._loop, self._adjoint, self._roles = loop, adjoint, roles
        self._written = set(written(loop, loop.kernel.body))
        targets = [s.target for s in statements(adjoint.body) if isinstance(s, Assign)]
        self._assigned = {self._param(t) for t in targets if isinstance(t, Load) and not self._is_derivative(t)}
        self._locals: dict[tuple[Place, str], Var] = {}
        self.body = tuple(map(self._statement, adjoint.body))

    def _param(self, e: Load | Global) -> int:
        return self._roles[e.param].param

    def _is_derivative(self, e: Load | Global) -> bool:
        return self._roles[e.param].derivative

    def _name_of(self, e: Load | Global) -> str:
        return self._adjoint.params[e.param].name

    def _local(self, e: Load, table: dict[str, Place], kind: str) -> Var:
        """The local that stands for a place."""
        offset = constant_offset(e)
        assert offset is not None, "computed places have become declared ones"
        return self._at(place(replace(e, param=self._param(e)), offset), e, table, kind)

    def _at(self, at: Place, e: Load | Global, table: dict[str, Place], kind: str) -> Var:
        if (at, kind) not in self._locals:
            var = Var(self.names.fresh(f"{self._name_of(e)}_{kind}"), e.type)
            self._locals[at, kind] = var
            self.types[var.name] = var.type
            table[var.name] = at
        return self._locals[at, kind]

    def _is_value(self, e: Load) -> bool:
        """A derivative that is an ordinary value: of a written argument, at the centre."""
        return self._param(e) in self._written and at_centre(e)

    def _expression(self, e: Expr) -> Expr:
        if isinstance(e, Load):
            return self._load(e)
        if isinstance(e, Global):
            return self._global(e)
        if isinstance(e, Constant) and e.param is not None:
            return rebuild(replace(e, param=self._roles[e.param].param), self._expression)
        return rebuild(e, self._expression)

    def _load(self, e: Load) -> Expr:
        if is_computed(e) and (self._is_derivative(e) or places(self._loop.args[self._param(e)], e)):
            return self._among_declared(e)
        if self._is_derivative(e):
            if not self._is_value(e):
                raise Stop(f"{self._adjoint.name} reads '{self._name_of(e)}', which it may only increment", e.span, "use += alone")
            return self._local(e, self.seeds, "seed")
        if self._param(e) in self._assigned and at_centre(e):
            return self._local(e, self.values, "value")
        return rebuild(replace(e, param=self._param(e)), self._expression)

    def _among_declared(self, e: Load) -> Expr:
        """A read at a place computed from data: the one that it is of those declared."""
        here, *others = reversed(self._declared(e))
        wanted = [self._expression(x) for x in (*e.offset, e.component)]
        choice = self._load(here)
        for other in others:
            choice = choose(is_at(wanted, other), self._load(other), choice)
        return choice

    def _declared(self, e: Load) -> tuple[Load, ...]:
        found = places(self._loop.args[self._param(e)], e)
        if not found:
            raise Stop(f"parameter '{self._name_of(e)}' is accessed with an offset or a component index that is computed from data", e.span,
                       "use constant offsets and components")
        return found

    def _global(self, e: Global) -> Expr:
        index = self._expression(e.index)
        if not self._is_derivative(e):
            return replace(e, param=self._param(e), index=index)
        if self._loop.args[self._param(e)].kind != "reduce":
            raise Stop(f"{self._adjoint.name} reads '{self._name_of(e)}', which it may only increment", e.span, "use += alone")
        return Seed(self._param(e), self._constant(e, index), e.type)

    def _constant(self, e: Global, index: Expr) -> int:
        if not isinstance(index, Const):
            raise Stop(f"parameter '{self._name_of(e)}' is indexed by a computed value", e.span, "use a constant index")
        return int(index.value)

    def _statement(self, s: Stmt) -> Stmt:
        if isinstance(s, Assign) and isinstance(s.target, (Load, Global)):
            return self._store(s, s.target)
        if isinstance(s, If):
            then, other = tuple(map(self._statement, s.then)), tuple(map(self._statement, s.other))
            return replace(s, condition=self._expression(s.condition), then=then, other=other)
        if isinstance(s, For):
            bounds = replace(s, start=self._expression(s.start), stop=self._expression(s.stop))
            return replace(bounds, body=tuple(map(self._statement, s.body)))
        if isinstance(s, While):
            return replace(s, condition=self._expression(s.condition), body=tuple(map(self._statement, s.body)))
        return map_statement(s, self._expression)

    def _store(self, s: Assign, target: Load | Global) -> Stmt:
        name = self._name_of(target)
        if isinstance(target, Global):
            if not self._is_derivative(target) or self._loop.args[self._param(target)].kind != "scalar":
                raise Stop(f"{self._adjoint.name} writes '{name}'", s.span, "an adjoint can write only the derivatives of datasets and scalars")
            return self._add(s, target)
        if self._is_derivative(target):
            if is_computed(target):
                return self._store_among_declared(s, target)
            if self._is_value(target):
                return replace(s, target=self._local(target, self.seeds, "seed"), value=self._expression(s.value))
            return self._add(s, target)
        if not at_centre(target):
            raise Stop(f"{self._adjoint.name} writes '{name}' off-centre", s.span, "write at the centre only")
        return replace(s, target=self._local(target, self.values, "value"), value=self._expression(s.value))

    def _add(self, s: Assign, target: Load | Global) -> Stmt:
        """An increment of a derivative becomes one of the local that stands for what is added to it."""
        sum_ = self._local(target, self.sums, "sum") if isinstance(target, Load) else self._sum_of_scalar(target)
        return replace(s, target=sum_, value=plus(sum_, self._expression(self._step(s, target))))

    def _step(self, s: Assign, target: Load | Global) -> Expr:
        """What the statement adds to a derivative."""
        step = _increment(s.value, target)
        if step is None:
            what = f"{self._adjoint.name} assigns '{self._name_of(target)}', which it may only increment"
            raise Stop(what, s.span, "use += instead of =")
        return step

    def _store_among_declared(self, s: Assign, target: Load) -> Stmt:
        """An increment at a place computed from data: of the one that it is of those declared."""
        step = self._step(s, target)
        wanted = [self._expression(x) for x in (*target.offset, target.component)]
        one, *others = [(at, self._store(replace(s, target=at, value=plus(at, step)), at)) for at in reversed(self._declared(target))]
        chain = one[1]
        for at, store in others:
            chain = If(is_at(wanted, at), (store,), (chain,), s.span)
        return chain

    def _sum_of_scalar(self, target: Global) -> Var:
        at = self._param(target), centre(self._loop), self._constant(target, self._expression(target.index))
        return self._at(at, target, self.sums, "sum")


def _increment(value: Expr, target: Load | Global) -> Expr | None:
    """What `value` adds to `target`; None if it is not target plus something."""
    if not isinstance(value, Binary) or value.op not in "+-":
        return None
    if value.left == target:
        return value.right if value.op == "+" else negative(value.right)
    if value.op == "+" and value.right == target:
        return value.left
    inner = _increment(value.left, target)
    if inner is None:
        return None
    return plus(inner, value.right) if value.op == "+" else minus(inner, value.right)
