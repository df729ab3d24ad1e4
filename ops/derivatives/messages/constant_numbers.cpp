// ops/derivatives/messages/constant_numbers.cpp: stores numbers as bytes in a set.
#include "ops/derivatives/messages/constant_numbers.hpp"

#include <cfenv>
#include <cstring>

namespace ops {
namespace {

std::string bytes_of(Type type, const void* value) { return {static_cast<const char*>(value), type_size(type)}; }

}  // namespace

void declare_constant_numbers(Context* context, Type type, const void* values, int count, Where where) {
  const auto fail = [&] { return error_at(OPS_INVALID_ARGUMENT, "ops_ad_constant", where); };
  if (context == nullptr) throw fail() << "the instance is null";
  if (values == nullptr) throw fail() << "the pointer to the values is null";
  if (count < 0) throw fail() << "the number of values is " << count;
  const auto* at = static_cast<const char*>(values);
  for (int k = 0; k < count; ++k, at += type == Type::user ? sizeof(long double) : type_size(type)) {
    const double wide = type == Type::user ? narrowed(at) : 0.0;
    context->constant_numbers.insert(type == Type::user ? bytes_of(Type::f64, &wide) : bytes_of(type, at));
  }
}

double narrowed(const void* value) {
  long double bytes = 0;
  std::memcpy(&bytes, value, sizeof bytes);
  std::fenv_t before;  // what is no number or too large must not be trapped
  std::feholdexcept(&before);
  const volatile long double wide = bytes;
  const volatile double narrow = static_cast<double>(wide);
  std::fesetenv(&before);
  return narrow;
}

bool declared_constant(const Context& context, Type type, const void* value) {
  return !context.constant_numbers.empty() && context.constant_numbers.contains(bytes_of(type, value));
}

}  // namespace ops
