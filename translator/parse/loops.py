"""Loops: one `ops_par_loop` or `ops_scalar_loop` call, in one instance of the function around it, as a `Loop`.

What cannot be resolved is reported and left out: such a loop runs the reference.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import product
from typing import Union

from translator.diagnostics import Diagnostic, Note, error, warning
from translator.ir import Arg, Kernel, Loop, Refused, Stencil
from translator.parse.arguments import NUMBER_REMEDY, Resolved, resolve, unresolved
from translator.parse.choices import choices
from translator.parse.instances import template_arguments, unqualified
from translator.parse.kernels import Binding, KernelLowering, accessor
from translator.parse.libclang import Cursor, CursorKind, TypeKind, expansion_span, identity, name_span, source, span, strip
from translator.parse.ops_names import SCALAR_LOOP
from translator.parse.stencils import joined
from translator.parse.units import KERNEL_HINT
from translator.parse.user_adjoints import user_adjoint
from translator.parse.values import GLOBAL, Scope, Values
from translator.parse.world import Site, World, body
from translator.signature import signature

_KERNEL_REMEDY = ("write the name of the kernel in the call to ops_par_loop, or pass the kernel as a template argument: "
                  "declare 'template <auto K> void step()', and call 'which ? step<f>() : step<g>()'")
_FIXED = 5  # kernel, name, block, dims, range
_DIMS = 3
_MOST_STRIDES = 16  # choices of strides of a loop
_FIXED_SCALAR = 2  # kernel, name


@dataclass(slots=True)
class Collected:
    """All loops of a program, and what is wrong with the rest."""

    loops: list[Loop] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)


class LoopReader:
    """Reads the loops of one program; each kernel instance is lowered once per kind of loop."""

    def __init__(self, world: World) -> None:
        self.world, self.values = world, Values(world)
        self.kernels: dict[tuple[object, ...], Kernel] = {}
        self.found = Collected()

    def read(self) -> Collected:
        """Every loop of the program."""
        for site in self.world.loops:
            self._loop(site)
        self.found.loops = self._distinct()
        return self.found

    def _loop(self, site: Site) -> None:
        """Read once; or once for each choice of numbers that are not always the same."""
        arguments = list(site.call.get_arguments())
        first = _FIXED_SCALAR if site.call.spelling == SCALAR_LOOP else _FIXED
        resolved = [resolve(self.values, a, GLOBAL) for a in arguments[first:]]
        unknown = [r.number for r in resolved if r.number is not None]
        unknown += [(d, GLOBAL) for d in arguments[_DIMS:_FIXED][:1] if first == _FIXED and self.values.number(d) is None]
        found = choices(self.values, unknown)
        for scope in found:
            self._readings(site, arguments, [resolve(self.values, a, scope) for a in arguments[first:]], scope)
        if not found:
            self._readings(site, arguments, resolved, GLOBAL)

    def _readings(self, site: Site, arguments: list[Cursor], given: list[Resolved], scope: Scope) -> None:
        """Once for each choice of strides."""
        chosen = list(product(*([r, *map(Resolved, r.others)] for r in given)))
        if len(chosen) > _MOST_STRIDES:
            asked = arguments[len(arguments) - len(given):]
            chosen = [tuple(_too_many(a) if r.others else r for a, r in zip(asked, given))]
        for each in chosen:
            self._reading(site, arguments, list(each), scope)

    def _reading(self, site: Site, arguments: list[Cursor], given: list[Resolved], scope: Scope) -> None:
        if site.call.spelling == SCALAR_LOOP:
            return self._scalar_loop(site, arguments, given)
        if len(arguments) < _FIXED:
            return  # a compile error that clang has reported
        kernel_ref, name_ref, block, dims_ref, range_ref = arguments[:_FIXED]
        passive = site.call.spelling.endswith("_passive")
        name = self.values.text(_inside(name_ref)) or ""
        definition = self._kernel(kernel_ref, name, site, passive)
        dims = self.values.number(dims_ref, scope)
        if definition is None or dims is None:
            if definition is not None:
                self._lost(site, name, passive, dims_ref, "the number of dimensions of this loop is not known before the program runs",
                           NUMBER_REMEDY)
            return
        block_dims = self._block_dims(block)
        own = {dims, block_dims or _rank(definition) or dims}  # the numbers of dimensions that datasets and accessors may have
        found = self._found(site, definition, name, own, passive, given)
        if found is not None:
            self.found.loops.append(replace(found, block_dims=block_dims, range_length=_length(range_ref), range_span=span(range_ref),
                                            block_span=span(block), called_dims=dims))

    def _scalar_loop(self, site: Site, arguments: list[Cursor], given: list[Resolved]) -> None:
        if len(arguments) < _FIXED_SCALAR:
            return
        name = self.values.text(_inside(arguments[1])) or ""
        definition = self._kernel(arguments[0], name, site, False)
        found = None if definition is None else self._found(site, definition, name, {1}, False, given)
        if found is not None:
            self.found.loops.append(replace(found, scalars=True))

    def _found(self, site: Site, definition: Cursor, name: str, own: set[int], passive: bool, given: list[Resolved]) -> Union[Loop, None]:
        """The loop but for its block and range; None where an argument is not known. `own`: numbers of dimensions that it may have."""
        args = self._arguments(given, site, name, passive)
        kinds = tuple(Binding(a.kind, a.dim) for a in args if a is not None)
        if len(kinds) < len(args):
            return None
        kernel = self._fitting(definition, own, kinds)
        resolved = tuple(replace(a, soa=a.soa or self.world.soa, stencil=_extended(a.stencil, own)) for a in args if a is not None)
        return Loop(name, kernel, max(own), resolved, passive, expansion_span(site.call),
                    site.function.spelling if site.function is not None else "", instance=template_arguments(site.function))

    def _arguments(self, given: list[Resolved], site: Site, name: str, passive: bool) -> list[Union[Arg, None]]:
        for resolved in given:
            if resolved.complaint is not None:
                self._refuse(resolved.complaint, site, name, passive)
        return [resolved.arg for resolved in given]

    def _graded(self, complaint: Diagnostic, passive: bool) -> Diagnostic:
        """A loop that only the reference can run has no adjoint: an error where derivatives are wanted."""
        if self.world.derivatives and not passive:
            note = Note("only the reference implementation could run this loop; it cannot be differentiated, and the program uses derivatives")
            return replace(complaint, severity="error", notes=(*complaint.notes, note))
        return replace(complaint, message=f"{complaint.message}; the reference implementation is used for this loop")

    def _lost(self, site: Site, name: str, passive: bool, blame: Cursor, why: str, hint: str, code: str = "unresolved-loop") -> None:
        self._refuse(warning(code, why, span(blame), hint=hint), site, name, passive)

    def _refuse(self, complaint: Diagnostic, site: Site, name: str, passive: bool) -> None:
        """A loop that cannot be read: told now, and to the run time."""
        self.found.refused.append(Refused(name, expansion_span(site.call), complaint.message, complaint.span, complaint.hint))
        told = replace(complaint, message=f"loop '{name}': {complaint.message}")
        self.found.diagnostics.append(self._graded(told, passive))

    def _kernel(self, expression: Cursor, name: str, site: Site, passive: bool) -> Union[Cursor, None]:
        candidates = self.values.sources(expression)
        known = [c[0].referenced for c in candidates
                 if c is not None and c[0].kind == CursorKind.DECL_REF_EXPR and c[0].referenced is not None
                 and c[0].referenced.kind in (CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD)]
        if any(f.spelling == "__invoke" for f in known) or any(c.kind == CursorKind.LAMBDA_EXPR for c in expression.walk_preorder()):
            self._lost(site, name, passive, expression, "the kernel of this loop is a lambda, but a kernel must be a named function",
                       KERNEL_HINT, "unresolved-kernel")
            return None
        functions = {f.get_usr(): f for f in known}
        if len(functions) != 1 or len(known) < len(candidates):
            self._lost(site, name, passive, expression, f"the translator cannot determine which kernel function '{source(expression)}' refers to",
                       _KERNEL_REMEDY, "unresolved-kernel")
            return None
        function = next(iter(functions.values()))
        definition = self.world.definition(function)
        if definition is None or body(definition) is None:
            self.found.diagnostics.append(error(
                "undefined-function", f"kernel '{function.spelling}' has no definition in this program", span(expression),
                notes=(Note("declared here", name_span(function)),), hint="define the kernel in one of the source files that are passed to the translator"))
            return None
        return definition

    def _fitting(self, definition: Cursor, own: set[int], kinds: tuple[Binding, ...]) -> Kernel:
        """The kernel as a loop of max(own) dimensions runs it: its accesses have as many offsets as the loop, or its block, has dimensions."""
        lowered = [self._lowered(definition, rank, max(own), kinds) for rank in sorted(own, reverse=True)]
        return next((k for k in lowered if not any(u.code == "accessor-rank" for u in k.unsupported)), lowered[0])

    def _lowered(self, definition: Cursor, rank: int, dims: int, kinds: tuple[Binding, ...]) -> Kernel:
        known_as = (definition.get_usr(), identity(definition), rank, dims, kinds)  # of this unit: what a header says may depend on who includes it
        if known_as not in self.kernels:
            kernel = KernelLowering(self.world, rank, kinds, dims).lower(definition)
            adjoint = user_adjoint(self.world, definition, rank, dims)
            self.kernels[known_as] = replace(kernel, user_adjoint=adjoint) if adjoint is not None else kernel
        return self.kernels[known_as]

    def _distinct(self) -> list[Loop]:
        """Each loop once; places where the run time could not tell two kernels apart are reported and left out."""
        groups: dict[tuple[object, ...], list[Loop]] = {}
        for loop in dict.fromkeys(self.found.loops):
            groups.setdefault((loop.span, loop.name, signature(loop)), []).append(loop)
        kept: list[Loop] = []
        for same in groups.values():
            if _alike(same):
                kept.append(replace(_merged(same), instance=()))
                continue
            told = _told_apart([replace(loop, instance=unqualified(loop.instance)) for loop in same]) or _told_apart(same)
            if told:
                kept += told
                continue
            ambiguous = _ambiguous(same)
            self.found.refused.append(Refused(same[0].name, same[0].span, "several loops have this name and the same kinds of arguments, but different kernels",
                                              ambiguous.span, ambiguous.hint))
            self.found.diagnostics.append(self._graded(ambiguous, same[0].passive))
        return kept

    def _block_dims(self, block: Cursor) -> Union[int, None]:
        found = set()
        for candidate in self.values.sources(block):
            if candidate is None or candidate[0].spelling not in ("ops_decl_block", "decl_block", "ops_decl_block_hdf5"):
                return None
            found.add(self.values.number(next(iter(candidate[0].get_arguments())), candidate[1]))
        return found.pop() if len(found) == 1 else None


def _too_many(argument: Cursor) -> Resolved:
    return unresolved(argument, "there are too many possible combinations of strides for the stencils of this loop",
                      "write a separate ops_par_loop for each stencil, and write ops_arg_dat directly in the argument list of each loop")


def _inside(name: Cursor) -> Cursor:
    """The string in the implicit conversion that also takes the place of the call."""
    inner = strip(name)
    while inner.kind == CursorKind.CALL_EXPR and inner.referenced is not None and inner.referenced.kind == CursorKind.CONSTRUCTOR:
        arguments = list(inner.get_arguments())
        if not arguments:
            return inner
        inner = strip(arguments[0])
    return inner


def _rank(kernel: Cursor) -> int:
    """Of its accessors, which tells what an unknown block may be; 0: it has none."""
    return next((rank for p in kernel.get_arguments() if (rank := accessor(p.type)[1])), 0)


def _extended(stencil: Union[Stencil, None], own: set[int]) -> Union[Stencil, None]:
    """A stencil of one of these numbers of dimensions with the largest of them: nothing is reached along the others."""
    if stencil is None or stencil.dims not in (0, *own):
        return stencil
    more = max(own) - stencil.dims
    offsets = None if stencil.offsets is None else tuple((*o, *(0,) * more) for o in stencil.offsets)
    return replace(stencil, dims=max(own), offsets=offsets, stride=None if stencil.stride is None else (*stencil.stride, *(1,) * more))


def _length(range_: Cursor) -> Union[int, None]:
    """Elements of the range array, if it is an array and not a pointer."""
    canonical = strip(range_).type.get_canonical()
    return int(canonical.element_count) if canonical.kind == TypeKind.CONSTANTARRAY else None


def _ambiguous(same: list[Loop]) -> Diagnostic:
    notes = dict.fromkeys(Note(f"an instance of '{loop.kernel.name}'", loop.kernel.span) for loop in same)
    message = f"several loops are named '{same[0].name}' and have the same kinds of arguments, but different kernels"
    return warning("ambiguous-kernel", message, same[0].span, notes=tuple(notes),
                   hint="write one ops_par_loop for each kernel, or give the loops different names")


def _told_apart(same: list[Loop]) -> list[Loop]:
    """One loop for each instance; none where those of one instance differ."""
    instances = [[loop for loop in same if loop.instance == chosen] for chosen in dict.fromkeys(loop.instance for loop in same)]
    return list(map(_merged, instances)) if all(map(_alike, instances)) else []


def _alike(loops: list[Loop]) -> bool:
    """Whether one implementation serves all."""
    return len({_meaning(loop.kernel) for loop in loops}) == 1


def _meaning(kernel: Kernel) -> str:
    """Equal for kernels that do the same: long and long long are one type to the run time."""
    return repr((kernel.name, kernel.body, kernel.params, kernel.unsupported)).replace("long long", "long")


def _merged(same: list[Loop]) -> Loop:
    """One loop for several with equal signatures: any of their stencils may be meant."""
    first = same[0]
    if len(same) == 1:
        return first
    args = []
    for position, arg in enumerate(first.args):
        stencils = [loop.args[position].stencil for loop in same]
        if arg.stencil is not None and any(s != arg.stencil for s in stencils):
            arg = replace(arg, stencil=joined(stencils))
        args.append(arg)
    return replace(first, args=tuple(args))
