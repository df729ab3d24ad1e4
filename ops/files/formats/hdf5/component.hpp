// ops/files/formats/hdf5/component.hpp: the type of one component of a cell, or of one number of a constant.
#pragma once

#include <string>

#include "ops/data/types.hpp"

namespace ops::h5 {

struct Component {
  Type type = Type::f64;
  std::size_t bytes = 8;        ///< of a type that the application names (Type::user): as declared
  std::string name = "double";  ///< as the program spells it, without the layout
};

/// "double" of "double:soa": in a file both are the same.
inline std::string without_layout(const std::string& type) {
  return type.ends_with(":soa") ? type.substr(0, type.size() - 4) : type;
}

}  // namespace ops::h5
