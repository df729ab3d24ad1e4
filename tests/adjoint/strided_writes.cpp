// tests/adjoint/strided_writes.cpp: loops that write every second or third cell, from values, from nothing and in
// place: the cells between keep their values and their derivatives. Prints the objective and its gradient, line by
// line.
#include <string_view>
#include <vector>

#define OPS_2D
#include "ops.hpp"

constexpr int nx = 12, ny = 10;

void fill(ACC<double>& u, const int* i) {
  u(0, 0, 0) = 1.0 + 0.1 * ((i[0] * 7 + i[1] * 5) % 11);
  u(1, 0, 0) = 0.5 + 0.05 * ((i[0] * 3 + i[1] * 2) % 13);
}
void spread(const ACC<double>& coarse, ACC<double>& f) {
  f(0, 0, 0) = coarse(0, 0, 0) * coarse(1, 0, 0) / (1.0 + coarse(0, 0, 0) * coarse(0, 0, 0));
  f(1, 0, 0) = coarse(0, 0, 0);
}
void pin(ACC<double>& f) {
  f(0, 0, 0) = 0.75;
  f(1, 0, 0) = 0.25;
}
void damp(ACC<double>& f, const double* s) {
  f(0, 0, 0) = f(0, 0, 0) * f(1, 0, 0) * *s;
  f(1, 0, 0) *= 0.5;
}
void gather(const ACC<double>& f, ACC<double>& coarse) {
  coarse(0, 0, 0) = 0.9 * f(0, 0, 0) + 0.05 * f(0, 1, 0) * f(1, 0, 0);
  coarse(1, 0, 0) = 0.5 * (coarse(1, 0, 0) + f(1, 0, 1));
}
void relax(const ACC<double>& g, ACC<double>& f) {
  f(0, 0, 0) += 0.1 * g(0, 1, 0) * g(1, 0, 0);
  f(1, 0, 0) += 0.02 * g(0, 0, 1);
}
void copy(const ACC<double>& f, ACC<double>& g) {
  g(0, 0, 0) = f(0, 0, 0);
  g(1, 0, 0) = f(1, 0, 0);
}
void total(const ACC<double>& f, double* sum) { *sum += f(0, 0, 0) * f(0, 0, 0) + f(1, 0, 0); }

void run(bool second) {
  ops_block b = ops_decl_block(2, "b");
  const auto field = [b](const char* name, int x, int y) {
    return ops_decl_dat<double>(b, name, {x, y}, {.dim = 2, .halo = 1});
  };
  ops_dat start = field("start", nx, ny), f = field("f", nx, ny), g = field("g", nx, ny),
          coarse = field("coarse", nx / 2, ny / 2);
  const double slope = 1.1;
  ops_scalar s = ops_decl_scalar("s", &slope, 1);
  int here[] = {0, 0}, around[] = {0, 0, 1, 0, 0, 1}, both[] = {2, 2}, along[] = {3, 1};
  ops_stencil point = ops_decl_stencil(2, 1, here, "point"), near = ops_decl_stencil(2, 3, around, "near");
  ops_stencil second_cells = ops_decl_strided_stencil(2, 1, here, both, "second_cells"),
              third = ops_decl_strided_stencil(2, 1, here, along, "third");
  ops_stencil near_second = ops_decl_strided_stencil(2, 3, around, both, "near_second");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  int all[] = {-1, nx + 1, -1, ny + 1}, inner[] = {0, nx, 0, ny}, half[] = {0, nx / 2, 0, ny / 2},
      whole_half[] = {-1, nx / 2 + 1, -1, ny / 2 + 1};
  int thirds[] = {0, nx / 3, 1, 3}, some[] = {1, 4, 1, 4};
  ops_par_loop(fill, "fill", b, 2, all, ops_arg_dat(start, 2, point, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(fill, "fill_coarse", b, 2, whole_half, ops_arg_dat(coarse, 2, point, "double", OPS_WRITE),
               ops_arg_idx());
  ops_dat_deep_copy(f, start);
  for (int step = 0; step < 4; ++step) {
    ops_ad_step();
    ops_par_loop(spread, "spread", b, 2, half, ops_arg_dat(coarse, 2, point, "double", OPS_READ),
                 ops_arg_dat(f, 2, second_cells, "double", OPS_WRITE));
    ops_par_loop(copy, "copy", b, 2, all, ops_arg_dat(f, 2, point, "double", OPS_READ),
                 ops_arg_dat(g, 2, point, "double", OPS_WRITE));
    ops_par_loop(relax, "relax", b, 2, inner, ops_arg_dat(g, 2, near, "double", OPS_READ),
                 ops_arg_dat(f, 2, point, "double", OPS_INC));
    ops_par_loop(pin, "pin", b, 2, thirds, ops_arg_dat(f, 2, third, "double", OPS_WRITE));
    ops_par_loop(damp, "damp", b, 2, some, ops_arg_dat(f, 2, second_cells, "double", OPS_RW),
                 ops_arg_scalar(s, 1, "double", OPS_READ));
    ops_par_loop(gather, "gather", b, 2, half, ops_arg_dat(f, 2, near_second, "double", OPS_READ),
                 ops_arg_dat(coarse, 2, point, "double", OPS_RW));
  }
  ops_par_loop(total, "total", b, 2, inner, ops_arg_dat(f, 2, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_printf("%a\n", ops_ad_objective(sum));
  ops_interpret_adjoints();
  for (ops_dat dat : {start, coarse})
    for (const double d : ops_dat_fetch_derivative<double>(dat)) ops_printf("%a\n", d);
  ops_printf("%a\n", *s->get_derivative<double>());
  if (!second) return;
  const std::vector<double> ones(2 * nx * ny, 1.0);
  ops_hessian_vector(OPS_instance::getOPSInstance(), {ops_ad_along(start, ones)});
  for (const double d : ops_dat_fetch_hessian_vector<double>(start)) ops_printf("%a\n", d);
}

int main(int argc, char** argv) {
  const bool second = argc > 1 && std::string_view(argv[1]) == "-second";
  return ops_main(argc, argv, [&] { run(second); });
}
