// A program whose trace is known: four sweeps with a boundary each, one root, one sum.
//   -sweeps=n  how many
//   -tiny      at (2, 1) the argument of the last function is so small that its derivative is infinite, though its
//              value is not; and what computed that argument multiplies by zero
//   -negative  at (2, 1) that argument is negative, and has no root
//   -halve     the answer of a second interpretation after ops_ad_reset and half the sweeps
#define OPS_2D
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "ops.hpp"

void fill(ACC<double>& u, const int* idx) { u(0, 0) = 1.0 + 0.1 * idx[0] + 0.01 * idx[1]; }
void sweep(const ACC<double>& u, ACC<double>& v) {
  v(0, 0) = 0.5 * u(0, 0) * u(0, 0) + 0.2 * (2.0 + u(1, 0) - u(-1, 0));
}
void edge(ACC<double>& v) { v(0, 0) = v(1, 0); }
void back(const ACC<double>& v, ACC<double>& u) { u(0, 0) = 0.5 * v(0, 0); }
void root(const ACC<double>& u, ACC<double>& v) { v(0, 0) = std::sqrt(u(0, 0)) + 1e-200 / u(0, 0); }
void spoil(ACC<double>& u, const double* by, const int* idx) {
  u(0, 0) = idx[0] == 2 && idx[1] == 1 ? by[0] + by[1] * u(0, 0) : u(0, 0);
}
void total(const ACC<double>& v, double* sum) { *sum += v(0, 0); }

namespace {

struct Program {
  int size[2] = {8, 6}, base[2] = {0, 0}, below[2] = {-1, -1}, above[2] = {1, 1};
  int all[4] = {0, 8, 0, 6}, rim[4] = {-1, 9, -1, 7}, left[4] = {-1, 0, 0, 6};
  int offsets[6] = {0, 0, -1, 0, 1, 0}, right[4] = {0, 0, 1, 0};
  double* zeros = nullptr;
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat u = ops_decl_dat(grid, 1, size, base, below, above, zeros, "double", "u");
  ops_dat v = ops_decl_dat(grid, 1, size, base, below, above, zeros, "double", "<v> \"quoted\"");
  ops_stencil point = ops_decl_stencil(2, 1, offsets, "point"), row = ops_decl_stencil(2, 3, offsets, "row");
  ops_stencil ahead = ops_decl_stencil(2, 2, right, "ahead");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");

  double run(int sweeps, double value_there) {
    ops_par_loop(fill, "fill", grid, 2, rim, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
    for (int s = 0; s < sweeps; ++s) {
      ops_par_loop(sweep, "sweep", grid, 2, all, ops_arg_dat(u, 1, row, "double", OPS_READ),
                   ops_arg_dat(v, 1, point, "double", OPS_WRITE));
      ops_par_loop(edge, "edge", grid, 2, left, ops_arg_dat(v, 1, ahead, "double", OPS_RW));
      ops_par_loop(back, "back", grid, 2, all, ops_arg_dat(v, 1, point, "double", OPS_READ),
                   ops_arg_dat(u, 1, point, "double", OPS_WRITE));
    }
    const double by[] = {value_there, 0.0};
    if (value_there != 0)
      ops_par_loop(spoil, "spoil", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_RW),
                   ops_arg_gbl(by, 2, "double", OPS_READ), ops_arg_idx());
    ops_par_loop(root, "root </script>", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_dat(v, 1, point, "double", OPS_WRITE));
    ops_par_loop(total, "total", grid, 2, all, ops_arg_dat(v, 1, point, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    double value = 0, one = 1;
    sum->get_result(&value, &one);
    return value;
  }

  /// FNV-1a of the gradient's bits.
  unsigned long long hash() const {
    double gradient[8 * 6];
    ops_dat_fetch_derivative(u, reinterpret_cast<char*>(gradient));
    unsigned char bytes[sizeof gradient];
    std::memcpy(bytes, gradient, sizeof gradient);
    unsigned long long h = 1469598103934665603u;
    for (const unsigned char byte : bytes) h = (h ^ byte) * 1099511628211u;
    return h;
  }
};

}  // namespace

int main(int argc, char** argv) try {
  int sweeps = 4;
  double there = 0;
  bool halve = false;
  for (int i = 1; i < argc; ++i) {
    if (std::strncmp(argv[i], "-sweeps=", 8) == 0) sweeps = std::atoi(argv[i] + 8);
    if (std::strcmp(argv[i], "-tiny") == 0) there = 1e-300;
    if (std::strcmp(argv[i], "-negative") == 0) there = -1;
    halve = halve || std::strcmp(argv[i], "-halve") == 0;
  }
  ops_init(argc, argv, 1);
  Program program;
  ops_partition("");
  OPS_instance* instance = OPS_instance::getOPSInstance();
  double value = program.run(sweeps, there);
  ops_interpret_adjoints(instance);
  if (halve) {
    ops_ad_reset(instance);
    value = program.run(sweeps / 2, there);
    ops_interpret_adjoints(instance);
  }
  const ops_ad_statistics s = ops_ad_get_statistics(instance);
  std::cout << value << ' ' << program.hash() << ' ' << s.version_bytes + s.region_bytes << ' ' << s.nodes << '\n';
  ops_exit();
} catch (const OPSException& error) {
  std::cout << error.what() << '\n';
  return 1;
}
