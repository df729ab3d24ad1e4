"""From views to text: the only user of Jinja. Templates live with their backend and only print.

Input:   a Program with its analyses, and a target.      Output:  the generated files by name; `loops.cpp` is the one to compile.
Test:    tests/translator/render_test.py
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from pickle import UnpicklingError

import jinja2

from translator import targets
from translator.ir import Program
from translator.passes.analyse import LoopAnalysis
from translator.targets import BACKENDS
from translator.view.program import build


class _CompiledTemplates(jinja2.FileSystemBytecodeCache):
    """Templates that an earlier run has compiled, in Jinja's folder of this user. If a file cannot be read or written, its template is compiled again."""

    def __init__(self) -> None:
        super().__init__(pattern=f"opsgrad_jinja{jinja2.__version__}_%s")

    def load_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        with suppress(OSError, EOFError, ValueError, UnpicklingError):
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: jinja2.bccache.Bucket) -> None:
        with suppress(OSError):
            super().dump_bytecode(bucket)


def _compiled_templates() -> _CompiledTemplates | None:
    """None if there is no folder to which this user alone can write."""
    with suppress(OSError, RuntimeError):
        return _CompiledTemplates()
    return None


def environment(folders: Iterable[Path] = (BACKENDS,)) -> jinja2.Environment:
    """Of templates in `folders`, the first that has one. A missing name is an error, never an empty string."""
    return jinja2.Environment(loader=jinja2.FileSystemLoader(list(folders)), undefined=jinja2.StrictUndefined, trim_blocks=True,
                              lstrip_blocks=True, keep_trailing_newline=True, bytecode_cache=_compiled_templates())


def render(program: Program, analyses: tuple[LoopAnalysis, ...], target: str, own: Iterable[Path] = (), own_functions: bool = False) -> dict[str, str]:
    """Generated files of `program` for `target`.

    Args:
        analyses: the loops to implement; a loop that is not among them runs as its reference.
        own: folders of targets that are not the product's.
        own_functions: exp, sin and their like are those of ops/loops/functions, if the target can have them.

    Raises:
        ValueError: there is no such target, or it has no loops of its own, or what a folder has is no target.
    """
    known = targets.known(own)
    if target not in known:
        raise ValueError(f"unknown target '{target}'; known are {', '.join(known)}")
    if known[target].target.loops_of:
        raise ValueError(f"the target '{target}' runs the loops of the target '{known[target].target.loops_of}': translate for that one")
    templates = environment((BACKENDS, known[target].folder.parent))
    view = build(program, analyses, target, known[target].target, own_functions)
    loop = templates.get_template(f"{target}/templates/loop.cpp.j2")
    files = {nest.file: loop.render(nest=nest) for nest in view.nests}
    return {**files, "loops.cpp": templates.get_template("common/templates/loops.cpp.j2").render(program=view)}
