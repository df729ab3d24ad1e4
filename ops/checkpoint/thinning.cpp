// ops/checkpoint/thinning.cpp: levels of states.
#include "ops/checkpoint/thinning.hpp"

#include <algorithm>
#include <utility>

namespace ops {

Thinning::Choice Thinning::next(bool full) {
  Choice choice{!full, std::nullopt};
  if (full) {
    int highest = level_;
    for (std::size_t i = levels_.size(); i-- > 1 && !choice.keep;) {
      if (levels_[i] < highest) choice = {true, i};
      highest = std::max(highest, levels_[i]);
    }
  }
  if (choice.drop) levels_.erase(levels_.begin() + static_cast<std::ptrdiff_t>(*choice.drop));
  if (choice.keep) levels_.push_back(std::exchange(level_, 0));
  else ++level_;
  return choice;
}

}  // namespace ops
