// ops/loops/engine/unseen_writes.hpp: detects values that the program wrote without the library's knowledge, through
// dat->data or an old pointer. Only the target `checked` uses it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "ops/data/context.hpp"

namespace ops {

class UnseenWrites {
 public:
  /// What `call` has left in the dataset is right. @param call  "loop 'l' at file:line"
  void left(ops_dat dat, const std::string& call);
  /// `call` begins. Afterwards the present values count as right. @return  if they differ from what the library left:
  /// the call that left them; null: they do not, or nothing is known of them
  std::optional<std::string> changed(ops_dat dat, const std::string& call);
  /// Values may differ from now on: a run was interrupted, or a user-defined adjoint runs.
  void forget() { known_.clear(); }
  void forget(ops_dat dat) { known_.erase(dat); }
  void freed(ops_dat dat) { known_.erase(dat), ignored_.erase(dat); }
  /// The dataset shows a derivative, which other calls change.
  void ignore(ops_dat dat) { ignored_.insert(dat); }
  void pause(bool paused) { paused_ = paused, forget(); }

 private:
  struct Known {
    std::weak_ptr<Buffer> buffer;
    std::uint64_t sum = 0;
    std::string left_by;
  };
  std::map<ops_dat, Known> known_;
  std::set<ops_dat> ignored_;
  bool paused_ = false;
};

}  // namespace ops
