// market[0] volatility, market[1] rate
static double drift_part(double sigma, double rate) { return rate - 0.5 * sigma * sigma; }

void put_payoff(ACC<double> &payoff, ACC<double> &v, const int *idx) {
  double s = exp(logmin + idx[0] * dx);
  payoff(0) = MAX(strike_level - s, 0.0);
  v(0) = payoff(0);
}

void put_start(const ACC<double> &payoff, ACC<double> &v) { v(0) = payoff(0); }

// one sweep of projected Jacobi for the implicit step
void put_sweep(const ACC<double> &old, const ACC<double> &guess, const ACC<double> &payoff, ACC<double> &fresh,
               const double *market, double *change) {
  double sig = market[0];
  double lam = 0.5 * sig * sig / (dx * dx), mu = drift_part(sig, market[1]) / (2.0 * dx);
  double lower = dt * (lam - mu), upper = dt * (lam + mu), diag = 1.0 + dt * (2.0 * lam + market[1]);
  double y = (old(0) + lower * guess(-1) + upper * guess(1)) / diag;
  fresh(0) = y > payoff(0) ? y : payoff(0);
  *change = MAX(*change, fabs(fresh(0) - guess(0)));
}

void put_edges(const ACC<double> &payoff, ACC<double> &a, ACC<double> &b) {
  a(0) = payoff(0);
  b(0) = payoff(0);
}

void put_exercised(const ACC<double> &v, const ACC<double> &payoff, int *count) {
  if (payoff(0) > 0.0 && v(0) <= payoff(0))
    *count += 1;
}

void put_value(const ACC<double> &v, const double *weight, double *sum) {
  for (int k = -2; k <= 2; k++)
    *sum += weight[k + 2] * v(k);
}
