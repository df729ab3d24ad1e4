"""Command line: `ops translate`, `ops check`, `ops dump`.

Parses words, calls the pipeline, prints. Exit status: 0 done, 1 the program has errors, 2 wrong use or unreadable files.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import replace
from pathlib import Path

from translator import dump
from translator.compiler.command import Command, of_text
from translator.compiler.usual import usual
from translator.diagnostics import has_errors, render_all
from translator.parse import UnreadableSource
from translator.pipeline import Job, Outcome, depfile, understand

_DONE, _REFUSED, _WRONG_USE = 0, 1, 2


def main(words: list[str] | None = None) -> int:
    """The whole command; returns the exit status."""
    words = list(sys.argv[1:] if words is None else words)
    flags: list[str] = []
    if "--" in words:
        at = words.index("--")
        words, flags = words[:at], words[at + 1 :]
    options = _parser().parse_args(words)
    try:
        job = Job(tuple(options.sources), tuple(flags) or ("-std=c++20",), options.name, not options.no_derivatives, _commands(options, flags))
        outcome = understand(job)
    except UnreadableSource as problem:
        print(f"ops: error: {problem}", file=sys.stderr)
        return _WRONG_USE
    print(render_all(outcome.diagnostics), end="", file=sys.stderr)
    if options.command == "dump":
        print(dump.program(outcome.program), end="")
    if has_errors(outcome.diagnostics):
        return _REFUSED
    return _write(outcome, options) if options.command == "translate" else _DONE


def _write(outcome: Outcome, options: argparse.Namespace) -> int:
    from translator.render import render  # only here: checking needs no templates

    folders = {target: Path(options.out) / target for target in options.target}
    try:
        files = {folders[target] / name: text for target in folders for name, text in render(outcome.program, outcome.analysed, target, map(Path, options.target_folder), options.own_functions).items()}
    except ValueError as problem:
        print(f"ops: error: {problem}", file=sys.stderr)
        return _WRONG_USE
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    if options.depfile:
        Path(options.depfile).write_text(depfile([folder / "loops.cpp" for folder in folders.values()], outcome.program))
    return _DONE


def _commands(options: argparse.Namespace, flags: list[str]) -> dict[str, Command] | None:
    """How each source is compiled: as the file says, or else as the compiler that is here would by the flags."""
    if options.commands:
        try:
            held = of_text(Path(options.commands).read_text())
        except (OSError, ValueError) as problem:
            raise UnreadableSource(f"{options.commands}, given by --commands, cannot be read: {problem}") from problem
        missing = [source for source in options.sources if os.path.realpath(source) not in held]
        if missing:
            raise UnreadableSource(f"{options.commands} does not say how {missing[0]} is compiled")
        return {source: replace(held[os.path.realpath(source)], same_with=tuple(options.same_with)) for source in options.sources}
    command = usual(flags)
    return None if command is None else dict.fromkeys(options.sources, command)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="ops", description="Translates OPS applications into parallel loops and gradients.")
    commands = parser.add_subparsers(dest="command", required=True)
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("sources", nargs="+", help="the application's .cpp files; compile flags follow after --")
    common.add_argument("--commands", help="a file that says how each source is compiled, instead of flags; `python3 -m translator.compiler` writes it")
    common.add_argument("--same-with", default=[], action="append", metavar="FLAG", help="further flags, with which the compiler must read the same program")
    common.add_argument("--name", default="app", help="the application's name")
    common.add_argument("--no-derivatives", action="store_true", help="generate no adjoints")
    commands.add_parser("check", parents=[common], help="report what is wrong with a program")
    commands.add_parser("dump", parents=[common], help="print the program as the translator understood it")
    translate = commands.add_parser("translate", parents=[common], help="write the loops for some targets")
    translate.add_argument("--target", required=True, action="append", help="a name of a folder in backends/; may be given several times")
    translate.add_argument("--target-folder", default=[], action="append", help="folder of a user-defined target; its name is that of the target")
    translate.add_argument("--own-functions", action="store_true", help="use exp, sin and others from ops/loops/functions on targets that support them")
    translate.add_argument("--out", required=True, help="folder for the generated files, which go to OUT/<target>")
    translate.add_argument("--depfile", help="Make-style list of the files read")
    return parser
