"""A header may say another thing in each source that includes it: kernels are those of their own source."""

from __future__ import annotations

from pathlib import Path

from translator.dump import kernel as shown
from translator.ir import Loop
from translator.parse import Parsed, parse

ROOT = Path(__file__).parents[3]
FLAGS = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include")
KERNELS = """\
#define OPS_1D
#include "ops_seq_v2.h"
extern ops_block line;
extern ops_dat u, v;
inline int here[] = {0};
inline ops_stencil point = ops_decl_stencil(1, 1, here, "point");
static double helped(double x) { return x * FACTOR; }
static void by_macro(const ACC<double>& u, ACC<double>& v) { v(0) = u(0) * FACTOR; }
static void by_helper(const ACC<double>& u, ACC<double>& v) { v(0) = helped(u(0)); }
static void by_constant(const ACC<double>& u, ACC<double>& v) { v(0) = u(0) * width; }
template <class P> void by_policy(const ACC<double>& u, ACC<double>& v) { v(0) = u(0) * P::factor; }
#define RUN(kernel) ops_par_loop(kernel, "loop", line, 1, r, ops_arg_dat(u, 1, point, "double", OPS_READ), ops_arg_dat(v, 1, point, "double", OPS_WRITE))
"""
SLOW = """\
static void slow(const ACC<double>& u, ACC<double>& v) { v(0) = u(0) * FACTOR; }
static void slow_adjoint(const ACC<double>& u, ACC<double>& u_a1s, const ACC<double>& v, ACC<double>& v_a1s) {
  u_a1s(0) += FACTOR * v_a1s(0);
  v_a1s(0) = 0.0;
}
"""
SOURCE = """\
#define FACTOR {factor}.0
static const double width = {factor}.0;
namespace {{ struct Policy {{ static constexpr double factor = {factor}.0; }}; }}
#include "kernels.h"
void run_{factor}() {{
  int r[] = {{0, 4}};
  RUN(by_macro);
  RUN(by_helper);
  RUN(by_constant);
  RUN(by_policy<Policy>);
  RUN(slow);
}}
"""


def parsed(folder: Path, header: str, source: str) -> Parsed:
    (folder / "kernels.h").write_text(header)
    paths = []
    for factor in (2, 5):
        paths.append(folder / f"source_{factor}.cpp")
        paths[-1].write_text(source.format(factor=factor))
    return parse(tuple(map(str, paths)), (*FLAGS, f"-I{folder}"))


def test_kernels_are_those_of_the_source_that_runs_them(tmp_path: Path) -> None:
    program = parsed(tmp_path, KERNELS + SLOW, SOURCE).program
    assert len(program.loops) == 10 and not program.refused

    def texts(factor: int) -> list[str]:
        own = [loop for loop in program.loops if loop.span.file.endswith(f"source_{factor}.cpp")]
        adjoints = [loop.kernel.user_adjoint for loop in own if loop.kernel.user_adjoint is not None]
        assert len(adjoints) == 1
        return ["\n".join(shown(k)) for k in (*(loop.kernel for loop in own), *adjoints)]

    for factor, other in ((2, 5), (5, 2)):
        assert len(texts(factor)) == 6
        assert all(f"{factor}.0" in text and f"{other}.0" not in text for text in texts(factor)), texts(factor)


def loops_of(folder: Path, factors: tuple[int, int]) -> tuple[tuple[Loop, ...], list[str]]:
    header = KERNELS + """\
static inline void run() {
  int r[] = {0, 4};
  RUN(by_macro);
}
"""
    source = '#define FACTOR {factor}.0\nstatic const double width = 1.0;\n#include "kernels.h"\nvoid go_{factor}() {{ run(); }}\n'
    (folder / "kernels.h").write_text(header)
    paths = [folder / "one.cpp", folder / "other.cpp"]
    for path, factor in zip(paths, factors):
        path.write_text(source.format(factor=factor))
    found = parse(tuple(map(str, paths)), (*FLAGS, f"-I{folder}"))
    return found.program.loops, [d.code for d in found.diagnostics]


def test_a_loop_of_a_header_that_means_two_things_runs_the_reference(tmp_path: Path) -> None:
    assert loops_of(tmp_path, (2, 5)) == ((), ["ambiguous-kernel"])
    loops, said = loops_of(tmp_path, (2, 2))
    assert len(loops) == 1 and said == []
