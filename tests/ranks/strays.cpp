// tests/ranks/strays.cpp: arguments whose cell at a point is not the point's owner's, though their stencils are
// ordinary: a dataset of another stride in the same loop, one of lower dimension; and cells between those that a
// stencil touches, beside a cut. Their values and derivatives: lines with the same words on any number of processes.
#include <vector>

#define OPS_2D
#include "ops.hpp"

constexpr int wide = 16, high = 4;

void fill(ACC<double>& u, const int* idx) { u(0, 0) = 0.4 + 0.03 * idx[0] + 0.011 * idx[1] * idx[0]; }
void take(const ACC<double>& from, ACC<double>& to) { to(0, 0) = from(0, 0) * from(0, 0) + 0.5 * to(0, 0); }
void double_both(ACC<double>& a, ACC<double>& b) {
  a(0, 0) = 2.0 * a(0, 0) * b(0, 0);
  b(0, 0) = b(0, 0) * b(0, 0);
}
void gather(const ACC<double>& u, ACC<double>& line) { line(0, 0) += u(0, 0) * u(0, 0); }
void spread(const ACC<double>& from, ACC<double>& to) { to(0, 0) = from(1, 0) * from(-1, 0); }
void corners(const ACC<double>& from, ACC<double>& to) { to(0, 0) = from(-1, -1) * from(1, 1); }
void total(const ACC<double>& u, const int* idx, double* sum) {
  *sum += (1.0 + 0.1 * idx[0] - 0.2 * idx[1]) * u(0, 0) * u(0, 0);
}

void show(const char* what, const std::vector<double>& values) {
  for (const double value : values) ops_printf("%s %a\n", what, value);
}

ops_dat declare(ops_block block, int nx, int ny, int stride, const char* name) {
  int size[] = {nx, ny}, base[] = {0, 0}, d_m[] = {-1, ny > 1 ? -1 : 0}, d_p[] = {1, ny > 1 ? 1 : 0},
      strides[] = {stride, 1};
  double* none = nullptr;
  return ops_decl_dat(block, 1, size, base, d_m, d_p, strides, none, "double", name);
}

void run() {
  ops_block block = ops_decl_block(2, "block");
  ops_dat fine = declare(block, wide, high, 1, "fine"), row = declare(block, wide, high, 1, "row"),
          coarse = declare(block, wide / 2, high, 2, "coarse");
  ops_dat line = declare(block, wide, 1, 1, "line"), near = declare(block, wide, high, 1, "near"),
          thin = declare(block, wide, high, 1, "thin");
  int offset[] = {0, 0}, cross[] = {0, 0, 1, 0, -1, 0}, along[] = {1, 0};
  ops_stencil here = ops_decl_stencil(2, 1, offset, "here"),
              flat = ops_decl_strided_stencil(2, 1, offset, along, "flat");
  int diagonal[] = {-1, -1, 1, 1};
  ops_stencil beside = ops_decl_stencil(2, 3, cross, "cross"), corner = ops_decl_stencil(2, 2, diagonal, "corner");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");

  int all[] = {0, wide, 0, high}, some[] = {0, 6, 0, high}, bottom[] = {0, wide, 0, 1};
  for (ops_dat dat : {fine, row})
    ops_par_loop(fill, "fill", block, 2, all, ops_arg_dat(dat, 1, here, "double", OPS_WRITE), ops_arg_idx());
  int half[] = {0, wide / 2, 0, high};
  ops_par_loop(fill, "fill", block, 2, half, ops_arg_dat(coarse, 1, here, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(fill, "fill", block, 2, bottom, ops_arg_dat(line, 1, here, "double", OPS_WRITE), ops_arg_idx());
  for (int step = 0; step < 2; ++step) {
    ops_par_loop(take, "take", block, 2, some, ops_arg_dat(coarse, 1, here, "double", OPS_READ),
                 ops_arg_dat(fine, 1, here, "double", OPS_RW));
    ops_par_loop(take, "take", block, 2, some, ops_arg_dat(fine, 1, here, "double", OPS_READ),
                 ops_arg_dat(coarse, 1, here, "double", OPS_RW));
    ops_par_loop(double_both, "double_both", block, 2, some, ops_arg_dat(fine, 1, here, "double", OPS_RW),
                 ops_arg_dat(coarse, 1, here, "double", OPS_RW));
    ops_par_loop(gather, "gather", block, 2, all, ops_arg_dat(fine, 1, here, "double", OPS_READ),
                 ops_arg_dat(line, 1, flat, "double", OPS_INC));
    ops_par_loop(take, "take", block, 2, bottom, ops_arg_dat(line, 1, here, "double", OPS_READ),
                 ops_arg_dat(row, 1, here, "double", OPS_RW));
  }
  int inside[] = {1, wide - 1, 0, high}, narrow[] = {7, 9, 0, high};  // about the cut between two parts along x
  ops_par_loop(spread, "spread", block, 2, inside, ops_arg_dat(row, 1, beside, "double", OPS_READ),
               ops_arg_dat(near, 1, here, "double", OPS_WRITE));
  ops_par_loop(corners, "corners", block, 2, narrow, ops_arg_dat(near, 1, corner, "double", OPS_READ),
               ops_arg_dat(thin, 1, here, "double", OPS_WRITE));
  for (ops_dat dat : {fine, row, thin})
    ops_par_loop(total, "total", block, 2, all, ops_arg_dat(dat, 1, here, "double", OPS_READ), ops_arg_idx(),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_printf("value %a\n", ops_ad_objective(sum));
  for (ops_dat dat : {fine, row, coarse, line}) show(dat->name, ops_dat_fetch_data<double>(dat));
  for (int again = 0; again < 4; ++again) ops_interpret_adjoints();  // in memory that has held other derivatives
  for (ops_dat dat : {fine, row, coarse, line}) show(dat->name, ops_dat_fetch_derivative<double>(dat));
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }
