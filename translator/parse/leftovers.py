"""What the program wrote but no loop uses: adjoints without a kernel, templates with loops that nothing instantiates."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator

from translator.diagnostics import Diagnostic, warning
from translator.ir import Loop
from translator.parse.kernels import accessor
from translator.parse.libclang import Cursor, CursorKind, name_span
from translator.parse.ops_names import mentions_loop
from translator.parse.user_adjoints import SUFFIX
from translator.parse.world import World, place

_METHODS = (CursorKind.CXX_METHOD, CursorKind.CONSTRUCTOR, CursorKind.FUNCTION_TEMPLATE)


def leftovers(world: World, loops: Iterable[Loop]) -> tuple[Diagnostic, ...]:
    """Warnings, in no particular order."""
    kernels = sorted({loop.kernel.name for loop in loops})
    return (*_adjoints(world, kernels), *_templates(world))


def _adjoints(world: World, kernels: list[str]) -> Iterator[Diagnostic]:
    for name, definitions in world.by_name.items():
        kernel = name.removesuffix(SUFFIX)
        if kernel == name or kernel in kernels:
            continue
        for definition in definitions:
            if any(accessor(p.type)[0] is not None for p in definition.get_arguments()):
                near = difflib.get_close_matches(kernel, kernels, 1)
                hint = f"did you mean '{near[0]}{SUFFIX}'?" if near else f"name it after its kernel: <kernel>{SUFFIX}"
                yield warning("unmatched-adjoint", f"function '{name}' has the name of an adjoint, but no loop runs a kernel named '{kernel}'",
                              name_span(definition), "never used", hint=hint)


def _templates(world: World) -> Iterator[Diagnostic]:
    for template in world.loop_templates:
        for function in _functions(template):
            if place(function) not in world.instantiated:
                yield warning("uninstantiated-loop", f"the translator found no instantiation of the template '{function.spelling}', so it generates no code for the loops in it",
                              name_span(function), "contains ops_par_loop",
                              hint="call the function in one of the source files that are passed to the translator")


def _functions(template: Cursor) -> Iterator[Cursor]:
    if template.kind == CursorKind.FUNCTION_TEMPLATE:
        yield template
        return
    for member in template.get_children():
        if member.kind in _METHODS and mentions_loop(member):
            yield member
