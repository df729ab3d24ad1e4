// docs/example/gray_scott.cpp: gray_scott_plain.cpp, ported: the same values, on every target.
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
  double rates[] = {0.035, 0.06};
  ops_block grid = ops_decl_block(2, "grid");
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

  ops_par_loop(start, "start", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_WRITE),
               ops_arg_dat(v, 1, point, "double", OPS_WRITE), ops_arg_idx());
  for (int step = 0; step < steps; ++step) {
    for (const ops_halo_group& group : around) ops_halo_transfer(group);
    ops_par_loop(react, "react", grid, 2, all, ops_arg_dat(u, 1, star, "double", OPS_READ),
                 ops_arg_dat(v, 1, star, "double", OPS_READ), ops_arg_dat(u_next, 1, point, "double", OPS_WRITE),
                 ops_arg_dat(v_next, 1, point, "double", OPS_WRITE), ops_arg_gbl(rates, 2, "double", OPS_READ));
    std::swap(u, u_next);
    std::swap(v, v_next);
    std::swap(around, around_next);
  }
  ops_par_loop(add, "add", grid, 2, all, ops_arg_dat(v, 1, point, "double", OPS_READ),
               ops_arg_reduce(amount, 1, "double", OPS_INC));
  ops_printf("amount of v %.9f\n", ops_reduction_result<double>(amount));
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }
