// tests/adjoint/lattice.cpp: kernels that read at places which data decide, among hundreds that their loops declare: as
// lattice Boltzmann codes stream along velocities that a table holds, with walls, and a read inside branches and loops.
// Gradient against the complex step of plain C++ loops, H v against differences of gradients. Exit status 0 if right.
#include <cmath>
#include <complex>
#include <vector>

#define OPS_3D
#include "ops.hpp"

constexpr int n = 5, populations = 7, cells = n * n * n;
double weight[populations];
int velocity[populations * 3], opposite[populations];

void stream(const ACC<double>& g, const ACC<int>& solid, ACC<double>& f, const int* along) {
  for (int l = along[0]; l <= along[1]; ++l) {
    const int x = velocity[3 * l], y = velocity[3 * l + 1], z = velocity[3 * l + 2];
    if (solid(-x, -y, -z) != 0) {
      f(l, 0, 0, 0) = g(opposite[l], 0, 0, 0);
      continue;
    }
    switch (solid(0, 0, 0)) {
      case 0: f(l, 0, 0, 0) = g(l, -x, -y, -z) * (1.0 + weight[l] * g(l, -x, -y, -z)); break;
      default: f(l, 0, 0, 0) = -g(l, 0, 0, 0);
    }
  }
}
void shift(const ACC<double>& f, ACC<double>& h, const int* along) {
  for (int l = along[0]; l <= along[1]; ++l)
    h(l, 0, 0, 0) = f(l, -velocity[3 * l], -velocity[3 * l + 1], -velocity[3 * l + 2]);
}
void depart(const ACC<double>& f, const ACC<int>& from, ACC<double>& u) {
  const int where = from(0, 0, 0);
  double x = 0.1 * f(where % populations, 0, 0, 0);
  for (int k = 0; k < where % 4; ++k) {
    const int i = (where + k) % 3 - 1, j = (where + 2 * k) % 3 - 1;
    if (x > 0.05) x = std::sin(x) * f((where + k) % populations, i, j, where % 3 - 1);
    else x += f(k, i, -j, 0) * f(k, i, -j, 0);
  }
  u(0, 0, 0) = x;
}
void total(const ACC<double>& f, const ACC<double>& u, double* sum) {
  for (int l = 0; l < populations; ++l) *sum += weight[l] * f(l, 0, 0, 0) * f(l, 0, 0, 0);
  *sum += u(0, 0, 0);
}

/// The same in plain loops. `g`: all populations of a cell side by side.
template <class T>
T expected(const std::vector<T>& g, const std::vector<int>& solid, const std::vector<int>& from) {
  const auto cell = [](int i, int j, int k) { return i + n * (j + n * k); };
  const auto inside = [](int i) { return i > 0 && i < n - 1; };
  std::vector<T> f = g, h = g;
  T sum = 0;
  for (int c = 0; c < cells; ++c) {
    const int i = c % n, j = c / n % n, k = c / n / n;
    if (!inside(i) || !inside(j) || !inside(k)) continue;
    for (int l = 0; l < populations; ++l) {
      const int source = cell(i - velocity[3 * l], j - velocity[3 * l + 1], k - velocity[3 * l + 2]);
      const T value = g[source * populations + l];
      f[c * populations + l] = solid[source] != 0 ? g[c * populations + opposite[l]]
                               : solid[c] != 0    ? -g[c * populations + l]
                                                  : value * (1.0 + weight[l] * value);
    }
  }
  for (int c = 0; c < cells; ++c) {
    const int i = c % n, j = c / n % n, k = c / n / n;
    for (int l = 0; l < populations && inside(i) && inside(j) && inside(k); ++l) {
      const int source = cell(i - velocity[3 * l], j - velocity[3 * l + 1], k - velocity[3 * l + 2]);
      h[c * populations + l] = f[source * populations + l];
    }
  }
  for (int c = 0; c < cells; ++c) {
    const int i = c % n, j = c / n % n, k = c / n / n, where = from[c];
    if (!inside(i) || !inside(j) || !inside(k)) continue;
    T x = 0.1 * h[c * populations + where % populations];
    for (int r = 0; r < where % 4; ++r) {
      const int di = (where + r) % 3 - 1, dj = (where + 2 * r) % 3 - 1;
      const T one = h[cell(i + di, j + dj, k + where % 3 - 1) * populations + (where + r) % populations];
      const T other = h[cell(i + di, j - dj, k) * populations + r];
      x = std::real(x) > 0.05 ? std::sin(x) * one : x + other * other;
    }
    sum += x;
    for (int l = 0; l < populations; ++l) sum += weight[l] * f[c * populations + l] * f[c * populations + l];
  }
  return sum;
}

struct World {
  ops_block grid = ops_decl_block(3, "grid");
  ops_dat g = ops_decl_dat<double>(grid, "g", {n, n, n}, {.dim = populations}),
          f = ops_decl_dat<double>(grid, "f", {n, n, n}, {.dim = populations}),
          h = ops_decl_dat<double>(grid, "h", {n, n, n}, {.dim = populations}),
          u = ops_decl_dat<double>(grid, "u", {n, n, n});
  ops_dat solid = ops_decl_dat<int>(grid, "solid", {n, n, n}), from = ops_decl_dat<int>(grid, "from", {n, n, n});
  int around[81], inside[6] = {1, n - 1, 1, n - 1, 1, n - 1}, along[2] = {0, populations - 1}, none[3] = {0, 0, 0};
  ops_stencil point = ops_decl_stencil(3, 1, none, "point"), cube = ops_decl_stencil(3, 27, corners(), "cube");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");

  int* corners() {
    int at = 0;
    for (int k = -1; k <= 1; ++k)
      for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i) around[at++] = i, around[at++] = j, around[at++] = k;
    return around;
  }
  double run() {
    ops_dat_deep_copy(f, g);
    ops_dat_deep_copy(h, g);
    ops_par_loop(stream, "stream", grid, 3, inside, ops_arg_dat(g, populations, cube, "double", OPS_READ),
                 ops_arg_dat(solid, 1, cube, "int", OPS_READ), ops_arg_dat(f, populations, point, "double", OPS_RW),
                 ops_arg_gbl(along, 2, "int", OPS_READ));
    ops_par_loop(shift, "shift", grid, 3, inside, ops_arg_dat(f, populations, cube, "double", OPS_READ),
                 ops_arg_dat(h, populations, point, "double", OPS_RW), ops_arg_gbl(along, 2, "int", OPS_READ));
    ops_par_loop(depart, "depart", grid, 3, inside, ops_arg_dat(h, populations, cube, "double", OPS_READ),
                 ops_arg_dat(from, 1, point, "int", OPS_READ), ops_arg_dat(u, 1, point, "double", OPS_WRITE));
    ops_par_loop(total, "total", grid, 3, inside, ops_arg_dat(f, populations, point, "double", OPS_READ),
                 ops_arg_dat(u, 1, point, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
    return ops_ad_objective(sum);
  }
  std::vector<double> gradient(const std::vector<double>& values) {
    ops_ad_reset(OPS_instance::getOPSInstance());
    ops_dat_set_data(g, values);
    run();
    ops_interpret_adjoints();
    return ops_dat_fetch_derivative<double>(g);
  }
};

bool near(const char* what, std::size_t at, double found, double right, double tolerance) {
  const bool close = std::abs(found - right) <= tolerance;
  if (!close) ops_printf("%s %zu: %.17g instead of %.17g\n", what, at, found, right);
  return close;
}

bool right(World& w, const std::vector<double>& values, const std::vector<int>& solid, const std::vector<int>& from) {
  std::vector<double> v(values.size()), above = values, below = values;
  const double h = 1e-5;
  for (std::size_t i = 0; i < v.size(); ++i) {
    v[i] = std::cos(0.7 * static_cast<double>(i));
    above[i] += h * v[i];
    below[i] -= h * v[i];
  }
  const std::vector<double> up = w.gradient(above), down = w.gradient(below), here = w.gradient(values);
  ops_hessian_vector(OPS_instance::getOPSInstance(), {ops_ad_along(w.g, v)});
  const std::vector<double> product = ops_dat_fetch_hessian_vector<double>(w.g);
  std::vector<std::complex<double>> moved(values.begin(), values.end());
  bool passed = true;
  for (std::size_t i = 0; i < v.size(); ++i) {
    moved[i] = {values[i], 1e-30};
    passed = near("gradient", i, here[i], std::imag(expected(moved, solid, from)) / 1e-30, 1e-12) && passed;
    passed = near("second derivative", i, product[i], (up[i] - down[i]) / (2 * h), 1e-7) && passed;
    moved[i] = values[i];
  }
  return near("objective", 0, w.run(), expected(values, solid, from), 1e-10) && passed;
}

int main(int argc, char** argv) {
  return ops_main(argc, argv, [] {
    for (int l = 0, x = -1; x <= 1; ++x)
      for (int y = -1; y <= 1; ++y)
        for (int z = -1; z <= 1; ++z)
          if (const int length = x * x + y * y + z * z; length < 2) {
            velocity[3 * l] = x, velocity[3 * l + 1] = y, velocity[3 * l + 2] = z;
            weight[l++] = 0.2 / (1.0 + length);
          }
    for (int l = 0; l < populations; ++l) opposite[l] = populations - 1 - l;
    ops_decl_const("weight", populations, "double", weight);
    ops_decl_const("velocity", 3 * populations, "int", velocity);
    ops_decl_const("opposite", populations, "int", opposite);
    World w;
    ops_partition("");
    std::vector<double> values(populations * cells);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = 0.4 + 0.3 * std::sin(0.9 * static_cast<double>(i));
    std::vector<int> solid(cells), from(cells);
    for (int c = 0; c < cells; ++c) solid[c] = c % 7 == 3, from[c] = 31 * c % 47;
    ops_dat_set_data(w.solid, solid);
    ops_dat_set_data(w.from, from);
    const bool passed = right(w, values, solid, from);
    ops_printf("lattice: %s\n", passed ? "PASSED" : "FAILED");
    return passed ? 0 : 1;
  });
}
