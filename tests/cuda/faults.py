"""By hand: python3 -m tests.cuda.faults: faults planted into kernels and what runs them, and who finds them.

Each is a change of one place, in a copy of the run time or of the generated text. Found: the compiler refuses it, or random loops have other
bits than the serial forms, for some order of threads, number of blocks or part. Prints one line a fault; the status is 1 if one stays unfound,
or if something is found where nothing was planted.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np

from tests.cuda.random_loops_test import FEW, FORWARD, MANY, REVERSED, RUNTIME, SHUFFLED
from tests.translator.generated import ALL, ROOT, Library, program_of, random_parts
from tests.translator.random_generated_test import SINGLE, Problem, loop_of, with_form
from translator.passes.analyse import LoopAnalysis, analyse

CASES = (3, 4, 6, SINGLE[0])  # of random loops; components of the last one are read through one point each
FORMS = ("rows", "rows", "gather", "push")  # rows: as tiles
EXTENT = {1: (700,), 2: (67, 41), 3: (37, 9, 6)}


@dataclass(frozen=True)
class Fault:
    """In `file` (of backends/cuda; "" is the generated text) `right` becomes `wrong`."""

    what: str
    file: str
    right: str
    wrong: str


FAULTS = (
    Fault("a barrier is missing in a tree", "loop.hpp", "halve(totals, number - 1, thread.number);",
          "if (number % 2 == 1) { halve(totals, number - 1, thread.number); if (number < halvings) halve(totals, number, thread.number); }"),
    Fault("a step of a tree takes the wrong half", "totals.hpp", "threads >> (step + 1)", "threads >> (step + 2)"),
    Fault("a step of a tree races: all threads add", "totals.hpp", "if (number < half) totals", "if (number + half < threads) totals"),
    Fault("a tree ends one step early", "totals.hpp", "inline constexpr int halvings = 8;", "inline constexpr int halvings = 7;"),
    Fault("the last of many totals is left out", "totals.hpp", "if (at < count) mine", "if (at + 1 < count) mine"),
    Fault("blocks of the second pass overlap", "totals.hpp", "(thread.block * each + k) * threads", "(thread.block * (each - 1) + k) * threads"),
    Fault("totals of components lie on each other", "loop.hpp", "static_cast<unsigned>(component - first) * blocks + thread.block", "thread.block"),
    Fault("all blocks write one total", "loop.hpp", "* blocks + thread.block] = totals[0]", "* blocks] = totals[0]"),
    Fault("values of components lie on each other", "loop.hpp", "static_cast<std::size_t>(component) * threads * value", "static_cast<std::size_t>(component) * value"),
    Fault("threads beyond the range compute as well", "grid.hpp", "return column < range_.hi[0] - range_.lo[0] &&", "return column <= range_.hi[0] - range_.lo[0] &&"),
    Fault("the last row is left out", "grid.hpp", "row < range_.hi[1] - range_.lo[1];", "row < range_.hi[1] - range_.lo[1] - (range_.hi[1] - range_.lo[1] > 1);"),
    Fault("a block too few along a row", "grid.hpp", "(1 << columns_) - 1) >> columns_", "0) >> columns_"),
    Fault("planes are taken for rows", "grid.hpp", "block /= up_;", ""),
    Fault("a limit on blocks leaves the second half out", "grid.hpp", "  for_parts(high, blocks, body);\n", ""),
    Fault("halves of a range overlap", "grid.hpp", "low.hi[axis] = high.lo[axis] =", "high.lo[axis] ="),
    Fault("the step along an axis is that of another", "point.hpp", "if constexpr (dims > 1) sum += s.y * step_[1];", "if constexpr (dims > 1) sum += s.y * step_[0];"),
    Fault("cells that hold nothing are added to", "point.hpp", "return in<dims>(hole, cell, Index{}, 1);", "return false;"),
    Fault("source points beyond the range count", "point.hpp", "return in<dims>(range, cell, point, -1);", "return true;"),
    Fault("pushed values go beyond the part", "point.hpp", "if (!wanted || !in<dims>(part, s, point, 1)) return 0;", "if (!wanted) return 0;"),
    Fault("a box lacks its last cell", "point.hpp", "at >= box.hi[a]) return false;", "at >= box.hi[a] - 1) return false;"),
    Fault("a barrier is missing in tiles", "tile.hpp", "source(corner, k, values);\n    } else {", "source(corner, k, values);\n    }\n    if (phase == 0) {"),
    Fault("a tile's rim is too narrow", "tile.hpp", "return cells(axis) + most(axis) - least(axis);", "return cells(axis) + (most(axis) - least(axis)) / 2;"),
    Fault("source points of a tile are evaluated up to the number of threads", "tile.hpp", "k < Tile::sources; k += threads", "k < threads; k += threads"),
    Fault("a tile's halo is stale: it stands for the tile before", "tile.hpp", "at[axis] = corner[axis] - Tile::most(static_cast<int>(axis)) + rest % across;",
          "at[axis] = corner[axis] - Tile::most(static_cast<int>(axis)) + rest % across - (axis == 0 && rest % across == 0);"),
    Fault("tiles add to cells of the next launch", "tile.hpp", "if (at[axis] >= cells.hi[axis]) return;", ""),
    Fault("opposite values of a shared buffer lose their sign", "tile.hpp", "t.sign > 0 ? sum + value : sum - value", "sum + value"),
    Fault("terms of a cell come in another order", "tile.hpp", "(term<target, component, k>(s, within, values, sum), ...);",
          "(term<target, component, static_cast<int>(sizeof...(k)) - 1 - k>(s, within, values, sum), ...);"),
    Fault("a component of a tile is left out", "tile.hpp", "component < Tile::components_of(target)", "component + 1 < Tile::components_of(target) || component == 0"),
    Fault("cells that get nothing stay as they are", "owner.cpp", "intersection(cells.reach, cells.hole)", "Box::none()"),
    Fault("source points of a part are those of its own place", "owner.cpp", "back[axis] = -p.offset[axis]", "back[axis] = 0"),
    Fault("a fill does one component only", "passes.cpp", "for (int w = 0; w < words; ++w) reinterpret_cast<Word*>(cell_of(to, s) + c * to.component)[w] = value[w];",
          "for (int w = 0; w + 1 < words; ++w) reinterpret_cast<Word*>(cell_of(to, s) + c * to.component)[w] = value[w];"),
    Fault("a neighbour too far", "", "[x - 1]", "[x - 2]"),
    Fault("a component for another", "", "[2 * x + 1]", "[2 * x]"),
    Fault("a store is left out", "", "x_out[x] = x_new;", ""),
    Fault("what a cell holds is forgotten", "", "write ? 0 :", "true ? 0 :"),
    Fault("a seed of another point", "", "y_seed[x]", "y_seed[x + 1]"),
    Fault("two values in one buffer", "", "buffers_[1 * row_cells]", "buffers_[0 * row_cells]"),
    Fault("buffers overlap by a value", "", "row_cells = Tile::sources", "row_cells = Tile::sources - 1"),
    Fault("a target is written although nobody wants it", "", "target.out != nullptr) {", "target.out != nullptr || true) {"),
    Fault("a value of another argument", "", "launch.args[0].in, launch.args[0]}", "launch.args[1].in, launch.args[0]}"),
)


class NotBuilt(Exception):
    """What the compiler said."""


@dataclass(frozen=True)
class Bench:
    """The loops, and what they give in serial order."""

    analyses: tuple[LoopAnalysis, ...]
    seq: Library
    right: Library

    @staticmethod
    def of(folder: Path) -> "Bench":
        analyses = tuple(with_form(analyse(loop_of(case)), form) for case, form in zip(CASES, FORMS))
        program = program_of([loop_of(case) for case in CASES])
        return Bench(analyses, Library(program, analyses, "seq", folder / "seq", "-O0"), Library(program, analyses, "cuda", folder / "right", "-O0", extra=RUNTIME))

    def build(self, fault: Fault, folder: Path) -> Library:
        """Raises: NotBuilt."""
        copies, sources, planted = folder / "planted", RUNTIME, (fault.right, fault.wrong)
        if fault.file:
            copy = copies / "backends" / "cuda" / fault.file
            copy.parent.mkdir(parents=True)
            text = (ROOT / "backends" / "cuda" / fault.file).read_text()
            assert fault.right in text, f"'{fault.right}' is not in {fault.file}"
            copy.write_text(text.replace(fault.right, fault.wrong))
            sources = tuple(copy if source.name == fault.file else source for source in RUNTIME)
            planted = ("", "")
        try:
            return Library(self.seq.program, self.analyses, "cuda", folder / "code", f"-O0 -I{copies}", extra=sources, planted=planted)
        except subprocess.CalledProcessError as problem:
            raise NotBuilt from problem

    def difference(self, code: Library) -> str:
        """What differs first; "" if nothing does."""
        for k, case in enumerate(CASES):
            problem = Problem(case, False, EXTENT[loop_of(case).dims])
            random = np.random.default_rng(case)
            self.right.code.run_threads(FORWARD, MANY)
            forward, along = problem.forward(self.right, k), problem.along(self.seq, k)
            targets = frozenset(p for p, fact in enumerate(self.analyses[k].facts) if fact.target)
            for order, blocks in ((FORWARD, MANY), (REVERSED, FEW), (SHUFFLED, MANY)):
                how = f"loop {k}, order {order}, {blocks} blocks"
                code.code.run_threads(order, blocks)
                if problem.forward(code, k) != forward:
                    return f"{how}: values"
                if problem.along(code, k) != along:
                    return f"{how}: tangents"
                wanted = (targets, targets - {min(targets)})[order == SHUFFLED]
                for hole, parts in product(("none", "all", "part"), ((ALL,), random_parts(random, problem.lo, problem.hi))):
                    expected = problem.backward(self.seq, k, False, self.analyses[k], hole, wanted=wanted)
                    got = problem.backward(code, k, True, self.analyses[k], hole, wanted=wanted, parts=parts)
                    assert expected is not None and got is not None
                    if any(got[p].tobytes() != expected[p].tobytes() for p in wanted) or any(np.isnan(got[p]).any() for p in wanted):
                        return f"{how}: derivatives, hole {hole}, {len(parts)} parts"
        return ""


def verdict(bench: Bench, fault: Fault, folder: Path) -> str:
    """In a process of its own, which a fault may end."""
    try:
        code = bench.build(fault, folder)
    except NotBuilt:
        return "the compiler"
    said, saying = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(saying, bench.difference(code).encode())
        os._exit(0)
    os.close(saying)
    with os.fdopen(said) as text:
        found = text.read()
    _, status = os.waitpid(child, 0)
    return found or (f"it ended with status {status}" if status else "")


def main(words: list[str]) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bench = Bench.of(folder)
        false_alarm = bench.difference(bench.right)
        print(f"nothing planted: {false_alarm or 'nothing found'}", flush=True)
        unfound = 0
        chosen = [fault for fault in FAULTS if not words or any(word in fault.what for word in words)]
        for number, fault in enumerate(chosen):
            finder = verdict(bench, fault, folder / str(number))
            unfound += not finder
            print(f"{fault.what}: {finder or 'NOT FOUND'}", flush=True)
        print(f"{len(chosen) - unfound} of {len(chosen)} found")
        return 1 if unfound or false_alarm else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
