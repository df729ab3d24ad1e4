/* plain.cpp: the same with plain arrays. */
#include "plant.h"
#include <stdlib.h>
#include <string.h>

#define AT(i, j, k) (((k) * NY + (j)) * NX + (i))
#define G(i, j, k) ((((k) + 1) * (NY + 2) + (j) + 1) * (NX + 2) + (i) + 1)
#define CELLS (NX + 2) * (NY + 2) * (NZ + 2)
#define EACH for (int k = 0; k < NZ; ++k) for (int j = 0; j < NY; ++j) for (int i = 0; i < NX; ++i)

double plant_coefficient(int step, int which) {
  static const double k[6] = {0.05, 0.2, 0.1, 0.2, 0.3, 0.04};
  return k[which] / (1 + step % 3);
}
int plant_wind(int step, int axis) { return step % 3 == axis ? (step % 2 ? 1 : -1) : 0; }

void plant_plain(int steps, outcome* out) {
  double *t = (double*)calloc(2 * CELLS, sizeof(double)), *tn = t + CELLS, *c = out->c;
  for (int k = -1; k <= NZ; ++k)
    for (int j = 0; j < NY; ++j)
      for (int i = -1; i <= NX; ++i) t[G(i, j, k)] = 10.0 + 0.5 * i - 0.25 * j + 0.125 * k * k;
  EACH {
    c[2 * AT(i, j, k)] = (double)i / NX, c[2 * AT(i, j, k) + 1] = (double)(j + k) / (NY + NZ);
    out->kind[AT(i, j, k)] = (i * 7 + j * 5 + k * 3) % 3;
  }
  for (int step = 0; step < steps; ++step) {
    const int wet = step % 2 == 0;
    double q[6];
    for (int i = 0; i < 6; ++i) q[i] = plant_coefficient(step, i);
    for (int k = -1; k <= NZ; ++k)
      for (int i = -1; i <= NX; ++i) t[G(i, -1, k)] = t[G(i, 0, k)], t[G(i, NY, k)] = t[G(i, NY - 1, k)];
    EACH {
      double lap = 0.0;
      for (int side = -1; side <= 1; side += 2) lap += t[G(i + side, j, k)] + t[G(i, j + side, k)] + t[G(i, j, k + side)];
      const double here = t[G(i, j, k)], up = here - t[G(i - plant_wind(step, 0), j - plant_wind(step, 1), k - plant_wind(step, 2))];
      tn[G(i, j, k)] = here + q[0] * (lap - 6.0 * here) - q[1] * up + 0.01 * (i - 2 * j) * (1.0 / (1 + k));
      if (wet) {
        double* at = c + 2 * AT(i, j, k);
        const double a = at[0], b = at[1], keep = 1.0 - q[2 + out->kind[AT(i, j, k)]];
        at[0] = a * keep + q[5] * b, at[1] = b * keep + q[5] * a;
      }
    }
    double* swap = t;
    t = tn, tn = swap;
  }
  out->hot = -1e300, out->lowest = 1 << 30, out->highest = -1;
  for (int k = 0; k < NZ; ++k) out->top[k] = -1e300;
  EACH {
    const double v = t[G(i, j, k)];
    out->t[AT(i, j, k)] = v;
    out->warm[j * NX + i] += v;
    if (v > out->top[k]) out->top[k] = v;
    if (v > out->hot) out->hot = v;
    if (j == NY / 2) out->wall[k * NX + i] = (float)v;
    out->count[out->kind[AT(i, j, k)]]++;
    const int number = i + 100 * j + 10000 * k;
    if (v > 12.0 && number < out->lowest) out->lowest = number;
    if (v > 12.0 && number > out->highest) out->highest = number;
    for (int s = 0; s < 2; ++s) out->moisture[s] += c[2 * AT(i, j, k) + s];
  }
  free(t < tn ? t : tn);
}
