inline double stiff(double u, double k) { return 4.0 + h2 * k * (1.0 + 0.5 * u * u); }

void smooth(const ACC<double>& u, ACC<double>& v, const ACC<double>& f, const ACC<double>& k, const double* scale) {
  const double s = *scale;
  double off = u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1);
  double d = 4.0 + s * h2 * k(0, 0) * (1.0 + 0.5 * u(0, 0) * u(0, 0));
  v(0, 0) = u(0, 0) + omega * ((s * h2 * f(0, 0) + off) / d - u(0, 0));
}

void residual(const ACC<double>& u, const ACC<double>& f, const ACC<double>& k, ACC<double>& r, const double* scale) {
  const double s = *scale;
  r(0, 0) = f(0, 0) - (stiff(0.0, 0.0) * u(0, 0) - u(-1, 0) - u(1, 0) - u(0, -1) - u(0, 1)) / (s * h2) -
            k(0, 0) * (1.0 + 0.5 * u(0, 0) * u(0, 0)) * u(0, 0);
}

void full_weighting(const ACC<double>& fine, ACC<double>& coarse) {
  double edge = fine(-1, 0) + fine(1, 0) + fine(0, -1) + fine(0, 1);
  double corner = fine(-1, -1) + fine(1, -1) + fine(-1, 1) + fine(1, 1);
  coarse(0, 0) = 0.25 * fine(0, 0) + 0.125 * edge + 0.0625 * corner;
}

void injection(const ACC<double>& fine, ACC<double>& coarse) { coarse(0, 0) = fine(0, 0); }

void clear(ACC<double>& u) { u(0, 0) = 0.0; }

void copy(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(0, 0); }

void interpolate(const ACC<double>& coarse, ACC<double>& fine, const int* idx) {
  int ox = idx[0] % 2, oy = idx[1] % 2;
  fine(0, 0) += 0.25 * (coarse(0, 0) + coarse(ox, 0) + coarse(0, oy) + coarse(ox, oy));
}

void target(const ACC<double>& u, const ACC<double>& r, double* j, double* res) {
  *j += u(0, 0) * u(0, 0) + sin(u(0, 0));
  *res = MAX(*res, fabs(r(0, 0)));
}
