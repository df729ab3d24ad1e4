// tests/adjoint/bits.hpp: one number for many values, which differs if one bit of them does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

constexpr std::uint64_t no_bits = 14695981039346656037u;

/// FNV-1a, a value at a time.
inline void mix_in(std::uint64_t& hash, const double* values, std::size_t count) {
  for (std::size_t k = 0; k < count; ++k) {
    std::uint64_t bits;
    std::memcpy(&bits, values + k, sizeof bits);
    hash = (hash ^ bits) * 1099511628211u;
  }
}
