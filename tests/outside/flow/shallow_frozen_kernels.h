#ifndef SHALLOW_FROZEN_KERNELS_H
#define SHALLOW_FROZEN_KERNELS_H

inline double celerity(double h, double hu, double hv)
{
  double u = fabs(hu / h), v = fabs(hv / h);
  return MAX(u, v) + sqrt(grav * h);
}

#define PRESS(a, b, c) ((a) * (a) / (b) + 0.5 * grav * (c) * (c))

void sw_dt(const ACC<double>& h, const ACC<double>& hu, const ACC<double>& hv, double* dtmin)
{
  double d = cfl * MIN(dx, dy) / celerity(h(0, 0), hu(0, 0), hv(0, 0));
  *dtmin = MIN(*dtmin, d);
}

void sw_step(const ACC<double>& h, const ACC<double>& hu, const ACC<double>& hv, ACC<double>& hn, ACC<double>& hun, ACC<double>& hvn, const double* dt)
{
  double cx = 0.5 * *dt / dx, cy = 0.5 * *dt / dy;
  double fe, fw, gn, gs;
  hn(0, 0) = 0.25 * (h(1, 0) + h(-1, 0) + h(0, 1) + h(0, -1)) - cx * (hu(1, 0) - hu(-1, 0)) - cy * (hv(0, 1) - hv(0, -1));
  fe = PRESS(hu(1, 0), h(1, 0), h(1, 0));
  fw = PRESS(hu(-1, 0), h(-1, 0), h(-1, 0));
  gn = hu(0, 1) * hv(0, 1) / h(0, 1);
  gs = hu(0, -1) * hv(0, -1) / h(0, -1);
  hun(0, 0) = 0.25 * (hu(1, 0) + hu(-1, 0) + hu(0, 1) + hu(0, -1));
  hun(0, 0) = hun(0, 0) - cx * (fe - fw) - cy * (gn - gs);
  fe = hu(1, 0) * hv(1, 0) / h(1, 0);
  fw = hu(-1, 0) * hv(-1, 0) / h(-1, 0);
  gn = PRESS(hv(0, 1), h(0, 1), h(0, 1));
  gs = PRESS(hv(0, -1), h(0, -1), h(0, -1));
  hvn(0, 0) = 0.25 * (hv(1, 0) + hv(-1, 0) + hv(0, 1) + hv(0, -1));
  hvn(0, 0) -= cx * (fe - fw) + cy * (gn - gs);
}

void sw_copy(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(0, 0); }

void sw_energy(const ACC<double>& h, const ACC<double>& hu, const ACC<double>& hv, double* e)
{
  *e += 0.5 * (hu(0, 0) * hu(0, 0) + hv(0, 0) * hv(0, 0)) / h(0, 0) + 0.5 * grav * (h(0, 0) - 1.0) * (h(0, 0) - 1.0);
}
#endif
