// ops/derivatives/messages/constant_numbers.cpp: stores numbers as bytes in a set.
#include "ops/derivatives/messages/constant_numbers.hpp"

namespace ops {
namespace {

std::string bytes_of(Type type, const void* value) { return {static_cast<const char*>(value), type_size(type)}; }

}  // namespace

void declare_constant_numbers(Context* context, Type type, const void* values, int count, Where where) {
  const auto fail = [&] { return error_at(OPS_INVALID_ARGUMENT, "ops_ad_constant", where); };
  if (context == nullptr) throw fail() << "the instance is null";
  if (values == nullptr) throw fail() << "the pointer to the values is null";
  if (count < 0) throw fail() << "the number of values is " << count;
  const auto* first = static_cast<const char*>(values);
  for (int k = 0; k < count; ++k)
    context->constant_numbers.insert(bytes_of(type, first + static_cast<std::size_t>(k) * type_size(type)));
}

bool declared_constant(const Context& context, Type type, const void* value) {
  return !context.constant_numbers.empty() && context.constant_numbers.contains(bytes_of(type, value));
}

}  // namespace ops
