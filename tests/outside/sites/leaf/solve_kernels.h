// Kernels of conjugate gradients, of mirrored halos and of sums.
#pragma once
inline double conduct(const ACC<double>& v, const ACC<double>& kx, const ACC<double>& ky) {
  return (1.0 + (ky(0, 1) + ky(0, 0)) + (kx(1, 0) + kx(0, 0))) * v(0, 0) - (ky(0, 1) * v(0, 1) + ky(0, 0) * v(0, -1)) -
         (kx(1, 0) * v(1, 0) + kx(0, 0) * v(-1, 0));
}
inline void cg_first(const ACC<double>& u, const ACC<double>& u0, const ACC<double>& kx, const ACC<double>& ky, const ACC<double>& mi, ACC<double>& w,
                     ACC<double>& r, ACC<double>& z, ACC<double>& p, double* rro) {
  w(0, 0) = conduct(u, kx, ky);
  r(0, 0) = u0(0, 0) - w(0, 0);
  z(0, 0) = mi(0, 0) * r(0, 0);
  p(0, 0) = z(0, 0);
  *rro += r(0, 0) * p(0, 0);
}
inline void cg_w(const ACC<double>& p, const ACC<double>& kx, const ACC<double>& ky, ACC<double>& w, double* pw) {
  w(0, 0) = conduct(p, kx, ky);
  *pw += w(0, 0) * p(0, 0);
}
inline void cg_ur(ACC<double>& u, ACC<double>& r, ACC<double>& z, const ACC<double>& p, const ACC<double>& w, const ACC<double>& mi, const double* alpha,
                  double* rrn) {
  u(0, 0) += *alpha * p(0, 0);
  r(0, 0) -= *alpha * w(0, 0);
  z(0, 0) = mi(0, 0) * r(0, 0);
  *rrn += r(0, 0) * z(0, 0);
}
inline void cg_p(ACC<double>& p, const ACC<double>& z, const double* beta) { p(0, 0) = *beta * p(0, 0) + z(0, 0); }
inline void new_energy(const ACC<double>& u, const ACC<double>& density, ACC<double>& energy) { energy(0, 0) = u(0, 0) / density(0, 0); }

template <int DX, int DY>
void mirror(ACC<double>& density, ACC<double>& energy, ACC<double>& u, ACC<double>& p, const int* fields) {
  if (fields[DENSITY] == 1) density(0, 0) = density(DX, DY);
  if (fields[ENERGY] == 1) energy(0, 0) = energy(DX, DY);
  if (fields[U] == 1) u(0, 0) = u(DX, DY);
  if (fields[P] == 1) p(0, 0) = p(DX, DY);
}

inline void summary(const ACC<double>& density, const ACC<double>& energy, const ACC<double>& u, double* totals) {
  const double volume = mesh.dx * mesh.dy;
  totals[0] += volume;
  totals[1] += density(0, 0) * volume;
  totals[2] += density(0, 0) * energy(0, 0) * volume;
  totals[3] += u(0, 0) * volume;
}
