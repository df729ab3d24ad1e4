"""View of loops as functions of one point, for targets that run a thread per point.

The body of such a function is that of a row function at x = 0. What is the same for all points stands in a value that is made once per
launch; pointers follow from it and the point. Knows row functions; knows nothing of threads.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from translator.ir import Loop
from translator.passes import assigned_sums
from translator.passes.outputs_as_locals import OutputForm
from translator.view.arguments import Layout
from translator.view.cpp import wrapped
from translator.view.places import Parameter, Row, RowPlaces
from translator.view.primal import Primal, Total, assemble, datasets, independent, names_for
from translator.view.scatter import Scatter

_NEAR = re.compile(r"\.(?:pitch|step)\[[01]\]$")  # the end of an expression for the distance of neighbours that fits into 32 bits
_REACH = "ops::points::Reach"  # the type of what says of cells how they are to be treated
MOST_TOTALS = 12  # components of reductions that the threads of a block have room for together
MOST_VALUES = 1024  # of an array that is passed by value


@dataclass(frozen=True, slots=True)
class Member:
    """What a launch passes to all of its points, and what it is made of."""

    declaration: str
    value: str


@dataclass(frozen=True, slots=True)
class PointFunction:
    """What a launch holds, and what it does at a point `s`. `prologue` makes of members what `lines` name by the same names. `reaches`: members that
    say of cells how they are to be treated; things of the same kind may stand for them."""

    name: str
    x: str
    prologue: tuple[str, ...]
    lines: tuple[str, ...]
    members: tuple[Member, ...]
    outputs: tuple[str, ...] = ()  # declarations of what the caller has it write to
    reaches: tuple[str, ...] = ()

    @property
    def template(self) -> str:
        """Written out, as nvcc 13 fails on a dozen parameters that are `auto`; "" for what is no template."""
        names = ", ".join(f"class Reach{k}" for k in range(len(self.reaches)))
        return f"template <{names}>" if self.reaches else ""

    def values(self, replaced: Mapping[str, str] = {}) -> str:
        """What the members are made of, where other views stand for some."""
        text = wrapped([m.value for m in self.members], 6)
        for view, other in replaced.items():
            text = text.replace(view, other)
        return text


@dataclass(frozen=True, slots=True)
class Part:
    """One function called for the points of a range, where `given` holds ("" if always)."""

    function: PointFunction
    totals: tuple[Total, ...]
    given: str = ""


@dataclass(frozen=True, slots=True)
class PointLoop:
    """A loop, done in these parts one after another. `own_axes`: where points have to run in order, those along which no two change a cell in
    common; None: in any order."""

    parts: tuple[Part, ...]
    own_axes: tuple[int, ...] | None = None


class NoRoom(Exception):
    """Something does not fit into what a launch can pass."""


def forward(loop: Loop, form: OutputForm, layouts: tuple[Layout, ...], constants: tuple[str, ...], sizes: Mapping[str, int]) -> PointLoop | None:
    """None: the reference or the host runs the loop, as it has no such form."""
    if assigned_sums.run(loop):
        return None
    in_order = not independent(form, layouts)
    written = datasets(form) if in_order else ()
    return of_loop(assemble("point", loop, form, layouts,
                            lambda where: RowPlaces(names_for(form), where, constants, loop.dims, written=written).at_a_point(sizes), in_order=in_order))


def of_loop(form: Primal) -> PointLoop | None:
    """The loop whose row functions have been printed for one point; None: it has no such form."""
    if sum(t.components for t in form.totals) > MOST_TOTALS or form.in_order and not can_run_in_order(form):
        return None
    try:
        rest = [Part(function(form.row, values_of(form.totals)), form.totals)] if form.row else []
        return PointLoop((*rest, *(Part(function(a.row), (), a.given) for a in form.apart)), form.own_axes if form.in_order else None)
    except NoRoom:
        return None


def can_run_in_order(form: Primal | Scatter) -> bool:
    """Whether there are threads that have points to themselves, and add up nothing together."""
    return bool(form.own_axes) and not form.totals


def scattered(form: Scatter) -> PointLoop | None:
    """The serial reverse, printed for one point; None: it has no such form."""
    if not can_run_in_order(form):
        return None
    try:
        return PointLoop((Part(function(form.row), ()),), form.own_axes)
    except NoRoom:
        return None


def values_of(totals: tuple[Total, ...]) -> dict[str, str]:
    """Names and declarations of the arrays that take what a point offers."""
    return {t.values: f"{t.type}* {t.values}" for t in totals}


def of(places: RowPlaces, name: str, lines: tuple[str, ...], outputs: Mapping[str, str] = {}) -> PointFunction:
    """The function whose body has been printed with `places`. `outputs`: names and declarations of what the caller has it write to."""
    return function(places.row(name, lines), outputs)


def function(row: Row, outputs: Mapping[str, str] = {}) -> PointFunction:
    """
    Raises:
        NoRoom: it needs values whose size is not known, or large ones.
    """
    members: list[Member] = []
    locals_: list[str] = []
    for parameter in row.parameters:
        name = parameter.declaration.split()[-1].removeprefix("*").removeprefix("&")
        if parameter.argument in outputs or parameter.argument == "s" or parameter.argument.startswith("s."):
            locals_ += [parameter.local] if name != parameter.argument else []
            continue
        member, local = _member(parameter, name)
        members.append(member)
        locals_ += [local] if local else []
    reaches = tuple(p.argument for p in row.parameters if p.declaration.startswith(f"{_REACH} "))
    return PointFunction(row.name, row.x, (*locals_, *row.prologue), row.lines, tuple(members), tuple(outputs.values()), reaches)


def _member(parameter: Parameter, name: str) -> tuple[Member, str]:
    """What holds a parameter, and the line that makes the parameter of it; "" if they are the same."""
    if parameter.address is not None:
        a = parameter.address
        kind = "CoarseRows" if a.coarse else "Cells"
        return Member(f"ops::points::{kind}<{a.type}, {a.dims}> {name};", f"{{{a.view}.{a.side}, {a.view}}}"), f"auto* {name} = this->{name}.at(s);"
    if _NEAR.search(parameter.argument):
        return Member(f"int {name};", f"ops::points::pitch({parameter.argument})"), f"const std::ptrdiff_t {name} = this->{name};"
    if "*" not in parameter.declaration:
        return Member(f"{parameter.declaration};", parameter.argument), ""
    if not 0 < parameter.count <= MOST_VALUES:
        raise NoRoom
    element = parameter.declaration.rsplit("*", 1)[0].strip().removeprefix("const ").replace("void", "std::byte")
    return Member(f"ops::points::Values<{element}, {parameter.count}> {name};", f"{{{parameter.argument}}}"), f"auto* {name} = this->{name}.data();"
