// tests/adjoint/written_kernels.h: kernels with hand-written adjoints, right ones and such with one mistake each.
#pragma once

// --- right ---------------------------------------------------------------------------------------------------------
inline void advance(const ACC<double>& u, const ACC<double>& c, ACC<double>& v) {
  const double slope = u(1, 0) - u(-1, 0);
  v(0, 0) = u(0, 0) + c(0, 0) * slope * u(0, 0) + 0.1 * u(0, 1);
}
inline void advance_adjoint(const ACC<double>& u, ACC<double>& u_a1s, const ACC<double>& c, ACC<double>& c_a1s,
                            ACC<double>& v, ACC<double>& v_a1s) {
  const double slope = u(1, 0) - u(-1, 0);
  c_a1s(0, 0) += slope * u(0, 0) * v_a1s(0, 0);
  u_a1s(1, 0) += c(0, 0) * u(0, 0) * v_a1s(0, 0);
  u_a1s(-1, 0) -= c(0, 0) * u(0, 0) * v_a1s(0, 0);
  u_a1s(0, 0) += (1.0 + c(0, 0) * slope) * v_a1s(0, 0);
  u_a1s(0, 1) += 0.1 * v_a1s(0, 0);
  v_a1s(0, 0) = 0.0;
}
inline void limit(const ACC<double>& v, ACC<double>& u) {
  if (v(0, 0) > 0.8) u(0, 0) = 0.5 * (v(0, 0) + u(0, 0));
  else u(0, 0) = v(0, 0) * v(0, 0);
}
inline void limit_adjoint(const ACC<double>& v, ACC<double>& v_a1s, ACC<double>& u, ACC<double>& u_a1s) {
  if (v(0, 0) > 0.8) {
    v_a1s(0, 0) += 0.5 * u_a1s(0, 0);
    u_a1s(0, 0) = 0.5 * u_a1s(0, 0);
  } else {
    v_a1s(0, 0) += 2.0 * v(0, 0) * u_a1s(0, 0);
    u_a1s(0, 0) = 0.0;
  }
}
inline void energy(const ACC<double>& u, double* sum) { *sum += u(0, 0) * u(0, 0); }
inline void energy_adjoint(const ACC<double>& u, ACC<double>& u_a1s, double* sum, const double* sum_a1s) {
  u_a1s(0, 0) += 2.0 * u(0, 0) * *sum_a1s;
}

// --- with a mistake ------------------------------------------------------------------------------------------------
inline void factor(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0) * u(0, 0); }
inline void factor_adjoint(const ACC<double>& u, ACC<double>& u_a1s, ACC<double>& v, ACC<double>& v_a1s) {
  u_a1s(0, 0) += u(0, 0) * v_a1s(0, 0);  // 2 u
  v_a1s(0, 0) = 0.0;
}
inline void sign(const ACC<double>& u, const ACC<double>& c, ACC<double>& v) {
  v(0, 0) = c(0, 0) * (u(1, 0) - u(0, 0));
}
inline void sign_adjoint(const ACC<double>& u, ACC<double>& u_a1s, const ACC<double>& c, ACC<double>& c_a1s,
                         ACC<double>& v, ACC<double>& v_a1s) {
  u_a1s(1, 0) += c(0, 0) * v_a1s(0, 0);
  u_a1s(0, 0) -= c(0, 0) * v_a1s(0, 0);
  c_a1s(0, 0) += (u(0, 0) - u(1, 0)) * v_a1s(0, 0);  // turned round
  v_a1s(0, 0) = 0.0;
}
inline void point(const ACC<double>& u, const ACC<double>& c, ACC<double>& v) { v(0, 0) = c(0, 0) * u(0, 0) + u(1, 0); }
inline void point_adjoint(const ACC<double>& u, ACC<double>& u_a1s, const ACC<double>& c, ACC<double>& c_a1s,
                          ACC<double>& v, ACC<double>& v_a1s) {
  c_a1s(0, 0) += u(0, 0) * v_a1s(0, 0);
  u_a1s(0, 0) += c(0, 0) * v_a1s(0, 0);  // u(1, 0) is missing
  v_a1s(0, 0) = 0.0;
}
inline void branch(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0) > 0.8 ? 3.0 * u(0, 0) : u(0, 0); }
inline void branch_adjoint(const ACC<double>& u, ACC<double>& u_a1s, ACC<double>& v, ACC<double>& v_a1s) {
  u_a1s(0, 0) += v_a1s(0, 0);  // in both branches
  v_a1s(0, 0) = 0.0;
}
inline void kept(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0) + 0.25 * v(0, 0); }
inline void kept_adjoint(const ACC<double>& u, ACC<double>& u_a1s, ACC<double>& v, ACC<double>& v_a1s) {
  u_a1s(0, 0) += v_a1s(0, 0);
  v_a1s(0, 0) = 0.5 * v_a1s(0, 0);  // 0.25
}
inline void weight(const ACC<double>& u, double* sum) { *sum += 3.0 * u(0, 0) * u(0, 0); }
inline void weight_adjoint(const ACC<double>& u, ACC<double>& u_a1s, double* sum, const double* sum_a1s) {
  u_a1s(0, 0) += 2.0 * u(0, 0) * *sum_a1s;  // the 3 is missing
}
