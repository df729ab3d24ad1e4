// tests/adjoint/planes.cpp: a volume with two components beside an upright plane that is summed onto, and a flat one
// whose coefficients are differentiated, a wall that is written and read in place, and a scalar. Prints the objective
// and a hash of the gradient with respect to all of them.
#include <cstdio>
#include <vector>

#define OPS_3D
#include "ops.hpp"

#include "bits.hpp"

constexpr int nx = 24, ny = 40, nz = 20;  // enough points for several threads

void fill(ACC<double>& u, const int* index) {
  u(0, 0, 0, 0) = 0.7 + 0.1 * (index[0] % 5) - 0.02 * index[1];
  u(1, 0, 0, 0) = 0.3 + 0.07 * (index[2] % 3) + 0.005 * index[0];
}
void wall(ACC<double>& u) {
  u(0, 0, 0, 0) = u(0, 0, 2, 0) * u(1, 0, 1, 0);
  u(1, 0, 0, 0) = -0.5 * u(1, 0, 1, 0);
}
void add_up(const ACC<double>& u, const ACC<double>& flat, ACC<double>& upright, const double* s) {
  upright(0, 0, 0, 0) += 0.1 * (*s * u(0, 0, 0, 0) * flat(1, 0, 1, 0) + u(1, 0, 0, 1) * u(1, 0, 0, 0));
  upright(1, 0, 0, 0) += 0.1 * u(1, 0, 0, 0) * flat(0, 0, 0, 0) * flat(1, 0, 0, 0);
}
void hand_back(const ACC<double>& upright, ACC<double>& u) {
  u(0, 0, 0, 0) = u(0, 0, 0, 0) + 0.01 * upright(0, 0, 0, 0) * u(1, 0, 0, 0);
  u(1, 0, 0, 0) = u(1, 0, 0, 0) * (1.0 + 0.02 * upright(1, 0, 0, 0));
}
void shade(const ACC<double>& flat, ACC<double>& u) {
  u(1, 0, 0, 0) = u(1, 0, 0, 0) * (1.0 + 0.01 * flat(0, 0, 1, 0) * flat(0, 0, 0, 0));
}
void total(const ACC<double>& u, double* sum) { *sum += u(0, 0, 0, 0) * u(0, 0, 0, 0) + u(1, 0, 0, 0); }

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_block block = ops_decl_block(3, "block");
  int size[] = {nx, ny, nz}, flat_size[] = {nx, ny, 1}, upright_size[] = {nx, 1, nz}, base[] = {0, 0, 0},
      high[] = {1, 1, 1}, low[] = {-1, -1, -1};
  double* zeros = nullptr;
  const auto declare = [&](int* extent, const char* name) {
    return ops_decl_dat(block, 2, extent, base, low, high, zeros, "double", name);
  };
  ops_dat u = declare(size, "u"), flat = declare(flat_size, "flat"), upright = declare(upright_size, "upright");
  const double half = 0.5;
  ops_scalar s = ops_decl_scalar("s", &half, 1);
  int centre[] = {0, 0, 0}, above[] = {0, 0, 0, 0, 0, 1}, next_y[] = {0, 0, 0, 0, 1, 0},
      inward[] = {0, 0, 0, 0, 1, 0, 0, 2, 0};
  int along_flat[] = {1, 1, 0}, along_upright[] = {1, 0, 1};
  ops_stencil point = ops_decl_stencil(3, 1, centre, "point"), up = ops_decl_stencil(3, 2, above, "up"),
              in = ops_decl_stencil(3, 3, inward, "in");
  ops_stencil on_flat = ops_decl_strided_stencil(3, 2, next_y, along_flat, "on_flat"),
              on_upright = ops_decl_strided_stencil(3, 1, centre, along_upright, "on_upright");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  int whole[] = {-1, nx + 1, -1, ny + 1, -1, nz + 1}, inside[] = {0, nx, 0, ny, 0, nz},
      in_flat[] = {-1, nx + 1, -1, ny + 1, 0, 1}, at_wall[] = {0, nx, -1, 0, 0, nz};
  ops_par_loop(fill, "fill_u", block, 3, whole, ops_arg_dat(u, 2, point, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(fill, "fill_flat", block, 3, in_flat, ops_arg_dat(flat, 2, point, "double", OPS_WRITE), ops_arg_idx());
  for (int step = 0; step < 4; ++step) {
    ops_ad_step();
    ops_par_loop(wall, "wall", block, 3, at_wall, ops_arg_dat(u, 2, in, "double", OPS_RW));
    ops_par_loop(add_up, "add_up", block, 3, inside, ops_arg_dat(u, 2, up, "double", OPS_READ),
                 ops_arg_dat(flat, 2, on_flat, "double", OPS_READ),
                 ops_arg_dat(upright, 2, on_upright, "double", OPS_INC), ops_arg_scalar(s, 1, "double", OPS_READ));
    ops_par_loop(hand_back, "hand_back", block, 3, inside, ops_arg_dat(upright, 2, on_upright, "double", OPS_READ),
                 ops_arg_dat(u, 2, point, "double", OPS_RW));
    ops_par_loop(shade, "shade", block, 3, inside, ops_arg_dat(flat, 2, on_flat, "double", OPS_READ),
                 ops_arg_dat(u, 2, point, "double", OPS_RW));
  }
  ops_par_loop(total, "total", block, 3, inside, ops_arg_dat(u, 2, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  double value = 0.0, one = 1.0;
  sum->get_result(&value, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::uint64_t hash = no_bits;
  for (ops_dat dat : {u, flat, upright}) {
    std::vector<double> derivative(static_cast<std::size_t>(2 * (dat == u      ? nx * ny * nz
                                                                 : dat == flat ? nx * ny
                                                                               : nx * nz)));
    ops_dat_fetch_derivative(dat, reinterpret_cast<char*>(derivative.data()));
    mix_in(hash, derivative.data(), derivative.size());
  }
  mix_in(hash, s->get_derivative<double>(), 1);
  std::printf("objective %a hash %016llx\n", value, static_cast<unsigned long long>(hash));
  ops_exit();
  return 0;
}
