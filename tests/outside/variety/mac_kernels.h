// Kernels of the staggered solver, in the older form: plain pointers and OPS_ACC macros.
#ifndef MAC_KERNELS_H
#define MAC_KERNELS_H

void mac_lid(const double *lid, double *u) { u[OPS_ACC1(0, 0)] = 2.0 * lid[OPS_ACC0(0, 0)] - u[OPS_ACC1(0, -1)]; }
void mac_noslip_y0(double *u) { u[OPS_ACC0(0, 0)] = -u[OPS_ACC0(0, 1)]; }
void mac_noslip_x0(double *v) { v[OPS_ACC0(0, 0)] = -v[OPS_ACC0(1, 0)]; }
void mac_noslip_x1(double *v) { v[OPS_ACC0(0, 0)] = -v[OPS_ACC0(-1, 0)]; }

void mac_advect_u(const double *u, const double *v, const double *dt, double *us) {
  double c = u[OPS_ACC0(0, 0)], e = u[OPS_ACC0(1, 0)], w = u[OPS_ACC0(-1, 0)], n = u[OPS_ACC0(0, 1)], s = u[OPS_ACC0(0, -1)];
  double vm = 0.25 * (v[OPS_ACC1(0, 0)] + v[OPS_ACC1(-1, 0)] + v[OPS_ACC1(0, 1)] + v[OPS_ACC1(-1, 1)]);
  double ux = (e - w) / (2.0 * h), uy = (n - s) / (2.0 * h);
  us[OPS_ACC3(0, 0)] = c + *dt * (-c * ux - vm * uy + nu * (e + w + n + s - 4.0 * c) / (h * h));
}

void mac_advect_v(const double *v, const double *u, const double *dt, double *vs) {
  double c = v[OPS_ACC0(0, 0)], e = v[OPS_ACC0(1, 0)], w = v[OPS_ACC0(-1, 0)], n = v[OPS_ACC0(0, 1)], s = v[OPS_ACC0(0, -1)];
  double um = 0.25 * (u[OPS_ACC1(0, 0)] + u[OPS_ACC1(1, 0)] + u[OPS_ACC1(0, -1)] + u[OPS_ACC1(1, -1)]);
  double vx = (e - w) / (2.0 * h), vy = (n - s) / (2.0 * h);
  vs[OPS_ACC3(0, 0)] = c + *dt * (-um * vx - c * vy + nu * (e + w + n + s - 4.0 * c) / (h * h));
}

void mac_divergence(const double *us, const double *vs, const double *dt, double *rhs) {
  rhs[OPS_ACC3(0, 0)] = (us[OPS_ACC0(1, 0)] - us[OPS_ACC0(0, 0)] + vs[OPS_ACC1(0, 1)] - vs[OPS_ACC1(0, 0)]) / (h * dt[0]);
}

void mac_p_wall(double *p, const int *dir) { p[OPS_ACC0(0, 0)] = p[OPS_ACC0(dir[0], dir[1])]; }

void mac_colour(const double *rhs, double *p, const int *colour, const int *idx) {
  if ((idx[0] + idx[1]) % 2 == *colour) {
    double gs = 0.25 * (p[OPS_ACC1(1, 0)] + p[OPS_ACC1(-1, 0)] + p[OPS_ACC1(0, 1)] + p[OPS_ACC1(0, -1)] - h * h * rhs[OPS_ACC0(0, 0)]);
    p[OPS_ACC1(0, 0)] += omega * (gs - p[OPS_ACC1(0, 0)]);
  }
}

void mac_project_u(const double *us, const double *p, const double *dt, double *u) {
  u[OPS_ACC3(0, 0)] = us[OPS_ACC0(0, 0)] - dt[0] * (p[OPS_ACC1(0, 0)] - p[OPS_ACC1(-1, 0)]) / h;
}
void mac_project_v(const double *vs, const double *p, const double *dt, double *v) {
  v[OPS_ACC3(0, 0)] = vs[OPS_ACC0(0, 0)] - dt[0] * (p[OPS_ACC1(0, 0)] - p[OPS_ACC1(0, -1)]) / h;
}

// centre velocities as two components, and statistics
void mac_centre(const double *u, const double *v, double *c) {
  c[OPS_ACC_MD2(0, 0, 0)] = 0.5 * (u[OPS_ACC0(0, 0)] + u[OPS_ACC0(1, 0)]);
  c[OPS_ACC_MD2(1, 0, 0)] = 0.5 * (v[OPS_ACC1(0, 0)] + v[OPS_ACC1(0, 1)]);
}
void mac_stats(const double *c, const double *rhs, double *lo, double *hi, double *sum, int *count) {
  for (int d = 0; d < 2; d++) {
    double x = c[OPS_ACC_MD0(d, 0, 0)];
    lo[d] = MIN(lo[d], x);
    hi[d] = MAX(hi[d], x);
    sum[d] += x * x;
  }
  sum[2] += fabs(rhs[OPS_ACC1(0, 0)]);
  if (c[OPS_ACC_MD0(0, 0, 0)] < 0.0) count[0] += 1;
  else count[1] += 1;
}
void mac_speed(const double *u, double *m) { *m = MAX(*m, fabs(u[OPS_ACC0(0, 0)])); }
#endif
