// tests/adjoint/switched_off.cpp: a dataset that is switched off (or, with -on, is not) and that kernels touch all the
// same; and one kernel that would touch it only if a flag that is passed said so. Prints the bits of what comes out,
// and of its gradient.
#include <cstdio>
#include <cstring>
#include <vector>

#define OPS_2D
#include "ops.hpp"

#include "bits.hpp"

constexpr int nx = 70, ny = 9;

void fill(ACC<double>& u, const int* index) { u(0, 0) = 0.6 + 0.05 * ((3 * index[0] + 5 * index[1]) % 11); }
void take(const ACC<double>& u, ACC<double>& v) { v(0, 0) = v(0, 0) + u(0, 0) * u(1, 0); }
void change(ACC<double>& u, const ACC<double>& v) { u(0, 0) = u(0, 0) * v(0, 0); }
void depends(const ACC<double>& u, ACC<double>& v) {
  if (v(0, 0) > 1.3) v(0, 0) = v(0, 0) * u(0, 1);
}
void flagged(ACC<double>& u, ACC<double>& v, const int* flags) {
  const int first = flags[0], more = first + 1;
  if (first == 1) u(0, 0) = 100.0;
  if (more > 1 && u(0, 0) > 0.0) v(0, 0) = 100.0;
  const double w = flags[1] == 1 ? u(1, 0) : v(0, 0);
  v(0, 0) = w * 1.25;
}
void total(const ACC<double>& u, const ACC<double>& v, double* sum) { *sum += u(0, 0) * v(0, 0) * v(0, 0); }

int main(int argc, char** argv) {
  int on = 0;
  for (int k = 1; k < argc; ++k) on = on != 0 || std::strcmp(argv[k], "-on") == 0;
  ops_init(argc, argv, 1);
  ops_block block = ops_decl_block(2, "block");
  int size[] = {nx, ny}, base[] = {0, 0}, low[] = {-1, -1}, high[] = {1, 1}, offsets[] = {0, 0, 1, 0, 0, 1},
      flags[] = {0, 0};
  double* zeros = nullptr;
  ops_dat u = ops_decl_dat(block, 1, size, base, low, high, zeros, "double", "u");
  ops_dat v = ops_decl_dat(block, 1, size, base, low, high, zeros, "double", "v");
  ops_stencil point = ops_decl_stencil(2, 1, offsets, "point"), corner = ops_decl_stencil(2, 3, offsets, "corner");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  int whole[] = {-1, nx + 1, -1, ny + 1}, inside[] = {0, nx, 0, ny};
  for (ops_dat dat : {u, v})
    ops_par_loop(fill, "fill", block, 2, whole, ops_arg_dat(dat, 1, point, "double", OPS_WRITE), ops_arg_idx());
  for (int step = 0; step < 2; ++step) {
    ops_par_loop(take, "take", block, 2, inside, ops_arg_dat_opt(u, 1, corner, "double", OPS_READ, on),
                 ops_arg_dat(v, 1, point, "double", OPS_RW));
    ops_par_loop(change, "change", block, 2, inside, ops_arg_dat_opt(u, 1, point, "double", OPS_RW, on),
                 ops_arg_dat(v, 1, point, "double", OPS_READ));
    ops_par_loop(depends, "depends", block, 2, inside, ops_arg_dat_opt(u, 1, corner, "double", OPS_READ, on),
                 ops_arg_dat(v, 1, point, "double", OPS_RW));
    ops_par_loop(flagged, "flagged", block, 2, inside, ops_arg_dat_opt(u, 1, corner, "double", OPS_RW, 0),
                 ops_arg_dat(v, 1, point, "double", OPS_RW), ops_arg_gbl(flags, 2, "int", OPS_READ));
  }
  ops_par_loop(total, "total", block, 2, inside, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_dat(v, 1, point, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
  double value = 0.0, one = 1.0;
  sum->get_result(&value, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::uint64_t values = no_bits, gradient = no_bits;
  for (ops_dat dat : {u, v}) {
    std::vector<double> cells(nx * ny);
    ops_dat_fetch_data(dat, 0, reinterpret_cast<char*>(cells.data()));
    mix_in(values, cells.data(), cells.size());
    ops_dat_fetch_derivative(dat, reinterpret_cast<char*>(cells.data()));
    mix_in(gradient, cells.data(), cells.size());
  }
  std::printf("sum %.17g values %016llx gradient %016llx\n", value, static_cast<unsigned long long>(values),
              static_cast<unsigned long long>(gradient));
  ops_exit();
  return 0;
}
