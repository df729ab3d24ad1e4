/* relaxation of a gas in two space and two velocity dimensions */
inline double xi(int k, int n) { return 0.6 * (k - 0.5 * (n - 1)); }

void k4_init(ACC<double>& f, const int* idx) {
  double a = xi(idx[2], NVX) - 0.2, b = xi(idx[3], NVY);
  f(0, 0, 0, 0) = (1.0 + 0.3 * sin(0.9 * idx[0]) * cos(0.7 * idx[1])) * exp(-a * a - 0.7 * b * b);
}
void k4_stream(const ACC<double>& f, ACC<double>& fn, const int* idx) {
  double a = xi(idx[2], NVX), b = xi(idx[3], NVY);
  int ux = a > 0 ? -1 : 1, uy = b > 0 ? -1 : 1;
  fn(0, 0, 0, 0) = f(0, 0, 0, 0) - cfl * (fabs(a) * (f(0, 0, 0, 0) - f(ux, 0, 0, 0)) + fabs(b) * (f(0, 0, 0, 0) - f(0, uy, 0, 0)));
}
void k4_clear(ACC<double>& m) {
  for (int c = 0; c < 3; ++c) m(c, 0, 0, 0, 0) = 0.0;
}
void k4_moments(const ACC<double>& f, ACC<double>& m, const int* idx) {
  m(0, 0, 0, 0, 0) += f(0, 0, 0, 0);
  m(1, 0, 0, 0, 0) += xi(idx[2], NVX) * f(0, 0, 0, 0);
  m(2, 0, 0, 0, 0) += xi(idx[3], NVY) * f(0, 0, 0, 0);
}
void k4_collide(ACC<double>& f, const ACC<double>& m, const ACC<double>& tau, const int* idx) {
  double rho = m(0, 0, 0, 0, 0), u = m(1, 0, 0, 0, 0) / rho, v = m(2, 0, 0, 0, 0) / rho;
  double a = xi(idx[2], NVX) - u, b = xi(idx[3], NVY) - v;
  double feq = rho * 0.1 * exp(-0.8 * (a * a + b * b));
  f(0, 0, 0, 0) += cfl / tau(0, 0, 0, 0) * (feq - f(0, 0, 0, 0));
}
void k4_descend(ACC<double>& tau, const ACC<double>& g, const double* step, double* norm, double* low) {
  tau(0, 0, 0, 0) -= *step * g(0, 0, 0, 0);
  norm[0] += g(0, 0, 0, 0) * g(0, 0, 0, 0);
  *low = MIN(*low, g(0, 0, 0, 0));
}
