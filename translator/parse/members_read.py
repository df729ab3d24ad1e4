"""Whether a program reads members of handles that point to values, past the library: `dat->data`, `reduction->data`.

The runtime then has all values there between its calls, where loops otherwise wait.

Test:    tests/translator/parse/members_read_test.py
"""
import re
from pathlib import Path

from translator.parse.libclang import Cursor, CursorKind, Identity, identity
from translator.parse.units import Unit

_MEMBERS = frozenset({"data", "derivative"})
_HANDLES = frozenset({"ops_dat_core", "ops_reduction_core"})
_LOOKS_LIKE_ONE = re.compile(r"(->|\.)\s*(" + "|".join(sorted(_MEMBERS)) + r")\b(?!\s*\()")


def reads_members(units: tuple[Unit, ...]) -> bool:
    """Texts first: few programs have such a name at all, and looking at all cursors takes long."""
    files = {file for unit in units for file in unit.files()}
    if not any(_LOOKS_LIKE_ONE.search(Path(file).read_text(errors="replace")) for file in files):
        return False
    return any(_reads(top) for unit in units for top in unit.top_level())


def _reads(top: Cursor) -> bool:
    called: set[Identity] = set()  # members that are functions, as `values.data()` where the type of `values` is a template's parameter
    for cursor in top.walk_preorder():
        if cursor.kind == CursorKind.CALL_EXPR:
            called.update(identity(child) for child in list(cursor.get_children())[:1])
        elif cursor.kind == CursorKind.MEMBER_REF_EXPR and identity(cursor) not in called and _is_one(cursor):
            return True
    return False


def _is_one(cursor: Cursor) -> bool:
    member = cursor.referenced
    if member is None:  # it depends on a template's parameters, and may be one
        return [token.spelling for token in cursor.get_tokens()][-1] in _MEMBERS
    return cursor.spelling in _MEMBERS and member.kind == CursorKind.FIELD_DECL and member.semantic_parent.spelling in _HANDLES
