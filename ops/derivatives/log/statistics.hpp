// ops/derivatives/log/statistics.hpp: defines statistics of a recording and of its last reverse sweep.
#pragma once

#include <cstddef>

/// Statistics of the default tape.
struct ops_ad_statistics {
  std::size_t nodes = 0;          ///< events on the tape
  std::size_t node_bytes = 0;     ///< [bytes] of the events
  std::size_t versions = 0;       ///< old versions of datasets that are kept
  std::size_t version_bytes = 0;  ///< [bytes]
  std::size_t regions = 0;        ///< saved parts of datasets
  std::size_t region_bytes = 0;   ///< [bytes]
  std::size_t reversed = 0;       ///< loops whose adjoint ran
  std::size_t skipped = 0;        ///< loops skipped because all their outputs had a zero derivative
  std::size_t postponed = 0;      ///< contributions postponed (lazy accumulation) ...
  std::size_t fused = 0;          ///< ... and added together with the next contribution
};
