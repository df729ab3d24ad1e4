"""Whether lowered statements copy the members of one object to another, and do nothing else.

Test:    tests/translator/parse/refusals_test.py
"""

from __future__ import annotations

from collections.abc import Iterator

from translator.ir import Assign, Const, Declare, Element, For, Stmt, Var
from translator.parse.dependence import mentions
from translator.parse.places import AddressOf, Array, Either, Place, Scalar, Slot, Slots, Struct, Structs


def pointers_of(place: Place) -> Iterator[Slot]:
    """Pointers and references among the members of an object, in order."""
    if isinstance(place, Slot):
        yield place
    for inner in place.items if isinstance(place, Slots) else [m for _, m in place.members] if isinstance(place, (Struct, Structs)) else ():
        yield from pointers_of(inner)


def only_copies(statements: tuple[Stmt, ...], target: Struct, source: Struct) -> bool:
    """Every member, each from the same one: what a member gets before does not matter."""
    of = dict(zip(variables_of(target), variables_of(source), strict=True))
    wanted = {(name, k) for name, extent in of for k in range(max(1, extent))}
    copied: set[tuple[str, int]] = set()
    names = {(name, other) for (name, _), (other, _) in of.items()}
    for s in statements:
        if isinstance(s, Declare) and s.value is None:
            continue
        written = _written(s)
        if written is None or not written <= wanted:
            return False
        copied = copied | written if _is_copy(s, names) else copied - written
    return copied == wanted


def variables_of(place: Place) -> Iterator[tuple[str, int]]:
    """Names of the variables that hold an object, with the number of elements; 0: a scalar."""
    if isinstance(place, Scalar) and isinstance(place.target, Var):
        yield place.target.name, 0
    elif isinstance(place, Array):
        yield place.name, _product(place.extents)
    elif isinstance(place, (Struct, Structs)):
        for _, inner in place.members:
            yield from variables_of(inner)


def reaches(place: Place, name: str) -> bool:
    """Whether a place is, or has, the variable of this name or a part of it."""
    if isinstance(place, Array):
        return place.name == name
    inner = [m for _, m in place.members] if isinstance(place, (Struct, Structs)) else [place.place] if isinstance(place, AddressOf) else []
    if isinstance(place, Either):
        inner = [place.first, place.second]
    return any(reaches(one, name) for one in inner) or (isinstance(place, Scalar) and mentions(place.target, name))


def _product(extents: tuple[int, ...]) -> int:
    return extents[0] * _product(extents[1:]) if extents else 1


def _written(s: Stmt) -> set[tuple[str, int]] | None:
    """Variables and numbers of elements that a statement assigns; None if it is not simple."""
    if isinstance(s, Assign) and isinstance(s.target, Var):
        return {(s.target.name, 0)}
    if isinstance(s, Assign) and isinstance(s.target, Element) and len(s.target.index) == 1 and isinstance(s.target.index[0], Const):
        return {(s.target.name, int(s.target.index[0].value))}
    if isinstance(s, For) and s.step == 1 and isinstance(s.start, Const) and isinstance(s.stop, Const) and len(s.body) == 1:
        inner = s.body[0]
        if isinstance(inner, Assign) and isinstance(inner.target, Element) and inner.target.index == (Var(s.var, "int"),):
            return {(inner.target.name, k) for k in range(int(s.start.value), int(s.stop.value))}
    return None


def _is_copy(s: Stmt, names: set[tuple[str, str]]) -> bool:
    if isinstance(s, For):
        s = s.body[0]
    if not isinstance(s, Assign) or not isinstance(s.target, (Var, Element)) or not isinstance(s.value, (Var, Element)):
        return False
    if (s.target.name, s.value.name) not in names:
        return False
    return getattr(s.target, "index", None) == getattr(s.value, "index", None)
