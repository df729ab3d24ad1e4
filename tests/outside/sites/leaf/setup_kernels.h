// Kernels that begin: coordinates, regions, conduction coefficients.
#pragma once
inline void coordinate_x(ACC<double>& x, const int* idx) { x(0, 0) = mesh.xmin + (idx[0] + 0.5) * mesh.dx; }
inline void coordinate_y(ACC<double>& y, const int* idx) { y(0, 0) = mesh.ymin + (idx[1] + 0.5) * mesh.dy; }

inline void generate_region(const ACC<double>& x, const ACC<double>& y, ACC<double>& density, ACC<double>& energy) {
  density(0, 0) = regions[0].density;
  energy(0, 0) = regions[0].energy;
  for (int r = 1; r < 3; ++r) {
    const region_type& state = regions[r];
    bool inside = x(0, 0) >= state.xmin && x(0, 0) < state.xmax && y(0, 0) >= state.ymin && y(0, 0) < state.ymax;
    if (state.round) {
      const double cx = 0.5 * (state.xmin + state.xmax), cy = 0.5 * (state.ymin + state.ymax), radius = 0.5 * (state.xmax - state.xmin);
      inside = (x(0, 0) - cx) * (x(0, 0) - cx) + (y(0, 0) - cy) * (y(0, 0) - cy) < radius * radius;
    }
    if (!inside) continue;
    density(0, 0) = state.density;
    energy(0, 0) = state.energy;
  }
}

inline void init_u(const ACC<double>& density, const ACC<double>& energy, ACC<double>& u, ACC<double>& u0) {
  u(0, 0) = energy(0, 0) * density(0, 0);
  u0(0, 0) = u(0, 0);
}

inline void coefficients(const ACC<double>& density, ACC<double>& kx, ACC<double>& ky, const int* kind) {
  double here = density(0, 0), left = density(-1, 0), below = density(0, -1);
  switch (*kind) {
    case RECIP_CONDUCTIVITY: here = 1.0 / here, left = 1.0 / left, below = 1.0 / below; break;
    case CONDUCTIVITY:
    default: break;
  }
  kx(0, 0) = rx * (left + here) / (2.0 * left * here);
  ky(0, 0) = ry * (below + here) / (2.0 * below * here);
}

inline void zero_rim_x(ACC<double>& kx) { kx(0, 0) = 0.0; }
inline void diagonal(const ACC<double>& kx, const ACC<double>& ky, ACC<double>& mi) {
  mi(0, 0) = 1.0 / (1.0 + (kx(1, 0) + kx(0, 0)) + (ky(0, 1) + ky(0, 0)));
}
