// ops/derivatives/sweeps/sweep.hpp: one reverse sweep over a tape.
#pragma once

#include <functional>
#include <vector>

#include "ops/derivatives/events/reversing.hpp"
#include "ops/derivatives/log/rewind.hpp"
#include "ops/derivatives/log/statistics.hpp"
#include "ops/derivatives/log/tape_observer.hpp"
#include "ops/derivatives/sweeps/adjoint_launches.hpp"
#include "ops/derivatives/sweeps/loop_reversal.hpp"
#include "ops/derivatives/sweeps/postponed.hpp"
#include "ops/derivatives/sweeps/prefetch.hpp"
#include "ops/derivatives/sweeps/versions.hpp"

namespace ops {

/// For tests: every combination gives the same bits.
struct SweepSwitches {
  bool postpone = true;  ///< lazy accumulation
  bool owner = true;     ///< owner form of adjoints where there is one
};

/// How a sweep goes.
struct SweepSetup {
  const char* asked_by = "ops_interpret_adjoints";  ///< the call of the program, for errors
  SweepSwitches switches = {};
  TapeObserver* watcher = nullptr;                              ///< null: no observer
  std::function<void(const ExternalEvent&)> run_external = {};  ///< the adjoint of an external function
};

class Sweep final : public Reversing {
 public:
  explicit Sweep(Recording& of, SweepSetup setup = {});

  /// From the seeds to the gradient, which it leaves in Tracked::field: all events, the last one first.
  void run();

  // The same, a part at a time
  /// Seeds become derivatives.
  void start();
  /// Events [first, last), the last one first.
  void reverse(std::size_t first, std::size_t last);

  struct Stretch {
    std::size_t first = 0, last = 0;
    /// what the events keep for their adjoints goes as they are passed; null: it stays
    Versions* uses_up = nullptr;
    /// fetches what is wanted next and lies aside, as far as there is room; @return  whether that is done. Empty:
    /// nothing is
    std::function<bool()> fetch = {};
  };
  void begin(Stretch stretch);
  /// Events [first, last) of the stretch, the last one first.
  void pass(std::size_t first, std::size_t last);
  /// Afterwards nothing waits, and versions are as the forward sweep left them.
  void settle();
  /// By events of the stretch, of what they kept [bytes]
  std::size_t freed() const noexcept { return freed_; }

  /// One loop alone, with versions as they were before it, from fields as they are.
  void reverse_alone(const LoopEvent& event);
  const ops_ad_statistics& counts() const noexcept { return loops_.counts; }

  // Reversing
  AdjointField& derivative(Tracked& dat) override { return postponed_.use(dat); }
  void before_write(const BufferRef& buffer, const Box& cells) override {
    postponed_.before_write(buffer.get(), cells, false);
  }
  void complete() override { postponed_.flush_all(); }
  void loop(const LoopEvent& event) override;
  void external(const ExternalEvent& event) override;

 private:
  void reverse_loop(const LoopEvent& event);
  void reverse_watched(const Event& event, TapeObserver& watch);
  void put_back(const Event& event);
  void give_back(const Event& event);

  SweepSetup setup_;
  Rewind rewind_;
  Prefetch ahead_;
  AdjointLaunches launches_;
  Postponements postponed_;
  LoopReversal loops_;
  Versions* uses_up_ = nullptr;  ///< of whose versions those go that have been passed; null: none
  std::size_t freed_ = 0;
  /// events that are reversed but for what is postponed, and keep something until then
  std::vector<std::size_t> passed_;
};

}  // namespace ops
