"""View of a whole program for one target: the loops' views, their facts, and what registers them.

The door of `translator.view`. Knows targets by what they want (target.py); knows neither Jinja nor files.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Union

from translator import contract
from translator.ir import AdjointKernel, Constant, NotDifferentiable, Program, Refused, Span, Stmt
from translator.passes.adjoint_terms import OwnerPlan
from translator.passes.analyse import LoopAnalysis
from translator.passes import in_float, into_integers, members
from translator.passes import tangent as tangents
from translator.passes.numeric import is_real
from translator.passes.walk import body_nodes
from translator.signature import signature
from translator.view import adjoint, checked, extrema, facts, point_adjoint, points, primal, tangent, touched
from translator.view.adjoint import Owner
from translator.view.scatter import Scatter, serial
from translator.view.arguments import Layout, layouts
from translator.view.checked import Checked
from translator.view.extrema import Extrema
from translator.view.facts import FactsView, Shared
from translator.view.point_adjoint import PointOwner
from translator.view.points import Part, PointLoop
from translator.view.primal import Primal
from translator.view.target import Target


@dataclass(frozen=True, slots=True)
class ConstantView:
    name: str
    bytes: int


@dataclass(frozen=True, slots=True)
class LoopView:
    """One LoopImplementation and the code behind it."""

    symbol: str  # namespace within ops_loops
    file: str  # generated file
    origin: str  # where the loop stands, for the comment
    name: str
    kernel: str
    source: str  # trailing path components that identify the source file
    place: Span
    instance: str  # of the function around it, where that tells kernels apart
    signature: str
    primal: Union[Primal, None]
    checked: Union[Checked, None]
    facts: tuple[FactsView, ...]
    constants: tuple[ConstantView, ...]
    not_differentiable: str
    user_adjoint: str
    scatter: Union[Scatter, None]
    owner: Union[Owner, None]
    extrema: Union[Extrema, None]
    tangent: Union[Primal, None]
    stairs: bool = False  # the kernel makes whole numbers that stay real
    in_float: bool = False  # the kernel computes in float
    members: tuple[str, ...] = ()  # ops::StructMember, one each
    touched: tuple[str, ...] = ()  # what finds the switched-off arguments that the kernel touches
    second: Union[LoopView, None] = None  # of the loop of values and directions
    is_second: bool = False
    points: Union[PointForms, None] = None  # what runs as functions of one point

    @property
    def owner_in_place(self) -> bool:
        owner = self.points.owner if self.points else self.owner
        return owner is not None and owner.form == "points"

    @property
    def owner_renews(self) -> bool:
        return self.owner is not None and any(t.renewals for t in self.owner.targets)

    @property
    def functions(self) -> tuple[tuple[str, str], ...]:
        """Members of ops::LoopImplementation that say what runs the loop, and their values within its namespace."""
        point = self.points
        known = (("primal", self.primal or self.checked or point and point.primal, "primal"), ("adjoint", self.scatter, "adjoint"),
                 ("adjoint_owner", self.owner or point and point.owner, "adjoint_owner"), ("attained", self.extrema, "attained"),
                 ("owner_in_place", self.owner_in_place, "true"), ("owner_renews", self.owner_renews, "true"),
                 ("tangent", self.tangent or point and point.tangent, "tangent"))
        second = (("second", f"&{self.second.symbol}::implementation"),) if self.second else ()
        return (*((member, value) for member, there, value in known if there), *second)


@dataclass(frozen=True, slots=True)
class PointForms:
    primal: Union[PointLoop, None]
    tangent: Union[PointLoop, None]
    owner: Union[PointOwner, None]
    extrema: Union[Part, None] = None  # what the points offer, for the search for where extrema were attained
    scatter: Union[PointLoop, None] = None


@dataclass(frozen=True, slots=True)
class RefusedView:
    """One RefusedLoop."""

    source: str
    place: Span
    name: str
    why: str


@dataclass(frozen=True, slots=True)
class ProgramView:
    name: str
    target: str
    headers: tuple[str, ...]
    own_functions: bool  # exp, sin and their like are those of ops/loops/functions
    derivatives: bool
    loops: tuple[LoopView, ...]
    refused: tuple[RefusedView, ...]
    members_read: bool
    contract: int = contract.VERSION

    @property
    def shared(self) -> Shared:
        """What loops know of their arguments, each once."""
        return facts.shared([nest.facts for nest in self.nests], [nest.touched for nest in self.nests])

    @property
    def registered(self) -> str:
        """What the generated file registers: its loops, and those that only the reference runs."""
        return ("implementations" if self.loops else "{}") + (", refused" if self.refused else "")

    @property
    def nests(self) -> tuple[LoopView, ...]:
        """All that code is generated for: each loop's second derivative stands before the loop."""
        return tuple(nest for loop in self.loops for nest in (loop.second, loop) if nest)


def build(program: Program, analyses: tuple[LoopAnalysis, ...], name: str, target: Target, own_functions: bool = False) -> ProgramView:
    """The views of all loops that `analyses` holds, in their order, for the target of that name. `own_functions`: if it can have them."""
    loops = tuple(_loop(program, a, target, number) for number, a in enumerate(analyses))
    refused = tuple(RefusedView(identifying_tail(loop.span.file, program.files), loop.span, _quotable(loop.name), _quotable(_because(loop)))
                    for loop in program.refused)
    return ProgramView(program.name, name, target.headers, own_functions and target.own_functions,
                       program.derivatives, loops, refused, program.members_read)


def _because(loop: Refused) -> str:
    return f"{loop.why} ({_place(loop.blame)})" + (f"; {loop.hint}" if loop.hint else "")


def _loop(program: Program, a: LoopAnalysis, target: Target, number: int) -> LoopView:
    where = layouts(a.loop)
    constants = _constants(a)
    sizes = {c.name: c.bytes for c in program.constants}
    symbol = f"loop_{number}_{_identifier(a.loop.kernel.name)}"
    at_points = _points(program, a, target, where, constants, sizes)
    alone = at_points is not None and at_points.primal is not None
    forward = primal.build(a.loop, a.primal, where, constants, target.points, target.streaming) if (target.primal or target.points) and not alone else None
    scatter, owner = _reverse(a, where, constants, target) if program.derivatives else (None, None)
    offers = extrema.build(a.loop, a.extrema, where, constants, not target.owner) if program.derivatives and a.extrema else None
    along = _tangent(program, a, target, constants) if not (at_points and at_points.tangent) else None
    return LoopView(
        symbol=symbol, file=f"{symbol}.cpp", origin=f"{PurePath(a.loop.span.file).name}:{a.loop.span.line}", name=_quotable(a.loop.name),
        kernel=a.loop.kernel.name, source=identifying_tail(a.loop.span.file, program.files), place=a.loop.span,
        instance=";".join(f"{name}={value}" for name, value in a.loop.instance), signature=signature(a.loop), primal=forward,
        checked=checked.build(a.loop, where, constants, target.checked) if target.checked else None,
        facts=tuple(map(facts.view, a.facts)), constants=tuple(ConstantView(c, sizes.get(c, 0)) for c in constants),
        not_differentiable=_reason(a.adjoint, a.tangent) if program.derivatives else "",
        user_adjoint=a.loop.kernel.user_adjoint.name if scatter and a.loop.kernel.user_adjoint else "", scatter=scatter, owner=owner,
        extrema=offers, tangent=along, stairs=into_integers.has_stairs(a.loop), in_float=in_float.run(a.loop), members=_members(program, a, constants),
        touched=touched.build(a.loop),
        second=_second(program, a, target, symbol) if program.second_derivatives else None,
        points=at_points)


def _tangent(program: Program, a: LoopAnalysis, target: Target, constants: tuple[str, ...]) -> Union[Primal, None]:
    if not program.derivatives or not isinstance(a.tangent, tangents.Tangent):
        return None
    return tangent.build(a.tangent, constants, target.points)


def _points(program: Program, a: LoopAnalysis, target: Target, where: tuple[Layout, ...], constants: tuple[str, ...],
            sizes: dict[str, int]) -> Union[PointForms, None]:
    if not target.points:
        return None
    forward = points.forward(a.loop, a.primal, where, constants, sizes)
    if not program.derivatives:
        return PointForms(forward, None, None)
    along = tangent.of_points(a.tangent, constants, sizes) if isinstance(a.tangent, tangents.Tangent) else None
    offers = extrema.of_points(a.loop, a.extrema, where, constants, sizes) if a.extrema else None
    return PointForms(forward, along, _point_owner(a, where, constants, sizes), offers, _point_scatter(a, where, constants, sizes))


def _point_scatter(a: LoopAnalysis, where: tuple[Layout, ...], constants: tuple[str, ...], sizes: dict[str, int]) -> Union[PointLoop, None]:
    if isinstance(a.adjoint, NotDifferentiable):
        return None
    return points.scattered(serial(a.adjoint, a.facts, where, constants, a.loop.dims, sizes))


def _point_owner(a: LoopAnalysis, where: tuple[Layout, ...], constants: tuple[str, ...], sizes: dict[str, int]) -> Union[PointOwner, None]:
    if isinstance(a.adjoint, NotDifferentiable) or not isinstance(a.owner, OwnerPlan):
        return None
    return point_adjoint.build(a.adjoint, a.owner, a.facts, where, constants, a.loop.dims, sizes)


def _second(program: Program, a: LoopAnalysis, target: Target, symbol: str) -> Union[LoopView, None]:
    """Reverse only; with the constants of the loop it belongs to, as that one's are on record."""
    if a.second is None:
        return None
    view = _loop(replace(program, second_derivatives=False), a, replace(target, primal=False, checked="", points=False), 0)
    own = replace(view, symbol=f"{symbol}_second", file=f"{symbol}_second.cpp", extrema=None, tangent=None, scatter=None, owner=None, facts=(), members=(), touched=(),
                  user_adjoint="", is_second=True)
    if isinstance(a.second, NotDifferentiable):
        return replace(own, not_differentiable=_reason(a.second))
    where = layouts(a.second.loop)
    scatter, owner = _reverse(a.second, where, _constants(a), target)
    sizes = {c.name: c.bytes for c in program.constants}
    at_points = PointForms(None, None, _point_owner(a.second, where, _constants(a), sizes),
                           scatter=_point_scatter(a.second, where, _constants(a), sizes)) if target.points else None
    return replace(own, scatter=scatter, owner=owner, facts=tuple(map(facts.view, a.second.facts)), points=at_points)


def _reverse(a: LoopAnalysis, where: tuple[Layout, ...], constants: tuple[str, ...],
             target: Target) -> tuple[Union[Scatter, None], Union[Owner, None]]:
    """Both forms of the loop's reverse, as far as they exist."""
    if isinstance(a.adjoint, NotDifferentiable):
        return None, None
    scatter = serial(a.adjoint, a.facts, where, constants, a.loop.dims)
    if not target.owner or not isinstance(a.owner, OwnerPlan):
        return scatter, None
    return scatter, adjoint.owner(a.adjoint, a.owner, a.facts, where, constants, a.loop.dims, target.streaming)


def _identifier(text: str) -> str:
    return "".join(c if c.isalnum() else "_" for c in text)


def identifying_tail(file: str, files: Iterable[str]) -> str:
    """The shortest trailing path components of `file` that no other of `files` shares."""
    parts = PurePath(file).parts
    others = [PurePath(f).parts for f in set(files) if PurePath(f).parts != parts]
    count = 1
    while count < len(parts) and any(o[-count:] == parts[-count:] for o in others):
        count += 1
    return "/".join(parts[-count:]).removeprefix("//")


def _members(program: Program, a: LoopAnalysis, constants: tuple[str, ...]) -> tuple[str, ...]:
    """Numbers in structs. The run time finds plain numbers without this list."""
    found = members.run(a.loop, {c.name for c in program.constants if is_real(c.type)})
    return tuple(f"{m.param}, {constants.index(m.constant) if m.constant else -1}, {m.byte}, {m.stride}, {m.count}, {m.bytes}"
                 for m in found if not m.constant or m.constant in constants)


def _constants(a: LoopAnalysis) -> tuple[str, ...]:
    """Names of the declared constants that any form of the loop reads, sorted."""
    bodies: list[tuple[Stmt, ...]] = [a.primal.body]
    if isinstance(a.adjoint, AdjointKernel):
        bodies.append(a.adjoint.body)
    if isinstance(a.tangent, tangents.Tangent):
        bodies.append(a.tangent.form.body)
    if isinstance(a.second, LoopAnalysis) and isinstance(a.second.adjoint, AdjointKernel):
        bodies.append(a.second.adjoint.body)
    return tuple(sorted({n.name for body in bodies for n in body_nodes(body) if isinstance(n, Constant) and n.param is None}))


def _reason(*results: object) -> str:
    """Of the first that does not exist."""
    for result in results:
        if isinstance(result, NotDifferentiable):
            return _quotable(f"{_place(result.span)}: {result.what}" + (f" ({result.hint})" if result.hint else ""))
    return ""


def _quotable(text: str) -> str:
    """As the inside of a C++ string literal."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def _place(span: Span) -> str:
    return f"{PurePath(span.file).name}:{span.line}:{span.column}"
