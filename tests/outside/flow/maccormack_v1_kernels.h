#ifndef MACCORMACK_V1_KERNELS_H
#define MACCORMACK_V1_KERNELS_H

/* old pointer kernels: arrays are indexed with OPS_ACC of the argument's position */
void mac_start(double *r, double *m, double *e, const int *idx)
{
  double x = (idx[0] + 0.5) / ncell;
  double rr = x < 0.45 ? 1.0 : 0.3, p = x < 0.45 ? 1.0 : 0.25, u = 0.1 * sin(5.0 * x);
  r[OPS_ACC0(0)] = rr;
  m[OPS_ACC1(0)] = rr * u;
  e[OPS_ACC2(0)] = p / (gam - 1.0) + 0.5 * rr * u * u;
}

void mac_flux(const double *r, const double *m, const double *e, double *f0, double *f1, double *f2)
{
  double u = m[OPS_ACC1(0)] / r[OPS_ACC0(0)];
  double p = (gam - 1.0) * (e[OPS_ACC2(0)] - 0.5 * m[OPS_ACC1(0)] * u);
  f0[OPS_ACC3(0)] = m[OPS_ACC1(0)];
  f1[OPS_ACC4(0)] = m[OPS_ACC1(0)] * u + p;
  f2[OPS_ACC5(0)] = (e[OPS_ACC2(0)] + p) * u;
}

void mac_predict(const double *q, const double *f, double *qp)
{
  qp[OPS_ACC2(0)] = q[OPS_ACC0(0)] - lam * (f[OPS_ACC1(1)] - f[OPS_ACC1(0)]) +
                    visc * (q[OPS_ACC0(1)] - 2.0 * q[OPS_ACC0(0)] + q[OPS_ACC0(-1)]);
}

void mac_correct(double *q, const double *qp, const double *f)
{
  q[OPS_ACC0(0)] = 0.5 * (q[OPS_ACC0(0)] + qp[OPS_ACC1(0)] - lam * (f[OPS_ACC2(0)] - f[OPS_ACC2(-1)]));
}

void mac_total(const double *r, const double *e, double *sum, double *peak)
{
  sum[0] += r[OPS_ACC0(0)];
  sum[1] += e[OPS_ACC1(0)];
  *peak = MAX(*peak, r[OPS_ACC0(0)]);
}
#endif
