"""What to write in a kernel in place of what the IR cannot hold.

Test:    tests/translator/parse/refusals_test.py
"""

from __future__ import annotations

from translator.parse.libclang import CursorKind, Type, pointee

_PRINT = "print the values after the loop: get them with ops_dat_fetch_data or a reduction"
_STOP = "detect errors with a reduction, and handle them after the loop"
_SEARCH = "replace this call with a loop that stores its result in a variable"
_STRUCT = "use a struct with named members"
_ASSIGN = "assign the elements, or use std::copy"
_OTHERWISE = "call a function from <cmath>, or define your own function in the program"
_OF_FUNCTIONS = {
    **dict.fromkeys(("printf", "fprintf", "puts", "putchar", "ops_printf", "operator<<"), _PRINT),
    **dict.fromkeys(("assert", "abort", "exit"), _STOP),
    **dict.fromkeys(("rand", "srand", "drand48"), "fill a dataset with ops_fill_random_uniform, and read the random numbers from it"),
    **dict.fromkeys(("max_element", "min_element", "minmax_element", "find", "find_if", "count", "count_if", "any_of", "all_of", "none_of"), _SEARCH),
    **dict.fromkeys(("memcpy", "memmove", "memset", "swap_ranges", "reverse", "rotate"), _ASSIGN),
    **dict.fromkeys(("make_tuple", "tie", "get", "forward_as_tuple", "make_optional"), _STRUCT),
    **dict.fromkeys(("stable_sort", "partial_sort", "nth_element"), "use std::sort"),
    "invoke": "call it: f(x)", "operator==": "compare the elements", "bit_cast": "write the resulting number",
}
_OF_CLASSES = {
    "vector": "use an array of constant size, such as {0} w[8]", "deque": "use an array", "list": "use an array", "valarray": "use an array",
    "complex": "use two numbers (real and imaginary part), or define a struct with two members and overloaded operators", "tuple": _STRUCT, "optional": "use a value and a bool",
    "variant": "use the values and an int", "function": "instead of std::function, use a template parameter: template <class F> void g(F f)",
    "span": "pass a pointer and a number", "basic_string": "use a number", "basic_string_view": "use a number", "unique_ptr": "use a local variable",
    "shared_ptr": "use a local variable", "bitset": "use an unsigned int",
}
_OF_EXPRESSIONS = {
    CursorKind.CXX_NEW_EXPR: "use an array of constant size", CursorKind.CXX_DELETE_EXPR: "use an array of constant size",
    CursorKind.CXX_THROW_EXPR: _STOP, CursorKind.CXX_DYNAMIC_CAST_EXPR: "use static_cast", CursorKind.CXX_TYPEID_EXPR: "use a number",
}
_KNOWN_CLASSES = ("array", "pair")


def of_function(name: str) -> str:
    return _OF_FUNCTIONS.get(name, _OTHERWISE)


def of_expression(kind: CursorKind) -> str:
    return _OF_EXPRESSIONS.get(kind, "replace this expression with code that uses only arithmetic, if statements and loops")


def of_library_class(type_: Type) -> str:
    """"" for a class that is not the library's, is empty, or can be followed."""
    declaration = pointee(type_).get_declaration()
    if declaration.spelling in _KNOWN_CLASSES or pointee(type_).get_size() == 1 or not _of_std(type_):
        return ""
    held = pointee(type_).get_template_argument_type(0).spelling if pointee(type_).get_num_template_arguments() > 0 else ""
    return _OF_CLASSES.get(declaration.spelling, "use scalars, arrays and plain structs").format(held or "double")


def is_std_pair(type_: Type) -> bool:
    return bool(pointee(type_).get_declaration().spelling == "pair") and _of_std(type_)


def _of_std(type_: Type) -> bool:
    parent = pointee(type_).get_declaration().semantic_parent
    while parent is not None and parent.kind == CursorKind.NAMESPACE:
        if parent.spelling == "std":
            return True
        parent = parent.semantic_parent
    return False
