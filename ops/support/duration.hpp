// ops/support/duration.hpp: elapsed time, and durations as text.
#pragma once

#include <string>

namespace ops {

/// What one step takes. [s]
struct StepTimes {
  double run = 0;      ///< in the program's own run
  double again = 0;    ///< run again
  double reverse = 0;  ///< reversed
};

/// Since some moment; never goes back. [s]
double seconds_now();
/// "3.20 ms", "12.5 s", "4 min 10 s", "2 h 05 min".
std::string duration_text(double seconds);

}  // namespace ops
