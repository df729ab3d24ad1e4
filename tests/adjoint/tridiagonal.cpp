// tests/adjoint/tridiagonal.cpp: time steps that mix nonlinear loops with tridiagonal solves along all axes, in place
// and added, with matrices that depend on the state. Taylor and dot-product test, second derivatives, and the bits of
// the gradient. Exit status 0 if right.
#include <cmath>
#include <cstdio>
#include <vector>

#define OPS_3D
#include "ops.hpp"

#include "bits.hpp"

void wave(ACC<double>& u, const int* index) {
  u(0, 0, 0) = 0.7 + 0.1 * std::sin(1.3 * index[0] + 0.4 * index[1] - 0.9 * index[2]);
}
void equations(const ACC<double>& k, const ACC<double>& u, ACC<double>& a, ACC<double>& b, ACC<double>& c,
               ACC<double>& d) {
  const double conductivity = k(0, 0, 0) * (1.0 + 0.2 * u(0, 0, 0) * u(0, 0, 0));
  a(0, 0, 0) = -0.4 * conductivity;
  b(0, 0, 0) = 1.0 + conductivity + 0.1 * u(0, 0, 0);
  c(0, 0, 0) = -0.5 * conductivity * u(0, 0, 0);
  d(0, 0, 0) = u(0, 0, 0) + 0.1 * u(0, 0, 0) * u(0, 0, 0);
}
void next(const ACC<double>& d, ACC<double>& u) { u(0, 0, 0) = d(0, 0, 0) + 0.05 * d(0, 0, 0) * d(0, 0, 0); }
void feed_back(const ACC<double>& d, ACC<double>& u) { u(0, 0, 0) += 0.02 * d(0, 0, 0) * d(0, 0, 0); }
void bend(ACC<double>& d) { d(0, 0, 0) = d(0, 0, 0) * (1.0 - 0.1 * d(0, 0, 0)); }
void damp(ACC<double>& u) { u(0, 0, 0) = 0.6 * std::sin(u(0, 0, 0)); }
void cubes(const ACC<double>& u, double* sum) { *sum += u(0, 0, 0) * u(0, 0, 0) * u(0, 0, 0); }

constexpr int steps = 6, nx = 12, ny = 9, nz = 7, cells = nx * ny * nz;
int size[] = {nx, ny, nz}, base[] = {0, 0, 0}, d_m[] = {-1, -1, -1}, d_p[] = {1, 1, 1};
int inside[] = {0, nx, 0, ny, 0, nz}, part[] = {1, nx + 1, 0, ny - 2, -1, nz};

ops_dat declare(ops_block block, const char* name) {
  return ops_decl_dat(block, 1, size, base, d_m, d_p, static_cast<double*>(nullptr), "double", name);
}

struct World {
  ops_block block = ops_decl_block(3, "tridiagonal");
  ops_dat k = declare(block, "k"), start = declare(block, "start"), u = declare(block, "u");
  ops_dat a = declare(block, "a"), b = declare(block, "b"), c = declare(block, "c"), d = declare(block, "d");
  int centre[3] = {0, 0, 0};
  ops_stencil point = ops_decl_stencil(3, 1, centre, "centre");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_tridsolver_params params{block, ops_tridsolver_params::PCR};

  ops_arg arg(ops_dat dat, ops_access access) const { return ops_arg_dat(dat, 1, point, "double", access); }

  void step(int number) {
    int whole[] = {-1, nx + 1, -1, ny + 1, -1, nz + 1}, corner[] = {0, 4, 1, 5, 0, 3};
    ops_par_loop(equations, "equations", block, 3, whole, arg(k, OPS_READ), arg(u, OPS_READ), arg(a, OPS_WRITE),
                 arg(b, OPS_WRITE), arg(c, OPS_WRITE), arg(d, OPS_WRITE));
    ops_par_loop(feed_back, "feed_back", block, 3, whole, arg(d, OPS_READ),
                 arg(u, OPS_RW));  // needs of d what the solve overwrites, often less than half
    ops_tridMultiDimBatch(3, number % 3, number % 2 ? part : inside, a, b, c, d, &params);
    ops_par_loop(next, "next", block, 3, whole, arg(d, OPS_READ), arg(u, OPS_WRITE));
    ops_par_loop(bend, "bend", block, 3, corner,
                 arg(d, OPS_RW));  // overwrites a part of what the adjoints of the solve and of `next` need
    ops_tridMultiDimBatch_Inc(3, (number + 1) % 3, inside, a, b, c, d, u, nullptr);
    ops_par_loop(damp, "damp", block, 3, whole, arg(u, OPS_RW));
  }

  double run() {
    ops_dat_deep_copy(u, start);
    for (int number = 0; number < steps; ++number) {
      ops_ad_step();
      step(number);
    }
    ops_par_loop(cubes, "cubes", block, 3, inside, arg(u, OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
    double value;
    ops_reduction_result(sum, &value);
    return value;
  }

  std::vector<double> gradient(ops_dat dat) {
    *ops_reduction_get_derivative<double>(sum) = 1.0;
    ops_interpret_adjoints(block->context);
    return ops_dat_fetch_derivative<double>(dat);
  }

  void fill(const std::vector<double>& to_k) { ops_dat_set_data(k, to_k); }
};

/// H v by ops_hessian_vector against the central difference of gradients.
bool second_derivatives(World& w) {
  std::vector<double> v(cells);
  const std::vector<double> k = ops_dat_fetch_data<double>(w.k);
  for (int i = 0; i < cells; ++i) v[static_cast<std::size_t>(i)] = std::cos(0.7 * i);
  ops_ad_reset(w.block->context);
  w.run();
  *ops_reduction_get_derivative<double>(w.sum) = 1.0;
  ops_hessian_vector(w.block->context, {ops_ad_along(w.k, v)});
  const std::vector<double> product = ops_dat_fetch_hessian_vector<double>(w.k);
  const auto moved = [&](double h) {
    std::vector<double> there = k;
    for (std::size_t i = 0; i < there.size(); ++i) there[i] += h * v[i];
    ops_ad_reset(w.block->context);
    w.fill(there);
    w.run();
    return w.gradient(w.k);
  };
  const double h = 1e-5;
  const std::vector<double> above = moved(h), below = moved(-h);
  double worst = 0.0, largest = 0.0;
  for (std::size_t i = 0; i < k.size(); ++i) {
    worst = std::max(worst, std::abs(product[i] - (above[i] - below[i]) / (2 * h)));
    largest = std::max(largest, std::abs(product[i]));
  }
  ops_printf("second derivatives: error %.1e of %.1e\n", worst, largest);
  return worst < 1e-8 * largest;
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  World w;
  ops_partition("");
  int whole[] = {-1, nx + 1, -1, ny + 1, -1, nz + 1};
  for (ops_dat dat : {w.k, w.start, w.a, w.b, w.c, w.d})
    ops_par_loop(wave, "wave", w.block, 3, whole, w.arg(dat, OPS_WRITE), ops_arg_idx());
  w.run();
  std::uint64_t hash = no_bits;
  for (ops_dat dat : {w.k, w.start}) mix_in(hash, w.gradient(dat).data(), cells);
  ops_printf("hash %016llx\n", static_cast<unsigned long long>(hash));
  bool passed = true;
  if (argc == 1) {
    ops_ad_reset(w.block->context);
    w.run();
    ops_ad_dot_options options;
    options.tolerance = 1e-13;
    passed = ops_ad_dot_test(w.block->context, {w.k, w.start}, options).passed;
    ops_ad_reset(w.block->context);
    passed = ops_ad_taylor_test(w.block->context, {w.k, w.start}, [&] { return w.run(); }, w.sum).passed && passed;
    passed = second_derivatives(w) && passed;
  }
  ops_printf("%s\n", passed ? "PASSED" : "FAILED");
  ops_exit();
  return passed ? 0 : 1;
}
