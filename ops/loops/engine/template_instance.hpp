// ops/loops/engine/template_instance.hpp: reads the arguments of a template instance from the compiler's text of a
// function.
#pragma once

#include <string_view>

namespace ops {

/// Whether `function`, as std::source_location::function_name gives it, is an instance with these template arguments.
/// @param arguments  "name=value;name=value": without spaces and suffixes of numbers; a value without any `::` is meant
/// without qualifiers, whatever they
///                   are, one that has some with all of its own but unnamed namespaces; "" fits every function
bool is_instance(std::string_view function, std::string_view arguments);

}  // namespace ops
