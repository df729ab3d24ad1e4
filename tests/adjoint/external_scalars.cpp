// tests/adjoint/external_scalars.cpp: scalars in external functions: written again in every step, carried on, changed
// by a pointer from before.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#define OPS_1D
#include "ops.hpp"

void square(const ACC<double>& u, double* sum) { *sum += u(0) * u(0); }
void damp(ACC<double>& u, const double* c, const double* time) {
  u(0) = u(0) * (1 - 0.1 * c[0]) + 0.02 * u(0) * time[0];
}
void scaled(const ACC<double>& u, const double* last, double* sum) { *sum += u(0) * u(0) * last[0]; }

enum { cells = 10, steps = 6 };
static ops_block line;
static ops_dat start, u;
static ops_stencil point;
static ops_reduction sum;
static ops_scalar norm, factor, rate, time_now, last;
static bool declares;

/// factor = norm^2 / 10, in every step.
static void new_factor() {
  const auto primal = [] {
    const double n = *norm->get_data<double>();
    double* f = factor->get_raw_pointer<double>();
    *f = n * n / 10;
    factor->release_raw_pointer(f, OPS_WRITE);
  };
  const auto adjoint = [] {
    double* f = factor->get_derivative<double>();
    *norm->get_derivative<double>() += *norm->get_data<double>() / 5 * *f;
    *f = 0;
  };
  if (declares)
    ops_execute_external_function(primal, adjoint, ops_arg_scalar(norm, 1, "double", OPS_READ),
                                  ops_arg_scalar(factor, 1, "double", OPS_WRITE));
  else ops_execute_external_function(primal, adjoint, ops_arg_dat(u, 1, point, "double", OPS_READ));
}

/// time_now += rate^2 / 8: what it was before counts.
static void tick() {
  ops_execute_external_function(
      [] {
        double* t = time_now->get_raw_pointer<double>();
        *t += std::pow(*rate->get_data<double>(), 2) / 8;
        time_now->release_raw_pointer(t, OPS_RW);
      },
      [] { *rate->get_derivative<double>() += *rate->get_data<double>() / 4 * *time_now->get_derivative<double>(); },
      ops_arg_dat(u, 1, point, "double", OPS_READ));
}

/// last = 1 + time_now, by a pointer that is not released.
static void leave() {
  ops_execute_external_function([] { *last->get_data<double>() = 1 + *time_now->get_data<double>(); },
                                [] {
                                  *time_now->get_derivative<double>() += *last->get_derivative<double>();
                                  *last->get_derivative<double>() = 0;
                                },
                                ops_arg_dat(u, 1, point, "double", OPS_READ));
}

static double objective(const std::vector<double>& values, double speed, bool seeds) {
  int all[] = {0, cells};
  ops_dat_set_data(start, values);
  ops_scalar_set_data(rate, std::vector<double>{speed});
  ops_scalar_set_data(time_now, std::vector<double>{0.3});
  ops_dat_deep_copy(u, start);
  for (int n = 0; n < steps; ++n) {
    ops_ad_step();
    ops_par_loop(square, "square", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    ops_scalar_from_reduction(norm, sum);
    new_factor();
    tick();
    ops_par_loop(damp, "damp", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_RW),
                 ops_arg_scalar(factor, 1, "double", OPS_READ), ops_arg_scalar(time_now, 1, "double", OPS_READ));
  }
  leave();
  ops_par_loop(scaled, "scaled", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_scalar(last, 1, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
  return seeds ? ops_ad_objective(sum) : ops_reduction_result<double>(sum);
}

/// The same in plain C++, with the derivative along a direction of all inputs.
struct Pair {
  double value = 0, along = 0;
};
static Pair operator*(Pair a, Pair b) { return {a.value * b.value, a.along * b.value + a.value * b.along}; }
static Pair operator+(Pair a, Pair b) { return {a.value + b.value, a.along + b.along}; }
static Pair oracle(std::vector<Pair> field, Pair speed) {
  Pair time{0.3, 0};
  for (int n = 0; n < steps; ++n) {
    Pair total;
    for (const Pair& x : field) total = total + x * x;
    const Pair damping = total * total * Pair{0.1, 0};
    time = time + speed * speed * Pair{0.125, 0};
    for (Pair& x : field) x = x * (Pair{1, 0} + damping * Pair{-0.1, 0}) + Pair{0.02, 0} * x * time;
  }
  Pair total;
  for (const Pair& x : field) total = total + x * x * (Pair{1, 0} + time);
  return total;
}

/// Tangents stop at external functions that read, or change, a scalar that moves; others do not matter.
static bool tangents_stop() {
  const double one = 1;
  const auto along = [&](ops_scalar scalar) -> std::string {
    try {
      ops_tangent(line->context, {{scalar, &one}});
      return "";
    } catch (const OPSException& error) {
      return error.what();
    }
  };
  const auto stops = [](const std::string& said, const char* name) {
    return said.find(std::string("it uses scalar '") + name + "', which changes along the tangent direction") !=
           std::string::npos;
  };
  const bool right = stops(along(rate), "rate") && stops(along(time_now), "time") && along(factor).empty();
  if (!right) std::printf("tangents along scalars do not stop at external functions, or at too many\n");
  return right;
}

static int run() {
  line = ops_decl_block(1, "line");
  start = ops_decl_dat<double>(line, "start", {cells});
  u = ops_decl_dat<double>(line, "u", {cells});
  int centre[] = {0};
  point = ops_decl_stencil(1, 1, centre, "point");
  sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  const double none = 0;
  for (auto [scalar, name] :
       {std::pair{&norm, "norm"}, {&factor, "factor"}, {&rate, "rate"}, {&time_now, "time"}, {&last, "last"}})
    *scalar = ops_decl_scalar(name, &none, 1);
  ops_partition("");
  std::vector<double> values(cells), way(cells);
  for (int i = 0; i < cells; ++i)
    values[static_cast<std::size_t>(i)] = 0.4 + 0.1 * std::sin(i), way[static_cast<std::size_t>(i)] = std::cos(3.0 * i);
  double worst = 0;
  for (const bool with : {false, true, false}) {
    declares = with;
    const double value = objective(values, 0.7, true);
    for (int again = 0; again < 2; ++again) {
      ops_interpret_adjoints();
      const std::vector<double> gradient = ops_dat_fetch_derivative<double>(start);
      double product = 0.6 * ops_scalar_fetch_derivative<double>(rate)[0];
      std::vector<Pair> field;
      for (std::size_t i = 0; i < values.size(); ++i)
        product += gradient[i] * way[i], field.push_back({values[i], way[i]});
      const Pair expected = oracle(field, {0.7, 0.6});
      worst = std::max({worst, std::abs(value / expected.value - 1), std::abs(product / expected.along - 1)});
    }
    if (!tangents_stop()) worst = 1;
    ops_ad_reset();
  }
  std::printf("%s: relative difference at most %.1e\n", worst < 1e-12 ? "PASSED" : "FAILED", worst);
  return worst < 1e-12 ? 0 : 1;
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }
