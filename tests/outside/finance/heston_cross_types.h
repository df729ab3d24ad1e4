#ifndef HESTON_CROSS_TYPES_H
#define HESTON_CROSS_TYPES_H
typedef struct {
  double dx, dv, dt, x0;
} heston_grid;
#endif
