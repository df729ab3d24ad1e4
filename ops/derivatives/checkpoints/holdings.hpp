// ops/derivatives/checkpoints/holdings.hpp: the size of those parts of a recording that grow with the number of steps.
#pragma once

#include <cstdint>
#include <map>

#include "ops/derivatives/checkpoints/saved_state.hpp"
#include "ops/derivatives/log/recording.hpp"

namespace ops {

/// What of it counts.
enum class Counted { all, past /**< what is nobody's present values */ };

std::size_t state_bytes(Recording& recording, const SavedState& state, Counted counted);  ///< [bytes]
/// Memory that events [first, last) keep for their adjoints and that can be discarded [bytes].
std::size_t tape_bytes(Recording& recording, std::size_t first, std::size_t last, Counted counted);
/// Somewhat more, so that sizes that go on growing are not taken anew with each step. [bytes]
inline std::size_t with_margin(std::size_t bytes) { return bytes + bytes / 32 + 1; }

/// What there is beside present values. [bytes]
struct Shares {
  std::size_t states = 0;  ///< in memory
  std::size_t tapes = 0;   ///< beside those
  std::size_t going = 0;   ///< in memory beside both: states that go to disk
  std::size_t disk = 0;    ///< states that go to disk or are there, wherever their values are
  std::size_t memory() const noexcept { return states + tapes + going; }
};
Shares past_bytes(Recording& recording, const std::map<std::int64_t, SavedState>& states, std::size_t first,
                  std::size_t last);

}  // namespace ops
