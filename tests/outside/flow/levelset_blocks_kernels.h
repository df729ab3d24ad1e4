#ifndef LEVELSET_BLOCKS_KERNELS_H
#define LEVELSET_BLOCKS_KERNELS_H
#define SQ(x) ((x) * (x))

/* Godunov step of phi_t = sign(phi0) (1 - |grad phi|); yflip is -1 where y runs down */
void ls_step(const ACC<double>& phi, const ACC<double>& phi0, ACC<double>& out)
{
  double s = phi0(0, 0) / sqrt(SQ(phi0(0, 0)) + SQ(hx));
  double a = (phi(0, 0) - phi(-1, 0)) / hx, b = (phi(1, 0) - phi(0, 0)) / hx;
  double c = (phi(0, 0) - phi(0, -1)) / hy, d = (phi(0, 1) - phi(0, 0)) / hy;
  double gx, gy;
  if (s > 0)
  {
    gx = MAX(SQ(MAX(a, 0.0)), SQ(MIN(b, 0.0)));
    gy = MAX(SQ(MAX(c, 0.0)), SQ(MIN(d, 0.0)));
  }
  else
  {
    gx = MAX(SQ(MIN(a, 0.0)), SQ(MAX(b, 0.0)));
    gy = MAX(SQ(MIN(c, 0.0)), SQ(MAX(d, 0.0)));
  }
  out(0, 0) = phi(0, 0) - dtau * s * (sqrt(gx + gy + 1e-12) - 1.0);
}

void ls_move(const ACC<double>& in, ACC<double>& out) { out(0, 0) = in(0, 0); }

/* linear extrapolation over an outer edge, towards (di, dj) */
void ls_west(ACC<double>& p) { p(0, 0) = 2.0 * p(1, 0) - p(2, 0); }
void ls_east(ACC<double>& p) { p(0, 0) = 2.0 * p(-1, 0) - p(-2, 0); }
void ls_low(ACC<double>& p) { p(0, 0) = 2.0 * p(0, 1) - p(0, 2); }
void ls_high(ACC<double>& p) { p(0, 0) = 2.0 * p(0, -1) - p(0, -2); }

void ls_defect(const ACC<double>& p, double* sum, double* inside, double* most)
{
  double gx = (p(1, 0) - p(-1, 0)) / (2 * hx), gy = (p(0, 1) - p(0, -1)) / (2 * hy);
  double band = exp(-SQ(p(0, 0)) * 40.0);
  *sum += SQ(gx * gx + gy * gy - 1.0) * band;
  *inside += p(0, 0) < 0 ? hx * hy : 0.0;
  *most = MIN(*most, p(0, 0));
}
#endif
