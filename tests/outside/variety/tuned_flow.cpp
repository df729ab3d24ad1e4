// Parameters of a nonlinear diffusion model are tuned with L-BFGS: inputs are a field, a scalar with two numbers and a start value, the
// objective has three terms (a misfit at the end, a misfit in time, and a penalty), and the gradient is taken in every iteration.
#define OPS_2D
#include "ops_seq_v2.h"

#include <cmath>
#include <deque>
#include <vector>

static const int nx = 12, ny = 10;
double dt = 0.1;
double weights[3] = {1.0, 0.3, 0.01};

void tf_step(const ACC<double> &u, const ACC<double> &k, ACC<double> &un, const double *par, const int *step) {
  double flux[4];
  const int ox[4] = {1, -1, 0, 0}, oy[4] = {0, 0, 1, -1};
  double s = 0.0;
  for (int e = 0; e < 4; e++) {
    double m = 0.5 * (u(0, 0) + u(ox[e], oy[e]));
    flux[e] = std::exp(k(0, 0)) * (1.0 + par[0] * m * m) * (u(ox[e], oy[e]) - u(0, 0));
    s += flux[e];
  }
  double source = par[1] * std::sin(0.3 * step[0]);
  un(0, 0) = u(0, 0) + dt * s + dt * source / (1.0 + u(0, 0) * u(0, 0));
}
void tf_wall(ACC<double> &u, const int *off) { u(0, 0) = u(off[0], off[1]); }
void tf_misfit(const ACC<double> &u, const ACC<double> &data, double *J) {
  double d = u(0, 0) - data(0, 0);
  *J += 0.5 * weights[0] * d * d;
}
void tf_probe(const ACC<double> &u, double *J, const double *want) { *J += 0.5 * weights[1] * (u(0, 0) - *want) * (u(0, 0) - *want); }
void tf_penalty(const ACC<double> &k, double *J) {
  double gx = k(1, 0) - k(0, 0), gy = k(0, 1) - k(0, 0);
  J[0] += 0.5 * weights[2] * (gx * gx + gy * gy + 0.1 * k(0, 0) * k(0, 0));
}

struct Model {
  ops_block grid;
  ops_dat start, k, data, u[2];
  ops_scalar par;
  ops_stencil P, S, E;
  ops_reduction end, probe, penalty;
  std::vector<double> trace;

  Model() {
    grid = ops_decl_block(2, "grid");
    int size[] = {nx, ny}, base[] = {0, 0}, m[] = {-1, -1}, p[] = {1, 1};
    auto make = [&](const char *name) { return ops_decl_dat(grid, 1, size, base, m, p, (double *)NULL, "double", name); };
    start = make("start"), k = make("k"), u[0] = make("u"), u[1] = make("u next");
    data = ops_decl_dat_passive(grid, 1, size, base, m, p, (double *)NULL, "double", "data");
    double two[2] = {0, 0};
    par = ops_decl_scalar("par", two, 2);
    int s[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, e[] = {0, 0, 1, 0, 0, 1};
    P = ops_decl_stencil(2, 1, s, "P"), S = ops_decl_stencil(2, 5, s, "S"), E = ops_decl_stencil(2, 3, e, "E");
    end = ops_decl_reduction_handle(8, "double", "end"), probe = ops_decl_reduction_handle(8, "double", "probe"), penalty = ops_decl_reduction_handle(8, "double", "penalty");
  }
  void walls(ops_dat d) {
    int r[4][4] = {{-1, 0, 0, ny}, {nx, nx + 1, 0, ny}, {0, nx, -1, 0}, {0, nx, ny, ny + 1}}, off[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (int w = 0; w < 4; w++) ops_par_loop(tf_wall, "wall", grid, 2, r[w], ops_arg_dat(d, 1, S, "double", OPS_RW), ops_arg_gbl(off[w], 2, "int", OPS_READ));
  }
  void set(const std::vector<double> &x) {
    ops_dat_set_data(start, std::vector<double>(x.begin(), x.begin() + nx * ny));
    ops_dat_set_data(k, std::vector<double>(x.begin() + nx * ny, x.begin() + 2 * nx * ny));
    ops_scalar_set_data(par, std::vector<double>(x.end() - 2, x.end()));
  }
  double run(const std::vector<double> &x, int steps, const std::vector<double> *want) {
    ops_ad_reset(grid->instance);
    set(x);
    int all[] = {0, nx, 0, ny}, spot[] = {4, 5, 3, 4}, inner[] = {0, nx - 1, 0, ny - 1};
    ops_dat_deep_copy(u[0], start);
    trace.clear();
    double J = 0;
    for (int s = 0; s < steps; s++) {
      ops_ad_step();
      walls(u[s % 2]);
      ops_par_loop(tf_step, "step", grid, 2, all, ops_arg_dat(u[s % 2], 1, S, "double", OPS_READ), ops_arg_dat(k, 1, P, "double", OPS_READ),
                   ops_arg_dat(u[1 - s % 2], 1, P, "double", OPS_WRITE), ops_arg_scalar(par, 2, "double", OPS_READ), ops_arg_gbl(&s, 1, "int", OPS_READ));
      double w = want ? (*want)[s] : 0.0;
      ops_par_loop(tf_probe, "probe", grid, 2, spot, ops_arg_dat(u[1 - s % 2], 1, P, "double", OPS_READ), ops_arg_reduce(probe, 1, "double", OPS_INC), ops_arg_gbl(&w, 1, "double", OPS_READ));
      if (s % 3 == 2 || s == steps - 1) {  // read in the middle of the run, several times
        double v;
        const double seed = 1.0;
        probe->get_result(&v, &seed);
        J += v;
      }
    }
    ops_par_loop(tf_misfit, "misfit", grid, 2, all, ops_arg_dat(u[steps % 2], 1, P, "double", OPS_READ), ops_arg_dat(data, 1, P, "double", OPS_READ), ops_arg_reduce(end, 1, "double", OPS_INC));
    ops_par_loop(tf_penalty, "penalty", grid, 2, inner, ops_arg_dat(k, 1, E, "double", OPS_READ), ops_arg_reduce(penalty, 1, "double", OPS_INC));
    double a, b;
    const double one = 1.0;
    end->get_result(&a, &one);
    penalty->get_result(&b, &one);
    return J + a + b;
  }
  std::vector<double> gradient() {
    ops_interpret_adjoints(grid->instance);
    std::vector<double> g = ops_dat_fetch_derivative<double>(start), gk = ops_dat_fetch_derivative<double>(k), gp = ops_scalar_fetch_derivative<double>(par);
    g.insert(g.end(), gk.begin(), gk.end());
    g.insert(g.end(), gp.begin(), gp.end());
    return g;
  }
};

static double dot(const std::vector<double> &a, const std::vector<double> &b) {
  double s = 0;
  for (size_t i = 0; i < a.size(); i++) s += a[i] * b[i];
  return s;
}

int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  int bad = 0;
  {
    ops_decl_const("dt", 1, "double", &dt);
    ops_decl_const("weights", 3, "double", weights);
    Model m;
    ops_partition("");
    const int steps = 8, N = 2 * nx * ny + 2;
    std::vector<double> truth(N), x(N, 0.0), want(steps, 0.4);
    for (int i = 0; i < nx * ny; i++) truth[i] = std::sin(0.5 * (i % nx)) * std::cos(0.4 * (i / nx)), truth[nx * ny + i] = 0.3 * std::sin(0.2 * i);
    truth[N - 2] = 0.2, truth[N - 1] = 0.5;
    m.run(truth, steps, &want);
    ops_dat_set_data(m.data, ops_dat_fetch_data<double>(m.u[steps % 2]));
    for (int i = 0; i < N; i++) x[i] = 0.5 * truth[i] + 0.05 * std::cos(3.0 * i);

    double J = m.run(x, steps, &want);
    std::vector<double> g = m.gradient(), g2 = m.gradient();
    if (g != g2) bad++, ops_printf("a second sweep gives other bits\n");
    // directional differences
    std::vector<double> v(N), up(x), down(x);
    for (int i = 0; i < N; i++) v[i] = std::sin(1.0 + i), up[i] += 1e-5 * v[i], down[i] -= 1e-5 * v[i];
    double fd = (m.run(up, steps, &want) - m.run(down, steps, &want)) / 2e-5;
    if (std::fabs(fd - dot(g, v)) > 1e-8 * (1 + std::fabs(fd))) bad++, ops_printf("along a direction: %.12g, differences %.12g\n", dot(g, v), fd);
    for (int i : {0, 17, nx * ny - 1, nx * ny + 3, N - 14, N - 2, N - 1}) {
      up = down = x;
      up[i] += 1e-5, down[i] -= 1e-5;
      fd = (m.run(up, steps, &want) - m.run(down, steps, &want)) / 2e-5;
      if (std::fabs(fd - g[i]) > 1e-8 * (1 + std::fabs(fd))) bad++, ops_printf("input %d: %.12g, differences %.12g\n", i, g[i], fd);
    }
    // L-BFGS
    double first = J;
    std::deque<std::pair<std::vector<double>, std::vector<double>>> memory;
    for (int it = 0; it < 12; it++) {
      std::vector<double> d = g, al;
      for (auto p = memory.rbegin(); p != memory.rend(); ++p) {
        al.push_back(dot(p->first, d) / dot(p->first, p->second));
        for (int i = 0; i < N; i++) d[i] -= al.back() * p->second[i];
      }
      double h = memory.empty() ? 0.2 : dot(memory.back().first, memory.back().second) / dot(memory.back().second, memory.back().second);
      for (double &q : d) q *= h;
      for (size_t q = 0; q < memory.size(); q++) {
        double be = dot(memory[q].second, d) / dot(memory[q].first, memory[q].second);
        for (int i = 0; i < N; i++) d[i] += (al[memory.size() - 1 - q] - be) * memory[q].first[i];
      }
      double t = 1.0, Jn = 0, slope = -dot(d, g);
      std::vector<double> xn;
      for (int tries = 0; tries < 12; tries++, t *= 0.5) {
        xn = x;
        for (int i = 0; i < N; i++) xn[i] -= t * d[i];
        Jn = m.run(xn, steps, &want);
        if (Jn <= J + 1e-4 * t * slope) break;
      }
      std::vector<double> gn = m.gradient(), s(N), y(N);
      for (int i = 0; i < N; i++) s[i] = xn[i] - x[i], y[i] = gn[i] - g[i];
      if (dot(s, y) > 1e-12) memory.emplace_back(s, y);
      if (memory.size() > 5) memory.pop_front();
      x = xn, g = gn, J = Jn;
      ops_printf("iteration %d: %.10e, gradient %.6e\n", it, J, std::sqrt(dot(g, g)));
    }
    if (!(J < 0.2 * first)) bad++, ops_printf("from %g only to %g\n", first, J);
    ops_printf("J %a, gradient checksum %a\n", J, dot(g, v));
    ops_printf(bad ? "FAIL\n" : "PASS\n");
  }
  ops_exit();
  return bad != 0;
}
