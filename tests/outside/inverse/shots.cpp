// Full-waveform inversion of a sound speed from three shots: waves of order four in single precision with a sponge, each shot a recording
// of its own that is forgotten afterwards, misfits in double precision, the gradients added up by the program. Then two steps down the
// gradient. The oracle is an adjoint written by hand in double precision, which a float gradient meets to 1e-4. Features: float fields with
// a double reduction and a double model, arrays of datasets, measurements in a vector of passive lower-dimensional datasets that a passive
// loop fills, a constexpr table of weights, ops_ad_reset between shots.
#define OPS_2D
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include "ops.hpp"

constexpr int nx = 24, nz = 18, steps = 40, shots = 3, depth = 3;
constexpr float courant = 0.35F;

void slow_down(ACC<float>& sponge, const int* idx) {
  const int edge = MIN(MIN(idx[0], nx - 1 - idx[0]), nz - 1 - idx[1]);
  sponge(0, 0) = edge < 4 ? 1.0F - 0.015F * static_cast<float>((4 - edge) * (4 - edge)) : 1.0F;
}
void square(const ACC<double>& c, ACC<float>& m) { m(0, 0) = static_cast<float>(c(0, 0) * c(0, 0)) * courant * courant; }
void still(ACC<float>& u) { u(0, 0) = 0.0F; }
void advance(const ACC<float>& u, const ACC<float>& m, const ACC<float>& sponge, ACC<float>& before) {
  constexpr float w[3] = {-2.5F, 4.0F / 3.0F, -1.0F / 12.0F};
  float lap = 2.0F * w[0] * u(0, 0);
  for (int k = 1; k < 3; ++k) lap += w[k] * (u(k, 0) + u(-k, 0) + u(0, k) + u(0, -k));
  before(0, 0) = sponge(0, 0) * (2.0F * u(0, 0) - sponge(0, 0) * before(0, 0) + m(0, 0) * lap);
}
void fire(ACC<float>& u, const ACC<float>& m, const double* pulse) { u(0, 0) += m(0, 0) * static_cast<float>(pulse[0]); }
void hear(const ACC<float>& u, const ACC<float>& data, double* misfit) {
  const double off = u(0, 0) - data(0, 0);
  *misfit += 0.5 * off * off;
}
void keep(const ACC<float>& u, ACC<float>& data) { data(0, 0) = u(0, 0); }

double pulse(int step) {
  const double a = 0.3 * (step - 9);
  return (1 - 2 * a * a) * std::exp(-a * a) * 10;
}

struct Earth {
  int all[4] = {0, nx, 0, nz}, row[4] = {0, nx, depth, depth + 1};
  ops_block ground = ops_decl_block(2, "ground");
  ops_dat c = ops_decl_dat<double>(ground, "c", {nx, nz}), m = ops_decl_dat<float>(ground, "m", {nx, nz});
  std::array<ops_dat, 2> u = {ops_decl_dat<float>(ground, "u0", {nx, nz}, {.halo = 2}),
                              ops_decl_dat<float>(ground, "u1", {nx, nz}, {.halo = 2})};
  ops_dat sponge = ops_decl_dat<float>(ground, "sponge", {nx, nz}, {.passive = true});
  std::vector<ops_dat> data;
  ops_stencil point, cross, along;
  ops_reduction misfit = ops_decl_reduction_handle(sizeof(double), "double", "misfit");

  Earth() {
    int p[] = {0, 0, 1, 0, 2, 0, -1, 0, -2, 0, 0, 1, 0, 2, 0, -1, 0, -2}, x_only[] = {1, 0};
    point = ops_decl_stencil(2, 1, p, "point"), cross = ops_decl_stencil(2, 9, p, "cross"),
    along = ops_decl_strided_stencil(2, 1, p, x_only, "along");
    for (int s = 0; s < steps; ++s)
      data.push_back(ops_decl_dat<float>(ground, ("data" + std::to_string(s)).c_str(), {nx, 1}, {.passive = true}));
    ops_partition("");
    ops_par_loop(slow_down, "slow_down", ground, 2, all, ops_arg_dat(sponge, 1, point, "float", OPS_WRITE), ops_arg_idx());
  }
  void shoot(int x, bool record) {
    auto [now, old] = u;
    ops_par_loop(square, "square", ground, 2, all, ops_arg_dat(c, 1, point, "double", OPS_READ),
                 ops_arg_dat(m, 1, point, "float", OPS_WRITE));
    for (ops_dat f : u) ops_par_loop(still, "still", ground, 2, all, ops_arg_dat(f, 1, point, "float", OPS_WRITE));
    int spot[] = {x, x + 1, 2, 3};
    for (int s = 0; s < steps; ++s, std::swap(now, old)) {
      ops_ad_step();
      ops_par_loop(advance, "advance", ground, 2, all, ops_arg_dat(now, 1, cross, "float", OPS_READ),
                   ops_arg_dat(m, 1, point, "float", OPS_READ), ops_arg_dat(sponge, 1, point, "float", OPS_READ),
                   ops_arg_dat(old, 1, point, "float", OPS_RW));
      const double strength = pulse(s);
      ops_par_loop(fire, "fire", ground, 2, spot, ops_arg_dat(old, 1, point, "float", OPS_RW), ops_arg_dat(m, 1, point, "float", OPS_READ),
                   ops_arg_gbl(&strength, 1, "double", OPS_READ));
      if (record)
        ops_par_loop_passive(keep, "keep", ground, 2, row, ops_arg_dat(old, 1, point, "float", OPS_READ),
                             ops_arg_dat(data[s], 1, along, "float", OPS_WRITE));
      else
        ops_par_loop(hear, "hear", ground, 2, row, ops_arg_dat(old, 1, point, "float", OPS_READ),
                     ops_arg_dat(data[s], 1, along, "float", OPS_READ), ops_arg_reduce(misfit, 1, "double", OPS_INC));
    }
  }
};

// The same in plain loops, with an adjoint by hand.
using Field = std::vector<double>;
double damp(int i, int j) {
  const int edge = std::min(std::min(i, nx - 1 - i), nz - 1 - j);
  return edge < 4 ? 1 - 0.015 * (4 - edge) * (4 - edge) : 1.0;
}
double laplace(const Field& u, int i, int j) {
  auto at = [&](int a, int b) { return a < 0 || b < 0 || a >= nx || b >= nz ? 0.0 : u[b * nx + a]; };
  double l = -5 * at(i, j);
  for (int k : {1, 2}) l += (k == 1 ? 4.0 / 3 : -1.0 / 12) * (at(i + k, j) + at(i - k, j) + at(i, j + k) + at(i, j - k));
  return l;
}
std::vector<Field> forward(const Field& c, int x) {
  std::vector<Field> u(steps + 2, Field(nx * nz));
  for (int s = 0; s < steps; ++s)
    for (int j = 0; j < nz; ++j)
      for (int i = 0; i < nx; ++i) {
        const int q = j * nx + i;
        const double m = c[q] * c[q] * courant * courant, d = damp(i, j);
        u[s + 2][q] = d * (2 * u[s + 1][q] - d * u[s][q] + m * laplace(u[s + 1], i, j)) + (i == x && j == 2 ? m * pulse(s) : 0);
      }
  return u;
}
double adjoint(const Field& c, int x, const std::vector<Field>& data, Field& gradient) {
  const std::vector<Field> u = forward(c, x);
  std::vector<Field> b(steps + 2, Field(nx * nz));
  double misfit = 0;
  for (int s = steps - 1; s >= 0; --s) {
    for (int i = 0; i < nx; ++i) {
      const double off = u[s + 2][depth * nx + i] - data[s + 2][depth * nx + i];
      misfit += 0.5 * off * off;
      b[s + 2][depth * nx + i] += off;
    }
    Field scaled(nx * nz);
    for (int j = 0; j < nz; ++j)
      for (int i = 0; i < nx; ++i) {
        const int q = j * nx + i;
        const double d = damp(i, j), m = c[q] * c[q] * courant * courant, g = b[s + 2][q];
        scaled[q] = d * m * g;
        b[s][q] -= d * d * g;
        b[s + 1][q] += 2 * d * g;
        gradient[q] += 2 * c[q] * courant * courant * g * (d * laplace(u[s + 1], i, j) + (i == x && j == 2 ? pulse(s) : 0));
      }
    for (int j = 0; j < nz; ++j)
      for (int i = 0; i < nx; ++i) b[s + 1][j * nx + i] += laplace(scaled, i, j);
  }
  return misfit;
}

bool run() {
  Earth earth;
  Field truth(nx * nz), model(nx * nz);
  for (int j = 0; j < nz; ++j)
    for (int i = 0; i < nx; ++i) {
      model[j * nx + i] = 1 + 0.02 * j;
      truth[j * nx + i] = model[j * nx + i] + 0.3 * std::exp(-0.1 * ((i - 12) * (i - 12) + (j - 9) * (j - 9)));
    }
  const int at[shots] = {4, 12, 19};
  bool right = true;
  double last = 1e30;
  for (int iteration = 0; iteration < 3; ++iteration) {
    Field gradient(nx * nz), reference(nx * nz);
    double misfit = 0, plain = 0;
    for (int x : at) {
      ops_dat_set_data(earth.c, truth);
      earth.shoot(x, true);
      ops_ad_reset();
      ops_dat_set_data(earth.c, model);
      earth.shoot(x, false);
      misfit += ops_ad_objective(earth.misfit);
      ops_interpret_adjoints();
      const Field part = ops_dat_fetch_derivative<double>(earth.c);
      for (int q = 0; q < nx * nz; ++q) gradient[q] += part[q];
      ops_ad_reset();
      plain += adjoint(model, x, forward(truth, x), reference);
    }
    double off = 0, largest = 0;
    for (int q = 0; q < nx * nz; ++q)
      off = std::fmax(off, std::fabs(gradient[q] - reference[q])), largest = std::fmax(largest, std::fabs(reference[q]));
    ops_printf("misfit %.7g (plain %.7g), gradient off by %.1e of %.3e, sum %a\n", misfit, plain, off, largest, gradient[8 * nx + 12]);
    right &= std::fabs(misfit - plain) < 1e-4 * plain && off < 1e-4 * largest && misfit < last;
    last = misfit;
    for (int q = 3 * nx; q < nx * nz; ++q) model[q] -= 0.004 * gradient[q];
  }
  return right;
}

int main(int argc, char** argv) {
  bool right = false;
  const int status = ops_main(argc, argv, [&] { right = run(); });
  if (status != 0) return status;
  std::puts(right ? "passed" : "failed");
  return right ? 0 : 1;
}
