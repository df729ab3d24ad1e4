"""Wrong translations: one random change in what the translator has understood of a kernel, or in what it makes of it.

Input:   a LoopAnalysis.      Output:  one with a mistake, and its name. Knows the IR; knows nothing of what a mistake does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any, Union

from translator.ir import AdjointKernel, Assign, Binary, Call, Const, Contribute, For, If, Load, Loop, NotDifferentiable, Seed, Select, Unary
from translator.passes import analyse as analysing
from translator.passes import rules
from translator.passes.adjoint_terms import OwnerPlan
from translator.passes.analyse import LoopAnalysis
from translator.passes.build import negative, number, plus, times
from translator.passes.tangent import Tangent

Path = tuple[Union[str, int], ...]
SWAPPED = {"+": "-", "-": "+", "*": "+", "/": "*", "<": ">", "<=": ">", ">": "<", ">=": "<", "==": "!=", "!=": "==", "&&": "||", "||": "&&", "%": "+"}
OTHER = {"sin": "cos", "cos": "sin", "fmin": "fmax", "fmax": "fmin", "exp": "expm1", "log": "sqrt", "sqrt": "cbrt", "cbrt": "sqrt", "fabs": "sin", "tan": "sin",
         "sinh": "sin", "cosh": "cos", "asin": "sin", "acos": "cos", "atan": "sin", "tanh": "sin", "erf": "sin", "floor": "ceil", "ceil": "floor"}


def nodes(tree: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every expression and statement in a tree of tuples and frozen values."""
    if isinstance(tree, tuple):
        for i, child in enumerate(tree):
            yield from nodes(child, (*path, i))
    elif is_dataclass(tree):
        yield path, tree
        for f in fields(tree):
            if f.name not in ("span", "type", "kernel"):
                yield from nodes(getattr(tree, f.name), (*path, f.name))


def put(tree: Any, path: Path, new: Any) -> Any:
    """`tree` with `new` at `path`; None: without what stands there."""
    if not path:
        return new
    head, rest = path[0], path[1:]
    if isinstance(tree, tuple):
        assert isinstance(head, int)
        changed = put(tree[head], rest, new)
        return (*tree[:head], *(() if changed is None else (changed,)), *tree[head + 1 :])
    assert isinstance(head, str)
    return replace(tree, **{head: put(getattr(tree, head), rest, new)})


def _load(node: Load, random: Random) -> Any:
    axis = random.randrange(len(node.offset))
    offset = node.offset[axis]
    if not isinstance(offset, Const):
        return node
    other = replace(offset, value=-offset.value if offset.value else random.choice((-1, 1)), text="")
    return replace(node, offset=(*node.offset[:axis], other, *node.offset[axis + 1 :]))


def _const(node: Const, random: Random) -> Any:
    return replace(node, value=node.value + 1 if isinstance(node.value, int) else node.value * 1.25 + 0.125, text="") if not isinstance(node.value, bool) else node


def mistakes(node: Any, random: Random) -> list[tuple[str, Any]]:
    if isinstance(node, Binary):
        made = [("operator", replace(node, op=SWAPPED[node.op]))] if node.op in SWAPPED else []
        if node.op in ("-", "/", "<", "<=", ">", ">="):
            made.append(("operands", replace(node, left=node.right, right=node.left)))
        if node.op in "+-*/" and node.left.type == node.type:
            made.append(("right operand lost", node.left))
        return made
    if isinstance(node, Call):
        made = [("function", replace(node, name=OTHER[node.name]))] if node.name in OTHER else []
        return [*made, ("arguments", replace(node, args=tuple(reversed(node.args))))] if len(node.args) == 2 else made
    if isinstance(node, Load):
        return [("offset", _load(node, random))]
    if isinstance(node, Const):
        return [("number", _const(node, random))]
    if isinstance(node, Unary) and node.op == "-":
        return [("sign", node.operand)]
    if isinstance(node, Select):
        return [("choice", replace(node, then=node.other, other=node.then))]
    if isinstance(node, If):
        made = [("branches", replace(node, then=node.other, other=node.then))] if node.other else []
        return [*made, ("else lost", replace(node, other=()))] if node.other else [*made, ("condition lost", If(Const(True, "bool", "true"), node.then, (), node.span))]
    if isinstance(node, For):
        return [("last turn", replace(node, stop=Binary("-", node.stop, Const(1, node.stop.type, "1"), node.stop.type)))]
    if isinstance(node, Assign):
        return [("statement lost", None)]
    if isinstance(node, Contribute):
        return [("sign of a term", replace(node, value=negative(node.value))), ("term lost", None), ("term halved", replace(node, value=times(number(0.5, node.value.type), node.value)))]
    if isinstance(node, Seed):
        return [("seed scaled", times(number(1.5, node.type), node))]
    return []


def mutated(tree: Any, random: Random) -> tuple[str, Any] | None:
    """`tree` with one mistake; None if there is no place for one."""
    candidates = [(path, what, new) for path, node in nodes(tree) for what, new in mistakes(node, random) if new is None and path and isinstance(path[-1], int) or new is not None and new != node]
    if not candidates:
        return None
    path, what, new = random.choice(candidates)
    return what, put(tree, path, new)


# --- kinds of mistakes ----------------------------------------------------------------------------
def misread(loop: Loop, good: LoopAnalysis, random: Random) -> tuple[str, LoopAnalysis] | None:
    """The kernel is misread: values and derivatives are wrong alike."""
    found = mutated(loop.kernel.body, random)
    if found is None:
        return None
    bad = replace(loop, kernel=replace(loop.kernel, body=found[1]))
    return f"kernel: {found[0]}", analysing.analyse(bad)


def wrong_adjoint(loop: Loop, good: LoopAnalysis, random: Random) -> tuple[str, LoopAnalysis] | None:
    if not isinstance(good.adjoint, AdjointKernel) or (found := mutated(good.adjoint.body, random)) is None:
        return None
    return f"adjoint: {found[0]}", replace(good, adjoint=replace(good.adjoint, body=found[1]))


def wrong_tangent(loop: Loop, good: LoopAnalysis, random: Random) -> tuple[str, LoopAnalysis] | None:
    if not isinstance(good.tangent, Tangent) or (found := mutated(good.tangent.form.body, random)) is None:
        return None
    return f"tangent: {found[0]}", replace(good, tangent=replace(good.tangent, form=replace(good.tangent.form, body=found[1])))


def wrong_terms(loop: Loop, good: LoopAnalysis, random: Random) -> tuple[str, LoopAnalysis] | None:
    """The owner form alone."""
    if not isinstance(good.owner, OwnerPlan) or good.owner.form != "gather" or not good.owner.targets:
        return None
    t = random.randrange(len(good.owner.targets))
    target = good.owner.targets[t]
    if (found := mutated(target.terms, random)) is None:
        return None
    return f"owner: {found[0]}", replace(good, owner=replace(good.owner, targets=(*good.owner.targets[:t], replace(target, terms=found[1]), *good.owner.targets[t + 1 :])))


def wrong_facts(loop: Loop, good: LoopAnalysis, random: Random) -> tuple[str, LoopAnalysis] | None:
    name = random.choice(("reads_old", "adjoint_reads", "target", "seed", "consumed"))
    which = [p for p, fact in enumerate(good.facts) if getattr(fact, name)]
    if not which:
        return None
    p = random.choice(which)
    facts = tuple(replace(f, **{name: False}) if k == p else f for k, f in enumerate(good.facts))
    return f"fact: {name} forgotten", replace(good, facts=facts)


def wrong_rule(loop: Loop, good: LoopAnalysis, random: Random) -> tuple[str, LoopAnalysis] | None:
    """The rule of one function is wrong, in tangent and adjoint alike."""
    called = sorted({node.name for _, node in nodes(loop.kernel.body) if isinstance(node, Call) and rules.rule(node.name) is not None and not rules.is_flat(node.name)})
    if not called:
        return None
    name = random.choice(called)
    right = rules.rule(name)
    assert right is not None
    what, wrong = random.choice([("sign", lambda i, a, y, g: negative(right(i, a, y, g))), ("factor", lambda i, a, y, g: times(number(0.5, g.type), right(i, a, y, g))),
                                 ("value added", lambda i, a, y, g: plus(right(i, a, y, g), times(y, g))), ("arguments", lambda i, a, y, g: right(i, a, y, times(g, y)))])
    known = rules._RULES
    known[name] = wrong
    try:
        return f"rule of {name}: {what}", analysing.analyse(loop)
    finally:
        known[name] = right


KINDS: tuple[Callable[[Loop, LoopAnalysis, Random], tuple[str, LoopAnalysis] | None], ...] = (misread, misread, wrong_adjoint, wrong_terms, wrong_tangent, wrong_rule, wrong_facts)


def mutant(loop: Loop, good: LoopAnalysis, random: Random) -> tuple[str, LoopAnalysis] | None:
    """`loop` as parsed with a mistake; None where none of a kind was possible."""
    made = random.choice(KINDS)(loop, good, random)
    return None if made is None or isinstance(made[1].adjoint, NotDifferentiable) else made
