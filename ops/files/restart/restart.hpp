// ops/files/restart/restart.hpp: fault tolerance: saves from time to time the state that a program needs to continue,
// and restores it after a restart.
//
// A restarted program makes the same calls. Loops, transfers and copies are skipped until their number is that in the
// file, and results of reductions come from the file. Then the state is restored. A program may know a faster way to
// that place (`jump`): it provides a payload from which it finds the place. A program that records for derivatives can
// do so only where the recording is empty, because otherwise the recording needs the calls.
#pragma once

#include <string>

#include "ops/files/restart/state_taking.hpp"
#include "ops/files/restart/way_back.hpp"
#include "ops/loops/launch/call_gate.hpp"
#include "ops/loops/launch/recorder.hpp"

namespace ops {

class Restart final : public CallGate, public Recorder {
 public:
  /// @param beside  the recording that goes on beside it; null: none does
  /// @throws OPSException  there is a file, and it is damaged, or none of this program
  Restart(Context& context, std::string file, const RestartPlan& plan, RestartRandom random,
          RepeatingRecorder* beside = nullptr);

  bool going_back() const noexcept { return progress_.wanted != nullptr; }
  void begin_is_over();
  /// @return  whether the state of the file, and the payload, have been put in place
  bool reached(const RestartPlace& place);
  /// The program has ended well.
  void finished();

  /// Something begins that calls made again would not bring about: no state is saved after that.
  void beyond_calls(const std::string& what);

  // CallGate
  CallDecision decide(const LoopRequest& request) override;
  CallDecision decide(ops_halo_group group) override;
  CallDecision decide(const std::string& call, ops_dat target, bool reads) override;
  bool skips_output(ops_dat dat) override;
  void loop_threw(const LoopRequest& request) override;

  // Recorder
  void loop(const LoopCall& call, std::span<const ArgView> views) override;
  void loop_failed(const char*, std::source_location) override { taking_.give_up(); }
  void reduction_result(ops_reduction handle, std::source_location where, ops_scalar into) override;
  void scalar_write(ops_scalar, ops_reduction, ops_access, std::source_location) override {}
  void halo_transfer(ops_halo_group group, std::source_location where) override;
  void copy(ops_dat target, ops_dat source, std::source_location where) override;
  void raw_access(ops_dat dat, std::source_location where) override;
  void raw_write(ops_dat dat, std::source_location) override { taking_.all_of(dat); }
  void raw_write_part(ops_dat dat, const Box& cells, std::source_location) override;
  void raw_read(ops_dat dat, std::source_location where) override { raw_access(dat, where); }
  void forget(ops_dat dat) override;

 private:
  using Site = StateTaking::Site;
  bool comes(const std::string& what, const Site* site);
  CallDecision left_out() const;
  void put_back();
  void result(ops_reduction handle, const char* what, std::source_location where);

  RestartProgress progress_;
  WayBack way_{progress_};
  StateTaking taking_{progress_};
};

}  // namespace ops
