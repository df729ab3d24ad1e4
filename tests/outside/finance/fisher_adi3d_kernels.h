#ifndef FISHER_KERNELS
#define FISHER_KERNELS

// p[0] diffusivity, p[1] growth, p[2] capacity
void fisher_rhs_kernel(const ACC<double> &w, ACC<double> &rhs, const double *p) {
  double lap = (w(-1, 0, 0) - 2.0 * w(0, 0, 0) + w(1, 0, 0)) / (h * h) +
               (w(0, -1, 0) - 2.0 * w(0, 0, 0) + w(0, 1, 0)) / (h * h) +
               (w(0, 0, -1) - 2.0 * w(0, 0, 0) + w(0, 0, 1)) / (h * h);
  rhs(0, 0, 0) = tstep * (p[0] * lap + p[1] * w(0, 0, 0) * (1.0 - w(0, 0, 0) / p[2]));
}

void fisher_matrix_kernel(ACC<double> &lo, ACC<double> &di, ACC<double> &up, const double *p, const int *axis,
                          const int *last, const int *idx) {
  const double f = 0.5 * tstep * p[0] / (h * h);
  double l = -f, r = -f;
  int pos;
  switch (*axis) {
  case 0:
    pos = idx[0];
    break;
  case 1:
    pos = idx[1];
    break;
  default:
    pos = idx[2];
  }
  if (pos == 0)
    l = 0.0;
  if (pos == *last)
    r = 0.0;
  lo(0, 0, 0) = l;
  up(0, 0, 0) = r;
  di(0, 0, 0) = 1.0 - l - r;
}

#define MIRROR(NAME, I, J, K)                                                                                          \
  void NAME(ACC<double> &w) { w(0, 0, 0) = w(I, J, K); }
MIRROR(fisher_west_kernel, 1, 0, 0)
MIRROR(fisher_east_kernel, -1, 0, 0)
MIRROR(fisher_south_kernel, 0, 1, 0)
MIRROR(fisher_north_kernel, 0, -1, 0)
MIRROR(fisher_bottom_kernel, 0, 0, 1)
MIRROR(fisher_top_kernel, 0, 0, -1)

void fisher_total_kernel(const ACC<double> &w, double *total, double *peak) {
  *total += w(0, 0, 0) * h * h * h;
  *peak = MAX(*peak, w(0, 0, 0));
}
#endif
