// tests/faults/host.cpp: a right program that reads results and values, and one mistake at a time in what it hands back, or when. host <fault>.. -OPS_AD_CHECK=taylor runs it once per fault, each after a line "== <fault>"; some are no faults.
// What is reported must name the line that bears, or follows, "here: <fault>" (faults_test.py).
#include <cmath>
#include <vector>

double rate = 0.35;
struct Limits {
  int rounds;
  double most, least;
} limits{3, 0.9, 0.1};

#define OPS_1D
#include "ops.hpp"

#include "run.hpp"

inline void fill(ACC<double> &u, const int *idx) { u(0) = 0.63 + 0.1 * idx[0]; }
inline void scaled(const ACC<double> &u, ACC<double> &v, const double *by) { v(0) = by[0] * u(0); }
inline void damped(const ACC<double> &u, ACC<double> &v) { v(0) = u(0) / (1.0 + rate * u(0)); }
inline void limited(const ACC<double> &u, ACC<double> &v, const Limits *own) { v(0) = u(0) * (own->most + limits.least * u(0)); }
inline void widely(const ACC<double> &u, ACC<double> &v, const long double *by) { v(0) = static_cast<double>(by[1]) * u(0); }
inline void level(ACC<double> &v, const double *by) { v(0) = by[0]; }
inline void added(const ACC<double> &u, ACC<double> &v) { v(0) += u(0); }
inline void doubled(const double *by, double *to) { *to = 2.0 * by[0]; }
inline void narrow(const ACC<double> &u, ACC<half> &h) { h(0) = u(0); }
inline void halved(const ACC<double> &u, ACC<double> &v, const half *by) { v(0) = by[0] * u(0); }
inline void wider(const ACC<half> &h, ACC<double> &v) { v(0) = h(0); }
inline void energy(const ACC<double> &u, double *sum) { *sum += u(0) * u(0); }

namespace {

constexpr int N = 9;
using faults::is;

struct World {
  int size[1] = {N}, base[1] = {0}, d_m[1] = {-1}, d_p[1] = {1}, all[2] = {0, N}, whole[2] = {-1, N + 1}, point[1] = {0};
  double one = 1.0, value = 0.0, by = 0.3, initial = 0.8, *none = nullptr;
  std::vector<double> inside = std::vector<double>(N, 0.4);
  Limits own{2, 0.7, 0.2};
  half small = 0.45f;
  long double wide[2] = {0.1L, 0.45L};
  OPS_instance *instance = OPS_instance::getOPSInstance();
  ops_block block = ops_decl_block(1, "line");
  ops_stencil S0 = ops_decl_stencil(1, 1, point, "0");
  ops_dat u = declare("u"), v = declare("v"), w = declare("w"), spare = declare("spare"), other = declare("other");
  ops_dat fixed = ops_decl_dat_passive(block, 1, size, base, d_m, d_p, none, "double", "fixed");
  ops_dat halves = ops_decl_dat(block, 1, size, base, d_m, d_p, static_cast<half *>(nullptr), "half", "halves");
  ops_scalar scale = ops_decl_scalar("scale", &initial, 1), made = ops_decl_scalar("made", &initial, 1);
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum"), norm = ops_decl_reduction_handle(sizeof(double), "double", "norm");

  World() {
    ops_decl_const("rate", 1, "double", &rate);
    ops_decl_const("limits", 1, "Limits", &limits);
    ops_partition("");
  }
  ops_dat declare(const char *name) { return ops_decl_dat(block, 1, size, base, d_m, d_p, none, "double", name); }
  ops_arg in(ops_dat dat) { return ops_arg_dat(dat, 1, S0, "double", OPS_READ); }
  ops_arg out(ops_dat dat) { return ops_arg_dat(dat, 1, S0, "double", OPS_WRITE); }
  double *pointer(ops_dat dat) {
    ops_memspace space = OPS_HOST;
    return reinterpret_cast<double *>(ops_dat_get_raw_pointer(dat, 0, S0, &space));
  }

  void computed(double result);
  void raw();
  void refreshed();
  void detours();
  void afterwards();
  void ask();
  void run();
};

/// Numbers for the loops below, from a result.
void World::computed(double result) {
  const double from = 1.0 / (1.0 + result);
  if (is("gbl-computed")) by = from;
  if (is("gbl-quotient") || is("gbl-repeated")) by = 0.2 / result;
  if (is("gbl-clipped")) by = std::fmin(0.2 / result, 5.0);
  if (is("gbl-root")) by = 0.1 / std::sqrt(result);
  if (is("gbl-declared")) by = ops_ad_constant(0.1 / std::sqrt(result));
  if (is("constant-declared")) ops_update_const("rate", 1, "double", &(rate = ops_ad_constant(from)));
  if (is("gbl-rescaled")) by = 0.5 * result;
  if (is("gbl-mean")) by = result / N;
  if (is("constant-computed")) ops_update_const("rate", 1, "double", &(rate = from));
  if (is("struct-constant-computed")) ops_update_const("limits", 1, "Limits", &(limits.least = from, limits));
  if (is("struct-constant-declared")) ops_update_const("limits", 1, "Limits", &(limits.least = ops_ad_constant(from), limits));
  if (is("struct-computed")) own.most = from;
  if (is("struct-result")) own.most = result;
  if (is("wide-computed")) wide[1] = 1.0L / (1.0L + result);
  if (is("half-computed")) small = static_cast<float>(from);
  if (is("half-declared")) small = ops_ad_constant(static_cast<float>(static_cast<half>(static_cast<float>(from))));
  if (is("wide-result")) wide[1] = result;
  if (is("wide-declared")) wide[1] = ops_ad_constant(1.0L / (1.0L + result));
  if (is("struct-counted")) own.rounds = static_cast<int>(100 * from);
  if (is("scalar-computed") || is("scalar-declared")) {
    double *at = scale->get_raw_pointer<double>();
    *at = from;
    if (is("scalar-declared")) ops_ad_constant(instance, at, 1);
    scale->release_raw_pointer(at, OPS_WRITE);
  }
}

/// Values looked at, changed, and looked at through one pointer while another changes them.
void World::raw() {
  if (is("nested")) {
    double *looks = pointer(spare), *writes = pointer(spare);
    writes[0] = 2.0 * looks[1];
    ops_dat_release_raw_data(spare, 0, OPS_RW);
    ops_dat_release_raw_data(spare, 0, OPS_READ);
    return;
  }
  double *at = pointer(v);
  value = at[1];
  if (is("gbl-of-data")) by = 0.5 * value + at[2];
  if (is("raw-read")) at[0] = 2.0;
  ops_dat_release_raw_data(v, 0, OPS_READ);  // here: raw-read
}

/// Values that a loop needs, set again.
void World::refreshed() {
  for (int step = 0; step < 2; ++step) {
    ops_dat_set_data(spare, 0, reinterpret_cast<char *>(inside.data()));  // here: set-again
    if (is("set-again-declared")) ops_ad_constant(spare);
    ops_par_loop(added, "again", block, 1, all, in(spare), ops_arg_dat(v, 1, S0, "double", OPS_INC));
  }
}

/// Numbers that enter where no derivative is: through passive data and loops, through a scalar, and as half.
void World::detours() {
  if (is("scalar-asked")) {
    ops_par_loop(energy, "norm", block, 1, all, in(v), ops_arg_reduce(norm, 1, "double", OPS_INC));
    ops_reduction_result(norm, &value);
  }
  const double from = 1.0 / (3.0 + value);
  const ops_arg number = ops_arg_gbl(&from, 1, "double", OPS_READ);
  if (is("to-passive-data")) ops_par_loop(level, "level", block, 1, all, out(fixed), number);                  // here: to-passive-data
  if (is("to-passive-loop") || is("scalar-asked") || is("as-dataset") || is("stored") || is("tangent") || is("hessian"))
    ops_par_loop_passive(level, "level", block, 1, all, out(other), number);  // here: to-passive-loop, scalar-asked, as-dataset, stored, tangent, hessian
  if (is("to-scalar-loop")) ops_scalar_loop(doubled, "doubled", number, ops_arg_scalar(made, 1, "double", OPS_WRITE));  // here: to-scalar-loop
  if (is("half-set") || is("half-set-declared")) {
    std::vector<half> set(N, half(static_cast<float>(from)));
    ops_dat_set_data(halves, 0, reinterpret_cast<char *>(set.data()));  // here: half-set
    if (is("half-set-declared")) ops_ad_constant(halves);
    ops_par_loop(wider, "wider", block, 1, all, ops_arg_dat(halves, 1, S0, "half", OPS_READ), out(other));
  }
  if (is("by-half")) {
    ops_par_loop_passive(narrow, "narrow", block, 1, all, in(v), ops_arg_dat(halves, 1, S0, "half", OPS_WRITE));  // here: by-half
    ops_par_loop(wider, "wider", block, 1, all, ops_arg_dat(halves, 1, S0, "half", OPS_READ), out(other));
  }
  ops_par_loop(added, "added", block, 1, all, in(fixed), ops_arg_dat(v, 1, S0, "double", OPS_INC));
  ops_par_loop(added, "added", block, 1, all, in(other), ops_arg_dat(v, 1, S0, "double", OPS_INC));
  ops_par_loop(scaled, "made", block, 1, all, in(v), out(w), ops_arg_scalar(made, 1, "double", OPS_READ));
  ops_par_loop(added, "made", block, 1, all, in(w), ops_arg_dat(v, 1, S0, "double", OPS_INC));
}

/// Values from outside once the objective is known: the gradient is with respect to those before, and right.
void World::afterwards() {
  if (is("set-after") || is("set-between")) ops_dat_set_data(u, 0, reinterpret_cast<char *>(inside.data()));  // here: set-between
  if (is("fill-after")) ops_par_loop(fill, "refill", block, 1, whole, out(u), ops_arg_idx());
  if (is("write-after")) {
    pointer(u)[2] += 0.5;
    ops_dat_release_raw_data(u, 0, OPS_RW);
  }
  if (is("scalar-after")) {
    double *at = scale->get_raw_pointer<double>();
    *at = 3.0;
    scale->release_raw_pointer(at, OPS_WRITE);
  }
  if (!is("set-between")) return;
  ops_par_loop(energy, "more", block, 1, all, in(u), ops_arg_reduce(sum, 1, "double", OPS_INC));
  sum->get_result(&value, &one);
}

void World::ask() {
  char *const values = reinterpret_cast<char *>(inside.data());
  if (is("tangent")) {
    ops_tangent(instance, {{u, values}});
    ops_reduction_get_tangent(sum);
  } else if (is("hessian")) {
    ops_hessian_vector(instance, {{u, values}});
    ops_dat_fetch_hessian_vector(u, values);
  } else if (is("scalar-asked")) {
    ops_scalar_get_derivative<double>(scale);
  } else if (is("as-dataset")) {
    ops_dat_fetch_data(ops_get_derivative_as_ops_dat(u), 0, values);
  } else if (!is("stored")) {
    ops_dat_fetch_derivative(u, values);
  }
}

void World::run() {
  const double again = by;
  ops_par_loop(fill, "fill", block, 1, whole, out(u), ops_arg_idx());
  ops_dat_fetch_data(u, 0, reinterpret_cast<char *>(inside.data()));  // an input that a loop fills
  ops_dat_set_data(other, 0, reinterpret_cast<char *>(inside.data()));
  if (is("stored")) ops_dat_store_derivative(u, reinterpret_cast<char *>(inside.data()), OPS_HOST);
  ops_par_loop(scaled, "first", block, 1, all, in(u), out(v), ops_arg_gbl(&by, 1, "double", OPS_READ));
  ops_par_loop(widely, "first", block, 1, all, in(v), out(w), ops_arg_gbl(wide, 2, "long double", OPS_READ));
  ops_par_loop(halved, "first", block, 1, all, in(v), out(w), ops_arg_gbl(&small, 1, "half", OPS_READ));
  ops_par_loop(limited, "first", block, 1, all, in(v), out(w), ops_arg_gbl(&own, 1, "Limits", OPS_READ));
  ops_par_loop(damped, "first", block, 1, all, in(v), out(w));
  ops_par_loop(energy, "norm", block, 1, all, in(w), ops_arg_reduce(norm, 1, "double", OPS_INC));
  ops_reduction_result(norm, &value);
  const double seen = std::sqrt(value);
  computed(value);
  raw();
  for (int k = 0; k < (is("gbl-repeated") ? 3 : 1); ++k, by = 0.2 / (value + k))
    // here: gbl-computed, gbl-quotient, gbl-repeated, gbl-clipped, gbl-root, gbl-rescaled, gbl-mean, gbl-of-data
    ops_par_loop(scaled, "second", block, 1, all, in(v), out(w), ops_arg_gbl(&by, 1, "double", OPS_READ));
  ops_par_loop(damped, "second", block, 1, all, in(w), out(v));  // here: constant-computed
  // here: struct-computed, struct-result, struct-constant-computed
  ops_par_loop(limited, "limited", block, 1, all, in(v), out(w), ops_arg_gbl(&own, 1, "Limits", OPS_READ));
  ops_par_loop(damped, "limited", block, 1, all, in(w), out(v));
  // here: wide-computed, wide-result
  ops_par_loop(widely, "wide", block, 1, all, in(v), out(w), ops_arg_gbl(wide, 2, "long double", OPS_READ));
  ops_par_loop(damped, "wide", block, 1, all, in(w), out(v));
  // here: half-computed
  ops_par_loop(halved, "halved", block, 1, all, in(v), out(w), ops_arg_gbl(&small, 1, "half", OPS_READ));
  ops_par_loop(damped, "halved", block, 1, all, in(w), out(v));
  // here: scalar-computed
  ops_par_loop(scaled, "third", block, 1, all, in(v), out(w), ops_arg_scalar(scale, 1, "double", OPS_READ));
  ops_par_loop(scaled, "fourth", block, 1, all, in(w), out(v), ops_arg_gbl(&again, 1, "double", OPS_READ));
  ops_par_loop_passive(scaled, "output", block, 1, all, in(v), out(spare), ops_arg_gbl(&seen, 1, "double", OPS_READ));
  detours();
  if (is("set-again") || is("set-again-declared")) refreshed();
  ops_par_loop(energy, "energy", block, 1, all, in(v), ops_arg_reduce(sum, 1, "double", OPS_INC));
  sum->get_result(&value, &one);
  afterwards();
  ops_interpret_adjoints(instance);
  ask();
}

}  // namespace

int main(int argc, char **argv) {
  return faults::run_each<World>(argc, argv, [] {
    rate = 0.35;
    limits = {3, 0.9, 0.1};
  });
}
