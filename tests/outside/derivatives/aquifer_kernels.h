template <class T>
inline T retardation(int soil, T c) {
  switch (soil) {
    case 0:
      return T(1.0);
    case 1:
      return T(1.0) + T(0.5) / (T(1.0) + c);
    case 2:
      return T(1.0) + T(0.3) * sqrt(c + T(0.1));
    default:
      return T(2.0);
  }
}

void transport(const ACC<double>& c, const ACC<int>& soil, ACC<double>& cn, const double* vel) {
  auto flux = [&](double a, double b, double v) { return (v > 0 ? v * a : v * b) - disp * (b - a); };
  const double in = flux(c(-1, 0), c(0, 0), vel[0]) + flux(c(0, -1), c(0, 0), vel[1]);
  const double out = flux(c(0, 0), c(1, 0), vel[0]) + flux(c(0, 0), c(0, 1), vel[1]);
  cn(0, 0) = c(0, 0) + dt * (in - out) / retardation<double>(soil(0, 0), c(0, 0));
}

/* reaction of order P */
template <int P>
void decay(ACC<double>& c, const double* lambda) {
  double r = lambda[P - 1];
  for (int n = 0; n < P; n++) r *= c(0, 0);
  c(0, 0) = c(0, 0) - dt * r;
}

void sum_left(const ACC<double>& c, double* s) { *s += c(0, 0); }
void max_right(const ACC<double>& c, double* m) {
  if (c(0, 0) > *m) *m = c(0, 0);
}
