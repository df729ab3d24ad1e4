"""View of what the tape needs to know of loops' arguments: tables, of which loops that are alike share one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from translator.passes.facts import ArgFacts

Points = tuple[tuple[int, ...], ...]

# In the order of ops::ArgFacts.
_FLAGS = ("written", "reads_old", "running", "adjoint_reads", "reads_after", "target", "seed", "consumed", "scatter_only", "deferrable", "renewable", "computed")


@dataclass(frozen=True, slots=True)
class FactsView:
    """One ops::ArgFacts: its members that differ from their defaults, then its point lists by name."""

    members: tuple[str, ...]  # designated initialisers
    lists: tuple[tuple[str, Points], ...]


@dataclass(frozen=True, slots=True)
class Shared:
    """Lists of points, lists of what stands in braces for each argument of a loop, and bodies of functions that find switched-off arguments.
    `facts_of`, `touched_of`: numbers of the latter by what a loop has."""

    points: tuple[Points, ...]
    facts: tuple[tuple[str, ...], ...]
    touched: tuple[tuple[str, ...], ...]
    facts_of: dict[tuple[FactsView, ...], int]
    touched_of: dict[tuple[str, ...], int]


def view(facts: ArgFacts) -> FactsView:
    members: list[str] = []
    for name in _FLAGS:
        members += [f".{name} = true"] if getattr(facts, name) else []
        members += [f".deferred_seed = {facts.deferred_seed}"] if name == "deferrable" and facts.deferrable else []
    lists = (("offsets", facts.offsets), ("reads", facts.reads), ("writes", facts.writes), ("into_integers", facts.into_integers))
    return FactsView(tuple(members), tuple((name, tuple(points)) for name, points in lists if points))


def shared(loops: Iterable[tuple[FactsView, ...]], touched: Iterable[tuple[str, ...]]) -> Shared:
    distinct = tuple(dict.fromkeys(loop for loop in loops if loop))
    bodies = tuple(dict.fromkeys(body for body in touched if body))
    points = tuple(dict.fromkeys(points for loop in distinct for arg in loop for _, points in arg.lists))
    number = {p: k for k, p in enumerate(points)}

    def braced(arg: FactsView) -> str:
        return ", ".join((*arg.members, *(f".{name} = points_{number[p]}" for name, p in arg.lists)))

    return Shared(points, tuple(tuple(map(braced, loop)) for loop in distinct), bodies,
                  {loop: k for k, loop in enumerate(distinct)}, {body: k for k, body in enumerate(bodies)})
