// Gray-Scott in a periodic square: a field times a number for each step is controlled towards a target pattern; Taylor, differences, L-BFGS.
#define OPS_2D
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include "ops.hpp"

constexpr int n = 64, cells = n * n, steps = 60;
constexpr double diffusion_u = 0.16, diffusion_v = 0.08, feed = 0.035, kill = 0.06, gain = 0.02;
constexpr double penalty_field = 1e-4, penalty_powers = 1e-3;

void begin(ACC<double>& u, ACC<double>& v, const int* idx) {
  const double x = (idx[0] - 28) / 6.0, y = (idx[1] - 30) / 6.0;
  const double spot = std::exp(-x * x - y * y);
  u(0, 0) = 1.0 - 0.5 * spot;
  v(0, 0) = 0.25 * spot;
}
void react(const ACC<double>& u, const ACC<double>& v, const ACC<double>& field, ACC<double>& u_next, ACC<double>& v_next, const double* power) {
  const double spread_u = u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4.0 * u(0, 0);
  const double spread_v = v(-1, 0) + v(1, 0) + v(0, -1) + v(0, 1) - 4.0 * v(0, 0);
  const double reaction = u(0, 0) * v(0, 0) * v(0, 0);
  u_next(0, 0) = u(0, 0) + diffusion_u * spread_u - reaction + feed * (1.0 - u(0, 0));
  v_next(0, 0) = v(0, 0) + diffusion_v * spread_v + reaction - (feed + kill) * v(0, 0) + gain * *power * field(0, 0);
}
void compare(const ACC<double>& v, const ACC<double>& target, const ACC<double>& field, double* cost) {
  const double miss = v(0, 0) - target(0, 0);
  *cost += 0.5 * miss * miss + 0.5 * penalty_field * field(0, 0) * field(0, 0);
}
void price(const ACC<double>& powers, double* cost) { *cost += 0.5 * penalty_powers * powers(0, 0) * powers(0, 0); }

using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

class Control {
 public:
  Control() { ops_partition(""); }

  void make_target(const Vector& x) {
    set(x);
    forward();
    const Vector v = ops_dat_fetch_data<double>(v_);
    ops_ad_reset();
    ops_dat_set_data(target_, v);
  }
  double run() {
    forward();
    ops_par_loop(compare, "compare", grid_, 2, all_, ops_arg_dat(v_, 1, point_, "double", OPS_READ), ops_arg_dat(target_, 1, point_, "double", OPS_READ),
                 ops_arg_dat(field_, 1, point_, "double", OPS_READ), ops_arg_reduce(cost_, 1, "double", OPS_INC));
    ops_par_loop(price, "price", times_, 2, row_, ops_arg_dat(powers_, 1, point_, "double", OPS_READ), ops_arg_reduce(cost_, 1, "double", OPS_INC));
    return ops_ad_objective(cost_);
  }
  /// Value alone.
  double value(const Vector& x) {
    ops_ad_reset();
    set(x);
    return run();
  }
  double value(const Vector& x, Vector& gradient) {
    const double cost = value(x);
    ops_interpret_adjoints();
    gradient = ops_dat_fetch_derivative<double>(field_);
    const Vector by_powers = ops_dat_fetch_derivative<double>(powers_);
    gradient.insert(gradient.end(), by_powers.begin(), by_powers.end());
    return cost;
  }
  bool taylor(const Vector& x) {
    ops_ad_reset();
    set(x);
    const auto test = [this] { return run(); };
    const bool field = ops_ad_taylor_test({field_}, test).passed, powers = ops_ad_taylor_test({powers_}, test).passed;
    return ops_ad_taylor_test({field_, powers_}, test).passed && field && powers;
  }

 private:
  void set(const Vector& x) {
    ops_dat_set_data(field_, Vector(x.begin(), x.begin() + cells));
    ops_dat_set_data(powers_, Vector(x.begin() + cells, x.end()));
  }
  void forward() {
    ops_par_loop(begin, "begin", grid_, 2, all_, ops_arg_dat(u_, 1, point_, "double", OPS_WRITE), ops_arg_dat(v_, 1, point_, "double", OPS_WRITE),
                 ops_arg_idx());
    for (int step = 0; step < steps; ++step) {
      ops_ad_step();
      for (const ops_halo_group& group : around_) ops_halo_transfer(group);
      ops_sample(power_, powers_, {{step, 0}});
      ops_par_loop(react, "react", grid_, 2, all_, ops_arg_dat(u_, 1, star_, "double", OPS_READ), ops_arg_dat(v_, 1, star_, "double", OPS_READ),
                   ops_arg_dat(field_, 1, point_, "double", OPS_READ), ops_arg_dat(u_next_, 1, point_, "double", OPS_WRITE),
                   ops_arg_dat(v_next_, 1, point_, "double", OPS_WRITE), ops_arg_scalar(power_, 1, "double", OPS_READ));
      std::swap(u_, u_next_);
      std::swap(v_, v_next_);
      std::swap(around_, around_next_);
    }
  }

  double nothing_ = 0;
  int all_[4] = {0, n, 0, n}, row_[4] = {0, steps, 0, 1}, five_[10] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  ops_block grid_ = ops_decl_block(2, "grid"), times_ = ops_decl_block(2, "times");
  ops_dat u_ = ops_decl_dat<double>(grid_, "u", {n, n}, {.halo = 1}), u_next_ = ops_decl_dat<double>(grid_, "u_next", {n, n}, {.halo = 1});
  ops_dat v_ = ops_decl_dat<double>(grid_, "v", {n, n}, {.halo = 1}), v_next_ = ops_decl_dat<double>(grid_, "v_next", {n, n}, {.halo = 1});
  ops_dat field_ = ops_decl_dat<double>(grid_, "field", {n, n}), target_ = ops_decl_dat<double>(grid_, "target", {n, n}, {.passive = true});
  ops_dat powers_ = ops_decl_dat<double>(times_, "powers", {steps, 1});
  ops_scalar power_ = ops_decl_scalar("power", &nothing_, 1);
  std::vector<ops_halo_group> around_ = {ops_decl_halo_periodic(0, {u_, v_}), ops_decl_halo_periodic(1, {u_, v_})};
  std::vector<ops_halo_group> around_next_ = {ops_decl_halo_periodic(0, {u_next_, v_next_}), ops_decl_halo_periodic(1, {u_next_, v_next_})};
  ops_stencil point_ = ops_decl_stencil(2, 1, five_, "point"), star_ = ops_decl_stencil(2, 5, five_, "star");
  ops_reduction cost_ = ops_decl_reduction_handle(sizeof(double), "double", "cost");
};

/// L-BFGS with halved steps; returns the last value.
double minimise(Control& control, Vector& x, int iterations) {
  Vector slope, there, slope_there;
  std::vector<std::pair<Vector, Vector>> pairs;
  double cost = control.value(x, slope);
  ops_printf("start: J = %.8f, |gradient| = %.3e\n", cost, std::sqrt(dot(slope, slope)));
  for (int k = 1; k <= iterations; ++k) {
    Vector way = slope, alpha(pairs.size());
    for (std::size_t i = pairs.size(); i-- > 0;) {
      const auto& [s, y] = pairs[i];
      alpha[i] = dot(s, way) / dot(s, y);
      for (std::size_t c = 0; c < way.size(); ++c) way[c] -= alpha[i] * y[c];
    }
    const double scale = pairs.empty() ? 1.0 / std::sqrt(dot(slope, slope))
                                       : dot(pairs.back().first, pairs.back().second) / dot(pairs.back().second, pairs.back().second);
    for (double& w : way) w *= scale;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto& [s, y] = pairs[i];
      const double beta = alpha[i] - dot(y, way) / dot(s, y);
      for (std::size_t c = 0; c < way.size(); ++c) way[c] += beta * s[c];
    }
    const double promised = dot(slope, way);
    double length = 1.0, found = HUGE_VAL;
    for (; length > 1e-10; length /= 2) {
      there = x;
      for (std::size_t c = 0; c < x.size(); ++c) there[c] -= length * way[c];
      found = control.value(there, slope_there);
      if (found <= cost - 1e-4 * length * promised) break;
    }
    if (length <= 1e-10) break;
    Vector s = there, y = slope_there;
    for (std::size_t c = 0; c < x.size(); ++c) s[c] -= x[c], y[c] -= slope[c];
    if (dot(s, y) > 0) pairs.emplace_back(s, y);
    if (pairs.size() > 6) pairs.erase(pairs.begin());
    x = there, slope = slope_there, cost = found;
    ops_printf("%2d: J = %.8f, |gradient| = %.3e, step %g\n", k, cost, std::sqrt(dot(slope, slope)), length);
  }
  return cost;
}

struct Outcome {
  bool root = false, passed = false;
};

void run(Outcome& outcome) {
  outcome.root = ops_is_root();
  Control control;

  Vector truth(cells + steps), x(cells + steps);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const auto c = static_cast<std::size_t>(j * n + i);
      truth[c] = std::exp(-0.02 * ((i - 44) * (i - 44) + (j - 40) * (j - 40)));
      x[c] = 0.2 + 0.1 * std::sin(0.3 * i) * std::cos(0.2 * j);
    }
  for (std::size_t s = 0; s < steps; ++s) truth[cells + s] = 1.0 + 0.5 * std::sin(0.1 * static_cast<double>(s)), x[cells + s] = 0.8;
  control.make_target(truth);

  Vector gradient, ignored;
  ops_printf("(1) forward: J = %.10f\n", control.value(x));
  const double cost = control.value(x, gradient);
  ops_printf("(2) gradient: J = %.10f, |gradient| = %.10f\n", cost, std::sqrt(dot(gradient, gradient)));

  bool passed = control.taylor(x);
  for (const std::size_t c : {std::size_t(40 * n + 44), std::size_t(30 * n + 28), std::size_t(0), std::size_t(cells + 3), std::size_t(cells + 50)}) {
    const double h = 1e-4;
    Vector above = x, below = x;
    above[c] += h, below[c] -= h;
    const double difference = (control.value(above) - control.value(below)) / (2 * h);
    const bool good = std::abs(difference - gradient[c]) < 1e-6 * std::abs(gradient[c]) + 1e-9;
    ops_printf("unknown %zu: derivative %.12e, by a difference %.12e: %s\n", c, gradient[c], difference, good ? "good" : "bad");
    passed = passed && good;
  }
  ops_printf("(3) verified: %s\n", passed ? "yes" : "no");

  const double least = minimise(control, x, 10);
  ops_printf("(4) optimised: from %.8f to %.8f\n", cost, least);
  outcome.passed = passed && least < 0.5 * cost;
}

int main(int argc, char** argv) {
  Outcome outcome;
  const int code = ops_main(argc, argv, [&] { run(outcome); });
  const bool passed = code == 0 && outcome.passed;
  if (outcome.root) std::puts(passed ? "passed" : "failed");
  return passed ? 0 : 1;
}
