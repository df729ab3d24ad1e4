// Cahn-Hilliard: two fluids unmix on a periodic plate, with a mobility that depends on the mixture. The final state is seeded directly with
// weights; the gradient by the start and by three parameters, tangents, and products of second derivatives with a direction. Oracle: a
// plain program over numbers that carry four parts (value, two directions, and both), which gives first and second derivatives exactly.
// Features: OPS_INC of differences of fluxes, lambdas in kernels, a scalar of three components, ops_dat_set_derivative, ops_tangent,
// ops_hessian_vector, ops_ad_dot_test.
#define OPS_2D
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "ops.hpp"

constexpr int nx = 11, ny = 8, cells = nx * ny, steps = 15;
enum { width, barrier, flow };

void begin(const ACC<double>& start, ACC<double>& c) { c(0, 0) = std::tanh(start(0, 0)); }
void potential(const ACC<double>& c, ACC<double>& mu, const double* p) {
  const double here = c(0, 0);
  mu(0, 0) = p[barrier] * here * (here * here - 1.0) - p[width] * p[width] * (c(1, 0) + c(-1, 0) + c(0, 1) + c(0, -1) - 4.0 * here);
}
void flux(const ACC<double>& c, const ACC<double>& mu, ACC<double>& f, const double* p) {
  const auto through = [&](int i, int j) {
    const double mean = 0.5 * (c(0, 0) + c(i, j));
    const double mobility = mean * mean < 1.0 ? 1.0 - mean * mean : 0.0;
    return p[flow] * mobility * (mu(i, j) - mu(0, 0));
  };
  f(0, 0, 0) = through(1, 0);
  f(1, 0, 0) = through(0, 1);
}
void move_x(const ACC<double>& f, ACC<double>& c) { c(0, 0) += f(0, 0, 0) - f(0, -1, 0); }
void move_y(const ACC<double>& f, ACC<double>& c) { c(0, 0) += f(1, 0, 0) - f(1, 0, -1); }

// value, along a, along b, along both
struct Number {
  double v = 0, a = 0, b = 0, ab = 0;
  Number(double x = 0) : v(x) {}
  Number(double w, double x, double y, double z) : v(w), a(x), b(y), ab(z) {}
};
Number operator+(Number x, Number y) { return {x.v + y.v, x.a + y.a, x.b + y.b, x.ab + y.ab}; }
Number operator-(Number x, Number y) { return {x.v - y.v, x.a - y.a, x.b - y.b, x.ab - y.ab}; }
Number operator*(Number x, Number y) {
  return {x.v * y.v, x.a * y.v + x.v * y.a, x.b * y.v + x.v * y.b, x.ab * y.v + x.a * y.b + x.b * y.a + x.v * y.ab};
}
Number tanh_of(Number x) {
  const double t = std::tanh(x.v), d = 1 - t * t, dd = -2 * t * d;
  return {t, d * x.a, d * x.b, d * x.ab + dd * x.a * x.b};
}
Number plain(const std::vector<Number>& start, const std::array<Number, 3>& p, const std::vector<double>& weights) {
  std::vector<Number> c(cells), mu(cells), f(cells), g(cells);
  auto id = [](int i, int j) { return (j + ny) % ny * nx + (i + nx) % nx; };
  for (int q = 0; q < cells; ++q) c[q] = tanh_of(start[q]);
  for (int s = 0; s < steps; ++s) {
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i)
        mu[id(i, j)] = p[barrier] * c[id(i, j)] * (c[id(i, j)] * c[id(i, j)] - 1.0) -
                       p[width] * p[width] * (c[id(i + 1, j)] + c[id(i - 1, j)] + c[id(i, j + 1)] + c[id(i, j - 1)] - 4.0 * c[id(i, j)]);
    auto through = [&](int q, int r) {
      const Number mean = 0.5 * (c[q] + c[r]);
      return mean.v * mean.v < 1 ? p[flow] * (1.0 - mean * mean) * (mu[r] - mu[q]) : Number(0);
    };
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) f[id(i, j)] = through(id(i, j), id(i + 1, j)), g[id(i, j)] = through(id(i, j), id(i, j + 1));
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) c[id(i, j)] = c[id(i, j)] + f[id(i, j)] - f[id(i - 1, j)] + g[id(i, j)] - g[id(i, j - 1)];
  }
  Number sum;
  for (int q = 0; q < cells; ++q) sum = sum + weights[q] * c[q];
  return sum;
}

bool near(const char* what, const std::vector<double>& found, const std::vector<double>& expected) {
  double off = 0, largest = 0;
  for (std::size_t i = 0; i < found.size(); ++i)
    off = std::fmax(off, std::fabs(found[i] - expected[i])), largest = std::fmax(largest, std::fabs(expected[i]));
  ops_printf("%s: off by %.1e of %.3e, first %a\n", what, off, largest, found[0]);
  return off < 1e-11 * largest;
}

bool run() {
  int all[] = {0, nx, 0, ny}, star[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, ahead[] = {0, 0, 1, 0, 0, 1}, left[] = {0, 0, -1, 0},
      below[] = {0, 0, 0, -1};
  double parameters[] = {0.6, 1.2, 0.05};
  ops_block plate = ops_decl_block(2, "plate");
  ops_dat start = ops_decl_dat<double>(plate, "start", {nx, ny}, {}), c = ops_decl_dat<double>(plate, "c", {nx, ny}, {.halo = 1}),
          mu = ops_decl_dat<double>(plate, "mu", {nx, ny}, {.halo = 1}),
          f = ops_decl_dat<double>(plate, "f", {nx, ny}, {.dim = 2, .halo = 1});
  ops_stencil S0 = ops_decl_stencil(2, 1, star, "S0"), S5 = ops_decl_stencil(2, 5, star, "S5"), S3 = ops_decl_stencil(2, 3, ahead, "S3"),
              SL = ops_decl_stencil(2, 2, left, "SL"), SB = ops_decl_stencil(2, 2, below, "SB");
  ops_scalar p = ops_decl_scalar("p", parameters, 3);
  auto fill = [](ops_dat d) { return std::array<ops_halo_group, 2>{ops_decl_halo_periodic(0, {d}), ops_decl_halo_periodic(1, {d})}; };
  auto around_c = fill(c), around_mu = fill(mu), around_f = fill(f);
  ops_partition("");
  auto exchange = [](auto& groups) {
    for (ops_halo_group g : groups) ops_halo_transfer(g);
  };

  std::vector<double> x(cells), weights(cells), u(cells), random(cells);
  unsigned state = 7;
  for (int q = 0; q < cells; ++q) {
    auto next = [&] { return (state = state * 1664525u + 1013904223u) / 4294967296.0 - 0.5; };
    x[q] = next(), weights[q] = next(), u[q] = next();
  }
  ops_dat_set_data(start, x);
  ops_par_loop(begin, "begin", plate, 2, all, ops_arg_dat(start, 1, S0, "double", OPS_READ), ops_arg_dat(c, 1, S0, "double", OPS_WRITE));
  for (int s = 0; s < steps; ++s) {
    ops_ad_step();
    exchange(around_c);
    ops_par_loop(potential, "potential", plate, 2, all, ops_arg_dat(c, 1, S5, "double", OPS_READ),
                 ops_arg_dat(mu, 1, S0, "double", OPS_WRITE), ops_arg_scalar(p, 3, "double", OPS_READ));
    exchange(around_mu);
    ops_par_loop(flux, "flux", plate, 2, all, ops_arg_dat(c, 1, S3, "double", OPS_READ), ops_arg_dat(mu, 1, S3, "double", OPS_READ),
                 ops_arg_dat(f, 2, S0, "double", OPS_WRITE), ops_arg_scalar(p, 3, "double", OPS_READ));
    exchange(around_f);
    ops_par_loop(move_x, "move_x", plate, 2, all, ops_arg_dat(f, 2, SL, "double", OPS_READ), ops_arg_dat(c, 1, S0, "double", OPS_INC));
    ops_par_loop(move_y, "move_y", plate, 2, all, ops_arg_dat(f, 2, SB, "double", OPS_READ), ops_arg_dat(c, 1, S0, "double", OPS_INC));
  }
  ops_dat_set_derivative(c, reinterpret_cast<char*>(weights.data()));
  ops_interpret_adjoints();
  const std::vector<double> gradient = ops_dat_fetch_derivative<double>(start), by_p = ops_scalar_fetch_derivative<double>(p);
  OPS_instance* ops = OPS_instance::getOPSInstance();
  ops_tangent(ops, {{start, reinterpret_cast<const char*>(u.data())}});
  std::vector<double> tangent(cells), product(cells);
  ops_dat_fetch_tangent(c, reinterpret_cast<char*>(tangent.data()));
  ops_hessian_vector(ops, {{start, reinterpret_cast<const char*>(u.data())}});
  ops_dat_fetch_hessian_vector(start, reinterpret_cast<char*>(product.data()));

  std::vector<double> expected(cells), expected_product(cells), expected_p(3);
  double slope = 0;
  for (int q = 0; q < cells + 3; ++q) {
    std::vector<Number> z(cells);
    std::array<Number, 3> n;
    for (int r = 0; r < cells; ++r) z[r] = {x[r], r == q ? 1.0 : 0.0, u[r], 0.0};
    for (int k = 0; k < 3; ++k) n[k] = {parameters[k], cells + k == q ? 1.0 : 0.0, 0.0, 0.0};
    const Number j = plain(z, n, weights);
    if (q < cells)
      expected[q] = j.a, expected_product[q] = j.ab;
    else
      expected_p[q - cells] = j.a;
    slope = j.b;
  }
  double found = 0;
  for (int q = 0; q < cells; ++q) found += weights[q] * tangent[q];
  bool right = near("gradient", gradient, expected);
  right &= near("parameters", by_p, expected_p);
  right &= near("tangent", {found}, {slope});
  right &= near("second derivative", product, expected_product);
  right &= ops_ad_dot_test(ops, {start}).passed;
  return right && near("gradient again", ops_dat_fetch_derivative<double>(start), expected);
}

int main(int argc, char** argv) {
  bool right = false;
  const int status = ops_main(argc, argv, [&] { right = run(); });
  if (status != 0) return status;
  std::puts(right ? "passed" : "failed");
  return right ? 0 : 1;
}
