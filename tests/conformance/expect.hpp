// tests/conformance/expect.hpp: comparing what a program computed with what it should have. Every program brings its
// own expected values.
#pragma once

#include <cstdio>
#include <vector>

/// All cells of a box {lo0, hi0, lo1, hi1, ..} of a dataset, packed.
template <class T>
std::vector<T> cells(ops_dat dat, std::vector<int> range) {
  std::size_t count = static_cast<std::size_t>(dat->dim);
  for (std::size_t d = 0; 2 * d < range.size(); ++d) count *= static_cast<std::size_t>(range[2 * d + 1] - range[2 * d]);
  std::vector<T> values(count);
  dat->fetch_data_slab(0, reinterpret_cast<char*>(values.data()), range.data());
  return values;
}

class Verdict {
 public:
  explicit Verdict(const char* program) : program_(program) {}

  /// Equal to the last bit: both sides add the same numbers in the same order.
  template <class A, class B>
  void same(A got, B expected, const char* what, int i = 0, int j = 0, int k = 0) {
    ++compared_;
    if (got == static_cast<A>(expected)) return;
    if (++wrong_ <= 5)
      std::printf("%s: %s (%d, %d, %d) is %.17g, expected %.17g\n", program_, what, i, j, k, static_cast<double>(got),
                  static_cast<double>(expected));
  }
  /// Equal up to the rounding of a sum in another order.
  void close(double got, double expected, double tolerance, const char* what) {
    ++compared_;
    if (got - expected <= tolerance && expected - got <= tolerance) return;
    if (++wrong_ <= 5) std::printf("%s: %s is %.17g, expected %.17g\n", program_, what, got, expected);
  }
  void holds(bool truth, const char* what) { same(truth, true, what); }

  int finish() const {
    std::printf("%s: %ld values compared, %s\n", program_, compared_,
                wrong_ == 0 && compared_ > 0 ? "PASSED" : "FAILED");
    return wrong_ == 0 && compared_ > 0 ? 0 : 1;
  }

 private:
  const char* program_;
  long compared_ = 0;
  long wrong_ = 0;
};
