// Types and lists of the program, shared by kernels and drivers.
#ifndef FIELD_KIT_TYPES_H
#define FIELD_KIT_TYPES_H

typedef struct {
  int x_min, x_max, y_min, y_max;
  double dx, dy;
  int left, right;
} window_type;
inline int type_error(const window_type*, const char* type) { return strcmp(type, "window_type") != 0; }

struct tag_type {
  short material;
  bool active;
  float porosity;
  bool operator==(const tag_type& o) const { return material == o.material && active == o.active && porosity == o.porosity; }
};
inline int type_error(const tag_type*, const char* type) { return strcmp(type, "tag_type") != 0; }

#define FIELD_DENSITY 0
#define FIELD_ENERGY 1
#define FIELD_XVEL 2
#define FIELD_YVEL 3
#define NUM_FIELDS 4

#endif
