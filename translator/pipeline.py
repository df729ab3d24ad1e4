"""The translator's steps in order: parse, check, differentiate, render.

Effects (files) are the caller's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from translator.compiler.command import Command
from translator.diagnostics import Diagnostic, has_errors
from translator.ir import Program, Refused
from translator.parse import parse
from translator.passes import check, written_scalars
from translator.passes.analyse import LoopAnalysis, analyse
from translator.passes.check_differentiable import run as check_differentiable

_UNREAD = ("compile-error", "unlike-compiler")  # nothing else that is said of such a program counts


@dataclass(frozen=True, slots=True)
class Job:
    """What the user asked for. `derivatives` False: as if the program used none; `commands`: how each source is compiled, which then counts for `flags`."""

    sources: tuple[str, ...]
    flags: tuple[str, ...]
    name: str
    derivatives: bool = True
    commands: Mapping[str, Command] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A program ready to render (where no diagnostic is an error), and everything there is to say about it."""

    program: Program
    analysed: tuple[LoopAnalysis, ...]
    diagnostics: tuple[Diagnostic, ...]


def understand(job: Job) -> Outcome:
    """Parses, checks and differentiates.

    Raises:
        UnreadableSource: a source is missing or clang gives up.
    """
    parsed = parse(job.sources, job.flags, job.name, job.commands)
    program = parsed.program if job.derivatives else replace(parsed.program, derivatives=False, second_derivatives=False)
    if any(d.code in _UNREAD for d in parsed.diagnostics):
        return Outcome(program, (), tuple(d for d in parsed.diagnostics if d.code in (*_UNREAD, "api-misuse")))
    found = check.run(program)
    misuse = () if has_errors(found) else tuple(d for d in parsed.diagnostics if d.code == "api-misuse")
    diagnostics = (*misuse, *(d for d in parsed.diagnostics if d.code != "api-misuse"), *found)
    program = _without_refused(program)
    program = replace(program, loops=tuple(map(written_scalars.run, program.loops)))
    if has_errors(diagnostics):
        return Outcome(program, (), diagnostics)
    analysed = tuple(analyse(loop, program.second_derivatives) for loop in program.loops)
    return Outcome(program, analysed, (*diagnostics, *check_differentiable(program, analysed)))


def _without_refused(program: Program) -> Program:
    """Loops whose kernels the IR cannot hold are refused."""
    lost = tuple(Refused(loop.name, loop.span, first.of(loop.kernel.name), first.span, first.hint)
                 for loop in program.loops for first in loop.kernel.unsupported[:1])
    return replace(program, loops=tuple(loop for loop in program.loops if not loop.kernel.unsupported), refused=(*program.refused, *lost))


def depfile(outputs: Iterable[Path], program: Program) -> str:
    """A Make rule: the outputs depend on every file of the user that was read."""
    return " ".join(_escaped(str(out)) for out in outputs) + ": " + " \\\n  ".join(map(_escaped, program.files)) + "\n"


def _escaped(path: str) -> str:
    return path.replace("\\", "\\\\").replace(" ", "\\ ").replace("$", "$$")
