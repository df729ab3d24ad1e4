// docs/example/recipes.cpp: listings of docs/recipes, a small program for each.
#define OPS_2D
#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "ops.hpp"

int five[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};

// --- boundaries.md: two species, periodic along both axes ------------------------------------------------------------

void react(const ACC<double>& u, const ACC<double>& v, ACC<double>& u_next, ACC<double>& v_next) {
  const double reaction = 0.1 * u(0, 0) * v(0, 0) * v(0, 0);
  u_next(0, 0) = u(0, 0) + 0.16 * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4.0 * u(0, 0)) - reaction;
  v_next(0, 0) = v(0, 0) + 0.08 * (v(-1, 0) + v(1, 0) + v(0, -1) + v(0, 1) - 4.0 * v(0, 0)) + reaction;
}
void sum(const ACC<double>& u, const ACC<double>& v, double* total) { *total += u(0, 0) + v(0, 0); }

void species() {
  constexpr int nx = 16, ny = 12, steps = 20;
  int all[] = {0, nx, 0, ny};
  ops_block grid = ops_decl_block(2, "grid");
  const auto field = [&](const char* name) { return ops_decl_dat<double>(grid, name, {nx, ny}, {.halo = 1}); };
  ops_dat u = field("u"), v = field("v"), u_next = field("u_next"), v_next = field("v_next");
  std::vector<ops_halo_group> around = {ops_decl_halo_periodic(0, {u, v}), ops_decl_halo_periodic(1, {u, v})};
  std::vector<ops_halo_group> around_next = {ops_decl_halo_periodic(0, {u_next, v_next}),
                                             ops_decl_halo_periodic(1, {u_next, v_next})};
  ops_stencil point = ops_decl_stencil(2, 1, five, "point"), star = ops_decl_stencil(2, 5, five, "star");
  ops_reduction total = ops_decl_reduction_handle(sizeof(double), "double", "total");
  ops_partition("");

  std::vector<double> start(nx * ny);
  for (std::size_t i = 0; i < start.size(); ++i) start[i] = 1.0 + 0.5 * std::sin(static_cast<double>(i));
  ops_dat_set_data(u, start);
  ops_dat_set_data(v, start);
  for (int step = 0; step < steps; ++step) {
    for (const ops_halo_group& group : around) ops_halo_transfer(group);
    ops_par_loop(react, "react", grid, 2, all, ops_arg_dat(u, 1, star, "double", OPS_READ),
                 ops_arg_dat(v, 1, star, "double", OPS_READ), ops_arg_dat(u_next, 1, point, "double", OPS_WRITE),
                 ops_arg_dat(v_next, 1, point, "double", OPS_WRITE));
    std::swap(u, u_next);
    std::swap(v, v_next);
    std::swap(around, around_next);
  }
  ops_par_loop(sum, "sum", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_dat(v, 1, point, "double", OPS_READ), ops_arg_reduce(total, 1, "double", OPS_INC));
  double before = 0;
  for (const double value : start) before += 2 * value;
  ops_printf("of both species: %.6f, then %.6f\n", before, ops_reduction_result<double>(total));
}

// --- boundaries.md: ghost cells from the wall ------------------------------------------------------------------------

void wall(ACC<double>& u) {
  u(0, -1) = u(0, 1);
  u(0, -2) = u(0, 2);
}
void curve(const ACC<double>& u, double* total) {
  *total += u(0, -2) - 4.0 * u(0, -1) + 6.0 * u(0, 0) - 4.0 * u(0, 1) + u(0, 2);
}
void height(ACC<double>& u, const int* idx) { u(0, 0) = 0.5 * idx[1] * idx[1]; }

void mirrored() {
  constexpr int nx = 8, ny = 6;
  int all[] = {0, nx, 0, ny}, foot[] = {0, nx, 0, 1}, line[] = {0, -2, 0, -1, 0, 0, 0, 1, 0, 2};
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat u = ops_decl_dat<double>(grid, "u", {nx, ny}, {.halo = 2});
  ops_stencil point = ops_decl_stencil(2, 1, five, "point"), up_and_down = ops_decl_stencil(2, 5, line, "up_and_down");
  ops_reduction total = ops_decl_reduction_handle(sizeof(double), "double", "total");
  ops_partition("");
  ops_par_loop(height, "height", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(wall, "wall", grid, 2, foot, ops_arg_dat(u, 1, up_and_down, "double", OPS_RW));
  ops_par_loop(curve, "curve", grid, 2, foot, ops_arg_dat(u, 1, up_and_down, "double", OPS_READ),
               ops_arg_reduce(total, 1, "double", OPS_INC));
  ops_printf("at the foot of the wall: %g\n", ops_reduction_result<double>(total));
}

// --- time.md: sensors between cells ----------------------------------------------------------------------------------

constexpr int sensors = 2;
constexpr double h = 0.25;  // the width of a cell

/// Adds the four cells around (x, y), whose centres are at (i + 1/2) h, and their weights.
void surround(double x, double y, std::vector<ops_point>& corners, std::vector<double>& weights) {
  const double i = std::floor(x / h - 0.5), j = std::floor(y / h - 0.5);
  const double right = x / h - 0.5 - i, above = y / h - 0.5 - j;
  for (const int up : {0, 1})
    for (const int along : {0, 1}) {
      corners.push_back({static_cast<int>(i) + along, static_cast<int>(j) + up});
      weights.push_back((along ? right : 1 - right) * (up ? above : 1 - above));
    }
}
void interpolate(const double* corners, const double* weights, double* heard) {
  for (int s = 0; s < sensors; ++s) {
    double value = 0;
    for (int c = 0; c < 4; ++c) value += weights[4 * s + c] * corners[4 * s + c];
    heard[s] = value;
  }
}

void rise(ACC<double>& u, const int* idx) { u(0, 0) = (idx[0] + 0.5) * h + 10 * (idx[1] + 0.5) * h; }

void between() {
  int all[] = {0, 12, 0, 8};
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat u = ops_decl_dat<double>(grid, "u", {12, 8});
  ops_stencil point = ops_decl_stencil(2, 1, five, "point");
  std::vector<ops_point> corners;
  std::vector<double> weights;
  surround(1.0, 0.7, corners, weights);
  surround(2.25, 1.5, corners, weights);
  ops_scalar around = ops_decl_scalar("around", weights.data(), 4 * sensors),
             heard = ops_decl_scalar("heard", weights.data(), sensors);
  ops_partition("");
  ops_par_loop(rise, "rise", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  ops_sample(around, u, corners);
  ops_scalar_loop(interpolate, "interpolate", ops_arg_scalar(around, 4 * sensors, "double", OPS_READ),
                  ops_arg_gbl(weights.data(), 4 * sensors, "double", OPS_READ),
                  ops_arg_scalar(heard, sensors, "double", OPS_WRITE));
  const std::vector<double> values = ops_scalar_fetch_data<double>(heard);
  ops_printf("x + 10 y at (1, 0.7) and (2.25, 1.5): %.3f %.3f\n", values[0], values[1]);
}

// --- time.md: a number for each step ---------------------------------------------------------------------------------

void heated(const ACC<double>& u, ACC<double>& next, const double* power) {
  next(0, 0) = u(0, 0) + 0.2 * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4.0 * u(0, 0)) + *power;
}
void missed(const ACC<double>& u, double* misfit) { *misfit += (u(0, 0) - 1.0) * (u(0, 0) - 1.0); }

void controlled() {
  constexpr int n = 12, steps = 30;
  int all[] = {0, n, 0, n};
  const double nothing = 0.0;
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat u = ops_decl_dat<double>(grid, "u", {n, n}, {.halo = 1}),
          next = ops_decl_dat<double>(grid, "next", {n, n}, {.halo = 1});
  ops_stencil point = ops_decl_stencil(2, 1, five, "point"), star = ops_decl_stencil(2, 5, five, "star");
  ops_reduction misfit = ops_decl_reduction_handle(sizeof(double), "double", "misfit");
  ops_block times = ops_decl_block(2, "times");
  ops_dat powers = ops_decl_dat<double>(times, "powers", {steps, 1});  // a cell for each step
  ops_scalar power = ops_decl_scalar("power", &nothing, 1);            // each step copies its cell into it
  ops_partition("");

  const std::vector<double> numbers(steps, 0.02);
  ops_dat_set_data(powers, numbers);
  for (int step = 0; step < steps; ++step, std::swap(u, next)) {
    ops_sample(power, powers, {{step, 0}});
    ops_par_loop(heated, "heated", grid, 2, all, ops_arg_dat(u, 1, star, "double", OPS_READ),
                 ops_arg_dat(next, 1, point, "double", OPS_WRITE), ops_arg_scalar(power, 1, "double", OPS_READ));
  }
  ops_par_loop(missed, "missed", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_reduce(misfit, 1, "double", OPS_INC));
  ops_ad_objective(misfit);
  ops_interpret_adjoints();
  const std::vector<double> slopes = ops_dat_fetch_derivative<double>(powers);
  ops_printf("d/d first power, d/d last power: %.4f %.4f\n", slopes.front(), slopes.back());
}

// --- inversion.md: bounds --------------------------------------------------------------------------------------------

using Function = std::function<double(const std::vector<double>& x, std::vector<double>& gradient)>;

/// Steepest descent within bounds: steps are halved until the value falls enough, and doubled after.
/// Stops if no step, however short, decreases the value.
std::vector<double> descend(const Function& function, std::vector<double> x, double least, double most,
                            int iterations) {
  std::vector<double> slope, there, slope_there;
  double value = function(x, slope), length = 1.0;
  for (int k = 0; k < iterations; ++k, length *= 2) {
    double found = HUGE_VAL;
    for (; length > 1e-12; length /= 2) {
      there = x;
      double promised = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        there[i] = std::clamp(x[i] - length * slope[i], least, most);
        promised += slope[i] * (x[i] - there[i]);
      }
      found = function(there, slope_there);
      if (found <= value - 0.1 * promised) break;
    }
    if (length <= 1e-12) break;
    value = found, x = there, slope = slope_there;
  }
  return x;
}

void bounded() {
  const Function bowl = [](const std::vector<double>& x, std::vector<double>& gradient) {
    gradient = {2 * (x[0] - 0.3), 2 * (x[1] - 2.0)};
    return (x[0] - 0.3) * (x[0] - 0.3) + (x[1] - 2.0) * (x[1] - 2.0);
  };
  const std::vector<double> x = descend(bowl, {0.9, 0.1}, 0.0, 1.0, 20);
  ops_printf("within 0 and 1: %.3f %.3f\n", x[0], x[1]);
}

int main(int argc, char** argv) {
  int failed = 0;
  for (void (*part)() : {species, mirrored, between, controlled, bounded}) failed += ops_main(argc, argv, part);
  return failed;
}
