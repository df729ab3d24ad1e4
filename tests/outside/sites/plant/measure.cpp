/* measure.cpp: sums onto planes and lines, counts, and copies to the caller. */
#include <stdio.h>
#include "state.h"

static void clear(ACC<double>& plane) { plane(0, 0, 0) = -0.0; }
static void add_up(const ACC<double>& t, ACC<double>& plane) { plane(0, 0, 0) += t(0, 0, 0); }
static void upmost(const ACC<double>& t, ACC<double>& line) { line.combine_max(0, 0, 0, t(0, 0, 0)); }
static void on_wall(const ACC<double>& t, ACC<float>& wall) { wall(0, 0, 0) = (float)t(0, 0, 0); }
static void counting(const ACC<int>& kind, const ACC<double>& t, const int* idx, int* count, double* hot, int* low, int* high) {
  count[kind(0, 0, 0)] += 1;
  *hot = t(0, 0, 0) > *hot ? t(0, 0, 0) : *hot;
  const int number = idx[0] + 100 * idx[1] + 10000 * idx[2];
  if (t(0, 0, 0) > 12.0) {
    *low = MIN(*low, number);
    *high = MAX(*high, number);
  }
}
static void wetness(const ACC<double>& c, double* sum) {
  for (int s = 0; s < 2; ++s) sum[s] += c(s, 0, 0, 0);
}

template <class V>
static void fetch(ops_dat dat, V* to) {
  const std::vector<V> all = ops_dat_fetch_data<V>(dat);
  memcpy(to, all.data(), all.size() * sizeof(V));
}

void plant_measure(plant_state* s, outcome* out) {
  int r[6];
  ops_dat t = s->field[T];
  ops_par_loop(clear, "clear", s->house, 3, box(r, 0, NX, 0, NY, 0, 1), ops_arg_dat(s->warm, 1, s->stencil[PLANE], "double", OPS_WRITE));
  ops_par_loop(add_up, "add_up", s->house, 3, box(r, 0, NX, 0, NY, 0, NZ), ops_arg_dat(t, 1, s->stencil[POINT], "double", OPS_READ),
               ops_arg_dat(s->warm, 1, s->stencil[PLANE], "double", OPS_INC));
  ops_par_loop(upmost, "upmost", s->house, 3, box(r, 0, NX, 0, NY, 0, NZ), ops_arg_dat(t, 1, s->stencil[POINT], "double", OPS_READ),
               ops_arg_dat(s->top, 1, s->stencil[COLUMN], "double", OPS_MAX));
  ops_par_loop(on_wall, "on_wall", s->house, 3, box(r, 0, NX, NY / 2, NY / 2 + 1, 0, NZ), ops_arg_dat(t, 1, s->stencil[POINT], "double", OPS_READ),
               ops_arg_dat(s->wall, 1, s->stencil[WALL], "float", OPS_WRITE));
  ops_par_loop(counting, "counting", s->house, 3, box(r, 0, NX, 0, NY, 0, NZ), ops_arg_dat(s->kind, 1, s->stencil[POINT], "int", OPS_READ),
               ops_arg_dat(t, 1, s->stencil[POINT], "double", OPS_READ), ops_arg_idx(), ops_arg_reduce(s->count, 3, "int", OPS_INC),
               ops_arg_reduce(s->hot, 1, "double", OPS_MAX), ops_arg_reduce(s->low, 1, "int", OPS_MIN), ops_arg_reduce(s->high, 1, "int", OPS_MAX));
  ops_par_loop(wetness, "wetness", s->house, 3, box(r, 0, NX, 0, NY, 0, NZ), ops_arg_dat(s->field[C], 2, s->stencil[POINT], "double", OPS_READ),
               ops_arg_reduce(s->moisture, 2, "double", OPS_INC));
  ops_reduction_result(s->count, out->count);
  ops_reduction_result(s->hot, &out->hot);
  ops_reduction_result(s->low, &out->lowest);
  ops_reduction_result(s->high, &out->highest);
  ops_reduction_result(s->moisture, out->moisture);
  fetch(t, out->t);
  fetch(s->field[C], out->c);
  fetch(s->kind, out->kind);
  fetch(s->warm, out->warm);
  fetch(s->top, out->top);
  fetch(s->wall, out->wall);
}

void plant_write(plant_state* s, const char* file) {
  if (ops_is_root()) remove(file);
  ops_print_dat_to_txtfile(s->field[T], file);
  ops_print_dat_to_txtfile(s->wall, file);
}
