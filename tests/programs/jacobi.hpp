// tests/programs/jacobi.hpp: the kernels of poisson.cpp and poisson_fixed_point.cpp with hand-written adjoints, and the
// same in plain C++. Comes after ops_seq_v2.h.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

constexpr int N = 23;

inline void start_kernel(ACC<double>& u, ACC<double>& f, ACC<double>& target, const int* idx) {
  u(0, 0) = 0.1 * sin(0.3 * idx[0]) * cos(0.2 * idx[1]);
  f(0, 0) = 0.02 * cos(0.5 * idx[0] - 0.1 * idx[1]);
  target(0, 0) = 0.3 * sin(0.15 * (idx[0] + 1)) * sin(0.15 * (idx[1] + 1));
}

inline void jacobi_kernel(const ACC<double>& u, const ACC<double>& f, ACC<double>& u2, const double* omega) {
  const double average = 0.25 * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - f(0, 0));
  u2(0, 0) = u(0, 0) + *omega * (average - u(0, 0));
}

inline void jacobi_kernel_adjoint(const ACC<double>& u, ACC_A1S<double>& u_a1s, const ACC<double>& f,
                                  ACC_A1S<double>& f_a1s, const ACC<double>& u2, ACC_A1S<double>& u2_a1s,
                                  const double* omega, double* omega_a1s) {
  const double average = 0.25 * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - f(0, 0));
  const double quarter = 0.25 * *omega * u2_a1s(0, 0);
  *omega_a1s += (average - u(0, 0)) * u2_a1s(0, 0);
  u_a1s(0, 0) += (1.0 - *omega) * u2_a1s(0, 0);
  u_a1s(-1, 0) += quarter;
  u_a1s(1, 0) += quarter;
  u_a1s(0, -1) += quarter;
  u_a1s(0, 1) += quarter;
  f_a1s(0, 0) -= quarter;
  u2_a1s(0, 0) = 0.0;
}

inline void copy_kernel(const ACC<double>& u2, ACC<double>& u) { u(0, 0) = u2(0, 0); }

inline void copy_kernel_adjoint(const ACC<double>& u2, ACC<double>& u2_a1s, const ACC<double>& u, ACC<double>& u_a1s) {
  u2_a1s(0, 0) += u_a1s(0, 0);
  u_a1s(0, 0) = 0.0;
}

inline void misfit_kernel(const ACC<double>& u, const ACC<double>& target, double* misfit) {
  *misfit += (u(0, 0) - target(0, 0)) * (u(0, 0) - target(0, 0));
}

inline void misfit_kernel_adjoint(const ACC<double>& u, ACC<double>& u_a1s, const ACC<double>& target,
                                  const double* misfit, const double* misfit_a1s) {
  u_a1s(0, 0) += 2.0 * (u(0, 0) - target(0, 0)) * *misfit_a1s;
}

/// The whole program once more: forward and backward over arrays, without OPS.
struct Plain {
  using Array = std::vector<double>;
  Array start = Array(N * N), f = Array(N * N), target = Array(N * N);
  /// derivatives; half_bar with respect to u after half of the sweeps
  Array start_bar, f_bar = Array(N * N), half_bar;
  double misfit = 0.0, omega_bar = 0.0;

  /// @param sweeps  even
  Plain(double omega, int sweeps) {
    for (int j = 0; j < N; ++j)
      for (int i = 0; i < N; ++i) {
        start[at(i, j)] = 0.1 * std::sin(0.3 * i) * std::cos(0.2 * j);
        f[at(i, j)] = 0.02 * std::cos(0.5 * i - 0.1 * j);
        target[at(i, j)] = 0.3 * std::sin(0.15 * (i + 1)) * std::sin(0.15 * (j + 1));
      }
    std::vector<Array> states{start};
    for (int sweep = 0; sweep < sweeps; ++sweep) states.push_back(relaxed(states.back(), omega));
    Array bar(N * N);
    for (std::size_t k = 0; k < bar.size(); ++k) {
      const double off = states.back()[k] - target[k];
      misfit += off * off;
      bar[k] = 2.0 * off;
    }
    for (int sweep = sweeps - 1; sweep >= 0; --sweep) {
      if (sweep == sweeps / 2 - 1) half_bar = bar;
      bar = transposed(states[static_cast<std::size_t>(sweep)], bar, omega);
    }
    start_bar = bar;
  }

 private:
  static std::size_t at(int i, int j) { return static_cast<std::size_t>(j * N + i); }
  static double value(const Array& u, int i, int j) { return i < 0 || j < 0 || i >= N || j >= N ? 0.0 : u[at(i, j)]; }
  static double around(const Array& u, int i, int j) {
    return value(u, i - 1, j) + value(u, i + 1, j) + value(u, i, j - 1) + value(u, i, j + 1);
  }

  Array relaxed(const Array& u, double omega) const {
    Array next(N * N);
    for (int j = 0; j < N; ++j)
      for (int i = 0; i < N; ++i)
        next[at(i, j)] = u[at(i, j)] + omega * (0.25 * (around(u, i, j) - f[at(i, j)]) - u[at(i, j)]);
    return next;
  }

  /// The sweep is symmetric, so its transpose gathers like itself.
  Array transposed(const Array& u, const Array& bar, double omega) {
    Array before(N * N);
    for (int j = 0; j < N; ++j)
      for (int i = 0; i < N; ++i) {
        omega_bar += (0.25 * (around(u, i, j) - f[at(i, j)]) - u[at(i, j)]) * bar[at(i, j)];
        f_bar[at(i, j)] -= 0.25 * omega * bar[at(i, j)];
        before[at(i, j)] = (1.0 - omega) * bar[at(i, j)] + 0.25 * omega * around(bar, i, j);
      }
    return before;
  }
};

/// The cells that this process holds: how many.
inline std::size_t cells_held(ops_dat dat) {
  int size[2];
  ops_dat_get_extents(dat, 0, nullptr, size);
  return static_cast<std::size_t>(size[0] * size[1]);
}
/// Of values of all N x N cells, those of the cells that this process holds.
inline std::vector<double> held(ops_dat dat, const std::vector<double>& all) {
  int first[2], size[2];
  ops_dat_get_extents(dat, 0, first, size);
  std::vector<double> own;
  for (int j = first[1]; j < first[1] + size[1]; ++j)
    for (int i = first[0]; i < first[0] + size[0]; ++i) own.push_back(all[static_cast<std::size_t>(j * N + i)]);
  return own;
}

/// What differs is named; the exit status comes from `right`.
class Verdict {
 public:
  bool right = true;

  void expect(bool holds, const char* what) {
    if (!holds) std::printf("wrong: %s\n", what);
    right = right && holds;
  }
  void near(double found, double expected, const char* what) {
    expect(std::fabs(found - expected) <= 1e-12 * (std::fabs(found) + std::fabs(expected)), what);
  }
  /// @param found  of the cells that this process holds
  /// @param expected  of all cells
  void near(ops_dat dat, const std::vector<double>& found, const std::vector<double>& expected, const char* what) {
    const std::vector<double> own = held(dat, expected);
    double scale = 0.0, worst = 0.0;
    for (std::size_t k = 0; k < own.size() && k < found.size(); ++k) {
      scale = std::fmax(scale, std::fabs(own[k]));
      worst = std::fmax(worst, std::fabs(found[k] - own[k]));
    }
    expect(found.size() == own.size() && worst <= 1e-12 * scale && scale > 0.0, what);
  }
  /// Its bits are those of every target and any number of processes: they are printed as a hash.
  void same_everywhere(const std::vector<double>& all) {
    for (const double value : all) take_in(value);
  }
  int finish() const {
    std::printf("hash %016llx\n%s\n", static_cast<unsigned long long>(hash_), right ? "PASSED" : "FAILED");
    return right ? 0 : 1;
  }

 private:
  void take_in(double value) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    hash_ = (hash_ ^ bits) * 1099511628211u;
  }

  std::uint64_t hash_ = 14695981039346656037u;
};
