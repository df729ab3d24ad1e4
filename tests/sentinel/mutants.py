"""How many wrong translations the sentinel sees: python3 -m tests.sentinel.mutants [--batches N] [--seed S].

A batch is one program of many random kernels. Its main file is compiled once; its loops are translated rightly once, and then with a mistake in each.
Every loop runs eight times, and its gradient is taken, in a process of its own: without the sentinel, which says whether the mistake changes anything, and
with it.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.kernels.text import COMPONENTS, FORMS, NAMES, TextKernel, random_kernel
from tests.sentinel.mutate import mutant
from translator.diagnostics import has_errors, render_all
from translator.parse import parse
from translator.passes import written_scalars
from translator.passes.analyse import LoopAnalysis
from translator.pipeline import Job, Outcome, understand
from translator.render import render

ROOT = Path(__file__).parents[2]
BUILD = Path(os.environ.get("OPSGRAD_BUILD", ROOT / "build" / "release"))
FLAGS = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include", f"-I{ROOT}/tests/kernels")
AS_PROGRAMS = ("-ffp-contract=off", "-frounding-math", "-fno-fast-math")  # options of programs, cmake/OpsApp.cmake
EXTENT = (13, 9)


@dataclass(frozen=True)
class Verdict:
    """What became of one mistake. One with which a program crashes is not silent, and does not count as effective."""

    kernel: int
    mistake: str
    effective: bool
    seen: bool


def program(kernels: list[TextKernel]) -> str:
    """Loop k eight times, and the gradient; prints all values and derivatives."""
    reads = 'ops_arg_dat(u, 1, box, "double", OPS_READ), ops_arg_dat(v, 2, box, "double", OPS_READ), ops_arg_dat(tri, 3, box, "double", OPS_READ), ops_arg_dat(row, 1, along, "double", OPS_READ), '
    rest = ('ops_arg_dat(m, 1, point, "int", OPS_READ), ops_arg_idx(), ops_arg_gbl(g, 1, "double", OPS_READ), ops_arg_scalar(coef, 2, "double", OPS_READ), '
            'ops_arg_reduce(r, 1, "double", OPS_INC), ops_arg_reduce(least, 1, "double", OPS_MIN), ops_arg_reduce(most, 1, "double", OPS_MAX)')
    loops = "".join(f'    case {k}: ops_par_loop(kernel_{k}, "kernel_{k}", block, 2, range, {reads}'
                    + "".join(f'ops_arg_dat({n}, {COMPONENTS[n]}, point, "double", OPS_{a}), ' for n, a in zip(NAMES, kernel.access)) + f"{rest}); break;\n"
                    for k, kernel in enumerate(kernels))
    return _PROGRAM.replace("@KERNELS@", "".join(k.text(f"kernel_{i}") for i, k in enumerate(kernels))).replace("@LOOPS@", loops)


_PROGRAM = """#define OPS_2D
#include <cstdio>
#include <cstdlib>
#include <vector>
#include "ops_seq_v2.h"
#include "prelude.hpp"
#define REAL double
#define NARROW double
inline int whole(REAL x) { return static_cast<int>(x); }
@KERNELS@
inline void weigh(const ACC<double>& p, const ACC<double>& q, const ACC<double>& s, const ACC<double>& out, double* j) {
  *j += 0.3 * p(0, 0) + 0.7 * q(0, 0, 0) - 0.2 * q(1, 0, 0) + 0.9 * s(0, 0) - 0.4 * out(0, 0, 0) + 0.6 * out(1, 0, 0) + 0.8 * out(2, 0, 0);
}
static unsigned long long state = 1;
static double number() {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return static_cast<double>(state >> 11) * 0x1p-53 * 2.6 - 1.3;
}
static int halo_low[] = {-1, -1}, halo_high[] = {1, 1}, base[] = {0, 0}, size[] = {13, 9}, low_size[] = {13, 1};
static ops_dat declare(ops_block block, int dim, const char* name, int* extent = size) {
  std::vector<double> values(static_cast<std::size_t>(dim) * (extent[0] + 2) * (extent[1] == 1 ? 1 : extent[1] + 2));
  for (double& value : values) value = number();
  return ops_decl_dat(block, dim, extent, base, halo_low, halo_high, values.data(), "double", name);
}
int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  const int which = std::atoi(argv[1]);
  int points[] = {-1, -1, 0, -1, 1, -1, -1, 0, 0, 0, 1, 0, -1, 1, 0, 1, 1, 1}, line[] = {-1, 0, 0, 0, 1, 0}, here[] = {0, 0}, stride[] = {1, 0};
  int range[] = {0, 13, 0, 9};
  ops_block block = ops_decl_block(2, "block");
  ops_stencil box = ops_decl_stencil(2, 9, points, "box"), point = ops_decl_stencil(2, 1, here, "point");
  ops_stencil along = ops_decl_strided_stencil(2, 3, line, stride, "along");
  ops_dat u = declare(block, 1, "u"), v = declare(block, 2, "v"), tri = declare(block, 3, "tri"), row = declare(block, 1, "row", low_size);
  ops_dat p = declare(block, 1, "p"), q = declare(block, 2, "q"), s = declare(block, 1, "s"), out = declare(block, 3, "out");
  std::vector<int> flags(15 * 11);
  for (int& flag : flags) flag = static_cast<int>(2 * (number() + 1.3)) % 4;
  ops_dat m = ops_decl_dat(block, 1, size, base, halo_low, halo_high, flags.data(), "int", "m");
  double g[] = {0.6}, factors[] = {0.4, -0.8};
  ops_scalar coef = ops_decl_scalar("coef", factors, 2);
  ops_reduction r = ops_decl_reduction_handle(8, "double", "r"), least = ops_decl_reduction_handle(8, "double", "least"), most = ops_decl_reduction_handle(8, "double", "most");
  ops_reduction j = ops_decl_reduction_handle(8, "double", "j");
  ops_partition("");
  for (int call = 0; call < 8; ++call) switch (which) {
@LOOPS@  }
  ops_par_loop(weigh, "weigh", block, 2, range, ops_arg_dat(p, 1, point, "double", OPS_READ), ops_arg_dat(q, 2, point, "double", OPS_READ), ops_arg_dat(s, 1, point, "double", OPS_READ), ops_arg_dat(out, 3, point, "double", OPS_READ), ops_arg_reduce(j, 1, "double", OPS_INC));
  std::printf("%a\\n", ops_ad_objective(j));
  double sum = 0;
  for (ops_reduction each : {r, least, most}) {
    ops_reduction_result(each, &sum);
    std::printf("%a\\n", sum);
  }
  std::vector<std::vector<double>> numbers;
  std::vector<ops_ad_direction> directions;
  for (ops_dat dat : {u, v, tri, row}) {
    std::vector<double>& values = numbers.emplace_back(ops_dat_fetch_data<double>(dat).size());
    for (double& value : values) value = number();
    directions.push_back({dat, reinterpret_cast<const char*>(values.data())});
  }
  ops_tangent(OPS_instance::getOPSInstance(), directions);
  std::printf("%a\\n", *ops_reduction_get_tangent(j));
  ops_interpret_adjoints();
  for (ops_dat dat : {p, q, s, out})
    for (const double value : ops_dat_fetch_data<double>(dat)) std::printf("%a\\n", value);
  for (ops_dat dat : {u, v, tri, row, p, q, s, out})
    for (const double value : ops_dat_fetch_derivative<double>(dat)) std::printf("%a\\n", value);
  ops_exit();
}
"""


def compiled(source: Path, target: Path, *flags: str) -> Path:
    subprocess.run(["c++", *FLAGS, *AS_PROGRAMS, *flags, "-c", str(source), "-o", str(target)], check=True, capture_output=True, text=True)
    return target


def libraries() -> list[str]:
    """What an application of target openmp is linked with, as the build tree has it."""
    line = subprocess.run(["ninja", "-C", str(BUILD), "-t", "commands", "apps/stencil1d/stencil1d_openmp"], capture_output=True, text=True, check=True).stdout.splitlines()[-1]
    words = line.split(" -o ", 1)[1].split(" && ")[0].split()[1:]
    words += [w for w in line.split() if w.startswith("-fsanitize")]  # of the library
    return [str(BUILD / w) if w.endswith(".a") and not w.startswith("/") else w for w in words]


@dataclass(frozen=True)
class Batch:
    folder: Path
    outcome: Outcome
    parsed: dict[str, object]

    @staticmethod
    def of(kernels: list[TextKernel], folder: Path) -> Batch:
        (folder / "program.cpp").write_text(program(kernels))
        job = Job((str(folder / "program.cpp"),), FLAGS, "mutants")
        outcome = understand(job)
        assert not has_errors(outcome.diagnostics), render_all(outcome.diagnostics)
        loops = {loop.name: written_scalars.run(loop) for loop in parse(job.sources, job.flags, job.name).program.loops}
        compiled(folder / "program.cpp", folder / "program.o", "-O1")
        return Batch(folder, outcome, dict(loops))

    def mutant(self, name: str, good: LoopAnalysis, random: Random) -> tuple[str, LoopAnalysis] | None:
        """None: there is no place for a mistake, or what it would be cannot be written as code."""
        found = mutant(self.parsed[name], good, random)  # type: ignore[arg-type]
        try:
            if found is not None:
                render(self.outcome.program, (found[1],), "openmp")
        except Exception:
            return None
        return found

    def built_of(self, name: str, made: dict[str, tuple[str, LoopAnalysis] | None], good: dict[str, LoopAnalysis]) -> Path:
        """Leaves out of `made` what does not compile."""
        while True:
            try:
                return self.built(name, tuple(found[1] if (found := made[loop]) else a for loop, a in good.items()))
            except subprocess.CalledProcessError as error:
                named = re.findall(r"loop_\d+_(kernel_\d+)(?:_second)?\.cpp:\d+:\d+: error", error.stderr or "")
                refused = {loop for loop in named if made.get(loop)}
                if not refused:
                    print(error.stderr, file=sys.stderr)
                    raise
                made.update(dict.fromkeys(refused))
                shutil.rmtree(self.folder / name)

    def built(self, name: str, analysed: tuple[LoopAnalysis, ...]) -> Path:
        code = self.folder / name
        code.mkdir()
        for file, text in render(self.outcome.program, analysed, "openmp").items():
            (code / file).write_text(text)
        loops = compiled(code / "loops.cpp", code / "loops.o", "-O0", "-fopenmp", "-fno-math-errno", "-fno-trapping-math")
        subprocess.run(["c++", str(self.folder / "program.o"), str(loops), "-o", str(code / "program"), *libraries()], check=True)
        return code / "program"


def ran(binary: Path, kernel: int, sentinel: bool) -> tuple[list[str], bool]:
    """What was printed, and whether the program has ended with a message, crashed, or not ended."""
    try:
        result = subprocess.run([binary, str(kernel), f"-OPS_SENTINEL={int(sentinel)}"], capture_output=True, text=True, errors="replace", timeout=15)
    except subprocess.TimeoutExpired:
        return [], True
    said = result.stdout + result.stderr
    return [line for line in result.stdout.splitlines() if line.startswith(("0x", "-0x", "nan", "-nan", "inf", "-inf"))], "has misread kernel" in said or result.returncode < 0


def differ(right: list[str], wrong: list[str]) -> bool:
    if len(right) != len(wrong):
        return True
    numbers = [(float.fromhex(a), float.fromhex(b)) for a, b in zip(right, wrong)]
    largest = max((abs(a) for a, _ in numbers if abs(a) < 1e300), default=1.0)
    return any(not (abs(a - b) <= 1e-10 * max(abs(a), 1e-4 * largest)) and not (a != a and b != b) for a, b in numbers)


def verdicts(seed: int, count: int, folder: Path) -> Iterator[Verdict]:
    """Mistakes in `count` kernels."""
    random = Random(seed)
    batch = Batch.of([random_kernel(seed * 1000 + k, random.choice(("", "", *FORMS))) for k in range(count)], folder)
    good = {a.loop.name: a for a in batch.outcome.analysed}
    made = {name: batch.mutant(name, a, random) if name != "weigh" else None for name, a in good.items()}
    right = batch.built("right", batch.outcome.analysed)
    wrong = batch.built_of("wrong", made, good)
    for name, found in made.items():
        if found is None:
            continue
        k = int(name.removeprefix("kernel_"))
        expected, refused = ran(right, k, False)
        if refused:  # as a program that asks for a tangent that the loop does not have
            continue
        assert expected and ran(right, k, True) == (expected, False), f"a false alarm at kernel {k} of seed {seed}"
        printed, crashed = ran(wrong, k, False)
        yield Verdict(k, found[0], not crashed and differ(expected, printed), ran(wrong, k, True)[1])


def main() -> int:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--batches", type=int, default=50)
    words.add_argument("--kernels", type=int, default=40, help="of a batch")
    words.add_argument("--seed", type=int, default=1)
    options = words.parse_args()
    effective = seen = 0
    survivors: Counter[str] = Counter()
    for seed in range(options.seed, options.seed + options.batches):
        with TemporaryDirectory() as folder:
            for v in verdicts(seed, options.kernels, Path(folder)):
                effective += v.effective
                seen += v.effective and v.seen
                if v.effective and not v.seen:
                    survivors[v.mistake] += 1
                    print(f"  not seen: kernel {v.kernel} of seed {seed}: {v.mistake}")
        print(f"{seed}: {seen} of {effective} mistakes that change something were seen", flush=True)
    for mistake, number in survivors.most_common():
        print(f"{number:4d} {mistake}")
    return 0 if seen >= 0.99 * effective else 1


if __name__ == "__main__":
    sys.exit(main())
