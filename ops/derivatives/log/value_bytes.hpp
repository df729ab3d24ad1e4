// ops/derivatives/log/value_bytes.hpp: values of reductions and scalars as bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include "ops/data/types.hpp"

namespace ops {

inline bool any_bit(const std::byte* bytes, std::size_t count) {
  return std::any_of(bytes, bytes + count, [](std::byte b) { return b != std::byte{}; });
}

template <class T>
void add_elements(std::byte* sum, const std::byte* terms, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += sizeof(T)) {
    T a, b;
    std::memcpy(&a, sum + at, sizeof a);
    std::memcpy(&b, terms + at, sizeof b);
    a += b;
    std::memcpy(sum + at, &a, sizeof a);
  }
}

/// sum += terms, element by element, of float or double.
inline void add_elements(Type type, std::vector<std::byte>& sum, const std::vector<std::byte>& terms) {
  type == Type::f64 ? add_elements<double>(sum.data(), terms.data(), sum.size())
                    : add_elements<float>(sum.data(), terms.data(), sum.size());
}

}  // namespace ops
