// Kernels of the Euler solver: tables, limiters and an exact Riemann solver.
#pragma once
#include <algorithm>
#include <cmath>

namespace euler {

enum limiter_kind { none = 0, minmod = 1, superbee = 2, van_leer = 3, mc = 4 };

struct primitive {
  double rho, u, p;
};
struct side_t {
  primitive w;
  struct {
    double a, A, B;
  } c;
};
struct star_t {
  double p, u;
  int iterations;
};

inline double sound(const primitive &w) { return std::sqrt(gamma_gas * w.p / w.rho); }

static inline double limited(double a, double b, int kind) {
  if (kind == none) return 0.0;
  if (a * b <= 0.0) return 0.0;
  switch (kind) {
    case minmod:
      return std::abs(a) < std::abs(b) ? a : b;
    case superbee: {
      const double s = a > 0 ? 1.0 : -1.0;
      const double x = std::min(2.0 * std::fabs(a), std::fabs(b)), y = std::min(std::fabs(a), 2.0 * std::fabs(b));
      return s * std::max(x, y);
    }
    case van_leer:
      return 2.0 * a * b / (a + b);
    case mc: {
      double m[3] = {2.0 * a, 2.0 * b, 0.5 * (a + b)}, best = m[0];
      for (int i = 1; i < 3; ++i)
        if (fabs(m[i]) < fabs(best)) best = m[i];
      return best;
    }
    default:
      break;
  }
  return 0.0;
}

inline void pressure_function(double p, const side_t &s, double &f, double &df) {
  if (p > s.w.p) {
    double q = std::sqrt(s.c.A / (p + s.c.B));
    f = (p - s.w.p) * q;
    df = q * (1.0 - 0.5 * (p - s.w.p) / (s.c.B + p));
  } else {
    double r = p / s.w.p;
    f = 2.0 * s.c.a / (gamma_gas - 1.0) * (std::pow(r, (gamma_gas - 1.0) / (2.0 * gamma_gas)) - 1.0);
    df = std::pow(r, -(gamma_gas + 1.0) / (2.0 * gamma_gas)) / (s.w.rho * s.c.a);
  }
}

inline star_t star_state(const side_t &l, const side_t &r) {
  star_t out;
  double p = std::max(1e-6, 0.5 * (l.w.p + r.w.p) - 0.125 * (r.w.u - l.w.u) * (l.w.rho + r.w.rho) * (l.c.a + r.c.a));
  double fl, dl, fr, dr;
  int n = 0;
  while (true) {
    pressure_function(p, l, fl, dl);
    pressure_function(p, r, fr, dr);
    double dp = (fl + fr + r.w.u - l.w.u) / (dl + dr), old = p;
    p -= dp;
    if (p < 1e-8) p = 1e-8;
    ++n;
    if (2.0 * std::fabs(p - old) / (p + old) < 1e-15 || n >= 40) break;
  }
  out.p = p;
  out.u = 0.5 * (l.w.u + r.w.u) + 0.5 * (fr - fl);
  out.iterations = n;
  return out;
}

// the state on the ray x / t = 0
inline primitive sample(const side_t &l, const side_t &r, const star_t &s) {
  const bool left = s.u >= 0.0;
  const side_t &k = left ? l : r;
  const double sign = left ? 1.0 : -1.0, g = gamma_gas;
  primitive w = k.w;
  if (s.p > k.w.p) {
    double ratio = s.p / k.w.p, S = sign * k.w.u - k.c.a * std::sqrt((g + 1) / (2 * g) * ratio + (g - 1) / (2 * g));
    if (S >= 0.0) return w;
    w.rho = k.w.rho * (ratio + (g - 1) / (g + 1)) / (ratio * (g - 1) / (g + 1) + 1);
    w.u = s.u, w.p = s.p;
    return w;
  }
  if (sign * k.w.u - k.c.a >= 0.0) return w;
  double cs = k.c.a * std::pow(s.p / k.w.p, (g - 1) / (2 * g));
  if (sign * s.u - cs <= 0.0) {
    w.rho = k.w.rho * std::pow(s.p / k.w.p, 1.0 / g);
    w.u = s.u;
    w.p = s.p;
    return w;
  }
  double f = 2 / (g + 1) + sign * (g - 1) / ((g + 1) * k.c.a) * k.w.u;
  w.rho = k.w.rho * std::pow(f, 2 / (g - 1));
  w.u = sign * 2 / (g + 1) * (k.c.a + sign * (g - 1) / 2 * k.w.u);
  w.p = k.w.p * std::pow(f, 2 * g / (g - 1));
  return w;
}

template <int N>
inline double table(const double (&t)[N], double x) {
  x = x < 0 ? 0 : x;
  int i = (int)x;
  if (i > N - 2) i = N - 2;
  const double s = x - i;
  return (1 - s) * t[i] + s * t[i + 1];
}
}  // namespace euler

void euler_primitive(const ACC<double> &q, ACC<double> &w, const int *flag) {
  using namespace euler;
  const double rho = q(0, 0), u = q(1, 0) / rho;
  w(0, 0) = rho;
  w(1, 0) = u;
  double e = q(2, 0) / rho - 0.5 * u * u;
  if (flag[0]) {
    // a stiffened table: p = (g - 1) rho e (1 + 0.01 T(4 e)); solved for nothing, only evaluated
    e *= 1.0 + 0.01 * table(eos_table, 4.0 * e);
  }
  w(2, 0) = (gamma_gas - 1.0) * rho * e;
}

void euler_flux(const ACC<double> &w, ACC<double> &f, ACC<int> &its, const int *kind) {
  using namespace euler;
  double slope[2][3], face[2][3];
  for (int c = 0; c < 3; ++c) {
    slope[0][c] = limited(w(c, -1) - w(c, -2), w(c, 0) - w(c, -1), kind[c]);
    slope[1][c] = limited(w(c, 0) - w(c, -1), w(c, 1) - w(c, 0), kind[c]);
    face[0][c] = w(c, -1) + 0.5 * slope[0][c];
    face[1][c] = w(c, 0) - 0.5 * slope[1][c];
  }
  side_t s[2];
  for (int k = 0; k < 2; k++) {
    s[k].w = {face[k][0], face[k][1], face[k][2]};
    s[k].c.a = sound(s[k].w);
    s[k].c.A = 2.0 / ((gamma_gas + 1.0) * s[k].w.rho);
    s[k].c.B = (gamma_gas - 1.0) / (gamma_gas + 1.0) * s[k].w.p;
  }
  const star_t star = star_state(s[0], s[1]);
  const primitive v = sample(s[0], s[1], star);
  its(0) = star.iterations;
  f(0, 0) = v.rho * v.u;
  f(1, 0) = v.rho * v.u * v.u + v.p;
  f(2, 0) = v.u * (gamma_gas / (gamma_gas - 1.0) * v.p + 0.5 * v.rho * v.u * v.u);
}

void euler_update(const ACC<double> &f, ACC<double> &q, const double *dtdx) {
  for (int c = 0; c < 3; c++) q(c, 0) -= *dtdx * (f(c, 1) - f(c, 0));
}

void euler_ends(ACC<double> &w, const int *side) {
  const int from = side[0] < 0 ? 2 : -2;
  // reflecting: cells -1, -2 mirror 0, 1
  (void)from;
  if (side[1] == 1) {
    w(0, 0) = w(0, -side[0] * 1), w(1, 0) = -w(1, -side[0] * 1), w(2, 0) = w(2, -side[0]);
  } else {
    w(0, 0) = w(0, -side[0] * 3), w(1, 0) = -w(1, -side[0] * 3), w(2, 0) = w(2, -side[0] * 3);
  }
}

void euler_cost(const ACC<double> &w, const ACC<double> &target, double *J) {
  double d = w(2, 0) - target(0), k = 0.5 * pow(w(1, 0), 2) + pow(w(0, 0), 3) * 1e-2 + std::cbrt(w(0, 0)) + std::hypot(w(1, 0), 0.3);
  *J += d * d + (d > 0 ? k : std::exp(-k)) * 0.1;
}
