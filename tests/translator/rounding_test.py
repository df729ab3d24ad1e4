"""Each product is rounded before anything is added, by every compiler that is here and with every kind of vectors.

Since GCC 12 the vectoriser fuses a * b - c beside d * e + f of interleaved components into one instruction, even with -ffp-contract=off: then values
depend on where vectors begin, and so on the number of threads. Bits are compared with NumPy's and with those of code that is not optimised.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.tier import drawn
from tests.translator.generated import ROOT, AdjointArg, Field, Library, cells_like, copy_of, view
from tests.translator.masked_reads_test import BUILDS
from translator.diagnostics import has_errors, render_all
from translator.pipeline import Job, understand

EXTENT = (61, 3)
KERNEL = """inline void {real}_rotated(const ACC<{real}>& s, const ACC<{real}>& c, ACC<{real}>& o) {{
  const {real} re = s(0, 0, 0) * c(0, 0, 0), im = s(0, 0, 0) * c(1, 0, 0);
  o(0, 0, 0) = re - s(1, 0, 0) * c(1, 0, 0);
  o(1, 0, 0) = im + s(1, 0, 0) * c(0, 0, 0);
}}
"""
LOOP = """  ops_par_loop({real}_rotated, "{real}_rotated", block, 2, range, ops_arg_dat(s, 2, at, "{real}", OPS_READ),
               ops_arg_dat(c, 2, at, "{real}", OPS_READ), ops_arg_dat(o, 2, at, "{real}", OPS_WRITE));
"""
REALS = {"double": np.float64, "float": np.float32}


class Rotation:
    """Complex numbers multiplied, component 1 beside component 0."""

    def __init__(self, real: str) -> None:
        random = np.random.default_rng(7)
        self.s, self.c, self.o, self.seed = (cells_like(EXTENT[::-1], 2, False).astype(REALS[real], order="K") for _ in range(4))
        for cells in (self.s, self.c, self.seed):
            cells[...] = random.uniform(-1, 1, cells.shape)

    def values(self) -> Field:
        (a, b), (c, d) = self.s, self.c
        return np.stack([a * c - b * d, a * d + b * c])


def understood(folder: Path) -> Job:
    (folder / "program.cpp").write_text(
        '#define OPS_2D\n#include "ops_seq_v2.h"\n' + "".join(KERNEL.format(real=real) for real in REALS) +
        "ops_block block;\nops_dat s, c, o;\nint range[4];\nint main() {\n  int here[] = {0, 0};\n"
        '  ops_stencil at = ops_decl_stencil(2, 1, here, "at");\n' + "".join(LOOP.format(real=real) for real in REALS) +
        "  ops_interpret_adjoints(OPS_instance::getOPSInstance());\n}\n")
    return Job((str(folder / "program.cpp"),), ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include"), "rounding")


def run(code: Library, k: int, r: Rotation) -> dict[str, Field]:
    """Values, directional derivatives and gradients by s and c, of both forms of the reverse."""
    out = {"values": copy_of(r.o)}
    code.primal(k, (0, 0), EXTENT, [view(r.s, 0), view(r.c, 0), view(out["values"], 0)], {})
    out["tangent"], unused = copy_of(r.o), copy_of(r.o)
    code.tangent(k, (0, 0), EXTENT, [view(f, 0) for f in (r.s, r.c, unused, r.seed, r.s, out["tangent"])], {})
    for owner in (True, False):
        by, seed = [copy_of(r.seed), copy_of(r.c)], copy_of(r.seed)
        args = [AdjointArg(primal=view(r.s, 0), target=view(by[0], 0)), AdjointArg(primal=view(r.c, 0), target=view(by[1], 0)), AdjointArg(seed=view(seed, 0))]
        if code.adjoint(k, owner, (0, 0), EXTENT, args, {}):
            out |= {f"by {name}, {'owner' if owner else 'scatter'}": bar for name, bar in zip("sc", by)}
    return out


@pytest.mark.parametrize("build", drawn(range(len(BUILDS)), 1), ids=lambda n: f"{BUILDS[n][0]} {BUILDS[n][1]}")
def test_products_are_rounded_by_themselves(build: int, tmp_path: Path) -> None:
    outcome = understand(understood(tmp_path))
    assert not has_errors(outcome.diagnostics) and len(outcome.analysed) == len(REALS), render_all(outcome.diagnostics)
    compiler, flags = BUILDS[build]
    fast = Library(outcome.program, tuple(outcome.analysed), "openmp", tmp_path / "fast", flags, compiler)
    slow = Library(outcome.program, tuple(outcome.analysed), "openmp", tmp_path / "slow", "-O0", compiler)
    for k, real in enumerate(REALS):
        rotation = Rotation(real)
        got, expected = run(fast, k, rotation), run(slow, k, rotation)
        assert np.array_equal(expected["values"], rotation.values())
        assert len(expected) >= 4, sorted(expected)
        assert [f"{real}: {name}" for name in expected if not np.array_equal(got[name], expected[name])] == []
