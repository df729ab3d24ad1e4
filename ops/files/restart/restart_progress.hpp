// ops/files/restart/restart_progress.hpp: the progress of a program with fault tolerance, and the place to which it
// must return.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ops/files/restart/restart_file.hpp"
#include "ops/loops/launch/repeating_recorder.hpp"

namespace ops {

/// When states are taken.
struct RestartPlan {
  double interval = 0;       ///< [s] between two
  bool after_begin = false;  ///< none, and nothing is left out, before begin_is_over
  bool at_lists = false;     ///< only where the program lists datasets
  bool at_jumps = false;     ///< only where the program can jump to
  bool when_told = false;    ///< only where it says now
};

/// What a program says of the place where it is.
struct RestartPlace {
  const std::vector<ops_dat>* list = nullptr;  ///< all that is needed; null: the library finds it
  std::span<std::byte> payload = {};
  bool jump = false;  ///< the program gets here by itself, with the payload
  bool now = false;   ///< whatever the interval says
};

/// Random numbers belong to the state, though others keep them.
struct RestartRandom {
  std::function<RandomPlace()> get;
  std::function<void(const RandomPlace&)> set;
};

struct RestartProgress {
  Context& context;
  RestartFile file;
  RestartPlan plan;
  RestartRandom random;
  RepeatingRecorder* beside;  ///< the recording that goes on beside it; null: none does
  bool begun;                 ///< nothing is left out before

  std::unique_ptr<RestartState> wanted = {};  ///< where to go; null: the program is there
  std::int64_t place = 0;                     ///< loops, transfers and copies so far
  std::int64_t visits = 0;                    ///< calls of `reached` so far
  std::uint64_t path = 0;                     ///< hash of the calls that `place` counts
  std::vector<std::vector<std::byte>> results = {};
  std::vector<FailedLoop> failed = {};  ///< so far

  bool on_the_way() const noexcept { return wanted != nullptr && begun; }
  /// Datasets of the program, but for those that show derivatives.
  std::vector<DeclaredDat> declared() const;
  /// @throws OPSException  the program has not come by the place
  void check_not_past() const;
};

/// Values of a handle.
inline std::vector<std::byte> bytes_at(const char* data, int size) {
  const auto* first = reinterpret_cast<const std::byte*>(data);
  return {first, first + size};
}

}  // namespace ops
