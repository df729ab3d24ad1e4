// tests/adjoint/scalar_products.cpp: second derivatives along scalars and datasets: scalars that several loops use, in
// place and through reductions, nonlinearly, with components; that are results, time steps, and set again. Symmetric,
// slopes of gradients, gradients to second order, the same bits within a budget. Prints bits; exit status 0 if all is
// right.
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#define OPS_2D
#include "ops.hpp"

void limit(const ACC<double>& u, const double* k, double* least) {
  *least = MIN(*least, 0.1 / (1.0 + exp(k[0]) * u(0, 0) * u(0, 0)));
}
void advance(const ACC<double>& u, ACC<double>& v, const double* dt, const double* k, const double* c) {
  v(0, 0) = u(0, 0) + dt[0] * (k[0] * k[0] * (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) - 4.0 * u(0, 0)) -
                               exp(-k[0]) * c[1] * u(0, 0) * u(0, 0));
}
void damp(ACC<double>& u, const double* c, const double* dt) { u(0, 0) = u(0, 0) / (1.0 + c[0] * c[0] * dt[0]); }
void copy(const ACC<double>& v, ACC<double>& u) { u(0, 0) = v(0, 0); }
void energy(const ACC<double>& u, const double* k, double* sum) { *sum += k[0] * sin(u(0, 0)) * u(0, 0); }
void onto_row(const ACC<double>& u, ACC<double>& row, const double* c) { row(0, 0) += c[1] * u(0, 0) * u(0, 0); }
void next_factor(const double* energy, const double* k, const double* before, double* factor) {
  *factor = *before * (1.0 + 0.05 * tanh(*energy * *k));
}
void objective(const ACC<double>& u, const ACC<double>& row, const double* factor, const double* k, double* sum) {
  *sum += *factor * u(0, 0) * (1.0 + row(0, 0)) / (*k + 2.0);
}
void cubed(const ACC<float>& x, const float* f, float* sum) { *sum += f[0] * f[0] * f[1] * x(0, 0); }

constexpr int nx = 13, ny = 6, steps = 6;
bool passed = true;
unsigned long long hash = 14695981039346656037u;

void expect(bool right, const std::string& what) {
  if (!right) ops_printf("wrong: %s\n", what.c_str());
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
double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

ops_arg in(ops_scalar scalar, int dim = 1) { return ops_arg_scalar(scalar, dim, "double", OPS_READ); }

/// Inputs and directions are vectors: the cells of `start`, then k, then the two components of c, then the factor.
constexpr int cells = nx * ny, at_k = cells, at_c = at_k + 1, at_factor = at_c + 2, inputs = at_factor + 1;

struct World {
  int centre[2] = {0, 0}, five[10] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, along[2] = {1, 0};
  int all[4] = {0, nx, 0, ny};
  const double none[2] = {0.0, 0.0};
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat start = dat("start", {nx, ny}), u = dat("u", {nx, ny}), v = dat("v", {nx, ny}), row = dat("row", {nx, 1});
  ops_dat x = ops_decl_dat<float>(grid, "x", {nx, ny});
  ops_stencil point = ops_decl_stencil(2, 1, centre, "point"), star = ops_decl_stencil(2, 5, five, "star"),
              on_row = ops_decl_strided_stencil(2, 1, centre, along, "on row");
  ops_reduction least = reduction("least"), sum = reduction("sum"), total = reduction("total");
  ops_reduction narrow = ops_decl_reduction_handle(sizeof(float), "float", "narrow");
  ops_scalar k = ops_decl_scalar("k", none, 1), c = ops_decl_scalar("c", none, 2),
             factor = ops_decl_scalar("factor", none, 1), dt = ops_decl_scalar("dt", none, 1),
             level = ops_decl_scalar("level", none, 1), unused = ops_decl_scalar("unused", none, 1);

  ops_dat dat(const char* name, std::vector<int> size) { return ops_decl_dat<double>(grid, name, size, {.halo = 1}); }
  static ops_reduction reduction(const char* name) { return ops_decl_reduction_handle(sizeof(double), "double", name); }

  void set(const std::vector<double>& at) {
    ops_ad_reset();
    ops_dat_set_data(start, std::vector<double>(at.begin(), at.begin() + cells));
    ops_scalar_set_data(k, at[at_k]);
    ops_scalar_set_data(c, std::vector<double>{at[at_c], at[at_c + 1]});
    ops_scalar_set_data(factor, at[at_factor]);
    ops_dat_set_data(row, std::vector<double>(nx, 0.0));
  }

  void run() {
    ops_dat_deep_copy(u, start);
    for (int n = 0; n < steps; ++n) {
      ops_ad_step();
      ops_par_loop(limit, "limit", grid, 2, all, read(u), in(k), ops_arg_reduce(least, 1, "double", OPS_MIN));
      ops_scalar_from_reduction(dt, least);
      ops_par_loop(advance, "advance", grid, 2, all, ops_arg_dat(u, 1, star, "double", OPS_READ),
                   ops_arg_dat(v, 1, point, "double", OPS_WRITE), in(dt), in(k), in(c, 2));
      ops_par_loop(damp, "damp", grid, 2, all, ops_arg_dat(v, 1, point, "double", OPS_RW), in(c, 2), in(dt));
      ops_par_loop(copy, "copy", grid, 2, all, read(v), ops_arg_dat(u, 1, point, "double", OPS_WRITE));
      ops_par_loop(energy, "energy", grid, 2, all, read(u), in(k), ops_arg_reduce(sum, 1, "double", OPS_INC));
      ops_scalar_from_reduction(level, sum);
      ops_scalar_loop(next_factor, "next factor", in(level), in(k), in(factor),
                      ops_arg_scalar(factor, 1, "double", OPS_WRITE));
    }
    ops_par_loop(onto_row, "onto row", grid, 2, all, read(u), ops_arg_dat(row, 1, on_row, "double", OPS_INC), in(c, 2));
    ops_par_loop(objective, "objective", grid, 2, all, read(u), ops_arg_dat(row, 1, on_row, "double", OPS_READ),
                 in(factor), in(k), ops_arg_reduce(total, 1, "double", OPS_INC));
    ops_ad_objective(total);
  }
  ops_arg read(ops_dat dat) { return ops_arg_dat(dat, 1, point, "double", OPS_READ); }

  std::vector<double> gradient() {
    ops_interpret_adjoints();
    std::vector<double> all_of_it = ops_dat_fetch_derivative<double>(start);
    for (ops_scalar scalar : {k, c, factor})
      for (const double x_of_scalar : ops_scalar_fetch_derivative<double>(scalar)) all_of_it.push_back(x_of_scalar);
    return all_of_it;
  }

  /// H way. Inputs that do not move in `way` get no direction.
  std::vector<double> product(const std::vector<double>& way) {
    const std::vector<double> field(way.begin(), way.begin() + cells);
    std::vector<ops_ad_direction> directions;
    const auto moves = [&](int from, int to) {
      for (int i = from; i < to; ++i)
        if (way[static_cast<std::size_t>(i)] != 0.0) return true;
      return false;
    };
    if (moves(0, cells)) directions.push_back(ops_ad_along(start, field));
    if (moves(at_k, at_c)) directions.emplace_back(k, &way[at_k]);
    if (moves(at_c, at_factor)) directions.emplace_back(c, &way[at_c]);
    if (moves(at_factor, inputs)) directions.emplace_back(factor, &way[at_factor]);
    ops_hessian_vector(OPS_instance::getOPSInstance(), directions);
    std::vector<double> all_of_it = ops_dat_fetch_hessian_vector<double>(start);
    for (ops_scalar scalar : {k, c, factor}) {
      const double* const part = ops_scalar_get_hessian_vector(scalar);
      all_of_it.insert(all_of_it.end(), part, part + scalar->dim);
    }
    expect(*ops_scalar_get_hessian_vector(unused) == 0.0, "a scalar that nothing uses has no second derivative");
    return all_of_it;
  }
};

std::vector<double> moved(std::vector<double> at, const std::vector<double>& way, double h) {
  for (std::size_t i = 0; i < at.size(); ++i) at[i] += h * way[i];
  return at;
}
std::vector<double> gradient_at(World& w, const std::vector<double>& at) {
  w.set(at);
  w.run();
  return w.gradient();
}

/// Of the field, of each scalar alone, and of all together.
std::vector<std::vector<double>> ways() {
  std::vector<std::vector<double>> all(5, std::vector<double>(inputs));
  for (std::size_t i = 0; i < cells; ++i) all[0][i] = all[4][i] = std::cos(0.7 * static_cast<double>(i));
  all[1][at_k] = 1.0;
  all[2][at_c] = 0.5, all[2][at_c + 1] = -2.0;
  all[3][at_factor] = 1.0;
  all[4][at_k] = -0.4, all[4][at_c] = 0.3, all[4][at_c + 1] = 0.8, all[4][at_factor] = 1.5;
  return all;
}

/// |gradient(x + h way) - gradient(x) - h H way| is a fourth when h is a half.
void check_order(World& w, const std::vector<double>& at, const std::vector<double>& way,
                 const std::vector<double>& product) {
  const std::vector<double> here = gradient_at(w, at);
  double rest[2];
  for (int n = 0; n < 2; ++n) {
    const double h = n == 0 ? 2e-5 : 1e-5;  // so small that the same point stays the least
    const std::vector<double> there = gradient_at(w, moved(at, way, h));
    double squares = 0.0;
    for (std::size_t i = 0; i < there.size(); ++i) squares += std::pow(there[i] - here[i] - h * product[i], 2);
    rest[n] = std::sqrt(squares);
  }
  const double order = std::log2(rest[0] / rest[1]);
  expect(order > 1.9 && order < 2.1, "gradients agree to order " + std::to_string(order));
}

void check_slope(World& w, const std::vector<double>& at, const std::vector<double>& way,
                 const std::vector<double>& product) {
  const double h = 1e-5;
  const std::vector<double> above = gradient_at(w, moved(at, way, h)), below = gradient_at(w, moved(at, way, -h));
  for (std::size_t i = 0; i < product.size(); ++i)
    expect(near(product[i], (above[i] - below[i]) / (2 * h), 1e-6),
           "slope of the gradient, entry " + std::to_string(i));
}

void products(World& w) {
  std::vector<double> at(inputs);
  for (std::size_t i = 0; i < cells; ++i) at[i] = 0.5 + 0.3 * std::sin(0.9 * static_cast<double>(i));
  at[at_k] = 0.7, at[at_c] = 1.1, at[at_c + 1] = 0.6, at[at_factor] = 1.2;
  const std::vector<std::vector<double>> along = ways();
  std::vector<std::vector<double>> found;
  const std::vector<double> gradient = gradient_at(w, at);
  for (const auto& way : along) found.push_back(w.product(way));
  expect(w.gradient() == gradient, "gradients stay as they are");
  for (std::size_t n = 0; n < along.size(); ++n) {
    expect(w.product(along[n]) == found[n], "the same bits again");
    take_bits(found[n]);
    for (std::size_t m = 0; m < n; ++m)
      expect(near(dot(along[n], found[m]), dot(along[m], found[n]), 1e-12), "second derivatives are symmetric");
  }
  for (const int states : {2, 3}) {
    w.set(at);
    ops_ad_set_checkpoint_count(states, steps);
    w.run();
    for (std::size_t n = 0; n < along.size(); ++n)
      expect(w.product(along[n]) == found[n], "the same bits with " + std::to_string(states) + " states");
    expect(w.gradient() == gradient, "the same gradient with states");
  }
  for (std::size_t n = 0; n < along.size(); ++n) {
    check_slope(w, at, along[n], found[n]);
    if (n != 3) check_order(w, at, along[n], found[n]);  // linear in the factor
  }
  ops_ad_reset();
}

/// sum over cells of f0^2 f1 x, of float.
void floats(World& w) {
  std::vector<float> values(cells);
  double total = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) total += values[i] = 0.5F + 0.01F * static_cast<float>(i);
  const float start[] = {2.0F, 3.0F}, way[] = {0.5F, -1.0F};
  ops_scalar f = ops_decl_scalar("f", start, 2);
  ops_dat_set_data(w.x, values);
  ops_par_loop(cubed, "cubed", w.grid, 2, w.all, ops_arg_dat(w.x, 1, w.point, "float", OPS_READ),
               ops_arg_scalar(f, 2, "float", OPS_READ), ops_arg_reduce(w.narrow, 1, "float", OPS_INC));
  ops_ad_objective<float>(w.narrow);
  ops_hessian_vector(OPS_instance::getOPSInstance(), {{f, way}});
  const float* const second = ops_scalar_get_hessian_vector<float>(f);
  expect(
      near(second[0], (2 * 3.0 * 0.5 + 2 * 2.0 * -1.0) * total, 1e-5) && near(second[1], 2 * 2.0 * 0.5 * total, 1e-5),
      "second derivatives of float");
  for (const float by_cell : ops_dat_fetch_hessian_vector<float>(w.x))
    expect(near(by_cell, 2 * 2.0 * 3.0 * 0.5 + 2.0 * 2.0 * -1.0, 1e-6), "second derivatives of float by cells");
  take_bits({second[0], second[1]});
  ops_ad_reset();
}

/// A value that the host sets between loops: derivatives are with respect to the one before.
void set_between(World& w) {
  ops_dat_set_data(w.u, std::vector<double>(cells, 0.5));
  ops_scalar a = ops_decl_scalar("a", w.none, 1);
  const auto add = [&] {
    ops_par_loop(energy, "again", w.grid, 2, w.all, w.read(w.u), in(a), ops_arg_reduce(w.total, 1, "double", OPS_INC));
  };
  ops_scalar_set_data(a, 2.0);
  add();
  ops_scalar_set_data(a, 5.0);
  add();
  ops_ad_objective(w.total);
  const std::vector<double> way(cells, 1.0);
  const double one = 1.0, slope = std::sin(0.5) + 0.5 * std::cos(0.5), second = 2 * std::cos(0.5) - 0.5 * std::sin(0.5);
  ops_hessian_vector(OPS_instance::getOPSInstance(), {ops_ad_along(w.u, way), {a, &one}});
  expect(near(*ops_scalar_get_hessian_vector(a), cells * slope, 1e-13), "a scalar that is set again");
  for (const double by_cell : ops_dat_fetch_hessian_vector<double>(w.u))
    expect(near(by_cell, slope + 7.0 * second, 1e-13), "cells beside a scalar that is set again");
  ops_ad_reset();
}

/// u = start^2 q and a = q^3, outside of loops, and loops with k after it: directions of k do not reach the function,
/// and its adjoint carries what they do to gradients further. @param alias  the derivative of start is a dataset, too
void external(World& w, bool alias) {
  const std::vector<double> start(cells, 0.4);
  ops_scalar q = ops_decl_scalar("q", w.none, 1), a = ops_decl_scalar("a of q", w.none, 1);
  const auto value = [](ops_scalar scalar) { return ops_scalar_fetch_data<double>(scalar)[0]; };
  const auto primal = [&] {
    std::vector<double> u = ops_dat_fetch_data<double>(w.start);
    for (double& x : u) x = x * x * value(q);
    ops_dat_set_data(w.u, u);
    double* const at = a->get_raw_pointer<double>();
    *at = std::pow(value(q), 3);
    a->release_raw_pointer(at, OPS_WRITE);
  };
  const auto adjoint = [&] {
    const std::vector<double> at = ops_dat_fetch_data<double>(w.start), du = ops_dat_fetch_derivative<double>(w.u);
    std::vector<double> by = ops_dat_fetch_derivative<double>(w.start);
    for (std::size_t i = 0; i < by.size(); ++i) {
      by[i] += 2 * at[i] * value(q) * du[i];
      *q->get_derivative<double>() += at[i] * at[i] * du[i];
    }
    ops_dat_set_derivative(w.start, by);
    ops_dat_set_derivative(w.u, std::vector<double>(cells, 0.0));
    *q->get_derivative<double>() += 3 * std::pow(value(q), 2) * *a->get_derivative<double>();
    *a->get_derivative<double>() = 0.0;
  };
  const auto gradient = [&](double by_k, double by_c) {
    ops_ad_reset();
    ops_dat_set_data(w.start, start);
    ops_scalar_set_data(q, 0.9);
    ops_scalar_set_data(w.k, 0.7 + by_k);
    ops_scalar_set_data(w.c, std::vector<double>{0.0, 1.1 + by_c});
    ops_dat_set_data(w.row, std::vector<double>(nx, 0.0));
    ops_execute_external_function(primal, adjoint, w.read(w.start), ops_arg_dat(w.u, 1, w.point, "double", OPS_WRITE));
    ops_par_loop(energy, "energy", w.grid, 2, w.all, w.read(w.u), in(w.k), ops_arg_reduce(w.sum, 1, "double", OPS_INC));
    ops_scalar_from_reduction(w.level, w.sum);
    ops_par_loop(onto_row, "row", w.grid, 2, w.all, w.read(w.u), ops_arg_dat(w.row, 1, w.on_row, "double", OPS_INC),
                 in(w.c, 2));
    for (ops_scalar factor : {w.level, a})
      ops_par_loop(objective, "objective", w.grid, 2, w.all, w.read(w.u),
                   ops_arg_dat(w.row, 1, w.on_row, "double", OPS_READ), in(factor), in(w.k),
                   ops_arg_reduce(w.total, 1, "double", OPS_INC));
    ops_ad_objective(w.total);
    ops_interpret_adjoints();
    std::vector<double> found = ops_dat_fetch_derivative<double>(w.start);
    for (ops_scalar scalar : {q, w.k}) found.push_back(ops_scalar_fetch_derivative<double>(scalar)[0]);
    return found;
  };
  const double h = 1e-5, way[] = {0.0, -0.5}, one = 1.0;
  const std::vector<double> above = gradient(h, -0.5 * h), below = gradient(-h, 0.5 * h), here = gradient(0.0, 0.0);
  ops_dat const shown = alias ? ops_get_derivative_as_ops_dat(w.start) : nullptr;
  for (int again = 0; again < 2; ++again) {
    ops_hessian_vector(OPS_instance::getOPSInstance(), {{w.k, &one}, {w.c, way}});
    std::vector<double> product = ops_dat_fetch_hessian_vector<double>(w.start);
    for (ops_scalar scalar : {q, w.k}) product.push_back(*ops_scalar_get_hessian_vector(scalar));
    for (std::size_t i = 0; i < product.size(); ++i)
      expect(near(product[i], (above[i] - below[i]) / (2 * h), 1e-6), "external functions, entry " + std::to_string(i));
    take_bits(product);
    std::vector<double> still = ops_dat_fetch_derivative<double>(w.start);
    for (ops_scalar scalar : {q, w.k}) still.push_back(ops_scalar_fetch_derivative<double>(scalar)[0]);
    expect(still == here, "gradients beside external functions stay as they are");
    if (alias)
      expect(ops_dat_fetch_data<double>(shown) == ops_dat_fetch_derivative<double>(w.start), "gradients as datasets");
  }
  try {
    ops_hessian_vector(OPS_instance::getOPSInstance(), {{q, &one}});
    expect(false, "a direction passes an external function");
  } catch (const OPSException& error) {
    const std::string said = error.what();
    expect(said.find("ops_hessian_vector: this external function has no tangent, but it uses scalar 'q'") !=
               std::string::npos,
           said);
  }
  expect(ops_dat_fetch_derivative<double>(w.start)[0] == here[0], "gradients stay after an error");
  ops_ad_reset();
}

/// a = q^3 outside of loops, in a function that declares scalars alone; then J = a (sum of u) / (k + 2).
void external_of_scalars(World& w) {
  ops_scalar q = ops_decl_scalar("q alone", w.none, 1), a = ops_decl_scalar("a alone", w.none, 1);
  const auto value = [](ops_scalar scalar) { return ops_scalar_fetch_data<double>(scalar)[0]; };
  ops_ad_reset();
  ops_dat_set_data(w.u, std::vector<double>(cells, 0.5));
  ops_dat_set_data(w.row, std::vector<double>(nx, 0.0));
  ops_scalar_set_data(q, 0.9);
  ops_scalar_set_data(w.k, 0.7);
  const auto cube = [&] {
    double* const at = a->get_raw_pointer<double>();
    *at = std::pow(value(q), 3);
    a->release_raw_pointer(at, OPS_WRITE);
  };
  const auto adjoint = [&] {
    *q->get_derivative<double>() += 3 * std::pow(value(q), 2) * *a->get_derivative<double>();
    *a->get_derivative<double>() = 0.0;
  };
  const auto run = [&] {
    ops_execute_external_function(cube, adjoint, in(q), ops_arg_scalar(a, 1, "double", OPS_WRITE));
  };
  run();
  ops_par_loop(objective, "objective", w.grid, 2, w.all, w.read(w.u),
               ops_arg_dat(w.row, 1, w.on_row, "double", OPS_READ), in(a), in(w.k),
               ops_arg_reduce(w.total, 1, "double", OPS_INC));
  ops_ad_objective(w.total);
  run();                                                                  // the last event of the recording
  const double one = 1.0, sum = 0.5 * cells, slope = -1.0 / (2.7 * 2.7);  // J = a sum / (k + 2)
  ops_hessian_vector(OPS_instance::getOPSInstance(), {{w.k, &one}});
  expect(near(*ops_scalar_get_hessian_vector(q), 3 * 0.9 * 0.9 * sum * slope, 1e-13), "a function of scalars alone");
  expect(near(*ops_scalar_get_hessian_vector(w.k), 0.9 * 0.9 * 0.9 * sum * 2 / (2.7 * 2.7 * 2.7), 1e-13),
         "a scalar beside a function of scalars alone");
  ops_ad_reset();
}

int main(int argc, char** argv) {
  return ops_main(argc, argv, [] {
    World w;
    ops_partition("");
    products(w);
    floats(w);
    set_between(w);
    for (const bool alias : {false, true}) external(w, alias);
    external_of_scalars(w);
    ops_printf("hash %016llx\n%s\n", hash, passed ? "PASSED" : "FAILED");
    return passed ? 0 : 1;
  });
}
