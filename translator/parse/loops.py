"""Loops: one `ops_par_loop` or `ops_scalar_loop` call, in one instance of the function around it, as a `Loop`.

What cannot be resolved is reported and left out: such a loop runs the reference.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Union

from translator.diagnostics import Diagnostic, Note, error, warning
from translator.ir import Arg, Kernel, Loop
from translator.parse.arguments import resolve
from translator.parse.kernels import Binding, KernelLowering
from translator.parse.libclang import Cursor, CursorKind, TypeKind, expansion_span, name_span, source, span, strip
from translator.parse.user_adjoints import user_adjoint
from translator.parse.values import Values
from translator.parse.world import SCALAR_LOOP, Site, World, body
from translator.signature import signature

_FIXED = 5  # kernel, name, block, dims, range
_FIXED_SCALAR = 2  # kernel, name


@dataclass(slots=True)
class Collected:
    """All loops of a program, and what is wrong with the rest."""

    loops: list[Loop] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)


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
        arguments = list(site.call.get_arguments())
        if site.call.spelling == SCALAR_LOOP:
            return self._scalar_loop(site, arguments)
        if len(arguments) < _FIXED:
            return  # a compile error that clang has reported
        kernel_ref, name_ref, block, dims_ref, range_ref = arguments[:_FIXED]
        passive = site.call.spelling.endswith("_passive")
        name = self.values.text(_inside(name_ref)) or ""
        definition = self._kernel(kernel_ref, name, site, passive)
        dims = self.values.number(dims_ref)
        if definition is None or dims is None:
            if definition is not None:
                self._lost(site, passive, dims_ref, f"loop '{name}': its number of dimensions is not known before the program runs",
                           "write a literal, a constexpr or a template parameter")
            return
        found = self._found(site, definition, name, dims, passive, arguments[_FIXED:])
        if found is not None:
            self.found.loops.append(replace(found, block_dims=self._block_dims(block), range_length=_length(range_ref),
                                            range_span=span(range_ref), block_span=span(block)))

    def _scalar_loop(self, site: Site, arguments: list[Cursor]) -> None:
        if len(arguments) < _FIXED_SCALAR:
            return
        name = self.values.text(_inside(arguments[1])) or ""
        definition = self._kernel(arguments[0], name, site, False)
        found = None if definition is None else self._found(site, definition, name, 1, False, arguments[_FIXED_SCALAR:])
        if found is not None:
            self.found.loops.append(replace(found, scalars=True))

    def _found(self, site: Site, definition: Cursor, name: str, dims: int, passive: bool, given: list[Cursor]) -> Union[Loop, None]:
        """The loop but for its block and range; None where an argument is not known."""
        args = self._arguments(given, name, passive)
        known = tuple(replace(a, soa=a.soa or self.world.soa) for a in args if a is not None)
        if len(known) < len(args):
            return None
        kernel = self._lowered(definition, dims, tuple(Binding(a.kind, a.dim) for a in known))
        return Loop(name, kernel, dims, known, passive, expansion_span(site.call), site.function.spelling if site.function is not None else "")

    def _arguments(self, expressions: list[Cursor], name: str, passive: bool) -> list[Union[Arg, None]]:
        args: list[Union[Arg, None]] = []
        for expression in expressions:
            resolved = resolve(self.values, expression, name)
            if resolved.complaint is not None:
                self.found.diagnostics.append(self._graded(resolved.complaint, passive))
            args.append(resolved.arg)
        return args

    def _graded(self, complaint: Diagnostic, passive: bool) -> Diagnostic:
        """A loop that only the reference can run has no adjoint: an error where derivatives are wanted."""
        if self.world.derivatives and not passive:
            note = Note("the program uses derivatives, and a loop that runs the reference has none")
            return replace(complaint, severity="error", notes=(*complaint.notes, note))
        return complaint

    def _lost(self, site: Site, passive: bool, blame: Cursor, message: str, hint: str, code: str = "unresolved-loop") -> None:
        complaint = warning(code, message + "; this loop runs the reference", span(blame), hint=hint)
        self.found.diagnostics.append(self._graded(complaint, passive))

    def _kernel(self, expression: Cursor, name: str, site: Site, passive: bool) -> Union[Cursor, None]:
        candidates = self.values.sources(expression)
        functions = {c[0].referenced.get_usr(): c[0].referenced for c in candidates
                     if c is not None and c[0].kind == CursorKind.DECL_REF_EXPR and c[0].referenced is not None
                     and c[0].referenced.kind in (CursorKind.FUNCTION_DECL, CursorKind.CXX_METHOD)}
        if len(functions) != 1 or None in candidates:
            self._lost(site, passive, expression, f"loop '{name}': cannot tell which function the kernel '{source(expression)}' is",
                       "name the kernel function in the call", "unresolved-kernel")
            return None
        function = next(iter(functions.values()))
        definition = self.world.definition(function)
        if definition is None or body(definition) is None:
            self.found.diagnostics.append(error(
                "undefined-function", f"kernel '{function.spelling}' has no definition in this program", span(expression),
                notes=(Note("declared here", name_span(function)),), hint="define it in one of the sources given to the translator"))
            return None
        return definition

    def _lowered(self, definition: Cursor, dims: int, kinds: tuple[Binding, ...]) -> Kernel:
        identity = (definition.get_usr(), str(definition.location.file), dims, kinds)
        if identity not in self.kernels:
            kernel = KernelLowering(self.world, dims, kinds).lower(definition)
            adjoint = user_adjoint(self.world, definition, dims)
            self.kernels[identity] = replace(kernel, user_adjoint=adjoint) if adjoint is not None else kernel
        return self.kernels[identity]

    def _distinct(self) -> list[Loop]:
        """Each loop once; places where the run time could not tell two kernels apart are reported and left out."""
        groups: dict[tuple[object, ...], list[Loop]] = {}
        for loop in dict.fromkeys(self.found.loops):
            groups.setdefault((loop.span, loop.name, signature(loop)), []).append(loop)
        kept: list[Loop] = []
        for same in groups.values():
            if len({_meaning(loop.kernel) for loop in same}) == 1:
                kept.append(_merged(same))
            else:
                self.found.diagnostics.append(self._graded(_ambiguous(same), same[0].passive))
        return kept

    def _block_dims(self, block: Cursor) -> Union[int, None]:
        found = set()
        for candidate in self.values.sources(block):
            if candidate is None or candidate[0].spelling not in ("ops_decl_block", "decl_block", "ops_decl_block_hdf5"):
                return None
            found.add(self.values.number(next(iter(candidate[0].get_arguments())), candidate[1]))
        return found.pop() if len(found) == 1 else None


def _inside(name: Cursor) -> Cursor:
    """The string in the implicit conversion that also takes the place of the call."""
    inner = strip(name)
    while inner.kind == CursorKind.CALL_EXPR and inner.referenced is not None and inner.referenced.kind == CursorKind.CONSTRUCTOR:
        arguments = list(inner.get_arguments())
        if not arguments:
            return inner
        inner = strip(arguments[0])
    return inner


def _length(range_: Cursor) -> Union[int, None]:
    """Elements of the range array, if it is an array and not a pointer."""
    canonical = strip(range_).type.get_canonical()
    return int(canonical.element_count) if canonical.kind == TypeKind.CONSTANTARRAY else None


def _ambiguous(same: list[Loop]) -> Diagnostic:
    notes = dict.fromkeys(Note(f"an instance of '{loop.kernel.name}'", loop.kernel.span) for loop in same)
    return warning("ambiguous-kernel", f"loop '{same[0].name}' runs different kernels with the same kinds of argument; it runs the reference",
                   same[0].span, notes=tuple(notes), hint="write one ops_par_loop for each kernel, or give them different names")


def _meaning(kernel: Kernel) -> str:
    """Equal for kernels that do the same: long and long long are one type to the run time."""
    return repr((kernel.name, kernel.body, kernel.params, kernel.unsupported)).replace("long long", "long")


def _merged(same: list[Loop]) -> Loop:
    """One loop for several with equal signatures: stencils that differ are not known statically."""
    first = same[0]
    if len(same) == 1:
        return first
    args = []
    for position, arg in enumerate(first.args):
        stencils = [loop.args[position].stencil for loop in same]
        if arg.stencil is not None and any(s != arg.stencil for s in stencils):
            arg = replace(arg, stencil=replace(arg.stencil, offsets=None))
        args.append(arg)
    return replace(first, args=tuple(args))
