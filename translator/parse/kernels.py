"""From a kernel function (or one instance of a template) to a `Kernel`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from translator.ir import Jump, Kernel, Param, Stmt, Unsupported
from translator.parse.libclang import Cursor, Type, TypeKind, key, name_span, pointee, scalar_type, span
from translator.parse.loops_in_kernels import KernelLoops
from translator.parse.lowering import Frame
from translator.parse.places import Accessor, Cells, Place, Pointer, Region, Unhandled
from translator.parse.world import World, body

_ACCESSORS = ("ACC", "Accessor", "ACC_A1S")


@dataclass(frozen=True, slots=True)
class Binding:
    """What the loop says of one argument: its kind and its number of components."""

    kind: str  # dat | gbl | reduce | idx | scalar; "" if unknown
    dim: Union[int, None] = None


class KernelLowering(KernelLoops):
    """Lowering of one kernel for one kind of loop."""

    strict = False  # whether the translator's own mistakes end it, as in tests

    def __init__(self, world: World, rank: int, bindings: tuple[Binding, ...], dims: int = 0) -> None:
        super().__init__(world, rank, dims)
        self.loop_bindings = bindings
        self.bare = False  # a kernel of the first API: datasets are bare pointers

    def components(self, param: int) -> Union[int, None]:
        return self.loop_bindings[param].dim if param < len(self.loop_bindings) else None

    def lower(self, definition: Cursor) -> Kernel:
        """The whole kernel."""
        cursors = list(definition.get_arguments())
        self.bare = not any(accessor(p.type)[0] for p in cursors)
        params = tuple(self._param(p, i) for i, p in enumerate(cursors))
        try:
            statements = self._statements(definition, cursors, params)
        except Exception as problem:  # a mistake of the translator: the loop runs the reference, as for what cannot be translated
            if self.strict:
                raise
            statements, self.unsupported = (), [_mistaken(definition, problem)]
        return Kernel(definition.spelling, params, statements, name_span(definition), tuple(dict.fromkeys(self.unsupported)))

    def _statements(self, definition: Cursor, cursors: list[Cursor], params: tuple[Param, ...]) -> tuple[Stmt, ...]:
        """Of its body; none if a parameter is not supported."""
        self.names |= {p.name for p in params}
        self.frame = Frame(definition)
        self.active = [definition.get_usr()]
        for position, (cursor, param) in enumerate(zip(cursors, params)):
            self.frame.bindings[key(cursor)] = _designated(param, position, cursor)
        if self.unsupported:
            return ()
        code = body(definition)
        assert code is not None
        try:
            self.accounted(definition, lambda: self.flagged(code, definition, definition))
        except Unhandled as failure:
            self.note(failure)
        statements = (*self.prologue, *self.out)
        while statements and isinstance(statements[-1], Jump):
            statements = statements[:-1]
        return statements

    def _param(self, cursor: Cursor, position: int) -> Param:
        accessed, rank = accessor(cursor.type)
        name = cursor.spelling or f"argument_{position + 1}"
        if accessed is not None:
            self._check_accessor(cursor, name, accessed, rank)
            type_name = scalar_type(accessed) or accessed.spelling
            return Param(name, "dat", type_name, pointee(cursor.type).is_const_qualified(), span(cursor))
        inner = _pointed(cursor)
        pointed = inner or cursor.type.get_canonical()
        bound = self.loop_bindings[position].kind if position < len(self.loop_bindings) else ""
        type_name = scalar_type(pointed) or pointed.get_canonical().spelling
        struct = int(pointed.get_size()) if bound in ("gbl", "") and inner is not None and pointed.get_canonical().kind == TypeKind.RECORD else 0
        if not (scalar_type(pointed) or struct > 0) or inner is None:
            self.unsupported.append(Unsupported(f"parameter '{name}' of type '{cursor.type.spelling}'", span(cursor),
                                                "declare the parameter as ACC<T>&, T* or const T*, where T is an arithmetic type"))
        kind = "index" if bound == "idx" else "dat" if bound == "dat" and self.bare else "pointer"
        return Param(name, kind, type_name, pointed.is_const_qualified(), span(cursor), max(0, struct))

    def _check_accessor(self, cursor: Cursor, name: str, element: Type, rank: int) -> None:
        if rank not in (0, self.rank) and not any(u.code for u in self.unsupported):
            self.unsupported.append(Unsupported(
                f"parameter '{name}' is a {rank}-dimensional accessor, but the loop is {self.rank}-dimensional", span(cursor),
                f"define OPS_{self.rank}D before including the OPS header", "accessor-rank"))
        elif not scalar_type(element):
            self.unsupported.append(Unsupported(f"the dataset '{name}' of type '{element.spelling}'", span(cursor),
                                                "use a separate dataset of an arithmetic type for each member of the struct"))


def _dimensions(number: int) -> str:
    return f"{number} dimension{'' if number == 1 else 's'}"


def _mistaken(definition: Cursor, problem: Exception) -> Unsupported:
    """What is said of a kernel on which the translator itself fails."""
    return Unsupported(f"the kernel causes an internal error in the translator ({type(problem).__name__}: {problem})", name_span(definition),
                       "report this as a bug in OPSgrad, together with the kernel; until the bug is fixed, rewrite the kernel to avoid the error")


def accessor(type_: Type) -> tuple[Union[Type, None], int]:
    """Element type and rank (0: unknown) of an ACC parameter; None for other types."""
    canonical = pointee(type_)
    if canonical.get_declaration().spelling not in _ACCESSORS or canonical.get_num_template_arguments() < 1:
        return None, 0
    declaration = canonical.get_declaration()
    rank = declaration.get_template_argument_value(1) if declaration.get_num_template_arguments() > 1 else 0
    return canonical.get_template_argument_type(0), int(rank)


def _pointed(cursor: Cursor) -> Union[Type, None]:
    """What a parameter points to, which may be written as an array; None if it is no pointer."""
    type_ = cursor.type.get_canonical()
    if type_.kind == TypeKind.POINTER:
        return type_.get_pointee()
    return type_.element_type if type_.kind in (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY) else None


def _designated(param: Param, position: int, cursor: Cursor) -> Place:
    if param.kind == "dat":
        return Accessor(position, param.type) if accessor(cursor.type)[0] is not None else Cells(position, param.type)
    if param.struct:
        pointed = _pointed(cursor)
        assert pointed is not None
        return Region(f"argument {position}:{param.name}", pointed, span(cursor), pointed=True, param=position)
    return Pointer(position, param.type)


