// ops/derivatives/gradients/random_products.hpp: random vectors and inner products, for tests of derivatives.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstring>
#include <random>

#include "ops/data/types.hpp"

namespace ops {

/// A sum of products, and how large it would be without cancellation.
struct Sum {
  double value = 0, squares = 0;
  void add(double a, double b) {
    value += a * b;
    squares += a * b * a * b;
  }
  double size() const { return std::sqrt(squares); }
};

/// sum += a . b; what is zero in `a` counts as zero, whatever `b` is there.
template <class T>
void add_products(Sum& sum, const std::byte* a, const std::byte* b, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += sizeof(T)) {
    T x, y;
    std::memcpy(&x, a + at, sizeof x);
    std::memcpy(&y, b + at, sizeof y);
    if (x != 0) sum.add(static_cast<double>(x), static_cast<double>(y));
  }
}

inline void add_products(Sum& sum, Type type, const std::byte* a, const std::byte* b, std::size_t bytes) {
  return type == Type::f64 ? add_products<double>(sum, a, b, bytes) : add_products<float>(sum, a, b, bytes);
}

/// Numbers between -1 and 1, the same with every standard library.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  template <class T>
  void fill(std::byte* to, std::size_t bytes) {
    for (std::size_t at = 0; at < bytes; at += sizeof(T)) {
      const T value = static_cast<T>(2.0 * static_cast<double>(engine_()) / 4294967295.0 - 1.0);
      std::memcpy(to + at, &value, sizeof value);
    }
  }
  void fill(Type type, std::byte* to, std::size_t bytes) {
    type == Type::f64 ? fill<double>(to, bytes) : fill<float>(to, bytes);
  }

 private:
  std::mt19937 engine_;
};

}  // namespace ops
