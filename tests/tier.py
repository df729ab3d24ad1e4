"""What belongs to the full tier alone: there, all cases of a kind; elsewhere some of them, other ones from commit to commit."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from tests.fresh import fresh_seed

T = TypeVar("T")
FULL = os.environ.get("OPSGRAD_FULL", "0") == "1"


def examples(number: int) -> int:
    """Of a test with Hypothesis, which draws other ones in every run: `number` in the full tier, elsewhere a third."""
    return number if FULL else max(1, number // 3)


def drawn(cases: Sequence[T], number: int, always: Sequence[T] = ()) -> list[T]:
    """`number` of the cases, in their order, those of `always` among them; all in the full tier."""
    if FULL or number >= len(cases):
        return list(cases)
    places = [k for k, case in enumerate(cases) if case not in always]
    chosen = set(random.Random(fresh_seed()).sample(places, max(0, number - (len(cases) - len(places)))))
    return [case for k, case in enumerate(cases) if k in chosen or case in always]


def drawn_cheaply(cases: Sequence[T], number: int, costly: Callable[[T], bool]) -> list[T]:
    """The same with at most one that is costly, so that no draw takes much longer than another."""
    if FULL:
        return list(cases)
    one = drawn([case for case in cases if costly(case)], 1)
    return drawn([case for case in cases if not costly(case)], number - len(one)) + one
