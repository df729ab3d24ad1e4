// Kernels of published programs that declare less than they do.
inline void fill(ACC<double>& u, const int* idx) { u(0, 0, 0) = 1.0 + 0.5 * idx[0] + 3.0 * idx[1] + 7.0 * idx[2]; }
inline void probe(const ACC<double>& u, double* out, double* sum) {
  out[0] = u(0, 0, 0);
  out[1] = 2.0 * u(0, 0, 0);
  *sum += 1.0;
}
inline void probe_some(const ACC<double>& u, const int* idx, double* out, int* where) {
  if (idx[0] == 3 && idx[2] < 5) *out = u(0, 0, 0);
  where[0] = idx[0];
  where[1] = 100 * idx[2] + idx[1];
}
inline void restart(const ACC<double>& u, const int* idx, double* out) {
  if (idx[0] == 2) *out = 0.0;
  *out += u(0, 0, 0);
}
inline void smear(const ACC<double>& u, ACC<double>& v) { v(0, 0, 0) = u(-1, 0, 0) + u(1, 0, 0) - 0.5 * u(0, 1, 0); }
inline void upwind(const ACC<double>& u, ACC<double>& v, const int* idx) {
  int donor = 0;
  if (idx[0] % 2 == 0) donor = -1;
  v(0, 0, 0) = u(donor, 0, 0);
}
inline void add_one(const ACC<double>& u, ACC<double>& v) { v(0, 0, 0) = u(0, 0, 0) + 1.0; }
inline void total(const ACC<double>& u, double* sum) { *sum += u(0, 0, 0); }
