// Kernels of weno5.cpp.
#pragma once
struct Scheme {
  double spacing, courant, old_weight[3], new_weight[3];
};
extern Scheme scheme;

template <class T>
static inline T sq(T x) {
  return x * x;
}

static inline double weno(double a, double b, double c, double d, double e) {
  const double ideal[3] = {0.1, 0.6, 0.3};
  const double value[3] = {(2.0 * a - 7.0 * b + 11.0 * c) / 6.0, (-b + 5.0 * c + 2.0 * d) / 6.0, (2.0 * c + 5.0 * d - e) / 6.0};
  const double rough[3] = {13.0 / 12.0 * sq(a - 2.0 * b + c) + 0.25 * sq(a - 4.0 * b + 3.0 * c),
                           13.0 / 12.0 * sq(b - 2.0 * c + d) + 0.25 * sq(b - d),
                           13.0 / 12.0 * sq(c - 2.0 * d + e) + 0.25 * sq(3.0 * c - 4.0 * d + e)};
  double sum = 0.0, weights = 0.0;
  for (int k = 0; k < 3; k++) {
    const double w = ideal[k] / sq(1e-6 + rough[k]);
    sum += w * value[k];
    weights += w;
  }
  return sum / weights;
}

static inline double pressure(const double *s) { return 0.4 * (s[2] - 0.5 * s[1] * s[1] / s[0]); }
static inline double fastest(const double *s) { return fabs(s[1] / s[0]) + sqrt(1.4 * pressure(s) / s[0]); }
static inline void flux_of(const double s[3], double f[3]) {
  const double p = pressure(s);
  f[0] = s[1];
  f[1] = s[1] * s[1] / s[0] + p;
  f[2] = (s[2] + p) * s[1] / s[0];
}

void copy(const ACC<double> &from, ACC<double> &to) {
  for (int c = 0; c < 3; c++) to(c, 0) = from(c, 0);
}

void crossing(const ACC<double> &u, double *least) {
  double s[3];
  for (int c = 0; c < 3; c++) s[c] = u(c, 0);
  *least = MIN(*least, scheme.spacing / fastest(s));
}

template <int right>
void mirror(ACC<double> &u, const int *way) {
  for (int c = 0; c < 3; c++) {
    double inner = 0.0;
    if (right)
      inner = *way == -1 ? u(c, -1) : *way == -3 ? u(c, -3) : u(c, -5);
    else
      inner = *way == 1 ? u(c, 1) : *way == 3 ? u(c, 3) : u(c, 5);
    u(c, 0) = c == 1 ? -inner : inner;
  }
}

void faces_of(const ACC<double> &u, ACC<double> &flux) {
  double l[3], r[3], fl[3], fr[3];
  for (int c = 0; c < 3; c++) {
    l[c] = weno(u(c, -2), u(c, -1), u(c, 0), u(c, 1), u(c, 2));
    r[c] = weno(u(c, 3), u(c, 2), u(c, 1), u(c, 0), u(c, -1));
  }
  flux_of(l, fl);
  flux_of(r, fr);
  const double a = MAX(fastest(l), fastest(r));
  for (int c = 0; c < 3; c++) flux(c, 0) = 0.5 * (fl[c] + fr[c] - a * (r[c] - l[c]));
}

void advance(const ACC<double> &first, const ACC<double> &u, const ACC<double> &flux, ACC<double> &next, const double *shortest,
             const double *gravity, const int *stage) {
  const double dt = scheme.courant * *shortest;
  const double source[3] = {0.0, -*gravity * u(0, 0), -*gravity * u(1, 0)};
  for (int c = 0; c < 3; c++)
    next(c, 0) = scheme.old_weight[*stage] * first(c, 0) +
                 scheme.new_weight[*stage] * (u(c, 0) - dt / scheme.spacing * (flux(c, 0) - flux(c, -1)) + dt * source[c]);
}

void distance(const ACC<double> &u, const ACC<double> &data, double *off) {
  for (int c = 0; c < 3; c++) off[c] += (u(c, 0) - data(c, 0)) * (u(c, 0) - data(c, 0));
}
