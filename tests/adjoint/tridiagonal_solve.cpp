// tests/adjoint/tridiagonal_solve.cpp: derivatives of one solve by every coefficient and right-hand side, of double and
// of float, in place and added, and its value, against complex steps of 1e-200 through a solver of its own. A matrix
// that is passive; what is kept of small solves. Exit status 0 if right.
#include <cmath>
#include <complex>
#include <cstdio>
#include <string>
#include <vector>

#define OPS_2D
#include "ops.hpp"

constexpr int nx = 7, ny = 6, cells = nx * ny;
int size[] = {nx, ny}, base[] = {0, 0}, none[] = {0, 0};
int range[] = {1, nx, 0, ny - 1};

/// The objective: the sum of weights times what the solve leaves in the dataset that it changes.
std::complex<double> objective(const std::vector<std::complex<double>> (&in)[5], int axis, bool adds) {
  std::vector<std::complex<double>> out = in[adds ? 4 : 3];
  const int other = 1 - axis, step = axis == 0 ? 1 : nx, first = range[2 * axis], end = range[2 * axis + 1];
  for (int line = range[2 * other]; line < range[2 * other + 1]; ++line) {
    std::vector<std::complex<double>> upper(nx + ny), right(nx + ny);
    const auto at = [&](int i) { return static_cast<std::size_t>(i * step + line * (axis == 0 ? nx : 1)); };
    for (int i = first; i < end; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const std::complex<double> low = i == first ? 0.0 : in[0][at(i)];
      const std::complex<double> pivot = in[1][at(i)] - (i == first ? 0.0 : low * upper[k - 1]);
      upper[k] = in[2][at(i)] / pivot;
      right[k] = (in[3][at(i)] - (i == first ? 0.0 : low * right[k - 1])) / pivot;
    }
    for (int i = end - 1; i >= first; --i) {
      const auto k = static_cast<std::size_t>(i);
      if (i + 1 < end) right[k] -= upper[k] * right[k + 1];
      out[at(i)] = adds ? out[at(i)] + right[k] : right[k];
    }
  }
  std::complex<double> sum = 0.0;
  for (int i = 0; i < cells; ++i) sum += std::cos(0.3 * i) * out[static_cast<std::size_t>(i)];
  return sum;
}

/// The largest difference of a derivative, relative to the largest derivative.
template <class T>
double error(const char* type, int axis, bool adds, bool passive) {
  ops_block block = ops_decl_block(2, "one solve");
  std::vector<T> values[5];
  std::vector<std::complex<double>> in[5];
  ops_dat dats[5];
  for (int which = 0; which < 5; ++which) {
    for (int i = 0; i < cells; ++i)
      values[which].push_back(static_cast<T>((which == 1 ? 3.0 : 0.0) + std::sin(1.7 * i + which)));
    in[which].assign(values[which].begin(), values[which].end());
    const std::string name =
        std::string(1, "abcdu"[which]) + type + std::to_string(2 * axis + adds) + (passive ? "p" : "");
    dats[which] = passive && which < 3
                      ? block->decl_dat_passive(1, size, base, none, none, values[which].data(), type, name.c_str())
                      : block->decl_dat(1, size, base, none, none, values[which].data(), type, name.c_str());
  }
  ops_ad_reset(block->context);
  if (adds) ops_tridMultiDimBatch_Inc(2, axis, range, dats[0], dats[1], dats[2], dats[3], dats[4], nullptr);
  else ops_tridMultiDimBatch(2, axis, range, dats[0], dats[1], dats[2], dats[3], nullptr);
  std::vector<T> seed;
  for (int i = 0; i < cells; ++i) seed.push_back(static_cast<T>(std::cos(0.3 * i)));
  ops_dat_set_derivative(dats[adds ? 4 : 3], seed);
  ops_interpret_adjoints(block->context);
  double worst = 0.0, largest = 0.0, value = 0.0;
  std::vector<T> gradient = ops_dat_fetch_data<T>(dats[adds ? 4 : 3]);
  for (std::size_t i = 0; i < cells; ++i) value += static_cast<double>(seed[i]) * static_cast<double>(gradient[i]);
  worst = std::abs(value - objective(in, axis, adds).real());
  for (int which = passive ? 3 : 0; which < (adds ? 5 : 4); ++which) {
    gradient = ops_dat_fetch_derivative<T>(dats[which]);
    for (std::size_t i = 0; i < cells; ++i) {
      in[which][i] += std::complex<double>(0.0, 1e-200);
      const double right = objective(in, axis, adds).imag() / 1e-200;
      in[which][i] = in[which][i].real();
      worst = std::max(worst, std::abs(right - static_cast<double>(gradient[i])));
      largest = std::max(largest, std::abs(right));
    }
  }
  ops_dat_set_derivative(dats[adds ? 4 : 3], std::vector<T>(cells));
  return worst / largest;
}

/// Two solves over each line alone: what the second overwrites is kept, not its dataset. Bytes that are kept, over
/// those of one dataset.
double kept_of_lines() {
  ops_block block = ops_decl_block(2, "lines alone");
  std::vector<double> side(cells, -1.0), middle(cells, 3.0), right(cells, 1.0);
  const auto declare = [&](const char* name, std::vector<double>& values) {
    return ops_decl_dat(block, 1, size, base, none, none, values.data(), "double", name);
  };
  ops_dat a = declare("side below", side), b = declare("middle", middle), c = declare("side above", side),
          d = declare("right", right);
  ops_ad_reset(block->context);
  for (int line = 0; line < ny; ++line) {
    int alone[] = {0, nx, line, line + 1};
    for (int solve = 0; solve < 2; ++solve) ops_tridMultiDimBatch(2, 0, alone, a, b, c, d, nullptr);
  }
  const ops_ad_statistics kept = ops_ad_get_statistics(block->context);
  return static_cast<double>(kept.version_bytes + kept.region_bytes) / (cells * sizeof(double));
}

/// Target checked: the error, and status 3.
int zero_pivot() {
  ops_block block = ops_decl_block(2, "zero pivot");
  std::vector<double> ones(cells, 1.0), b(cells, 3.0);
  b[1 + 2 * nx] = 0.0;
  const auto declare = [&](const char* name, std::vector<double>& values) {
    return ops_decl_dat(block, 1, size, base, none, none, values.data(), "double", name);
  };
  ops_dat a = declare("a", ones), middle = declare("b", b), c = declare("c", ones), d = declare("d", ones);
  try {
    ops_tridMultiDimBatch(2, 0, range, a, middle, c, d, nullptr);
  } catch (const OPSException& error) {
    ops_printf("%s\n", error.what());
    return 3;
  }
  return 0;
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_partition("");
  if (argc > 1 && std::string(argv[1]) == "zero-pivot") return zero_pivot();
  bool passed = true;
  for (const int axis : {0, 1})
    for (const bool adds : {false, true})
      for (const bool passive : {false, true}) {
        const double of_double = error<double>("double", axis, adds, passive),
                     of_float = error<float>("float", axis, adds, passive);
        ops_printf("axis %d, %s%s: error %.1e, float %.1e\n", axis, adds ? "added" : "in place",
                   passive ? ", matrix passive" : "", of_double, of_float);
        passed = passed && of_double < 1e-13 && of_float < 2e-5;
      }
  const double kept = kept_of_lines();
  ops_printf("lines alone: %.2f datasets are kept\n", kept);
  passed = passed && kept > 0.0 && kept < 1.5;
  ops_printf("%s\n", passed ? "PASSED" : "FAILED");
  ops_exit();
  return passed ? 0 : 1;
}
