// ops/derivatives/messages/omitted_paths.cpp: composes warnings of omitted paths.
#include "ops/derivatives/messages/omitted_paths.hpp"

#include "ops/support/format.hpp"

namespace ops {

void warn_of_omitted_path(Recording& recording, const Leak& leak, const NamedInput& input, const std::string& what,
                          const std::string& path) {
  if (leak.inputs.contains(input.id))
    recording.tell(ops::format("{} omits one path from {}: {} from values that depend on '{}'. {}", what, path,
                               leak.how, input.name, leak.remedy));
}

void warn_of_omitted_paths(Recording& recording, const std::vector<const Leak*>& leaks,
                           const std::vector<NamedInput>& along, const std::string& what, const std::string& to) {
  for (const NamedInput& input : along)
    for (const Leak* leak : leaks)
      warn_of_omitted_path(recording, *leak, input, what, std::string(input.kind) + " '" + input.name + "' to " + to);
}

}  // namespace ops
