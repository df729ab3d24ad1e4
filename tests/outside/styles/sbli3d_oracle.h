// The same in plain loops with periodic indices, with the derivative along way().
#pragma once
struct Dual { double v, d; };
inline Dual operator+(Dual a, Dual b) { return {a.v + b.v, a.d + b.d}; }
inline Dual operator-(Dual a, Dual b) { return {a.v - b.v, a.d - b.d}; }
inline Dual operator*(Dual a, Dual b) { return {a.v * b.v, a.d * b.v + a.v * b.d}; }
inline Dual operator/(Dual a, Dual b) { return {a.v / b.v, (a.d - a.v / b.v * b.d) / b.v}; }
inline Dual operator*(double a, Dual b) { return {a * b.v, a * b.d}; }
inline double way(int v, int i, int j, int k) { return sin(1.0 + v + 0.7 * i + 1.3 * j + 2.1 * k); }
inline Dual oracle(int steps) {
  const int n[3] = {block0np0, block0np1, block0np2}, N = n[0] * n[1] * n[2];
  const double h[3] = {Delta0block0, Delta1block0, Delta2block0};
  using F = std::vector<Dual>;
  std::vector<F> q(5, F(N)), o, w(5, F(N)), r(5, F(N));
  for (int k = 0, c = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i, ++c) {
        double x = h[0] * i, y = h[1] * j, z = h[2] * k, u = sin(x) * cos(y) * cos(z), v = -cos(x) * sin(y) * cos(z);
        double p = 1 / (Minf * Minf * gama) + (cos(2 * x) + cos(2 * y)) * (2 + cos(2 * z)) / 16, d = gama * Minf * Minf * p, a[5] = {d, d * u, d * v, 0, p / (gama - 1) + 0.5 * d * (u * u + v * v)};
        for (int s = 0; s < 5; ++s) q[s][c] = {a[s], way(s, i, j, k)};
      }
  auto at = [&](int c, int d, int s) {
    int i[3] = {c % n[0], c / n[0] % n[1], c / n[0] / n[1]};
    i[d] = (i[d] + s + n[d]) % n[d];
    return i[0] + n[0] * (i[1] + n[1] * i[2]);
  };
  auto D = [&](const F& f, int c, int d) { return 1 / (12 * h[d]) * (f[at(c, d, -2)] - 8.0 * f[at(c, d, -1)] + 8.0 * f[at(c, d, 1)] - f[at(c, d, 2)]); };
  auto L = [&](const F& f, int c) {
    Dual s{0, 0};
    for (int d = 0; d < 3; ++d) s = s + 1 / (h[d] * h[d]) * (f[at(c, d, -1)] - 2.0 * f[c] + f[at(c, d, 1)]);
    return s;
  };
  for (int it = 0; it < steps; ++it) {
    o = q;
    for (int st = 0; st < 3; ++st) {
      for (int c = 0; c < N; ++c) {
        Dual k{0, 0};
        for (int d = 0; d < 3; ++d) w[d][c] = q[1 + d][c] / q[0][c], k = k + w[d][c] * w[d][c];
        w[3][c] = (gama - 1) * (q[4][c] - 0.5 * (q[0][c] * k));
        w[4][c] = Minf * Minf * gama * (w[3][c] / q[0][c]);
      }
      for (int c = 0; c < N; ++c) {
        auto conv = [&](const F& f) { return w[0][c] * D(f, c, 0) + w[1][c] * D(f, c, 1) + w[2][c] * D(f, c, 2); };
        const Dual div = D(w[0], c, 0) + D(w[1], c, 1) + D(w[2], c, 2), T = w[4][c];
        const Dual mu{pow(T.v, 0.7) / Re, 0.7 * pow(T.v, -0.3) * T.d / Re};
        const Dual zero{0, 0};
        r[0][c] = zero - conv(q[0]) - q[0][c] * div;
        for (int d = 0; d < 3; ++d) r[1 + d][c] = zero - conv(q[1 + d]) - q[1 + d][c] * div - D(w[3], c, d) + mu * L(w[d], c);
        r[4][c] = zero - conv(q[4]) - (q[4][c] + w[3][c]) * div - conv(w[3]) + 1 / (Minf * Minf * (gama - 1)) * (mu * L(w[4], c));
      }
      for (int s = 0; s < 5; ++s)
        for (int c = 0; c < N; ++c) q[s][c] = o[s][c] + dt * rknew[st] * r[s][c], o[s][c] = o[s][c] + dt * rkold[st] * r[s][c];
    }
  }
  Dual J{0, 0};
  for (int c = 0; c < N; ++c) J = J + 0.5 * ((q[1][c] * q[1][c] + q[2][c] * q[2][c] + q[3][c] * q[3][c]) / q[0][c]) + 1e-3 * (q[4][c] * q[4][c]);
  return J;
}
