void rod_matrix(ACC<double> &a, ACC<double> &b, ACC<double> &c, int *idx) {
  const double f = dt / (dx * dx) * (1.0 + 0.5 * idx[0] * dx);
  a(0) = -f;
  b(0) = 1.0 + 2.0 * f;
  c(0) = -f;
}
void rod_target(ACC<double> &z, int *idx) {
  double x = (idx[0] + 1) * dx;
  z(0) = x < 0.4 ? 0.5 * x : x * (1.0 - x);
}
void rod_cold(ACC<double> &u) { u(0) = 0.0; }
// heating through the furnace wall: the power saturates
void rod_heat(ACC<double> &u, const ACC<double> &q, const double *phase) {
  double power = q(0) / sqrt(1.0 + 0.05 * q(0) * q(0));
  u(0) = u(0) + dt * power * (*phase) - dt * 0.2 * u(0) * u(0) * u(0);
}
void rod_cost(const ACC<double> &u, const ACC<double> &z, const ACC<double> &q, double *j) {
  double r = u(0) - z(0);
  j[0] += 0.5 * r * r * dx;
  j[1] += 0.5 * q(0) * q(0) * dx;
}
void rod_descend(ACC<double> &q, const ACC<double> &g, const double *step) { q(0) -= *step * g(0); }
void rod_norm(const ACC<double> &g, double *n) { *n += g(0) * g(0); }
