// ops/tape/fetched.cpp: bits of results, looked up by bits of values.
#include "ops/tape/fetched.hpp"

#include <bit>
#include <cmath>
#include <cstring>

namespace ops {
namespace {

/// Programs use these without getting them from anywhere.
template <class T>
bool common(T value) {
  return value == T{0} || std::abs(value) == T{1} || !std::isfinite(value);
}

template <class T>
T value_at(const void* values, int k = 0) {
  T value;
  std::memcpy(&value, static_cast<const T*>(values) + k, sizeof value);
  return value;
}

template <class T, class Bits>
void keep_all(std::unordered_map<Bits, const std::string*>& known, const ops_reduction_core& handle, const std::string* origin) {
  for (int k = 0; k < handle.dim; ++k) {
    const T value = value_at<T>(handle.data, k);
    if (common(value)) continue;
    const auto [at, first] = known.try_emplace(std::bit_cast<Bits>(value), origin);
    if (!first && at->second) at->second = origin;
  }
}

template <class T, class Bits>
const std::string* find(std::unordered_map<Bits, const std::string*>& known, const void* at) {
  const T value = value_at<T>(at);
  return common(value) ? nullptr : known.try_emplace(std::bit_cast<Bits>(value), nullptr).first->second;
}

}  // namespace

void FetchedResults::keep(ops_reduction handle, std::source_location where) {
  const std::string* origin = &*texts_.insert("reduction '" + handle->name_storage + "', read at " + place(where)).first;
  if (handle->element == Type::f64) keep_all<double>(doubles_, *handle, origin);
  if (handle->element == Type::f32) keep_all<float>(floats_, *handle, origin);
}

const std::string* FetchedResults::origin(Type type, const void* value) {
  if (type == Type::f64) return find<double>(doubles_, value);
  if (type == Type::f32) return find<float>(floats_, value);
  return nullptr;
}

void FetchedResults::clear() {
  doubles_.clear();
  floats_.clear();
  texts_.clear();
}

}  // namespace ops
