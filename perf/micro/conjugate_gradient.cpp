// perf/micro/conjugate_gradient.cpp: conjugate gradients with a 5-point stencil, as in TeaLeaf: x of A x = b and the
// gradient of x.x with respect to b. Each iteration needs two dot products, which end chains of loops.
//
//   perf_conjugate_gradient_openmp [-size=n] [-iterations=n] [-repeat=n] [-OPS_TILING=0]
//
// One line for each repetition: seconds of the solve and of its reverse sweep, x.x, and how far gradient.b is from 2
// x.x (Euler's theorem: x of b times a number is x times that number, after any number of iterations).
#define OPS_2D
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "ops_seq_v2.h"

void fill(ACC<double>& value, const int* at) { value(0, 0) = 1.0 + 0.001 * ((at[0] * 7 + at[1] * 3) % 11); }
void begin(const ACC<double>& b, ACC<double>& x, ACC<double>& r, ACC<double>& p) {
  x(0, 0) = 0.0;
  r(0, 0) = b(0, 0);
  p(0, 0) = b(0, 0);
}
void apply(const ACC<double>& p, ACC<double>& w) { w(0, 0) = 5.0 * p(0, 0) - p(-1, 0) - p(1, 0) - p(0, -1) - p(0, 1); }
void dot(const ACC<double>& a, const ACC<double>& b, double* sum) { *sum += a(0, 0) * b(0, 0); }
void advance(const ACC<double>& p, const ACC<double>& w, ACC<double>& x, ACC<double>& r, const double* alpha) {
  x(0, 0) += *alpha * p(0, 0);
  r(0, 0) -= *alpha * w(0, 0);
}
void ratio(const double* over, const double* under, double* result) { *result = *over / *under; }
void keep(const double* next, double* value) { *value = *next; }
void turn(const ACC<double>& r, ACC<double>& p, const double* beta) { p(0, 0) = r(0, 0) + *beta * p(0, 0); }

namespace {

int word(int argc, char** argv, const char* name, int value) {
  const std::size_t length = std::strlen(name);
  for (int k = 1; k < argc; ++k)
    if (std::strncmp(argv[k], name, length) == 0 && argv[k][length] == '=') value = std::atoi(argv[k] + length + 1);
  return value;
}

double now() {
  double cpu = 0.0, wall = 0.0;
  ops_timers(&cpu, &wall);
  return wall;
}

class Solve {
 public:
  explicit Solve(int size) : size_(size), block_(ops_decl_block(2, "plate")) {
    int centre[] = {0, 0}, star[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1};
    point_ = ops_decl_stencil(2, 1, centre, "point");
    star_ = ops_decl_stencil(2, 5, star, "star");
    b_ = declare("b"), x_ = declare("x"), r_ = declare("r"), p_ = declare("p"), w_ = declare("w");
    sum_ = ops_decl_reduction_handle(sizeof(double), "double", "sum");
    residual_ = number("residual"), next_ = number("next"), alpha_ = number("alpha"), beta_ = number("beta");
    ops_partition("");
  }

  ops_dat input() const { return b_; }

  void start() {
    ops_ad_reset(OPS_instance::getOPSInstance());
    ops_par_loop(fill, "fill", block_, 2, range_, ops_arg_dat(b_, 1, point_, "double", OPS_WRITE), ops_arg_idx());
  }

  /// @return  x.x
  double run(int iterations) {
    ops_par_loop(begin, "begin", block_, 2, range_, ops_arg_dat(b_, 1, point_, "double", OPS_READ),
                 ops_arg_dat(x_, 1, point_, "double", OPS_WRITE), ops_arg_dat(r_, 1, point_, "double", OPS_WRITE),
                 ops_arg_dat(p_, 1, point_, "double", OPS_WRITE));
    product(r_, r_, residual_);
    for (int k = 0; k < iterations; ++k) {
      ops_ad_step();
      ops_par_loop(apply, "apply", block_, 2, range_, ops_arg_dat(p_, 1, star_, "double", OPS_READ),
                   ops_arg_dat(w_, 1, point_, "double", OPS_WRITE));
      product(p_, w_, next_);
      divide(residual_, next_, alpha_);
      ops_par_loop(advance, "advance", block_, 2, range_, ops_arg_dat(p_, 1, point_, "double", OPS_READ),
                   ops_arg_dat(w_, 1, point_, "double", OPS_READ), ops_arg_dat(x_, 1, point_, "double", OPS_RW),
                   ops_arg_dat(r_, 1, point_, "double", OPS_RW), ops_arg_scalar(alpha_, 1, "double", OPS_READ));
      product(r_, r_, next_);
      divide(next_, residual_, beta_);
      ops_scalar_loop(keep, "keep", ops_arg_scalar(next_, 1, "double", OPS_READ),
                      ops_arg_scalar(residual_, 1, "double", OPS_WRITE));
      ops_par_loop(turn, "turn", block_, 2, range_, ops_arg_dat(r_, 1, point_, "double", OPS_READ),
                   ops_arg_dat(p_, 1, point_, "double", OPS_RW), ops_arg_scalar(beta_, 1, "double", OPS_READ));
    }
    dotted(x_, x_);
    double value = 0.0;
    ops_reduction_result(sum_, &value);
    *ops_reduction_get_derivative<double>(sum_) = 1.0;
    return value;
  }

 private:
  ops_dat declare(const char* name) {
    int size[] = {size_, size_}, base[] = {0, 0}, below[] = {-1, -1}, above[] = {1, 1};
    double* zeros = nullptr;
    return ops_decl_dat(block_, 1, size, base, below, above, zeros, "double", name);
  }

  static ops_scalar number(const char* name) {
    const double zero = 0.0;
    return ops_decl_scalar(name, &zero, 1);
  }

  void dotted(ops_dat a, ops_dat b) {
    ops_par_loop(dot, "dot", block_, 2, range_, ops_arg_dat(a, 1, point_, "double", OPS_READ),
                 ops_arg_dat(b, 1, point_, "double", OPS_READ), ops_arg_reduce(sum_, 1, "double", OPS_INC));
  }

  void product(ops_dat a, ops_dat b, ops_scalar result) {
    dotted(a, b);
    ops_scalar_from_reduction(result, sum_);
  }

  static void divide(ops_scalar over, ops_scalar under, ops_scalar result) {
    ops_scalar_loop(ratio, "ratio", ops_arg_scalar(over, 1, "double", OPS_READ),
                    ops_arg_scalar(under, 1, "double", OPS_READ), ops_arg_scalar(result, 1, "double", OPS_WRITE));
  }

  int size_;
  int range_[4] = {0, size_, 0, size_};
  ops_block block_;
  ops_stencil point_ = nullptr, star_ = nullptr;
  ops_dat b_ = nullptr, x_ = nullptr, r_ = nullptr, p_ = nullptr, w_ = nullptr;
  ops_reduction sum_ = nullptr;
  ops_scalar residual_ = nullptr, next_ = nullptr, alpha_ = nullptr, beta_ = nullptr;
};

}  // namespace

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  const int size = word(argc, argv, "-size", 2048), iterations = word(argc, argv, "-iterations", 30);
  Solve solve(size);
  for (int k = 0; k < word(argc, argv, "-repeat", 4); ++k) {
    solve.start();
    const double first = now(), value = solve.run(iterations), middle = now();
    ops_interpret_adjoints(OPS_instance::getOPSInstance());
    const double last = now();
    const std::vector<double> b = ops_dat_fetch_data<double>(solve.input()),
                              gradient = ops_dat_fetch_derivative<double>(solve.input());
    double along = 0.0;
    for (std::size_t cell = 0; cell < b.size(); ++cell) along += b[cell] * gradient[cell];
    std::printf("forward %.4f s, reverse %.4f s, x.x %.17g, gradient.b / 2 x.x - 1 = %.1e\n", middle - first,
                last - middle, value, along / (2.0 * value) - 1.0);
  }
  ops_exit();
  return 0;
}
