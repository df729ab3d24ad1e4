#pragma once

inline double face(double k0, double k1) { return 2.0 * k0 * k1 / (k0 + k1); }

void adi_init(ACC<double> &u, ACC<double> &kappa, int *idx) {
  u(0, 0) = sin(M_PI * (idx[0] + 1) * hx) * (1.0 + 0.4 * cos(3.0 * idx[1] * hy));
  kappa(0, 0) = 1.0 + 0.3 * sin(2.0 * idx[0] * hx + idx[1] * hy);
}

void adi_xcoef(const ACC<double> &kappa, ACC<double> &a, ACC<double> &b, ACC<double> &c) {
  double w = face(kappa(-1, 0), kappa(0, 0)), e = face(kappa(0, 0), kappa(1, 0));
  double f = 0.5 * dt / (hx * hx);
  a(0, 0) = -f * w;
  b(0, 0) = 1.0 + f * (w + e);
  c(0, 0) = -f * e;
}

void adi_ycoef(const ACC<double> &kappa, ACC<double> &a, ACC<double> &b, ACC<double> &c) {
  double s = face(kappa(0, -1), kappa(0, 0)), n = face(kappa(0, 0), kappa(0, 1));
  double f = 0.5 * dt / (hy * hy);
  a(0, 0) = -f * s;
  b(0, 0) = 1.0 + f * (s + n);
  c(0, 0) = -f * n;
}

void adi_rhs(const ACC<double> &u, const ACC<double> &kappa, ACC<double> &d) {
  double k = kappa(0, 0), flux = 0.0;
  flux += face(k, kappa(1, 0)) * (u(1, 0) - u(0, 0)) / (hx * hx);
  flux -= face(kappa(-1, 0), k) * (u(0, 0) - u(-1, 0)) / (hx * hx);
  flux += face(k, kappa(0, 1)) * (u(0, 1) - u(0, 0)) / (hy * hy);
  flux -= face(kappa(0, -1), k) * (u(0, 0) - u(0, -1)) / (hy * hy);
  d(0, 0) = dt * flux;
}

void adi_misfit(const ACC<double> &u, const double *target, double *j) {
  double r = u(0, 0) - *target;
  *j += 0.5 * r * r;
}
