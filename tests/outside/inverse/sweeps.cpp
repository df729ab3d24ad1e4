// Implicit reaction and diffusion solved by sweeps that use fresh neighbours: red and black cells in turn, where one kernel changes only
// cells of its colour and reads the other colour from a copy; then rows in order, each reading the row before it, down and up again (water
// that runs over a slope). Over-relaxation is a scalar, and is changed within the run by a kernel over scalars. Gradient of the water in
// two gauges, by source, slope and relaxation. Oracle: the complex step of plain loops. Features: OPS_RW with neighbours, one-row ranges in
// loops, continue and early return in kernels.
#define OPS_2D
#include <cmath>
#include <complex>
#include <cstdio>
#include <string>
#include <vector>

#include "ops.hpp"

namespace hill {
constexpr int nx = 9, ny = 7, rounds = 3, passes = 4;
using C = std::complex<double>;

void colour(const ACC<double>& source, const ACC<double>& before, ACC<double>& u, const double* omega, const int* which, const int* idx) {
  if ((idx[0] + idx[1] + *which) % 2 != 0) return;
  double fresh = source(0, 0);
  for (int s = -1; s <= 1; ++s) {
    if (s == 0) continue;
    fresh += 0.9 * (before(s, 0) + before(0, s));
  }
  fresh /= 4.0 + 0.3 * u(0, 0) * u(0, 0);
  u(0, 0) += *omega * (fresh - u(0, 0));
}
void run_down(const ACC<double>& slope, ACC<double>& u, double* lost) {
  const double above = u(0, -1), here = u(0, 0);
  const double moved = above > here ? 0.3 * slope(0, 0) * (above - here) : 0.05 * (above - here) * slope(0, 0) * slope(0, 0);
  u(0, 0) = here + moved;
  *lost += 0.01 * moved * moved;
}
void run_up(const ACC<double>& slope, ACC<double>& u) {
  const double e[2] = {u(-1, 1) - u(0, 0), u(1, 1) - u(0, 0)};
  double most = e[0];
  if (e[1] > most) most = e[1];
  u(0, 0) += 0.1 * std::fmax(0.0, most) / (1.0 + slope(0, 0));
}
void tune(const double* omega, const double* weight, double* next) { *next = 1.0 + 0.9 * (*omega - 1.0) + 0.01 * *weight; }
void gauge(const ACC<double>& u, double* level) { *level += u(0, 0) * u(0, 0) + u(0, 0); }

C plain(const std::vector<C>& source, const std::vector<C>& slope, C omega) {
  std::vector<C> u((nx + 2) * (ny + 2));
  auto at = [&](int i, int j) -> C& { return u[(j + 1) * (nx + 2) + i + 1]; };
  C lost = 0;
  for (int r = 0; r < rounds; ++r) {
    for (int p = 0; p < passes; ++p)
      for (int which = 0; which < 2; ++which)
        for (int j = 0; j < ny; ++j)
          for (int i = (j + which) % 2; i < nx; i += 2) {
            C fresh = (source[j * nx + i] + 0.9 * (at(i + 1, j) + at(i - 1, j) + at(i, j + 1) + at(i, j - 1))) /
                      (4.0 + 0.3 * at(i, j) * at(i, j));
            at(i, j) += omega * (fresh - at(i, j));
          }
    for (int j = 1; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        const C d = at(i, j - 1) - at(i, j), s = slope[j * nx + i], moved = d.real() > 0 ? 0.3 * s * d : 0.05 * d * s * s;
        at(i, j) += moved;
        lost += 0.01 * moved * moved;
      }
    for (int j = ny - 2; j >= 0; --j)
      for (int i = 0; i < nx; ++i) {
        const C a = at(i - 1, j + 1) - at(i, j), b = at(i + 1, j + 1) - at(i, j), most = b.real() > a.real() ? b : a;
        at(i, j) += most.real() > 0 ? 0.1 * most / (1.0 + slope[j * nx + i]) : C(0);
      }
    omega = 1.0 + 0.9 * (omega - 1.0) + 0.01 * 1.5;
  }
  return 2.0 * (at(2, 2) * at(2, 2) + at(2, 2)) + (at(7, 5) * at(7, 5) + at(7, 5)) - 3.0 * lost;
}
}  // namespace hill

int main(int argc, char** argv) {
  using namespace hill;
  ops_init(argc, argv, 1);
  int size[] = {nx, ny}, zero[] = {0, 0}, m1[] = {-1, -1}, p1[] = {1, 1};
  int point[] = {0, 0}, star[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, below[] = {0, 0, 0, -1}, vee[] = {0, 0, -1, 1, 1, 1};
  double* null = nullptr;
  ops_block ground = ops_decl_block(2, "hillside");
  ops_dat source = ops_decl_dat(ground, 1, size, zero, zero, zero, null, "double", "source");
  ops_dat slope = ops_decl_dat(ground, 1, size, zero, zero, zero, null, "double", "slope");
  ops_dat u = ops_decl_dat(ground, 1, size, zero, m1, p1, null, "double", "water");
  ops_dat before = ops_decl_dat(ground, 1, size, zero, m1, p1, null, "double", "before");
  ops_stencil S0 = ops_decl_stencil(2, 1, point, "point"), S5 = ops_decl_stencil(2, 5, star, "star"),
              SB = ops_decl_stencil(2, 2, below, "below"), SV = ops_decl_stencil(2, 3, vee, "vee");
  double over = 1.3, weight = 1.5;
  ops_scalar start = ops_decl_scalar("omega", &over, 1), a = ops_decl_scalar("a", &over, 1), b = ops_decl_scalar("b", &over, 1);
  ops_reduction level = ops_decl_reduction_handle(sizeof(double), "double", "level"),
                lost = ops_decl_reduction_handle(sizeof(double), "double", "lost");
  ops_partition("");

  std::vector<double> x(2 * nx * ny);
  for (int k = 0; k < nx * ny; ++k) x[k] = 1.0 + 0.5 * std::sin(2.1 * k), x[nx * ny + k] = 0.6 + 0.3 * std::cos(1.7 * k);
  ops_dat_set_data(source, 0, reinterpret_cast<char*>(x.data()));
  ops_dat_set_data(slope, 0, reinterpret_cast<char*>(&x[nx * ny]));

  int all[] = {0, nx, 0, ny};
  ops_scalar omega = start;
  for (int r = 0; r < rounds; ++r) {
    ops_ad_step();
    for (int p = 0; p < passes; ++p)
      for (int which = 0; which < 2; ++which) {
        ops_dat_deep_copy(before, u);
        ops_par_loop(colour, which ? "black" : "red", ground, 2, all, ops_arg_dat(source, 1, S0, "double", OPS_READ),
                     ops_arg_dat(before, 1, S5, "double", OPS_READ), ops_arg_dat(u, 1, S0, "double", OPS_RW),
                     ops_arg_scalar(omega, 1, "double", OPS_READ), ops_arg_gbl(&which, 1, "int", OPS_READ), ops_arg_idx());
      }
    for (int j = 1; j < ny; ++j) {
      int row[] = {0, nx, j, j + 1};
      ops_par_loop(run_down, "run_down", ground, 2, row, ops_arg_dat(slope, 1, S0, "double", OPS_READ),
                   ops_arg_dat(u, 1, SB, "double", OPS_RW), ops_arg_reduce(lost, 1, "double", OPS_INC));
    }
    for (int j = ny - 2; j >= 0; --j) {
      int row[] = {0, nx, j, j + 1};
      ops_par_loop(run_up, "run_up", ground, 2, row, ops_arg_dat(slope, 1, S0, "double", OPS_READ),
                   ops_arg_dat(u, 1, SV, "double", OPS_RW));
    }
    ops_scalar next = r % 2 ? a : b;
    ops_scalar_loop(tune, "tune", ops_arg_scalar(omega, 1, "double", OPS_READ), ops_arg_gbl(&weight, 1, "double", OPS_READ),
                    ops_arg_scalar(next, 1, "double", OPS_WRITE));
    omega = next;
  }
  double value[3], two = 2.0, one = 1.0, minus = -3.0;
  int first[] = {2, 3, 2, 3}, second[] = {7, 8, 5, 6};
  ops_par_loop(gauge, "gauge", ground, 2, first, ops_arg_dat(u, 1, S0, "double", OPS_READ), ops_arg_reduce(level, 1, "double", OPS_INC));
  level->get_result(&value[0], &two);
  ops_par_loop(gauge, "gauge", ground, 2, second, ops_arg_dat(u, 1, S0, "double", OPS_READ), ops_arg_reduce(level, 1, "double", OPS_INC));
  level->get_result(&value[1], &one);
  lost->get_result(&value[2], &minus);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::vector<double> g(2 * nx * ny + 1);
  ops_dat_fetch_derivative(source, reinterpret_cast<char*>(g.data()));
  ops_dat_fetch_derivative(slope, reinterpret_cast<char*>(&g[nx * ny]));
  g[2 * nx * ny] = *start->get_derivative<double>();

  std::vector<C> s(x.begin(), x.begin() + nx * ny), t(x.begin() + nx * ny, x.end());
  const double total = 2 * value[0] + value[1] - 3 * value[2], reference = plain(s, t, over).real();
  double off = 0, largest = 0;
  for (int k = 0; k <= 2 * nx * ny; ++k) {
    C last = over;
    C& z = k < nx * ny ? s[k] : k < 2 * nx * ny ? t[k - nx * ny] : last;
    z += C(0, 1e-40);
    const double d = plain(s, t, last).imag() / 1e-40;
    z = z.real();
    off = std::fmax(off, std::fabs(d - g[k])), largest = std::fmax(largest, std::fabs(d));
  }
  ops_printf("value %.12g (%.12g), by omega %.12g, gradient off by %.1e of %.3e, g %a\n", total, reference, g.back(), off, largest, g[20]);
  const bool right = std::fabs(total - reference) < 1e-12 * std::fabs(reference) && off < 1e-11 * largest;
  ops_printf(right ? "passed\n" : "failed\n");
  ops_exit();
  return right ? 0 : 1;
}
