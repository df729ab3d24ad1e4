// docs/notebooks/wave.cpp: acoustic waves through rock, and what a line of receivers hears of them.
#define OPS_2D
#include <cmath>
#include <utility>
#include <vector>

#include "ops.hpp"

constexpr int listening = 12;  // the row of the receivers
constexpr int sponge = 10;     // points at each border that take waves out

/// What the second difference counts in a step, and what the sponge leaves of a change. @param size  nx, ny
void prepare(const ACC<double>& velocity, ACC<double>& stiffness, ACC<double>& kept, const double* courant,
             const int* size, const int* idx) {
  const int x = MAX(sponge - MIN(idx[0], size[0] - 1 - idx[0]), 0),
            y = MAX(sponge - MIN(idx[1], size[1] - 1 - idx[1]), 0);
  const double c = *courant * velocity(0, 0);
  kept(0, 0) = 1.0 - 0.15 * (x * x + y * y) / (sponge * sponge);
  stiffness(0, 0) = kept(0, 0) * c * c;
}

/// One time step, of order 4 in space: `next` holds the level before and gets the one after.
void advance(const ACC<double>& u, const ACC<double>& stiffness, const ACC<double>& kept, const ACC<double>& source,
             ACC<double>& next, const double* amount) {
  const double laplacian = 4.0 / 3.0 * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4.0 * u(0, 0)) -
                           1.0 / 12.0 * (u(-2, 0) + u(2, 0) + u(0, -2) + u(0, 2) - 4.0 * u(0, 0));
  next(0, 0) =
      next(0, 0) + 2.0 * kept(0, 0) * (u(0, 0) - next(0, 0)) + stiffness(0, 0) * (laplacian + *amount * source(0, 0));
}

/// A row of the traces: the stencil of `u` stays in the receivers' row, whatever the row of the loop is.
void listen(const ACC<double>& u, ACC<double>& traces) { traces(0, 0) = u(0, listening); }

/// Ricker's wavelet. @param frequency  where its spectrum is largest [Hz]
double wavelet(double time, double frequency) {
  const double a = std::pow(M_PI * frequency * (time - 1.2 / frequency), 2);
  return (1.0 - 2.0 * a) * std::exp(-a);
}

OPS_MODEL(wave, model) {
  const std::vector<int> n = model.size({80, 80});
  const int steps = model.option("steps", 300, "time steps");
  const double dt = model.option("dt", 0.002, "time step [s]");
  const double spacing = model.option("spacing", 0.01, "between points [km]");
  const double frequency = model.option("frequency", 12.0, "of the source [Hz]");
  const std::vector<int> offsets = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1, -2, 0, 2, 0, 0, -2, 0, 2};
  const int row[] = {0, listening}, along_x[] = {1, 0};
  ops_block rock = ops_decl_block(2, "rock");
  ops_dat velocity = ops_decl_dat<double>(rock, "velocity", n);
  ops_dat source = ops_decl_dat<double>(rock, "source", n, {.passive = true});
  ops_dat stiffness = ops_decl_dat<double>(rock, "stiffness", n), kept = ops_decl_dat<double>(rock, "kept", n);
  ops_dat before = ops_decl_dat<double>(rock, "before", n, {.halo = 2});
  ops_dat now = ops_decl_dat<double>(rock, "now", n, {.halo = 2});
  ops_dat traces = ops_decl_dat<double>(rock, "traces", {n[0], steps});
  ops_stencil point = ops_decl_stencil(2, 1, offsets.data(), "point");
  ops_stencil star = ops_decl_stencil(2, 9, offsets.data(), "star");
  ops_stencil line = ops_decl_strided_stencil(2, 1, row, along_x, "line");

  model.about("Acoustic waves from a source through rock, as a row of receivers hears them.");
  model.input("velocity", velocity, "of sound [km/s]");
  model.input("source", source, "how strong the source is at each point");
  model.output("traces", traces, "a row for each time step, a column for each receiver");
  model.run([=] {
    int all[] = {0, n[0], 0, n[1]};
    const double courant = dt / spacing;
    ops_par_loop(prepare, "prepare", rock, 2, all, ops_arg_dat(velocity, 1, point, "double", OPS_READ),
                 ops_arg_dat(stiffness, 1, point, "double", OPS_WRITE),
                 ops_arg_dat(kept, 1, point, "double", OPS_WRITE), ops_arg_gbl(&courant, 1, "double", OPS_READ),
                 ops_arg_gbl(n.data(), 2, "int", OPS_READ), ops_arg_idx());
    ops_dat u = now, next = before;
    for (int step = 0; step < steps; ++step, std::swap(u, next)) {
      const double amount = wavelet(step * dt, frequency);
      int one[] = {0, n[0], step, step + 1};
      ops_ad_step();
      ops_par_loop(advance, "advance", rock, 2, all, ops_arg_dat(u, 1, star, "double", OPS_READ),
                   ops_arg_dat(stiffness, 1, point, "double", OPS_READ),
                   ops_arg_dat(kept, 1, point, "double", OPS_READ), ops_arg_dat(source, 1, point, "double", OPS_READ),
                   ops_arg_dat(next, 1, point, "double", OPS_RW), ops_arg_gbl(&amount, 1, "double", OPS_READ));
      ops_par_loop(listen, "listen", rock, 2, one, ops_arg_dat(next, 1, line, "double", OPS_READ),
                   ops_arg_dat(traces, 1, point, "double", OPS_WRITE));
    }
  });
}
