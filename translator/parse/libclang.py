"""What the rest of `translator/parse` needs of libclang beyond its Python bindings."""

from __future__ import annotations

import ctypes
import functools
import os
import re
from pathlib import Path
from typing import Any, Union

from clang.cindex import Config, Cursor, CursorKind, SourceLocation, Type, TypeKind, conf

from translator.element_types import HALF
from translator.ir import NOWHERE, Const, Span

__all__ = ["Cursor", "CursorKind", "Type", "TypeKind"]

Identity = tuple[int, int]

_EVALUATED_INT, _EVALUATED_FLOAT = 1, 2
_SCALARS = {
    TypeKind.BOOL: "bool", TypeKind.CHAR_S: "char", TypeKind.SCHAR: "signed char", TypeKind.UCHAR: "unsigned char",
    TypeKind.SHORT: "short", TypeKind.USHORT: "unsigned short", TypeKind.INT: "int", TypeKind.UINT: "unsigned int",
    TypeKind.LONG: "long", TypeKind.ULONG: "unsigned long", TypeKind.LONGLONG: "long long",
    TypeKind.ULONGLONG: "unsigned long long", TypeKind.FLOAT: "float", TypeKind.DOUBLE: "double",
    TypeKind.LONGDOUBLE: "long double",
}
_TRANSPARENT = {
    CursorKind.PAREN_EXPR, CursorKind.UNEXPOSED_EXPR, CursorKind.CSTYLE_CAST_EXPR, CursorKind.CXX_STATIC_CAST_EXPR,
    CursorKind.CXX_CONST_CAST_EXPR, CursorKind.CXX_FUNCTIONAL_CAST_EXPR, CursorKind.CXX_REINTERPRET_CAST_EXPR,
}


def _known(kinds: Any, unknown: Any) -> None:
    """What a newer library, or a part of it that the bindings do not name, calls otherwise is of an unknown kind, and no reason to end."""
    of_number = kinds.from_id

    def from_id(number: int) -> Any:
        try:
            return of_number(number)
        except ValueError:
            return unknown

    kinds.from_id = staticmethod(from_id)


Config.libcxx_dir = ""  # bindings of libclang-ng add the headers of their own standard library, which is not the compiler's
_known(TypeKind, TypeKind.UNEXPOSED)
_known(CursorKind, CursorKind.NOT_IMPLEMENTED)


@functools.cache
def library() -> ctypes.CDLL:
    """The same library as the bindings use, with the functions they do not declare (loaded apart: theirs checks other types)."""
    lib = ctypes.CDLL(conf.get_filename())
    lib.clang_Cursor_Evaluate.argtypes = [Cursor]
    lib.clang_Cursor_Evaluate.restype = ctypes.c_void_p
    for name, result in (("Kind", ctypes.c_int), ("AsLongLong", ctypes.c_longlong), ("AsUnsigned", ctypes.c_ulonglong),
                         ("AsDouble", ctypes.c_double)):
        function = getattr(lib, f"clang_EvalResult_get{name}")
        function.argtypes, function.restype = [ctypes.c_void_p], result
    lib.clang_EvalResult_isUnsignedInt.argtypes = [ctypes.c_void_p]
    lib.clang_EvalResult_isUnsignedInt.restype = ctypes.c_uint
    lib.clang_EvalResult_dispose.argtypes = [ctypes.c_void_p]
    lib.clang_EvalResult_dispose.restype = None
    lib.clang_getCursorUnaryOperatorKind.argtypes = [Cursor]
    lib.clang_getCursorUnaryOperatorKind.restype = ctypes.c_int
    lib.clang_getNumOverloadedDecls.argtypes, lib.clang_getNumOverloadedDecls.restype = [Cursor], ctypes.c_uint
    lib.clang_getOverloadedDecl.argtypes, lib.clang_getOverloadedDecl.restype = [Cursor, ctypes.c_uint], Cursor
    lib.clang_Cursor_isDynamicCall.argtypes, lib.clang_Cursor_isDynamicCall.restype = [Cursor], ctypes.c_int
    for location in ("File", "Spelling"):
        function = getattr(lib, f"clang_get{location}Location")
        function.argtypes, function.restype = [SourceLocation, *[ctypes.c_void_p] * 4], None
    return lib


def evaluate(cursor: Cursor) -> Union[int, float, None]:
    """The value of a constant expression (or of the initialiser of a variable); None if clang cannot tell."""
    lib = library()
    result = lib.clang_Cursor_Evaluate(cursor)
    if not result:
        return None
    try:
        kind = lib.clang_EvalResult_getKind(result)
        if kind == _EVALUATED_INT:
            unsigned = lib.clang_EvalResult_isUnsignedInt(result)
            return int(lib.clang_EvalResult_getAsUnsigned(result) if unsigned else lib.clang_EvalResult_getAsLongLong(result))
        if kind == _EVALUATED_FLOAT:
            return float(lib.clang_EvalResult_getAsDouble(result))
        return None
    finally:
        lib.clang_EvalResult_dispose(result)


def constant(cursor: Cursor, type_name: str) -> Union[Const, None]:
    """A constant expression as an IR constant of the given scalar type."""
    value = evaluate(cursor)
    if value is None:
        return None
    if type_name == "bool":
        return Const(bool(value), "bool")
    if is_real(type_name):
        return Const(float(value), type_name)
    return Const(int(value), type_name) if isinstance(value, int) else None


def string(cursor: Cursor) -> Union[str, None]:
    """The text of a string literal; None for other expressions."""
    spelled = str(cursor.spelling)
    if cursor.kind != CursorKind.STRING_LITERAL or not spelled.startswith('"'):
        return None
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), spelled[1:-1])


_UNARY = {1: "post++", 2: "post--", 3: "++", 4: "--", 5: "&", 6: "*", 7: "+", 8: "-", 9: "~", 10: "!", 11: "__real__", 12: "__imag__",
          13: "__extension__"}


def unary_operator(cursor: Cursor) -> str:
    """Spelling of a UNARY_OPERATOR ("post++" and "post--" for the postfix forms); "" if unknown."""
    return _UNARY.get(library().clang_getCursorUnaryOperatorKind(cursor), "")


def specialised(cursor: Cursor) -> Union[Cursor, None]:
    """The template that a declaration is an instance of; None for others. Not all versions of the bindings know this function."""
    template = conf.lib.clang_getSpecializedCursorTemplate(cursor)
    if template is None or template == conf.lib.clang_getNullCursor():
        return None
    template._tu = cursor._tu
    found: Cursor = template
    return found


def children(cursor: Cursor) -> list[Cursor]:
    """Direct children."""
    return list(cursor.get_children())


def overloads(cursor: Cursor) -> list[Cursor]:
    """The functions that a name of several may mean."""
    lib, found = library(), []
    for k in range(lib.clang_getNumOverloadedDecls(cursor)):
        one = lib.clang_getOverloadedDecl(cursor, k)
        one._tu = cursor._tu
        found.append(one)
    return found


def strip(cursor: Cursor) -> Cursor:
    """The expression below parentheses and casts of any kind."""
    while cursor.kind in _TRANSPARENT:
        below = [c for c in cursor.get_children() if c.kind.is_expression()]
        if len(below) != 1:
            return cursor
        cursor = below[0]
    return cursor


def unparenthesised(cursor: Cursor) -> Cursor:
    """The expression below parentheses and conversions that are not written."""
    while cursor.kind in (CursorKind.PAREN_EXPR, CursorKind.UNEXPOSED_EXPR) and len(children(cursor)) == 1:
        cursor = children(cursor)[0]
    return cursor


def initialiser(variable: Cursor) -> Union[Cursor, None]:
    """The initial value of a variable or field as written; None without one."""
    values = [c for c in variable.get_children() if c.kind.is_expression() and not _is_before(c, variable)]
    if not values:
        return None
    is_array = variable.type.get_canonical().kind in (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY)
    if is_array and strip(values[-1]).kind not in (CursorKind.INIT_LIST_EXPR, CursorKind.STRING_LITERAL, CursorKind.CALL_EXPR):
        return None  # that was an extent
    return values[-1]


def _is_before(expression: Cursor, variable: Cursor) -> bool:
    """Whether it belongs to the type of a variable, as in decltype(x) y, and not to what the variable is given."""
    start, name = expression.extent.start, variable.location
    return bool(start.file is not None and start.file == name.file and start.offset < name.offset)


def default_of(parameter: Cursor) -> Union[Cursor, None]:
    """The value that a parameter has where it is left out; None without one."""
    values = [c for c in parameter.get_children() if c.kind.is_expression()]
    return values[-1] if values else None


def identity(cursor: Cursor) -> Identity:
    """The same for all cursors that stand for one thing, and for no others. libclang's hash is shared by one pair in four billion, and what it
    calls equal depends on how one got there."""
    kind = cursor._kind_id  # as clang says it: kinds that the bindings do not know have one, too
    return kind, cursor.data[1 if _is_code(kind) else 0] or 0


@functools.cache
def _is_code(kind: int) -> bool:
    return bool(library().clang_isExpression(kind) or library().clang_isStatement(kind))


def key(cursor: Cursor) -> str:
    """Identity of a declaration: across translation units for what has linkage, within one for parameters."""
    if cursor.kind == CursorKind.PARM_DECL:
        return f"param {identity(cursor)} {cursor.spelling}"
    return str(cursor.get_usr()) or f"decl {identity(cursor)} {cursor.spelling}"


def file_of(location: SourceLocation) -> str:
    """Path of the file a location lies in, as clang was given it; "" outside of files."""
    return "" if location.file is None else str(location.file.name)


def expansion_span(cursor: Cursor) -> Span:
    """Where a cursor stands; text that a macro produced or was given stands at the macro's expansion."""
    start, end = cursor.extent.start, cursor.extent.end
    return _between(file_of(start), (start.line, start.column), file_of(end), (end.line, end.column))


def span(cursor: Cursor) -> Span:
    """Where a cursor stands; a macro's argument where it is written, other text of a macro at its expansion."""
    start, end = _written(cursor.extent.start), _written(cursor.extent.end)
    if start[0] == end[0] and start[1:3] < end[1:3]:
        return _between(start[0], start[1:3], end[0], end[1:3])
    return expansion_span(cursor)


def name_span(declaration: Cursor) -> Span:
    """Where the name of a declaration stands."""
    location = declaration.location
    end = location.column + len(declaration.spelling)
    return _between(file_of(location), (location.line, location.column), file_of(location), (location.line, end))


def _between(file: str, start: tuple[int, int], end_file: str, end: tuple[int, int]) -> Span:
    if not file:
        return NOWHERE
    if end_file != file or end < start:
        return Span(file, *start, start[0], start[1] + 1)
    return Span(file, *start, *end)


def _written(location: SourceLocation) -> tuple[str, int, int, int]:
    """File, line, column and offset, arguments of macros where they are written."""
    file, numbers = ctypes.c_void_p(), [ctypes.c_uint() for _ in range(3)]
    library().clang_getFileLocation(location, ctypes.byref(file), *map(ctypes.byref, numbers))
    name = file_of(location)
    line, column, offset = (n.value for n in numbers)
    return name, line, column, offset


def bytes_of(path: str) -> bytes:
    """What a file holds; nothing of files that cannot be read."""
    try:
        state = os.stat(path)
        return _bytes_of(path, state.st_ino, state.st_mtime_ns, state.st_size)
    except OSError:
        return b""


@functools.cache
def _bytes_of(path: str, *_state: int) -> bytes:
    """`_state`: tells files of one name apart."""
    return Path(path).read_bytes()


def text_of(path: str) -> str:
    """The same as text, in which every place stays where it was: with its ends of lines, and a mark for each byte that is no UTF-8."""
    return re.sub("[\udc80-\udcff]", "?", bytes_of(path).decode(errors="surrogateescape"))


def source(cursor: Cursor) -> str:
    """The source text of a cursor, white space folded."""
    start, end = _written(cursor.extent.start), _written(cursor.extent.end)
    text = bytes_of(start[0])[start[3] : end[3]] if start[0] else b""
    return " ".join(text.decode(errors="replace").split()) or str(cursor.spelling)


def scalar_type(type_: Type) -> str:
    """C name of a scalar type ("double", "unsigned int"), references and qualifiers removed; "" if it is none."""
    canonical = pointee(type_.get_canonical())
    if canonical.kind == TypeKind.ENUM:
        canonical = canonical.get_declaration().enum_type.get_canonical()
    if canonical.spelling.removeprefix("const ") == "__fp16":  # no kind of its own in libclang
        return HALF
    return _SCALARS.get(canonical.kind, "")


def pointee(type_: Type) -> Type:
    """The canonical type below a reference; other types as they are."""
    canonical = type_.get_canonical()
    if canonical.kind in (TypeKind.LVALUEREFERENCE, TypeKind.RVALUEREFERENCE):
        return canonical.get_pointee().get_canonical()
    return canonical


def array_parts(type_: Type) -> Union[tuple[int, Type], None]:
    """Number and type of the elements of an array (std::array included); None for other types."""
    canonical = pointee(type_)
    if canonical.kind == TypeKind.CONSTANTARRAY:
        return int(canonical.element_count), canonical.element_type.get_canonical()
    if is_std_array(canonical):
        held = [f.type.get_canonical() for f in canonical.get_fields()]
        if held and held[0].kind == TypeKind.CONSTANTARRAY:
            return array_parts(held[0])
    return None


def is_std_array(type_: Type) -> bool:
    """Whether a canonical type is an instance of std::array."""
    declaration = type_.get_declaration()
    return bool(declaration.spelling == "array" and declaration.semantic_parent.spelling == "std")


def struct_fields(type_: Type) -> Union[list[Cursor], None]:
    """The data members of a struct, those of its base classes first; None for other types, virtual bases, members of one name, and base classes
    that depend on template arguments, which clang does not show, unless they are empty."""
    canonical = pointee(type_)
    if canonical.kind != TypeKind.RECORD or canonical.get_declaration().kind == CursorKind.UNION_DECL:
        return None
    own, found = list(canonical.get_fields()), list[Cursor]()
    for c in _base_specifiers(canonical):
        inherited = None if conf.lib.clang_isVirtualBase(c) else struct_fields(c.type)
        if inherited is None and not (_is_dependent(c) and _begins_with_itself(canonical, own)):
            return None
        found += inherited or []
    found += own
    return found if len({f.spelling for f in found}) == len(found) else None


def base_types(record: Type) -> list[Type]:
    """The base classes of a class, as written; without empty ones that depend on template arguments."""
    return [c.type.get_canonical() for c in _base_specifiers(record) if not _is_dependent(c)]


def has_bases(record: Type) -> bool:
    """Whether a class has base classes."""
    return bool(_base_specifiers(record))


def _base_specifiers(record: Type) -> list[Cursor]:
    """Those of its template for an instance, of which clang shows nothing."""
    declaration = pointee(record).get_declaration()
    template = conf.lib.clang_getSpecializedCursorTemplate(declaration)
    of = declaration if template is None or children(declaration) else template
    return [c for c in of.get_children() if c.kind == CursorKind.CXX_BASE_SPECIFIER]


def _is_dependent(base: Cursor) -> bool:
    return bool(base.type.get_canonical().kind != TypeKind.RECORD)


def _begins_with_itself(record: Type, own: list[Cursor]) -> bool:
    """Whether the base classes of a class are empty: its first member is where it begins."""
    return bool(record.get_offset(own[0].spelling) == 0 if own else record.get_size() == 1)


def is_polymorphic(record: Type) -> bool:
    """Whether a class has virtual functions."""
    members = pointee(record).get_declaration().get_children()
    own = any(c.kind in (CursorKind.CXX_METHOD, CursorKind.DESTRUCTOR) and c.is_virtual_method() for c in members)
    return own or any(is_polymorphic(base) for base in base_types(record))


def is_virtual_call(cursor: Cursor) -> bool:
    """Whether the object decides which function is called."""
    return bool(library().clang_Cursor_isDynamicCall(cursor))


def is_real(type_name: str) -> bool:
    """Whether a C scalar name is a floating-point type."""
    return type_name in (HALF, "float", "double", "long double")
