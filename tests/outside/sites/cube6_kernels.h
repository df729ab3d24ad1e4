// Kernels of cube6.
#pragma once
static void seed(ACC<double>& u, ACC<float>& f, ACC<int>& c, const int* idx, const int* face) {
  u(0, 0) = sin(1.0 + *face + 0.3 * idx[0]) + cos(0.2 * idx[1] * (*face + 1));
  f(0, 0) = static_cast<float>((idx[0] * 3 + idx[1] * 5 + *face * 7) % 11) * 0.25f;
  c(0, 0) = *face * 10000 + idx[1] * 100 + idx[0];
}
static void relax(const ACC<double>& u, const ACC<float>& f, const ACC<int>& c, ACC<double>& un, ACC<float>& fn, ACC<int>& cn) {
  const double near = (u(1, 0) + u(-1, 0)) + (u(0, 1) + u(0, -1)), far = (u(2, 0) + u(-2, 0)) + (u(0, 2) + u(0, -2));
  un(0, 0) = u(0, 0) + 0.08 * (near - 4.0 * u(0, 0)) - 0.01 * (far - 4.0 * u(0, 0));
  fn(0, 0) = 0.5f * f(0, 0) + 0.125f * ((f(1, 0) + f(-1, 0)) + (f(0, 1) + f(0, -1)));
  int most = c(0, 0);
  most = MAX(most, MAX(MAX(c(1, 0), c(-1, 0)), MAX(c(0, 1), c(0, -1))));
  cn(0, 0) = most;
}
static void tally_kernel(const ACC<double>& u, const ACC<float>& f, const ACC<int>& c, double* sum, float* least, int* most) {
  *sum += u(0, 0);
  *least = MIN(*least, f(0, 0));
  if (c(0, 0) > *most) *most = c(0, 0);
}
