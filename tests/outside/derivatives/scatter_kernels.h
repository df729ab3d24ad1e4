/* single scattering: float contrast, double sums, complex fields that carry no derivative */
void smooth(const ACC<float>& raw, ACC<float>& chi, const float* relax) {
  float m = 0.25f * (raw(-1, 0) + raw(1, 0) + raw(0, -1) + raw(0, 1));
  float v = (1.0f - *relax) * raw(0, 0) + *relax * m;
  chi(0, 0) = fmaxf(v, 0.02f) + 0.5f * v * v;
}

void fields(ACC<complexd>& inc, ACC<complexd>& green, const int* idx, const complexd* wave) {
  double x = 0.1 * idx[0], y = 0.1 * idx[1];
  inc(0, 0) = complexd(cos(wave->real() * x), sin(wave->real() * x)) * exp(-wave->imag() * x);
  for (int m = 0; m < NDET; m++) {
    double r = sqrt((x - 0.8 * m) * (x - 0.8 * m) + (y + 0.7) * (y + 0.7));
    green(m, 0, 0) = complexd(cos(wave->real() * r), sin(wave->real() * r)) / r;
  }
}

void receive(const ACC<float>& chi, const ACC<complexd>& inc, const ACC<complexd>& green, const double* alpha, const int* idx,
             double* sig) {
  double a = chi(0, 0) * exp(-alpha[idx[1] % 2] * 0.1 * idx[1]);
  for (int m = 0; m < NDET; m++) {
    complexd g = inc(0, 0) * green(m, 0, 0);
    sig[2 * m] += a * g.real() * 0.01;
    sig[2 * m + 1] += a * g.imag() * 0.01;
  }
}
