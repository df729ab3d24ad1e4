// ops/tape/tape.hpp: the default tape: records what a program does and keeps what its reverse sweep will need.
// Knows loops through the Recorder port; knows nothing of kernels, backends or how loops run.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "ops/core/context.hpp"
#include "ops/loop/recorder.hpp"
#include "ops/tape/derivatives.hpp"
#include "ops/tape/events.hpp"
#include "ops/tape/fetched.hpp"
#include "ops/tape/tracked.hpp"

namespace ops {

/// Where seeds of one reduction handle belong.
struct ReductionSeeds {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::size_t last_result = none;  ///< index of the event
  bool pending = false;            ///< loops have added to it since
  bool active = false;             ///< what they added depends on active datasets
  std::vector<std::byte> once;     ///< seed given with a result, for that result alone
};

class Tape final : public Recorder {
 public:
  explicit Tape(Context& context) : context_(context) {}

  // Recorder
  void loop(const LoopCall& call, std::span<ArgView> views, std::span<const Events::ConstantValue> constants) override;
  void loop_failed(const char* name, std::source_location where) override;
  void reduction_result(ops_reduction handle, std::source_location where) override;
  void halo_transfer(ops_halo_group group, std::source_location where) override;
  void copy(ops_dat target, ops_dat source, std::source_location where) override;
  void raw_access(ops_dat dat, std::source_location where) override;
  void raw_write(ops_dat dat, std::source_location where) override;
  void raw_write_part(ops_dat dat, const Box& cells, std::source_location where) override;
  void forget(ops_dat dat) override;

  // Seeds and results
  void interpret(Where where);
  void reset();
  void seed_result(ops_reduction handle, const void* seed);
  void watch(ops_reduction handle) { reductions_[handle]; }
  void store(ops_dat dat, char* destination, Where where);
  /// The complete derivative as the user sees it: seed before, result after interpretation; made of zeros if need be.
  const BufferRef& shown(Tracked& dat);
  /// What is shown now is the seed.
  void seed_from_shown(Tracked& dat);
  ops_dat alias(Tracked& dat);
  bool interpreted() const noexcept { return interpreted_; }

  Tracked& tracked(ops_dat dat);
  Context& context() const noexcept { return context_; }
  Events& events() noexcept { return events_; }
  const std::vector<std::unique_ptr<Tracked>>& live() const noexcept { return live_; }
  ops_ad_statistics statistics() const;
  FieldMemory memory() const;
  /// A warning on the instance's stream, once per text.
  void tell(const std::string& text);

  /// For tests: every combination gives the same bits.
  struct Switches {
    bool postpone = true;  ///< lazy accumulation
    bool owner = true;     ///< owner form of adjoints where there is one
  } switches;

 private:
  struct LoopRecord;
  friend class Sweep;

  // What a loop means for derivatives, and what of the past it must not destroy.
  void mark_needed(Tracked& dat, const Box& cells);
  bool must_keep(const Tracked& dat, const Box& cells) const;
  void save_region(Tracked& dat, const Box& cells);
  void make_private(Tracked& dat);
  BufferRef new_version(Tracked& dat);
  /// Regions saved since `mark` for something that is no event of its own.
  void keep_regions(const Events::Mark& mark, std::source_location where);
  /// Values come from outside the recording here.
  void cut(Tracked& dat, const Box& cells, const std::string& how, std::source_location where);
  void write_alias(Tracked& dat);

  bool check_result(const Event& event) const;
  void settle_seeds(Where where);
  void check_released(Where where) const;
  void show_results();
  char* zeros(std::size_t bytes);

  Context& context_;
  Events events_;
  std::vector<EventArg> roles_;  ///< of the loop being recorded
  std::vector<char> written_;
  std::vector<std::unique_ptr<Tracked>> live_;  ///< by ops_dat_core::index
  std::vector<std::unique_ptr<Tracked>> freed_; ///< still referred to by events
  std::map<ops_reduction, ReductionSeeds> reductions_;
  FetchedResults fetched_;  ///< of active data
  std::set<std::string> told_;
  std::unique_ptr<char, void (*)(void*)> zeros_{nullptr, nullptr};  ///< shown for known zero derivatives
  std::size_t zero_bytes_ = 0;
  bool interpreted_ = false;
  bool matters_ = false;  ///< whether derivatives depend on the loop that was shown last having run
  std::string broken_;    ///< the loop that ended the recording; "" if none did
  ops_ad_statistics sweep_;  ///< counts of the last interpretation
};

/// The tape that records in this context.
/// @throws OPSException  nothing records: says why (not translated, no derivative calls, -OPS_AD=0, before ops_partition)
Tape& tape_of(Context* context, const char* call, Where where);

}  // namespace ops
