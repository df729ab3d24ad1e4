// ops/loops/launch/repeating_recorder.hpp: interface of a recording that continues while a restarted program repeats
// calls that are not executed.
#pragma once

#include <functional>
#include <string>

#include "ops/data/handles.hpp"

namespace ops {

class RepeatingRecorder {
 public:
  virtual ~RepeatingRecorder() = default;
  /// @param beyond_calls  is told when something begins that calls made again would not bring about
  virtual void follow(std::function<void(const std::string& what)> beyond_calls) = 0;
  /// Calls are recorded and do not run, until `arrive`.
  virtual void leave_out() = 0;
  /// What has happened that the same calls, not carried out, would not record in the same way; "": nothing.
  virtual const std::string& obstacle() const = 0;
  /// Nothing has been recorded or seeded, or all has been forgotten, and it is what records now.
  virtual bool empty() const = 0;
  /// The dataset shows what the recording computes: it is no part of the program's state.
  virtual bool shows(ops_dat dat) const = 0;
  /// The program jumps to a place where nothing was recorded: what was on the way is forgotten.
  virtual void jump() = 0;
  /// Values of all datasets are as they were before the call that comes next, which is carried out.
  virtual void arrive() = 0;
};

}  // namespace ops
