// docs/notebooks/shallow_water.cpp: shallow water with friction at the ground, a few time steps at a call.
#define OPS_2D
#include <cmath>
#include <utility>
#include <vector>

#include "ops.hpp"

constexpr double gravity = 9.81;             // [m/s²]
enum Component { depth, along_x, along_y };  // of a state: depth [m], momenta [m²/s]

struct Column {
  double depth, level, across, aside;  // beside a face: momenta across the face and along it
};
struct Flux {
  double depth, across, aside, push;  // through a face; and how the slope of the level pushes both sides
};

Column column(const ACC<double>& state, const ACC<double>& ground, int i, int j, int across, int aside) {
  const double h = state(depth, i, j);
  return {h, h + ground(i, j), state(across, i, j), state(aside, i, j)};
}

/// Rusanov's flux, driven by differences of the level: water at rest stays at rest over any ground.
Flux flux(const Column& left, const Column& right) {
  const double u = left.across / left.depth, v = right.across / right.depth, mean = (left.depth + right.depth) / 2;
  const double fastest = std::sqrt((u + v) * (u + v) / 4 + 0.01) + std::sqrt(gravity * mean);
  const double slope = right.level - left.level;
  return {(left.across + right.across - fastest * slope) / 2,
          (left.across * u + right.across * v - fastest * (right.across - left.across)) / 2,
          (left.aside * u + right.aside * v - fastest * (right.aside - left.aside)) / 2, gravity * mean * slope / 2};
}

/// One time step; friction is implicit. @param share  time step [s], time step over width of a cell [s/m]
void advance(const ACC<double>& state, const ACC<double>& ground, const ACC<double>& friction, ACC<double>& next,
             const double* dt, const double* spacing) {
  const Column x = column(state, ground, 0, 0, along_x, along_y), y = column(state, ground, 0, 0, along_y, along_x);
  const Flux west = flux(column(state, ground, -1, 0, along_x, along_y), x);
  const Flux east = flux(x, column(state, ground, 1, 0, along_x, along_y));
  const Flux south = flux(column(state, ground, 0, -1, along_y, along_x), y);
  const Flux north = flux(y, column(state, ground, 0, 1, along_y, along_x));
  const double share = *dt / *spacing, slower = 1.0 / (1.0 + *dt * friction(0, 0));
  next(depth, 0, 0) = x.depth - share * (east.depth - west.depth + north.depth - south.depth);
  next(along_x, 0, 0) =
      slower * (x.across - share * (east.across - west.across + east.push + west.push + north.aside - south.aside));
  next(along_y, 0, 0) =
      slower * (y.across - share * (north.across - south.across + north.push + south.push + east.aside - west.aside));
}

OPS_MODEL(shallow_water, model) {
  const std::vector<int> n = model.size({48, 32});
  const int steps = model.option("steps", 5, "time steps");
  const double dt = model.option("dt", 0.5, "time step [s]");
  const double spacing = model.option("spacing", 10.0, "width of a cell [m]");
  const std::vector<int> offsets = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1};
  ops_block sea = ops_decl_block(2, "sea");
  ops_dat start = ops_decl_dat<double>(sea, "start", n, {.dim = 3, .halo = 1});
  ops_dat now = ops_decl_dat<double>(sea, "now", n, {.dim = 3, .halo = 1});
  ops_dat next = ops_decl_dat<double>(sea, "next", n, {.dim = 3, .halo = 1});
  ops_dat ground = ops_decl_dat<double>(sea, "ground", n, {.halo = 1});
  ops_dat friction = ops_decl_dat<double>(sea, "friction", n);
  ops_stencil point = ops_decl_stencil(2, 1, offsets.data(), "point");
  ops_stencil star = ops_decl_stencil(2, 5, offsets.data(), "star");
  using Periodic = std::vector<ops_halo_group>;  // along x and along y
  const Periodic around_now = {ops_decl_halo_periodic(0, {now}), ops_decl_halo_periodic(1, {now})};
  const Periodic around_next = {ops_decl_halo_periodic(0, {next}), ops_decl_halo_periodic(1, {next})};
  const Periodic around_ground = {ops_decl_halo_periodic(0, {ground}), ops_decl_halo_periodic(1, {ground})};

  model.about("Shallow water with friction at the ground, periodic along both axes.");
  model.input("start", start, "depth [m] and momenta along x and y [m²/s]");
  model.input("friction", friction, "part of its momentum that water loses in a second [1/s]");
  model.input("ground", ground, "height of the ground [m]");
  model.output("end", steps % 2 == 0 ? now : next, "depth and momenta after all steps");
  model.run([=] {
    int all[] = {0, n[0], 0, n[1]};
    ops_dat u = now, v = next;
    Periodic around_u = around_now, around_v = around_next;
    ops_dat_deep_copy(u, start);
    for (const ops_halo_group& group : around_ground) ops_halo_transfer(group);
    for (int step = 0; step < steps; ++step, std::swap(u, v), std::swap(around_u, around_v)) {
      ops_ad_step();
      for (const ops_halo_group& group : around_u) ops_halo_transfer(group);
      ops_par_loop(advance, "advance", sea, 2, all, ops_arg_dat(u, 3, star, "double", OPS_READ),
                   ops_arg_dat(ground, 1, star, "double", OPS_READ),
                   ops_arg_dat(friction, 1, point, "double", OPS_READ), ops_arg_dat(v, 3, point, "double", OPS_WRITE),
                   ops_arg_gbl(&dt, 1, "double", OPS_READ), ops_arg_gbl(&spacing, 1, "double", OPS_READ));
    }
  });
}
