"""The API's type strings and the names that C and the run time give to the same types.

Mirrors `ops::type_from_name` and `ops::type_name` (ops/data/types.hpp).
"""

from __future__ import annotations

# API string -> canonical name (what signatures hold)
_CANONICAL = {
    "double": "double", "float": "float", "half": "half", "int": "int", "uint": "uint", "unsigned int": "uint",
    "unsigned": "uint", "long": "long", "ll": "long", "long long": "long", "ulong": "ulong", "ul": "ulong",
    "unsigned long": "ulong", "ull": "ulong", "unsigned long long": "ulong", "bool": "bool", "char": "char",
    "short": "short", "complexd": "complexd", "complexf": "complexf",
}
NAMES = tuple(_CANONICAL)
HALF = "ops::Half"  # the C++ type of a half, in the IR and in generated code (ops/data/half.hpp)
# C scalar -> canonical name
_OF_C = {
    "double": "double", "float": "float", HALF: "half", "unsigned short": "unsigned short", "int": "int", "unsigned int": "uint",
    "long": "long", "long long": "long", "unsigned long": "ulong", "unsigned long long": "ulong", "bool": "bool",
    "char": "char", "signed char": "char", "short": "short",
}


def canonical(name: str) -> str:
    """Canonical name of an API type string, ":soa" removed; "user" for any other word."""
    return _CANONICAL.get(name.removesuffix(":soa").strip(), "user")


def of_c(name: str) -> str:
    """Canonical name of a C scalar type; "user" for any other."""
    return _OF_C.get(name, "user")
