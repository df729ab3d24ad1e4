#ifndef STIFFCHEM_KERNELS_H
#define STIFFCHEM_KERNELS_H

struct newton_opts {
  int maxit;
  double rtol, atol;
};

#define NS 3

inline void rates(const double y[NS], double k1, double k2, double k3, double f[NS], double J[NS][NS]) {
  f[0] = -k1 * y[0] + k3 * y[1] * y[2];
  f[2] = k2 * y[1] * y[1];
  f[1] = -f[0] - f[2];
  J[0][0] = -k1;
  J[0][1] = k3 * y[2];
  J[0][2] = k3 * y[1];
  J[2][0] = 0.0;
  J[2][1] = 2.0 * k2 * y[1];
  J[2][2] = 0.0;
  for (int j = 0; j < NS; j++) J[1][j] = -J[0][j] - J[2][j];
}

/* Gaussian elimination without pivoting, solution in b */
inline void solve3(double A[NS][NS], double b[NS]) {
  for (int p = 0; p < NS; p++) {
    for (int r = p + 1; r < NS; r++) {
      double m = A[r][p] / A[p][p];
      for (int c = p; c < NS; c++) A[r][c] -= m * A[p][c];
      b[r] -= m * b[p];
    }
  }
  for (int r = NS - 1; r >= 0; r--) {
    for (int c = r + 1; c < NS; c++) b[r] -= A[r][c] * b[c];
    b[r] /= A[r][r];
  }
}

void react(ACC<double>& c, const ACC<double>& temp, const double* k) {
  double y0[NS], y[NS], f[NS], J[NS][NS], M[NS][NS], d[NS];
  for (int s = 0; s < NS; s++) {
    y0[s] = c(s, 0, 0);
    y[s] = y0[s];
  }
  const double k1 = k[0] * exp(eact * (1.0 - 1.0 / temp(0, 0)));
  int it = 0;
  while (true) {
    rates(y, k1, k[1], k[2], f, J);
    for (int r = 0; r < NS; r++) {
      d[r] = -(y[r] - y0[r] - dt * f[r]);
      for (int q = 0; q < NS; q++) M[r][q] = (r == q ? 1.0 : 0.0) - dt * J[r][q];
    }
    solve3(M, d);
    bool small = true;
    for (int s = 0; s < NS; s++) {
      y[s] += d[s];
      if (fabs(d[s]) > nopt.rtol * fabs(y[s]) + nopt.atol) small = false;
    }
    it++;
    if (small || it >= nopt.maxit) break;
  }
  for (int s = 0; s < NS; s++) c(s, 0, 0) = y[s];
}

void diffuse(const ACC<double>& c, ACC<double>& cn) {
  for (int s = 0; s < NS; s++)
    cn(s, 0, 0) = c(s, 0, 0) + dt * dcoef * (c(s, -1, 0) + c(s, 1, 0) + c(s, 0, -1) + c(s, 0, 1) - 4.0 * c(s, 0, 0));
}

void mirror_left(ACC<double>& c) {
  for (int s = 0; s < NS; s++) c(s, 0, 0) = c(s, 1, 0);
}
void mirror_right(ACC<double>& c) {
  for (int s = 0; s < NS; s++) c(s, 0, 0) = c(s, -1, 0);
}
void mirror_bottom(ACC<double>& c) {
  for (int s = 0; s < NS; s++) c(s, 0, 0) = c(s, 0, 1);
}
void mirror_top(ACC<double>& c) {
  for (int s = 0; s < NS; s++) c(s, 0, 0) = c(s, 0, -1);
}

void misfit(const ACC<double>& c, double* j, double* mass) {
  double e = c(0, 0, 0) - 0.7;
  *j += e * e + 1.0e3 * c(1, 0, 0) * c(2, 0, 0);
  *mass += c(0, 0, 0) + c(1, 0, 0) + c(2, 0, 0);
}
#endif
