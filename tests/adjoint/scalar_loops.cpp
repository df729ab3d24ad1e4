// tests/adjoint/scalar_loops.cpp: kernels over scalars alone, between results of reductions and loops that take them: a
// time step and a time that the state decides. Values, gradients, tangents and second derivatives against the same
// program over dual and complex numbers, bits within a budget, errors. Exit status 0 if all is right.
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <vector>

#define OPS_1D
#include "ops.hpp"

#include "scalar_loops_kernels.h"
#include "scalar_loops_oracle.hpp"

namespace {

using oracle::cells;
using oracle::steps;

int size[] = {cells}, base[] = {0}, d_m[] = {-1}, d_p[] = {1}, inside[] = {0, cells};
bool passed = true;
unsigned long long hash = 14695981039346656037u;

void expect(bool right, const char* what) {
  if (!right) std::printf("wrong: %s\n", what);
  passed = passed && right;
}
bool near(double a, double b, double tolerance) {
  return std::fabs(a - b) <= tolerance * std::fmax(1.0, std::fmax(std::fabs(a), std::fabs(b)));
}
void take_bits(const std::vector<double>& values) {
  for (const double value : values) {
    unsigned long long bits;
    std::memcpy(&bits, &value, sizeof bits);
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
char* bytes(std::vector<double>& values) { return reinterpret_cast<char*>(values.data()); }

struct World {
  int centre[1] = {0}, three[3] = {0, 1, -1};
  ops_block block = ops_decl_block(1, "line");
  ops_dat input = dat("input"), u = dat("u"), v = dat("v");
  ops_stencil S0 = ops_decl_stencil(1, 1, centre, "0"), S3 = ops_decl_stencil(1, 3, three, "3");
  ops_reduction sum = reduction("sum"), most = reduction("most"), objective = reduction("objective");
  double start[2] = {0.8, 0.3}, zero = 0.0;
  float third = 1.0F / 3.0F, pair[2] = {2.0F, 5.0F};
  ops_scalar c = ops_decl_scalar("c", start, 2), energy = ops_decl_scalar("energy", &zero, 1),
             fastest = ops_decl_scalar("fastest", &zero, 1);
  ops_scalar dt = ops_decl_scalar("dt", &zero, 1), time = ops_decl_scalar("time", &zero, 1),
             fixed = ops_decl_scalar_passive("fixed", &zero, 1);
  ops_scalar narrow = ops_decl_scalar("narrow", &third, 1), wide = ops_decl_scalar("wide", pair, 2);

  ops_dat dat(const char* name) {
    return ops_decl_dat(block, 1, size, base, d_m, d_p, static_cast<double*>(nullptr), "double", name);
  }
  static ops_reduction reduction(const char* name) { return ops_decl_reduction_handle(sizeof(double), "double", name); }
  ops::Context* instance() const { return block->context; }
};

ops_arg in(ops_scalar scalar, int dim = 1) { return ops_arg_scalar(scalar, dim, "double", OPS_READ); }
ops_arg out(ops_scalar scalar, int dim = 1) { return ops_arg_scalar(scalar, dim, "double", OPS_WRITE); }

/// @param extreme  the step depends on the largest value, too
double run(World& w, bool extreme) {
  const double weight = extreme ? 1.0 : 0.0, limit = oracle::limit;
  ops_dat_deep_copy(w.u, w.input);
  ops_scalar_loop(begin, "begin", ops_arg_gbl(&limit, 1, "double", OPS_READ), out(w.time));
  for (int n = 0; n < steps; ++n) {
    ops_ad_step(w.instance());
    ops_par_loop(squares, "squares", w.block, 1, inside, ops_arg_dat(w.u, 1, w.S0, "double", OPS_READ),
                 ops_arg_reduce(w.sum, 1, "double", OPS_INC));
    ops_scalar_from_reduction(w.energy, w.sum);
    if (extreme) {
      ops_par_loop(largest, "largest", w.block, 1, inside, ops_arg_dat(w.u, 1, w.S0, "double", OPS_READ),
                   ops_arg_reduce(w.most, 1, "double", OPS_MAX));
      ops_scalar_from_reduction(w.fastest, w.most);
    } else {
      ops_scalar_loop(same, "same", in(w.energy), out(w.fastest));
    }
    ops_scalar_loop(choose, "choose", in(w.energy), in(w.fastest), in(w.c, 2),
                    ops_arg_gbl(&weight, 1, "double", OPS_READ), ops_arg_gbl(&limit, 1, "double", OPS_READ), in(w.time),
                    out(w.dt), out(w.time));
    ops_par_loop(advance, "advance", w.block, 1, inside, ops_arg_dat(w.u, 1, w.S3, "double", OPS_READ),
                 ops_arg_dat(w.v, 1, w.S0, "double", OPS_WRITE), in(w.dt), in(w.time), in(w.c, 2));
    ops_par_loop(copy, "copy", w.block, 1, inside, ops_arg_dat(w.v, 1, w.S0, "double", OPS_READ),
                 ops_arg_dat(w.u, 1, w.S0, "double", OPS_WRITE));
  }
  ops_par_loop(weigh, "weigh", w.block, 1, inside, ops_arg_dat(w.u, 1, w.S0, "double", OPS_READ), ops_arg_idx(),
               in(w.time), ops_arg_reduce(w.objective, 1, "double", OPS_INC));
  double value;
  ops_reduction_result(w.objective, &value);
  return value;
}

std::vector<double> gradient(World& w) {
  *ops_reduction_get_derivative<double>(w.objective) = 1.0;
  ops_interpret_adjoints(w.instance());
  std::vector<double> found(cells + 2);
  ops_dat_fetch_derivative(w.input, bytes(found));
  std::memcpy(&found[cells], ops_scalar_get_derivative<double>(w.c), 2 * sizeof(double));
  return found;
}

void compare(const std::vector<double>& found, const std::vector<double>& right, double tolerance, const char* what) {
  for (std::size_t k = 0; k < found.size(); ++k)
    if (!near(found[k], right[k], tolerance)) {
      std::printf("%s %zu: %.17g, right is %.17g\n", what, k, found[k], right[k]);
      return expect(false, what);
    }
}

/// H v of the recording: the cells, then the components of c. @param moves  of the cells, of c; null: it does not move
std::vector<double> product(World& w, const double* cells_move, const double* c_moves) {
  std::vector<ops_ad_direction> directions;
  if (cells_move != nullptr) directions.emplace_back(w.input, reinterpret_cast<const char*>(cells_move));
  if (c_moves != nullptr) directions.emplace_back(w.c, c_moves);
  ops_hessian_vector(w.instance(), directions);
  std::vector<double> found(cells + 2);
  ops_dat_fetch_hessian_vector(w.input, bytes(found));
  std::memcpy(&found[cells], ops_scalar_get_hessian_vector<double>(w.c), 2 * sizeof(double));
  return found;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

/// Along the cells, along the scalar, and along both: against dual numbers; symmetric; the same bits a second time.
/// @param along  the cells, then the components of c
std::vector<double> second_derivatives(World& w, const oracle::Program& program, const std::vector<double>& at,
                                       const std::vector<double>& along) {
  std::vector<double> of_cells = along, of_c = along;
  std::fill(of_cells.begin() + cells, of_cells.end(), 0.0);
  std::fill(of_c.begin(), of_c.begin() + cells, 0.0);
  const std::vector<double> by_cells = product(w, along.data(), nullptr), by_c = product(w, nullptr, &along[cells]),
                            by_both = product(w, along.data(), &along[cells]);
  compare(by_cells, program.hessian_vector(at, of_cells), 1e-11, "second derivatives along cells");
  compare(by_c, program.hessian_vector(at, of_c), 1e-11, "second derivatives along a scalar");
  compare(by_both, program.hessian_vector(at, along), 1e-11, "second derivatives along both");
  expect(near(dot(of_c, by_cells), dot(of_cells, by_c), 1e-11), "second derivatives are symmetric");
  compare(product(w, along.data(), &along[cells]), by_both, 0.0, "the same second derivatives again");
  take_bits(by_cells);
  take_bits(by_c);
  take_bits(by_both);
  return by_both;
}

void derivatives(World& w, bool extreme) {
  const oracle::Program program{extreme};
  std::vector<double> values(cells), direction(cells);
  for (int i = 0; i < cells; ++i) values[i] = 0.6 + 0.3 * std::sin(0.9 * i), direction[i] = std::cos(1.7 * i);
  ops_dat_set_data(w.input, 0, bytes(values));
  std::vector<double> at = values;
  at.insert(at.end(), {w.start[0], w.start[1]});
  expect(near(run(w, extreme), program.value(at), 1e-13), "the objective");
  const std::vector<double> found = gradient(w);
  compare(found, program.gradient(at), 1e-12, "gradient");
  take_bits(found);
  compare(gradient(w), found, 0.0, "second interpretation");

  std::vector<double> along = direction;
  along.insert(along.end(), {0.5, -1.25});
  const double moves[] = {0.5, -1.25};
  ops_tangent(w.instance(), {{w.input, bytes(direction)}, {w.c, moves}});
  expect(near(*ops_reduction_get_tangent(w.objective), program.slope(at, along), 1e-12), "tangent");
  expect(ops_ad_dot_test(w.instance(), {w.input}).passed, "dot-product test");
  const ops_ad_loops_result loops = ops_ad_loops_test(w.instance());
  expect(loops.passed, "test of loops");

  const std::vector<double> second = second_derivatives(w, program, at, along);
  ops_ad_reset(w.instance());
  expect(
      ops_ad_taylor_test(w.instance(), {w.input}, [&] { return run(w, extreme); }, w.objective).passed, "Taylor test");

  ops_ad_set_checkpoint_count(w.instance(), 3, steps);
  run(w, extreme);
  compare(gradient(w), found, 0.0, "gradient within a budget");
  ops_tangent(w.instance(), {{w.input, bytes(direction)}, {w.c, moves}});
  expect(near(*ops_reduction_get_tangent(w.objective), program.slope(at, along), 1e-12), "tangent within a budget");
  compare(product(w, direction.data(), moves), second, 0.0, "second derivatives within a budget");
  ops_ad_reset(w.instance());
}

/// Float, components, a value that is read before it is overwritten.
void others(World& w) {
  ops_scalar_loop(turned, "turned", ops_arg_scalar(w.narrow, 1, "float", OPS_READ),
                  ops_arg_scalar(w.wide, 2, "float", OPS_READ), ops_arg_scalar(w.wide, 2, "float", OPS_WRITE));
  const float* now = w.wide->get_data<float>();
  expect(now[0] == 5.0F * w.third && now[1] == 2.0F + w.third, "components of float");
}

/// A component that depends on the point has its share of the derivative.
void computed_index(World& w) {
  std::vector<double> values(cells), found(cells);
  for (int i = 0; i < cells; ++i) values[i] = 1.0 + 0.1 * i;
  ops_dat_set_data(w.input, 0, bytes(values));
  ops_par_loop(striped, "striped", w.block, 1, inside, ops_arg_dat(w.input, 1, w.S0, "double", OPS_READ), in(w.c, 2),
               ops_arg_idx(), ops_arg_reduce(w.objective, 1, "double", OPS_INC));
  double value, by[2] = {};
  ops_reduction_result(w.objective, &value);
  *ops_reduction_get_derivative<double>(w.objective) = 1.0;
  ops_interpret_adjoints(w.instance());
  ops_dat_fetch_derivative(w.input, bytes(found));
  for (int i = 0; i < cells; ++i) {
    const int k = i % 3 == 1 ? 1 : 0;
    expect(near(found[i], w.start[k] * w.start[k], 1e-15), "derivative by a cell beside a computed index");
    by[k] += 2.0 * w.start[k] * values[i];
  }
  const double* of = ops_scalar_get_derivative<double>(w.c);
  expect(near(of[0], by[0], 1e-13) && near(of[1], by[1], 1e-13), "derivative by a component at a computed index");
  take_bits({of[0], of[1]});
  const double moves[] = {0.5, -1.25};
  ops_tangent(w.instance(), {{w.c, moves}});
  expect(near(*ops_reduction_get_tangent(w.objective), 0.5 * by[0] - 1.25 * by[1], 1e-13),
         "tangent at a computed index");
  ops_hessian_vector(w.instance(), {{w.c, moves}});
  const double* second = ops_scalar_get_hessian_vector(w.c);
  double by_by[2] = {};  // this Hessian is a diagonal
  for (int i = 0; i < cells; ++i) by_by[i % 3 == 1 ? 1 : 0] += 2.0 * values[i];
  expect(near(second[0], 0.5 * by_by[0], 1e-13) && near(second[1], -1.25 * by_by[1], 1e-13),
         "second derivative at a computed index");
  ops_dat_fetch_hessian_vector(w.input, bytes(found));
  for (int i = 0; i < cells; ++i) {
    const int k = i % 3 == 1 ? 1 : 0;
    expect(near(found[i], 2.0 * w.start[k] * moves[k], 1e-15), "the same by a cell");
  }
  take_bits({second[0], second[1]});
  ops_ad_reset(w.instance());
}

/// What the translator cannot see.
void errors(World& w) {
  refused([&] { ops_scalar_loop(same, "s", in(w.energy), out(nullptr)); },
          "argument 2 (ops_arg_scalar): the scalar is null");
  refused([&] { ops_scalar_loop(same, "s", in(w.energy), out(w.fixed)); },
          "argument 2 (scalar 'fixed'): the scalar is passive");
  refused([&] { ops_scalar_loop(same, "s", in(w.energy), out(w.c)); },
          "argument 2 (scalar 'c'): the argument has dim 1, but the scalar has dim 2");
  double* at = w.fastest->get_raw_pointer<double>();
  refused([&] { ops_scalar_loop(same, "s", in(w.energy), out(w.fastest)); },
          "argument 2 (scalar 'fastest'): a raw pointer to the scalar's value has not been released");
  w.fastest->release_raw_pointer(at, OPS_READ);
  refused([&] { ops_scalar_get_hessian_vector(w.c); },
          "no Hessian-vector product has been computed yet: call ops_hessian_vector first");
  refused([&] { ops_scalar_get_hessian_vector(w.narrow); },
          "scalar 'narrow' is of type float, but this call expects type double");
  refused([&] { ops_scalar_get_hessian_vector(w.fixed); }, "scalar 'fixed' is passive: it has no derivative");
  refused([&] { ops_scalar_get_hessian_vector(nullptr); }, "the scalar is null or no longer exists");
}

}  // namespace

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  World w;
  ops_partition("");
  derivatives(w, false);
  derivatives(w, true);
  others(w);
  computed_index(w);
  errors(w);
  ops_printf("hash %016llx\n%s\n", hash, passed ? "PASSED" : "FAILED");
  ops_exit();
  return passed ? 0 : 1;
}
