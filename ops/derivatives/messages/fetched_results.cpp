// ops/derivatives/messages/fetched_results.cpp: looks up bits of values among bits of results, and simple arithmetic
// between them.
#include "ops/derivatives/messages/fetched_results.hpp"

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace ops {
namespace {

template <class T>
bool anybodys(T value) {
  return value == T{0} || std::abs(value) == T{1} || !std::isfinite(value);
}

template <class T>
T value_at(const void* values, int k = 0) {
  T value;
  std::memcpy(&value, static_cast<const T*>(values) + k, sizeof value);
  return value;
}

template <class T, class Bits>
void keep_all(std::unordered_map<Bits, const std::string*>& known, const void* values, int components,
              const std::string* origin) {
  for (int k = 0; k < components; ++k) {
    const T value = value_at<T>(values, k);
    if (anybodys(value)) continue;
    const auto [at, first] = known.try_emplace(std::bit_cast<Bits>(value), origin);
    if (!first && at->second) at->second = origin;
  }
}

/// A number that is likely to have come out of a computation.
bool long_decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.8g", value);
  return std::strtod(text, nullptr) != value;
}

/// By what the result was multiplied or divided to give this value, to the last bit: " times 0.5", " divided by 64";
/// "": by nothing simple.
std::string step_to(double value, double result) {
  constexpr double most = 1 << 20;
  const double quotient = value / result, hundredths = std::round(100 * quotient), divisor = std::round(result / value);
  char text[40] = "";
  if (hundredths != 0 && hundredths != 100 && std::abs(hundredths) <= 1000 && hundredths / 100 * result == value)
    std::snprintf(text, sizeof text, " times %g", hundredths / 100);
  else if (std::abs(divisor) > 1 && std::abs(divisor) <= most && result / divisor == value)
    std::snprintf(text, sizeof text, " divided by %.0f", divisor);
  return text;
}

}  // namespace

bool FetchedResults::common(Type type, const void* value) {
  return type == Type::f64 ? anybodys(value_at<double>(value)) : type == Type::f32 && anybodys(value_at<float>(value));
}

void FetchedResults::keep_recent(const void* values, int components, const std::string* origin) {
  constexpr std::size_t kept = 8;
  for (int k = 0; k < components; ++k)
    if (const auto value = value_at<double>(values, k); std::isfinite(value) && long_decimal(value))
      recent_.push_back({value, origin});
  while (recent_.size() > kept) recent_.pop_front();
}

/// What no loop was given before, and is no result.
const std::string* FetchedResults::computed(double value) {
  if (!long_decimal(value)) return nullptr;
  for (const Recent& result : recent_)
    if (const std::string step = step_to(value, result.value); !step.empty())
      return &*texts_.insert(*result.origin + "," + step).first;
  return nullptr;
}

void FetchedResults::keep(const std::string& what, Type type, const void* values, int components) {
  const std::string* origin = &*texts_.insert(what).first;
  if (type == Type::f64) {
    keep_all<double>(doubles_, values, components, origin);
    keep_recent(values, components, origin);
  }
  if (type == Type::f32) keep_all<float>(floats_, values, components, origin);
}

const std::string* FetchedResults::origin(Type type, const void* value) {
  if (common(type, value)) return nullptr;
  if (type == Type::f32)
    return floats_.try_emplace(std::bit_cast<std::uint32_t>(value_at<float>(value)), nullptr).first->second;
  if (type != Type::f64) return nullptr;
  const auto [at, fresh] = doubles_.try_emplace(std::bit_cast<std::uint64_t>(value_at<double>(value)), nullptr);
  if (fresh) at->second = computed(value_at<double>(value));
  return at->second;
}

void FetchedResults::clear() {
  recent_.clear();
  doubles_.clear();
  floats_.clear();
  texts_.clear();
}

}  // namespace ops
