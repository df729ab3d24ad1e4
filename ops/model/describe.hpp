// ops/model/describe.hpp: describes a declared model as JSON for callers.
#pragma once

#include <string>

#include "ops/model/declaration.hpp"

namespace ops::model {

/// {"meaning", "device": [DLPack's type, number] of views, "shape", "usual_shape", "options": [..], "inputs": [..],
/// "outputs": [..]}. Shapes are NumPy's: the last
/// axis is the fastest, and several components come last. An input or output has a name, a meaning, a type ("float64"),
/// a shape, as many axes as its block, and strides of views [bytes]; `kind` is "dataset", "scalar" or "sum"; `active`
/// tells whether it has derivatives.
std::string describe(const Declaration& declared);

}  // namespace ops::model
