// What all files of leaf share: the grid as a declared constant of a struct type, fields in an array, and macros around loops.
#pragma once
#define OPS_2D
#include "ops_seq_v2.h"

struct mesh_type {
  double xmin, ymin, dx, dy;
  int x_cells, y_cells;
};
struct region_type {
  double density, energy, xmin, xmax, ymin, ymax;
  int round;
};
inline int type_error(const mesh_type*, const char* type) { return strcmp(type, "mesh_type"); }
inline int type_error(const region_type*, const char* type) { return strcmp(type, "region_type"); }

enum Field { DENSITY, ENERGY, U, U0, P, R, W, Z, MI, KX, KY, FIELDS };
enum { CONDUCTIVITY = 1, RECIP_CONDUCTIVITY = 2 };

struct chunk_type {
  ops_block block;
  ops_dat field[FIELDS], cellx, celly;
  int inner[4], grown[4];
};
struct settings_type {
  double end_time, dt, eps;
  int max_iters, coefficient;
};

extern chunk_type chunk;
extern settings_type settings;
extern mesh_type mesh;
extern region_type regions[3];
extern double rx, ry;
extern ops_stencil S2D_00, S2D_00_M10, S2D_00_0M1, S2D_00_P10_0P1, S2D_5PT, S2D_DEEP, S2D_ALONG_X, S2D_ALONG_Y;
extern ops_reduction red_a, red_b, red_summary;

void build_field();
void generate();
void update_halo(const int* fields, int depth);
int cg_solve(double* error);
void field_summary(double* totals);

#define AT(f, mode) ops_arg_dat(chunk.field[f], 1, S2D_00, "double", mode)
#define NEAR(f, stencil) ops_arg_dat(chunk.field[f], 1, stencil, "double", OPS_READ)
#define SUM(handle) ops_arg_reduce(handle, 1, "double", OPS_INC)
#define INNER(kernel, ...) ops_par_loop(kernel, #kernel, chunk.block, 2, chunk.inner, __VA_ARGS__)
#define GROWN(kernel, ...) ops_par_loop(kernel, #kernel, chunk.block, 2, chunk.grown, __VA_ARGS__)
