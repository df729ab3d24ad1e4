// tests/outside/fields/mhd_kernels.h: fluxes and sources of mhd.cpp.
#pragma once
#define VX(q) (q(1, 0, 0) / q(0, 0, 0))
struct Flux { double r, x, y; };
inline Flux along(double rho, double mx, double my, double bx, double by, int dir) {
  const double u = mx / rho, v = my / rho, p = cs2 * rho + 0.5 * (bx * bx + by * by);
  return dir == 0 ? Flux{mx, mx * u + p - bx * bx, my * u - bx * by} : Flux{my, mx * v - bx * by, my * v + p - by * by};
}
template <int D>
void rusanov(const ACC<double>& q, const ACC<double>& b, ACC<double>& f, const double* fastest) {
  constexpr int di = D == 0 ? -1 : 0, dj = D == 1 ? -1 : 0;
  const Flux l = along(q(0, di, dj), q(1, di, dj), q(2, di, dj), b(0, di, dj), b(1, di, dj), D);
  const Flux r = along(q(0, 0, 0), q(1, 0, 0), q(2, 0, 0), b(0, 0, 0), b(1, 0, 0), D);
  const double left[3] = {l.r, l.x, l.y}, right[3] = {r.r, r.x, r.y};
  for (int c = 0; c < 3; ++c) f(c, 0, 0) = 0.5 * (left[c] + right[c]) - 0.5 * *fastest * (q(c, 0, 0) - q(c, di, dj));
}
inline void centre(const ACC<double>& bx, const ACC<double>& by, ACC<double>& b) {
  b(0, 0, 0) = 0.5 * (bx(0, 0) + bx(1, 0));
  b(1, 0, 0) = 0.5 * (by(0, 0) + by(0, 1));
}
inline void speed(const ACC<double>& q, const ACC<double>& b, double* most) {
  const double ca2 = (b(0, 0, 0) * b(0, 0, 0) + b(1, 0, 0) * b(1, 0, 0)) / q(0, 0, 0);
  *most = MAX(*most, fabs(VX(q)) + fabs(q(2, 0, 0) / q(0, 0, 0)) + sqrt(cs2 + ca2));
}
inline void clock_tick(const double* most, const double* t, double* out) {
  out[0] = fmin(cfl / (*most * grid_n), last - t[1]);
  out[1] = t[1] + out[0];
}
inline void emf(const ACC<double>& q, const ACC<double>& bx, const ACC<double>& by, const ACC<double>& eta, ACC<double>& ez, const int* resist) {
  double u = 0, v = 0;
  for (int j = -1; j <= 0; j++)
    for (int i = -1; i <= 0; i++) {
      u += 0.25 * q(1, i, j) / q(0, i, j);
      v += 0.25 * q(2, i, j) / q(0, i, j);
    }
  double e = v * 0.5 * (bx(0, -1) + bx(0, 0)) - u * 0.5 * (by(-1, 0) + by(0, 0));
  if (*resist) e += eta(0, 0) * ((by(0, 0) - by(-1, 0)) - (bx(0, 0) - bx(0, -1))) * grid_n;
  ez(0, 0) = e;
}
inline void faradayx(const ACC<double>& ez, ACC<double>& bx, const double* dt) { bx(0, 0) -= dt[0] * grid_n * (ez(0, 1) - ez(0, 0)); }
inline void faradayy(const ACC<double>& ez, ACC<double>& by, const double* dt) { by(0, 0) += dt[0] * grid_n * (ez(1, 0) - ez(0, 0)); }
inline void gas(const ACC<double>& fx, const ACC<double>& fy, ACC<double>& q, const double* dt) {
  for (int c = 0; c < 3; ++c) q(c, 0, 0) -= dt[0] * grid_n * (fx(c, 1, 0) - fx(c, 0, 0) + fy(c, 0, 1) - fy(c, 0, 0));
}
inline void energy(const ACC<double>& q, const ACC<double>& b, const int* idx, double* sums) {
  sums[0] += 0.5 * (q(1, 0, 0) * q(1, 0, 0) + q(2, 0, 0) * q(2, 0, 0)) / q(0, 0, 0);
  sums[1] += 0.5 * b(0, 0, 0) * b(0, 0, 0) * (1 + 0.01 * idx[0]) + 0.25 * b(1, 0, 0) * b(1, 0, 0);
}
