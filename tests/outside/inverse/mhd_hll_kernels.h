// Kernels of mhd_hll.cpp.
#pragma once
#define NX 12
#define NY 10
#define STEPS 4

struct Flow {
  double f[8], s[8];
  double fast, normal;
};

static inline double pressure(const double *s, double gamma) {
  return (gamma - 1.0) * (s[4] - 0.5 * (s[1] * s[1] + s[2] * s[2] + s[3] * s[3]) / s[0] - 0.5 * (s[5] * s[5] + s[6] * s[6] + s[7] * s[7]));
}

template <int n>
static inline Flow flow_of(const double *s, double gamma) {
  Flow r;
  const double p = pressure(s, gamma);
  double v[3], vb = 0.0, bb = 0.0;
  for (int k = 0; k < 3; k++) {
    v[k] = s[1 + k] / s[0];
    vb += v[k] * s[5 + k];
    bb += s[5 + k] * s[5 + k];
  }
  const double all = p + 0.5 * bb, bn = s[5 + n];
  r.f[0] = s[1 + n];
  for (int k = 0; k < 3; k++) {
    r.f[1 + k] = s[1 + k] * v[n] - bn * s[5 + k];
    if (k == n) r.f[1 + k] += all;
    r.f[5 + k] = k == n ? 0.0 : s[5 + k] * v[n] - bn * v[k];
  }
  r.f[4] = (s[4] + all) * v[n] - bn * vb;
  const double a = gamma * p / s[0], b = bb / s[0], bx = bn * bn / s[0];
  r.fast = sqrt(0.5 * (a + b + sqrt((a + b) * (a + b) - 4.0 * a * bx + 1e-12)));
  r.normal = v[n];
  for (int c = 0; c < 8; c++) r.s[c] = s[c];
  return r;
}

static inline double limit(double a, double b) {
  if (a * b > 0.0) return 2.0 * a * b / (a + b);
  return 0.0;
}

template <int n>
void wave(const ACC<double> &u, const double *gamma, double *most) {
  double s[8];
  for (int c = 0; c < 8; c++) s[c] = u(c, 0, 0);
  const Flow f = flow_of<n>(s, *gamma);
  *most = MAX(*most, fabs(f.normal) + f.fast);
}

void courant(const double *fastest, double *dt) { *dt = 0.4 / *fastest; }

template <int n>
void hll(const ACC<double> &u, ACC<double> &flux, const double *gamma) {
  const int x = n == 0, y = n == 1;
  double l[8], r[8];
  for (int c = 0; c < 8; c++) {
    const double d0 = u(c, 0, 0) - u(c, -x, -y), d1 = u(c, x, y) - u(c, 0, 0), d2 = u(c, 2 * x, 2 * y) - u(c, x, y);
    l[c] = u(c, 0, 0) + 0.5 * limit(d0, d1);
    r[c] = u(c, x, y) - 0.5 * limit(d1, d2);
  }
  const Flow a = flow_of<n>(l, *gamma), b = flow_of<n>(r, *gamma);
  const double sl = fmin(a.normal - a.fast, b.normal - b.fast), sr = fmax(a.normal + a.fast, b.normal + b.fast);
  if (sl >= 0.0) {
    for (int c = 0; c < 8; c++) flux(c, 0, 0) = a.f[c];
    return;
  }
  if (sr <= 0.0) {
    for (int c = 0; c < 8; c++) flux(c, 0, 0) = b.f[c];
    return;
  }
  for (int c = 0; c < 8; c++) flux(c, 0, 0) = (sr * a.f[c] - sl * b.f[c] + sl * sr * (b.s[c] - a.s[c])) / (sr - sl);
}

template <int n>
void update(const ACC<double> &flux, ACC<double> &u, const double *dt) {
  for (int c = 0; c < 8; c++) u(c, 0, 0) -= *dt * (flux(c, 0, 0) - flux(c, -(n == 0), -(n == 1)));
}

void magnetic(const ACC<double> &u, double *energy) {
  double sum = 0.0;
  for (int c = 5; c < 8; c++) sum += u(c, 0, 0) * u(c, 0, 0);
  *energy += 0.5 * sum;
}

void thinnest(const ACC<double> &u, const double *gamma, double *least) {
  const double s[8] = {u(0, 0, 0), u(1, 0, 0), u(2, 0, 0), u(3, 0, 0), u(4, 0, 0), u(5, 0, 0), u(6, 0, 0), u(7, 0, 0)};
  *least = fmin(*least, pressure(s, *gamma));
}
