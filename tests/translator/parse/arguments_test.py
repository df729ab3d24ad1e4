"""Arguments are followed to where they were made, through files, members, branches, functions and templates."""

from __future__ import annotations

from pathlib import Path

import pytest

from translator.ir import Loop
from translator.parse import Parsed, parse
from translator.parse.units import Source, read
from translator.signature import signature

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
FLAGS = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include")
STAR = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
PLAIN = "2|dat:double:1:READ:uu|dat:double:1:WRITE:uu"


@pytest.fixture(scope="module")
def parsed() -> Parsed:
    return parse((str(HERE / "handles_used.cpp"), str(HERE / "handles_defined.cpp")), FLAGS)


@pytest.fixture(scope="module")
def loops(parsed: Parsed) -> dict[str, Loop]:
    return {loop.name: loop for loop in parsed.program.loops}


def test_only_what_is_read_at_run_time_is_unresolved(parsed: Parsed) -> None:
    (complaint,) = parsed.diagnostics
    assert complaint.code == "unresolved-argument" and complaint.message.startswith("loop 'read in': cannot tell what argument 'dim' is")
    assert not parsed.program.derivatives and not parsed.program.soa


@pytest.mark.parametrize("name", ["extern", "member", "element", "conditional", "computed", "parameter", "in header template"])
def test_plain_stencils(name: str, loops: dict[str, Loop]) -> None:
    assert signature(loops[name]) == PLAIN


@pytest.mark.parametrize("name", ["variable", "lambda", "passive"])
def test_strides_come_from_the_declaration(name: str, loops: dict[str, Loop]) -> None:
    assert signature(loops[name]) == PLAIN.replace("READ:uu", "READ:u0")
    assert loops[name].passive == (name == "passive")


def test_restriction_is_a_kind_of_its_own(loops: dict[str, Loop]) -> None:
    assert signature(loops["restrict"]) == PLAIN.replace("READ:uu", "READ:rr")


@pytest.mark.parametrize("name", ["member", "parameter", "in header template"])
def test_points_are_known_where_one_declaration_is_possible(name: str, loops: dict[str, Loop]) -> None:
    stencil = loops[name].args[0].stencil
    assert stencil is not None and stencil.offsets == STAR


def test_points_of_an_element_are_those_of_that_element(loops: dict[str, Loop]) -> None:
    stencil = loops["element"].args[0].stencil
    assert stencil is not None and stencil.offsets == ((0, 0), (1, 0))


def test_points_of_several_are_those_of_all(loops: dict[str, Loop]) -> None:
    """Those of the first alone lost derivatives through the others without a word, where a kernel chooses its point by a number."""
    stencil = loops["conditional"].args[0].stencil
    assert stencil is not None and stencil.offsets == STAR


def test_points_that_were_changed_are_those_after_it(loops: dict[str, Loop]) -> None:
    stencil = loops["changed 0"].args[0].stencil
    assert stencil is not None and stencil.offsets == ((1, 0),)


@pytest.mark.parametrize("name", ["computed", *(f"changed {i}" for i in range(1, 4))])
def test_points_are_unknown_where_none_can_be_followed(name: str, loops: dict[str, Loop]) -> None:
    stencil = loops[name].args[0].stencil
    assert stencil is not None and stencil.offsets is None and stencil.stride == (1, 1)


STENCILS = {
    "filled in a loop": "ops_stencil st[2]; for (int k = 0; k < 2; ++k) st[k] = ops_decl_stencil(1, 2, ends[k], \"end\");",
    "by a pointer": "ops_stencil own[2]; own[0] = own[1] = ops_decl_stencil(1, 2, ends[0], \"end\"); ops_stencil* st = choose(own);",
    "from elsewhere": "extern ops_stencil st[2];",
    "given to a method": "ops_stencil st[2] = {ops_decl_stencil(1, 2, ends[0], \"a\"), ops_decl_stencil(1, 2, ends[1], \"b\")}; int host = 1; u->get_raw_pointer(0, st[1], &host);",
}


def test_an_element_chosen_by_a_counter_may_be_any(tmp_path: Path) -> None:
    """A counter once had its first value for ever."""
    source = tmp_path / "counter.cpp"
    source.write_text("""#define OPS_1D
#include "ops_seq_v2.h"
void shore(ACC<double>& u, const int* inward) { u(0) = u(*inward); }
void run(ops_block line, ops_dat u, int n) {
  int points[2][2] = {{0, 1}, {0, -1}}, edge[2][2] = {{-1, 0}, {n, n + 1}}, inward[] = {1, -1};
  ops_stencil ends[2] = {ops_decl_stencil(1, 2, points[0], "left"), ops_decl_stencil(1, 2, points[1], "right")};
  for (int k = 0; k < 2; k++)
    ops_par_loop(shore, "shore", line, 1, edge[k], ops_arg_dat(u, 1, ends[k], "double", OPS_RW), ops_arg_gbl(&inward[k], 1, "int", OPS_READ));
}
""")
    (loop,) = parse((str(source),), FLAGS).program.loops
    stencil = loop.args[0].stencil
    assert stencil is not None and stencil.offsets is not None and set(stencil.offsets) == {(0,), (1,), (-1,)}


LINES = {
    "filled in a loop": ("ops_stencil st[2]; int step[2][2] = {{1, 0}, {0, 1}}; for (int k = 0; k < 2; ++k) st[k] = ops_decl_strided_stencil(2, 1, zero, step[k], \"line\");",
                         "ops_arg_dat(a, 1, st[which], \"double\", OPS_READ)", ["u0", "0u"]),
    "read when it runs": ("int step[] = {which, 1}; ops_stencil line = ops_decl_strided_stencil(2, 1, zero, step, \"l\");",
                          "ops_arg_dat(a, 1, line, \"double\", OPS_READ)", ["uu", "su", "0u"]),
    "between levels": ("int step[] = {which, which}; ops_stencil line = ops_decl_restrict_stencil(2, 1, zero, step, \"l\");",
                       "ops_arg_restrict(a, 1, line, \"double\", OPS_READ)", ["rr"]),
    "chosen": ("int step[] = {0, 1}; ops_stencil whole = ops_decl_stencil(2, 1, zero, \"w\"), line = ops_decl_strided_stencil(2, 1, zero, step, \"l\");",
               "ops_arg_dat(a, 1, which ? whole : line, \"double\", OPS_READ)", ["uu", "0u"]),
    "arguments": ("int step[] = {0, 1}; ops_stencil whole = ops_decl_stencil(2, 1, zero, \"w\"), line = ops_decl_strided_stencil(2, 1, zero, step, \"l\");"
                  "ops_arg given = which ? ops_arg_dat(a, 1, whole, \"double\", OPS_READ) : ops_arg_dat(b, 1, line, \"double\", OPS_READ);", "given", ["uu", "0u"]),
}


def lines(declared: str, given: str, folder: Path) -> Parsed:
    source = folder / "lines.cpp"
    source.write_text(f"""#define OPS_2D
#include "ops_seq_v2.h"
void copy(const ACC<double>& a, ACC<double>& b) {{ b(0, 0) = a(0, 0); }}
void run(ops_block block, ops_dat a, ops_dat b, int which) {{
  int range[] = {{0, 1, 0, 1}}, zero[] = {{0, 0}};
  {declared}
  ops_stencil point = ops_decl_stencil(2, 1, zero, "point");
  ops_par_loop(copy, "copy", block, 2, range, {given}, ops_arg_dat(b, 1, point, "double", OPS_WRITE));
}}
""")
    return parse((str(source),), FLAGS)


@pytest.mark.parametrize("declared, given, axes", LINES.values(), ids=LINES.keys())
def test_a_stencil_of_several_strides_makes_a_loop_for_each(declared: str, given: str, axes: list[str], tmp_path: Path) -> None:
    """Such a loop once ran the reference, without a derivative."""
    found = lines(declared, given, tmp_path)
    assert not found.diagnostics
    assert [signature(loop) for loop in found.program.loops] == [f"2|dat:double:1:READ:{a}|dat:double:1:WRITE:uu" for a in axes]


def test_many_strides_are_refused(tmp_path: Path) -> None:
    many = "ops_stencil st[17]; for (int k = 0; k < 17; ++k) { int step[2] = {1, k + 1}; st[k] = ops_decl_strided_stencil(2, 1, zero, step, \"line\"); }"
    found = lines(many, "ops_arg_dat(a, 1, st[which], \"double\", OPS_READ)", tmp_path)
    (complaint,) = found.diagnostics
    assert "there are too many possible combinations of strides for the stencils of this loop" in complaint.message and not found.program.loops


@pytest.mark.parametrize("strided", [False, True])
@pytest.mark.parametrize("declared", STENCILS.values(), ids=STENCILS.keys())
def test_a_stencil_that_cannot_be_followed_is_plain_where_all_are(declared: str, strided: bool, tmp_path: Path) -> None:
    """Which of them a number chose depended on the order of statements: `k` counted as 0 for ever."""
    source = tmp_path / "stencils.cpp"
    more = "int step[] = {2}; ops_decl_strided_stencil(1, 1, ends[0], step, \"other\");" if strided else "ops_decl_stencil(1, 1, ends[0], \"other\");"
    source.write_text(f"""#define OPS_1D
#include "ops_seq_v2.h"
ops_stencil* choose(ops_stencil*);
void left(ACC<double>& u) {{ u(0) = u(1); }}
void run(ops_block line, ops_dat u) {{
  int range[] = {{-1, 0}}, ends[2][2] = {{{{0, 1}}, {{0, -1}}}};
  {declared}
  {more}
  ops_par_loop(left, "left", line, 1, range, ops_arg_dat(u, 1, st[0], "double", OPS_RW));
  ops_par_loop(left, "left again", line, 1, range, ops_arg_dat(u, 1, st[1], "double", OPS_RW));
}}
""")
    found = parse((str(source),), FLAGS)
    if strided and ("choose" in declared or "extern" in declared):
        assert [d.code for d in found.diagnostics] == ["unresolved-argument"] * 2
    else:
        assert not found.diagnostics and [signature(loop) for loop in found.program.loops] == ["1|dat:double:1:RW:u"] * 2


def test_kernels_are_template_arguments(tmp_path: Path) -> None:
    """Functions of different names are told apart when the program runs; instances of one kernel template only by the names of their loops."""
    source = tmp_path / "wrapper.cpp"
    source.write_text("""#define OPS_1D
#include "ops_seq_v2.h"
template <int N> void scaled(ACC<double>& u) { u(0) = N * u(0); }
void plain(ACC<double>& u) { u(0) = 1; }
int zero[] = {0};
ops_stencil point = ops_decl_stencil(1, 1, zero, "point");
template <auto K> void given(const char* name, ops_block line, ops_dat u, int* range) {
  ops_par_loop(K, name, line, 1, range, ops_arg_dat(u, 1, point, "double", OPS_RW));
}
template <void (*K)(ACC<double>&)> void typed(const char* name, ops_block line, ops_dat u, int* range) {
  ops_par_loop(K, name, line, 1, range, ops_arg_dat(u, 1, point, "double", OPS_RW));
}
void run(ops_block line, ops_dat u, int* range) {
  given<scaled<2>>("twice", line, u, range);
  given<&scaled<3>>("three times", line, u, range);
  typed<scaled<2>>("typed twice", line, u, range);
  typed<plain>("typed plain", line, u, range);
  given<scaled<4>>("both", line, u, range);
  given<plain>("both", line, u, range);
  given<scaled<5>>("alike", line, u, range);
  given<scaled<6>>("alike", line, u, range);
}
""")
    found = parse((str(source),), FLAGS)
    assert sorted((loop.name, loop.kernel.name) for loop in found.program.loops) == [
        ("both", "plain"), ("both", "scaled"), ("three times", "scaled"), ("twice", "scaled"), ("typed plain", "plain"), ("typed twice", "scaled")]
    assert sorted(loop.instance for loop in found.program.loops if loop.name == "both") == [(("K", "&plain"),), (("K", "&scaled"),)]
    assert [d.code for d in found.diagnostics] == ["ambiguous-kernel"] and "loops are named 'alike'" in found.diagnostics[0].message


def test_types_that_compilers_call_by_names_of_their_own_tell_no_instances_apart(tmp_path: Path) -> None:
    source = tmp_path / "after.cpp"
    source.write_text("""#define OPS_1D
#include "ops_seq_v2.h"
template <int N> void scaled(ACC<double>& u) { u(0) = N * u(0); }
int zero[] = {0};
ops_stencil point = ops_decl_stencil(1, 1, zero, "point");
struct Named { void operator()() {} };
template <class T> struct Box { T t; void operator()() {} };
template <int N, class F> void after(F before, ops_block line, ops_dat u, int* range) {
  before();
  ops_par_loop(scaled<N>, "scaled", line, 1, range, ops_arg_dat(u, 1, point, "double", OPS_RW));
}
void run(ops_block line, ops_dat u, int* range) {
  struct Local { void operator()() {} };
  after<1>([] {}, line, u, range);
  after<2>(Local(), line, u, range);
  after<3>(Box<Local>(), line, u, range);
  after<4>(Named(), line, u, range);
  after<5>(Box<Named*>(), line, u, range);
}
""")
    found = parse((str(source),), FLAGS)
    assert not found.diagnostics
    assert sorted(loop.instance for loop in found.program.loops) == [
        (("N", "1"),), (("N", "2"),), (("N", "3"),), (("N", "4"), ("F", "Named")), (("N", "5"), ("F", "Box<Named*>"))]


@pytest.mark.parametrize("given, known", [("ops_arg_gbl(const_cast<int*>(j), 1, \"int\", OPS_READ)", True), ("other(const_cast<int*>(j))", False)])
def test_a_constant_that_the_api_reads_is_still_one(given: str, known: bool, tmp_path: Path) -> None:
    """Other functions may change what they get so: then nothing is known of the variables around them."""
    source = tmp_path / "cast.cpp"
    source.write_text(f"""#define OPS_1D
#include "ops_seq_v2.h"
void scale(const ACC<double>& a, ACC<double>& b, const int* k) {{ b(0) = *k * a(0); }}
ops_arg other(int* j);
int zero[] = {{0}};
ops_stencil point = ops_decl_stencil(1, 1, zero, "point");
void step(ops_block line, ops_dat a, ops_dat b, const int* j, int* range) {{
  ops_arg x = ops_arg_dat(a, 1, point, "double", OPS_READ);
  ops_arg last = {given};
  ops_par_loop(scale, "scale", line, 1, range, x, ops_arg_dat(b, 1, point, "double", OPS_WRITE), ops_arg_gbl(j, 1, "int", OPS_READ));
}}
""")
    found = parse((str(source),), FLAGS)
    assert [loop.name for loop in found.program.loops] == (["scale"] if known else [])


def test_a_template_instantiated_in_several_files_is_one_loop(parsed: Parsed) -> None:
    assert len([loop for loop in parsed.program.loops if loop.name == "in header template"]) == 1


def test_datasets_are_named_as_the_caller_names_them(loops: dict[str, Loop]) -> None:
    assert loops["member"].args[1].dat == "handles.out"
    assert loops["extern"].args[1].dat == "v"


def test_every_file_of_the_user_is_listed(parsed: Parsed) -> None:
    assert {Path(f).name for f in parsed.program.files} == {"handles_used.cpp", "handles_defined.cpp", "handles.hpp"}


@pytest.mark.parametrize("flags, soa", [((), False), (("-DSOA",), True)])
def test_layout_follows_the_preprocessor(tmp_path: Path, flags: tuple[str, ...], soa: bool) -> None:
    source = tmp_path / "layout.cpp"
    source.write_text("#define OPS_2D\n#ifdef SOA\n#define OPS_SOA\n#endif\n#include <ops_seq_v2.h>\n")
    unit, complaints = read(Source(str(source), FLAGS + flags))
    assert not complaints
    assert unit.soa_requested() is soa


@pytest.mark.parametrize("call, derivatives", [("get_result(&v)", False), ("get_result(&v, &one)", True)])
def test_a_result_asks_for_derivatives_only_with_a_seed(tmp_path: Path, call: str, derivatives: bool) -> None:
    """The place of the call, an argument by default, once counted as the seed."""
    source = tmp_path / "result.cpp"
    source.write_text(f"#include <ops.hpp>\nvoid f(ops_reduction sum, double one) {{ double v; sum->{call}; }}\n")
    found = parse((str(source),), FLAGS)
    assert not found.diagnostics and found.program.derivatives is derivatives


def test_a_source_without_ops_changes_nothing(tmp_path: Path) -> None:
    """It once made ops_arg_gbl, whose body is visible, a function of the user's."""
    (tmp_path / "plain.cpp").write_text("int plain() { return 1; }\n")
    (tmp_path / "loop.cpp").write_text("""#define OPS_1D
#include "ops_seq_v2.h"
void scale(ACC<double>& a, const double* by) { a(0) = *by; }
void run(ops_block line, ops_dat a) {
  int range[] = {0, 8}, origin[] = {0};
  double by = 2.0;
  ops_par_loop(scale, "scale", line, 1, range, ops_arg_dat(a, 1, ops_decl_stencil(1, 1, origin, "point"), "double", OPS_WRITE),
               ops_arg_gbl(&by, 1, "double", OPS_READ));
}
""")
    for names in (["loop.cpp"], ["loop.cpp", "plain.cpp"], ["plain.cpp", "loop.cpp"]):
        found = parse(tuple(str(tmp_path / name) for name in names), FLAGS)
        assert not found.diagnostics and [signature(loop) for loop in found.program.loops] == ["1|dat:double:1:WRITE:u|gbl:double:1"]
