"""Pass `reciprocals`: quotients by one divisor share its reciprocal.

Input:   the body of an adjoint, with operands that are leaves.
Output:  the same derivatives to rounding, with fewer divisions. A quotient comes back on the way back: a = b / c sends a share of
         its derivative divided by c to b, and the same times a to c. Where nothing depends on the last bit, 1 / c is formed once and
         all of them are products; what a branch looks at keeps its bits, so that the adjoint takes the branches of the program, and
         what goes into a function that ends (sqrt) or jumps.
         Nothing is divided that was not divided before.
Test:    tests/translator/passes/reciprocals_test.py
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from translator.ir import (
    Assign, Binary, Call, Cast, Const, Constant, Declare, Element, Expr, For, Global, If, Load, Loop, Select, Stmt, Unary, Var, While,
)
from translator.passes.build import is_leaf, number, over, times
from translator.passes.numeric import COMPARISONS, is_integer, is_real, literal
from translator.passes.rules import is_flat, rule
from translator.passes.walk import Body, Names, body_nodes, children, map_statement, nodes, reads, rebuild, statements

_DECIDE = frozenset(COMPARISONS) | {"&&", "||", "%"}
_JUMPING = frozenset({"fmod", "remainder", "copysign"})  # have a derivative and jump
_ENDING = frozenset("sqrt pow asin acos acosh atanh log log2 log10 log1p".split())  # have none where the argument is a bit too small or large


def run(loop: Loop, body: Body, uniform: Callable[[Expr], bool], names: Names) -> Body:
    """`body` with shared reciprocals. `uniform`: whether an expression has one value for all points, so that compilers divide once."""
    return _Sharing(loop, _deciding_names(body), _settled(body), uniform, names).block(body, {})


def _deciding_names(body: Body) -> frozenset[str]:
    """Locals whose last bit may decide something."""
    values: dict[str, list[Expr]] = {}
    for s in statements(body):
        if isinstance(s, Declare) and s.value is not None:
            values.setdefault(s.name, []).append(s.value)
        elif isinstance(s, Assign) and isinstance(s.target, (Var, Element)):
            values.setdefault(s.target.name, []).append(s.value)
    pending = [e for s in statements(body) if isinstance(s, (If, While, For)) for e in reads(s)]
    pending += [d for e in body_nodes(body) for d in _deciders(e)]
    found: set[str] = set()
    while pending:
        for n in nodes(pending.pop()):
            if isinstance(n, (Var, Element)) and n.name not in found:
                found.add(n.name)
                pending += values.get(n.name, [])
    return frozenset(found)


def _deciders(e: Expr) -> tuple[Expr, ...]:
    """The operands of `e` whose last bit may decide something."""
    if isinstance(e, Select):
        return (e.condition,)
    if isinstance(e, Call):
        return e.args if rule(e.name) is None or is_flat(e.name) or e.name in _JUMPING | _ENDING else ()
    decides = (
        isinstance(e, (Load, Element, Global, Constant))
        or (isinstance(e, Binary) and e.op in _DECIDE)
        or (isinstance(e, Unary) and e.op == "!")
        or (isinstance(e, Cast) and is_integer(e.type))
    )
    return children(e) if decides else ()


def _settled(body: Body) -> frozenset[str]:
    """Locals that are declared once, and hold what they are declared with."""
    declared = Counter(s.name for s in statements(body) if isinstance(s, Declare))
    changed = {s.target.name for s in statements(body) if isinstance(s, Assign) and isinstance(s.target, (Var, Element))}
    return frozenset(name for name, count in declared.items() if count == 1) - changed


@dataclass(frozen=True, slots=True)
class _Sharing:
    loop: Loop
    deciding: frozenset[str]
    settled: frozenset[str]
    uniform: Callable[[Expr], bool]
    names: Names

    def block(self, body: Body, shared: Mapping[Expr, Var]) -> Body:
        """`shared`: reciprocals declared so far, by divisor."""
        out: list[Stmt] = []
        uses = Counter(divisor for s in statements(body) for divisor in self._divisors(s, always=False))
        for s in body:
            for divisor in self._divisors(s, always=True):
                if divisor not in shared and (uses[divisor] > 1 or self.uniform(divisor)):
                    reciprocal = Var(self.names.fresh(f"per_{self._stem(divisor)}"), divisor.type)
                    out.append(Declare(reciprocal.name, reciprocal.type, (), over(number(1.0, divisor.type), divisor)))
                    shared = {**shared, divisor: reciprocal}
            out.append(self._statement(s, shared))
        return tuple(out)

    def _stem(self, divisor: Expr) -> str:
        return self.loop.kernel.params[divisor.param].name if isinstance(divisor, (Load, Global)) else getattr(divisor, "name", "")

    def _statement(self, s: Stmt, shared: Mapping[Expr, Var]) -> Stmt:
        if isinstance(s, If):
            return replace(s, then=self.block(s.then, shared), other=self.block(s.other, shared))
        if isinstance(s, (For, While)):
            return replace(s, body=self.block(s.body, shared))
        return s if self._decides(s) else map_statement(s, lambda e: self._product(e, shared))

    def _decides(self, s: Stmt) -> bool:
        name = s.name if isinstance(s, Declare) else getattr(s.target, "name", "") if isinstance(s, Assign) else ""
        return name in self.deciding

    def _product(self, e: Expr, shared: Mapping[Expr, Var]) -> Expr:
        kept = _deciders(e)
        e = rebuild(e, lambda child: child if child in kept else self._product(child, shared))
        divisor = self._divisor(e)
        if divisor is None or not isinstance(e, Binary):
            return e
        reciprocal = literal(1.0 / divisor.value, e.type) if isinstance(divisor, Const) else shared.get(divisor)
        return times(e.left, reciprocal) if reciprocal else e

    def _divisors(self, s: Stmt, always: bool) -> Iterator[Expr]:
        """What `s` itself divides by, where no bit decides. `always`: only what is evaluated whenever `s` is."""
        if isinstance(s, (If, For, While)) or self._decides(s):
            return
        pending = list(reads(s))
        while pending:
            e = pending.pop()
            divisor = self._divisor(e)
            if divisor is not None and not isinstance(divisor, Const):
                yield divisor
            kept = (*_deciders(e), e.then, e.other) if always and isinstance(e, Select) else _deciders(e)
            pending += [child for child in children(e) if child not in kept]

    def _divisor(self, e: Expr) -> Expr | None:
        """The divisor of a quotient that varies from point to point, if its reciprocal may be shared."""
        if not (isinstance(e, Binary) and e.op == "/" and is_real(e.type) and e.left.type == e.right.type == e.type) or self.uniform(e):
            return None
        d = e.right
        usable = d.value != 0 if isinstance(d, Const) else d.name in self.settled if isinstance(d, Var) else is_leaf(d)
        return d if usable else None
