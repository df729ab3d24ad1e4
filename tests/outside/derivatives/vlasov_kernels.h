void f_init(ACC<double>& f, const double* vth, const double* eps, const int* idx) {
  double x = (idx[0] + 0.5) * dx, v = vmin + (idx[1] + 0.5) * dv;
  double u = v / *vth;
  f(0, 0) = exp(-0.5 * u * u) / (*vth * sqrt(2.0 * 3.14159265358979323846)) *
            (1.0 + *eps * cos(kwave * x) + 0.1 * *eps * erf(sin(2.0 * kwave * x)));
}

void stream(const ACC<double>& f, ACC<double>& fn, const int* idx) {
  double c = (vmin + (idx[1] + 0.5) * dv) * dt / dx;
  int up = c > 0 ? -1 : 1;
  fn(0, 0) = f(0, 0) - fabs(c) * (f(0, 0) - f(up, 0));
}

void clear_line(ACC<double>& r) { r(0, 0) = 0.0; }

void deposit(const ACC<double>& f, ACC<double>& rho) { rho(0, 0) += f(0, 0) * dv; }

void kick(const ACC<double>& f, const ACC<double>& E, ACC<double>& fn) {
  double c = -E(0, 0) * dt / dv;
  int donor = (c > 0.0) ? -1 : 1;
  fn(0, 0) = f(0, 0) - fabs(c) * (f(0, 0) - f(0, donor));
}

void energy_field(const ACC<double>& E, double* w) { *w += 0.5 * E(0, 0) * E(0, 0) * dx; }
void energy_kinetic(const ACC<double>& f, const int* idx, double* w) {
  double v = vmin + (idx[1] + 0.5) * dv;
  *w += 0.5 * v * v * f(0, 0) * dx * dv;
}
