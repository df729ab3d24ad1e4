/* state.cpp: declarations, one function for each kind. */
#include "state.h"

static ops_dat field_of(ops_block block, int dim, int nx, int ny, int nz, int halo, const char* name) {
  int size[3] = {nx, ny, nz}, base[3] = {0, 0, 0}, m[3], p[3];
  for (int d = 0; d < 3; ++d) p[d] = size[d] > 1 ? halo : 0, m[d] = -p[d];
  return ops_decl_dat(block, dim, size, base, m, p, (double*)NULL, "double", name);
}

static ops_stencil strided(int x, int y, int z, int points, int* offsets, const char* name) {
  int stride[3] = {x, y, z};
  return ops_decl_strided_stencil(3, points, offsets, stride, name);
}

plant_state* plant_new(int argc, char** argv) {
  ops_init(argc, argv, 1);
  plant_state* s = (plant_state*)ops_calloc(1, sizeof(plant_state));
  const char* names[N_FIELDS] = {"t", "tn", "c", "cn"};
  s->house = ops_decl_block(3, "house");
  for (int f = 0; f < N_FIELDS; ++f) s->field[f] = field_of(s->house, f < C ? 1 : 2, NX, NY, NZ, 1, names[f]);
  int size[3] = {NX, NY, NZ}, flat[3] = {NX, 1, NZ}, zero[3] = {0, 0, 0}, one_less[3] = {-1, -1, -1}, one_more[3] = {1, 1, 1};
  s->kind = ops_decl_dat(s->house, 1, size, zero, one_less, one_more, (int*)NULL, "int", "kind");
  s->wall = ops_decl_dat(s->house, 1, flat, zero, zero, zero, (float*)NULL, "float", "wall");
  s->ground = field_of(s->house, 1, NX, NY, 1, 0, "ground");
  s->warm = field_of(s->house, 1, NX, NY, 1, 0, "warm");
  s->profile = field_of(s->house, 1, 1, 1, NZ, 0, "profile");
  s->top = field_of(s->house, 1, 1, 1, NZ, 0, "top");
  int offsets[] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1}, mirror[] = {0, 0, 0, 0, 1, 0, 0, -1, 0};
  s->stencil[POINT] = ops_decl_stencil(3, 1, offsets, "point");
  s->stencil[STAR] = ops_decl_stencil(3, 7, offsets, "star");
  s->stencil[PLANE] = strided(1, 1, 0, 1, offsets, "plane");
  s->stencil[COLUMN] = strided(0, 0, 1, 1, offsets, "column");
  s->stencil[WALL] = strided(1, 0, 1, 1, offsets, "wall");
  s->stencil[WALL_MIRROR] = ops_decl_stencil(3, 3, mirror, "mirror");
  s->count = ops_decl_reduction_handle(3 * sizeof(int), "int", "count");
  s->hot = ops_decl_reduction_handle(sizeof(double), "double", "hot");
  s->low = ops_decl_reduction_handle(sizeof(int), "int", "low");
  s->high = ops_decl_reduction_handle(sizeof(int), "int", "high");
  s->moisture = ops_decl_reduction_handle(2 * sizeof(double), "double", "moisture");
  ops_partition("");
  return s;
}

void plant_end(plant_state* s) {
  ops_free(s);
  ops_exit();
}
