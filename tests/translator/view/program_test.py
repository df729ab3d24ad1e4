"""What registers a program: signatures, file names, facts."""

from __future__ import annotations

from dataclasses import replace

from tests.translator.build_ir import P, constant, program, put
from tests.translator.generated import program_of
from translator.ir import Loop, Refused, Span, Stencil
from translator.passes.analyse import analyse
from translator.targets import known
from translator.view.program import build, identifying_tail

u, v = P(0), P(1)


def with_stencil(loop: Loop, arg: int, stride: tuple[int, ...] | None, kind: str = "normal") -> Loop:
    args = list(loop.args)
    args[arg] = replace(args[arg], stencil=Stencil("S", loop.dims, ((0,) * loop.dims,), stride, kind))
    return replace(loop, args=tuple(args))


def test_files_are_told_apart_by_as_little_as_needed() -> None:
    files = ("/a/x/main.cpp", "/a/y/main.cpp", "/a/y/kernels.hpp")
    assert identifying_tail(files[0], files) == "x/main.cpp"
    assert identifying_tail(files[2], files) == "kernels.hpp"
    assert identifying_tail("main.cpp", ("main.cpp",)) == "main.cpp"


def test_points_that_may_write_the_same_cell_run_in_order_and_see_what_earlier_ones_wrote() -> None:
    loop = with_stencil(program(1, "u:dat:READ v:dat:INC", [put(v(), v() + u())]), 1, (0,))
    view = build(program_of([loop]), (analyse(loop),), "openmp", known()["openmp"].target)
    forward = view.loops[0].primal
    assert forward is not None and forward.in_order and forward.row is not None
    assert "double v_new = v_out.at[0];" in forward.row.lines


def test_forms_follow_target_and_program() -> None:
    loop = program(1, "u:dat:READ v:dat:WRITE", [put(v(), constant("a") * u(1))])
    analysed = (analyse(loop),)
    by_target = {target: build(program_of([loop]), analysed, target, known()[target].target).loops[0] for target in ("seq", "openmp", "checked")}
    assert [(t, bool(n.primal or n.checked), bool(n.scatter), bool(n.owner)) for t, n in by_target.items()] == [
        ("seq", False, True, False), ("openmp", True, True, True), ("checked", True, True, False)]
    passive = build(replace(program_of([loop]), derivatives=False), analysed, "openmp", known()["openmp"].target).loops[0]
    assert passive.scatter is None and passive.owner is None and passive.not_differentiable == ""


def test_only_constants_that_the_loop_reads_are_asked_for() -> None:
    loop = program(1, "u:dat:READ v:dat:WRITE", [put(v(), constant("b") * u())])
    assert [c.name for c in build(program_of([loop]), (analyse(loop),), "openmp", known()["openmp"].target).loops[0].constants] == ["b"]


def test_calls_of_one_line_keep_their_columns_and_instances() -> None:
    loop = program(1, "u:dat:READ v:dat:WRITE", [put(v(), u(1))])
    beside = replace(loop, span=replace(loop.span, column=loop.span.column + 40), instance=(("D", "1"), ("T", "float")))
    view = build(program_of([loop, beside]), tuple(map(analyse, (loop, beside))), "openmp", known()["openmp"].target)
    assert [(nest.place, nest.instance) for nest in view.loops] == [(loop.span, ""), (beside.span, "D=1;T=float")]


def test_refused_loops_say_why_and_where() -> None:
    left = Refused("k", Span("a/app.cpp", 3, 5, 4, 9), "kernel 'k' contains \"x\"", Span("a/kernels.h", 7, 2, 7, 3), "write y")
    view = build(replace(program_of([]), files=("a/app.cpp",), refused=(left,)), (), "seq", known()["seq"].target)
    assert [(r.source, r.name, r.why) for r in view.refused] == [("app.cpp", "k", "kernel 'k' contains \\\"x\\\" (kernels.h:7:2); write y")]
    assert view.registered == "{}, refused"
