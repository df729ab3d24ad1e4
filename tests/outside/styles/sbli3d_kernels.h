#pragma once
void opensbliblock00Kernel_init(ACC<double>& rho, ACC<double>& rhou0, ACC<double>& rhou1, ACC<double>& rhou2, ACC<double>& rhoE, const int* idx) {
  const double x = Delta0block0 * idx[0], y = Delta1block0 * idx[1], z = Delta2block0 * idx[2];
  const double u = sin(x) * cos(y) * cos(z), v = -cos(x) * sin(y) * cos(z), p = inv_1 / gama + (cos(2.0 * x) + cos(2.0 * y)) * (2.0 + cos(2.0 * z)) / 16.0;
  const double r = gama * Minf * Minf * p;
  rho(0, 0, 0) = r;
  rhou0(0, 0, 0) = r * u;
  rhou1(0, 0, 0) = r * v;
  rhou2(0, 0, 0) = 0.0;
  rhoE(0, 0, 0) = p / (gama - 1) + 0.5 * r * (u * u + v * v);
}
void opensbliblock00Kernel_save(const ACC<double>& a, const ACC<double>& b, const ACC<double>& c, const ACC<double>& d, const ACC<double>& e, ACC<double>& A, ACC<double>& B, ACC<double>& C, ACC<double>& D, ACC<double>& E) {
  A(0, 0, 0) = a(0, 0, 0), B(0, 0, 0) = b(0, 0, 0), C(0, 0, 0) = c(0, 0, 0), D(0, 0, 0) = d(0, 0, 0), E(0, 0, 0) = e(0, 0, 0);
}
void opensbliblock00Kernel_prim(const ACC<double>& rho, const ACC<double>& rhou0, const ACC<double>& rhou1, const ACC<double>& rhou2, const ACC<double>& rhoE, ACC<double>& u0, ACC<double>& u1, ACC<double>& u2, ACC<double>& p, ACC<double>& T) {
  const double inv_rho = 1.0 / rho(0, 0, 0);
  u0(0, 0, 0) = rhou0(0, 0, 0) * inv_rho;
  u1(0, 0, 0) = rhou1(0, 0, 0) * inv_rho;
  u2(0, 0, 0) = rhou2(0, 0, 0) * inv_rho;
  p(0, 0, 0) = (-1 + gama) * (rhoE(0, 0, 0) - 0.5 * rho(0, 0, 0) * (u0(0, 0, 0) * u0(0, 0, 0) + u1(0, 0, 0) * u1(0, 0, 0) + u2(0, 0, 0) * u2(0, 0, 0)));
  T(0, 0, 0) = p(0, 0, 0) * Minf * Minf * gama * inv_rho;
}
#define D0(f) (inv_0 * (f(-2, 0, 0) - 8.0 * f(-1, 0, 0) + 8.0 * f(1, 0, 0) - f(2, 0, 0)) / 12.0)
#define D1(f) ((f(0, -2, 0) - 8.0 * f(0, -1, 0) + 8.0 * f(0, 1, 0) - f(0, 2, 0)) / (12.0 * Delta1block0))
#define D2(f) ((f(0, 0, -2) - 8.0 * f(0, 0, -1) + 8.0 * f(0, 0, 1) - f(0, 0, 2)) / (12.0 * Delta2block0))
#define LAP(f)                                                                              \
  ((f(-1, 0, 0) - 2.0 * f(0, 0, 0) + f(1, 0, 0)) * inv_0 * inv_0 +                          \
   (f(0, -1, 0) - 2.0 * f(0, 0, 0) + f(0, 1, 0)) / (Delta1block0 * Delta1block0) +          \
   (f(0, 0, -1) - 2.0 * f(0, 0, 0) + f(0, 0, 1)) / (Delta2block0 * Delta2block0))
#define CONV(f) (u0(0, 0, 0) * D0(f) + u1(0, 0, 0) * D1(f) + u2(0, 0, 0) * D2(f))
void opensbliblock00Kernel_res(const ACC<double>& rho, const ACC<double>& rhou0, const ACC<double>& rhou1, const ACC<double>& rhou2, const ACC<double>& rhoE, const ACC<double>& u0, const ACC<double>& u1,
                               const ACC<double>& u2, const ACC<double>& p, const ACC<double>& T, ACC<double>& R0, ACC<double>& R1, ACC<double>& R2, ACC<double>& R3, ACC<double>& R4) {
  const double div = D0(u0) + D1(u1) + D2(u2), mu = pow(T(0, 0, 0), 0.7) / Re;
  R0(0, 0, 0) = -CONV(rho) - rho(0, 0, 0) * div;
  R1(0, 0, 0) = -CONV(rhou0) - rhou0(0, 0, 0) * div - D0(p) + mu * LAP(u0);
  R2(0, 0, 0) = -CONV(rhou1) - rhou1(0, 0, 0) * div - D1(p) + mu * LAP(u1);
  R3(0, 0, 0) = -CONV(rhou2) - rhou2(0, 0, 0) * div - D2(p) + mu * LAP(u2);
  R4(0, 0, 0) = -CONV(rhoE) - (rhoE(0, 0, 0) + p(0, 0, 0)) * div - CONV(p) + mu * inv_1 * LAP(T) / (gama - 1.0);
}
#define STAGE(q, o, r)                              \
  q(0, 0, 0) = o(0, 0, 0) + dt * rknew[0] * r(0, 0, 0); \
  o(0, 0, 0) = o(0, 0, 0) + dt * rkold[0] * r(0, 0, 0);
void opensbliblock00Kernel_rk(ACC<double>& q0, ACC<double>& q1, ACC<double>& q2, ACC<double>& q3, ACC<double>& q4, ACC<double>& o0, ACC<double>& o1, ACC<double>& o2, ACC<double>& o3, ACC<double>& o4,
                              const ACC<double>& r0, const ACC<double>& r1, const ACC<double>& r2, const ACC<double>& r3, const ACC<double>& r4, const double* rknew, const double* rkold) {
  STAGE(q0, o0, r0)
  STAGE(q1, o1, r1)
  STAGE(q2, o2, r2)
  STAGE(q3, o3, r3)
  STAGE(q4, o4, r4)
}
void opensbliblock00Kernel_ke(const ACC<double>& rho, const ACC<double>& a, const ACC<double>& b, const ACC<double>& c, const ACC<double>& e, double* KE) {
  *KE += 0.5 * (a(0, 0, 0) * a(0, 0, 0) + b(0, 0, 0) * b(0, 0, 0) + c(0, 0, 0) * c(0, 0, 0)) / rho(0, 0, 0) + 1e-3 * e(0, 0, 0) * e(0, 0, 0);
}
