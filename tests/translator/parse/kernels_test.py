"""What kernels become beyond plain values: constants by bytes, bare pointers, user adjoints, what cannot be held."""

from __future__ import annotations

from pathlib import Path

import pytest

from translator.dump import kernel as shown
from translator.ir import Kernel
from translator.parse import Parsed, parse
from translator.parse.kernels import KernelLowering
from translator.parse.libclang import Cursor

ROOT = Path(__file__).parents[3]
FLAGS = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include")
PROGRAM = """\
#define OPS_2D
#define OPS_SOA
#include "ops_seq.h"
struct Part { int id; double w[3]; };
struct Grid { double dx; Part parts[4]; };
Grid grid;
double table[2][3];
static const float tenth = 0.1f;
template <class T> double twice(T x) { return 2 * x; }

void members(ACC<double>& v, const int* n) { v(0, 0) = grid.dx + grid.parts[1].w[2] + grid.parts[n[0]].w[n[1]] + grid.parts[n[0]].id; }
void rows(ACC<double>& v, const int* n) { v(0, 0) = table[1][2] + table[n[0]][1] + tenth; }
void bare(const double* u, double* v, double* s) { v[OPS_ACC1(0, 0)] = u[OPS_ACC0(1, -1)]; *s += v[OPS_ACC1(0, 0)]; }
void combine(ACC<double>& v, const ACC<double>& u) { v.combine_inc(0, 0, u(0, 0)); v.combine_max(0, 0, 2.0 * u(0, 0)); }
void soa(const ACC<double>& u, ACC<double>& v) { v(0, 0) = twice(u(1, 0, 0)); }
void soa_adjoint(const ACC<double>& u, ACC_A1S<double>& u_a1s, const ACC<double>& v, ACC_A1S<double>& v_a1s) {
  u_a1s(1, 0, 0) += 2 * v_a1s(0, 0);
  v_a1s(0, 0) = 0;
}
void jumps(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0); goto end; end: v(0, 0) += 1; }
void leaves(ACC<double>& v, const int* n) {
  switch (n[0]) {
    case 1: {
      { break; }
    }
    default: v(0, 0) = 1;
  }
}
int counter;
void counts(ACC<double>& v, const int* n) { for (counter = 0; counter < n[0]; ++counter) v(0, 0) += 1; }

ops_block block;
ops_dat a, b;
ops_reduction r;
void run() {
  int range[] = {0, 8, 0, 8}, points[] = {0, 0, 1, -1}, n[2];
  ops_stencil S = ops_decl_stencil(2, 2, points, "S"), C = ops_decl_stencil(2, 1, points, "C");
  ops_par_loop(members, "members", block, 2, range, ops_arg_dat(b, 1, C, "double", OPS_WRITE), ops_arg_gbl(n, 2, "int", OPS_READ));
  ops_par_loop(rows, "rows", block, 2, range, ops_arg_dat(b, 1, C, "double", OPS_WRITE), ops_arg_gbl(n, 2, "int", OPS_READ));
  ops_par_loop(bare, "bare", block, 2, range, ops_arg_dat(a, 1, S, "double", OPS_READ), ops_arg_dat(b, 1, C, "double", OPS_WRITE),
               ops_arg_reduce(r, 1, "double", OPS_INC));
  ops_par_loop(combine, "combine", block, 2, range, ops_arg_dat(b, 1, C, "double", OPS_INC), ops_arg_dat(a, 1, C, "double", OPS_READ));
  ops_par_loop(soa, "soa", block, 2, range, ops_arg_dat(a, 2, C, "double", OPS_READ), ops_arg_dat(b, 1, C, "double", OPS_WRITE));
  ops_par_loop(leaves, "leaves", block, 2, range, ops_arg_dat(b, 1, C, "double", OPS_WRITE), ops_arg_gbl(n, 2, "int", OPS_READ));
  ops_par_loop(counts, "counts", block, 2, range, ops_arg_dat(b, 1, C, "double", OPS_RW), ops_arg_gbl(n, 2, "int", OPS_READ));
  ops_par_loop(jumps, "jumps", block, 2, range, ops_arg_dat(a, 1, C, "double", OPS_READ), ops_arg_dat(b, 1, C, "double", OPS_WRITE));
}
"""


@pytest.fixture(scope="module")
def parsed(tmp_path_factory: pytest.TempPathFactory) -> Parsed:
    source = tmp_path_factory.mktemp("kernels") / "app.cpp"
    source.write_text(PROGRAM)
    return parse((str(source),), FLAGS)


@pytest.fixture(scope="module")
def kernels(parsed: Parsed) -> dict[str, Kernel]:
    return {loop.name: loop.kernel for loop in parsed.program.loops}


def body(kernel: Kernel) -> list[str]:
    return [line.strip() for line in shown(kernel)[1:]]


def test_members_of_constants_are_bytes(kernels: dict[str, Kernel]) -> None:
    # Grid: dx at 0, parts at 8, 32 bytes each: id at 0, w at 8.
    assert body(kernels["members"]) == [
        "v(0, 0) = (((grid@0:double + grid@64:double) + grid@16 + ((n[0] * 4) + n[1]) * 8:double) + double(grid@8 + n[0] * 32:int))"]


def test_rows_of_constants_are_bytes_and_const_globals_are_folded(kernels: dict[str, Kernel]) -> None:
    assert body(kernels["rows"]) == ["v(0, 0) = ((table@40:double + table@8 + n[0] * 24:double) + 0.10000000149011612)"]


def test_bare_pointers_are_datasets_where_the_loop_says_so(kernels: dict[str, Kernel]) -> None:
    assert [p.kind for p in kernels["bare"].params] == ["dat", "dat", "pointer"]
    assert body(kernels["bare"]) == ["v(0, 0) = u(1, -1)", "s[0] = (s[0] + v(0, 0))"]


def test_combining_is_assignment(kernels: dict[str, Kernel]) -> None:
    assert body(kernels["combine"]) == [
        "v(0, 0) = (v(0, 0) + u(0, 0))", "double value = (2.0 * u(0, 0))", "v(0, 0) = ((v(0, 0) < value) ? value : v(0, 0))"]


def test_user_adjoint_has_parameters_of_its_own(kernels: dict[str, Kernel]) -> None:
    adjoint = kernels["soa"].user_adjoint
    assert adjoint is not None
    assert [p.name for p in adjoint.params] == ["u", "u_a1s", "v", "v_a1s"]
    assert body(adjoint) == ["u_a1s(1; 0, 0) = (u_a1s(1; 0, 0) + (2.0 * v_a1s(0, 0)))", "v_a1s(0, 0) = 0.0"]


def test_layout_of_components_is_noticed(parsed: Parsed) -> None:
    assert parsed.program.soa
    assert all(arg.soa for loop in parsed.program.loops for arg in loop.args)


def test_what_the_ir_cannot_hold_is_listed_with_its_place(kernels: dict[str, Kernel]) -> None:
    assert [(u.what, u.span.line) for u in kernels["jumps"].unsupported] == [
        ("the statement 'goto end'", 20), ("the statement 'end: v(0, 0) += 1'", 20)]
    assert all(k.unsupported == () for name, k in kernels.items() if name not in ("jumps", "counts"))


def test_a_break_of_a_switch_is_never_taken_for_one_of_a_loop(kernels: dict[str, Kernel]) -> None:
    assert body(kernels["leaves"]) == ["int chosen = n[0]", "if (chosen == 1)", "else", "v(0, 0) = 1.0"]


def test_a_counter_outside_of_the_kernel_is_a_write(kernels: dict[str, Kernel]) -> None:
    assert {(u.what, u.code) for u in kernels["counts"].unsupported} == {("assignment to the global 'counter'", "global-write")}


@pytest.mark.parametrize("strict", [False, True])
def test_a_mistake_of_the_translator_is_said_of_one_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, strict: bool) -> None:
    flagged = KernelLowering.flagged

    def failing(self: KernelLowering, code: Cursor, definition: Cursor, cursor: Cursor) -> None:
        if definition.spelling == "counts":
            raise IndexError("list index out of range")
        flagged(self, code, definition, cursor)

    monkeypatch.setattr(KernelLowering, "flagged", failing)
    monkeypatch.setattr(KernelLowering, "strict", strict)
    (tmp_path / "app.cpp").write_text(PROGRAM)
    if strict:
        with pytest.raises(IndexError):
            parse((str(tmp_path / "app.cpp"),), FLAGS)
        return
    found = {loop.kernel.name: loop.kernel for loop in parse((str(tmp_path / "app.cpp"),), FLAGS).program.loops}
    assert [u.what for u in found["counts"].unsupported] == ["the kernel causes an internal error in the translator (IndexError: list index out of range)"]
    assert found["counts"].unsupported[0].span == found["counts"].span
    assert not found["members"].unsupported
