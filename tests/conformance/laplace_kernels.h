// tests/conformance/laplace_kernels.h: kernels of laplace.cpp, in a header as applications keep them.
#ifndef LAPLACE_KERNELS_H
#define LAPLACE_KERNELS_H

void set_zero(ACC<double>& A) { A(0, 0) = 0.0; }

void left_bndcon(ACC<double>& A, const int* idx) { A(0, 0) = sin(pi * (idx[1] + 1) / (jmax + 1)); }

void right_bndcon(ACC<double>& A, const int* idx) { A(0, 0) = sin(pi * (idx[1] + 1) / (jmax + 1)) * exp(-pi); }

void apply_stencil(const ACC<double>& A, ACC<double>& Anew, double* error) {
  Anew(0, 0) = 0.25f * (A(1, 0) + A(-1, 0) + A(0, -1) + A(0, 1));
  *error = fmax(*error, fabs(Anew(0, 0) - A(0, 0)));
}

void copy(ACC<double>& A, const ACC<double>& Anew) { A(0, 0) = Anew(0, 0); }

void total(const ACC<double>& A, double* sum) { *sum += A(0, 0); }

#endif
