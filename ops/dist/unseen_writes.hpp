// ops/dist/unseen_writes.hpp: values that change while the library does not hear of it: the program wrote through dat->data or an old pointer.
// Knows datasets and their values; knows nothing of loops or of who is told. Kept by target `checked` only.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "ops/core/context.hpp"

namespace ops {

class UnseenWrites {
 public:
  /// What `call` has left in the dataset is right. @param call  "loop 'l' at file:line"
  void left(ops_dat dat, const std::string& call);
  /// `call` begins. Since when values differ from what the library left: the call that left them; null: they do not, or it is not known.
  /// What is there now counts as right afterwards.
  std::optional<std::string> changed(ops_dat dat, const std::string& call);
  /// Values may be others from now on: those of an interrupted run, or while an adjoint of the program's own runs.
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
