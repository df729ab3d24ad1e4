// ops/derivatives/log/repetition.hpp: finds where steps may begin in a stream of events: at a call site that repeats.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace ops {

/// One event, and the place before it.
struct EventKey {
  int site = 0;           ///< its place in the program; numbered in the order of their first events, without gaps
  std::size_t kept = 0;   ///< by the event, for its adjoint [bytes]
  std::size_t alive = 0;  ///< values from before it that it or later events read [bytes]
};

/// Steps of a program that repeats itself.
struct Repetition {
  int site = 0;           ///< each begins with an event of this site ..
  int every = 1;          ///< .. though not with each such event: fewer are not worth a state
  std::size_t kept = 0;   ///< by an event of the site and what follows to the next [bytes]
  std::size_t state = 0;  ///< alive where a step begins [bytes]
};

/// The outermost repetition that still goes on; of the sites that occur once in it, the one with the least alive, and
/// then the first. Events that come in some repetitions only, inner repetitions of any length and a first repetition
/// unlike the others do not disturb. Nothing: there is none, it was seen for less than three times or 24 events, or
/// what it keeps is nothing.
std::optional<Repetition> find_repetition(std::span<const EventKey> moments);

}  // namespace ops
