// Struct types and helper functions of the zoo of types.
#ifndef ZOO_TYPES_H
#define ZOO_TYPES_H
#include <cstring>

#ifndef OPS_FUN_PREFIX
#define OPS_FUN_PREFIX
#endif

struct marker_t {
  int kind;
  float share[2];
  struct {
    double x;
    short n;
  } inside;
};

typedef struct {
  double rho, vel[3];
  int where;
} zone_t;

struct relax_t {
  float omega;
  double force[3];
  long long limit;
};

inline int type_error(const marker_t *, const char *type) { return std::strcmp(type, "marker_t") != 0 && std::strcmp(type, "marker_t:soa") != 0; }
inline int type_error(const zone_t *, const char *type) { return std::strcmp(type, "zone_t") != 0; }
inline int type_error(const relax_t *, const char *type) { return std::strcmp(type, "relax_t") != 0; }

static inline OPS_FUN_PREFIX double equilibrium(int q, double rho, const double *v, const int (*e)[3], const double *w) {
  double eu = e[q][0] * v[0] + e[q][1] * v[1] + e[q][2] * v[2], uu = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  return w[q] * rho * (1.0 + 3.0 * eu + 4.5 * eu * eu - 1.5 * uu);
}
#endif
