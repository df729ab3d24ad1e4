// ops/derivatives/messages/omitted_paths.hpp: warnings of paths from an input to a result that a derivative omits.
#pragma once

#include <string>
#include <vector>

#include "ops/derivatives/log/recording.hpp"

namespace ops {

/// The program reads a derivative: warns of the path, if it begins at the input.
/// @param what  "ops_dat_fetch_derivative at file:line: the derivative of dataset 'u'"
/// @param path  "this dataset to the objective"
void warn_of_omitted_path(Recording& recording, const Leak& leak, const NamedInput& input, const std::string& what,
                          const std::string& path);

/// The same of a derivative along the inputs of the last ops_tangent or ops_hessian_vector.
/// @param to  "this reduction"
void warn_of_omitted_paths(Recording& recording, const std::vector<const Leak*>& leaks,
                           const std::vector<NamedInput>& along, const std::string& what, const std::string& to);

}  // namespace ops
