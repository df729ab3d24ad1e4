// -Laplace of u = f with widths that double along the coarsened axes; values beyond the walls are 0.
inline double laplace(const ACC<double>& u, const double* w) {
  return w[0] * (u(1, 0, 0) - 2.0 * u(0, 0, 0) + u(-1, 0, 0)) + w[1] * (u(0, 1, 0) - 2.0 * u(0, 0, 0) + u(0, -1, 0)) +
         w[2] * (u(0, 0, 1) - 2.0 * u(0, 0, 0) + u(0, 0, -1));
}

void mg_source(ACC<double>& f, const int* idx) {
  f(0, 0, 0) = sin(0.7 * idx[0] + 0.1) * cos(0.4 * idx[1]) + ((idx[0] * 3 + idx[1] * 5 + idx[2] * 7) % 11) * 0.01;
}

void mg_zero(ACC<double>& u) { u(0, 0, 0) = 0.0; }

void mg_smooth(const ACC<double>& u, const ACC<double>& f, ACC<double>& next, const double* w) {
  const double diagonal = 2.0 * (w[0] + w[1] + w[2]);
  next(0, 0, 0) = u(0, 0, 0) + omega * (f(0, 0, 0) + laplace(u, w)) / diagonal;
}

void mg_residual(const ACC<double>& u, const ACC<double>& f, ACC<double>& r, const double* w) { r(0, 0, 0) = f(0, 0, 0) + laplace(u, w); }

// Full weighting along x and y; z is not coarsened.
void mg_restrict(const ACC<double>& fine, ACC<double>& coarse) {
  double sum = 0.0;
  for (int j = -1; j <= 1; j++) {
    double row = 0.0;
    for (int i = -1; i <= 1; i++) row += (i == 0 ? 2.0 : 1.0) * fine(i, j, 0);
    sum += (j == 0 ? 2.0 : 1.0) * row;
  }
  coarse(0, 0, 0) = sum / 16.0;
}

void mg_prolong(const ACC<double>& coarse, ACC<double>& fine, const int* idx) {
  const bool odd_x = idx[0] % 2 != 0, odd_y = idx[1] % 2 != 0;
  double value = coarse(0, 0, 0);
  if (odd_x && odd_y)
    value = 0.25 * (coarse(0, 0, 0) + coarse(1, 0, 0) + coarse(0, 1, 0) + coarse(1, 1, 0));
  else if (odd_x)
    value = 0.5 * (coarse(0, 0, 0) + coarse(1, 0, 0));
  else if (odd_y)
    value = 0.5 * (coarse(0, 0, 0) + coarse(0, 1, 0));
  fine(0, 0, 0) += value;
}

void mg_norm(const ACC<double>& u, const ACC<double>& r, double* squares, double* largest) {
  *squares += u(0, 0, 0) * u(0, 0, 0);
  if (fabs(r(0, 0, 0)) > *largest) *largest = fabs(r(0, 0, 0));
}
