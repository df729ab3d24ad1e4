inline float taper(const int* idx, const int* n, float strength) {
  int d = MIN3(idx[0], idx[1], idx[2]);
  for (int k = 0; k < 3; k++) d = MIN(d, n[k] - 1 - idx[k]);
  if (d >= 3) return 1.0f;
  float r = 3.0f - d;
  return 1.0f - strength * r * r;
}

void leapfrog(const ACC<float>& u, ACC<float>& uo, const ACC<float>& c, const int* n, const int* idx) {
  float lap = 3.0f * c8[0] * u(0, 0, 0);
  for (int l = 1; l <= 4; l++) {
    lap += c8[l] * (u(l, 0, 0) + u(-l, 0, 0));
    lap += c8[l] * (u(0, l, 0) + u(0, -l, 0));
    lap += c8[l] * (u(0, 0, l) + u(0, 0, -l));
  }
  const float t = taper(idx, n, 0.02f);
  uo(0, 0, 0) = t * (2.0f * u(0, 0, 0) - t * uo(0, 0, 0) + cfl2 * c(0, 0, 0) * c(0, 0, 0) * lap);
}

void inject(ACC<float>& u, const float* w) { u(0, 0, 0) += w[0]; }

void measure(const ACC<float>& u, float* sum, float* lo, float* hi) {
  float v = u(0, 0, 0);
  *sum += v * v;
  *lo = MIN(*lo, v);
  if (v > *hi) *hi = v;
}
