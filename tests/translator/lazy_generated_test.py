"""Kernels with what must not be evaluated at every point, or whose locals change: forms that evaluate points once give the bits of the scatter form."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tests.translator.generated import EMPTY, ROOT, AdjointArg, Library, cells_like, copy_of, view
from translator.diagnostics import has_errors, render_all
from translator.pipeline import Job, understand

# Divisions by zero and elements beyond an array come of every `k` of 0 or 9 whose branch is taken in vain.
KERNELS = {
    "changes": "double r = fmax(u(-1, 0), 0.5), q = fmax(u(1, 0), 0.25); for (int i = 0; i < k(0, 0); ++i) r = r * q * 0.75; o(0, 0) = -r;",
    "negated": "double a = u(-1, 0) * u(0, 1); double d = -a; a = fmin(a, u(1, 0)); if (k(0, 0) > 2) { a = a * u(0, -1); } o(0, 0) = d * sqrt(a * a + 1.0);",
    "divided": "double f = (k(0, 0) != 0 && 12 / k(0, 0) > 2) ? 2.0 : 3.0; "
               "o(0, 0) = f * u(-1, 0) * u(1, 0) / (u(0, 1) + 3.0) * sqrt(u(0, -1) + 2.0) + exp(u(0, 0)) / (2.0 + u(1, 0) * u(1, 0));",
    "picked": "int w[4] = {1, 2, 0, 3}; double f = (k(0, 0) > 0 && k(0, 0) < 4 && w[k(0, 0)] > 1) ? u(1, 0) : u(-1, 0); "
              "o(0, 0) = f * f / (u(0, 1) + 3.0) * sqrt(u(0, -1) + 2.0) / (2.0 + u(1, 0) * u(1, 0));",
    "upwind": "double f = k(0, 0) > 2 ? u(1, 0) * u(0, 1) : u(-1, 0); double g = k(0, 0) > 2 ? -u(0, -1) : u(0, 1) * u(0, 1); "
              "o(0, 0) = f / (u(0, 1) + 3.0) * sqrt(u(0, -1) + 2.0) + fabs(u(1, 0) - 0.5) * g / (2.0 + u(1, 0) * u(1, 0));",
}
HALO, EXTENT = 1, (29, 7)


def test_the_bits_are_those_of_the_scatter_form(tmp_path: Path) -> None:
    kernels = "".join(f"void {name}(const ACC<double>& u, const ACC<int>& k, ACC<double>& o) {{ {body} }}\n" for name, body in KERNELS.items())
    loops = "".join(f'  ops_par_loop({name}, "{name}", block, 2, range, ops_arg_dat(u, 1, near, "double", OPS_READ), ops_arg_dat(k, 1, at, "int", OPS_READ), '
                    'ops_arg_dat(o, 1, at, "double", OPS_WRITE));\n' for name in KERNELS)
    (tmp_path / "program.cpp").write_text(
        f'#define OPS_2D\n#include "ops_seq_v2.h"\n{kernels}ops_block block;\nops_dat u, k, o;\nint range[4];\nint main() {{\n'
        "  int here[] = {0, 0}, there[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};\n"
        '  ops_stencil at = ops_decl_stencil(2, 1, here, "at"), near = ops_decl_stencil(2, 5, there, "near");\n'
        f"{loops}  ops_interpret_adjoints(OPS_instance::getOPSInstance());\n}}\n")
    outcome = understand(Job((str(tmp_path / "program.cpp"),), ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include"), "lazy"))
    assert not has_errors(outcome.diagnostics) and len(outcome.analysed) == len(KERNELS), render_all(outcome.diagnostics)
    code = Library(outcome.program, outcome.analysed, "openmp", tmp_path / "code")

    r, cells = np.random.default_rng(5), (EXTENT[1] + 2 * HALO, EXTENT[0] + 2 * HALO)
    u, seed, bar = (cells_like(cells, 1, False) for _ in range(3))
    u[...], seed[...], bar[...] = r.uniform(0.0, 2.0, u.shape), r.uniform(-1.0, 1.0, u.shape), 0.0
    k = cells_like(cells, 1, False).astype(np.int32)
    k[...] = r.choice([0, 1, 2, 3, 5, 9], k.shape)
    wrong = []
    for number, name in enumerate(KERNELS):
        results = []
        for owner in (False, True):
            out, consumed = copy_of(bar), copy_of(seed)
            args = [AdjointArg(primal=view(u, HALO), target=view(out, HALO), hole=EMPTY), AdjointArg(primal=view(k, HALO), hole=EMPTY),
                    AdjointArg(seed=view(consumed, HALO), hole=EMPTY)]
            assert code.adjoint(number, owner, (0, 0), EXTENT, args, {}), name
            results.append(out)
        if results[0].tobytes() != results[1].tobytes() or not results[0].any():
            wrong.append(name)
    assert wrong == []
