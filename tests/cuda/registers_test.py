"""Registers that are read where not every path has written them, in small texts like those of nvcc."""

from __future__ import annotations

import pytest

from tests.cuda.gates import unwritten
from tests.cuda.registers import unwritten_reads

# A thread outside of the range stores what no instruction has written: the form of the fault that is planted in loop.hpp (planted.py).
OUTSIDE = """
	.param .align 8 .b8 kernel_param_0[16]
)
.maxntid 256, 1, 1
{
	.reg .pred 	%p<2>;
	.reg .b32 	%r<4>;
	.reg .f64 	%fd<3>;

	mov.u32 	%r1, %tid.x;
	ld.param.v2.u32 	{%r2, %r3}, [kernel_param_0];
	setp.ge.s32 	%p1, %r1, %r2;
	@%p1 bra 	$L__BB0_2;

	ld.param.u64 	%rd1, [kernel_param_0+8];
	ld.global.f64 	%fd2, [%rd1];

$L__BB0_2:
	st.shared.f64 	[%r3], %fd2;
	ret;
"""


def reads(text: str) -> list[str]:
    return [register for register, _ in unwritten_reads("){\n" + text)]


def test_a_read_that_one_path_reaches_without_a_write_is_found() -> None:
    assert unwritten_reads(OUTSIDE) == [("%fd2", "st.shared.f64 [%r3], %fd2")]
    assert unwritten({"kernel": OUTSIDE}) == ["kernel: %fd2 in 'st.shared.f64 [%r3], %fd2'"]
    assert not unwritten({"kernel": OUTSIDE.replace("\t@%p1 bra", "\tmov.f64 \t%fd2, 0d0000000000000000;\n\t@%p1 bra")})


@pytest.mark.parametrize(("text", "found"), [
    ("mov.u32 %r1, %ctaid.x; add.s32 %r2, %r1, %r1; st.global.u32 [%rd1+8], %r2;", ["%rd1"]),
    ("setp.eq.s32 %p1|%p2, 1, 2; selp.f64 %fd1, 1.0, %fd3, %p2;", ["%fd3"]),
    ("{ .reg .b32 %low; mov.b64 {%low, %r1}, 5; } mov.b64 %rd1, {%r1, %r2};", ["%r2"]),
    ("mov.f64 %fd1, %fd1;", ["%fd1"]),
    ("{ // callseq 0, 0\n .reg .b32 temp_param_reg; call.uni (retval0), __internal_pow, (param0); ld.param.f64 %fd1, [retval0+0]; } neg.f64 %fd2, %fd1;", []),
])
def test_results_are_told_from_sources(text: str, found: list[str]) -> None:
    assert reads(text) == found


def test_a_predicated_write_may_not_happen() -> None:
    assert reads("setp.eq.s32 %p1, 1, 2; @%p1 mov.u32 %r1, 3; neg.s32 %r2, %r1;") == ["%r1"]
    assert reads("setp.eq.s32 %p1, 1, 2; mov.u32 %r1, 4; @!%p1 mov.u32 %r1, 3; neg.s32 %r2, %r1;") == []
    assert reads("@%p1 mov.u32 %r1, 3;") == ["%p1"]


def test_writes_before_a_loop_hold_within_it_and_writes_within_do_not_reach_its_beginning() -> None:
    loop = "$L__BB0_1: {first} add.s32 %r1, %r1, 1; mov.u32 %r2, %r1; setp.lt.s32 %p1, %r1, 9; @%p1 bra $L__BB0_1; st.global.u32 [8], %r2; ret;"
    assert reads("mov.u32 %r1, 0; " + loop.format(first="")) == []
    assert reads("mov.u32 %r1, 0; " + loop.format(first="neg.s32 %r3, %r2;")) == ["%r2"]
    assert reads(loop.format(first="")) == ["%r1"]


def test_both_ways_of_a_branch_may_write() -> None:
    text = "setp.eq.s32 %p1, 1, 2; @%p1 bra $L_2; mov.u32 %r1, 1; {leaves} $L_2: mov.u32 %r1, 2; $L_3: neg.s32 %r2, %r1; ret;"
    assert reads(text.format(leaves="bra.uni $L_3;")) == []
    assert reads(text.format(leaves="exit;").replace("mov.u32 %r1, 2;", "")) == ["%r1"]
    assert reads(text.format(leaves="exit;").replace("@%p1 bra $L_2;", "bra $L_2;").replace("mov.u32 %r1, 2;", "mov.u32 %r1, 3;")) == []


def test_what_no_path_reaches_does_not_count() -> None:
    assert reads("bra.uni $L_2; neg.s32 %r2, %r1; $L_2: ret; neg.s32 %r2, %r1;") == []


def test_branches_by_an_index_go_to_all_their_targets() -> None:
    text = "mov.u32 %r9, 1; $L_table: .branchtargets $L_1, $L_2; brx.idx %r9, $L_table; $L_1: mov.u32 %r1, 1; {first} $L_2: neg.s32 %r2, %r1; ret;"
    assert reads(text.format(first="")) == ["%r1"]
    assert reads(text.format(first="ret;").replace("$L_2: neg", "$L_2: mov.u32 %r1, 4; neg")) == []
