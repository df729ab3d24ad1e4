// tests/adjoint/scalars.cpp: gradients through scalars and through the results of reductions: a time step that a MIN
// reduction computes, a normalisation, ties, several components, float, values written while recording. Exit status 0
// if all is right.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#define OPS_2D
#include "ops.hpp"

void fill(ACC<double>& u, const int* index) { u(0, 0) = 0.7 + 0.1 * std::sin(1.3 * index[0] + 0.4 * index[1]); }
void limit(const ACC<double>& u, double* least, double* most) {
  *least = MIN(*least, 0.3 / (1.0 + fabs(u(1, 0) - u(0, 0)) + u(0, 0) * u(0, 0)));
  *most = MAX(*most, u(0, 0) * u(0, 1));
}
void choose(const double* cfl, const double* wave, const double* c, double* dt) {
  *dt += c[0] * MIN(cfl[0], 0.4 / wave[0]);
}
void advance(const ACC<double>& u, ACC<double>& v, const double* dt, const double* c) {
  v(0, 0) = u(0, 0) + dt[0] * (c[1] * (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1)) - u(0, 0) * u(0, 0));
}
void copy(const ACC<double>& v, ACC<double>& u) { u(0, 0) = v(0, 0); }
void advance_adjoint(const ACC<double>& u, ACC<double>& u_a1s, const ACC<double>& v, ACC<double>& v_a1s,
                     const double* dt, double* dt_a1s, const double* c, double* c_a1s) {
  double n = u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1), s = v_a1s(0, 0) * dt[0];
  u_a1s(0, 0) += v_a1s(0, 0) - s * 2.0 * u(0, 0);
  u_a1s(1, 0) += s * c[1];
  u_a1s(-1, 0) += s * c[1];
  u_a1s(0, 1) += s * c[1];
  u_a1s(0, -1) += s * c[1];
  *dt_a1s += v_a1s(0, 0) * (c[1] * n - u(0, 0) * u(0, 0));
  c_a1s[1] += s * n;
  v_a1s(0, 0) = 0.0;
}
void squares(const ACC<double>& u, double* sum) { *sum += u(0, 0) * u(0, 0); }
void normalise(const ACC<double>& u, ACC<double>& v, const double* norm) { v(0, 0) = u(0, 0) / sqrt(norm[0]); }
void weigh(const ACC<double>& u, const int* index, double* sum) {
  *sum += u(0, 0) * (1.0 + 0.1 * index[0] - 0.05 * index[1]);
}
void extremes(const ACC<double>& u, ACC<double>& v, double* least) {
  v(0, 0) = 3.0 * u(0, 0);
  least[0] = MIN(least[0], u(0, 0));
  least[1] = MIN(least[1], -2.0 * u(0, 0));
}
void both(const ACC<double>& v, const double* least, double* sum) { *sum += v(0, 0) * least[0] - least[1]; }
void scale(const ACC<float>& u, ACC<float>& v, const float* a) { v(0, 0) = a[0] * u(0, 0) + a[2]; }
void sum_float(const ACC<float>& v, float* sum) { *sum += v(0, 0) * v(0, 0); }
void most_float(const ACC<float>& v, float* most) { *most = MAX(*most, v(0, 0)); }

void last_use(ACC<double>& u, const int* index, double* sum, double* least) {
  *sum += u(0, 0) * u(0, 0);
  *least = MIN(*least, (index[0] < 37 ? u(1, 0) : 0.5) * u(0, 0));
  u(0, 0) = 1.0;
}

int size[] = {37, 19}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1};
int whole[] = {-1, 38, -1, 20}, inside[] = {0, 37, 0, 19}, east[] = {37, 38, 0, 19}, one[] = {0, 1, 0, 1};
bool passed = true;
unsigned long long hash = 14695981039346656037u;

void expect(bool right, const char* what) {
  if (!right) std::printf("wrong: %s\n", what);
  passed = passed && right;
}
bool near(double a, double b, double tolerance) {
  return std::fabs(a - b) <= tolerance * std::fmax(std::fabs(a), std::fabs(b));
}
void take_bits(const double* values, int count) {
  for (int k = 0; k < count; ++k) {
    unsigned long long bits;
    std::memcpy(&bits, values + k, sizeof bits);
    hash = (hash ^ bits) * 1099511628211u;
  }
}
template <class Call>
void refused(Call call, const char* text) {
  try {
    call();
  } catch (const OPSException& error) {
    if (std::strstr(error.what(), text) == nullptr) std::printf("unexpected text: %s\n", error.what());
    return expect(std::strstr(error.what(), text) != nullptr, text);
  }
  expect(false, text);
}

struct World {
  ops_block block = ops_decl_block(2, "scalars");
  ops_dat u = dat<double>("u", "double"), v = dat<double>("v", "double"), input = dat<double>("input", "double");
  ops_dat uf = dat<float>("uf", "float"), vf = dat<float>("vf", "float");
  ops_stencil centre = points({0, 0}), plus = points({0, 0, 1, 0, -1, 0, 0, 1, 0, -1}),
              ahead = points({0, 0, 1, 0, 0, 1}), behind = points({0, 0, 1, 0});
  ops_reduction least = ops_decl_reduction_handle(sizeof(double), "double", "least"),
                most = ops_decl_reduction_handle(sizeof(double), "double", "most");
  ops_reduction step = ops_decl_reduction_handle(sizeof(double), "double", "step"),
                sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_reduction two = ops_decl_reduction_handle(2 * sizeof(double), "double", "two");
  ops_reduction sumf = ops_decl_reduction_handle(sizeof(float), "float", "sumf"),
                mostf = ops_decl_reduction_handle(sizeof(float), "float", "mostf");

  template <class T>
  ops_dat dat(const char* name, const char* type) {
    return ops_decl_dat(block, 1, size, base, d_m, d_p, static_cast<T*>(nullptr), type, name);
  }
  template <int n>
  ops_stencil points(const int (&offsets)[n]) {
    return ops_decl_stencil(2, n / 2, const_cast<int*>(offsets), "points");
  }
};
ops_scalar scalar(const char* name, double value) { return ops_decl_scalar(name, &value, 1); }

/// Five steps whose length is computed from the state.
void time_steps(World& w) {
  const double constants[] = {0.8, 0.2}, zero = 0.0;
  ops_scalar c = ops_decl_scalar("c", constants, 2), dt = ops_decl_scalar("dt", &zero, 1);
  ops_scalar cfl = ops_decl_scalar("cfl", &zero, 1), wave = ops_decl_scalar("wave", &zero, 1);
  const auto run = [&] {
    ops_dat_deep_copy(w.u, w.input);
    for (int n = 0; n < 5; ++n) {
      ops_par_loop(limit, "limit", w.block, 2, inside, ops_arg_dat(w.u, 1, w.ahead, "double", OPS_READ),
                   ops_arg_reduce(w.least, 1, "double", OPS_MIN), ops_arg_reduce(w.most, 1, "double", OPS_MAX));
      ops_scalar_from_reduction(cfl, w.least);
      ops_scalar_from_reduction(wave, w.most);
      ops_par_loop(choose, "choose", w.block, 2, one, ops_arg_scalar(cfl, 1, "double", OPS_READ),
                   ops_arg_scalar(wave, 1, "double", OPS_READ), ops_arg_scalar(c, 2, "double", OPS_READ),
                   ops_arg_reduce(w.step, 1, "double", OPS_INC));
      ops_scalar_from_reduction(dt, w.step);
      ops_par_loop(advance, "advance", w.block, 2, inside, ops_arg_dat(w.u, 1, w.plus, "double", OPS_READ),
                   ops_arg_dat(w.v, 1, w.centre, "double", OPS_WRITE), ops_arg_scalar(dt, 1, "double", OPS_READ),
                   ops_arg_scalar(c, 2, "double", OPS_READ));
      ops_par_loop(copy, "copy", w.block, 2, inside, ops_arg_dat(w.v, 1, w.centre, "double", OPS_READ),
                   ops_arg_dat(w.u, 1, w.centre, "double", OPS_WRITE));
    }
    ops_par_loop(weigh, "weigh", w.block, 2, inside, ops_arg_dat(w.u, 1, w.centre, "double", OPS_READ), ops_arg_idx(),
                 ops_arg_reduce(w.sum, 1, "double", OPS_INC));
    double value;
    ops_reduction_result(w.sum, &value);
    return value;
  };
  ops_ad_taylor_options quiet;
  quiet.first = 1e-3;
  const auto result = ops_ad_taylor_test(w.block->context, {w.input}, run, w.sum, quiet);
  expect(result.passed, "Taylor test of time steps");
  run();
  *ops_reduction_get_derivative<double>(w.sum) = 1.0;
  ops_interpret_adjoints(w.block->context);
  double gradient[37 * 19], by_c[2];
  ops_dat_fetch_derivative(w.input, reinterpret_cast<char*>(gradient));
  std::memcpy(by_c, ops_scalar_get_derivative<double>(c), sizeof by_c);
  take_bits(gradient, 37 * 19);
  take_bits(by_c, 2);
  ops_interpret_adjoints(w.block->context);
  expect(std::memcmp(by_c, c->get_derivative<double>(), sizeof by_c) == 0, "second interpretation");
  const double along[] = {0.3, -1.7};
  ops_tangent(w.block->context, {{c, along}});
  expect(near(*ops_reduction_get_tangent(w.sum), by_c[0] * along[0] + by_c[1] * along[1], 1e-12),
         "direction of a scalar");
  expect(std::memcmp(ops_scalar_get_tangent(c), along, sizeof along) == 0 && *ops_scalar_get_tangent(dt) != 0.0,
         "directions of scalars at the end");
  refused([&] { ops_scalar_get_tangent<float>(c); }, "is of type double, but this call expects type float");
  const float narrow[] = {1.0F, 1.0F};
  refused([&] { ops_tangent(w.block->context, {{c, narrow}}); },
          "the tangent direction of scalar 'c' is of type float, but must be double");
  refused([&] { ops_tangent(w.block->context, {{c, along}, {c, along}}); }, "two directions were given for scalar 'c'");
  expect(ops_ad_dot_test(w.block->context, {w.input}).passed, "dot-product test of time steps");
  expect(std::memcmp(by_c, c->get_derivative<double>(), sizeof by_c) == 0,
         "the dot-product test leaves derivatives of scalars as they are");
  ops_ad_reset(w.block->context);
  for (int k = 0; k < 2; ++k) {
    double value[2];
    const double h = 1e-4;
    for (int side = 0; side < 2; ++side) {
      double* at = c->get_raw_pointer<double>();
      at[k] = constants[k] + (side == 0 ? -h : h);
      c->release_raw_pointer(at, OPS_RW);
      value[side] = run();
      ops_ad_reset(w.block->context);
    }
    double* at = c->get_raw_pointer<double>();
    at[k] = constants[k];
    c->release_raw_pointer(at, OPS_RW);
    expect(near((value[1] - value[0]) / (2 * h), by_c[k], 1e-6), "derivative by a component of c");
  }
}

/// v = u / ||u||: a sum feeds a later loop.
void normalisation(World& w) {
  const double zero = 0.0;
  ops_scalar norm = ops_decl_scalar("norm", &zero, 1);
  const auto run = [&] {
    ops_dat_deep_copy(w.u, w.input);
    ops_par_loop(squares, "squares", w.block, 2, inside, ops_arg_dat(w.u, 1, w.centre, "double", OPS_READ),
                 ops_arg_reduce(w.step, 1, "double", OPS_INC));
    ops_scalar_from_reduction(norm, w.step);
    ops_par_loop(normalise, "normalise", w.block, 2, inside, ops_arg_dat(w.u, 1, w.centre, "double", OPS_READ),
                 ops_arg_dat(w.v, 1, w.centre, "double", OPS_WRITE), ops_arg_scalar(norm, 1, "double", OPS_READ));
    ops_par_loop(weigh, "weigh", w.block, 2, inside, ops_arg_dat(w.v, 1, w.centre, "double", OPS_READ), ops_arg_idx(),
                 ops_arg_reduce(w.sum, 1, "double", OPS_INC));
    double value;
    ops_reduction_result(w.sum, &value);
    return value;
  };
  expect(ops_ad_taylor_test(w.block->context, {w.input}, run, w.sum).passed, "Taylor test of the normalisation");
  run();
  *ops_reduction_get_derivative<double>(w.sum) = 1.0;
  ops_interpret_adjoints(w.block->context);
  double gradient[37 * 19], values[37 * 19], along = 0.0;
  ops_dat_fetch_derivative(w.input, reinterpret_cast<char*>(gradient));
  ops_dat_fetch_data(w.input, 0, reinterpret_cast<char*>(values));
  for (int k = 0; k < 37 * 19; ++k) along += gradient[k] * values[k];
  expect(std::fabs(along) < 1e-10, "a normalised field does not depend on its length");
  take_bits(gradient, 37 * 19);
  expect(ops_ad_dot_test(w.block->context, {w.input}).passed, "dot-product test of the normalisation");
  ops_ad_reset(w.block->context);
}

/// Each component goes through its own first point; a loop before offers the same to the handle. Seeds of its result
/// may come early.
void ties(World& w, bool early) {
  double values[37 * 19];
  for (double& value : values) value = 1.0;
  values[40] = values[100] = 0.25;
  values[200] = values[201] = 4.0;
  ops_dat_set_data(w.u, 0, reinterpret_cast<char*>(values));
  const double zeros[] = {0.0, 0.0};
  ops_scalar result = ops_decl_scalar("extremes", zeros, 2);
  for (const char* name : {"extremes", "again"})
    ops_par_loop(extremes, name, w.block, 2, inside, ops_arg_dat(w.u, 1, w.centre, "double", OPS_READ),
                 ops_arg_dat(w.v, 1, w.centre, "double", OPS_WRITE), ops_arg_reduce(w.two, 2, "double", OPS_MIN));
  const double own[] = {5.0, 0.0};  // added to what the scalar sends
  if (early) std::memcpy(ops_reduction_get_derivative<double>(w.two), own, sizeof own);
  ops_scalar_from_reduction(result, w.two);
  if (!early) std::memcpy(ops_reduction_get_derivative<double>(w.two), own, sizeof own);
  ops_par_loop(both, "both", w.block, 2, inside, ops_arg_dat(w.v, 1, w.centre, "double", OPS_READ),
               ops_arg_scalar(result, 2, "double", OPS_READ), ops_arg_reduce(w.sum, 1, "double", OPS_INC));
  double value;
  const double seed = 1.0;
  w.sum->get_result(&value, &seed);
  expect(result->get_data<double>()[0] == 0.25 && result->get_data<double>()[1] == -8.0, "values of extremes");
  ops_interpret_adjoints(w.block->context);
  double gradient[37 * 19], sum = 0.0;
  for (const double x : values) sum += 3.0 * x;
  ops_dat_fetch_derivative(w.u, reinterpret_cast<char*>(gradient));
  const double plain = 3.0 * 0.25;
  for (int k = 0; k < 37 * 19; ++k) {
    const double wanted = plain + (k == 40 ? sum + 5.0 : k == 200 ? 2.0 * 37 * 19 : 0.0);
    expect(near(gradient[k], wanted, 1e-13), "derivative through the first point of a tie");
  }
  take_bits(gradient, 37 * 19);
  std::vector<double> direction(37 * 19);
  direction[40] = 0.5;
  direction[100] = -3.0;  // a later point of the tie
  direction[200] = 0.25;
  ops_tangent(w.block->context, {{w.u, reinterpret_cast<const char*>(direction.data())}});
  const double* moving = ops_reduction_get_tangent(w.two);
  expect(moving[0] == 0.5 && moving[1] == -0.5, "direction of a smallest value");
  const double change = sum * 0.5 + 0.25 * 3.0 * (0.5 - 3.0 + 0.25) + 37 * 19 * 0.5;
  expect(near(*ops_reduction_get_tangent(w.sum), change, 1e-13), "direction of what depends on a smallest value");
  expect(ops_ad_dot_test(w.block->context, {w.u}).passed, "dot-product test of ties");
  std::memset(ops_reduction_get_derivative<double>(w.two), 0, sizeof own);
  ops_ad_reset(w.block->context);
}

/// Loops that look at a dataset, also where it has no cells, and overwrite it in the same go.
void last_uses(World& w) {
  const double zero = 0.0;
  ops_scalar least = ops_decl_scalar("last least", &zero, 1);
  const auto run = [&] {
    ops_dat_deep_copy(w.u, w.input);
    ops_par_loop(last_use, "last use", w.block, 2, east, ops_arg_dat(w.u, 1, w.behind, "double", OPS_RW), ops_arg_idx(),
                 ops_arg_reduce(w.step, 1, "double", OPS_INC), ops_arg_reduce(w.least, 1, "double", OPS_MIN));
    ops_scalar_from_reduction(least, w.least);
    ops_par_loop(normalise, "normalise", w.block, 2, inside, ops_arg_dat(w.input, 1, w.centre, "double", OPS_READ),
                 ops_arg_dat(w.v, 1, w.centre, "double", OPS_WRITE), ops_arg_scalar(least, 1, "double", OPS_READ));
    ops_par_loop(weigh, "weigh", w.block, 2, inside, ops_arg_dat(w.v, 1, w.centre, "double", OPS_READ), ops_arg_idx(),
                 ops_arg_reduce(w.step, 1, "double", OPS_INC));
    double value;
    ops_reduction_result(w.step, &value);
    return value;
  };
  expect(ops_ad_taylor_test(w.block->context, {w.input}, run, w.step).passed, "Taylor test of last uses");
  run();
  *ops_reduction_get_derivative<double>(w.step) = 1.0;
  ops_interpret_adjoints(w.block->context);
  double gradient[37 * 19];
  ops_dat_fetch_derivative(w.input, reinterpret_cast<char*>(gradient));
  take_bits(gradient, 37 * 19);
  expect(ops_ad_dot_test(w.block->context, {w.input}).passed, "dot-product test of last uses");
  ops_ad_reset(w.block->context);
}

/// Float, three components of which one is never read, and a value written between loops.
void floats(World& w) {
  float values[37 * 19];
  for (int k = 0; k < 37 * 19; ++k) values[k] = 0.5F + 0.001F * static_cast<float>(k);
  ops_dat_set_data(w.uf, 0, reinterpret_cast<char*>(values));
  const float start[] = {2.0F, 7.0F, 0.5F};
  ops_scalar a = ops_decl_scalar("a", start, 3);
  const auto square = [&] {
    ops_par_loop(scale, "scale", w.block, 2, inside, ops_arg_dat(w.uf, 1, w.centre, "float", OPS_READ),
                 ops_arg_dat(w.vf, 1, w.centre, "float", OPS_WRITE), ops_arg_scalar(a, 3, "float", OPS_READ));
    ops_par_loop(sum_float, "sum", w.block, 2, inside, ops_arg_dat(w.vf, 1, w.centre, "float", OPS_READ),
                 ops_arg_reduce(w.sumf, 1, "float", OPS_INC));
  };
  square();
  float* at = a->get_raw_pointer<float>();
  refused([&] { square(); }, "a raw pointer to the scalar's value has not been released");
  at[0] = 3.0F;
  a->release_raw_pointer(at, OPS_WRITE);
  square();
  ops_par_loop(most_float, "most", w.block, 2, inside, ops_arg_dat(w.vf, 1, w.centre, "float", OPS_READ),
               ops_arg_reduce(w.mostf, 1, "float", OPS_MAX));
  float value;
  const float seed = 1.0F, half = 0.5F;
  ops_reduction_result(w.sumf, &value);
  w.mostf->get_result(&value, &half);
  *ops_reduction_get_derivative<float>(w.sumf) = seed;
  refused([&] { ops_scalar_get_derivative<float>(a); }, "is not known yet");
  ops_interpret_adjoints(w.block->context);
  const float* derivative = ops_scalar_get_derivative<float>(a);
  double by_factor = 0.0, by_term = 0.0;  // of the value before the write alone
  for (const float x : values) {
    by_factor += 2.0 * (2.0 * x + 0.5) * x;
    by_term += 2.0 * (2.0 * x + 0.5);
  }
  expect(near(derivative[0], by_factor, 1e-5) && derivative[1] == 0.0F && near(derivative[2], by_term, 1e-5),
         "derivative of the value at the start");
  float gradient[37 * 19];
  ops_dat_fetch_derivative(w.uf, reinterpret_cast<char*>(gradient));
  const double x = values[702], last = 2.0 * (2.0 * x + 0.5) * 2.0 + 2.0 * (3.0 * x + 0.5) * 3.0 + 0.5 * 3.0;
  expect(near(gradient[702], last, 1e-5), "each loop has the value that it used");
  refused([&] { ops_scalar_get_derivative<double>(a); }, "is of type float, but this call expects type double");
  refused([&] { ops_scalar_from_reduction(a, w.mostf); }, "3 and 1 components");
  refused([&] { ops_scalar_from_reduction(a, w.sum); }, "different types");
  refused([&] { ops_scalar_from_reduction(nullptr, w.sum); }, "the scalar is null");
  refused([&] { a->release_raw_pointer(at, OPS_READ); }, "there is no raw pointer to release");
  refused([&] { ops_scalar_from_reduction(scalar("fresh", 0.0), w.sum); }, "no loop has contributed to this reduction");
  ops_ad_reset(w.block->context);
}

/// A passive scalar takes nothing from the other derivatives, and has none itself.
void passive(World& w) {
  const double constants[] = {0.8, 0.2}, value = 0.15;
  ops_scalar c = ops_decl_scalar("c of passive", constants, 2);
  ops_scalar steps[] = {ops_decl_scalar("active step", &value, 1), ops_decl_scalar_passive("passive step", &value, 1)};
  double gradient[2][37 * 19], by_c[2][2];
  for (int k = 0; k < 2; ++k) {
    const auto run = [&] {
      ops_dat_deep_copy(w.u, w.input);
      ops_par_loop(advance, "advance", w.block, 2, inside, ops_arg_dat(w.u, 1, w.plus, "double", OPS_READ),
                   ops_arg_dat(w.v, 1, w.centre, "double", OPS_WRITE), ops_arg_scalar(steps[k], 1, "double", OPS_READ),
                   ops_arg_scalar(c, 2, "double", OPS_READ));
      ops_par_loop(weigh, "weigh", w.block, 2, inside, ops_arg_dat(w.v, 1, w.centre, "double", OPS_READ), ops_arg_idx(),
                   ops_arg_reduce(w.sum, 1, "double", OPS_INC));
      double sum;
      ops_reduction_result(w.sum, &sum);
      return sum;
    };
    expect(ops_ad_taylor_test(w.block->context, {w.input}, run, w.sum).passed, "Taylor test beside a passive scalar");
    run();
    *ops_reduction_get_derivative<double>(w.sum) = 1.0;
    ops_interpret_adjoints(w.block->context);
    ops_dat_fetch_derivative(w.input, reinterpret_cast<char*>(gradient[k]));
    std::memcpy(by_c[k], ops_scalar_get_derivative<double>(c), sizeof by_c[k]);
    expect(ops_ad_dot_test(w.block->context, {w.input}).passed, "dot-product test beside a passive scalar");
    if (k == 0) expect(*ops_scalar_get_derivative<double>(steps[0]) != 0.0, "derivative of an active step");
    if (k == 1)
      refused([&] { ops_scalar_get_derivative<double>(steps[1]); },
              "scalar 'passive step' is passive: it has no derivative");
    if (k == 1)
      refused([&] { ops_tangent(w.block->context, {{steps[1], &value}}); }, "scalar 'passive step' is passive");
    ops_ad_reset(w.block->context);
  }
  expect(std::memcmp(gradient[0], gradient[1], sizeof gradient[0]) == 0 &&
             std::memcmp(by_c[0], by_c[1], sizeof by_c[0]) == 0,
         "the same bits");
  refused([&] { ops_scalar_from_reduction(steps[1], w.sum); }, "so derivatives cannot pass through it");
}

/// Scalars and datasets move together; a part of the objective that only the host computes from a scalar is missed by
/// the gradient, and found.
void moved_scalars(World& w) {
  const double constants[] = {0.8, 0.2}, value = 0.15;
  ops_scalar c = ops_decl_scalar("c of moved", constants, 2), step = ops_decl_scalar("moved step", &value, 1);
  const auto run = [&](double by_host) {
    ops_dat_deep_copy(w.u, w.input);
    ops_par_loop(advance, "advance", w.block, 2, inside, ops_arg_dat(w.u, 1, w.plus, "double", OPS_READ),
                 ops_arg_dat(w.v, 1, w.centre, "double", OPS_WRITE), ops_arg_scalar(step, 1, "double", OPS_READ),
                 ops_arg_scalar(c, 2, "double", OPS_READ));
    ops_par_loop(weigh, "weigh", w.block, 2, inside, ops_arg_dat(w.v, 1, w.centre, "double", OPS_READ), ops_arg_idx(),
                 ops_arg_reduce(w.sum, 1, "double", OPS_INC));
    double sum;
    ops_reduction_result(w.sum, &sum);
    return sum + by_host * ops_scalar_fetch_data<double>(step)[0];
  };
  const auto right = [&] { return run(0.0); };
  const auto wrong = [&] { return run(40.0); };
  const ops_ad_taylor_result all = ops_ad_taylor_test({w.input, step, c}, right, w.sum);
  expect(all.passed, "Taylor test of a dataset and two scalars");
  expect(all.inputs == std::vector<std::string>{"dataset 'input'", "scalar 'moved step'", "scalar 'c of moved'"},
         "what moved is named");
  expect(ops_ad_taylor_test({step}, right, w.sum).passed, "Taylor test of a scalar alone");
  expect(!ops_ad_taylor_test({step}, wrong, w.sum).passed, "a host's use of a scalar is found");
  expect(ops_scalar_fetch_data<double>(step)[0] == value, "a scalar is put back");
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  World w;
  ops_partition("");
  ops_par_loop(fill, "fill", w.block, 2, whole, ops_arg_dat(w.input, 1, w.centre, "double", OPS_WRITE), ops_arg_idx());
  time_steps(w);
  normalisation(w);
  ties(w, false);
  ties(w, true);
  last_uses(w);
  passive(w);
  moved_scalars(w);
  floats(w);
  ops_printf("hash %016llx\n%s\n", hash, passed ? "PASSED" : "FAILED");
  ops_exit();
  return passed ? 0 : 1;
}
