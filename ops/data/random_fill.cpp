// ops/data/random_fill.cpp: counter-based random numbers: a hash of key, index and component.
#include "ops/data/random_fill.hpp"

#include <climits>
#include <cmath>
#include <cstring>
#include <numbers>

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"

namespace ops {
namespace {

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): a bijection in which every input bit moves every output bit.
constexpr std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

constexpr std::uint64_t golden = 0x9e3779b97f4a7c15u;

constexpr std::uint64_t absorb(std::uint64_t state, std::uint64_t word) { return mix(state + golden + word); }

/// [0, 1) from the upper bits.
double unit(std::uint64_t bits) { return static_cast<double>(bits >> 11) * 0x1p-53; }

double normal(std::uint64_t bits) {
  const double radius = std::sqrt(-2.0 * std::log1p(-unit(bits)));  // 1 - u is in (0, 1]
  return radius * std::cos(2.0 * std::numbers::pi * unit(absorb(bits, 1)));
}

float narrow_unit(std::uint64_t bits) { return static_cast<float>(bits >> 40) * 0x1p-24f; }

/// Calls fn(element address, random bits) for every component of every cell.
template <class Fn>
void for_each_number(ops_dat dat, std::uint64_t key, Fn fn) {
  const Layout& layout = dat->layout;
  const Box& box = layout.held;
  const auto held = for_host(dat->buffer);
  Index at = box.lo;
  for (std::int64_t left = box.volume(); left > 0; --left) {
    std::uint64_t state = key;
    for (const int index : at) state = absorb(state, static_cast<std::uint32_t>(index));
    std::byte* address = held.get() + cell(layout, at) * static_cast<std::ptrdiff_t>(layout.element);
    for (int c = 0; c < dat->dim; ++c, address += layout.component * static_cast<std::ptrdiff_t>(layout.element))
      fn(address, absorb(state, static_cast<std::uint64_t>(c)));
    for (std::size_t d = 0; d < max_dim && ++at[d] == box.hi[d]; ++d) at[d] = box.lo[d];
  }
}

template <class T, class Number>
void fill(ops_dat dat, std::uint64_t key, Number number) {
  for_each_number(dat, key, [number](std::byte* address, std::uint64_t bits) {
    const T value = static_cast<T>(number(bits));
    std::memcpy(address, &value, sizeof value);
  });
}

}  // namespace

void require_random_type(ops_dat dat, Distribution distribution, const char* call, Where where) {
  const bool is_normal = distribution == Distribution::normal;
  if (is_real(dat->element) || (dat->element == Type::i32 && !is_normal)) return;
  throw error_at(OPS_INVALID_ARGUMENT, call, where)
      << "dataset '" << dat->name << "' has type '" << dat->type << "'; "
      << (is_normal ? "only datasets of type double or float can hold normally distributed numbers"
                    : "only datasets of type double, float or int can hold random numbers");
}

void fill_random(ops_dat dat, Distribution distribution, std::uint64_t key) {
  const bool is_normal = distribution == Distribution::normal;
  if (dat->element == Type::f64) fill<double>(dat, key, is_normal ? normal : unit);
  else if (dat->element == Type::i32)
    fill<int>(dat, key, [](std::uint64_t bits) { return bits & static_cast<std::uint64_t>(INT_MAX); });
  else if (is_normal) fill<float>(dat, key, normal);
  else fill<float>(dat, key, narrow_unit);
}

}  // namespace ops
