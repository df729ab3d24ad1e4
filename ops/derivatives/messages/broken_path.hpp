// ops/derivatives/messages/broken_path.hpp: finds where the path from the initial values of a dataset or scalar to the
// objective breaks. Follows recorded events forwards, for whole datasets; reads no values and no derivatives.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "ops/derivatives/log/recording.hpp"

namespace ops {

/// What an interpretation was for.
struct Objective {
  std::size_t events = 0;           ///< recorded when it began
  std::set<const Tracked*> seeded;  ///< datasets; results with a seed are events
};

/// Why the derivative is zero, as the end of a sentence: "no recorded loop reads it". Null: recorded events lead to the
/// objective.
std::optional<std::string> broken_path(const Recording& recording, const Objective& objective, const Tracked& from);
std::optional<std::string> broken_path(const Recording& recording, const Objective& objective,
                                       const ops_scalar_core& from);

/// The same where nothing else that was recorded depends on the first values. Null: something does.
std::optional<std::string> without_influence(const Recording& recording, const Tracked& from);
std::optional<std::string> without_influence(const Recording& recording, const ops_scalar_core& from);

}  // namespace ops
