"""Slices of an adjoint body: the least that has to run for one contribution.

Input:   an adjoint body and one of its Contribute statements.      Output:  statements and a value.
Test:    tests/translator/passes/adjoint_terms_test.py
"""

from __future__ import annotations

from translator.ir import Const, Contribute, Element, Expr
from translator.passes import dead_code
from translator.passes.walk import Body


def slice_for(body: Body, wanted: Contribute) -> tuple[Body, Expr]:
    """The statements that `wanted` depends on, and its value after them."""
    kept = tuple(s for s in body if not isinstance(s, Contribute) or s is wanted)
    kept = dead_code.run(dead_code.inline_single_uses(dead_code.run(kept)))
    last = kept[-1]
    assert isinstance(last, Contribute)
    return kept[:-1], last.value


class Slices:
    """All slices of one body. Contributions that are elements of one array at constant indices, of which there may be hundreds, share the statements."""

    def __init__(self, body: Body) -> None:
        self._body = body
        self._of_arrays: dict[str, Body] = {}

    def of(self, wanted: Contribute) -> tuple[Body, Expr]:
        value = wanted.value
        if not isinstance(value, Element) or not all(isinstance(i, Const) for i in value.index):
            return slice_for(self._body, wanted)
        if value.name not in self._of_arrays:
            self._of_arrays[value.name] = slice_for(self._body, wanted)[0]
        return self._of_arrays[value.name], value
