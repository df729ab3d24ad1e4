// A hydrodynamics code in small: structs of datasets, regions as constants of struct type, cell tags of the program's own type, halos by flags.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPS_2D
#include "ops_seq_v2.h"
#include "field_kit_types.h"

#define NUM_REGIONS 3
typedef struct {
  double density, energy, x_lo, x_hi, y_lo, y_hi;
} region_type;
inline int type_error(const region_type*, const char* type) { return strcmp(type, "region_type") != 0; }

window_type window;
region_type regions[NUM_REGIONS];
double dt = 0.02, tiny[2] = {1e-30, 1e-12};

// clang-format off
#include "field_kit_reset_kernel.h"
#include "field_kit_update_kernels.h"
// clang-format on
#include "agree.h"

typedef struct {
  ops_dat density, energy, xvel, yvel, work[2];
} field_set;

typedef struct {
  ops_block block;
  field_set fields;
  ops_dat vertexx, vertexy, tag;
  int x_cells, y_cells;
} chunk_type;

static chunk_type chunk;
static ops_stencil S2D_00, S2D_00_P10, S2D_ROW5, strided_x, strided_y, side[4][2];

#define D1(dat, sten, acc) ops_arg_dat(dat, 1, sten, "double", acc)
#define LOOP(kernel, range, ...) ops_par_loop(kernel, #kernel, chunk.block, 2, range, __VA_ARGS__)

static void update_halo(const int* wanted, int depth) {
  field_set* f = &chunk.fields;
  int fields[NUM_FIELDS];
  for (int n = 0; n < NUM_FIELDS; n++) fields[n] = wanted[n];
  const int x0 = window.x_min, x1 = window.x_max, y0 = window.y_min, y1 = window.y_max;
  int left_1[] = {x0 - 1, x0, y0 - depth, y1 + depth}, left_2[] = {x0 - 2, x0 - 1, y0 - depth, y1 + depth};
  int right_1[] = {x1, x1 + 1, y0 - depth, y1 + depth}, right_2[] = {x1 + 1, x1 + 2, y0 - depth, y1 + depth};
  int bottom_1[] = {x0 - depth, x1 + depth, y0 - 1, y0}, bottom_2[] = {x0 - depth, x1 + depth, y0 - 2, y0 - 1};
  int top_1[] = {x0 - depth, x1 + depth, y1, y1 + 1}, top_2[] = {x0 - depth, x1 + depth, y1 + 1, y1 + 2};
#define FLAGGED(field, n, sten) ops_arg_dat_opt(f->field, 1, sten, "double", OPS_RW, fields[n])
#define ONE(kernel, range, sten)                                                                                                   \
  LOOP(kernel, range, FLAGGED(density, FIELD_DENSITY, sten), FLAGGED(energy, FIELD_ENERGY, sten), FLAGGED(xvel, FIELD_XVEL, sten), \
       FLAGGED(yvel, FIELD_YVEL, sten), ops_arg_gbl(fields, NUM_FIELDS, "int", OPS_READ))
  if (depth >= 1) {
    ONE(update_bottom_1, bottom_1, side[2][0]);
    ONE(update_top_1, top_1, side[3][0]);
    ONE(update_left_1, left_1, side[0][0]);
    ONE(update_right_1, right_1, side[1][0]);
  }
  if (depth >= 2) {
    ONE(update_bottom_2, bottom_2, side[2][1]);
    ONE(update_top_2, top_2, side[3][1]);
    ONE(update_left_2, left_2, side[0][1]);
    ONE(update_right_2, right_2, side[1][1]);
  }
}

namespace {
struct Plain {
  int nx, ny;
  std::vector<double> v;
  Plain(int nx, int ny) : nx(nx), ny(ny), v(static_cast<size_t>((nx + 4) * (ny + 4))) {}
  double& operator()(int i, int j) { return v[static_cast<size_t>(i + 2 + (nx + 4) * (j + 2))]; }
  void halo(double x_sign, double y_sign) {
    for (int d = 1; d <= 2; ++d)
      for (int i = -2; i < nx + 2; ++i) (*this)(i, -d) = y_sign * (*this)(i, d - 1), (*this)(i, ny - 1 + d) = y_sign * (*this)(i, ny - d);
    for (int d = 1; d <= 2; ++d)
      for (int j = -2; j < ny + 2; ++j) (*this)(-d, j) = x_sign * (*this)(d - 1, j), (*this)(nx - 1 + d, j) = x_sign * (*this)(nx - d, j);
  }
  std::vector<double> interior() {
    std::vector<double> all;
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) all.push_back((*this)(i, j));
    return all;
  }
};
tag_type plain_tag(int i, int j) {
  tag_type t;
  t.material = static_cast<short>(i / 5 + 3 * (j / 4)), t.active = (i + j) % 7 != 0, t.porosity = 0.1f + 0.05f * static_cast<float>(t.material);
  return t;
}
}  // namespace

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  chunk.x_cells = 19, chunk.y_cells = 14;
  const int nx = chunk.x_cells, ny = chunk.y_cells, steps = 6;
  window = (window_type){0, nx, 0, ny, 1.0 / 16, 1.0 / 8, 0, nx - 1};
  regions[0] = {0.2, 1.0, 0, 0, 0, 0}, regions[1] = {1.0, 2.5, 0.25, 0.75, 0.0, 1.0}, regions[2] = {0.6, 1.5, 0.5, 9.0, 0.6, 1.5};
  chunk.block = ops_decl_block(2, "chunk");
  int size[] = {nx, ny}, base[] = {0, 0}, d_m[] = {-2, -2}, d_p[] = {2, 2}, x_size[] = {nx + 1, 1}, y_size[] = {1, ny + 1}, x_m[] = {-2, 0},
      x_p[] = {2, 0};
  int y_m[] = {0, -2}, y_p[] = {0, 2}, none[] = {0, 0};
  double* temp = NULL;
  tag_type* no_tag = NULL;
  field_set* f = &chunk.fields;
  f->density = ops_decl_dat(chunk.block, 1, size, base, d_m, d_p, temp, "double", "density");
  f->energy = ops_decl_dat(chunk.block, 1, size, base, d_m, d_p, temp, "double", "energy");
  f->xvel = ops_decl_dat(chunk.block, 1, size, base, d_m, d_p, temp, "double", "xvel");
  f->yvel = ops_decl_dat(chunk.block, 1, size, base, d_m, d_p, temp, "double", "yvel");
  for (int n = 0; n < 2; n++) f->work[n] = ops_decl_dat(chunk.block, 1, size, base, d_m, d_p, temp, "double", n ? "ener_flux" : "mass_flux");
  chunk.vertexx = ops_decl_dat(chunk.block, 1, x_size, base, x_m, x_p, temp, "double", "vertexx");
  chunk.vertexy = ops_decl_dat(chunk.block, 1, y_size, base, y_m, y_p, temp, "double", "vertexy");
  chunk.tag = ops_decl_dat(chunk.block, 1, size, base, none, none, no_tag, "tag_type", "tag");
  int s_here[] = {0, 0}, s_next[] = {0, 0, 1, 0}, s_above[] = {0, 0, 0, 1}, s_row[] = {-2, 0, -1, 0, 0, 0, 1, 0}, xs[] = {1, 0}, ys[] = {0, 1};
  S2D_00 = ops_decl_stencil(2, 1, s_here, "00");
  S2D_00_P10 = ops_decl_stencil(2, 2, s_next, "00:P10");
  S2D_ROW5 = ops_decl_stencil(2, 4, s_row, "row");
  strided_x = ops_decl_strided_stencil(2, 2, s_next, xs, "strided_x");
  strided_y = ops_decl_strided_stencil(2, 2, s_above, ys, "strided_y");
  for (int n = 0; n < 4; n++)
    for (int k = 0; k < 2; k++) {
      const int reach = (n % 2 ? -1 : 1) * (k ? 3 : 1);
      int points[] = {0, 0, n < 2 ? reach : 0, n < 2 ? 0 : reach};
      side[n][k] = ops_decl_stencil(2, 2, points, "side");
    }
  ops_decl_const("window", 1, "window_type", &window);
  ops_decl_const("regions", NUM_REGIONS, "region_type", regions);
  ops_decl_const("dt", 1, "double", &dt);
  ops_decl_const("tiny", 2, "double", tiny);
  ops_reduction sums = ops_decl_reduction_handle(3 * sizeof(double), "double", "sums"),
                fastest = ops_decl_reduction_handle(sizeof(double), "double", "fastest");
  ops_reduction per_material = ops_decl_reduction_handle(6 * sizeof(int), "int", "per_material");
  ops_partition("");

  int all[] = {0, nx, 0, ny}, faces[] = {0, nx + 1, 0, ny};
  LOOP(tag_kernel, all, ops_arg_dat(chunk.tag, 1, S2D_00, "tag_type", OPS_WRITE), ops_arg_idx());
  int x_points[] = {0, nx + 1, 0, ny + 1};
  LOOP(coordinates_kernel, x_points, D1(chunk.vertexx, strided_x, OPS_WRITE), D1(chunk.vertexy, strided_y, OPS_WRITE), ops_arg_idx());
  LOOP(generate_kernel, all, D1(chunk.vertexx, strided_x, OPS_READ), D1(chunk.vertexy, strided_y, OPS_READ),
       ops_arg_dat(chunk.tag, 1, S2D_00, "tag_type", OPS_READ), D1(f->density, S2D_00, OPS_WRITE), D1(f->energy, S2D_00, OPS_WRITE),
       D1(f->xvel, S2D_00, OPS_WRITE), D1(f->yvel, S2D_00, OPS_WRITE));

  Plain density(nx, ny), energy(nx, ny), xvel(nx, ny), yvel(nx, ny), mass(nx, ny), ener(nx, ny);
  const auto x = [&](int i) { return window.dx * i * (1.0 + 0.01 * i); };
  const auto y = [&](int j) { return window.dy * j; };
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      density(i, j) = 0.2, energy(i, j) = 1.0;
      for (int r = 1; r < 3; ++r) {
        const region_type& g = regions[r];
        if (!(x(i + 1) < g.x_lo || x(i) >= g.x_hi || y(j + 1) < g.y_lo || y(j) >= g.y_hi)) {
          const tag_type t = plain_tag(i, j);
          density(i, j) = g.density * (1.0 - t.porosity), energy(i, j) = g.energy, xvel(i, j) = t.active ? 0.5 : -0.25,
                     yvel(i, j) = 0.125 * t.material;
        }
      }
    }
  const int most_fields[] = {1, 1, 1, 0}, first_fields[] = {1, 0, 0, 0};
  for (int step = 0; step < steps; step++) {
    const int order = step % 2;
    dt *= 1.1;
    ops_update_const("dt", 1, "double", &dt);
    update_halo(most_fields, 2);
    LOOP(flux_kernel, faces, D1(f->density, S2D_ROW5, OPS_READ), D1(f->energy, S2D_ROW5, OPS_READ), D1(f->xvel, S2D_ROW5, OPS_READ),
         D1(f->work[0], S2D_00, OPS_WRITE), D1(f->work[1], S2D_00, OPS_WRITE), ops_arg_gbl(&order, 1, "int", OPS_READ));
    LOOP(advance_kernel, all, D1(f->work[0], S2D_00_P10, OPS_READ), D1(f->work[1], S2D_00_P10, OPS_READ), D1(chunk.vertexx, strided_x, OPS_READ),
         ops_arg_dat(chunk.tag, 1, S2D_00, "tag_type", OPS_READ), D1(f->density, S2D_00, OPS_RW), D1(f->energy, S2D_00, OPS_RW),
         D1(f->xvel, S2D_00, OPS_RW), D1(f->yvel, S2D_00, OPS_READ));

    density.halo(1, 1), energy.halo(1, 1), xvel.halo(-1, 1);
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i <= nx; ++i) {
        const double face = 0.5 * (xvel(i - 1, j) + xvel(i, j));
        const auto flux = [&](Plain& q) {
          return face > 0.0 ? face * (q(i - 1, j) + 0.5 * (1.0 - face * dt) * (q(i - 1, j) - q(i - 2, j)) * order)
                            : face * (q(i, j) - 0.5 * (1.0 + face * dt) * (q(i + 1, j) - q(i, j)) * order);
        };
        mass(i, j) = flux(density), ener(i, j) = flux(energy);
      }
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        const double width = x(i + 1) - x(i);
        const tag_type t = plain_tag(i, j);
        density(i, j) -= dt / width * (mass(i + 1, j) - mass(i, j));
        energy(i, j) += dt / width * (ener(i, j) - ener(i + 1, j));
        if (t.active)
          xvel(i, j) += dt * (t.porosity - 0.3 * yvel(i, j)) / (density(i, j) + 1e-12);
        else
          xvel(i, j) *= 1.0 - dt;
      }
  }
  update_halo(first_fields, 1);
  LOOP(summary_kernel, all, D1(f->density, S2D_00, OPS_READ), D1(f->energy, S2D_00, OPS_READ), D1(f->xvel, S2D_00, OPS_READ),
       ops_arg_dat(chunk.tag, 1, S2D_00, "tag_type", OPS_READ), ops_arg_reduce(sums, 3, "double", OPS_INC),
       ops_arg_reduce(per_material, 6, "int", OPS_INC), ops_arg_reduce(fastest, 1, "double", OPS_MAX));
  double found[3], speed, expected[3] = {}, expected_speed = 0.0;
  int counts[6], expected_counts[6] = {};
  ops_reduction_result(sums, found);
  ops_reduction_result(per_material, counts);
  ops_reduction_result(fastest, &speed);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      const tag_type t = plain_tag(i, j);
      expected[0] += density(i, j), expected[1] += density(i, j) * energy(i, j), expected[2] += density(i, j) * xvel(i, j);
      if (t.active) expected_counts[MIN(t.material, 5)]++;
      expected_speed = MAX(expected_speed, fabs(xvel(i, j)));
    }
  for (int n = 0; n < 3; n++) check::number("sums", found[n], expected[n], 1e-12);
  for (int n = 0; n < 6; n++) check::number("per material", counts[n], expected_counts[n]);
  check::number("fastest", speed, expected_speed, 1e-13);
  check::fields("density", ops_dat_fetch_data<double>(f->density), density.interior(), 1e-13);
  check::fields("energy", ops_dat_fetch_data<double>(f->energy), energy.interior(), 1e-13);
  check::fields("xvel", ops_dat_fetch_data<double>(f->xvel), xvel.interior(), 1e-13);
  ops_printf("sums %.12f %.12f %.12f, fastest %.12f\n", found[0], found[1], found[2], speed);
  const int status = check::verdict();
  ops_timing_output_stdout();
  ops_exit();
  return status;
}
