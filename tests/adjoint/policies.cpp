// tests/adjoint/policies.cpp: one loop in the source runs a kernel with policies of one name in different namespaces
// and classes, and of an unnamed one. Exit status 0 if value and gradient are right; no loop may run the reference.
#include <cmath>
#include <vector>

#define OPS_1D
#include "ops.hpp"

constexpr int n = 6;

namespace burgers {
struct Flux {
  static double of(double u) { return 0.5 * u * u; }
};
}  // namespace burgers
namespace euler {
struct Flux {
  static double of(double u) { return u * u * u; }
};
}  // namespace euler
struct Traffic {
  struct Flux {
    static double of(double u) { return u * (1 - u); }
  };
};
namespace {
struct Linear {
  static double of(double u) { return 3 * u; }
};
}  // namespace

void number(ACC<double>& u, const int* i) { u(0) = 0.1 * (1 + i[0]); }
void total(const ACC<double>& v, double* sum) { *sum += v(0); }
template <class P>
void add(const ACC<double>& u, ACC<double>& v) {
  v(0) += P::of(u(0));
}

struct Fields {
  ops_block line = ops_decl_block(1, "line");
  int all[2] = {0, n}, here[1] = {0};
  ops_dat u = ops_decl_dat<double>(line, "u", {n}), v = ops_decl_dat<double>(line, "v", {n});
  ops_stencil point = ops_decl_stencil(1, 1, here, "point");
  template <class P>
  void go() {
    ops_par_loop(add<P>, "go", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_dat(v, 1, point, "double", OPS_INC));
  }
};

int main(int argc, char** argv) {
  int failed = 0;
  const int status = ops_main(argc, argv, [&] {
    Fields f;
    ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
    ops_partition("");
    ops_par_loop(number, "number", f.line, 1, f.all, ops_arg_dat(f.u, 1, f.point, "double", OPS_WRITE), ops_arg_idx());
    f.go<burgers::Flux>();
    f.go<euler::Flux>();
    f.go<Traffic::Flux>();
    f.go<Linear>();
    ops_par_loop(total, "total", f.line, 1, f.all, ops_arg_dat(f.v, 1, f.point, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    const double value = ops_ad_objective(sum);
    ops_interpret_adjoints();
    const std::vector<double> gradient = ops_dat_fetch_derivative<double>(f.u);
    double expected = 0;
    for (int i = 0; i < n; ++i) {
      const double u = 0.1 * (1 + i);
      expected += 0.5 * u * u + u * u * u + u * (1 - u) + 3 * u;
      failed += std::fabs(gradient[i] - (u + 3 * u * u + 1 - 2 * u + 3)) > 1e-13;
    }
    failed += std::fabs(value - expected) > 1e-13;
    ops_printf("policies: %s\n", failed == 0 ? "PASSED" : "FAILED");
  });
  return status + failed;
}
