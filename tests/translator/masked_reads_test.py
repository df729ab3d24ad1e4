"""Components that are read under conditions, in every form, layout and type, by every compiler that is here and with every kind of vectors.

GCC 12 with vectors of 256 bits gets loops wrong that read interleaved components, each where a condition holds: plain C++ shows it, at -O3 as
at -O2 -ftree-vectorize. So generated code reads first and chooses afterwards. All values are small integers: results are exact, whatever the order of additions.
OPSGRAD_ZOO=all runs every pattern with every compiler and all flags; the tests otherwise run a part of each, which OPSGRAD_SEED chooses.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from tests.fresh import fresh_seed
from tests.tier import drawn
from tests.translator.generated import EMPTY, ROOT, AdjointArg, Box, Field, Library, cells_like, copy_of, view
from translator.diagnostics import has_errors, render_all
from translator.ir import AdjointKernel, Program
from translator.passes.adjoint_terms import OwnerPlan
from translator.passes.analyse import LoopAnalysis
from translator.pipeline import Job, understand

HALO, EXTENT = 1, (37, 5)
INSIDE = (slice(None), slice(HALO, HALO + EXTENT[1]), slice(HALO, HALO + EXTENT[0]))
COMPILERS = [name for name in ("g++", *(f"g++-{n}" for n in range(13, 17)), *(f"clang++-{n}" for n in range(19, 23))) if shutil.which(name)]
WIDE = "avx512f" in Path("/proc/cpuinfo").read_text()
FLAGS = ("-O2 -mavx2 -mfma", "-O3 -mavx2 -mfma", *(("-O2 -ftree-vectorize -march=native", "-O3 -march=native -mprefer-vector-width=512") if WIDE else ()))
BUILDS = list(product(COMPILERS, FLAGS))
EVERYTHING = os.environ.get("OPSGRAD_ZOO") == "all"


@dataclass(frozen=True)
class Pattern:
    """o(d) = s(d) * s(d) at the centre ("points", "in_place") or at one neighbour each ("push"), or s(d) * s(d, right) + s(d, below)
    ("gather", "rows"), where c(d) or, if `together`, c(0) is positive, and 0 elsewhere."""

    form: str
    components: int
    together: bool
    real: str
    soa: bool

    def text(self, name: str) -> str:
        lines = [line for d in range(self.components) for line in self._component(d)]
        written = f"ACC<{self.real}>& o" if self.form != "in_place" else "const int*"
        source = f"ACC<{self.real}>& s" if self.form == "in_place" else f"const ACC<{self.real}>& s"
        return f"inline void {name}({source}, const ACC<{self.real}>& c, {written}) {{\n  " + "\n  ".join(lines) + "\n}\n"

    def _component(self, d: int) -> list[str]:
        value = {"push": f"s({d}, {d % 3 - 1}, 0) * s({d}, {d % 3 - 1}, 0)", "gather": f"s({d}, 0, 0) * s({d}, 1, 0) + s({d}, 0, -1)"}
        value["rows"] = value["gather"]
        taken = f"if (c({0 if self.together else d}, 0, 0) > 0) t{d} = {value.get(self.form, f's({d}, 0, 0) * s({d}, 0, 0)')};"
        return [f"{self.real} t{d} = 0;", taken, f"{'s' if self.form == 'in_place' else 'o'}({d}, 0, 0) = t{d};"]

    def loop(self, name: str) -> str:
        access = ("OPS_RW", "ops_arg_idx()") if self.form == "in_place" else ("OPS_READ", f'ops_arg_dat(o, {self.components}, at, "{self.real}", OPS_WRITE)')
        place = "at" if self.form == "in_place" else "near"
        return (f'  ops_par_loop({name}, "{name}", block, 2, range, ops_arg_dat(s, {self.components}, {place}, "{self.real}", {access[0]}), '
                f'ops_arg_dat(c, {self.components}, at, "{self.real}", OPS_READ), {access[1]});\n')


ALL = [Pattern(*p) for p in product(("points", "in_place", "push", "gather", "rows"), (2, 3, 4, 5, 9), (False, True), ("double", "float"), (False, True))]


def patterns(build: int) -> list[Pattern]:
    """A part for each build, a quarter of them all in one run, the others in other runs; all builds have the patterns that GCC gets wrong."""
    always = [p for p in ALL if p.components == 3 and not p.soa and p.real == "double" and not p.together]
    return ALL if EVERYTHING else always + [p for k, p in enumerate(ALL) if k // 2 % 32 == (4 * build + fresh_seed() % 4) % 32 and p not in always]


def understood(chosen: list[Pattern], folder: Path) -> tuple[Program, tuple[LoopAnalysis, ...]]:
    names = [f"kernel_{n}" for n in range(len(chosen))]
    head = ("#define OPS_SOA\n" if chosen[0].soa else "") + '#define OPS_2D\n#include "ops_seq_v2.h"\n'
    loops = "".join(p.loop(name) for p, name in zip(chosen, names))
    (folder / "program.cpp").write_text(
        f"{head}{''.join(p.text(name) for p, name in zip(chosen, names))}ops_block block;\nops_dat s, c, o;\nint range[4];\nint main() {{\n"
        "  int here[] = {0, 0}, there[] = {0, 0, 1, 0, -1, 0, 0, -1};\n"
        '  ops_stencil at = ops_decl_stencil(2, 1, here, "at"), near = ops_decl_stencil(2, 4, there, "near");\n'
        f"{loops}  ops_interpret_adjoints(OPS_instance::getOPSInstance());\n}}\n")
    outcome = understand(Job((str(folder / "program.cpp"),), ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include"), "zoo"))
    assert not has_errors(outcome.diagnostics) and len(outcome.analysed) == len(chosen), render_all(outcome.diagnostics)
    return outcome.program, tuple(_formed(a, p.form) for a, p in zip(outcome.analysed, chosen))


def _formed(a: LoopAnalysis, form: str) -> LoopAnalysis:
    assert isinstance(a.owner, OwnerPlan), a.owner
    return a if form in ("points", "in_place") else replace(a, owner=replace(a.owner, form=form))


class Fields:
    """Small integers, and what must come of them by the rule of a `Pattern`."""

    def __init__(self, p: Pattern) -> None:
        self.pattern, self.dtype = p, np.float32 if p.real == "float" else np.float64
        r = np.random.default_rng(p.components)
        self.s, self.o, self.bar, self.seed = (self._cells(r, 1, 9) for _ in range(4))
        self.c = self._cells(r, -1, 2)
        first = self.c[:1] if p.together else self.c
        self.taken = np.broadcast_to(first > 0, self.c.shape)

    def _cells(self, r: np.random.Generator, least: int, most: int) -> Field:
        cells = cells_like((EXTENT[1] + 2 * HALO, EXTENT[0] + 2 * HALO), self.pattern.components, self.pattern.soa).astype(self.dtype, order="K")
        cells[...] = r.integers(least, most, cells.shape)
        return cells

    def at(self, field: Field, d: int, i: int, j: int) -> Field:
        """Component d of the points of the range, shifted."""
        return field[d, HALO + j : HALO + j + EXTENT[1], HALO + i : HALO + i + EXTENT[0]]

    def forward(self) -> Field:
        """What the loop writes."""
        out = copy_of(self.s if self.pattern.form == "in_place" else self.o)
        for d in range(self.pattern.components):
            near = (d % 3 - 1, 0) if self.pattern.form == "push" else (0, 0)
            value = self.at(self.s, d, *near) ** 2
            if self.pattern.form in ("gather", "rows"):
                value = self.at(self.s, d, 0, 0) * self.at(self.s, d, 1, 0) + self.at(self.s, d, 0, -1)
            self.at(out, d, 0, 0)[...] = np.where(self.at(self.taken, d, 0, 0), value, 0)
        return out

    def backward(self) -> Field:
        """The derivative by s, which `bar` holds before."""
        out = copy_of(self.bar)
        if self.pattern.form == "in_place":
            out[INSIDE] = 0
        for d in range(self.pattern.components):
            seed = np.where(self.at(self.taken, d, 0, 0), self.at(self.bar if self.pattern.form == "in_place" else self.seed, d, 0, 0), 0)
            if self.pattern.form in ("gather", "rows"):
                self.at(out, d, 0, 0)[...] += seed * self.at(self.s, d, 1, 0)
                self.at(out, d, 1, 0)[...] += seed * self.at(self.s, d, 0, 0)
                self.at(out, d, 0, -1)[...] += seed
                continue
            near = (d % 3 - 1, 0) if self.pattern.form == "push" else (0, 0)
            self.at(out, d, *near)[...] += 2 * seed * self.at(self.s, d, *near)
        return out


def run_forward(code: Library, k: int, f: Fields) -> Field:
    s, o = copy_of(f.s), copy_of(f.o)
    in_place = f.pattern.form == "in_place"
    code.primal(k, (0, 0), EXTENT, [view(s, HALO), view(f.c, HALO), view(None if in_place else o, HALO)], {})
    return s if in_place else o


def run_backward(code: Library, k: int, f: Fields, owner: bool) -> Field:
    analysis, in_place = code.analyses[k], f.pattern.form == "in_place"
    assert isinstance(analysis.adjoint, AdjointKernel)
    bar, seed = copy_of(f.bar), copy_of(f.seed)
    whole = Box.of((0, 0), EXTENT)
    s = AdjointArg(primal=view(f.s, HALO), target=view(bar, HALO), hole=whole if in_place and owner else EMPTY)
    o = AdjointArg(hole=EMPTY)
    if in_place:
        s.seed = view(bar, HALO)
    else:
        o.seed = view(seed, HALO)
    assert code.adjoint(k, owner, (0, 0), EXTENT, [s, AdjointArg(primal=view(f.c, HALO), hole=EMPTY), o], {})
    return bar


@pytest.mark.parametrize("layout", drawn(["aos", "soa"], 1))
@pytest.mark.parametrize("build", drawn(range(len(BUILDS)), 1), ids=lambda n: f"{BUILDS[n][0]} {BUILDS[n][1]}")
def test_reads_under_conditions(build: int, layout: str, tmp_path: Path) -> None:
    chosen = [p for p in patterns(build) if p.soa == (layout == "soa")]
    if not chosen:
        return
    program, analyses = understood(chosen, tmp_path)
    compiler, flags = BUILDS[build]
    code = Library(program, analyses, "openmp", tmp_path / "code", flags, compiler)
    wrong = []
    for k, p in enumerate(chosen):
        fields = Fields(p)
        if not np.array_equal(run_forward(code, k, fields), fields.forward()):
            wrong.append(f"{p}: values")
        wrong += [f"{p}: derivatives, {'owner' if owner else 'scatter'} form" for owner in (False, True)
                  if not np.array_equal(run_backward(code, k, fields, owner), fields.backward())]
    assert wrong == []
