/* Kernels of mantle. Along x cells are counted from 1, and three of them make a coarse one: the coarse cell I is made of 3 I - 2, 3 I - 1 and 3 I. */
#ifndef MANTLE_KERNELS_H
#define MANTLE_KERNELS_H
#define A_OF(u, w) ((w)[0] * (2.0 * u(0, 0) - u(-1, 0) - u(1, 0)) + (w)[1] * (2.0 * u(0, 0) - u(0, -1) - u(0, 1)) + u(0, 0) * u(0, 0) * u(0, 0))

void exact(ACC<double>& u, ACC<double>& e, const double* h, const int* idx) {
  const double x = (idx[0] - 0.5) * h[0], y = (idx[1] + 0.5) * h[1];
  e(0, 0) = sin(M_PI * x) * sin(2.0 * M_PI * y);
  u(0, 0) = 0.0;
}
void source(const ACC<double>& e, ACC<double>& f, const double* w) { f(0, 0) = A_OF(e, w); }
void odd_x(ACC<double>& u, const int* way) { u(0, 0) = -u(*way, 0); }
void odd_y(ACC<double>& u, const int* way) { u(0, 0) = -u(0, *way); }
void smooth(const ACC<double>& u, const ACC<double>& f, ACC<double>& next, const double* w) {
  const double slope = 2.0 * (w[0] + w[1]) + 3.0 * u(0, 0) * u(0, 0);
  next(0, 0) = u(0, 0) + w[2] * (f(0, 0) - A_OF(u, w)) / slope;
}
void keep(const ACC<double>& next, ACC<double>& u) { u(0, 0) = next(0, 0); }
void residual(const ACC<double>& u, const ACC<double>& f, ACC<double>& r, const double* w) { r(0, 0) = f(0, 0) - A_OF(u, w); }
void norms(const ACC<double>& r, double* square, double* most, int* cells) {
  *square += r(0, 0) * r(0, 0);
  *most = fmax(*most, fabs(r(0, 0)));
  *cells += 1;
}
void restrict_both(const ACC<double>& u, const ACC<double>& r, ACC<double>& uc, ACC<double>& u0, ACC<double>& rc) {
  double mean = 0.0, rest = 0.0;
  for (int j = 0; j < 2; ++j)
    for (int i = -2; i <= 0; ++i) {
      mean += u(i, j);
      rest += r(i, j);
    }
  uc(0, 0) = mean / 6.0;
  u0(0, 0) = mean / 6.0;
  rc(0, 0) = rest / 6.0;
}
void coarse_source(const ACC<double>& uc, const ACC<double>& rc, ACC<double>& fc, const double* w) { fc(0, 0) = A_OF(uc, w) + rc(0, 0); }
void difference(const ACC<double>& uc, const ACC<double>& u0, ACC<double>& d) { d(0, 0) = uc(0, 0) - u0(0, 0); }
void correct(const ACC<double>& d, ACC<double>& u, const int* idx) {
  const int off = idx[0] % 3 == 0 ? 0 : 1; /* i / 3 is the coarse cell, or the one before it */
  u(0, 0) += d(off, 0);
}
#endif
