"""Slices of an adjoint body: the least that has to run for one contribution.

Input:   an adjoint body and one of its Contribute statements.      Output:  statements and a value.
Test:    tests/translator/passes/adjoint_terms_test.py
"""

from __future__ import annotations

from translator.ir import Contribute, Expr
from translator.passes import dead_code
from translator.passes.walk import Body


def slice_for(body: Body, wanted: Contribute) -> tuple[Body, Expr]:
    """The statements that `wanted` depends on, and its value after them."""
    kept = tuple(s for s in body if not isinstance(s, Contribute) or s is wanted)
    kept = dead_code.run(dead_code.inline_single_uses(dead_code.run(kept)))
    last = kept[-1]
    assert isinstance(last, Contribute)
    return kept[:-1], last.value
