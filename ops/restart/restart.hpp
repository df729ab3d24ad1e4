// ops/restart/restart.hpp: fault tolerance: saves from time to time what a program needs to go on, and brings a program
// that starts again there. Knows the calls of a program through the ports CallGate and Recorder, and a recording
// beside it through the port Repeats; knows nothing of derivatives.
//
// A program that starts again makes the same calls. Loops, transfers and copies are left out until their number is that
// of the file, and results of reductions come from the file; then the state is put in place. A program may say itself
// how to get there (`jump`): it hands over a payload with which it finds its place. One that records can where nothing
// is recorded yet; else the calls are needed for the recording.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>

#include "ops/loop/call_gate.hpp"
#include "ops/loop/recorder.hpp"
#include "ops/loop/repeats.hpp"
#include "ops/restart/draft.hpp"
#include "ops/restart/restart_file.hpp"

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

class Restart final : public CallGate, public Recorder {
 public:
  /// Random numbers belong to the state, though others keep them.
  struct Random {
    std::function<RandomPlace()> get;
    std::function<void(const RandomPlace&)> set;
  };
  /// @param beside  the recording that goes on beside it, and tells it of calls; null: none does, and it hears of them
  /// itself
  /// @throws OPSException  there is a file, and it is damaged, or none of this program
  Restart(Context& context, std::string file, const RestartPlan& plan, Random random, Repeats* beside = nullptr);

  bool going_back() const noexcept { return wanted_ != nullptr; }
  void begin_is_over();
  /// @return  whether the state of the file, and the payload, have been put in place
  bool reached(const RestartPlace& place);
  /// The program has ended well.
  void finished();

  /// Something begins that calls made again would not bring about: no state is saved after that.
  void beyond_calls(const std::string& what);

  // CallGate
  Fate fate(const LoopRequest& request) override;
  Fate fate(ops_halo_group group) override;
  Fate fate_of_copy(ops_dat target) override;
  bool skips_output(ops_dat dat) override;
  void loop_threw(const LoopRequest& request) override;

  // Recorder
  void loop(const LoopCall& call, std::span<const ArgView> views) override;
  void loop_failed(const char*, std::source_location) override { draft_.reset(); }
  void reduction_result(ops_reduction handle, std::source_location where, ops_scalar into) override;
  void scalar_write(ops_scalar, ops_reduction, ops_access, std::source_location) override {}
  void halo_transfer(ops_halo_group group, std::source_location where) override;
  void copy(ops_dat target, ops_dat source, std::source_location where) override;
  void raw_access(ops_dat dat, std::source_location where) override;
  void raw_write(ops_dat dat, std::source_location) override { all_of(dat); }
  void raw_write_part(ops_dat dat, const Box& cells, std::source_location) override;
  void raw_read(ops_dat dat, std::source_location where) override { raw_access(dat, where); }
  void forget(ops_dat dat) override;

 private:
  using Clock = std::chrono::steady_clock;
  struct Site {
    const char* file = "";
    unsigned line = 0, column = 0;
    auto operator<=>(const Site&) const = default;
  };
  bool here(At at) const;
  At at_of(const RestartPlace& place) const;
  void check_not_past() const;
  bool comes(const std::string& what, const Site* site);
  bool on_the_way() const noexcept { return wanted_ != nullptr && begun_; }
  Fate left_out() const;
  bool past_recording(At at);
  std::vector<DeclaredDat> declared() const;
  bool due(At at);
  void result(ops_reduction handle, const char* what, std::source_location where);
  void all_of(ops_dat dat);
  void take(const RestartPlace& place);
  bool takes(const RestartPlace& place);
  void put_back();
  void check_declared() const;
  void fail_again() const;
  void put_back_constants() const;
  RestartState state_here() const;
  void write();
  void drop();
  void careful(const std::function<void()>& step);
  void tell_draft(const std::function<void(Draft&)>& what);
  void behind(ops_dat dat, const char* what, std::source_location where) const;

  Context& context_;
  RestartFile file_;
  RestartPlan plan_;
  Random random_;
  Repeats* beside_;
  std::unique_ptr<RestartState> wanted_;  ///< where to go; null: there
  bool begun_;                            ///< nothing is left out before
  std::int64_t place_ = 0;                ///< loops, transfers and copies so far
  std::int64_t visits_ = 0;               ///< calls of `reached` so far
  bool jumps_begun_ = false;              ///< there was one to which a program can jump
  std::string before_jumps_;              ///< what happened before that, and cannot be left out; "": nothing
  std::uint64_t path_ = 0;                ///< hash of what they were
  std::vector<std::vector<std::byte>> results_;
  std::vector<FailedLoop> failed_;  ///< so far
  std::set<ops_dat> skipped_;       ///< datasets that have been left behind
  bool told_of_output_ = false, told_of_end_ = false;
  std::unique_ptr<Draft> draft_;  ///< null: no state is being taken
  RestartState taking_;           ///< the rest of it
  std::map<Site, int> seen_;      ///< loops since then, how often
  int calls_ = 0;                 ///< since then
  Box range_;                     ///< of the loop that is about to run
  Clock::time_point last_;
};

}  // namespace ops
