// tests/adjoint/declared_write.cpp: kernels that read, at their point, what their loops declare OPS_WRITE, as published
// codes do. With -rw the same loops are declared OPS_RW. Prints the objective and its derivatives, every bit.
#include <cmath>
#include <cstring>
#include <vector>

#define OPS_2D
#include "ops.hpp"

constexpr int nx = 17, ny = 11;

void square(ACC<double>& u) { u(0, 0) = u(0, 0) * u(0, 0) + 0.3 * u(0, 0); }
void limit(const ACC<double>& u, ACC<double>& w, const double* k) {
  if (u(0, 0) > 0.2) w(0, 0, 0) = u(0, 0) * w(1, 0, 0);
  w(1, 0, 0) = w(0, 0, 0) * w(0, 0, 0) + *k * w(1, 0, 0);
}
void spread(const ACC<double>& w, ACC<double>& u) {
  u(0, 0) += 0.1 * (w(0, 1, 0) + w(0, -1, 0) + w(1, 0, 1) * w(1, 0, -1));
}
void total(const ACC<double>& u, double* sum) { *sum += u(0, 0) * u(0, 0); }

int main(int argc, char** argv) {
  const bool rw = argc > 1 && std::strcmp(argv[1], "-rw") == 0;
  return ops_main(argc, argv, [rw] {
    int all[] = {0, nx, 0, ny}, offsets[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1};
    const double one = 0.8;
    ops_block grid = ops_decl_block(2, "grid");
    ops_dat u = ops_decl_dat<double>(grid, "u", {nx, ny}, {.halo = 1}),
            w = ops_decl_dat<double>(grid, "w", {nx, ny}, {.dim = 2, .halo = 1});
    ops_scalar k = ops_decl_scalar("k", &one, 1);
    ops_stencil point = ops_decl_stencil(2, 1, offsets, "point"), star = ops_decl_stencil(2, 5, offsets, "star");
    ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
    ops_partition("");
    std::vector<double> of_u(nx * ny), of_w(2 * nx * ny);
    for (std::size_t n = 0; n < of_u.size(); ++n) of_u[n] = std::sin(0.3 * static_cast<double>(n));
    for (std::size_t n = 0; n < of_w.size(); ++n) of_w[n] = 0.5 + 0.25 * std::cos(0.7 * static_cast<double>(n));
    ops_dat_set_data(u, of_u);
    ops_dat_set_data(w, of_w);
    for (int step = 0; step < 3; ++step) {
      if (rw) {
        ops_par_loop(square, "square", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_RW));
        ops_par_loop(limit, "limit", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                     ops_arg_dat(w, 2, point, "double", OPS_RW), ops_arg_scalar(k, 1, "double", OPS_READ));
        ops_par_loop(spread, "spread", grid, 2, all, ops_arg_dat(w, 2, star, "double", OPS_READ),
                     ops_arg_dat(u, 1, point, "double", OPS_RW));
      } else {
        ops_par_loop(square, "square", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_WRITE));
        ops_par_loop(limit, "limit", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                     ops_arg_dat(w, 2, point, "double", OPS_WRITE), ops_arg_scalar(k, 1, "double", OPS_READ));
        ops_par_loop(spread, "spread", grid, 2, all, ops_arg_dat(w, 2, star, "double", OPS_READ),
                     ops_arg_dat(u, 1, point, "double", OPS_WRITE));
      }
    }
    ops_par_loop(total, "total", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    const double value = ops_ad_objective(sum);
    ops_interpret_adjoints();
    ops_printf("%a\n%a\n", value, *k->get_derivative<double>());
    for (const ops_dat dat : {u, w})
      for (const double slope : ops_dat_fetch_derivative<double>(dat)) ops_printf("%a\n", slope);
  });
}
