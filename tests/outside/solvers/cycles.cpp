// tests/outside/solvers/cycles.cpp: -div(k grad u) = f by V and W cycles in turns, called by recursion: three levels in a vector of structs,
// red and black cells by an index test, coarse coefficients by harmonic means, a weighted prolongation; walls on all sides by one kernel that
// is told the way. The objective's derivative along f, k and the first guess against dual numbers.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#define OPS_2D
#include "ops_seq_v2.h"
#include "dual.h"

struct Level { int n[2], range[4]; double h; ops_dat u, f, r, k; };
static ops_block grid;
static ops_stencil point, five, down, up;
static std::vector<Level> levels;
static const int nx = 24, ny = 16;

void smooth_one(const ACC<double>& f, const ACC<double>& k, ACC<double>& u, const double* h2, const int* colour, const int* idx) {
  if (((idx[0] + idx[1]) & 1) != *colour) return;
  const double w = 0.5 * (k(0, 0) + k(-1, 0)), e = 0.5 * (k(0, 0) + k(1, 0)), s = 0.5 * (k(0, 0) + k(0, -1)), n = 0.5 * (k(0, 0) + k(0, 1));
  u(0, 0) = (*h2 * f(0, 0) + w * u(-1, 0) + e * u(1, 0) + s * u(0, -1) + n * u(0, 1)) / (w + e + s + n);
}
void residual_of(const ACC<double>& f, const ACC<double>& k, const ACC<double>& u, ACC<double>& r, const double* h2) {
  const double w = 0.5 * (k(0, 0) + k(-1, 0)), e = 0.5 * (k(0, 0) + k(1, 0)), s = 0.5 * (k(0, 0) + k(0, -1)), n = 0.5 * (k(0, 0) + k(0, 1));
  r(0, 0) = f(0, 0) - ((w + e + s + n) * u(0, 0) - w * u(-1, 0) - e * u(1, 0) - s * u(0, -1) - n * u(0, 1)) / *h2;
}
void coarsen(const ACC<double>& fine, ACC<double>& coarse, ACC<double>& u) {
  double sum = 0.0;
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < 2; ++i) sum += fine(i, j);
  coarse(0, 0) = 0.25 * sum;
  u(0, 0) = 0.0;
}
void harmonic(const ACC<double>& k, ACC<double>& c) { c(0, 0) = 4.0 / (1.0 / k(0, 0) + 1.0 / k(1, 0) + 1.0 / k(0, 1) + 1.0 / k(1, 1)); }
void prolong(const ACC<double>& c, ACC<double>& u, const int* idx) {
  const int a = (idx[0] % 2) * 2 - 1, b = (idx[1] % 2) * 2 - 1;
  u(0, 0) += 0.75 * c(0, 0) + 0.125 * c(a, 0) + 0.125 * c(0, b);
}
void wall(ACC<double>& x, const int* way, const double* sign) { x(0, 0) = *sign * x(way[0], way[1]); }
void squares(const ACC<double>& r, double* sum) { *sum += r(0, 0) * r(0, 0); }
void objective(const ACC<double>& u, const ACC<double>& k, const int* idx, double* sum) {
  if (idx[0] > 3) *sum += k(0, 0) * (u(1, 0) - u(0, 0)) * (u(1, 0) - u(0, 0)) + 0.1 * u(0, 0);
}

#define A(d, s, a) ops_arg_dat(d, 1, s, "double", a)
#define G(p, n, t) ops_arg_gbl(p, n, t, OPS_READ)
static void walls(ops_dat d, const Level& l, double sign) {
  for (int side = 0; side < 4; ++side) {
    int axis = side / 2, range[4] = {0, l.n[0], 0, l.n[1]}, way[2] = {0, 0};
    range[2 * axis] = side % 2 ? l.n[axis] : -1;
    range[2 * axis + 1] = range[2 * axis] + 1;
    way[axis] = side % 2 ? -1 : 1;
    ops_par_loop(wall, "wall", grid, 2, range, A(d, five, OPS_RW), G(way, 2, "int"), G(&sign, 1, "double"));
  }
}
static void smooth(Level& l, int times) {
  double h2 = l.h * l.h;
  for (int t = 0; t < times; ++t)
    for (int colour = 0; colour < 2; ++colour) {
      walls(l.u, l, -1.0);
      ops_par_loop(smooth_one, "smooth_one", grid, 2, l.range, A(l.f, point, OPS_READ), A(l.k, five, OPS_READ), A(l.u, five, OPS_RW),
                   G(&h2, 1, "double"), G(&colour, 1, "int"), ops_arg_idx());
    }
}
static void residual(Level& l) {
  double h2 = l.h * l.h;
  walls(l.u, l, -1.0);
  ops_par_loop(residual_of, "residual_of", grid, 2, l.range, A(l.f, point, OPS_READ), A(l.k, five, OPS_READ), A(l.u, five, OPS_READ),
               A(l.r, point, OPS_WRITE), G(&h2, 1, "double"));
}
static void cycle(size_t at, int gamma) {
  Level& l = levels[at];
  if (at + 1 == levels.size()) return smooth(l, 8);
  smooth(l, 2);
  residual(l);
  Level& c = levels[at + 1];
  ops_par_loop(coarsen, "coarsen", grid, 2, c.range, ops_arg_restrict(l.r, 1, down, "double", OPS_READ), A(c.f, point, OPS_WRITE),
               A(c.u, point, OPS_WRITE));
  for (int g = 0; g < gamma; ++g) cycle(at + 1, gamma);
  walls(c.u, c, -1.0);
  ops_par_loop(prolong, "prolong", grid, 2, l.range, ops_arg_prolong(c.u, 1, up, "double", OPS_READ), A(l.u, point, OPS_RW), ops_arg_idx());
  smooth(l, 1);
}

/// The same, with arrays.
struct Field {
  int nx, ny;
  std::vector<Dual> cells;
  Field(int n, int m) : nx(n), ny(m), cells((n + 2) * (m + 2)) {}
  Dual& operator()(int i, int j) { return cells[(j + 1) * (nx + 2) + i + 1]; }
  void walls(double sign) {
    for (int j = 0; j < ny; ++j) (*this)(-1, j) = Dual(sign) * (*this)(0, j), (*this)(nx, j) = Dual(sign) * (*this)(nx - 1, j);
    for (int i = 0; i < nx; ++i) (*this)(i, -1) = Dual(sign) * (*this)(i, 0), (*this)(i, ny) = Dual(sign) * (*this)(i, ny - 1);
  }
};
struct Plain {
  Field u, f, r, k;
  double h;
  Plain(int n, int m, double width) : u(n, m), f(n, m), r(n, m), k(n, m), h(width) {}
  Dual sides(int i, int j, Dual* sum) {
    const Dual half(0.5), w = half * (k(i, j) + k(i - 1, j)), e = half * (k(i, j) + k(i + 1, j));
    const Dual s = half * (k(i, j) + k(i, j - 1)), n = half * (k(i, j) + k(i, j + 1));
    *sum = w + e + s + n;
    return w * u(i - 1, j) + e * u(i + 1, j) + s * u(i, j - 1) + n * u(i, j + 1);
  }
  void smooth(int times) {
    for (int t = 0; t < 2 * times; ++t) {
      u.walls(-1.0);
      for (int j = 0; j < u.ny; ++j)
        for (int i = (j + t) % 2; i < u.nx; i += 2) {
          Dual sum, around = sides(i, j, &sum);
          u(i, j) = (Dual(h * h) * f(i, j) + around) / sum;
        }
    }
  }
  void residual() {
    u.walls(-1.0);
    for (int j = 0; j < u.ny; ++j)
      for (int i = 0; i < u.nx; ++i) {
        Dual sum, around = sides(i, j, &sum);
        r(i, j) = f(i, j) - (sum * u(i, j) - around) / Dual(h * h);
      }
  }
};
static void plain_cycle(std::vector<Plain>& all, size_t at, int gamma) {
  Plain& l = all[at];
  if (at + 1 == all.size()) return l.smooth(8);
  l.smooth(2);
  l.residual();
  Plain& c = all[at + 1];
  for (int j = 0; j < c.u.ny; ++j)
    for (int i = 0; i < c.u.nx; ++i) {
      c.f(i, j) = Dual(0.25) * (l.r(2 * i, 2 * j) + l.r(2 * i + 1, 2 * j) + l.r(2 * i, 2 * j + 1) + l.r(2 * i + 1, 2 * j + 1));
      c.u(i, j) = 0.0;
    }
  for (int g = 0; g < gamma; ++g) plain_cycle(all, at + 1, gamma);
  c.u.walls(-1.0);
  for (int j = 0; j < l.u.ny; ++j)
    for (int i = 0; i < l.u.nx; ++i) {
      const int a = i % 2 ? 1 : -1, b = j % 2 ? 1 : -1, ci = i / 2, cj = j / 2;
      l.u(i, j) = l.u(i, j) + Dual(0.75) * c.u(ci, cj) + Dual(0.125) * c.u(ci + a, cj) + Dual(0.125) * c.u(ci, cj + b);
    }
  l.smooth(1);
}
static Dual plain_run(const std::vector<double>& f, const std::vector<double>& k, int cycles) {
  std::vector<Plain> all;
  for (int l = 0, s = 1; l < 3; ++l, s *= 2) all.emplace_back(nx / s, ny / s, 0.1 * s);
  for (int c = 0; c < nx * ny; ++c) {
    const int i = c % nx, j = c / nx;
    all[0].f(i, j) = {f[c], along(c, 1)}, all[0].k(i, j) = {k[c], along(c, 2)}, all[0].u(i, j) = {0.0, along(c, 3)};
  }
  for (size_t l = 0; l < all.size(); ++l) {
    for (int c = 0; l && c < all[l].k.nx * all[l].k.ny; ++c) {
      const int i = c % all[l].k.nx, j = c / all[l].k.nx;
      Field& fine = all[l - 1].k;
      Dual sum;
      for (int q = 0; q < 4; ++q) sum = sum + Dual(1.0) / fine(2 * i + q % 2, 2 * j + q / 2);
      all[l].k(i, j) = Dual(4.0) / sum;
    }
    all[l].k.walls(1.0);
  }
  for (int c = 0; c < cycles; ++c) plain_cycle(all, 0, c % 2 ? 2 : 1);
  Field &u = all[0].u, &kk = all[0].k;
  u.walls(-1.0);
  Dual sum;
  for (int j = 0; j < ny; ++j)
    for (int i = 4; i < nx; ++i) {
      const Dual step = u(i + 1, j) - u(i, j);
      sum = sum + kk(i, j) * step * step + Dual(0.1) * u(i, j);
    }
  return sum;
}

static void declare() {
  int zero[] = {0, 0}, low[] = {-1, -1}, high[] = {1, 1}, two[] = {2, 2};
  int star[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, square[] = {0, 0, 1, 0, 0, 1, 1, 1};
  double* none = nullptr;
  grid = ops_decl_block(2, "grid");
  for (int l = 0, s = 1; l < 3; ++l, s *= 2) {
    Level v{{nx / s, ny / s}, {0, nx / s, 0, ny / s}, 0.1 * s, {}, {}, {}, {}};
    int stride[] = {s, s};
    for (auto [dat, name] : {std::pair<ops_dat*, std::string>{&v.u, "u"}, {&v.f, "f"}, {&v.r, "r"}, {&v.k, "k"}})
      *dat = ops_decl_dat(grid, 1, v.n, zero, low, high, stride, none, "double", (name + std::to_string(l)).c_str());
    levels.push_back(v);
  }
  point = ops_decl_stencil(2, 1, star, "point"), five = ops_decl_stencil(2, 5, star, "five");
  down = ops_decl_restrict_stencil(2, 4, square, two, "RESTRICT"), up = ops_decl_prolong_stencil(2, 5, star, two, "PROLONG");
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  declare();
  ops_reduction norm = ops_decl_reduction_handle(sizeof(double), "double", "norm");
  ops_reduction goal = ops_decl_reduction_handle(sizeof(double), "double", "goal");
  ops_partition("");
  Level& l = levels[0];
  std::vector<double> f(nx * ny), k(nx * ny);
  for (int c = 0; c < nx * ny; ++c) f[c] = std::sin(0.4 * (c % nx) + 0.7 * (c / nx)), k[c] = 1.0 + 0.5 * std::cos(0.3 * (c % nx) * (c / nx));
  ops_dat_set_data(l.f, f), ops_dat_set_data(l.k, k);
  walls(l.k, l, 1.0);
  for (size_t at = 1; at < levels.size(); ++at) {
    ops_par_loop(harmonic, "harmonic", grid, 2, levels[at].range, ops_arg_restrict(levels[at - 1].k, 1, down, "double", OPS_READ),
                 A(levels[at].k, point, OPS_WRITE));
    walls(levels[at].k, levels[at], 1.0);
  }
  double left = 1.0;
  int cycles = 0;
  for (; left > 1e-8 && cycles < 6; ++cycles) {
    ops_ad_step();
    cycle(0, cycles % 2 ? 2 : 1);
    residual(l);
    ops_par_loop(squares, "squares", grid, 2, l.range, A(l.r, point, OPS_READ), ops_arg_reduce(norm, 1, "double", OPS_INC));
    ops_reduction_result(norm, &left);
  }
  ops_par_loop(objective, "objective", grid, 2, l.range, A(l.u, five, OPS_READ), A(l.k, point, OPS_READ), ops_arg_idx(),
               ops_arg_reduce(goal, 1, "double", OPS_INC));
  const double value = ops_ad_objective(goal);
  const Dual expected = plain_run(f, k, cycles);
  bool right = near("the value", value, expected.v, 1e-10) && left < 1e-7;
  for (int again = 0; again < 2; ++again) {
    ops_interpret_adjoints();
    double slope = 0.0;
    for (auto [dat, salt] : {std::pair{l.f, 1}, {l.k, 2}, {l.u, 3}}) slope += dot(ops_dat_fetch_derivative<double>(dat), salt);
    right = near("the derivative", slope, expected.d, 1e-9) && right;
  }
  ops_printf("cycles: %s\n", right ? "passed" : "failed");
  ops_exit();
  return right ? 0 : 1;
}
