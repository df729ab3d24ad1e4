void settle(const ACC<double>& z, const ACC<double>& k, ACC<double>& zn) {
  double lap = z(-1, 0) + z(1, 0) + z(0, -1) + z(0, 1) - 4.0 * z(0, 0);
  double k4 = k(-1, 0) + k(1, 0) + k(0, -1) + k(0, 1);
  zn(0, 0) = z(0, 0) + 0.1 * (k(0, 0) + 0.25 * k4) * lap - slump * z(0, 0) * z(0, 0) * z(0, 0);
}
void misfit(const ACC<double>& z, const ACC<double>& o, double* j) { *j += (z(0, 0) - o(0, 0)) * (z(0, 0) - o(0, 0)); }
