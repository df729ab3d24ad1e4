// docs/example/groundwater_model.cpp: drawdown around a pumped well as a function of transmissivity and rate, for
// Python.
#define OPS_2D
#include <utility>
#include <vector>

#include "ops.hpp"

constexpr int sensors = 6;

/// The coefficient of a face is the harmonic mean of the transmissivities on its two sides.
double mean(double a, double b) { return 2.0 * a * b / (a + b); }
void between_columns(const ACC<double>& t, ACC<double>& west) { west(0, 0) = mean(t(-1, 0), t(0, 0)); }
void between_rows(const ACC<double>& t, ACC<double>& south) { south(0, 0) = mean(t(0, -1), t(0, 0)); }
void flow(const ACC<double>& u, const ACC<double>& west, const ACC<double>& south, ACC<double>& next) {
  next(0, 0) = u(0, 0) + west(0, 0) * (u(-1, 0) - u(0, 0)) + west(1, 0) * (u(1, 0) - u(0, 0)) +
               south(0, 0) * (u(0, -1) - u(0, 0)) + south(0, 1) * (u(0, 1) - u(0, 0));
}
void pump(ACC<double>& u, const double* rate) { u(0, 0) += *rate; }
void record(const double* heard, const double* measured, double* levels, double* misfit) {
  for (int s = 0; s < sensors; ++s) {
    levels[s] += heard[s];
    *misfit += 0.5 * (heard[s] - measured[s]) * (heard[s] - measured[s]);
  }
}

OPS_MODEL(groundwater, model) {
  const std::vector<int> n = model.size({24, 16});
  const int steps = model.option("steps", 60, "time steps"), nx = n[0], ny = n[1];
  const std::vector<double> zeros(sensors), usual(static_cast<std::size_t>(nx) * ny, 0.1);
  const int offsets[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1}, up[] = {0, 0, 0, 1}, down[] = {0, 0, 0, -1},
            ahead[] = {0, 0, 1, 0};
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat t = ops_decl_dat<double>(grid, "t", {nx, ny});
  ops_dat west = ops_decl_dat<double>(grid, "west", {nx + 1, ny});    // the west face of each cell, and the last face
  ops_dat south = ops_decl_dat<double>(grid, "south", {nx, ny + 1});  // the south face of each cell, and the last face
  ops_dat now = ops_decl_dat<double>(grid, "now", {nx, ny}, {.halo = 1});
  ops_dat next = ops_decl_dat<double>(grid, "next", {nx, ny}, {.halo = 1});
  ops_scalar rate = ops_decl_scalar("rate", zeros.data(), 1);
  ops_scalar heard = ops_decl_scalar("heard", zeros.data(), sensors);
  ops_scalar measured = ops_decl_scalar_passive("measured", zeros.data(), sensors);
  ops_stencil point = ops_decl_stencil(2, 1, offsets, "point"), star = ops_decl_stencil(2, 5, offsets, "star");
  ops_stencil left = ops_decl_stencil(2, 2, offsets, "left"), right = ops_decl_stencil(2, 2, ahead, "right");
  ops_stencil below = ops_decl_stencil(2, 2, down, "below"), above = ops_decl_stencil(2, 2, up, "above");
  ops_reduction levels = ops_decl_reduction_handle(sensors * sizeof(double), "double", "levels");
  ops_reduction misfit = ops_decl_reduction_handle(sizeof(double), "double", "misfit");
  ops_dat_set_data(t, usual);

  model.about("Drawdown of groundwater around a pumped well, in a region without flow through its boundaries.");
  model.input("t", t, "transmissivity times time step over storage and area of a cell");
  model.input("rate", rate, "drawdown that the well causes in its cell, per step");
  model.input("measured", measured, "measured drawdown at the sensors");
  model.output("levels", levels, "drawdown at the sensors, at the end");
  model.objective("misfit", misfit, "half the sum of squared differences between levels and measured");
  model.run([=] {
    int all[] = {0, nx, 0, ny}, columns[] = {1, nx, 0, ny}, rows[] = {0, nx, 1, ny};
    int well[] = {nx / 2, nx / 2 + 1, ny / 2, ny / 2 + 1}, one[] = {0, 1, 0, 1};
    ops_par_loop(between_columns, "between_columns", grid, 2, columns, ops_arg_dat(t, 1, left, "double", OPS_READ),
                 ops_arg_dat(west, 1, point, "double", OPS_WRITE));
    ops_par_loop(between_rows, "between_rows", grid, 2, rows, ops_arg_dat(t, 1, below, "double", OPS_READ),
                 ops_arg_dat(south, 1, point, "double", OPS_WRITE));
    ops_dat u = now, v = next;
    for (int step = 0; step < steps; ++step, std::swap(u, v)) {
      ops_ad_step();
      ops_par_loop(flow, "flow", grid, 2, all, ops_arg_dat(u, 1, star, "double", OPS_READ),
                   ops_arg_dat(west, 1, right, "double", OPS_READ), ops_arg_dat(south, 1, above, "double", OPS_READ),
                   ops_arg_dat(v, 1, point, "double", OPS_WRITE));
      ops_par_loop(pump, "pump", grid, 2, well, ops_arg_dat(v, 1, point, "double", OPS_INC),
                   ops_arg_scalar(rate, 1, "double", OPS_READ));
    }
    ops_sample(heard, u, {{2, 2}, {nx / 2, 3}, {nx - 3, 2}, {3, ny - 4}, {nx / 2 - 2, ny / 2}, {nx - 4, ny - 3}});
    ops_par_loop(record, "record", grid, 2, one, ops_arg_scalar(heard, sensors, "double", OPS_READ),
                 ops_arg_scalar(measured, sensors, "double", OPS_READ),
                 ops_arg_reduce(levels, sensors, "double", OPS_INC), ops_arg_reduce(misfit, 1, "double", OPS_INC));
  });
}
