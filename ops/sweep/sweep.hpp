// ops/sweep/sweep.hpp: one reverse sweep over a tape.
// Knows events and derivative fields; runs adjoints through the registry's function pointers and nothing else.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "ops/advice/watch.hpp"
#include "ops/record/recording.hpp"
#include "ops/record/rewind.hpp"
#include "ops/record/statistics.hpp"
#include "ops/record/zero_rows.hpp"
#include "ops/sweep/ahead.hpp"
#include "ops/versions/versions.hpp"

namespace ops {

struct HaloMap;  // ops/dist/halo_map.hpp

/// For tests: every combination gives the same bits.
struct SweepSwitches {
  bool postpone = true;  ///< lazy accumulation
  bool owner = true;     ///< owner form of adjoints where there is one
};

/// How a sweep goes.
struct SweepSetup {
  const char* asked_by = "ops_interpret_adjoints";  ///< the call of the program, for errors
  SweepSwitches switches = {};
  TapeWatch* watcher = nullptr;                         ///< null: nobody watches
  std::function<void(const Event&)> run_external = {};  ///< the adjoint of an external function
};

class Sweep {
 public:
  explicit Sweep(Recording& recording, SweepSetup setup = {});
  Sweep(const Sweep&) = delete;
  Sweep& operator=(const Sweep&) = delete;

  /// Seeds become derivatives, with which a sweep starts; it leaves the gradient in Tracked::field.
  void start();
  /// All events, the last one first.
  void run();
  /// Events [first, last), the last one first.
  void reverse(std::size_t first, std::size_t last);

  // The same, a part at a time
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
  void reverse_alone(const Event& event);
  /// The derivative of the OPS_INC result that loops reversed from now on add to.
  std::vector<std::byte>& total(ops_reduction handle) { return seeds_[handle]; }
  const ops_ad_statistics& counts() const noexcept { return counts_; }

 private:
  /// A contribution put off until the next loop of the same kind adds its own to the same cells.
  struct Postponed {
    const Event* event;
    std::size_t arg;  ///< the target
    Tracked* target;
    /// dataset of the seed; the target itself: the contribution takes the place of its seed, which still lies there
    Tracked* from;
    BufferRef seed;
    Box cells;              ///< of the seed, as long as they hold it
    int meeting = nowhere;  ///< argument of the loop being reversed that may add it
    bool renewal() const noexcept { return target == from; }
  };
  static constexpr int nowhere = -1;
  struct Loop;  ///< one loop being reversed

  // events
  void pass(const Event& event);
  void reverse(const Event& event);
  void reverse_watched(const Event& event, TapeWatch& watch);
  void put_back(const Event& event);
  void give_back(std::size_t event);
  void account(const Event& event);
  void reverse_loop(const Event& event);
  bool reverse_extrema(const Event& event);
  bool reverse_extremum(const Event& event, std::size_t arg, const Extremum& e);
  bool reverse_attained(const Event& event, const std::vector<Extremum>& changed);
  void reverse_point(const Event& event, std::size_t arg, const std::byte* seed, const Index& at);
  void reverse_result(const Event& event);
  void reverse_scalar(const Event& event);
  void reverse_halos(const Event& event);
  void reverse_halo(const ops_halo_core& halo, Tracked& from, Tracked& to);
  void reverse_divided(const HaloMap& map, Tracked& from, Tracked& to);
  void reverse_copy(const Event& event);
  void reverse_store(const Event& event);
  void reverse_external(const Event& event);

  // postponed contributions
  AdjointField& use(Tracked& dat);  ///< its field, after everything postponed on it
  void before_write(const Buffer* buffer, const Box& cells, bool in_launch);
  void flush(std::size_t index);
  void flush_all();
  const Event* next_use(const Event& event, const Tracked* dat) const;
  bool worth_postponing(const Event& event, std::size_t arg) const;
  static bool takes_over(const EventArg& read, const EventArg& overwritten);
  bool worth_renewing_later(const Event& event, std::size_t arg) const;
  bool alike(const Event& a, const Event& b) const;

  // building blocks of launches
  ArgView view(const EventArg& arg, Buffer* in, Buffer* out, const Tracked& dat) const;
  ArgView zero_seed(const Event& event, const EventArg& arg);
  ArgView primal(const Event& event, std::size_t i);
  const std::byte* seed_of(ops_reduction handle) const;  ///< null: zero
  AdjointLaunch launch_of(const Event& event);
  bool writes_all(const Event& event, const EventArg& arg) const;
  Box target_cells(const Event& event, std::size_t arg) const;

  Recording& recording_;
  SweepSetup setup_;
  Events& events_;
  FieldMemory memory_;
  Rewind rewind_;
  Ahead ahead_;
  std::vector<Postponed> postponed_;
  Versions* uses_up_ = nullptr;  ///< of whose versions those go that have been passed; null: none
  std::size_t freed_ = 0;
  /// events that are reversed but for what is postponed, and keep something until then
  std::vector<std::size_t> passed_;
  std::vector<Tracked*> spares_;  ///< fields that may keep a buffer without need
  /// of the result that loops now add to; MIN, MAX: of what is still to be found
  std::map<ops_reduction, std::vector<std::byte>> seeds_;
  std::map<ops_reduction, std::vector<std::byte>> carried_;  ///< by scalars, to the result that is reversed next
  std::vector<AdjointArg> args_;                             ///< of the launch being built
  std::vector<const void*> constants_;
  ZeroRows zeros_;
  double moved_ = 0.0;  ///< by the loop being reversed, by the model [bytes]
  ops_ad_statistics counts_;
};

}  // namespace ops
