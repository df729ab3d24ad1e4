/* state.h: what the files with loops know of the state. */
#pragma once
#define OPS_3D
#include "ops_seq_v2.h"
#include "plant.h"
struct plant_state {
  ops_block house;
  ops_dat field[N_FIELDS], kind, ground, warm, profile, top, wall;
  ops_stencil stencil[N_STENCILS];
  ops_reduction count, hot, low, high, moisture;
  int steps;
};
static inline int* box(int* r, int x0, int x1, int y0, int y1, int z0, int z1) {
  const int v[6] = {x0, x1, y0, y1, z0, z1};
  for (int i = 0; i < 6; ++i) r[i] = v[i];
  return r;
}
