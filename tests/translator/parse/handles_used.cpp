// Loops whose arguments come from every direction.
#include "handles.hpp"

enum { two = 2 };
constexpr int one = 1;
#define REAL "double"
static int star_points[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};

struct Handles {
  ops_stencil star = nullptr, table[2];
  ops_dat in, out;
  ops_arg read() { return ops_arg_dat(in, one, star, REAL, OPS_READ); }
};
Handles handles;

ops_arg written(ops_dat d, ops_stencil s, int dim = 1) { return ops_arg_dat(d, dim, s, "double", OPS_WRITE); }

void given(ops_stencil s, int which, ops_dat in) {
  ops_par_loop(copy, "parameter", block, two, range, ops_arg_dat(in, 1, s, "double", OPS_READ), written(v, SHARED));
}

void run(OPS_instance* instance, bool flag, int* from_outside) {
  int pair_points[] = {0, 0, 1, 0}, unit[] = {1, 1}, along_x[] = {1, 0}, coarse[] = {2, 2};
  handles.star = ops_decl_stencil(2, 5, star_points, "star");
  handles.table[0] = instance->decl_stencil(2, 2, pair_points, "pair");
  handles.table[1] = ops_decl_strided_stencil(2, 2, pair_points, unit, "strided pair");
  ops_stencil row = ops_decl_strided_stencil(2, 1, star_points, along_x, "row");
  ops_stencil restricting = ops_decl_restrict_stencil(2, 1, star_points, coarse, "restrict");
  ops_stencil unknown = ops_decl_stencil(2, 3, from_outside, "unknown");
  ops_par_loop(copy, "extern", block, 2, range, ops_arg_dat(u, 1, SHARED, "double", OPS_READ), written(v, SHARED));
  ops_par_loop(copy, "member", block, 2, range, handles.read(), written(handles.out, SHARED));
  ops_par_loop(copy, "element", block, 2, range, ops_arg_dat(u, 1, handles.table[0], "double", OPS_READ), written(v, SHARED));
  ops_par_loop(copy, "conditional", block, 2, range, ops_arg_dat(u, 1, flag ? handles.star : handles.table[0], "double", OPS_READ),
               flag ? written(v, SHARED) : written(u, SHARED));
  ops_arg stored = ops_arg_dat(u, 1, row, "double", OPS_READ);
  ops_par_loop(copy, "variable", block, 2, range, stored, written(v, SHARED));
  ops_par_loop(copy, "restrict", block, 2, range, ops_arg_restrict(u, 0, 1, restricting, "double", OPS_READ), written(v, SHARED));
  ops_par_loop(copy, "computed", block, 2, range, ops_arg_dat(u, 1, unknown, "double", OPS_READ), written(v, SHARED));
  ops_par_loop_passive(copy, "passive", block, 2, range, ops_arg_dat(u, 1, ROW, "double", OPS_READ), written(v, SHARED));
  std::swap(u, v);
  given(handles.star, 0, u);
  given(handles.star, 1, v);
  run_template<double>(handles.star, "double");
  auto inside = [&](auto dataset) {
    ops_par_loop(copy, "lambda", block, 2, range, ops_arg_dat(dataset, 1, row, "double", OPS_READ), written(v, SHARED));
  };
  inside(u);
}

void shift(int* points) { points[0] = 7; }
void shift_by_pointer(int* points) { *points++ = 7; }

void changed(std::istream& input) {
  int direct[] = {0, 0}, filled[] = {0, 0}, passed[] = {0, 0}, walked[] = {0, 0}, dim = 1;
  direct[0] = 1;
  std::fill(filled, filled + 2, 1);
  shift(passed);
  shift_by_pointer(walked);
  ops_stencil stencils[] = {ops_decl_stencil(2, 1, direct, "direct"), ops_decl_stencil(2, 1, filled, "filled"),
                            ops_decl_stencil(2, 1, passed, "passed"), ops_decl_stencil(2, 1, walked, "walked")};
  ops_par_loop(copy, "changed 0", block, 2, range, ops_arg_dat(u, 1, stencils[0], "double", OPS_READ), written(v, SHARED));
  ops_par_loop(copy, "changed 1", block, 2, range, ops_arg_dat(u, 1, stencils[1], "double", OPS_READ), written(v, SHARED));
  ops_par_loop(copy, "changed 2", block, 2, range, ops_arg_dat(u, 1, stencils[2], "double", OPS_READ), written(v, SHARED));
  ops_par_loop(copy, "changed 3", block, 2, range, ops_arg_dat(u, 1, stencils[3], "double", OPS_READ), written(v, SHARED));
  input >> dim;
  ops_par_loop(copy, "read in", block, 2, range, ops_arg_dat(u, dim, SHARED, "double", OPS_READ), written(v, SHARED));
}
