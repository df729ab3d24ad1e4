// docs/tutorial/plume.hpp: a pollutant in the wind, and what sensors record of it. The model of the tutorial.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "ops.hpp"

constexpr int sensors = 20;

/// Through the face between two cells in one step: upwind advection and diffusion.
inline double across(double wind, double k, double behind, double ahead) {
  return (wind > 0 ? wind * behind : wind * ahead) + k * (behind - ahead);
}
inline void advance(const ACC<double>& c, const ACC<double>& wind, const ACC<double>& release, ACC<double>& next,
                    const double* k, const double* gust) {
  const double west = across(wind(0, 0, 0), *k, c(-1, 0), c(0, 0));
  const double east = across(wind(0, 1, 0), *k, c(0, 0), c(1, 0));
  const double south = across(wind(1, 0, 0) + *gust, *k, c(0, -1), c(0, 0));
  const double north = across(wind(1, 0, 1) + *gust, *k, c(0, 0), c(0, 1));
  next(0, 0) = c(0, 0) + west - east + south - north + release(0, 0);
}

/// Wind through the west and the south face of a cell, in cells per step, from a stream function at its corners.
inline double stream(int i, int j) { return 0.25 * j + 2.0 * std::cos(0.1 * i) * std::sin(0.05 * j); }
inline void blow(ACC<double>& wind, const int* idx) {
  wind(0, 0, 0) = stream(idx[0], idx[1] + 1) - stream(idx[0], idx[1]);
  wind(1, 0, 0) = stream(idx[0], idx[1]) - stream(idx[0] + 1, idx[1]);
}

/// A row of the record: what all sensors read in one step.
inline void note(const double* heard, ACC<double>& record, const int* idx) { record(0, 0) = heard[idx[0]]; }
inline void compare(const ACC<double>& record, const ACC<double>& measured, double* misfit) {
  const double difference = record(0, 0) - measured(0, 0);
  *misfit += 0.5 * difference * difference;
}

/// Handles of all data: a copy means the same plume.
struct Plume {
  int nx, ny, steps, offsets[10] = {0, 0, 1, 0, 0, 1, -1, 0, 0, -1};
  double usual = 0.03;
  ops_block region = ops_decl_block(2, "region"), log = ops_decl_block(2, "log");
  ops_stencil point = ops_decl_stencil(2, 1, offsets, "point"), corner = ops_decl_stencil(2, 3, offsets, "corner"),
              star = ops_decl_stencil(2, 5, offsets, "star");
  ops_dat release = ops_decl_dat<double>(region, "release", {nx, ny});  // in a step
  ops_scalar k = ops_decl_scalar("k", &usual, 1);                       // diffusivity [cells^2 per step]
  ops_dat wind = ops_decl_dat<double>(region, "wind", {nx + 1, ny + 1}, {.dim = 2, .passive = true});
  ops_dat clean = ops_decl_dat<double>(region, "clean", {nx, ny}, {.halo = 1});
  ops_dat now = ops_decl_dat<double>(region, "now", {nx, ny}, {.halo = 1});
  ops_dat next = ops_decl_dat<double>(region, "next", {nx, ny}, {.halo = 1});
  ops_scalar heard = ops_decl_scalar("heard", std::vector<double>(sensors).data(), sensors);
  ops_dat record = ops_decl_dat<double>(log, "record", {sensors, steps});  // a row for each step
  ops_dat measured = ops_decl_dat<double>(log, "measured", {sensors, steps}, {.passive = true});
  ops_reduction misfit = ops_decl_reduction_handle(sizeof(double), "double", "misfit");

  explicit Plume(int width = 96, int height = 64, int count = 240) : nx(width), ny(height), steps(count) {
    int faces[] = {0, nx + 1, 0, ny + 1};
    ops_partition("");
    ops_par_loop(blow, "blow", region, 2, faces, ops_arg_dat(wind, 2, point, "double", OPS_WRITE), ops_arg_idx());
  }
  [[nodiscard]] std::vector<ops_point> places() const {  // of the sensors
    std::vector<ops_point> cells;
    for (int s = 0; s < sensors; ++s) cells.push_back({nx * (2 * (s % 5) + 1) / 10, ny * (2 * (s / 5) + 1) / 8});
    return cells;
  }

  /// From clean air to the last step. @return the dataset that holds the air at the end
  ops_dat spread() const {
    int all[] = {0, nx, 0, ny};
    ops_dat air = now, later = next;
    ops_dat_deep_copy(air, clean);
    for (int step = 0; step < steps; ++step, std::swap(air, later)) {
      ops_ad_step();
      const double gust = ops_ad_constant(0.2 * std::sin(0.06 * step));
      ops_par_loop(advance, "advance", region, 2, all, ops_arg_dat(air, 1, star, "double", OPS_READ),
                   ops_arg_dat(wind, 2, corner, "double", OPS_READ), ops_arg_dat(release, 1, point, "double", OPS_READ),
                   ops_arg_dat(later, 1, point, "double", OPS_WRITE), ops_arg_scalar(k, 1, "double", OPS_READ),
                   ops_arg_gbl(&gust, 1, "double", OPS_READ));
      int row[] = {0, sensors, step, step + 1};
      ops_sample(heard, later, places());
      ops_par_loop(note, "note", log, 2, row, ops_arg_scalar(heard, sensors, "double", OPS_READ),
                   ops_arg_dat(record, 1, point, "double", OPS_WRITE), ops_arg_idx());
    }
    return air;
  }
  /// Adds up the misfit of the record.
  void judge() const {
    int rows[] = {0, sensors, 0, steps};
    ops_par_loop(compare, "compare", log, 2, rows, ops_arg_dat(record, 1, point, "double", OPS_READ),
                 ops_arg_dat(measured, 1, point, "double", OPS_READ), ops_arg_reduce(misfit, 1, "double", OPS_INC));
  }
};
