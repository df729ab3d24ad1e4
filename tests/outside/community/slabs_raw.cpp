// Values in and out by every door: arrays at the declaration, raw pointers, slabs, copies; halos of unequal depth, first indices other than 0.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPS_2D
#include <ops_seq_v2.h>
#include "agree.h"

#define NX 21
#define NY 17
#define LOW_X 3
#define LOW_Y 2

inline double pattern(int i, int j) { return 1.0 / (1.0 + i * i + 0.5 * j) + 0.25 * ((i * 31 + j * 17) % 13); }

void paint(ACC<double>& u, const int* idx) { u(0, 0) = pattern(idx[0] + 40, idx[1] + 40); }

// Three cells to the left, one to the right, two down: as deep as the halos are.
void lean(const ACC<double>& u, ACC<double>& v) { v(0, 0) = 0.5 * u(-3, 0) + 0.25 * u(1, -2) - u(0, -1) + u(0, 0); }

void shift_index(ACC<int>& n, const int* idx) { n(0, 0) = 1000 * idx[0] + idx[1]; }

void neighbours(const ACC<int>& n, ACC<int>& m) { m(0, 0) = n(1, 1) - n(-1, 0); }

void accumulate(const ACC<double>& a, const ACC<double>& b, const ACC<double>& c, ACC<double>& sum, const int* given) {
  double value = 0.0;
  if (given[0]) value += a(0, 0);
  if (given[1]) value += 10.0 * b(0, 0);
  if (given[2]) value += 100.0 * c(0, 0);
  sum(0, 0) = value;
}

void staggered(const ACC<double>& u, ACC<double>& face) { face(0, 0) = 0.5 * (u(0, 0) + u(-1, 0)); }

void line_add(const ACC<double>& u, double* sum) { *sum += u(0, 0); }

ops_block block;
ops_stencil S2D_00, S2D_LEAN, S2D_LEFT, S2D_DIAGONAL;
int all[] = {0, NX, 0, NY};

// What this process has, as the published calls give it.
void local_compare(ops_dat dat, const char* what, double (*expected)(int, int)) {
  int disp[2], size[2];
  ops_dat_get_extents(dat, 0, disp, size);
  double* values = (double*)malloc(sizeof(double) * (size_t)(size[0] * size[1]) + 8);
  ops_dat_fetch_data(dat, 0, (char*)values);
  int wrong = 0;
  for (int j = 0; j < size[1]; j++)
    for (int i = 0; i < size[0]; i++) wrong += values[i + size[0] * j] != expected(disp[0] + i, disp[1] + j);
  free(values);
  if (wrong) printf("%s: %d values are wrong\n", what, wrong);
  check::wrong += wrong != 0;
}

double total(ops_dat dat, int* range, ops_reduction handle) {
  double value = 0.0;
  ops_par_loop(line_add, "line_add", block, 2, range, ops_arg_dat(dat, 1, S2D_00, "double", OPS_READ),
               ops_arg_reduce(handle, 1, "double", OPS_INC));
  ops_reduction_result(handle, &value);
  return value;
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  block = ops_decl_block(2, "block");
  int size[] = {NX, NY}, base[] = {0, 0}, d_m[] = {-LOW_X, -LOW_Y}, d_p[] = {1, 3}, faces[] = {NX + 1, NY}, none[] = {0, 0};
  const int wide_x = NX + LOW_X + 1, wide_y = NY + LOW_Y + 3;
  double* start = (double*)malloc(sizeof(double) * wide_x * wide_y);
  for (int j = 0; j < wide_y; j++)
    for (int i = 0; i < wide_x; i++) start[i + wide_x * j] = pattern(i, j);
  ops_dat given = ops_decl_dat(block, 1, size, base, d_m, d_p, start, "double", "given");
  ops_dat painted = ops_decl_dat(block, 1, size, base, d_m, d_p, (double*)NULL, "double", "painted");
  ops_dat result = ops_decl_dat(block, 1, size, base, none, none, (double*)NULL, "double", "result");
  ops_dat face = ops_decl_dat(block, 1, faces, base, none, none, (double*)NULL, "double", "face");
  int first[] = {1, -2}, one_below[] = {-1, -1}, one_above[] = {1, 1};
  ops_dat odd_base = ops_decl_dat(block, 1, size, first, one_below, one_above, (int*)NULL, "int", "odd_base");
  ops_dat odd_result = ops_decl_dat(block, 1, size, first, one_below, one_above, (int*)NULL, "int", "odd_result");
  ops_dat parts[3];
  for (int n = 0; n < 3; n++) {
    char name[8] = "part_0";
    name[5] += n;
    parts[n] = ops_decl_dat(block, 1, size, base, d_m, d_p, (double*)NULL, "double", name);
  }
  int s00[] = {0, 0}, lean_points[] = {-3, 0, 1, -2, 0, -1, 0, 0}, left[] = {0, 0, -1, 0}, diagonal[] = {1, 1, -1, 0};
  S2D_00 = ops_decl_stencil(2, 1, s00, "00");
  S2D_LEAN = ops_decl_stencil(2, 4, lean_points, "lean");
  S2D_LEFT = ops_decl_stencil(2, 2, left, "left");
  S2D_DIAGONAL = ops_decl_stencil(2, 2, diagonal, "diagonal");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");

  // an array at the declaration, halos included
  local_compare(given, "array at the declaration", [](int i, int j) { return pattern(i + LOW_X, j + LOW_Y); });
  ops_par_loop(lean, "lean", block, 2, all, ops_arg_dat(given, 1, S2D_LEAN, "double", OPS_READ),
               ops_arg_dat(result, 1, S2D_00, "double", OPS_WRITE));
  local_compare(result, "halos of the array", [](int i, int j) {
    const auto u = [&](int a, int b) { return pattern(i + a + LOW_X, j + b + LOW_Y); };
    return 0.5 * u(-3, 0) + 0.25 * u(1, -2) - u(0, -1) + u(0, 0);
  });

  // the whole allocation by a loop over negative ranges
  int wide[] = {-LOW_X, NX + 1, -LOW_Y, NY + 3};
  ops_par_loop(paint, "paint", block, 2, wide, ops_arg_dat(painted, 1, S2D_00, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(lean, "lean", block, 2, all, ops_arg_dat(painted, 1, S2D_LEAN, "double", OPS_READ),
               ops_arg_dat(result, 1, S2D_00, "double", OPS_WRITE));
  local_compare(result, "halos by a loop", [](int i, int j) {
    const auto u = [&](int a, int b) { return pattern(i + a + 40, j + b + 40); };
    return 0.5 * u(-3, 0) + 0.25 * u(1, -2) - u(0, -1) + u(0, 0);
  });
  int corner[] = {-LOW_X, -1, NY + 1, NY + 3};
  double expected = 0.0;
  for (int j = corner[2]; j < corner[3]; j++)
    for (int i = corner[0]; i < corner[1]; i++) expected += pattern(i + 40, j + 40);
  check::number("corner of the halo", total(painted, corner, sum), expected, 1e-14);
  int on_faces[] = {0, NX + 1, 0, NY};
  ops_par_loop(staggered, "staggered", block, 2, on_faces, ops_arg_dat(painted, 1, S2D_LEFT, "double", OPS_READ),
               ops_arg_dat(face, 1, S2D_00, "double", OPS_WRITE));
  local_compare(face, "faces", [](int i, int j) { return 0.5 * (pattern(i + 40, j + 40) + pattern(i + 39, j + 40)); });

  // first indices 1 and -2
  int odd_wide[] = {0, NX + 2, -3, NY - 1}, odd_all[] = {1, NX + 1, -2, NY - 2};
  ops_par_loop(shift_index, "shift_index", block, 2, odd_wide, ops_arg_dat(odd_base, 1, S2D_00, "int", OPS_WRITE), ops_arg_idx());
  ops_par_loop(neighbours, "neighbours", block, 2, odd_all, ops_arg_dat(odd_base, 1, S2D_DIAGONAL, "int", OPS_READ),
               ops_arg_dat(odd_result, 1, S2D_00, "int", OPS_WRITE));
  std::vector<int> found = ops_dat_fetch_data<int>(odd_base), indices;
  for (int j = -2; j < NY - 2; j++)
    for (int i = 1; i <= NX; i++) indices.push_back(1000 * i + j);
  check::fields("first indices", found, indices);
  check::fields("neighbours", ops_dat_fetch_data<int>(odd_result), std::vector<int>(NX * NY, 2001));

  // raw pointers: the pitch is that of the allocation
  int disp[2], extent[2], pitch[2], low[2], high[2];
  ops_memspace space = OPS_HOST;
  ops_dat_get_raw_metadata(painted, 0, disp, extent, pitch, low, high);
  double* raw = (double*)ops_dat_get_raw_pointer(painted, 0, S2D_00, &space);
  for (int j = 0; j < extent[1]; j++)
    for (int i = 0; i < extent[0]; i++) raw[i + pitch[0] * j] = 3.0 * (disp[0] + i) - (disp[1] + j);
  ops_dat_release_raw_data(painted, 0, OPS_WRITE);
  local_compare(painted, "raw pointer", [](int i, int j) { return 3.0 * i - j; });
  ops_par_loop(lean, "lean", block, 2, all, ops_arg_dat(painted, 1, S2D_LEAN, "double", OPS_READ),
               ops_arg_dat(result, 1, S2D_00, "double", OPS_WRITE));
  local_compare(result, "after the raw pointer", [](int i, int j) {
    const auto u = [&](int a, int b) {
      return i + a < 0 || i + a >= NX || j + b < 0 || j + b >= NY ? pattern(i + a + 40, j + b + 40) : 3.0 * (i + a) - (j + b);
    };
    return 0.5 * u(-3, 0) + 0.25 * u(1, -2) - u(0, -1) + u(0, 0);
  });

  // slabs: each process gives and gets its part
  int slab[] = {4, 15, 6, 11}, slab_disp[2], slab_size[2];
  const size_t bytes = ops_dat_get_slab_extents(painted, 0, slab_disp, slab_size, slab);
  std::vector<double> buffer(bytes / sizeof(double) + 1, -1.0);
  ops_dat_fetch_data_slab_memspace(painted, 0, (char*)buffer.data(), slab, OPS_HOST);
  int wrong = 0;
  for (int j = 0; j < slab_size[1]; j++)
    for (int i = 0; i < slab_size[0]; i++) {
      double& value = buffer[(size_t)(i + slab_size[0] * j)];
      wrong += value != 3.0 * (slab_disp[0] + i) - (slab_disp[1] + j);
      value = pattern(slab_disp[0] + i, slab_disp[1] + j);
    }
  if (wrong) printf("slab: %d values are wrong\n", wrong), check::wrong++;
  ops_dat_set_data_slab_memspace(painted, 0, (char*)buffer.data(), slab, OPS_HOST);
  local_compare(painted, "slab that was set", [](int i, int j) { return i >= 4 && i < 15 && j >= 6 && j < 11 ? pattern(i, j) : 3.0 * i - j; });

  // copies, and what goes with the copy when it is freed: nothing
  ops_dat_deep_copy(parts[0], given);
  ops_dat_deep_copy(parts[1], painted);
  ops_dat copy = ops_dat_copy(given);
  local_compare(copy, "copy", [](int i, int j) { return pattern(i + LOW_X, j + LOW_Y); });
  ops_free_dat(copy);
  for (int flags = 0; flags < 8; flags++) {
    const int on[] = {flags & 1, (flags >> 1) & 1, (flags >> 2) & 1};
    ops_par_loop(accumulate, "accumulate", block, 2, all, ops_arg_dat_opt(given, 1, S2D_00, "double", OPS_READ, on[0]),
                 ops_arg_dat_opt(parts[1], 1, S2D_00, "double", OPS_READ, on[1]),
                 ops_arg_dat_opt(parts[2], 1, S2D_00, "double", OPS_READ, on[2]), ops_arg_dat(result, 1, S2D_00, "double", OPS_WRITE),
                 ops_arg_gbl(on, 3, "int", OPS_READ));
    double sums[3] = {on[0] ? total(parts[0], all, sum) : 0.0, on[1] ? total(painted, all, sum) : 0.0, 0.0};
    check::number("options", total(result, all, sum), sums[0] + 10.0 * sums[1], 1e-12);
  }
  check::fields("deep copy", ops_dat_fetch_data<double>(parts[0]), ops_dat_fetch_data<double>(given));
  ops_printf("sums %.10f %.10f %.10f\n", total(given, wide, sum), total(painted, wide, sum), total(face, on_faces, sum));
  free(start);
  const int status = check::verdict();
  ops_exit();
  return status;
}
