"""Pass `into_integers`: which arguments have real values that become integers in the kernel, or decide which values do.

Such integers may be places in arrays, so a kernel must not run with other values of these arguments than the program's.

Input:   a Loop (kernel through `simplify`).      Output:  numbers of arguments; more than needed where it is not sure.
Test:    tests/translator/passes/into_integers_test.py
"""

from __future__ import annotations

from collections import defaultdict

from translator.ir import Assign, Call, Cast, Declare, Element, Expr, For, Global, If, Jump, Load, Loop, Stmt, Var, While
from translator.passes.numeric import is_integer
from translator.passes.walk import Body, children, nodes, reads

Params = frozenset[int]


def run(loop: Loop) -> Params:
    """Arguments of the loop, by position."""
    found = _Dependencies()
    before = -1
    while before != found.size():  # until nothing is added
        before = found.size()
        found.follow(loop.kernel.body, frozenset())
    return found.into


class _Dependencies:
    """Of what values depend, through assignments and through conditions under which these are done."""

    def __init__(self) -> None:
        self.into: Params = frozenset()
        self._of: defaultdict[str | int, Params] = defaultdict(frozenset)  # of locals, and of what the kernel writes to an argument
        self._leaves: Params = frozenset()  # what decides whether a loop or the kernel is left

    def size(self) -> int:
        return len(self.into) + len(self._leaves) + sum(map(len, self._of.values()))

    def follow(self, body: Body, decided: Params) -> None:
        for s in body:
            self._look(s, decided | self._leaves)
            if isinstance(s, Jump):
                self._leaves |= decided
            elif isinstance(s, If):
                self._blocks((s.then, s.other), decided | self._depends(s.condition))
            elif isinstance(s, While):
                self._blocks((s.body,), decided | self._depends(s.condition))
            elif isinstance(s, For):
                bounds = decided | self._depends(s.start) | self._depends(s.stop)
                self._of[s.var] |= bounds
                self._blocks((s.body,), bounds)

    def _blocks(self, blocks: tuple[Body, ...], decided: Params) -> None:
        for block in blocks:
            self.follow(block, decided)

    def _look(self, s: Stmt, decided: Params) -> None:
        for e in reads(s):
            for node in nodes(e):
                if _is_conversion(node):
                    self.into |= decided | frozenset().union(*map(self._depends, children(node)))
        if isinstance(s, Declare) and s.value is not None:
            self._of[s.name] |= decided | self._depends(s.value)
        elif isinstance(s, Assign):
            target = s.target.name if isinstance(s.target, (Var, Element)) else s.target.param
            self._of[target] |= decided | frozenset().union(self._depends(s.value), *map(self._depends, children(s.target)))

    def _depends(self, e: Expr) -> Params:
        found: set[int] = set()
        for node in nodes(e):
            if isinstance(node, (Var, Element)):
                found |= self._of[node.name]
            elif isinstance(node, (Load, Global)):
                found |= {node.param, *self._of[node.param]}
        return frozenset(found)


def _is_conversion(e: Expr) -> bool:
    """From a real number, by a cast or by a function such as lround."""
    if isinstance(e, Cast):
        return e.type != "bool" and is_integer(e.type) and not is_integer(e.operand.type)
    return isinstance(e, Call) and is_integer(e.type) and e.type != "bool" and not all(is_integer(a.type) for a in e.args)
