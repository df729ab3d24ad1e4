"""The adjoint of a kernel is the transpose of its tangent (complex step), construct by construct."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from tests.oracles.point import Point
from tests.translator.build_ir import P, call, cast, compare, constant, element, let, loop_over, num, program, put, select, var, when
from translator import ir
from translator.passes.adjoint_terms import NoOwnerForm, OwnerPlan
from translator.passes.analyse import analyse
from translator.passes.walk import nodes

U, V, W = P(0), P(1), P(2)
UVW = "u:dat:READ v:dat:READ w:dat:WRITE"


def adjoint_of(loop: ir.Loop) -> ir.AdjointKernel:
    adjoint = analyse(loop).adjoint
    assert isinstance(adjoint, ir.AdjointKernel), adjoint
    return adjoint


def assert_transposed(loop: ir.Loop, points: int = 5, tolerance: float = 1e-12, **values: object) -> ir.AdjointKernel:
    adjoint = adjoint_of(loop)
    for seed in range(points):
        assert Point(loop, seed, **values).mismatch(adjoint) < tolerance  # type: ignore[arg-type]
    return adjoint


def refusal_of(loop: ir.Loop) -> ir.NotDifferentiable:
    refusal = analyse(loop).adjoint
    assert isinstance(refusal, ir.NotDifferentiable)
    return refusal


ONE = "sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan atan sinh cosh tanh asinh erf erfc fabs abs".split()
TWO = "pow atan2 hypot fmin fmax min max fdim copysign fmod remainder".split()


@pytest.mark.parametrize("name", ONE)
@pytest.mark.parametrize("type", ["double", "float"])
def test_functions_of_one_argument(name: str, type: str) -> None:
    u, w = P(0, type), P(1, type)
    loop = program(1, f"u:dat:READ:{type} w:dat:WRITE:{type}", [put(w(), call(name, u(1) * u(-1), type=type) * u(0))])
    assert_transposed(loop, tolerance=1e-12 if type == "double" else 1e-5)


@pytest.mark.parametrize("name", ["asin", "acos", "atanh", "acosh"])
def test_functions_on_part_of_the_line(name: str) -> None:
    argument = U(1) * 0.5 + (1.0 if name == "acosh" else 0.0)
    loop = program(1, UVW, [put(W(), call(name, argument))])
    assert_transposed(loop, 5, 1e-12)


@pytest.mark.parametrize("name", TWO)
def test_functions_of_two_arguments(name: str) -> None:
    for a, b in ((U(1) * 3.0, V(0)), (U(1) * 3.0, num(0.7)), (num(2.5), V(0)), (V(0), U(0) * 0.5)):
        assert_transposed(program(1, UVW, [put(W(), call(name, a, b) * U(0))]))


def test_fma_and_three_sided_hypot_and_ldexp() -> None:
    body = [put(W(), call("fma", U(1), V(0), U(0) * V(0)) + call("hypot", U(0), V(0), U(1)) + call("ldexp", U(0), 3))]
    assert_transposed(program(1, UVW, body))


@pytest.mark.parametrize("power", [0.0, 1.0, 2.0, 3.0, 0.5, -1.5, 7.0])
def test_powers_with_literal_exponents(power: float) -> None:
    assert_transposed(program(1, UVW, [put(W(), call("pow", U(1) * V(0), power))]))


@pytest.mark.parametrize("name", ["floor", "ceil", "round", "trunc", "rint", "nearbyint"])
def test_piecewise_constant_functions_have_zero_derivative(name: str) -> None:
    adjoint = assert_transposed(program(1, UVW, [put(W(), call(name, U(1) * 5.0) + V(0))]))
    assert adjoint.targets == (1,)


def test_integers_steer_but_carry_nothing() -> None:
    cell = P(1, "int")
    loop = program(
        1,
        "u:dat:READ cell:dat:READ:int w:dat:WRITE",
        [
            let("n", cast(U(0) * 3.0, "int"), "int"),
            when(compare("==", cell(0), 1), [put(W(), U(1) * cast(var("n", "int"), "double"))], [put(W(), U(-1))]),
        ],
    )
    for flag in (0, 1):
        adjoint = assert_transposed(loop, given={(1, (0,), 0): flag})
        assert adjoint.targets == (0,)


def test_overwritten_locals_and_outputs_written_twice() -> None:
    t = var("t")
    body = [let("t", U(0) * V(0)), put(t, t * t + U(1)), put(W(), t * V(0)), put(t, call("sin", t)), put(W(), W() - t * W())]
    assert_transposed(program(1, UVW, body))


def test_own_output_is_an_ordinary_variable() -> None:
    first, second = P(1), P(2)
    body = [put(first(), U(0) * U(1)), put(second(), first() * first() / (first() + 1.0))]
    adjoint = assert_transposed(program(1, "u:dat:READ a:dat:WRITE b:dat:WRITE", body))
    assert adjoint.adjoint_reads == (0,)


def test_nonlinear_update_of_rw_data_uses_the_old_value() -> None:
    body = [put(W(), W() * W() * U(0)), put(W(), W() + V(0))]
    adjoint = assert_transposed(program(1, "u:dat:READ v:dat:READ w:dat:RW", body))
    assert (adjoint.passed_through, adjoint.targets, adjoint.seeds) == ((), (0, 1, 2), (2,))


def test_pure_increment_passes_its_derivative_through() -> None:
    adjoint = assert_transposed(program(1, "u:dat:READ v:dat:READ w:dat:INC", [put(W(), W() + U(0) * V(0))]))
    assert (adjoint.passed_through, adjoint.targets) == ((2,), (0, 1))


def test_conditional_increment_still_passes_through() -> None:
    body = [when(U(0) > 1.0, [put(W(), W() + U(0) * V(0))])]
    adjoint = assert_transposed(program(1, "u:dat:READ v:dat:READ w:dat:RW", body), points=20)
    assert adjoint.passed_through == (2,)


def test_value_written_on_some_paths_only_keeps_the_old_one() -> None:
    body = [when(U(0) > 1.0, [put(W(), U(0) * V(0))])]
    adjoint = assert_transposed(program(1, UVW, body), points=20)
    assert 2 in adjoint.targets


def test_components_not_written_keep_their_derivative() -> None:
    w = P(1)
    body = [put(w.at(1, 0), U(0) * w.at(0, 0))]
    adjoint = assert_transposed(program(1, "u:dat:READ w:dat:RW:double:3", body))
    assert {s.component for s in adjoint.body if isinstance(s, ir.Contribute) and s.param == 1} == {0, 2}


def test_nested_branches_with_locals() -> None:
    a, b = var("a"), var("b")
    inner = when(V(0) > U(0), [let("c", a * a), put(b, var("c") * U(1))], [put(a, a + 1.0)])
    outer = when(U(1) > 1.0, [put(a, a * V(0)), inner, put(b, b * a)], [put(b, call("exp", a))])
    body = [let("a", U(0) * U(0)), let("b", 0.5), outer, put(W(), a * b)]
    assert_transposed(program(1, UVW, body), points=40)


def test_a_jump_guards_what_follows() -> None:
    body = [put(W(), U(0)), loop_over("k", 0, 2, [when(U(1) > 1.0, [ir.Jump("break")]), put(W(), W() * V(0) * V(1))])]
    assert_transposed(program(1, UVW, body), points=20)


def test_ternary_and_macro_minimum() -> None:
    a, b = U(0) * V(0), U(1)
    body = [put(W(), select(a < b, a, b) * select(U(0) > 1.0, call("log", U(1)), V(0)))]
    assert_transposed(program(1, UVW, body), points=20)


def test_derivative_of_the_branch_not_taken_is_not_evaluated() -> None:
    body = [put(W(), select(U(0) > 0.0, call("log", U(0)) / U(0), V(0)))]
    loop = program(1, UVW, body)
    point = Point(loop, given={(0, (0,), 0): 0.0})
    result = point.adjoint(adjoint_of(loop))
    assert result == {(0, (0,), 0): 0.0, (1, (0,), 0): point.seed_of(2, 0)}


@pytest.mark.parametrize("argument, name", [(0.0, "sqrt"), (0.0, "cbrt"), (0.0, "fabs"), (1.0, "asin"), (-1.0, "acos"), (1.0, "acosh")])
def test_where_the_derivative_is_not_finite_or_not_defined_it_is_zero(argument: float, name: str) -> None:
    loop = program(1, UVW, [put(W(), call(name, U(0)))])
    assert Point(loop, given={(0, (0,), 0): argument}).adjoint(adjoint_of(loop)) == {(0, (0,), 0): 0.0}


def test_speed_at_rest_has_zero_derivative() -> None:
    loop = program(1, UVW, [put(W(), call("sqrt", U(0) * U(0) + V(0) * V(0)))])
    at_rest = {(0, (0,), 0): 0.0, (1, (0,), 0): 0.0}
    assert Point(loop, given=at_rest).adjoint(adjoint_of(loop)) == at_rest


@pytest.mark.parametrize("name", ["fmin", "fmax", "min", "max"])
def test_a_tie_goes_to_the_first_argument(name: str) -> None:
    loop = program(1, UVW, [put(W(), call(name, U(0), V(0)))])
    point = Point(loop, given={(0, (0,), 0): 1.0, (1, (0,), 0): 1.0})
    result = point.adjoint(adjoint_of(loop))
    assert result == {(0, (0,), 0): point.seed_of(2, 0), (1, (0,), 0): 0.0}


def test_loops_of_constant_length_with_arrays() -> None:
    i, a = var("i", "int"), var("s")
    body = [
        let("c", extents=(3,)),
        loop_over("i", 0, 3, [put(element("c", i), U(i - 1) * cast(i + 1, "double"))]),
        let("s", 0.0),
        loop_over("i", 0, 3, [put(a, a * V(0) + element("c", i) * element("c", i))]),
        put(W(), a),
    ]
    assert_transposed(program(1, UVW, body))


def test_components_and_offsets_by_loop_variable() -> None:
    f, w, i = P(0), P(1), var("i", "int")
    body = [let("s", 0.0), loop_over("i", 0, 3, [put(var("s"), var("s") + f.at(i, i - 1) * f.at(i, 0))]), put(w(), var("s"))]
    adjoint = assert_transposed(program(1, "f:dat:READ:double:3 w:dat:WRITE", body))
    places = {(s.offset, s.component) for s in adjoint.body if isinstance(s, ir.Contribute)}
    assert places == {((-1,), 0), ((0,), 0), ((0,), 1), ((0,), 2), ((1,), 2)}


def test_increment_reductions_spread_their_seed() -> None:
    r = P(1)
    body = [put(r[0], r[0] + U(0) * U(1)), put(r[1], r[1] + call("sin", U(0)))]
    adjoint = assert_transposed(program(1, "u:dat:READ r:reduce:INC:double:2", body))
    assert adjoint.seeds == (1,)


def test_squares_have_one_product() -> None:
    adjoint = assert_transposed(program(1, UVW, [put(W(), constant("k") * (U(0) * U(0)))]), constants={("k", 0): 1.7})
    (term,) = [s.value for s in adjoint.body if isinstance(s, ir.Contribute)]
    assert sum(isinstance(n, ir.Binary) and n.op == "*" and _has_seed(n) for n in _walk(term)) == 2


def test_largest_value_sends_its_seed_to_what_the_point_offered() -> None:
    r = P(2)[0]
    body = [put(P(1)(), U(0) * U(0)), when(U(0) > r, [put(r, U(0))])]
    loop = program(1, "u:dat:READ w:dat:WRITE r:reduce:MAX", body)
    adjoint = adjoint_of(loop)
    point = Point(loop)
    assert point.adjoint(adjoint) == {(0, (0,), 0): pytest.approx(2.0 * point.given[0, (0,), 0] * point.seed_of(1, 0) + point.seed_of(2, 0))}
    assert adjoint.seeds == (1, 2)


def test_passive_arguments_enter_as_values_only() -> None:
    g, i = P(1), P(2, "int")
    body = [put(P(3)(), U(0) * g[0] * constant("k") + cast(i[0], "double") * U(1))]
    loop = program(1, "u:dat:READ g:gbl:READ i:idx:READ w:dat:WRITE", body)
    assert_transposed(loop, elements={(1, 0): 0.3, (2, 0): 7}, constants={("k", 0): 1.7})


def test_mixed_precision() -> None:
    u, w = P(0, "float"), P(1, "double")
    body = [let("t", cast(u(0), "double") * cast(u(1), "double")), put(w(), var("t") * var("t"))]
    assert_transposed(program(1, "u:dat:READ:float w:dat:WRITE:double", body), tolerance=1e-6)


def test_linear_kernel_reads_no_primal_values_and_folds_constants_into_one_factor() -> None:
    body = [put(W(), ((U(-1) + U(1)) * constant("a") * constant("a") - constant("b") * V(0)) / (2.0 * constant("b")))]
    adjoint = assert_transposed(program(1, UVW, body), constants={("a", 0): 0.3, ("b", 0): 1.2})
    assert adjoint.adjoint_reads == ()
    for s in adjoint.body:
        if isinstance(s, ir.Contribute):
            operations = [n for n in _walk(s.value) if isinstance(n, ir.Binary) and _has_seed(n)]
            assert len(operations) <= 1


def _walk(e: ir.Expr) -> list[ir.Expr]:
    from translator.passes.walk import nodes

    return list(nodes(e))


def _has_seed(e: ir.Expr) -> bool:
    return any(isinstance(n, ir.Seed) for n in _walk(e))


def test_unit_partials_are_not_multiplied() -> None:
    adjoint = adjoint_of(program(1, UVW, [put(W(), U(0) - V(0))]))
    assert [s.value for s in adjoint.body if isinstance(s, ir.Contribute)] == [
        ir.Seed(2, 0, "double"),
        ir.Unary("-", ir.Seed(2, 0, "double"), "double"),
    ]


def test_passive_overwrite_consumes_without_reading() -> None:
    adjoint = adjoint_of(program(1, "w:dat:WRITE", [put(P(0)(), num(0.0))]))
    assert (adjoint.body, adjoint.seeds, adjoint.targets, adjoint.passed_through) == ((), (), (), ())


def test_halo_kernel_moves_the_derivative_along() -> None:
    body = [put(U(0), -U(3))]
    loop = program(1, "u:dat:RW", body)
    point = Point(loop)
    assert point.adjoint(assert_transposed(loop)) == {(0, (3,), 0): -point.seed_of(0, 0)}


def test_data_dependent_loop_over_passive_values_is_fine() -> None:
    n, k = P(1, "int"), var("k", "int")
    count = loop_over("i", 0, n(0), [put(k, k + var("i", "int"))])
    body = [let("k", 0, "int"), count, put(W(), U(0) * cast(k, "double"))]
    assert_transposed(program(1, "u:dat:READ n:dat:READ:int w:dat:WRITE", body), given={(1, (0,), 0): 4})


def donor_cells() -> ir.Loop:
    """Upwinding as hydrodynamics codes write it: integer locals set by branches, used as offsets; a computed component."""
    n, up, down = P(1, "int"), var("up", "int"), var("down", "int")
    body = [
        let("up", None, "int"),
        let("down", 0, "int"),
        when(
            n(0) > 0,
            [put(up, num(-2, "int")), put(down, num(-1, "int"))],
            [when(n(0) < -1, [put(up, num(1, "int"))], [put(up, num(0, "int"))])],
        ),
        let("d", U.at(0, up) - U.at(0, down)),
        when(var("d") > 0.0, [put(W(), var("d") * U.at(n(1), up))], [put(W(), call("sin", U.at(1, down)))]),
    ]
    loop = program(1, "u:dat:READ:double:2 n:dat:READ:int w:dat:WRITE", body)
    declared = ir.Stencil("S", 1, ((0,), (-1,), (-2,), (1,)), (1,))
    return replace(loop, args=(replace(loop.args[0], stencil=declared), *loop.args[1:]))


@pytest.mark.parametrize("wind", [-3, -1, 0, 2])
@pytest.mark.parametrize("chosen", [0, 1])
def test_offsets_and_components_computed_from_data(wind: int, chosen: int) -> None:
    adjoint = assert_transposed(donor_cells(), 10, given={(1, (0,), 0): wind, (1, (1,), 0): chosen})
    assert all(isinstance(s.offset, tuple) for s in adjoint.body if isinstance(s, ir.Contribute))


def test_computed_offsets_have_an_owner_form() -> None:
    owner = analyse(donor_cells()).owner
    assert isinstance(owner, OwnerPlan)
    assert [t.offset for t in owner.targets[0].terms] == [(1,), (0,), (-1,), (-2,)]


# --- what is refused ------------------------------------------------------------------------------
def large_array() -> list[ir.Stmt]:
    at = element("a", P(1, "int")(0))
    return [let("a", extents=(65,)), put(at, U(0)), put(W(), at * at)]


@pytest.mark.parametrize(
    "args, body, words",
    [
        (UVW, [put(W(), call("nextafter", U(0), U(0)))], "'nextafter'"),
        ("u:dat:READ n:dat:READ:int w:dat:WRITE", large_array(), "array 'a' of 65 elements"),
        ("s:scalar:READ:double:65 n:dat:READ:int w:dat:WRITE", [put(W(), U[P(1, "int")(0)])], "the kernel reads scalar 's', which has 65 components, at an index that is not a constant"),
        ("u:dat:READ w:dat:WRITE", [put(P(1)(cast(U(0), "int")), U(0))], "'w' is written off-centre"),
        ("u:dat:READ:half w:dat:WRITE:half", [put(P(1, "half")(), P(0, "half")(0))], "half"),
    ],
)
def test_what_cannot_be_differentiated_is_named(args: str, body: list[ir.Stmt], words: str) -> None:
    refusal = refusal_of(program(1, args, body))
    assert words in refusal.what
    assert refusal.span.file == "kernel.cpp"
    assert refusal.hint


def test_refusals_concern_active_results_only() -> None:
    n = P(1, "int")
    body = [put(W(), U(0)), put(P(3, "int")(), cast(U(n(0)), "int"))]
    assert_transposed(program(1, "u:dat:READ n:dat:READ:int w:dat:WRITE m:dat:WRITE:int", body), given={(1, (0,), 0): 1})


def test_array_that_changes_between_its_uses_in_branches() -> None:
    n, a = P(1, "int")(0), "a"
    body = [
        let(a, extents=(2,)),
        put(element(a, n), 1.0),
        let("s", 0.0),
        when(U(0) > 0.8, [put(var("s"), U(0) * element(a, n))]),
        put(element(a, n), U(0) * 2.0),
        when(U(0) > 0.8, [put(var("s"), var("s") * element(a, n))]),
        put(W(), var("s")),
    ]
    for seed in range(6):
        assert_transposed(program(1, "u:dat:READ n:dat:READ:int w:dat:WRITE", body), seed, given={(1, (0,), 0): 1})


@pytest.mark.parametrize("access, sign", [("MIN", 1), ("MAX", -1)])
def test_branches_see_the_neutral_element_that_the_kernel_saw(access: str, sign: int) -> None:
    body = [when(sign * W[0] > 1e300, [put(V(), 2.0 * U())], [put(V(), 3.0 * U())]), put(W[0], U())]
    adjoint = adjoint_of(program(1, f"u:dat:READ v:dat:WRITE m:reduce:{access}", body))
    conditions = [s.condition for s in adjoint.body if isinstance(s, ir.If)]
    assert [n.value for c in conditions for n in nodes(c) if isinstance(n, ir.Const) and abs(n.value) > 1e307] == [sign * sys.float_info.max]


GHOSTS = [put(W(-1), U(1) * U(1) * V(0)), put(W(-3), W(-1) * U(0) + W(-2)), when(U(0) > 0.9, [put(W(-2), W(-2) * U(0))])]


def test_cells_beside_the_point_have_seeds_of_their_own() -> None:
    adjoint = assert_transposed(program(1, "u:dat:READ v:dat:READ w:dat:RW", GHOSTS), 8)
    assert (adjoint.passed_through, adjoint.targets, adjoint.seeds) == ((), (0, 1, 2), (2,))
    owner = analyse(program(1, "u:dat:READ v:dat:READ w:dat:RW", GHOSTS)).owner
    assert isinstance(owner, NoOwnerForm) and owner.reason == "the kernel writes 'w' at neighbouring points, so the adjoint cannot be computed cell by cell"
