// ops/derivatives/checkpoints/thinning.cpp: levels of states, from which thinning chooses.
#include "ops/derivatives/checkpoints/thinning.hpp"

#include <utility>

namespace ops {

/// The latest state, but not the first one, that is older than one of a higher level.
std::optional<std::size_t> Thinning::dispensable() const {
  if (levels_.size() > 1 && levels_.back() < level_) return levels_.size() - 1;
  if (raised_ > 1 && levels_[raised_ - 1] < levels_[raised_]) return raised_ - 1;
  return std::nullopt;
}

Thinning::Choice Thinning::next(bool full) {
  const std::optional<std::size_t> drop = full ? dispensable() : std::nullopt;
  if (full && !drop) {
    ++level_;
    return {};
  }
  if (drop) {
    levels_.erase(levels_.begin() + static_cast<std::ptrdiff_t>(*drop));
    raised_ = level_ > 0 ? levels_.size() : raised_ - 1;
  }
  const bool lasting = level_ > 0 || levels_.empty();
  levels_.push_back(std::exchange(level_, 0));
  return {true, lasting, drop};
}

}  // namespace ops
