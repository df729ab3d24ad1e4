// ops/api/element.hpp: what a C++ pointer type says about an element, to be compared with the type string given beside
// it.
#pragma once

#include <type_traits>

#include "ops/data/make_handles.hpp"

namespace ops {

/// @param type  the string; only an application's own type_error looks at it
template <class T>
Element element_of([[maybe_unused]] const char* type) {
  using Value = std::remove_cv_t<T>;
  static_assert(!std::is_void_v<Value>, "OPS needs typed data: cast the pointer to its element type");
  Element element{type_of<Value>(), sizeof(Value), false, true};
  // Found by argument-dependent lookup where the application names a struct type of its own.
  if constexpr (requires(const Value* none, const char* text) { type_error(none, text); })
    element.refused = type != nullptr && type_error(static_cast<const Value*>(nullptr), type) != 0;
  return element;
}

}  // namespace ops
