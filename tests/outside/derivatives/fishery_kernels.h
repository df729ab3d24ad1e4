/* growth with an Allee threshold p[2] and capacity p[1] * habitat; the catch has a selectivity of erf shape around p[3] */
void growth(const ACC<double>& n, const ACC<double>& hab, const ACC<double>& effort, ACC<double>& nn, const double* p,
            const int* open_season, double* yield) {
  double x = n(0), K = p[1] * hab(0);
  double c = 0.0;
  if (*open_season) c = 0.5 * effort(0) * x * (1.0 + erf((x - p[3]) / width));
  nn(0) = x + dt * (p[0] * x * (x / p[2] - 1.0) * (1.0 - x / K) - c);
  *yield += dt * c;
}

void growth_adjoint(const ACC<double>& n, ACC<double>& n_a1s, const ACC<double>& hab, const ACC<double>& effort, ACC<double>& effort_a1s,
                    ACC<double>& nn, ACC<double>& nn_a1s, const double* p, double* p_a1s, const int* open_season, double* yield,
                    const double* yield_a1s) {
  double x = n(0), K = p[1] * hab(0);
  double o = nn_a1s(0);
  double allee = x / p[2] - 1.0, room = 1.0 - x / K;
  double xa = o * (1.0 + dt * p[0] * (allee * room + x / p[2] * room - x * allee / K));
  p_a1s[0] += o * dt * x * allee * room;
  p_a1s[1] += o * dt * p[0] * x * allee * x / (K * p[1]);
  p_a1s[2] += -o * dt * p[0] * x * x / (p[2] * p[2]) * room;
  if (*open_season) {
    double ca = dt * (yield_a1s[0] - o);
    double z = (x - p[3]) / width, sel = 1.0 + erf(z), ds = 1.1283791670955126 * exp(-z * z) / width;
    xa += ca * 0.5 * effort(0) * (sel + x * ds);
    p_a1s[3] += -ca * 0.5 * effort(0) * x * ds;
    effort_a1s(0) += ca * 0.5 * x * sel;
  }
  n_a1s(0) += xa;
  nn_a1s(0) = 0.0;
}

void disperse(const ACC<double>& n, ACC<double>& nn) { nn(0) += dt * diff * (n(-1) - 2.0 * n(0) + n(1)); }
void shore(ACC<double>& n, const int* inward) { n(0) = n(*inward); }
void count(const ACC<double>& n, double* sum) { *sum += n(0); }
void poorest(const ACC<double>& n, double* lo, double* utility) {
  *lo = fmin(*lo, n(0));
  *utility += pow(n(0), 0.8);
}
