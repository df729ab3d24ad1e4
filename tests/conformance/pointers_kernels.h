// tests/conformance/pointers_kernels.h: kernels of the first API: bare pointers and OPS_ACC macros.
#ifndef POINTERS_KERNELS_H
#define POINTERS_KERNELS_H

void initialise(double* u, int* idx) { u[OPS_ACC0(0, 0)] = idx[0] - 3.0 * idx[1]; }

void laplacian(const double* u, const double* c, double* v, double* sum) {
  v[OPS_ACC2(0, 0)] = c[0] * u[OPS_ACC0(0, 0)] +
                      c[1] * (u[OPS_ACC0(1, 0)] + u[OPS_ACC0(-1, 0)] + u[OPS_ACC0(0, 1)] + u[OPS_ACC0(0, -1)]);
  *sum += v[OPS_ACC2(0, 0)];
}

void pack(const double* u, float* w) {
  w[OPS_ACC_MD1(0, 0, 0)] = (float)u[OPS_ACC0(0, 0)];
  w[OPS_ACC_MD1(1, 0, 0)] = (float)u[OPS_ACC0(0, 1)];
}

void differ(const float* w, const double* row, double* v) {
  v[OPS_ACC2(0, 0)] = w[OPS_ACC_MD0(1, -1, 0)] - w[OPS_ACC_MD0(0, 1, 0)] + row[OPS_ACC1(0, 0)];
}

// A kernel of the second API in the same program.
void half_of(const ACC<double>& u, ACC<double>& v) { v(0, 0) = 0.5 * u(0, 0); }

#endif
