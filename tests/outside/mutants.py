"""By hand: python3 -m tests.outside.mutants NUMBER PROGRAM ..: whether these programs can go. Needs a build tree (OPSGRAD_BUILD) and python3-coverage.

The translator is mutated at random places that one of these programs reaches. A program sees a mutant if the translator fails or writes other code for it. The
last line says how many mutants these programs see, and how many of them others see as well.
"""

from __future__ import annotations

import ast
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from random import Random

import coverage

from tests.fresh import fresh_seed
from tests.outside.programs import HERE, PROGRAMS, configure

ROOT = HERE.parents[1]
FLIPPED = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In,
           ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.And: ast.Or, ast.Or: ast.And, ast.BitOr: ast.BitAnd}


def batched(items: Iterable[str], size: int) -> Iterator[list[str]]:
    rest = iter(items)
    while some := list(islice(rest, size)):
        yield some


def mutations(tree: ast.Module) -> Iterator[tuple[int, ast.AST, str, object]]:
    """(line, node, field, other value) of each change that can be made."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in FLIPPED:
            yield node.lineno, node, "ops", [FLIPPED[type(node.ops[0])](), *node.ops[1:]]
        elif isinstance(node, ast.BinOp | ast.BoolOp) and type(node.op) in FLIPPED:
            yield node.lineno, node, "op", FLIPPED[type(node.op)]()
        elif isinstance(node, ast.If | ast.IfExp | ast.While):
            yield node.test.lineno, node, "test", ast.UnaryOp(ast.Not(), node.test)
        elif isinstance(node, ast.comprehension) and node.ifs:
            yield node.ifs[0].lineno, node, "ifs", node.ifs[1:]
        elif isinstance(node, ast.Constant) and type(node.value) in (bool, int):
            yield node.lineno, node, "value", not node.value if isinstance(node.value, bool) else node.value + 1
        elif (isinstance(node, ast.Return) and node.value is not None) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
            yield node.lineno, node, "value", ast.Constant(None)


class Translations:
    """What a translator writes for a program."""

    def __init__(self, folder: Path) -> None:
        self.build = configure(folder).folder / "build"
        commands = subprocess.run(["ninja", "-C", self.build, "-t", "commands"], check=True, capture_output=True, text=True).stdout.splitlines()
        translate = [shlex.split(line.split(" && ")[1]) for line in commands if " translator translate " in line]
        self.commands = {words[words.index("--name") + 1]: words for words in translate}
        subprocess.run(["ninja", "-C", self.build, *(words[words.index("--commands") + 1] for words in translate)], check=True, capture_output=True)

    def of(self, path: str, translator: Path, before: tuple[str, ...] = ()) -> str:
        """The text, and the end if it is not a good one; `before` comes before `-m translator`."""
        words = list(self.commands[Path(path).name])
        with tempfile.TemporaryDirectory() as out:
            words[words.index("--out") + 1] = out
            words[words.index("--depfile") + 1] = f"{out}/depfile"
            words = [f"PYTHONPATH={translator}" if word.startswith("PYTHONPATH=") else word for word in words]
            words = [word for word in words if not word.startswith(("--unset=", "PYTHONPYCACHEPREFIX="))]  # a mutant may be as old and as long as another
            at = words.index("-m")
            words[at:at] = before
            try:
                done = subprocess.run(words, cwd=self.build, capture_output=True, text=True, timeout=60, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
            except subprocess.TimeoutExpired:
                return "does not end"
            written = "".join(file.read_text() for file in sorted(Path(out).rglob("*.cpp")))
            return (str(done.returncode) if done.returncode else "") + (written + done.stdout + done.stderr).replace(out, "")

    def reached(self, path: str, translator: Path) -> set[tuple[str, int]]:
        """The lines of the translator that a program reaches."""
        with tempfile.TemporaryDirectory() as folder:
            self.of(path, translator, ("-m", "coverage", "run", f"--data-file={folder}/lines", f"--source={translator}"))
            data = coverage.CoverageData(f"{folder}/lines")
            data.read()
            return {(str(Path(file).relative_to(translator)), line) for file in data.measured_files() for line in data.lines(file) or ()}


def main(folder: Path, number: int, named: set[str]) -> None:
    random, translations, mutant = Random(fresh_seed()), Translations(folder), folder / "mutant"
    these, others = ([path for path in PROGRAMS if (Path(path).name in named) == wanted] for wanted in (True, False))
    for name in ("translator", "backends"):
        shutil.copytree(ROOT / name, mutant / name)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        right: dict[str, str] = {}

        def learn(paths: list[str]) -> None:
            """What the translator writes as it is, for those of the programs that are new."""
            new = [path for path in paths if path not in right]
            right.update(zip(new, pool.map(lambda path: translations.of(path, ROOT), new), strict=True))
            if wrong := [path for path in new if right[path][:1] in ("", "2")]:  # wrong use, of which every mutant would be unseen
                raise SystemExit(f"these programs are not translated at all: {' '.join(wrong)}")

        def seen(paths: Iterable[str]) -> str | None:
            """The first of the programs for which the mutated translator does something else."""
            for some in batched(paths, os.cpu_count() or 1):
                learn(some)
                for path, text in zip(some, pool.map(lambda path: translations.of(path, mutant), some), strict=True):
                    if text != right[path]:
                        return path
            return None

        learn(these)
        reached: dict[tuple[str, int], list[str]] = {}
        for path, lines in zip(these, pool.map(lambda path: translations.reached(path, mutant), these), strict=True):
            for place in lines:
                reached.setdefault(place, []).append(path)
        places = [(file, line, k) for file in sorted({file for file, _ in reached if file.endswith(".py")})  # not templates
                  for k, (line, *_) in enumerate(mutations(ast.parse((mutant / file).read_text()))) if (file, line) in reached]
        print(f"OPSGRAD_SEED={fresh_seed()}: {number} of {len(places)} mutants", flush=True)
        by_these = by_others = 0
        for file, line, k in random.sample(places, number):
            source = (mutant / file).read_text()
            tree = ast.parse(source)
            _, node, field, other = list(mutations(tree))[k]
            setattr(node, field, other)
            (mutant / file).write_text(ast.unparse(ast.fix_missing_locations(tree)))
            first = seen(random.sample(reached[file, line], len(reached[file, line])))
            second = seen(random.sample(others, len(others))) if first else None
            (mutant / file).write_text(source)
            by_these, by_others = by_these + bool(first), by_others + bool(second)
            print(f"{file}:{line} {field}: " + ("unseen" if not first else f"{second} sees it, too" if second else f"LOST: only {first} sees it"), flush=True)
    print(f"{by_these} mutants are seen by these programs, {by_others} of them by others")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        main(Path(made), int(sys.argv[1]), set(sys.argv[2:]))
