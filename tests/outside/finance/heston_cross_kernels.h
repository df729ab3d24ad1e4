#include "heston_cross_types.h"

// component 0: call, component 1: put; par = {rho, xi, kappa, theta, rate}
inline double cross(double pp, double pm, double mp, double mm) { return (pp - pm) - (mp - mm); }

template <int C> inline double one_step(const ACC<double> &u, double v, const double *par) {
  double uxx = (u(C, 1, 0) - 2.0 * u(C, 0, 0) + u(C, -1, 0)) / (hg.dx * hg.dx);
  double uvv = (u(C, 0, 1) - 2.0 * u(C, 0, 0) + u(C, 0, -1)) / (hg.dv * hg.dv);
  double uxv = cross(u(C, 1, 1), u(C, 1, -1), u(C, -1, 1), u(C, -1, -1)) / (4.0 * hg.dx * hg.dv);
  double ux = (u(C, 1, 0) - u(C, -1, 0)) / (2.0 * hg.dx), uv = (u(C, 0, 1) - u(C, 0, -1)) / (2.0 * hg.dv);
  double drift = par[4] - 0.5 * v;
  return u(C, 0, 0) + hg.dt * (0.5 * v * uxx + par[0] * par[1] * v * uxv + 0.5 * par[1] * par[1] * v * uvv +
                               drift * ux + par[2] * (par[3] - v) * uv - par[4] * u(C, 0, 0));
}

void heston_step(const ACC<double> &u, ACC<double> &unew, const double *par, const int *idx) {
  const double v = (idx[1] + 1) * hg.dv;
  unew(0, 0, 0) = one_step<0>(u, v, par);
  unew(1, 0, 0) = one_step<1>(u, v, par);
}

void heston_edge(ACC<double> &u, const int *side) {
  for (int c = 0; c < 2; c++) {
    switch (side[0]) {
    case 0:
      u(c, 0, 0) = 2.0 * u(c, 1, 0) - u(c, 2, 0);
      break;
    case 1:
      u(c, 0, 0) = 2.0 * u(c, -1, 0) - u(c, -2, 0);
      break;
    case 2:
      u(c, 0, 0) = 2.0 * u(c, 0, 1) - u(c, 0, 2);
      break;
    case 3:
      u(c, 0, 0) = 2.0 * u(c, 0, -1) - u(c, 0, -2);
      break;
    }
  }
}

void heston_payoff(ACC<double> &u, const double *strike, const int *idx) {
  double s = exp(hg.x0 + idx[0] * hg.dx);
  // smooth payoff of width 0.05
  double z = s - strike[0];
  double soft = 0.5 * (z + sqrt(z * z + 0.0025));
  u(0, 0, 0) = soft;
  u(1, 0, 0) = soft - z;
}

void heston_pick(const ACC<double> &u, double *sum) {
  sum[0] += u(0, 0, 0);
  sum[1] += u(1, 0, 0);
}
