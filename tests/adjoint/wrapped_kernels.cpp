// tests/adjoint/wrapped_kernels.cpp: one loop in the source runs several kernels, which are template arguments of the
// functions around it.
#include <cstdio>
#include <vector>

#define OPS_1D
#include "ops.hpp"

void doubled(const ACC<double>& u, ACC<double>& v) { v(0) = 2.0 * u(0); }
void squared(const ACC<double>& u, ACC<double>& v) { v(0) = u(0) * u(0); }
struct Models {
  static void cubed(const ACC<double>& u, ACC<double>& v) { v(0) = u(0) * u(0) * u(0); }
};
void add(const ACC<double>& v, double* sum) { *sum += v(0); }

static ops_block line;
static ops_stencil point;
static int all[] = {0, 10};

template <auto kernel>
static void run_auto(ops_dat u, ops_dat v) {
  ops_par_loop(kernel, "wrapped", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_dat(v, 1, point, "double", OPS_WRITE));
}
template <void (*kernel)(const ACC<double>&, ACC<double>&), int times>
static void run_typed(ops_dat u, ops_dat v) {
  for (int n = 0; n < times; ++n)
    ops_par_loop(kernel, "wrapped", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_dat(v, 1, point, "double", OPS_WRITE));
}

template <int times>
void scaled(const ACC<double>& u, ACC<double>& v) {
  v(0) = times * u(0);
}
/// `before` has a type that compilers call by names of their own.
template <int times, class F>
static void run_after(F before, ops_dat u, ops_dat v) {
  before();
  ops_par_loop(scaled<times>, "scaled", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_dat(v, 1, point, "double", OPS_WRITE));
}

static int run() {
  line = ops_decl_block(1, "line");
  ops_dat u = ops_decl_dat<double>(line, "u", {10}), v = ops_decl_dat<double>(line, "v", {10}),
          w = ops_decl_dat<double>(line, "w", {10});
  int centre[] = {0};
  point = ops_decl_stencil(1, 1, centre, "point");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  ops_dat_set_data(u, std::vector<double>(10, 0.5));
  run_auto<doubled>(u, v);             // 2 u
  run_auto<&squared>(v, w);            // 4 u^2
  run_typed<&Models::cubed, 2>(w, v);  // 64 u^6
  run_typed<doubled, 1>(v, w);         // 128 u^6
  struct Nothing {
    void operator()() const {}
  };
  run_after<3>([] {}, w, v);      // 384 u^6
  run_after<5>(Nothing(), v, w);  // 1920 u^6
  ops_par_loop(add, "add", line, 1, all, ops_arg_dat(w, 1, point, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  const double value = ops_ad_objective(sum);
  ops_interpret_adjoints();
  const bool right = value == 10 * 30.0 && ops_dat_fetch_derivative<double>(u) == std::vector<double>(10, 360.0);
  std::puts(right ? "PASSED" : "FAILED: a kernel ran in place of another");
  return right ? 0 : 1;
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }
