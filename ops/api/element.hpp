// ops/api/element.hpp: determines the element type of a C++ pointer, for comparison with the type string of a dataset.
#pragma once

#include <type_traits>

#include "ops/data/make_handles.hpp"

namespace ops {

/// Returns the type and size of the elements of an array of T.
/// @param type  the type string; only an application's own type_error reads it
template <class T>
Element element_of([[maybe_unused]] const char* type) {
  using Value = std::remove_cv_t<T>;
  static_assert(!std::is_void_v<Value>, "OPS needs typed data: cast the pointer to its element type");
  Element element{type_of<Value>(), sizeof(Value), false, true};
  // A program may define a function type_error that checks type strings for the program's own struct types.
  if constexpr (requires(const Value* none, const char* text) { type_error(none, text); })
    element.refused = type != nullptr && type_error(static_cast<const Value*>(nullptr), type) != 0;
  return element;
}

}  // namespace ops
