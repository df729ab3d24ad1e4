"""Kernels given as text: translated, compiled and run on a small grid, and compared point by point with `oracle.cpp`.

Knows the generated code's calling convention (`tests/translator/generated.py`) and the numbering of places of the oracle.
"""

from __future__ import annotations

import ctypes as c
import subprocess
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.kernels.text import COMPONENTS, NAMES, TextKernel
from tests.translator.generated import ALL, EMPTY, ROOT, AdjointArg, ArgView, Box, Field, Library, cells_like, copy_of, view
from translator.diagnostics import has_errors, render_all
from translator.ir import AdjointKernel
from translator.passes.adjoint_terms import NoOwnerForm, OwnerPlan
from translator.passes.analyse import LoopAnalysis
from translator.pipeline import Job, understand
from translator.targets import known
from translator.view.program import build

HERE = Path(__file__).parent
HALO, EXTENT = 1, (19, 3)  # rows longer than vectors
KEPT, INPUTS, OUTPUTS = 57, 66, 10  # places as in oracle.cpp: from KEPT on what is written, then scalars
WRITTEN = slice(KEPT, 64)
FAR = 1e37  # a minimum that no point has offered anything to is larger
ORDER = ("u", "v", "tri", "row", *NAMES)  # real datasets in the order of parameters, then m, idx, g, coef, r, least, most
# Functions of constants come from the library, as in generated code: compilers know their values to the last bit, the library does not.
LIBRARY_VALUES = "-frounding-math"
Vector = NDArray[np.float64]
_DTYPES = {"double": np.float64, "float": np.float32}


class Point(c.Structure):
    _fields_ = [("m", c.c_int), ("idx", c.c_int * 2), ("g", c.c_double * 1)]


@dataclass
class Fields:
    """Arrays of every real dataset, the scalars coef and the values of the reductions r, least and most."""

    cells: dict[str, Field]
    k: Vector
    totals: Vector

    @staticmethod
    def random(seed: int, real: str, narrow: str) -> Fields:
        rng = np.random.default_rng(seed)
        shape = tuple(n + 2 * HALO for n in reversed(EXTENT))
        cells = {n: cells_like(shape[-1:] if n == "row" else shape, COMPONENTS[n], False) for n in ORDER}
        for n, array in cells.items():
            array[...] = rng.uniform(-1.3, 1.3, array.shape)
            cells[n] = array.astype(_DTYPES[narrow if n == "tri" else real], order="K")
        return Fields(cells, rng.uniform(-1, 1, 2).astype(_DTYPES[real]), np.array([rng.uniform(-1, 1), FAR, -FAR], _DTYPES[real]))

    def copy(self) -> Fields:
        return Fields({n: copy_of(f) for n, f in self.cells.items()}, self.k.copy(), self.totals.copy())

    def inputs(self, i: int, j: int) -> Vector:
        """What the kernel at point (i, j) can read."""
        out = np.empty(INPUTS)
        for place, cell in self._places(i, j):
            out[place] = cell
        out[WRITTEN.stop :] = self.k
        return out

    def add(self, i: int, j: int, values: Vector) -> None:
        """`values` to the cells of the places of point (i, j), and to the scalars."""
        self.k += values[WRITTEN.stop :]
        window = {n: np.zeros_like(f) for n, f in self.cells.items()}
        for (place, _), where in zip(self._places(i, j), self._cells(i, j), strict=True):
            window[where[0]][where[1]] = values[place]
        for n, f in window.items():
            self.cells[n] += f

    def _places(self, i: int, j: int) -> list[tuple[int, float]]:
        return [(place, float(self.cells[n][at])) for place, (n, at) in enumerate(self._cells(i, j))]

    @staticmethod
    def _cells(i: int, j: int) -> list[tuple[str, tuple[int, ...]]]:
        """Dataset and array index of every place, in the oracle's order."""
        x, y = i + HALO, j + HALO
        near = [(dj, di) for dj in (-1, 0, 1) for di in (-1, 0, 1)]
        wide = [(n, (k, y + dj, x + di)) for n in ("u", "v", "tri") for k in range(COMPONENTS[n]) for dj, di in near]
        rows = [("row", (0, x + di)) for di in (-1, 0, 1)]
        return [*wide, *rows, *((n, (k, y, x)) for n in NAMES for k in range(COMPONENTS[n]))]


@dataclass
class Batch:
    kernels: list[TextKernel]
    folder: Path
    real: str = "double"  # element type of the datasets; the oracle computes in double
    owners: int = 5  # one in so many has its owner form built, which takes long
    narrow: str = ""  # element type of tri, if another
    optimise: str = "-O0"
    code: Library = field(init=False)
    oracle: c.CDLL = field(init=False)
    forms: list[str] = field(init=False)  # of the reversed loops

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        names = [f"kernel_{n}" for n in range(len(self.kernels))]
        text = "".join(k.text(name) for k, name in zip(self.kernels, names))
        listed = ", ".join(f"space::{name}" for name in names)
        (self.folder / "kernels.inc").write_text(f"{text}#undef KERNELS\n#define KERNELS(space) {listed}\n")
        (self.folder / "program.cpp").write_text(_program(self.kernels, names, self.real, self.narrow or self.real))
        outcome = understand(Job((str(self.folder / "program.cpp"),), ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include", f"-I{HERE}"), "kernels"))
        assert not has_errors(outcome.diagnostics), render_all(outcome.diagnostics)
        assert len(outcome.analysed) == len(self.kernels), render_all(outcome.diagnostics)
        analysed = tuple(_with_form(a, self.kernels[k].form) if k % self.owners == 0 else replace(a, owner=NoOwnerForm(""))
                         for k, a in enumerate(outcome.analysed))
        self.code = Library(outcome.program, analysed, "openmp", self.folder / "code", self.optimise)
        views = build(outcome.program, analysed, "openmp", known()["openmp"].target).loops
        self.forms = ["scatter" if v.owner is None else v.owner.form for v in views]
        library = self.folder / "oracle.so"
        flags = ["-std=c++20", "-fPIC", "-shared", "-O0", "-ffp-contract=off", LIBRARY_VALUES, f"-I{HERE}", f"-I{self.folder}"]
        subprocess.run(["c++", *flags, str(HERE / "oracle.cpp"), "-o", str(library), "-ladolc"], check=True)
        self.oracle = c.CDLL(str(library))
        for function in (self.oracle.value, self.oracle.slopes):
            function.argtypes = [c.c_int, c.c_void_p, c.c_void_p, c.c_void_p]
        self.oracle.difference.argtypes = [c.c_int, c.c_void_p, c.c_void_p, c.c_void_p, c.c_double, c.c_void_p]

    def case(self, k: int) -> Case:
        return Case(self, k)


def _with_form(a: LoopAnalysis, form: str) -> LoopAnalysis:
    """The loop with that form of its reverse, where it can have it. Loops in place have the form points."""
    if not form or not isinstance(a.owner, OwnerPlan) or form == "push" and any(len(t.terms) > 1 for t in a.owner.targets):
        return a
    return replace(a, owner=replace(a.owner, form=form))


def _program(kernels: list[TextKernel], names: list[str], real: str, narrow: str) -> str:
    loops = "".join(
        f'  ops_par_loop({name}, "{name}", block, 2, range, ops_arg_dat(u, 1, box, "{real}", OPS_READ), ops_arg_dat(v, 2, box, "{real}", OPS_READ), '
        f'ops_arg_dat(tri, 3, box, "{narrow}", OPS_READ), ops_arg_dat(row, 1, along, "{real}", OPS_READ), '
        + "".join(f'ops_arg_dat({n}, {COMPONENTS[n]}, point, "{real}", OPS_{a}), ' for n, a in zip(NAMES, kernel.access))
        + 'ops_arg_dat(m, 1, point, "int", OPS_READ), ops_arg_idx(), '
        + f'ops_arg_gbl(g, 1, "double", OPS_READ), ops_arg_scalar(coef, 2, "{real}", OPS_READ), ops_arg_reduce(r, 1, "{real}", OPS_INC), '
        + f'ops_arg_reduce(least, 1, "{real}", OPS_MIN), ops_arg_reduce(most, 1, "{real}", OPS_MAX));\n'
        for kernel, name in zip(kernels, names)
    )
    return f"""#define OPS_2D
#include "ops_seq_v2.h"
#include "prelude.hpp"
#define REAL {real}
#define NARROW {narrow}
inline int whole(REAL x) {{ return static_cast<int>(x); }}
#include "kernels.inc"
ops_block block;
ops_dat u, v, tri, row, p, q, s, out, m;
ops_reduction r, least, most;
ops_scalar coef;
int range[] = {{0, {EXTENT[0]}, 0, {EXTENT[1]}}};
int main() {{
  int points[] = {{-1, -1, 0, -1, 1, -1, -1, 0, 0, 0, 1, 0, -1, 1, 0, 1, 1, 1}};
  int line[] = {{-1, 0, 0, 0, 1, 0}}, here[] = {{0, 0}}, stride[] = {{1, 0}};
  ops_stencil box = ops_decl_stencil(2, 9, points, "box"), point = ops_decl_stencil(2, 1, here, "point");
  ops_stencil along = ops_decl_strided_stencil(2, 3, line, stride, "along");
  double g[1];
{loops}  ops_interpret_adjoints(OPS_instance::getOPSInstance());
}}
"""


class Case:
    """One kernel on fields of its own."""

    def __init__(self, batch: Batch, k: int) -> None:
        self.batch, self.k, self.kernel = batch, k, batch.kernels[k]
        self.values, self.directions, self.bars = (Fields.random(10 * self.kernel.seed + n, batch.real, batch.narrow or batch.real) for n in range(3))
        shape = self.values.cells["u"].shape
        self.m = np.random.default_rng(self.kernel.seed).integers(0, 4, shape, dtype=np.int32)
        self.g = np.array([0.6])
        self.points = [(i, j) for j in range(EXTENT[1]) for i in range(EXTENT[0])]
        self.analysis = batch.code.analyses[k]
        self.tolerance = 1e-12 if batch.real == "double" else 2e-5
        self.of = {"tri": 2e-5} if batch.narrow else {}  # tolerances of single datasets

    def at(self, i: int, j: int) -> Point:
        return Point(int(self.m[0, j + HALO, i + HALO]), (c.c_int * 2)(i, j), (c.c_double * 1)(*self.g))

    def jacobian(self, i: int, j: int) -> Vector:
        """outputs x inputs at a point, by ADOL-C."""
        out, given = np.zeros((OUTPUTS, INPUTS)), self.values.inputs(i, j)
        self.batch.oracle.slopes(self.k, given.ctypes.data, c.byref(self.at(i, j)), out.ctypes.data)
        return out

    def reference(self, i: int, j: int) -> Vector:
        out, given = np.zeros(OUTPUTS), self.values.inputs(i, j)
        self.batch.oracle.value(self.k, given.ctypes.data, c.byref(self.at(i, j)), out.ctypes.data)
        return out

    def difference(self, i: int, j: int, direction: Vector, h: float) -> Vector:
        out, given = np.zeros(OUTPUTS), self.values.inputs(i, j)
        self.batch.oracle.difference(self.k, given.ctypes.data, direction.ctypes.data, c.byref(self.at(i, j)), h, out.ctypes.data)
        return out

    # --- generated code ---------------------------------------------------------------------------
    def _views(self, fields: Fields, reductions: bool = True) -> list[ArgView]:
        dats = [view(fields.cells[n], HALO) for n in ORDER]
        totals = [ArgView(write=fields.totals[n:].ctypes.data) if reductions else ArgView() for n in range(3)]
        return [*dats, view(self.m, HALO), ArgView(), ArgView(read=self.g.ctypes.data), ArgView(read=fields.k.ctypes.data), *totals]

    def forward(self) -> Fields:
        out = self.values.copy()
        self.batch.code.primal(self.k, (0, 0), EXTENT, self._views(out), {})
        return out

    def along(self) -> Fields:
        """Directions after the tangent."""
        out = self.directions.copy()
        self.batch.code.tangent(self.k, (0, 0), EXTENT, [*self._views(self.values, False), *self._views(out)], {})
        return out

    @property
    def in_place(self) -> bool:
        """Whether the owner form may find seeds in the memory of targets."""
        return bool(self.batch.code.code.in_place(self.k))

    def backward(self, owner: bool, in_place: bool = False, parts: tuple[Box, ...] = (ALL,)) -> Fields | None:
        """Derivatives after the reverse, with seeds of their own for the reductions of the kind INC; None where there is no owner form.
        `in_place`: seeds lie in the memory of targets, as they always do for the scatter form. `parts`: of owner forms, one after another."""
        if owner and not isinstance(self.analysis.owner, OwnerPlan):
            return None
        bars, seeds = self.bars.copy(), self.bars.copy()
        done = self._reverse(bars, bars if in_place or not owner else seeds, (self.bars.totals[0], 0.0, 0.0), owner, (0, 0), EXTENT, parts)
        return bars if done else None

    def backward_at(self, i: int, j: int, reduction: int) -> Fields:
        """Derivatives of a MIN (1) or MAX (2) that was attained at point (i, j), added to zeros."""
        bars = self.bars.copy()
        for array in (*bars.cells.values(), bars.k):
            array[...] = 0
        seeds = [0.0, 0.0, 0.0]
        seeds[reduction] = 1.0
        self._reverse(bars, bars, (seeds[0], seeds[1], seeds[2]), False, (i, j), (i + 1, j + 1))
        return bars

    def _reverse(self, bars: Fields, seeds: Fields, totals: tuple[float, float, float], owner: bool, lo: tuple[int, int], hi: tuple[int, int],
                 parts: tuple[Box, ...] = (ALL,)) -> bool:
        assert isinstance(self.analysis.adjoint, AdjointKernel)
        args = []
        for fact, name in zip(self.analysis.facts, ORDER):
            arg = AdjointArg(hole=EMPTY)
            if fact.adjoint_reads:
                arg.primal = view(self.values.cells[name], HALO)
            if fact.seed or fact.consumed:
                arg.seed = view(seeds.cells[name], HALO)
            if fact.target:
                arg.target = view(bars.cells[name], HALO)
            if fact.target and fact.consumed and owner:
                arg.hole = Box.of(lo, hi)
            args.append(arg)
        m, g = (AdjointArg(hole=EMPTY, primal=v) for v in (view(self.m, HALO), ArgView(read=self.g.ctypes.data)))
        k = AdjointArg(hole=EMPTY, primal=ArgView(read=self.values.k.ctypes.data), target=ArgView(write=bars.k.ctypes.data))
        given = np.array(totals, self.values.totals.dtype)
        reductions = [AdjointArg(hole=EMPTY, seed=ArgView(read=given[n:].ctypes.data)) for n in range(3)]
        return self.batch.code.adjoint(self.k, owner, lo, hi, [*args, m, AdjointArg(hole=EMPTY), g, k, *reductions], {}, parts=parts)
