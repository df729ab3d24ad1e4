"""Pass `user-adjoint`: a kernel's hand-written `k_adjoint` becomes an AdjointKernel like a generated one.

Input:   a Loop whose kernel has a simplified `user_adjoint`.
Output:  an AdjointKernel, or NotDifferentiable naming what the adjoint does that an adjoint may not.
         Parameters are those of the kernel, each followed by its derivative (`<name>_a1s`) where it has one. At the centre of a
         written argument the derivative is an ordinary value: it starts as the seed, and what it ends with stays; it must not
         stay what it was if the kernel overwrites. All other derivatives may only be incremented. Values are those before the
         loop; the adjoint may assign to them, which nobody else sees.
Test:    tests/translator/passes/user_adjoint_test.py
"""

from __future__ import annotations

from dataclasses import replace

from translator.ir import Access, AdjointKernel, Binary, Const, Contribute, Expr, If, Kernel, Load, Loop, Seed, Stmt
from translator.passes import differentiate, outputs_as_locals, renaming
from translator.passes.accessors import SUFFIX, Accessors, roles_of
from translator.passes.arguments import at_centre, centre, component_of, load
from translator.passes.build import negative, number
from translator.passes.differentiate import Result, finish, source_order
from translator.passes.flows import Place
from translator.passes.numeric import is_real
from translator.passes.reverse import Stop
from translator.passes.walk import Body, body_nodes, map_statement


def run(loop: Loop) -> Result:
    """Convert the loop's user adjoint."""
    adjoint = loop.kernel.user_adjoint
    assert adjoint is not None
    try:
        for construct in adjoint.unsupported:
            raise Stop(construct.what, construct.span, construct.hint)
        return _Conversion(loop, adjoint).run()
    except Stop as stop:
        return stop.reason


def passive(loop: Loop) -> frozenset[int]:
    """Arguments that the loop's user adjoint, which has been converted, makes passive; none without such an adjoint."""
    if loop.kernel.user_adjoint is None:
        return frozenset()
    given = {role.param for role in roles_of(loop, loop.kernel.user_adjoint) if role.derivative}
    return frozenset(range(len(loop.args))) - given


class _Conversion:
    def __init__(self, loop: Loop, adjoint: Kernel) -> None:
        self._loop, self._adjoint = loop, adjoint
        self._outputs = [o for o in outputs_as_locals.run(loop).outputs if not o.reduction]
        self._refuse_beside()
        roles = roles_of(loop, adjoint)
        self._accessors = Accessors(loop, adjoint, roles)
        self._given = {role.param for role in roles if role.derivative}
        self._final: dict[Place, Expr] = {}  # derivative values and sums at the end

    def run(self) -> AdjointKernel:
        new = self._accessors
        initial: dict[str, Expr] = {name: number(0.0, new.types[name]) for name in new.sums}
        initial |= {name: Seed(p, c, new.types[name]) for name, (p, _, c) in new.seeds.items()}
        initial |= {name: load(p, at, c, new.types[name]) for name, (p, at, c) in new.values.items()}
        renamed = renaming.run(new.body, initial, new.types, new.names)
        self._refuse_stale(renamed.body)
        self._final = {at: renamed.final[name] for name, at in (new.sums | new.seeds).items()}
        passed = self._passed_through()
        body = tuple(map(_first_increment, renamed.body))
        return finish(self._loop, (*body, *self._contributions(passed)), passed)

    def _refuse_beside(self) -> None:
        for o in self._outputs:
            if o.beside:
                name, kernel = self._loop.kernel.params[o.param].name, self._loop.kernel.name
                what = f"adjoint '{self._adjoint.name}' cannot be used, because kernel '{kernel}' writes '{name}' at a nonzero offset"
                raise Stop(what, self._adjoint.span, f"remove the function {self._adjoint.name}; the translator then generates the adjoint")

    def _refuse_stale(self, body: Body) -> None:
        """The values of what the kernel only writes are gone when the adjoint runs."""
        gone = {(o.param, o.component) for o in self._outputs if not o.preload}
        for n in body_nodes(body):
            if isinstance(n, Load) and at_centre(n) and (n.param, component_of(n)) in gone:
                name, kernel = self._loop.kernel.params[n.param].name, self._loop.kernel.name
                what = f"adjoint '{self._adjoint.name}' must not read '{name}', because the adjoint does not receive the values of datasets that kernel '{kernel}' only writes"
                raise Stop(what, n.span, "recompute the value in the adjoint")

    def _passed_through(self) -> tuple[int, ...]:
        """Written datasets whose derivative the adjoint leaves alone, which is right for increments only."""
        written = sorted({o.param for o in self._outputs if is_real(o.local.type)})
        return tuple(p for p in written if self._untouched(p) and self._pure_increment(p))

    def _untouched(self, p: int) -> bool:
        return all(self._at_end(o.param, o.component) is None for o in self._outputs if o.param == p)

    def _at_end(self, p: int, c: int) -> Expr | None:
        """The derivative of a written component after the adjoint; None if it is what it was."""
        final = self._final.get((p, centre(self._loop), c))
        return None if isinstance(final, Seed) and (final.param, final.component) == (p, c) else final

    def _pure_increment(self, p: int) -> bool:
        if self._loop.args[p].access == Access.INC:
            return True
        generated = differentiate.run(self._loop)
        return isinstance(generated, AdjointKernel) and p in generated.passed_through

    def _contributions(self, passed: tuple[int, ...]) -> Body:
        found = {at: e for at, e in self._final.items() if at[0] not in passed or any(at[1])}
        for o in self._outputs:
            if o.param in self._given and o.param not in passed and is_real(o.local.type) and self._at_end(o.param, o.component) is None:
                if o.assigned:
                    self._refuse_unzeroed(o.param, o.component)
                found[o.param, centre(self._loop), o.component] = Seed(o.param, o.component, o.local.type)
        order = sorted(found, key=lambda at: (at[0], source_order(at[1]), at[2]))
        return tuple(Contribute(*at, found[at]) for at in order if not _is_zero(found[at]))

    def _refuse_unzeroed(self, p: int, c: int) -> None:
        name, kernel = self._loop.kernel.params[p].name, self._loop.kernel.name
        part = f"component {c} of " if (self._loop.args[p].dim or 1) > 1 else ""
        derivative = f"{name}{SUFFIX}"
        what = f"adjoint '{self._adjoint.name}' does not set {part}'{derivative}' to zero, although kernel '{kernel}' overwrites '{name}'"
        raise Stop(what, self._adjoint.span, f"set the derivative to 0 after its last use, or remove the parameter '{derivative}' to make '{name}' passive")


def _is_zero(e: Expr) -> bool:
    return isinstance(e, Const) and e.value == 0


def _first_increment(s: Stmt) -> Stmt:
    """0 + x, which a sum starts with, is x."""

    def node(e: Expr) -> Expr:
        if isinstance(e, Binary) and e.op in "+-" and _is_zero(e.left):
            return e.right if e.op == "+" else negative(e.right)
        return e

    if isinstance(s, If):
        return replace(s, then=tuple(map(_first_increment, s.then)), other=tuple(map(_first_increment, s.other)))
    return map_statement(s, node)
