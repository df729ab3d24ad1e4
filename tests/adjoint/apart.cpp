// tests/adjoint/apart.cpp: a loop in place that reads another component of its neighbours than it writes: no point
// reads what another writes. Prints the objective and its gradient, line by line.
#define OPS_1D
#include "ops.hpp"

constexpr int n = 24;

void fill(ACC<double>& q, const int* i) {
  q(0, 0) = 1 + i[0];
  q(1, 0) = 0.3 * i[0];
}
void apart(ACC<double>& q) { q(0, 0) = q(1, 1) * q(1, -1); }
void total(const ACC<double>& q, double* s) { *s += q(0, 0) * q(0, 0) + q(1, 0) * q(1, 0); }

void run() {
  int all[] = {0, n}, near[] = {-1, n + 1}, off[] = {0, 1, -1};
  ops_block b = ops_decl_block(1, "b");
  const auto field = [b](const char* name) { return ops_decl_dat<double>(b, name, {n}, {.dim = 2, .halo = 1}); };
  ops_dat start = field("start"), q = field("q");
  ops_stencil point = ops_decl_stencil(1, 1, off, "point"), wide = ops_decl_stencil(1, 3, off, "wide");
  ops_reduction s = ops_decl_reduction_handle(sizeof(double), "double", "s");
  ops_partition("");
  ops_par_loop(fill, "fill", b, 1, near, ops_arg_dat(start, 2, point, "double", OPS_WRITE), ops_arg_idx());
  ops_dat_deep_copy(q, start);
  for (int k = 0; k < 2; ++k) ops_par_loop(apart, "apart", b, 1, all, ops_arg_dat(q, 2, wide, "double", OPS_RW));
  ops_par_loop(total, "total", b, 1, near, ops_arg_dat(q, 2, point, "double", OPS_READ),
               ops_arg_reduce(s, 1, "double", OPS_INC));
  ops_printf("%a\n", ops_ad_objective(s));
  ops_interpret_adjoints();
  for (const double g : ops_dat_fetch_derivative<double>(start)) ops_printf("%a\n", g);
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }
