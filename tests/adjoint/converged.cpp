// tests/adjoint/converged.cpp: conjugate gradients that go on after they have converged, so that each further step
// divides one rounding error by another: the dot-product test of -OPS_AD_CHECK says that it is inconclusive, and the
// gradient is right. Exit status 0 if it is.
#include <cmath>
#include <cstdio>
#include <vector>

#define OPS_1D
#include "ops.hpp"

constexpr int n = 128;

inline void start(const ACC<double>& b, ACC<double>& x, ACC<double>& r, ACC<double>& p, double* rr) {
  x(0) = 0.0;
  r(0) = b(0);
  p(0) = b(0);
  *rr += b(0) * b(0);
}
inline void apply(const ACC<double>& p, ACC<double>& q, double* pq) {
  q(0) = 2.0 * p(0) - p(-1) - p(1);
  *pq += p(0) * q(0);
}
inline void update(ACC<double>& x, ACC<double>& r, const ACC<double>& p, const ACC<double>& q, const double* rr,
                   const double* pq, double* fresh) {
  const double alpha = *rr / *pq;
  x(0) = x(0) + alpha * p(0);
  r(0) = r(0) - alpha * q(0);
  *fresh += r(0) * r(0);
}
inline void turn(const ACC<double>& r, ACC<double>& p, const double* fresh, const double* rr) {
  p(0) = r(0) + *fresh / *rr * p(0);
}
inline void squares(const ACC<double>& x, double* sum) { *sum += x(0) * x(0); }
inline void same(const double* from, double* to) { to[0] = from[0]; }

namespace {

struct Solver {
  int size[1] = {n}, base[1] = {0}, below[1] = {-1}, above[1] = {1}, all[2] = {0, n}, offsets[3] = {0, -1, 1};
  std::vector<double> zeros = std::vector<double>(n + 2);
  double zero = 0.0;
  ops_block line = ops_decl_block(1, "line");
  ops_dat b = dat("b"), x = dat("x"), r = dat("r"), p = dat("p"), q = dat("q");
  ops_stencil S1 = ops_decl_stencil(1, 1, offsets, "point"), S3 = ops_decl_stencil(1, 3, offsets, "three");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_reduction objective = ops_decl_reduction_handle(sizeof(double), "double", "objective");
  ops_scalar rr = ops_decl_scalar("rr", &zero, 1), fresh = ops_decl_scalar("fresh", &zero, 1),
             pq = ops_decl_scalar("pq", &zero, 1);

  ops_dat dat(const char* name) {
    return ops_decl_dat(line, 1, size, base, below, above, zeros.data(), "double", name);
  }
  ops_arg at(ops_dat dat, ops_access access) const { return ops_arg_dat(dat, 1, S1, "double", access); }
  ops_arg adds(ops_reduction to) const { return ops_arg_reduce(to, 1, "double", OPS_INC); }
  static ops_arg takes(ops_scalar scalar) { return ops_arg_scalar(scalar, 1, "double", OPS_READ); }
  double solve(int steps);
};

double Solver::solve(int steps) {
  ops_par_loop(start, "start", line, 1, all, at(b, OPS_READ), at(x, OPS_WRITE), at(r, OPS_WRITE), at(p, OPS_WRITE),
               adds(sum));
  ops_scalar_from_reduction(rr, sum);
  for (int k = 0; k < steps; ++k) {
    ops_par_loop(apply, "apply", line, 1, all, ops_arg_dat(p, 1, S3, "double", OPS_READ), at(q, OPS_WRITE), adds(sum));
    ops_scalar_from_reduction(pq, sum);
    ops_par_loop(update, "update", line, 1, all, at(x, OPS_RW), at(r, OPS_RW), at(p, OPS_READ), at(q, OPS_READ),
                 takes(rr), takes(pq), adds(sum));
    ops_scalar_from_reduction(fresh, sum);
    ops_par_loop(turn, "turn", line, 1, all, at(r, OPS_READ), at(p, OPS_RW), takes(fresh), takes(rr));
    ops_scalar_loop(same, "same", takes(fresh), ops_arg_scalar(rr, 1, "double", OPS_WRITE));
  }
  double value = 0.0;
  ops_par_loop(squares, "squares", line, 1, all, at(x, OPS_READ), adds(objective));
  ops_reduction_result(objective, &value);
  return value;
}

}  // namespace

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  Solver solver;
  ops_partition("");
  const double wave = std::acos(-1.0) / (n + 1);  // of two eigenvectors, so that two steps solve it
  std::vector<double> rhs(n), gradient(n);
  for (int i = 0; i < n; ++i)
    rhs[static_cast<std::size_t>(i)] = std::sin(wave * (i + 1)) + std::sin(3 * wave * (i + 1));
  ops_dat_set_data(solver.b, 0, reinterpret_cast<char*>(rhs.data()));
  const double value = solver.solve(10);
  *ops_reduction_get_derivative(solver.objective) = 1.0;
  ops_interpret_adjoints();
  ops_dat_fetch_derivative(solver.b, reinterpret_cast<char*>(gradient.data()));
  double along = 0.0;  // the objective is quadratic
  for (std::size_t i = 0; i < gradient.size(); ++i) along += gradient[i] * rhs[i] / 2.0;
  const bool right = std::fabs(along - value) <= 1e-9 * std::fabs(value);
  std::printf("residual^2 %.1e, objective %.15g, its derivative along the right side %.15g\nconverged: %s\n",
              *solver.rr->get_data<double>(), value, along, right ? "PASSED" : "FAILED");
  ops_exit();
  return right ? 0 : 1;
}
