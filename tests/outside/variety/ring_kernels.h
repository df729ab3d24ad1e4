// Kernels of the ring of turned blocks.
#ifndef RING_KERNELS_H
#define RING_KERNELS_H

#define IX(a, i, j, k) a((i), (j), (k))
#define LAPLACE(a)                                                                                   \
  (IX(a, 1, 0, 0) + IX(a, -1, 0, 0) + IX(a, 0, 1, 0) + IX(a, 0, -1, 0) + IX(a, 0, 0, 1) + IX(a, 0, 0, -1) - \
   6.0 * IX(a, 0, 0, 0))

void ring_zero_kernel(ACC<double> &a, ACC<double> &b) {
  a(0, 0, 0) = 0.0;
  b(0, 0, 0) = 0.0;
}

void ring_step_kernel(const ACC<double> &u, const ACC<float> &mask, ACC<double> &un) {
  double lap = LAPLACE(u);
  if (mask(0, 0, 0) > 0.5f)
    un(0, 0, 0) = u(0, 0, 0) + kappa * lap + react[0] * u(0, 0, 0) * (react[1] - u(0, 0, 0));
  else
    un(0, 0, 0) = u(0, 0, 0) + 0.5 * kappa * lap;
}

// one wall, the direction away from the interior is given as an offset into the interior
void ring_wall_kernel(ACC<double> &u, const int *in) { u(0, 0, 0) = u(in[0], in[1], in[2]); }

void ring_copy_kernel(const ACC<double> &from, ACC<double> &to) { to(0, 0, 0) = from(0, 0, 0); }

void ring_sum_kernel(const ACC<double> &u, const ACC<double> &w, double *s, double *hi) {
  s[0] += w(0, 0, 0) * u(0, 0, 0) * u(0, 0, 0);
  s[1] += u(0, 0, 0);
  hi[0] = MAX(hi[0], u(0, 0, 0));
}

void ring_mask_kernel(ACC<float> &m, const int *idx, const int *side) {
  m(0, 0, 0) = (idx[0] * side[0] + idx[1] * side[1] + idx[2] * side[2]) % 3 == 0 ? 0.0f : 1.0f;
}
#endif
