#ifndef CAVITY_FLOW_KERNELS_H
#define CAVITY_FLOW_KERNELS_H

/* prm[0] lid speed, prm[1] viscosity */
void cav_wall(const ACC<double>& psi, ACC<double>& om, const double* prm, const int* idx)
{
  if (idx[1] == nyc - 1)
  {
    om(0, 0) = -2.0 * psi(0, -1) / (hy * hy) - 2.0 * prm[0] / hy;
    return;
  }
  if (idx[1] == 0)
    om(0, 0) = -2.0 * psi(0, 1) / (hy * hy);
  else if (idx[0] == 0)
    om(0, 0) = -2.0 * psi(1, 0) / (hx * hx);
  else if (idx[0] == nxc - 1)
    om(0, 0) = -2.0 * psi(-1, 0) / (hx * hx);
}

void cav_transport(const ACC<double>& psi, const ACC<double>& om, ACC<double>& omn, const double* prm)
{
  double u, v, lap;
  u = (psi(0, 1) - psi(0, -1)) / (2 * hy);
  v = -(psi(1, 0) - psi(-1, 0)) / (2 * hx);
  lap = (om(1, 0) - 2 * om(0, 0) + om(-1, 0)) / (hx * hx) + (om(0, 1) - 2 * om(0, 0) + om(0, -1)) / (hy * hy);
  omn(0, 0) = om(0, 0) + tau * (prm[1] * lap - u * (om(1, 0) - om(-1, 0)) / (2 * hx) - v * (om(0, 1) - om(0, -1)) / (2 * hy));
}

void cav_jacobi(const ACC<double>& psi, const ACC<double>& om, ACC<double>& psin, double* change)
{
  psin(0, 0) = ((psi(1, 0) + psi(-1, 0)) / (hx * hx) + (psi(0, 1) + psi(0, -1)) / (hy * hy) + om(0, 0)) /
               (2 / (hx * hx) + 2 / (hy * hy));
  *change = MAX(*change, fabs(psin(0, 0) - psi(0, 0)));
}

void cav_objective(const ACC<double>& psi, const ACC<double>& om, double* j) { *j += psi(0, 0) * psi(0, 0) + 1e-6 * om(0, 0) * om(0, 0); }
#endif
