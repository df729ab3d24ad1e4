// What depends on the serial order of points: ties of MIN and MAX (the derivative is that of the first), assignment into a sum (the last point wins),
// OPS_WRITE through a stride of 0 (the last point wins), integers, floats; loops of fewer dimensions than the block; a range of which most processes have nothing.
#define OPS_2D
#include <algorithm>
#include <array>
#include "ops_seq_v2.h"
#include "check.h"

constexpr int NX = 8, NY = 6;
void extremes(const ACC<double>& u, double* most, double* least) {
  most[0] = MAX(most[0], u(0, 0));
  most[1] = MAX(most[1], -u(0, 0));
  *least = MIN(*least, u(0, 0) * u(0, 0));
}
void assign(const ACC<double>& u, double* last, const int* idx) {
  if (u(0, 0) > 0.5) *last = u(0, 0) + 100.0 * idx[0] + 10000.0 * idx[1];
}
void last_of_column(const ACC<double>& u, ACC<double>& column, const int* idx) { column(0, 0) = u(0, 0) + idx[1]; }
void last_of_row(const ACC<double>& u, ACC<double>& row) { row(0, 0) = 2.0 * u(0, 0); }
void float_sums(const ACC<double>& u, float* sum, int* count, float* top) {
  *sum += (float)u(0, 0);
  *count += u(0, 0) > 0.0;
  *top = MAX(*top, (float)u(0, 0));
}
void line(ACC<double>& u, const int* idx) { u(0, 0) += 1.0 + idx[0]; }
void corner(const ACC<double>& u, double* sum) { *sum += u(0, 0) * u(0, 0); }

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  ops_block grid = ops_decl_block(2, "grid");
  int size[] = {NX, NY}, column_size[] = {NX, 1}, row_size[] = {1, NY}, base[] = {0, 0}, m[] = {-1, -1}, p[] = {1, 1}, zero[] = {0, 0};
  double* none = NULL;
  ops_dat u = ops_decl_dat(grid, 1, size, base, m, p, none, "double", "u"), v = ops_decl_dat(grid, 1, size, base, m, p, none, "double", "v"),
          column = ops_decl_dat(grid, 1, column_size, base, zero, zero, none, "double", "column"), row = ops_decl_dat(grid, 1, row_size, base, zero, zero, none, "double", "row");
  int along_x[] = {1, 0}, along_y[] = {0, 1};
  ops_stencil S2D_00 = ops_decl_stencil(2, 1, base, "00"), S2D_00_STRID2D_X = ops_decl_strided_stencil(2, 1, base, along_x, "strid2d_x"), S2D_00_STRID2D_Y = ops_decl_strided_stencil(2, 1, base, along_y, "strid2d_y");
  ops_reduction most = ops_decl_reduction_handle(2 * sizeof(double), "double", "most"), least = ops_decl_reduction_handle(sizeof(double), "double", "least"), last = ops_decl_reduction_handle(sizeof(double), "double", "last"),
                fsum = ops_decl_reduction_handle(sizeof(float), "float", "fsum"), count = ops_decl_reduction_handle(sizeof(int), "int", "count"), top = ops_decl_reduction_handle(sizeof(float), "float", "top"),
                one = ops_decl_reduction_handle(sizeof(double), "double", "one");
  ops_partition("");
  int all[] = {0, NX, 0, NY};
  for (int turn = 0; turn < 4; ++turn) {
    ops_ad_reset(OPS_instance::getOPSInstance());
    std::vector<double> x(NX * NY);
    for (int i = 0; i < NX * NY; ++i) x[i] = 0.125 * ((i * (3 + 2 * turn) + turn) % 5) - 0.25;  // few values, many ties
    if (turn == 3) std::fill(x.begin(), x.end(), 0.75);
    ops_dat_set_data(u, x);
    ops_par_loop(extremes, "extremes", grid, 2, all, ops_arg_dat(u, 1, S2D_00, "double", OPS_READ), ops_arg_reduce(most, 2, "double", OPS_MAX), ops_arg_reduce(least, 1, "double", OPS_MIN));
    double found[3], seeds[] = {1.0, 10.0}, seed = 100.0;
    most->get_result(found, seeds);
    least->get_result(found + 2, &seed);
    ops_interpret_adjoints(OPS_instance::getOPSInstance());
    std::vector<double> slope(NX * NY);
    const auto first = [&](auto value) {
      int best = 0;
      for (int i = 0; i < NX * NY; ++i)
        if (value(x[i]) > value(x[best])) best = i;
      return best;
    };
    const int a = first([](double y) { return y; }), b = first([](double y) { return -y; }), c = first([](double y) { return -y * y; });
    slope[a] += 1.0, slope[b] -= 10.0, slope[c] += 200.0 * x[c];
    check::fields("extremes", {found, found + 3}, {x[a], -x[b], x[c] * x[c]});
    check::fields("slope of ties " + std::to_string(turn), ops_dat_fetch_derivative<double>(u), slope);
  }
  // passive from here on
  ops_ad_reset(OPS_instance::getOPSInstance());
  std::vector<double> x(NX * NY);
  for (int i = 0; i < NX * NY; ++i) x[i] = std::sin(3.0 * i);
  ops_dat_set_data(u, x);
  ops_par_loop_passive(assign, "assign", grid, 2, all, ops_arg_dat(u, 1, S2D_00, "double", OPS_READ), ops_arg_reduce(last, 1, "double", OPS_INC), ops_arg_idx());
  double wanted = 0, result;
  for (int i = 0; i < NX * NY; ++i)
    if (x[i] > 0.5) wanted = x[i] + 100.0 * (i % NX) + 10000.0 * (i / NX);
  ops_reduction_result(last, &result);
  check::number("last assigned", result, wanted);
  ops_par_loop_passive(last_of_column, "last_of_column", grid, 2, all, ops_arg_dat(u, 1, S2D_00, "double", OPS_READ), ops_arg_dat(column, 1, S2D_00_STRID2D_X, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop_passive(last_of_row, "last_of_row", grid, 2, all, ops_arg_dat(u, 1, S2D_00, "double", OPS_READ), ops_arg_dat(row, 1, S2D_00_STRID2D_Y, "double", OPS_WRITE));
  std::vector<double> columns, rows;
  for (int i = 0; i < NX; ++i) columns.push_back(x[i + NX * (NY - 1)] + NY - 1);
  for (int j = 0; j < NY; ++j) rows.push_back(2.0 * x[NX - 1 + NX * j]);
  check::fields("column", ops_dat_fetch_data<double>(column), columns);
  check::fields("row", ops_dat_fetch_data<double>(row), rows);
  ops_par_loop_passive(float_sums, "float_sums", grid, 2, all, ops_arg_dat(u, 1, S2D_00, "double", OPS_READ), ops_arg_reduce(fsum, 1, "float", OPS_INC), ops_arg_reduce(count, 1, "int", OPS_INC), ops_arg_reduce(top, 1, "float", OPS_MAX));
  float f, t, fs = 0, ft = -1e30f;
  int n, ns = 0;
  ops_reduction_result(fsum, &f);
  ops_reduction_result(count, &n);
  ops_reduction_result(top, &t);
  for (const double y : x) fs += (float)y, ns += y > 0.0, ft = std::max(ft, (float)y);
  check::number("float sum", f, fs, 1e-5);
  check::fields("count, top", {double(n), t}, {double(ns), ft});
  // one dimension fewer than the block: index 0 of the other
  int short_range[] = {1, NX - 1};
  ops_par_loop_passive(line, "line", grid, 1, short_range, ops_arg_dat(u, 1, S2D_00, "double", OPS_RW), ops_arg_idx());
  for (int i = 1; i < NX - 1; ++i) x[i] += 1.0 + i;
  check::fields("line", ops_dat_fetch_data<double>(u), x);
  int last_cell[] = {NX - 1, NX, NY - 1, NY}, nothing[] = {3, 3, 0, NY};
  ops_par_loop_passive(corner, "corner", grid, 2, last_cell, ops_arg_dat(u, 1, S2D_00, "double", OPS_READ), ops_arg_reduce(one, 1, "double", OPS_INC));
  ops_par_loop_passive(corner, "corner", grid, 2, nothing, ops_arg_dat(u, 1, S2D_00, "double", OPS_READ), ops_arg_reduce(one, 1, "double", OPS_INC));
  ops_reduction_result(one, &result);
  check::number("corner", result, x.back() * x.back());
  const int status = check::verdict();
  ops_exit();
  return status;
}
