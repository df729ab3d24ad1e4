#pragma once
// One upwind update of |grad T| = s; the new value never exceeds the old one.
void relax(const ACC<double>& t, ACC<double>& tn, const ACC<double>& s, double* change) {
  double a = MIN(t(-1, 0), t(1, 0));
  double b = MIN(t(0, -1), t(0, 1));
  double f = s(0, 0) * hgrid, cand;
  tn(0, 0) = t(0, 0);
  if (a >= FAR_AWAY && b >= FAR_AWAY) return;
  if (fabs(a - b) >= f)
    cand = MIN(a, b) + f;
  else {
    double disc = 2.0 * f * f - (a - b) * (a - b);
    cand = 0.5 * (a + b + sqrt(disc));
  }
  if (cand < t(0, 0)) {
    *change = MAX(*change, t(0, 0) - cand);
    tn(0, 0) = cand;
  }
}

void slowness(const ACC<double>& m, ACC<double>& s) { s(0, 0) = m(0, 0) > 0.0 ? 1.0 + m(0, 0) : exp(m(0, 0)); }

void fill(ACC<double>& t, const double* v) { t(0, 0) = *v; }

void pick(const ACC<double>& t, const double* obs, double* sq, double* worst) {
  double r = t(0, 0) - obs[0];
  *sq += r * r;
  *worst = fmax(*worst, fabs(r));
}
