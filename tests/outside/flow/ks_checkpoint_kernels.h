#ifndef KS_CHECKPOINT_KERNELS_H
#define KS_CHECKPOINT_KERNELS_H
#define D1(f) ((-f(2) + 8.0 * f(1) - 8.0 * f(-1) + f(-2)) / (12.0 * h))
#define D2(f) ((-f(2) + 16.0 * f(1) - 30.0 * f(0) + 16.0 * f(-1) - f(-2)) / (12.0 * h * h))
#define D4(f) ((-f(3) + 12.0 * f(2) - 39.0 * f(1) + 56.0 * f(0) - 39.0 * f(-1) + 12.0 * f(-2) - f(-3)) / (6.0 * h * h * h * h))

void ks_rhs(const ACC<double> &u, ACC<double> &r) {
  r(0) = -u(0) * D1(u);
  r(0) = r(0) - D2(u) - D4(u);
}

void ks_first(const ACC<double> &u, ACC<double> &v) { v(0) = u(0); }

void ks_axpy(ACC<double> &v, const ACC<double> &u, const ACC<double> &r, const double *c) {
  v(0) = c[0] * u(0) + c[1] * (v(0) + dt * r(0));
}

void ks_store(const ACC<double> &v, ACC<double> &u) { u(0) = v(0); }

void ks_misfit(const ACC<double> &u, double *j, const int *idx) {
  double target = sin(2.0 * 3.14159265358979 * idx[0] / n);
  *j += h * (u(0) - target) * (u(0) - target);
}
#endif
