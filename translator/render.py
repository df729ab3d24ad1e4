"""From views to text: the only user of Jinja. Templates live with their backend and only print.

Input:   a Program with its analyses, and a target.      Output:  the generated files by name; `loops.cpp` is the one to compile.
Test:    tests/translator/render_test.py
"""

from __future__ import annotations

from pathlib import Path

import jinja2

from translator.ir import Program
from translator.passes.analyse import LoopAnalysis
from translator.view.program import TARGETS, build

BACKENDS = Path(__file__).resolve().parents[1] / "backends"


def environment() -> jinja2.Environment:
    """A missing name is an error, never an empty string."""
    return jinja2.Environment(loader=jinja2.FileSystemLoader(BACKENDS), undefined=jinja2.StrictUndefined, trim_blocks=True,
                              lstrip_blocks=True, keep_trailing_newline=True)


def render(program: Program, analyses: tuple[LoopAnalysis, ...], target: str) -> dict[str, str]:
    """Generated files of `program` for `target`.

    Args:
        analyses: the loops to implement; a loop that is not among them runs as its reference.
        target: a key of `TARGETS`.
    """
    if target not in TARGETS:
        raise ValueError(f"unknown target '{target}'; known are {', '.join(TARGETS)}")
    templates = environment()
    view = build(program, analyses, target)
    loop = templates.get_template(f"{target}/templates/loop.cpp.j2")
    files = {nest.file: loop.render(nest=nest) for nest in view.nests}
    return {**files, "loops.cpp": templates.get_template("common/templates/loops.cpp.j2").render(program=view)}
