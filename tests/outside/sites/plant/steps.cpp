/* steps.cpp: filling and stepping. Arguments are gathered in variables and arrays before the loops. */
#include "state.h"

static void clear(ACC<double>& a, ACC<double>& b) { a(0, 0, 0) = b(0, 0, 0) = 0.0; }
static void sow(ACC<double>& t, ACC<double>& c, ACC<int>& kind, const int* idx, const int* n) {
  t(0, 0, 0) = 10.0 + 0.5 * idx[0] - 0.25 * idx[1] + 0.125 * idx[2] * idx[2];
  c(0, 0, 0, 0) = (double)idx[0] / n[0];
  c(1, 0, 0, 0) = (double)(idx[1] + idx[2]) / (n[1] + n[2]);
  kind(0, 0, 0) = (idx[0] * 7 + idx[1] * 5 + idx[2] * 3) % 3;
}
static void ground_of(ACC<double>& g, const int* idx) { g(0, 0, 0) = 0.01 * (idx[0] - 2 * idx[1]); }
static void profile_of(ACC<double>& p, const int* idx) { p(0, 0, 0) = 1.0 / (1 + idx[2]); }

static void wall_of(ACC<double>& t, ACC<double>& c, const int* y, const int* wet) {
  t(0, 0, 0) = t(0, *y, 0);
  if (*wet)
    for (int k = 0; k < 2; ++k) c(k, 0, 0, 0) = 0.5 * c(k, 0, *y, 0);
}
static void advance(const ACC<double>& t, const ACC<double>& c, const ACC<int>& kind, const ACC<double>& ground, const ACC<double>& profile, const double* k,
                    const int* wind, const int* wet, ACC<double>& tn, ACC<double>& cn) {
  double lap = 0.0;
  for (int side = -1; side <= 1; side += 2) lap += t(side, 0, 0) + t(0, side, 0) + t(0, 0, side);
  const double up = t(0, 0, 0) - t(-wind[0], -wind[1], -wind[2]);
  tn(0, 0, 0) = t(0, 0, 0) + k[0] * (lap - 6.0 * t(0, 0, 0)) - k[1] * up + ground(0, 0, 0) * profile(0, 0, 0);
  if (*wet == 0) return;
  for (int s = 0; s < 2; ++s) cn(s, 0, 0, 0) = c(s, 0, 0, 0) * (1.0 - k[2 + kind(0, 0, 0)]) + k[5] * c(1 - s, 0, 0, 0);
}
static void take(ACC<double>& c, const ACC<double>& cn) {
  c(0, 0, 0, 0) = cn(0, 0, 0, 0);
  c(1, 0, 0, 0) = cn(1, 0, 0, 0);
}

void plant_fill(plant_state* s) {
  int r[6], n[3] = {NX, NY, NZ};
  ops_dat* f = s->field;
  ops_par_loop(clear, "clear", s->house, 3, box(r, -1, NX + 1, -1, NY + 1, -1, NZ + 1), ops_arg_dat(f[T], 1, s->stencil[POINT], "double", OPS_WRITE),
               ops_arg_dat(f[TN], 1, s->stencil[POINT], "double", OPS_WRITE));
  ops_par_loop(sow, "sow", s->house, 3, box(r, -1, NX + 1, 0, NY, -1, NZ + 1), ops_arg_dat(f[T], 1, s->stencil[POINT], "double", OPS_WRITE),
               ops_arg_dat(f[C], 2, s->stencil[POINT], "double", OPS_WRITE), ops_arg_dat(s->kind, 1, s->stencil[POINT], "int", OPS_WRITE), ops_arg_idx(),
               ops_arg_gbl(n, 3, "int", OPS_READ));
  ops_par_loop(ground_of, "ground", s->house, 3, box(r, 0, NX, 0, NY, 0, 1), ops_arg_dat(s->ground, 1, s->stencil[PLANE], "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(profile_of, "profile", s->house, 3, box(r, 0, 1, 0, 1, 0, NZ), ops_arg_dat(s->profile, 1, s->stencil[COLUMN], "double", OPS_WRITE), ops_arg_idx());
}

static void walls(plant_state* s, int wet) {
  int up = 1, down = -1, low[6], high[6];
  int* const range[2] = {box(low, -1, NX + 1, -1, 0, -1, NZ + 1), box(high, -1, NX + 1, NY, NY + 1, -1, NZ + 1)};
  int* const way[2] = {&up, &down};
  for (int side = 0; side < 2; ++side) {
    ops_arg args[4] = {ops_arg_dat(s->field[T], 1, s->stencil[WALL_MIRROR], "double", OPS_RW),
                       ops_arg_dat_opt(s->field[C], 2, s->stencil[WALL_MIRROR], "double", OPS_RW, wet), ops_arg_gbl(way[side], 1, "int", OPS_READ),
                       ops_arg_gbl(&wet, 1, "int", OPS_READ)};
    ops_par_loop(wall_of, "walls", s->house, 3, range[side], args[0], args[1], args[2], args[3]);
  }
}

void plant_step(plant_state* s, const double coefficients[6], const int wind[3], int wet) {
  walls(s, wet);
  int r[6];
  double k[6];
  for (int i = 0; i < 6; ++i) k[i] = coefficients[i];
  const ops_arg temperature = ops_arg_dat(s->field[T], 1, s->stencil[STAR], "double", OPS_READ);
  const ops_arg moisture = ops_arg_dat_opt(s->field[C], 2, s->stencil[POINT], "double", OPS_READ, wet);
  const ops_arg dry = ops_arg_dat_opt(s->field[CN], 2, s->stencil[POINT], "double", OPS_WRITE, wet);
  ops_par_loop(advance, "advance", s->house, 3, box(r, 0, NX, 0, NY, 0, NZ), temperature, moisture, ops_arg_dat(s->kind, 1, s->stencil[POINT], "int", OPS_READ),
               ops_arg_dat(s->ground, 1, s->stencil[PLANE], "double", OPS_READ), ops_arg_dat(s->profile, 1, s->stencil[COLUMN], "double", OPS_READ),
               ops_arg_gbl(k, 6, "double", OPS_READ), ops_arg_gbl((int*)wind, 3, "int", OPS_READ), ops_arg_gbl(&wet, 1, "int", OPS_READ),
               ops_arg_dat(s->field[TN], 1, s->stencil[POINT], "double", OPS_WRITE), dry);
  if (wet)
    ops_par_loop(take, "take", s->house, 3, box(r, 0, NX, 0, NY, 0, NZ), ops_arg_dat(s->field[C], 2, s->stencil[POINT], "double", OPS_WRITE),
                 ops_arg_dat(s->field[CN], 2, s->stencil[POINT], "double", OPS_READ));
  ops_dat swap = s->field[T];
  s->field[T] = s->field[TN], s->field[TN] = swap;
  ++s->steps;
}
