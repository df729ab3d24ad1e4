// docs/example/volume.cpp: heat in a closed box, smoke in a channel.
// The 3-D listings of docs/guide/loops.md and docs/recipes/boundaries.md.
#define OPS_3D
#include <utility>
#include <vector>

#include "ops.hpp"

constexpr int nx = 12, ny = 10, nz = 8;

void spread(const ACC<double>& u, ACC<double>& next) {
  next(0, 0, 0) = u(0, 0, 0) + 0.1 * (u(-1, 0, 0) + u(1, 0, 0) + u(0, -1, 0) + u(0, 1, 0) + u(0, 0, -1) + u(0, 0, 1) -
                                      6.0 * u(0, 0, 0));
}
template <int x, int y, int z>
void mirror(ACC<double>& u) {
  u(0, 0, 0) = u(x, y, z);
}
void add_up(const ACC<double>& u, double* total) { *total += u(0, 0, 0); }

void run() {
  int all[] = {0, nx, 0, ny, 0, nz};
  int seven[] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
  ops_block grid = ops_decl_block(3, "grid");
  ops_dat u = ops_decl_dat<double>(grid, "u", {nx, ny, nz}, {.halo = 1}),
          next = ops_decl_dat<double>(grid, "next", {nx, ny, nz}, {.halo = 1});
  ops_stencil point = ops_decl_stencil(3, 1, seven, "point"), star = ops_decl_stencil(3, 7, seven, "star");
  const auto pair = [](const char* name, int x, int y, int z) {
    const int offsets[] = {0, 0, 0, x, y, z};
    return ops_decl_stencil(3, 2, offsets, name);
  };
  ops_stencil right = pair("right", 1, 0, 0), left = pair("left", -1, 0, 0), back = pair("back", 0, 1, 0),
              front = pair("front", 0, -1, 0);
  ops_stencil up = pair("up", 0, 0, 1), down = pair("down", 0, 0, -1);
  ops_reduction total = ops_decl_reduction_handle(sizeof(double), "double", "total");
  ops_partition("");

  std::vector<double> start(nx * ny * nz, 0.0);
  start[(2 * ny + 1) * nx + 3] = 64.0;  // cell (3, 1, 2)
  ops_dat_set_data(u, start);
  int west[] = {-1, 0, 0, ny, 0, nz}, east[] = {nx, nx + 1, 0, ny, 0, nz};
  int south[] = {0, nx, -1, 0, 0, nz}, north[] = {0, nx, ny, ny + 1, 0, nz};
  int bottom[] = {0, nx, 0, ny, -1, 0}, top[] = {0, nx, 0, ny, nz, nz + 1};
  for (int step = 0; step < 20; ++step, std::swap(u, next)) {
    ops_par_loop(mirror<1, 0, 0>, "west", grid, 3, west, ops_arg_dat(u, 1, right, "double", OPS_RW));
    ops_par_loop(mirror<-1, 0, 0>, "east", grid, 3, east, ops_arg_dat(u, 1, left, "double", OPS_RW));
    ops_par_loop(mirror<0, 1, 0>, "south", grid, 3, south, ops_arg_dat(u, 1, back, "double", OPS_RW));
    ops_par_loop(mirror<0, -1, 0>, "north", grid, 3, north, ops_arg_dat(u, 1, front, "double", OPS_RW));
    ops_par_loop(mirror<0, 0, 1>, "bottom", grid, 3, bottom, ops_arg_dat(u, 1, up, "double", OPS_RW));
    ops_par_loop(mirror<0, 0, -1>, "top", grid, 3, top, ops_arg_dat(u, 1, down, "double", OPS_RW));
    ops_par_loop(spread, "spread", grid, 3, all, ops_arg_dat(u, 1, star, "double", OPS_READ),
                 ops_arg_dat(next, 1, point, "double", OPS_WRITE));
  }
  ops_par_loop(add_up, "add_up", grid, 3, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_reduce(total, 1, "double", OPS_INC));
  ops_printf("heat in the box: 64, then %.6f\n", ops_reduction_result<double>(total));
}

// --- boundaries.md: inflow and outflow -------------------------------------------------------------------------------

void enter(ACC<double>& c, const double* inflow) { c(0, 0, 0) = *inflow; }
/// Wind towards higher x: the flux through a face comes from the cell upwind of it.
void carry(const ACC<double>& c, ACC<double>& next) {
  next(0, 0, 0) = c(0, 0, 0) + 0.5 * (c(-1, 0, 0) - c(0, 0, 0)) + 0.1 * (c(-1, 0, 0) - 2.0 * c(0, 0, 0) + c(1, 0, 0));
}

void channel() {
  int all[] = {0, nx, 0, ny, 0, nz}, line[] = {0, 0, 0, -1, 0, 0, 1, 0, 0};
  const double inflow_value = 2.0;
  ops_block grid = ops_decl_block(3, "grid");
  ops_dat c = ops_decl_dat<double>(grid, "c", {nx, ny, nz}, {.halo = 1}),
          next = ops_decl_dat<double>(grid, "next", {nx, ny, nz}, {.halo = 1});
  ops_scalar inflow = ops_decl_scalar("inflow", &inflow_value, 1);
  ops_stencil point = ops_decl_stencil(3, 1, line, "point"), left = ops_decl_stencil(3, 2, line, "left"),
              both = ops_decl_stencil(3, 3, line, "both");
  ops_reduction arrived = ops_decl_reduction_handle(sizeof(double), "double", "arrived");
  ops_partition("");

  int west[] = {-1, 0, 0, ny, 0, nz}, east[] = {nx, nx + 1, 0, ny, 0, nz};
  for (int step = 0; step < 15; ++step, std::swap(c, next)) {
    ops_par_loop(enter, "inflow", grid, 3, west, ops_arg_dat(c, 1, point, "double", OPS_WRITE),
                 ops_arg_scalar(inflow, 1, "double", OPS_READ));
    ops_par_loop(mirror<-1, 0, 0>, "outflow", grid, 3, east, ops_arg_dat(c, 1, left, "double", OPS_RW));
    ops_par_loop(carry, "carry", grid, 3, all, ops_arg_dat(c, 1, both, "double", OPS_READ),
                 ops_arg_dat(next, 1, point, "double", OPS_WRITE));
  }
  ops_sum_points(arrived, c, {{nx - 1, 4, 3}});
  const double value = ops_ad_objective(arrived);
  ops_interpret_adjoints();
  ops_printf("at the outlet %.6f, d/d inflow %.6f\n", value, ops_scalar_fetch_derivative<double>(inflow)[0]);
}

int main(int argc, char** argv) { return ops_main(argc, argv, run) + ops_main(argc, argv, channel); }
