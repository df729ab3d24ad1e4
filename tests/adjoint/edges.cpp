// tests/adjoint/edges.cpp: one kernel for the edges of all sides, chosen by a number; its stencil reaches cells that
// other points of an edge write, which no point reads. Values and gradient, line by line, for any number of processes
// and any budget.
#include <utility>
#include <vector>

#define OPS_2D
#include "ops.hpp"

constexpr int nx = 17, ny = 11;

void edge(ACC<double>& u, const int* side) {
  switch (*side) {
    case 0: u(0, 0) = u(1, 0) * u(2, 0); break;
    case 1: u(0, 0) = u(-1, 0) * u(-1, 0); break;
    case 2: u(0, 0) = 0.5 * u(0, 1) + u(0, 0) * 0.1; break;
    default: u(0, 0) = u(0, -1) * 1.1;
  }
}
void step(const ACC<double>& u, ACC<double>& v) {
  v(0, 0) = u(0, 0) + 0.1 * (u(1, 0) * u(-1, 0) + u(0, 1) - u(0, -1) - 0.3 * u(0, 0) * u(0, 0));
}
void fill(ACC<double>& u, const int* i) { u(0, 0) = 0.3 + 0.01 * i[0] + 0.02 * i[1] * (i[0] % 3); }
void total(const ACC<double>& u, double* s) { *s += u(0, 0) * u(0, 0) * u(0, 0); }

void run() {
  int all[] = {0, nx, 0, ny}, off[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1, 2, 0};
  int sides[4][4] = {{-1, 0, -1, ny + 1}, {nx, nx + 1, -1, ny + 1}, {0, nx, -1, 0}, {0, nx, ny, ny + 1}};
  ops_block b = ops_decl_block(2, "b");
  const auto field = [b](const char* name) { return ops_decl_dat<double>(b, name, {nx, ny}, {.halo = 2}); };
  ops_dat s = field("s"), u = field("u"), v = field("v");
  ops_stencil p = ops_decl_stencil(2, 1, off, "p"), w = ops_decl_stencil(2, 6, off, "w");
  ops_stencil star = ops_decl_stencil(2, 5, off, "star");
  ops_reduction r = ops_decl_reduction_handle(sizeof(double), "double", "r");
  ops_partition("");
  ops_par_loop(fill, "fill", b, 2, all, ops_arg_dat(s, 1, p, "double", OPS_WRITE), ops_arg_idx());
  ops_dat_deep_copy(u, s);
  for (int k = 0; k < 12; ++k, std::swap(u, v)) {
    ops_ad_step();
    for (int e = 0; e < 4; ++e)
      ops_par_loop(edge, "edge", b, 2, sides[e], ops_arg_dat(u, 1, w, "double", OPS_RW),
                   ops_arg_gbl(&e, 1, "int", OPS_READ));
    ops_par_loop(step, "step", b, 2, all, ops_arg_dat(u, 1, star, "double", OPS_READ),
                 ops_arg_dat(v, 1, p, "double", OPS_WRITE));
  }
  ops_par_loop(total, "total", b, 2, all, ops_arg_dat(u, 1, p, "double", OPS_READ),
               ops_arg_reduce(r, 1, "double", OPS_INC));
  ops_printf("%a\n", ops_ad_objective(r));
  ops_interpret_adjoints();
  for (const double g : ops_dat_fetch_derivative<double>(s)) ops_printf("%a\n", g);
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }
