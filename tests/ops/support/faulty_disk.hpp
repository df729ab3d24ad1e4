// tests/ops/support/faulty_disk.hpp: reads and writes of this process's files that fail on demand: the C library's
// calls, replaced.
#pragma once

#include <atomic>

namespace faulty_disk {

struct Faults {
  std::atomic<int> write_error{0}, read_error{0};  ///< errno of every call
  std::atomic<int> good_writes{0};                 ///< so many calls work before the first error
  std::atomic<bool> interrupt{false};              ///< every other call is interrupted, and the others do half
  std::atomic<int> flip{-1};                       ///< of this write, counted from 0, one bit is flipped; -1: of none
  std::atomic<int> writes{0};                      ///< calls so far
};

/// Of this process.
Faults& faults();

}  // namespace faulty_disk
