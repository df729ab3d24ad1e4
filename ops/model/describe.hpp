// ops/model/describe.hpp: a declared model as JSON: what a caller needs to know of it.
#pragma once

#include <string>

#include "ops/model/declaration.hpp"

namespace ops::model {

/// {"meaning", "shape", "usual_shape", "options": [..], "inputs": [..], "outputs": [..]}. Shapes are NumPy's: the last
/// axis is the fastest, and several components come last. An input or output has a name, a meaning, a type ("float64"),
/// a shape, as many axes as its block, and strides of views [bytes]; `kind` is "dataset", "scalar" or "sum"; `active`
/// tells whether it has derivatives.
std::string describe(const Declaration& declared);

}  // namespace ops::model
