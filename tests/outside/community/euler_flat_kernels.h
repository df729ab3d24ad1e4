// Flat kernels, one long expression after the other: fourth-order central differences of the fluxes.
void opsblock00_init(ACC<double>& rho_B0, ACC<double>& rhou0_B0, ACC<double>& rhou1_B0, ACC<double>& rhou2_B0, ACC<double>& rhoE_B0,
                     const int* idx) {
  double x0 = Delta0block0 * idx[0];
  double x1 = Delta1block0 * idx[1];
  double x2 = Delta2block0 * idx[2];
  double r = 1.0 + 0.1 * sin(x0) * cos(x1);
  double u0 = sin(x0) * cos(x1) * cos(x2);
  double u1 = -cos(x0) * sin(x1) * cos(x2);
  double u2 = 0.1 * sin(x2 + x0);
  double p = rc3 + 0.0625 * (cos(2.0 * x0) + cos(2.0 * x1)) * (2.0 + cos(2.0 * x2));
  rho_B0(0, 0, 0) = r;
  rhou0_B0(0, 0, 0) = r * u0;
  rhou1_B0(0, 0, 0) = r * u1;
  rhou2_B0(0, 0, 0) = r * u2;
  rhoE_B0(0, 0, 0) = p / (gama - 1) + 0.5 * r * (pow(u0, 2) + pow(u1, 2) + pow(u2, 2));
}

void opsblock00_primitive(const ACC<double>& rho_B0, const ACC<double>& rhou0_B0, const ACC<double>& rhou1_B0, const ACC<double>& rhou2_B0,
                          const ACC<double>& rhoE_B0, ACC<double>& u0_B0, ACC<double>& u1_B0, ACC<double>& u2_B0, ACC<double>& p_B0) {
  double inv_0 = 1.0 / rho_B0(0, 0, 0);
  u0_B0(0, 0, 0) = rhou0_B0(0, 0, 0) * inv_0;
  u1_B0(0, 0, 0) = rhou1_B0(0, 0, 0) * inv_0;
  u2_B0(0, 0, 0) = rhou2_B0(0, 0, 0) * inv_0;
  p_B0(0, 0, 0) =
      (gama - 1) * (rhoE_B0(0, 0, 0) - rc2 * inv_0 * (pow(rhou0_B0(0, 0, 0), 2) + pow(rhou1_B0(0, 0, 0), 2) + pow(rhou2_B0(0, 0, 0), 2)));
}

void opsblock00_residual(const ACC<double>& rho_B0, const ACC<double>& rhou0_B0, const ACC<double>& rhou1_B0, const ACC<double>& rhou2_B0,
                         const ACC<double>& rhoE_B0, const ACC<double>& p_B0, const ACC<double>& u0_B0, const ACC<double>& u1_B0,
                         const ACC<double>& u2_B0, ACC<double>& Residual0_B0, ACC<double>& Residual1_B0, ACC<double>& Residual2_B0,
                         ACC<double>& Residual3_B0, ACC<double>& Residual4_B0) {
  double localeval_0 = inv_0 * (rc0 * (rhou0_B0(1, 0, 0) - rhou0_B0(-1, 0, 0)) - rc1 * (rhou0_B0(2, 0, 0) - rhou0_B0(-2, 0, 0)));
  double localeval_1 = inv_1 * (rc0 * (rhou1_B0(0, 1, 0) - rhou1_B0(0, -1, 0)) - rc1 * (rhou1_B0(0, 2, 0) - rhou1_B0(0, -2, 0)));
  double localeval_2 = inv_2 * (rc0 * (rhou2_B0(0, 0, 1) - rhou2_B0(0, 0, -1)) - rc1 * (rhou2_B0(0, 0, 2) - rhou2_B0(0, 0, -2)));
  double localeval_3 =
      inv_0 * (rc0 * ((rhou0_B0(1, 0, 0) * u0_B0(1, 0, 0) + p_B0(1, 0, 0)) - (rhou0_B0(-1, 0, 0) * u0_B0(-1, 0, 0) + p_B0(-1, 0, 0))) -
               rc1 * ((rhou0_B0(2, 0, 0) * u0_B0(2, 0, 0) + p_B0(2, 0, 0)) - (rhou0_B0(-2, 0, 0) * u0_B0(-2, 0, 0) + p_B0(-2, 0, 0))));
  double localeval_4 = inv_1 * (rc0 * ((rhou0_B0(0, 1, 0) * u1_B0(0, 1, 0)) - (rhou0_B0(0, -1, 0) * u1_B0(0, -1, 0))) -
                                rc1 * ((rhou0_B0(0, 2, 0) * u1_B0(0, 2, 0)) - (rhou0_B0(0, -2, 0) * u1_B0(0, -2, 0))));
  double localeval_5 = inv_2 * (rc0 * ((rhou0_B0(0, 0, 1) * u2_B0(0, 0, 1)) - (rhou0_B0(0, 0, -1) * u2_B0(0, 0, -1))) -
                                rc1 * ((rhou0_B0(0, 0, 2) * u2_B0(0, 0, 2)) - (rhou0_B0(0, 0, -2) * u2_B0(0, 0, -2))));
  double localeval_6 = inv_0 * (rc0 * ((rhou1_B0(1, 0, 0) * u0_B0(1, 0, 0)) - (rhou1_B0(-1, 0, 0) * u0_B0(-1, 0, 0))) -
                                rc1 * ((rhou1_B0(2, 0, 0) * u0_B0(2, 0, 0)) - (rhou1_B0(-2, 0, 0) * u0_B0(-2, 0, 0))));
  double localeval_7 =
      inv_1 * (rc0 * ((rhou1_B0(0, 1, 0) * u1_B0(0, 1, 0) + p_B0(0, 1, 0)) - (rhou1_B0(0, -1, 0) * u1_B0(0, -1, 0) + p_B0(0, -1, 0))) -
               rc1 * ((rhou1_B0(0, 2, 0) * u1_B0(0, 2, 0) + p_B0(0, 2, 0)) - (rhou1_B0(0, -2, 0) * u1_B0(0, -2, 0) + p_B0(0, -2, 0))));
  double localeval_8 = inv_2 * (rc0 * ((rhou1_B0(0, 0, 1) * u2_B0(0, 0, 1)) - (rhou1_B0(0, 0, -1) * u2_B0(0, 0, -1))) -
                                rc1 * ((rhou1_B0(0, 0, 2) * u2_B0(0, 0, 2)) - (rhou1_B0(0, 0, -2) * u2_B0(0, 0, -2))));
  double localeval_9 = inv_0 * (rc0 * ((rhou2_B0(1, 0, 0) * u0_B0(1, 0, 0)) - (rhou2_B0(-1, 0, 0) * u0_B0(-1, 0, 0))) -
                                rc1 * ((rhou2_B0(2, 0, 0) * u0_B0(2, 0, 0)) - (rhou2_B0(-2, 0, 0) * u0_B0(-2, 0, 0))));
  double localeval_10 = inv_1 * (rc0 * ((rhou2_B0(0, 1, 0) * u1_B0(0, 1, 0)) - (rhou2_B0(0, -1, 0) * u1_B0(0, -1, 0))) -
                                 rc1 * ((rhou2_B0(0, 2, 0) * u1_B0(0, 2, 0)) - (rhou2_B0(0, -2, 0) * u1_B0(0, -2, 0))));
  double localeval_11 =
      inv_2 * (rc0 * ((rhou2_B0(0, 0, 1) * u2_B0(0, 0, 1) + p_B0(0, 0, 1)) - (rhou2_B0(0, 0, -1) * u2_B0(0, 0, -1) + p_B0(0, 0, -1))) -
               rc1 * ((rhou2_B0(0, 0, 2) * u2_B0(0, 0, 2) + p_B0(0, 0, 2)) - (rhou2_B0(0, 0, -2) * u2_B0(0, 0, -2) + p_B0(0, 0, -2))));
  double localeval_12 =
      inv_0 * (rc0 * (((p_B0(1, 0, 0) + rhoE_B0(1, 0, 0)) * u0_B0(1, 0, 0)) - ((p_B0(-1, 0, 0) + rhoE_B0(-1, 0, 0)) * u0_B0(-1, 0, 0))) -
               rc1 * (((p_B0(2, 0, 0) + rhoE_B0(2, 0, 0)) * u0_B0(2, 0, 0)) - ((p_B0(-2, 0, 0) + rhoE_B0(-2, 0, 0)) * u0_B0(-2, 0, 0))));
  double localeval_13 =
      inv_1 * (rc0 * (((p_B0(0, 1, 0) + rhoE_B0(0, 1, 0)) * u1_B0(0, 1, 0)) - ((p_B0(0, -1, 0) + rhoE_B0(0, -1, 0)) * u1_B0(0, -1, 0))) -
               rc1 * (((p_B0(0, 2, 0) + rhoE_B0(0, 2, 0)) * u1_B0(0, 2, 0)) - ((p_B0(0, -2, 0) + rhoE_B0(0, -2, 0)) * u1_B0(0, -2, 0))));
  double localeval_14 =
      inv_2 * (rc0 * (((p_B0(0, 0, 1) + rhoE_B0(0, 0, 1)) * u2_B0(0, 0, 1)) - ((p_B0(0, 0, -1) + rhoE_B0(0, 0, -1)) * u2_B0(0, 0, -1))) -
               rc1 * (((p_B0(0, 0, 2) + rhoE_B0(0, 0, 2)) * u2_B0(0, 0, 2)) - ((p_B0(0, 0, -2) + rhoE_B0(0, 0, -2)) * u2_B0(0, 0, -2))));
  Residual0_B0(0, 0, 0) = -localeval_0 - localeval_1 - localeval_2;
  Residual1_B0(0, 0, 0) = -localeval_3 - localeval_4 - localeval_5;
  Residual2_B0(0, 0, 0) = -localeval_6 - localeval_7 - localeval_8;
  Residual3_B0(0, 0, 0) = -localeval_9 - localeval_10 - localeval_11;
  Residual4_B0(0, 0, 0) = -localeval_12 - localeval_13 - localeval_14;
}

void opsblock00_rk(const ACC<double>& Residual0_B0, const ACC<double>& Residual1_B0, const ACC<double>& Residual2_B0,
                   const ACC<double>& Residual3_B0, const ACC<double>& Residual4_B0, ACC<double>& rho_B0, ACC<double>& rhou0_B0,
                   ACC<double>& rhou1_B0, ACC<double>& rhou2_B0, ACC<double>& rhoE_B0, ACC<double>& rho_RK_B0, ACC<double>& rhou0_RK_B0,
                   ACC<double>& rhou1_RK_B0, ACC<double>& rhou2_RK_B0, ACC<double>& rhoE_RK_B0, const double* rkA, const double* rkB) {
  rho_RK_B0(0, 0, 0) = *rkA * rho_RK_B0(0, 0, 0) + dt * Residual0_B0(0, 0, 0);
  rhou0_RK_B0(0, 0, 0) = *rkA * rhou0_RK_B0(0, 0, 0) + dt * Residual1_B0(0, 0, 0);
  rhou1_RK_B0(0, 0, 0) = *rkA * rhou1_RK_B0(0, 0, 0) + dt * Residual2_B0(0, 0, 0);
  rhou2_RK_B0(0, 0, 0) = *rkA * rhou2_RK_B0(0, 0, 0) + dt * Residual3_B0(0, 0, 0);
  rhoE_RK_B0(0, 0, 0) = *rkA * rhoE_RK_B0(0, 0, 0) + dt * Residual4_B0(0, 0, 0);
  rho_B0(0, 0, 0) = rho_B0(0, 0, 0) + *rkB * rho_RK_B0(0, 0, 0);
  rhou0_B0(0, 0, 0) = rhou0_B0(0, 0, 0) + *rkB * rhou0_RK_B0(0, 0, 0);
  rhou1_B0(0, 0, 0) = rhou1_B0(0, 0, 0) + *rkB * rhou1_RK_B0(0, 0, 0);
  rhou2_B0(0, 0, 0) = rhou2_B0(0, 0, 0) + *rkB * rhou2_RK_B0(0, 0, 0);
  rhoE_B0(0, 0, 0) = rhoE_B0(0, 0, 0) + *rkB * rhoE_RK_B0(0, 0, 0);
}

void opsblock00_zero(ACC<double>& a, ACC<double>& b, ACC<double>& c, ACC<double>& d, ACC<double>& e) {
  a(0, 0, 0) = 0.0, b(0, 0, 0) = 0.0, c(0, 0, 0) = 0.0, d(0, 0, 0) = 0.0, e(0, 0, 0) = 0.0;
}

void opsblock00_monitor(const ACC<double>& rho_B0, const ACC<double>& rhou0_B0, const ACC<double>& rhou1_B0, const ACC<double>& rhou2_B0,
                        double* KE, double* rho_sum) {
  *KE = *KE + 0.5 * (rhou0_B0(0, 0, 0) * rhou0_B0(0, 0, 0) + rhou1_B0(0, 0, 0) * rhou1_B0(0, 0, 0) + rhou2_B0(0, 0, 0) * rhou2_B0(0, 0, 0)) /
                  rho_B0(0, 0, 0);
  *rho_sum = *rho_sum + rho_B0(0, 0, 0);
}
