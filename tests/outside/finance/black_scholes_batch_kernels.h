#ifndef BLACK_SCHOLES_BATCH_KERNELS_H
#define BLACK_SCHOLES_BATCH_KERNELS_H

// rows of (1 - dt/2 L) for every option; first and last row are boundary values
void bs_matrix(ACC<double> &a, ACC<double> &b, ACC<double> &c, const ACC<double> &vol, const double *rate,
               const int *idx) {
  if (idx[1] == 0 || idx[1] == nprice - 1) {
    a(0, 0) = 0.0;
    b(0, 0) = 1.0;
    c(0, 0) = 0.0;
    return;
  }
  const double s2 = vol(0, 0) * vol(0, 0);
  const double diff = 0.5 * s2 / (dlog * dlog);
  const double drift = (*rate - 0.5 * s2) / (2.0 * dlog);
  a(0, 0) = -0.5 * dtau * (diff - drift);
  b(0, 0) = 1.0 + 0.5 * dtau * (2.0 * diff + *rate);
  c(0, 0) = -0.5 * dtau * (diff + drift);
}

void bs_payoff(ACC<double> &u, const int *idx) {
  double x = xlow + idx[1] * dlog;
  u(0, 0) = x > 0.0 ? exp(x) - 1.0 : 0.0;
}

// d = (1 + dt/2 L) u, written with the entries of the matrix
void bs_rhs(const ACC<double> &a, const ACC<double> &b, const ACC<double> &c, const ACC<double> &u, ACC<double> &d,
            const double *rate, const double *tau, const int *idx) {
  if (idx[1] == 0) {
    d(0, 0) = 0.0;
  } else if (idx[1] == nprice - 1) {
    double x = xlow + idx[1] * dlog;
    d(0, 0) = exp(x) - exp(-rate[0] * tau[0]);
  } else {
    d(0, 0) = -a(0, 0) * u(0, -1) + (2.0 - b(0, 0)) * u(0, 0) - c(0, 0) * u(0, 1);
  }
}

void bs_copy(const ACC<double> &d, ACC<double> &u) { u(0, 0) = d(0, 0); }

// parabola through three grid points around the strike
void bs_price(const ACC<double> &u, const ACC<double> &spot, const ACC<double> &strike, ACC<double> &price,
              const int *idx) {
  double x = log(spot(0, 0) / strike(0, 0));
  double t = (x - (xlow + idx[1] * dlog)) / dlog;
  double w[3];
  w[0] = 0.5 * t * (t - 1.0);
  w[1] = 1.0 - t * t;
  w[2] = 0.5 * t * (t + 1.0);
  double v = 0.0;
  for (int k = 0; k < 3; k++)
    v += w[k] * u(0, k - 1);
  price(0, 0) = strike(0, 0) * v;
}

void bs_book(const ACC<double> &price, const int *idx, double *sum) {
  *sum += (1.0 + 0.25 * (idx[0] % 3)) * price(0, 0);
}

#endif
