// docs/example/gray_scott_gradient.cpp: gray_scott.cpp with a gradient by its start and its rates.
// See docs/is_this_for_me.md.
#define OPS_2D
#include <utility>
#include <vector>

#include "ops.hpp"

constexpr int n = 64, steps = 200;

double laplace(const ACC<double>& f) { return f(-1, 0) + f(1, 0) + f(0, -1) + f(0, 1) - 4.0 * f(0, 0); }

void start(ACC<double>& u, ACC<double>& v, const int* idx) {
  const bool inside = idx[0] >= 27 && idx[0] < 37 && idx[1] >= 27 && idx[1] < 37;
  u(0, 0) = inside ? 0.5 : 1.0;
  v(0, 0) = inside ? 0.25 : 0.0;
}
void react(const ACC<double>& u, const ACC<double>& v, ACC<double>& u_next, ACC<double>& v_next, const double* rates) {
  const double feed = rates[0], kill = rates[1];
  const double reaction = u(0, 0) * v(0, 0) * v(0, 0);
  u_next(0, 0) = u(0, 0) + 0.16 * laplace(u) - reaction + feed * (1.0 - u(0, 0));
  v_next(0, 0) = v(0, 0) + 0.08 * laplace(v) + reaction - (feed + kill) * v(0, 0);
}
void add(const ACC<double>& v, double* amount) { *amount += v(0, 0); }

void run() {
  int all[] = {0, n, 0, n}, five[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  const double usual[] = {0.035, 0.06};
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat u_start = ops_decl_dat<double>(grid, "u_start", {n, n}, {.halo = 1});
  ops_dat v_start = ops_decl_dat<double>(grid, "v_start", {n, n}, {.halo = 1});
  ops_scalar rates = ops_decl_scalar("rates", usual, 2);
  ops_dat u = ops_decl_dat<double>(grid, "u", {n, n}, {.halo = 1});
  ops_dat v = ops_decl_dat<double>(grid, "v", {n, n}, {.halo = 1});
  ops_dat u_next = ops_decl_dat<double>(grid, "u_next", {n, n}, {.halo = 1});
  ops_dat v_next = ops_decl_dat<double>(grid, "v_next", {n, n}, {.halo = 1});
  ops_stencil point = ops_decl_stencil(2, 1, five, "point"), star = ops_decl_stencil(2, 5, five, "star");
  ops_reduction amount = ops_decl_reduction_handle(sizeof(double), "double", "amount");
  std::vector<ops_halo_group> around = {ops_decl_halo_periodic(0, {u, v}), ops_decl_halo_periodic(1, {u, v})};
  std::vector<ops_halo_group> around_next = {ops_decl_halo_periodic(0, {u_next, v_next}),
                                             ops_decl_halo_periodic(1, {u_next, v_next})};
  ops_partition("");

  ops_par_loop(start, "start", grid, 2, all, ops_arg_dat(u_start, 1, point, "double", OPS_WRITE),
               ops_arg_dat(v_start, 1, point, "double", OPS_WRITE), ops_arg_idx());
  ops_dat_deep_copy(u, u_start);
  ops_dat_deep_copy(v, v_start);
  for (int step = 0; step < steps; ++step) {
    ops_ad_step();
    for (const ops_halo_group& group : around) ops_halo_transfer(group);
    ops_par_loop(react, "react", grid, 2, all, ops_arg_dat(u, 1, star, "double", OPS_READ),
                 ops_arg_dat(v, 1, star, "double", OPS_READ), ops_arg_dat(u_next, 1, point, "double", OPS_WRITE),
                 ops_arg_dat(v_next, 1, point, "double", OPS_WRITE), ops_arg_scalar(rates, 2, "double", OPS_READ));
    std::swap(u, u_next);
    std::swap(v, v_next);
    std::swap(around, around_next);
  }
  ops_par_loop(add, "add", grid, 2, all, ops_arg_dat(v, 1, point, "double", OPS_READ),
               ops_arg_reduce(amount, 1, "double", OPS_INC));
  ops_printf("amount of v %.9f\n", ops_ad_objective(amount));

  ops_interpret_adjoints();
  const std::vector<double> by_v = ops_dat_fetch_derivative<double>(v_start);
  const std::vector<double> by_rates = ops_scalar_fetch_derivative<double>(rates);
  ops_printf("derivative with respect to feed %.6f, to v at the start in cell (32, 32) %.6f\n", by_rates[0],
             by_v[32 * n + 32]);
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }
