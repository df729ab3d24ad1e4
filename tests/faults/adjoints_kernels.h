// tests/faults/adjoints_kernels.h: five kernels with adjoints written by hand. In macros, as each is needed right (no mistake, 0) and
// with one mistake after the other.
#pragma once

/// From two branches; constants of the adjoint's mistakes: RIGHT is the offset of one contribution.
#define DONOR(name, mistake, RIGHT)                                                                                          \
  inline void name(const ACC<double> &u, const ACC<double> &w, ACC<double> &v) {                                             \
    double diff = u(1, 0) - u(-1, 0), flux;                                                                                  \
    if (w(0, 0) > 0.5)                                                                                                       \
      flux = w(0, 0) * diff * diff;                                                                                          \
    else                                                                                                                     \
      flux = 0.25 * u(0, 0) * diff;                                                                                          \
    v(0, 0) = dt * flux + 2.0 * w(0, 1) * u(0, 0);                                                                           \
  }                                                                                                                          \
  inline void name##_adjoint(const ACC<double> &u, ACC<double> &u_a1s, const ACC<double> &w, ACC<double> &w_a1s,             \
                             const ACC<double> &v, ACC<double> &v_a1s) {                                                     \
    double diff = u(1, 0) - u(-1, 0), diff_a1s = 0.0;                                                                        \
    double flux_a1s = ((mistake) == 1 ? 1.0 : dt) * v_a1s(0, 0);                                                             \
    w_a1s(0, 1) += ((mistake) == 2 ? 1.0 : 2.0) * u(0, 0) * v_a1s(0, 0);                                                     \
    u_a1s(0, 0) += 2.0 * ((mistake) == 3 ? w(0, 0) : w(0, 1)) * v_a1s(0, 0);                                                 \
    v_a1s(0, 0) = 0.0;                                                                                                       \
    if (w(0, 0) > ((mistake) == 4 ? 0.7 : 0.5)) {                                                                            \
      w_a1s(0, 0) += diff * ((mistake) == 5 ? 1.0 : diff) * flux_a1s;                                                        \
      diff_a1s += 2.0 * ((mistake) == 6 ? 1.0 : w(0, 0)) * diff * flux_a1s;                                                  \
    } else {                                                                                                                 \
      w_a1s(0, 0) += (mistake) == 7 ? 0.25 * diff * flux_a1s : 0.0;                                                          \
      u_a1s(0, 0) += (mistake) == 7 || (mistake) == 8 ? 0.0 : 0.25 * diff * flux_a1s;                                        \
      diff_a1s += 0.25 * u(0, 0) * ((mistake) == 9 ? v_a1s(0, 0) : flux_a1s);                                                \
    }                                                                                                                        \
    u_a1s(RIGHT, 0) += (mistake) == 10 ? 0.0 : diff_a1s;                                                                     \
    u_a1s(-1, 0) -= ((mistake) == 11 ? -1.0 : 1.0) * diff_a1s;                                                               \
  }

/// Two components.
#define PRODUCTS(name, mistake)                                                                                              \
  inline void name(const ACC<double> &u, const ACC<double> &w, ACC<double> &q) {                                             \
    q(0, 0, 0) = u(0, 0) * u(0, 0);                                                                                          \
    q(1, 0, 0) = u(0, 0) * w(0, 0);                                                                                          \
  }                                                                                                                          \
  inline void name##_adjoint(const ACC<double> &u, ACC<double> &u_a1s, const ACC<double> &w, ACC<double> &w_a1s,             \
                             const ACC<double> &q, ACC<double> &q_a1s) {                                                     \
    u_a1s(0, 0) += 2.0 * u(0, 0) * ((mistake) == 1 ? q_a1s(1, 0, 0) : q_a1s(0, 0, 0));                                       \
    u_a1s(0, 0) += (mistake) == 2 ? 0.0 : w(0, 0) * q_a1s(1, 0, 0);                                                          \
    w_a1s(0, 0) += ((mistake) == 3 ? w(0, 0) : u(0, 0)) * q_a1s(1, 0, 0);                                                    \
    q_a1s(0, 0, 0) = 0.0;                                                                                                    \
    q_a1s(1, 0, 0) = (mistake) == 4 ? 0.5 * q_a1s(1, 0, 0) : 0.0;                                                            \
  }

/// In place.
#define GROW(name, mistake)                                                                                                  \
  inline void name(const ACC<double> &w, ACC<double> &u) { u(0, 0) = u(0, 0) * (1.0 + w(0, 0) * u(0, 0)); }                  \
  inline void name##_adjoint(const ACC<double> &w, ACC<double> &w_a1s, const ACC<double> &u, ACC<double> &u_a1s) {           \
    double after = u(0, 0) * (1.0 + w(0, 0) * u(0, 0)), x = (mistake) == 1 ? after : u(0, 0);                                \
    w_a1s(0, 0) += (mistake) == 2 ? 0.0 : x * x * u_a1s(0, 0);                                                               \
    u_a1s(0, 0) = ((mistake) == 3 ? u_a1s(0, 0) : 0.0) + (1.0 + ((mistake) == 4 ? 1.0 : 2.0) * w(0, 0) * x) * u_a1s(0, 0);   \
  }

/// An increment.
#define GAIN(name, mistake)                                                                                                  \
  inline void name(const ACC<double> &u, ACC<double> &v) { v(0, 0) += 3.0 * u(0, 0) * u(0, 0) * u(0, 0); }                   \
  inline void name##_adjoint(const ACC<double> &u, ACC<double> &u_a1s, const ACC<double> &v, ACC<double> &v_a1s) {           \
    u_a1s(0, 0) += ((mistake) == 1 ? 6.0 : 9.0) * u(0, 0) * u(0, 0) * v_a1s(0, 0);                                           \
    v_a1s(0, 0) = ((mistake) == 2 ? 0.0 : 1.0) * v_a1s(0, 0);                                                                \
  }

/// A sum.
#define WORK(name, mistake)                                                                                                  \
  inline void name(const ACC<double> &u, const ACC<double> &w, double *sum) { *sum += u(0, 0) * u(0, 0) * w(0, 0); }         \
  inline void name##_adjoint(const ACC<double> &u, ACC<double> &u_a1s, const ACC<double> &w, ACC<double> &w_a1s,             \
                             const double *sum, const double *sum_a1s) {                                                     \
    u_a1s(0, 0) += ((mistake) == 1 ? 1.0 : 2.0) * u(0, 0) * w(0, 0) * sum_a1s[0];                                            \
    w_a1s(0, 0) += ((mistake) == 2 ? -1.0 : 1.0) * u(0, 0) * u(0, 0) * ((mistake) == 3 ? 1.0 : sum_a1s[0]);                  \
  }

inline void total(const ACC<double> &q, double *sum) { *sum += q(0, 0, 0) * q(1, 0, 0) + 0.3 * q(1, 0, 0); }

DONOR(donor_right, 0, 1)
DONOR(constant_missing, 1, 1)
DONOR(factor_missing, 2, 1)
DONOR(wrong_neighbour_read, 3, 1)
DONOR(wrong_condition, 4, 1)
DONOR(power_missing, 5, 1)
DONOR(weight_missing_in_branch, 6, 1)
DONOR(wrong_accumulator, 7, 1)
DONOR(term_missing_in_branch, 8, 1)
DONOR(stale_temporary, 9, 1)
DONOR(neighbour_missing, 10, 1)
DONOR(wrong_sign, 11, 1)
DONOR(wrong_offset, 0, 0)
PRODUCTS(products_right, 0)
PRODUCTS(wrong_component, 1)
PRODUCTS(component_missing, 2)
PRODUCTS(wrong_factor_read, 3)
PRODUCTS(component_not_zeroed, 4)
GROW(grow_right, 0)
GROW(value_after_for_before, 1)
GROW(input_missing, 2)
GROW(added_for_set, 3)
GROW(factor_of_square, 4)
GAIN(gain_right, 0)
GAIN(factor_of_cube, 1)
GAIN(increment_zeroed, 2)
WORK(work_right, 0)
WORK(factor_in_sum, 1)
WORK(sign_in_sum, 2)
WORK(seed_missing, 3)
