// ops/files/restart/way_back.hpp: a restarted program on its way to the place in its file: calls that are skipped, and
// the state that is restored there.
#pragma once

#include <set>
#include <source_location>

#include "ops/files/restart/restart_progress.hpp"

namespace ops {

class WayBack {
 public:
  explicit WayBack(RestartProgress& of) : of_(of) {}

  /// Whether this is the place to go back to.
  bool here(At at) const;
  /// All is as it was there.
  /// @throws OPSException  the file is none of this program
  void put_back();
  /// The loop that came last threw in the interrupted run, and the program went on from there: so it does now.
  void fail_again() const;
  /// The dataset has old values, as loops that write it are left out.
  void leave_behind(ops_dat dat) { skipped_.insert(dat); }
  /// @throws OPSException  it is left behind, and the program reads it
  void behind(ops_dat dat, const char* what, std::source_location where) const;
  bool skips_output(ops_dat dat);
  /// What a reduction came to in the interrupted run.
  void result(ops_reduction handle, const char* call, std::source_location where);
  void forget(ops_dat dat) { skipped_.erase(dat); }

 private:
  void check_declared() const;
  void put_back_constants() const;

  RestartProgress& of_;
  std::set<ops_dat> skipped_;  ///< datasets that have been left behind
  bool told_of_output_ = false;
};

}  // namespace ops
