// tests/conformance/constants_data.h: globals that kernels use, as applications share them between files.
#pragma once

struct field_type {
  int x_min, x_max;
  double scale;
};

extern double dt;
extern double weights[3];
extern field_type field;
