#ifndef LBM_OBSTACLE_KERNELS_H
#define LBM_OBSTACLE_KERNELS_H

#define Q 9
#define FOR_Q for (int q = 0; q < Q; q++)

void lbm_start(const ACC<double>& rho, ACC<double>& f)
{
  FOR_Q f(q, 0, 0) = wq[q] * rho(0, 0);
}

/* BGK collision with a body force along x; prm = {force, 1/tau} */
void lbm_collide(ACC<double>& f, const ACC<int>& solid, const double* prm)
{
  if (solid(0, 0)) return;
  double feq[Q], rho = 0.0, ux = 0.0, uy = 0.0;
  FOR_Q
  {
    rho += f(q, 0, 0);
    ux += cx[q] * f(q, 0, 0);
    uy += cy[q] * f(q, 0, 0);
  }
  ux = ux / rho + prm[0] / prm[1];
  uy /= rho;
  double usq = 1.5 * (ux * ux + uy * uy);
  FOR_Q
  {
    double cu = 3.0 * (cx[q] * ux + cy[q] * uy);
    feq[q] = wq[q] * rho * (1.0 + cu + 0.5 * cu * cu - usq);
  }
  FOR_Q f(q, 0, 0) += prm[1] * (feq[q] - f(q, 0, 0));
}

/* pull, with half-way bounce back */
void lbm_stream(const ACC<double>& f, const ACC<int>& solid, ACC<double>& fn)
{
  FOR_Q
  {
    int i = -cx[q], j = -cy[q];
    if (solid(0, 0))
      fn(q, 0, 0) = f(q, 0, 0);
    else if (solid(i, j))
      fn(q, 0, 0) = f(opp[q], 0, 0);
    else
      fn(q, 0, 0) = f(q, i, j);
  }
}

void lbm_probe(const ACC<double>& f, const ACC<int>& solid, double* flow, double* mass)
{
  if (!solid(0, 0))
  {
    double m = 0, r = 0;
    FOR_Q m += cx[q] * f(q, 0, 0);
    FOR_Q r += f(q, 0, 0);
    *flow += m / r;
    *mass += r;
  }
}
#endif
