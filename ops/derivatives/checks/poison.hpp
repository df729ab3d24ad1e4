// ops/derivatives/checks/poison.hpp: writes NaN into all memory that a reverse sweep should not read, and restores it
// afterwards.
#pragma once

#include <map>
#include <vector>

#include "ops/derivatives/events/loop_event.hpp"
#include "ops/derivatives/log/tape_observer.hpp"
#include "ops/derivatives/tape/tape.hpp"

namespace ops {

/// Values of datasets, old and present, are NaN while alive, but for the cells that adjoints read; free memory of the
/// pool is NaN.
class PoisonedValues {
 public:
  explicit PoisonedValues(Tape& tape);
  ~PoisonedValues();
  PoisonedValues(const PoisonedValues&) = delete;
  PoisonedValues& operator=(const PoisonedValues&) = delete;
  std::size_t bytes() const noexcept { return bytes_; }  ///< of cells that are poisoned [bytes]

 private:
  struct Version {
    const Tracked* dat;
    BufferRef buffer;
    std::vector<std::byte> values;  ///< of all cells, packed
    std::vector<Box> needed;
  };
  void add(const Tracked& dat, const BufferRef& buffer);
  void find_versions(Tape& tape);
  void find_needed(Tape& tape);
  void poison(Version& version);

  std::vector<Version> versions_;  ///< in the order in which they were met, as addresses differ between processes
  std::map<const Buffer*, std::size_t> place_;
  std::size_t bytes_ = 0;
};

/// Memory that the pool hands out next is NaN.
void poison_pool(Tape& tape);

/// Makes derivatives NaN where they are known to be zero, after each event of a sweep, and looks for what comes of it.
class PoisonedDerivatives final : public TapeObserver {
 public:
  explicit PoisonedDerivatives(Tape& tape);
  ~PoisonedDerivatives() override;
  PoisonedDerivatives(const PoisonedDerivatives&) = delete;
  PoisonedDerivatives& operator=(const PoisonedDerivatives&) = delete;
  const LoopEvent* culprit() const noexcept { return culprit_; }  ///< the first loop that left a NaN; null: none

  void external_ran(double) override {}
  void step() override {}
  void forgotten() override {}
  void begins(const Event&) override {}
  void shows(const Event&, std::span<const std::byte* const>) override {}
  void ends(const Event& event) override;
  void swept() override {}

 private:
  Tape& tape_;
  TapeObserver* watcher_;
  const LoopEvent* culprit_ = nullptr;
};

}  // namespace ops
