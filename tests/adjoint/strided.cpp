// tests/adjoint/strided.cpp: widths of cells along each axis, held in lines of data (strides 1,0 and 0,1), that are
// passive or, with -active, differentiated; sums over columns and rows into such lines. Prints a hash of the gradient
// with respect to all that is active.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#define OPS_2D
#include "ops.hpp"

#include "bits.hpp"

constexpr int nx = 150, ny = 130;  // enough points for several threads

void widths(ACC<double>& dx, const int* index) { dx(0, 0) = 1.0 + 0.1 * std::sin(0.7 * index[0] + 0.3 * index[1]); }
void fill(ACC<double>& u, const int* index) { u(0, 0) = 0.7 + 0.1 * std::sin(1.3 * index[0] + 0.4 * index[1]); }
void flux(const ACC<double>& u, const ACC<double>& dx, const ACC<double>& dy, ACC<double>& f) {
  const double slope = (u(1, 0) - u(-1, 0)) / (dx(0, 0) + dx(1, 0));
  f(0, 0) = slope * std::sqrt(dy(0, 0)) * u(0, 0) + 0.25 * u(0, 1) * u(0, -1) * dy(0, 1);
}
void scale(const ACC<double>& f, const ACC<double>& dx, ACC<double>& u) {
  u(0, 0) = u(0, 0) - 0.01 * f(0, 0) / dx(0, 0);
}
void add_up(const ACC<double>& u, ACC<double>& load) { load(0, 0) = load(0, 0) + 0.1 * u(0, 0) * u(0, 1); }
void lean(const ACC<double>& u, const ACC<double>& before, ACC<double>& track) {
  track(0, 0) = track(0, 0) + 0.01 * u(0, 0) * before(1, 0);
}
void total(const ACC<double>& u, double* sum) { *sum += u(0, 0) * u(0, 0); }

int main(int argc, char** argv) {
  bool active = false;
  for (int k = 1; k < argc; ++k) active = active || std::strcmp(argv[k], "-active") == 0;
  ops_init(argc, argv, 1);
  int size[] = {nx, ny}, row[] = {nx, 1}, column[] = {1, ny}, base[] = {0, 0}, halo[] = {1, 1}, low[] = {-1, -1};
  double* zeros = nullptr;
  ops_block block = ops_decl_block(2, "block");
  const auto declare = [&](int* extent, bool passive, const char* name) {
    return passive ? ops_decl_dat_passive(block, 1, extent, base, low, halo, zeros, "double", name)
                   : ops_decl_dat(block, 1, extent, base, low, halo, zeros, "double", name);
  };
  ops_dat u = declare(size, false, "u"), f = declare(size, false, "f"), dx = declare(row, !active, "dx"),
          dy = declare(column, !active, "dy");
  ops_dat load_x = declare(row, false, "load_x"), load_y = declare(column, false, "load_y");
  ops_dat track =
      declare(row, true,
              "track");  // summed onto while its neighbours are read: no derivative, but a value, that of serial order
  int centre[] = {0, 0}, along[] = {1, 0}, across[] = {0, 1}, next_x[] = {0, 0, 1, 0}, next_y[] = {0, 0, 0, 1},
      five[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  ops_stencil point = ops_decl_stencil(2, 1, centre, "point"), cross = ops_decl_stencil(2, 5, five, "cross");
  ops_stencil line_x = ops_decl_strided_stencil(2, 2, next_x, along, "line_x"),
              line_y = ops_decl_strided_stencil(2, 2, next_y, across, "line_y");
  ops_stencil at_x = ops_decl_strided_stencil(2, 1, centre, along, "at_x"),
              at_y = ops_decl_strided_stencil(2, 1, centre, across, "at_y");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  int whole[] = {-1, nx + 1, -1, ny + 1}, inside[] = {0, nx, 0, ny}, in_row[] = {-1, nx + 1, 0, 1},
      in_column[] = {0, 1, -1, ny + 1};
  ops_par_loop(widths, "widths_x", block, 2, in_row, ops_arg_dat(dx, 1, point, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(widths, "widths_y", block, 2, in_column, ops_arg_dat(dy, 1, point, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(fill, "fill", block, 2, whole, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  for (int step = 0; step < 3; ++step) {
    ops_par_loop(flux, "flux", block, 2, inside, ops_arg_dat(u, 1, cross, "double", OPS_READ),
                 ops_arg_dat(dx, 1, line_x, "double", OPS_READ), ops_arg_dat(dy, 1, line_y, "double", OPS_READ),
                 ops_arg_dat(f, 1, point, "double", OPS_WRITE));
    ops_par_loop(scale, "scale", block, 2, inside, ops_arg_dat(f, 1, point, "double", OPS_READ),
                 ops_arg_dat(dx, 1, line_x, "double", OPS_READ), ops_arg_dat(u, 1, point, "double", OPS_RW));
    ops_par_loop(add_up, "add_up_x", block, 2, inside, ops_arg_dat(u, 1, cross, "double", OPS_READ),
                 ops_arg_dat(load_x, 1, at_x, "double", OPS_INC));
    ops_par_loop(add_up, "add_up_y", block, 2, inside, ops_arg_dat(u, 1, cross, "double", OPS_READ),
                 ops_arg_dat(load_y, 1, at_y, "double", OPS_INC));
  }
  ops_par_loop(total, "total", block, 2, inside, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_par_loop(widths, "start", block, 2, in_row, ops_arg_dat(track, 1, point, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(lean, "lean", block, 2, inside, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_dat(track, 1, line_x, "double", OPS_READ), ops_arg_dat(track, 1, at_x, "double", OPS_INC));
  ops_par_loop(total, "total_x", block, 2, in_row, ops_arg_dat(load_x, 1, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_par_loop(total, "total_y", block, 2, in_column, ops_arg_dat(load_y, 1, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  double value = 0.0, one = 1.0;
  sum->get_result(&value, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::uint64_t hash = no_bits;
  mix_in(hash, &value, 1);
  std::vector<double> tracked(nx);
  ops_dat_fetch_data(track, 0, reinterpret_cast<char*>(tracked.data()));
  mix_in(hash, tracked.data(), tracked.size());
  for (ops_dat dat : {u, dx, dy}) {
    if (dat != u && !active) continue;
    std::vector<double> derivative(static_cast<std::size_t>(dat == u ? nx * ny : dat == dx ? nx : ny));
    ops_dat_fetch_derivative(dat, reinterpret_cast<char*>(derivative.data()));
    mix_in(hash, derivative.data(), derivative.size());
  }
  std::printf("hash %016llx\n", static_cast<unsigned long long>(hash));
  ops_exit();
  return 0;
}
