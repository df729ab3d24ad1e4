"""Pass `check-argument-access`: globals are read, reductions are combined; loops over scalars read and write those.

Input:   Program.      Output:  the violations.
Test:    tests/translator/passes/check_argument_access_test.py
"""

from __future__ import annotations

from translator.diagnostics import Diagnostic, error
from translator.ir import Access, Arg, Loop, Program
from translator.passes.uses import access_word, arguments

_ALLOWED = {"gbl": (Access.READ,), "scalar": (Access.READ,), "reduce": (Access.INC, Access.MIN, Access.MAX)}
_OF_SCALARS = {"gbl": (Access.READ,), "scalar": (Access.READ, Access.WRITE), "reduce": (), "dat": (), "idx": ()}
_HINT = {"gbl": "declare it as OPS_READ; return values through ops_arg_reduce",
         "scalar": "declare the scalar as OPS_READ; only the kernel of an ops_scalar_loop may write a scalar",
         "reduce": "declare it as OPS_INC, OPS_MIN or OPS_MAX"}
_HINT_OF_SCALARS = {"gbl": "declare it as OPS_READ; return values through ops_arg_scalar(.., OPS_WRITE)",
                    "scalar": "declare the scalar as OPS_READ or OPS_WRITE; if the kernel reads and writes it, pass the scalar twice, once with each access mode"}
_TAKES_SCALARS = "use only ops_arg_scalar and ops_arg_gbl; to pass the result of a reduction, convert it to a scalar with ops_scalar_from_reduction"


def run(program: Program) -> tuple[Diagnostic, ...]:
    """One violation per argument."""
    return tuple(_violation(loop, position, arg) for loop, position, arg, _ in arguments(program) if not _allowed(loop, arg))


def _allowed(loop: Loop, arg: Arg) -> bool:
    allowed = _OF_SCALARS if loop.scalars else _ALLOWED
    return arg.kind not in allowed or arg.access in allowed[arg.kind]


def _violation(loop: Loop, position: int, arg: Arg) -> Diagnostic:
    if loop.scalars and arg.kind not in _HINT_OF_SCALARS:
        return error("argument-access", f"argument {position + 1} of loop '{loop.name}' is {_WORD[arg.kind]}, but ops_scalar_loop accepts only scalars and global values",
                     arg.span, "this argument", hint=_TAKES_SCALARS)
    hint = _HINT_OF_SCALARS[arg.kind] if loop.scalars else _HINT[arg.kind]
    return error("argument-access", f"argument {position + 1} of loop '{loop.name}', {_WORD[arg.kind]}, is declared as {access_word(arg)}",
                 arg.access_span, "declared here", hint=hint)


_WORD = {"gbl": "a global value", "scalar": "a scalar", "reduce": "a reduction", "dat": "a dataset", "idx": "the loop index"}
