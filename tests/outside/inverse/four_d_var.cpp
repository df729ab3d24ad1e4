// Four-dimensional variational assimilation: a shallow sea on a turning earth, currents and levels as one dataset of three components,
// periodic. Buoys hear the speed of the current and the level between four cells; a background term holds the first guess. Gradients at two
// guesses, one recording forgotten in between, compared with the complex step of plain loops. Features: ops_init and raw declarations,
// macros, an observation operator with weights of ops_arg_gbl, a handle that two different loops add to, ops_ad_step, the budget from the
// command line.
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#define OPS_2D
#include "ops_seq_v2.h"
#include "four_d_var_kernels.h"

#define A3(d, s, a) ops_arg_dat(d, 3, s, "double", a)
#define STEPS 12
#define EVERY 3

double gravity = 9.81, coriolis = 0.02, drag_coefficient = 0.003;
static const int buoy[BUOYS][2] = {{2, 3}, {7, 5}, {10, 1}};
static const double place[BUOYS][2] = {{0.25, 0.5}, {0.0, 0.75}, {0.6, 0.1}};

typedef std::complex<double> C;
static double heard[STEPS / EVERY][BUOYS * 2];

template <class T>
static T plain(const std::vector<T> &start, const std::vector<double> &guess) {
  std::vector<T> w = start, v(w.size());
  T j = 0;
  auto at = [](std::vector<T> &f, int c, int x, int y) -> T & { return f[3 * (((y + NY) % NY) * NX + (x + NX) % NX) + c]; };
  for (size_t i = 0; i < w.size(); i++) j += 0.5 * (i % 3 == 2 ? 4.0 : 1.0) * (w[i] - guess[i]) * (w[i] - guess[i]);
  for (int s = 0; s < STEPS; s++) {
    for (int y = 0; y < NY; y++)
      for (int x = 0; x < NX; x++) {
        T u = at(w, 0, x, y), t = at(w, 1, x, y), h = at(w, 2, x, y), speed = sqrt(u * u + t * t + 1e-4);
        auto dx = [&](int c) { return (at(w, c, x + 1, y) - at(w, c, x - 1, y)) * (0.5 / SPACING); };
        auto dy = [&](int c) { return (at(w, c, x, y + 1) - at(w, c, x, y - 1)) * (0.5 / SPACING); };
        auto spread = [&](int c) {
          return 0.02 * (at(w, c, x + 1, y) + at(w, c, x - 1, y) + at(w, c, x, y + 1) + at(w, c, x, y - 1) - 4.0 * at(w, c, x, y));
        };
        at(v, 0, x, y) = u + DT * (-u * dx(0) - t * dy(0) + coriolis * t - gravity * dx(2) - drag_coefficient * speed * u / h) + spread(0);
        at(v, 1, x, y) = t + DT * (-u * dx(1) - t * dy(1) - coriolis * u - gravity * dy(2) - drag_coefficient * speed * t / h) + spread(1);
        at(v, 2, x, y) = h - DT * (u * dx(2) + t * dy(2) + h * (dx(0) + dy(1))) + spread(2);
      }
    std::swap(w, v);
    if (s % EVERY == EVERY - 1)
      for (int b = 0; b < BUOYS; b++) {
        T m[3] = {0, 0, 0};
        for (int q = 0; q < 4; q++)
          for (int c = 0; c < 3; c++)
            m[c] += (q % 2 ? place[b][0] : 1 - place[b][0]) * (q / 2 ? place[b][1] : 1 - place[b][1]) *
                    at(w, c, buoy[b][0] + q % 2, buoy[b][1] + q / 2);
        T a = sqrt(m[0] * m[0] + m[1] * m[1] + 1e-4) - heard[s / EVERY][2 * b], l = m[2] - heard[s / EVERY][2 * b + 1];
        j += 50.0 * a * a + 20.0 * l * l;
      }
  }
  return j;
}

int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  int size[2] = {NX, NY}, base[2] = {0, 0}, dm[2] = {-1, -1}, dp[2] = {1, 1};
  ops_block sea = ops_decl_block(2, "sea");
  double *none = NULL;
  std::vector<double> first(3 * NX * NY), guess(3 * NX * NY);
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++) {
      double *f = &first[3 * (y * NX + x)], *g = &guess[3 * (y * NX + x)];
      f[0] = 0.3 * sin(0.7 * x) + 0.1 * cos(1.1 * y), f[1] = 0.2 * cos(0.5 * x + y), f[2] = 5 + 0.3 * sin(0.5 * x) * cos(0.9 * y);
      g[0] = f[0] + 0.05 * cos(x * y), g[1] = f[1] - 0.04, g[2] = 5 + 0.02 * sin(x + 2.0 * y);
    }
  ops_dat state[2], start = ops_decl_dat(sea, 3, size, base, dm, dp, none, "double", "start");
  for (int i = 0; i < 2; i++) state[i] = ops_decl_dat(sea, 3, size, base, dm, dp, none, "double", i ? "state_b" : "state_a");
  ops_dat background = ops_decl_dat_passive(sea, 3, size, base, dm, dp, none, "double", "background");
  int p0[] = {0, 0}, p5[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, p4[] = {0, 0, 1, 0, 0, 1, 1, 1};
  ops_stencil S0 = ops_decl_stencil(2, 1, p0, "S0"), S5 = ops_decl_stencil(2, 5, p5, "S5"), S4 = ops_decl_stencil(2, 4, p4, "S4");
  ops_halo_group around[2][2];
  for (int i = 0; i < 2; i++) {
    int dir[] = {1, 2}, it0[] = {1, NY}, it1[] = {NX + 2, 1};
    int f0[] = {NX - 1, 0}, t0[] = {-1, 0}, f1[] = {0, 0}, t1[] = {NX, 0}, f2[] = {-1, NY - 1}, t2[] = {-1, -1}, f3[] = {-1, 0},
        t3[] = {-1, NY};
    ops_halo x[2] = {ops_decl_halo(state[i], state[i], it0, f0, t0, dir, dir), ops_decl_halo(state[i], state[i], it0, f1, t1, dir, dir)};
    ops_halo y[2] = {ops_decl_halo(state[i], state[i], it1, f2, t2, dir, dir), ops_decl_halo(state[i], state[i], it1, f3, t3, dir, dir)};
    around[i][0] = ops_decl_halo_group(2, x), around[i][1] = ops_decl_halo_group(2, y);
  }
  ops_reduction J = ops_decl_reduction_handle(sizeof(double), "double", "J");
  ops_decl_const("gravity", 1, "double", &gravity);
  ops_decl_const("coriolis", 1, "double", &coriolis);
  ops_decl_const("drag_coefficient", 1, "double", &drag_coefficient);
  ops_partition("");
  ops_dat_set_data(background, 0, (char *)guess.data());
  for (int s = 0; s < STEPS / EVERY; s++)
    for (int b = 0; b < BUOYS; b++) heard[s][2 * b] = 0.2 + 0.05 * s - 0.02 * b, heard[s][2 * b + 1] = 5 + 0.1 * b - 0.05 * s;

  int all[] = {0, NX, 0, NY}, bad = 0;
  for (int k = 1; k < argc; k++)
    if (!strncmp(argv[k], "slots=", 6)) ops_ad_set_checkpoint_count(atoi(argv[k] + 6), STEPS);
  for (int guesses = 0; guesses < 2; guesses++) {
    ops_dat_set_data(start, 0, (char *)first.data());
    ops_par_loop(begin, "begin", sea, 2, all, A3(start, S0, OPS_READ), A3(background, S0, OPS_READ), A3(state[0], S0, OPS_WRITE),
                 ops_arg_reduce(J, 1, "double", OPS_INC));
    int now = 0;
    for (int s = 0; s < STEPS; s++, now = 1 - now) {
      ops_ad_step();
      ops_halo_transfer(around[now][0]);
      ops_halo_transfer(around[now][1]);
      ops_par_loop(flow, "flow", sea, 2, all, A3(state[now], S5, OPS_READ), A3(state[1 - now], S0, OPS_WRITE));
      if (s % EVERY == EVERY - 1)
        for (int b = 0; b < BUOYS; b++) {
          int one[] = {buoy[b][0], buoy[b][0] + 1, buoy[b][1], buoy[b][1] + 1};
          double numbers[4] = {place[b][0], place[b][1], heard[s / EVERY][2 * b], heard[s / EVERY][2 * b + 1]};
          ops_par_loop(listen, "listen", sea, 2, one, A3(state[1 - now], S4, OPS_READ), ops_arg_gbl(numbers, 4, "double", OPS_READ),
                       ops_arg_reduce(J, 1, "double", OPS_INC));
        }
    }
    double value, one = 1, worst = 0, largest = 0;
    J->get_result(&value, &one);
    ops_interpret_adjoints(OPS_instance::getOPSInstance());
    std::vector<double> g(first.size());
    ops_dat_fetch_derivative(start, (char *)g.data());
    unsigned long long bits = 0;
    for (double v : g) {
      unsigned long long u;
      memcpy(&u, &v, 8);
      bits = bits * 1099511628211ULL + u;
    }
    std::vector<C> z(first.begin(), first.end());
    double reference = plain(z, guess).real();
    for (size_t i = 0; i < z.size(); i++) {
      z[i] = C(first[i], 1e-40);
      double d = plain(z, guess).imag() / 1e-40;
      z[i] = first[i];
      worst = fmax(worst, fabs(d - g[i])), largest = fmax(largest, fabs(d));
    }
    ops_printf("J %.12g %.12g, gradient off by %.2e of %.3e, bits %016llx\n", value, reference, worst, largest, bits);
    bad += !(worst < 1e-11 * largest) || !(fabs(value - reference) < 1e-11 * fabs(reference));
    for (size_t i = 0; i < g.size(); i++) first[i] -= 0.001 * g[i];
    ops_ad_reset(OPS_instance::getOPSInstance());
  }
  ops_printf(bad ? "failed\n" : "passed\n");
  ops_exit();
  return bad != 0;
}
