"""View of a row function that tests a strip of points before it evaluates them: where all are idle, it only adds and stores zeros."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from translator.ir import Idle
from translator.view.places import RowPlaces


@dataclass(frozen=True, slots=True)
class Skip:
    """`test` raises the flag `busy` at points that may contribute; `nothing` stands for the body where none of a strip does."""

    busy: str
    test: tuple[str, ...]
    nothing: tuple[str, ...]


def build(places: RowPlaces, idle: Idle, nothing: Iterable[str]) -> Skip:
    busy = places.names.fresh("busy")
    test = places.body(idle.body, 0, (idle.condition,))
    return Skip(busy, (*test, f"{busy} |= {places.printer.expr(idle.condition, 2)} ? 0 : 1;"), tuple(nothing))
