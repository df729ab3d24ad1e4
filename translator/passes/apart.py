"""Pass `apart`: what a kernel does to one optional dataset alone, as a kernel of its own, which is left out where the dataset is not given.

Input:   an OutputForm.
Output:  the OutputForm of what remains, and one for each dataset that can stand apart: the statements behind its outputs read no other
         dataset and give to no other output. In these the dataset is not optional. What remains runs first, as it may read the same
         memory through another argument; the others read their own argument alone, so that their order is free. Boundary loops
         name many datasets and are given few: those that are not cost nothing then, and the others' rows have no tests.
Test:    tests/translator/passes/apart_test.py
"""

from __future__ import annotations

from dataclasses import replace

from translator.ir import Load
from translator.passes.outputs_as_locals import OutputForm
from translator.passes.walk import Body, body_nodes, names_of


def run(form: OutputForm) -> tuple[OutputForm, dict[int, OutputForm]]:
    """What remains, and by parameter what stands apart."""
    found: dict[int, OutputForm] = {}
    for param in sorted({o.param for o in form.outputs if o.optional}):
        own = _behind(form, param)
        if {o.param for o in own.outputs} | {n.param for n in body_nodes(own.body) if isinstance(n, Load)} == {param}:
            found[param] = replace(own, outputs=tuple(replace(o, optional=False) for o in own.outputs))
            form = OutputForm(tuple(s for s in form.body if s not in own.body), tuple(o for o in form.outputs if o not in own.outputs))
    return form, found


def _behind(form: OutputForm, param: int) -> OutputForm:
    """The statements that have to do with the outputs of `param`, and all outputs that these have to do with."""
    names = {o.local.name for o in form.outputs if o.param == param}
    body: Body = ()
    while (more := _with(form.body, names)) != body:
        body = more
        names |= names_of(body)
    return OutputForm(body, tuple(o for o in form.outputs if o.local.name in names))


def _with(body: Body, names: set[str]) -> Body:
    """Statements in which one of the names occurs."""
    return tuple(s for s in body if names & names_of((s,)))
