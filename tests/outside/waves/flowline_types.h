#ifndef FLOWLINE_TYPES_H
#define FLOWLINE_TYPES_H
#include <string.h>
typedef struct {
  double dx, dt, gamma;
  double ela, lapse, cap;
  int slide_from;
} ice_type;
inline int type_error(const ice_type*, const char* type) {
  return strcmp(type, "ice_type") && strcmp(type, "ice_type:soa");
}
#endif
