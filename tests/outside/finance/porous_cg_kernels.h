#ifndef POROUS_CG_KERNELS_H
#define POROUS_CG_KERNELS_H
void perm_kernel(ACC<double> &k, ACC<double> &well, const int *idx) {
  k(0, 0) = exp(0.8 * sin(0.3 * idx[0]) * cos(0.45 * idx[1]));
  well(0, 0) = 0.0;
  if (idx[0] > 5 && idx[0] < 9 && idx[1] > 3 && idx[1] < 8)
    well(0, 0) = 1.0 + 0.1 * idx[0];
}

void pump_kernel(const ACC<double> &well, ACC<double> &b) { b(0, 0) = well(0, 0) * well(0, 0) - 0.3 * well(0, 0); }

void cg_apply(const ACC<double> &k, const ACC<double> &p, ACC<double> &q, double *pq) {
  double e = 0.5 * (k(0, 0) + k(1, 0)), w = 0.5 * (k(0, 0) + k(-1, 0));
  double n = 0.5 * (k(0, 0) + k(0, 1)), s = 0.5 * (k(0, 0) + k(0, -1));
  q(0, 0) = e * (p(0, 0) - p(1, 0)) + w * (p(0, 0) - p(-1, 0)) + n * (p(0, 0) - p(0, 1)) + s * (p(0, 0) - p(0, -1));
  *pq += p(0, 0) * q(0, 0);
}

void cg_start(const ACC<double> &b, ACC<double> &x, ACC<double> &r, ACC<double> &p, double *rr) {
  x(0, 0) = 0.0;
  r(0, 0) = b(0, 0);
  p(0, 0) = b(0, 0);
  *rr += b(0, 0) * b(0, 0);
}

void cg_update(ACC<double> &x, ACC<double> &r, const ACC<double> &p, const ACC<double> &q, const double *alpha,
               double *rr) {
  x(0, 0) += *alpha * p(0, 0);
  r(0, 0) -= *alpha * q(0, 0);
  *rr += r(0, 0) * r(0, 0);
}

void cg_direction(const ACC<double> &r, ACC<double> &p, const double *beta) { p(0, 0) = r(0, 0) + *beta * p(0, 0); }

void add_kernel(const ACC<double> &z, ACC<double> &y) { y(0, 0) += z(0, 0); }
void clear_kernel(ACC<double> &y) { y(0, 0) = 0.0; }

void head_kernel(const ACC<double> &x, const ACC<double> &well, double *j) {
  double d = x(0, 0) - 1.5;
  *j += 0.5 * d * d + 0.01 * well(0, 0) * well(0, 0);
}
#endif
