// One kernel for each side, for all fields: those whose flag is off are not given.
#define SIDE(name, X, Y, flip)                                                                                    \
  void name(ACC<double>& density, ACC<double>& energy, ACC<double>& xvel, ACC<double>& yvel, const int* fields) { \
    if (fields[FIELD_DENSITY] == 1) density(0, 0) = density(X, Y);                                                \
    if (fields[FIELD_ENERGY] == 1) energy(0, 0) = energy(X, Y);                                                   \
    if (fields[FIELD_XVEL] == 1) xvel(0, 0) = ((flip)&1 ? -1.0 : 1.0) * xvel(X, Y);                               \
    if (fields[FIELD_YVEL] == 1) yvel(0, 0) = ((flip)&2 ? -1.0 : 1.0) * yvel(X, Y);                               \
  }
SIDE(update_left_1, 1, 0, 1)
SIDE(update_left_2, 3, 0, 1)
SIDE(update_right_1, -1, 0, 1)
SIDE(update_right_2, -3, 0, 1)
SIDE(update_bottom_1, 0, 1, 2)
SIDE(update_bottom_2, 0, 3, 2)
SIDE(update_top_1, 0, -1, 2)
SIDE(update_top_2, 0, -3, 2)
#undef SIDE

inline double sweep_flux(const ACC<double>& vel, const ACC<double>& q, const int donor_of_left) {
  const double face = 0.5 * (vel(-1, 0) + vel(0, 0));
  if (face > 0.0) return face * (q(-1, 0) + 0.5 * (1.0 - face * dt) * (q(-1, 0) - q(-2, 0)) * donor_of_left);
  return face * (q(0, 0) - 0.5 * (1.0 + face * dt) * (q(1, 0) - q(0, 0)) * donor_of_left);
}

void flux_kernel(const ACC<double>& density, const ACC<double>& energy, const ACC<double>& xvel, ACC<double>& mass_flux, ACC<double>& ener_flux,
                 const int* order) {
  mass_flux(0, 0) = sweep_flux(xvel, density, *order);
  ener_flux(0, 0) = sweep_flux(xvel, energy, *order);
}

void advance_kernel(const ACC<double>& mass_flux, const ACC<double>& ener_flux, const ACC<double>& vertexx, const ACC<tag_type>& tag,
                    ACC<double>& density, ACC<double>& energy, ACC<double>& xvel, const ACC<double>& yvel) {
  const double width = vertexx(1, 0) - vertexx(0, 0);
  density(0, 0) -= dt / width * (mass_flux(1, 0) - mass_flux(0, 0));
  energy(0, 0) += dt / width * (ener_flux(0, 0) - ener_flux(1, 0));
  if (tag(0, 0).active) {
    xvel(0, 0) += dt * (tag(0, 0).porosity - 0.3 * yvel(0, 0)) / (density(0, 0) + tiny[1]);
  } else {
    xvel(0, 0) *= 1.0 - dt;
  }
}

void summary_kernel(const ACC<double>& density, const ACC<double>& energy, const ACC<double>& xvel, const ACC<tag_type>& tag, double* sums,
                    int* per_material, double* fastest) {
  sums[0] += density(0, 0);
  sums[1] += density(0, 0) * energy(0, 0);
  sums[2] += density(0, 0) * xvel(0, 0);
  if (tag(0, 0).active) per_material[MIN(tag(0, 0).material, 5)]++;
  *fastest = MAX(*fastest, fabs(xvel(0, 0)));
}
