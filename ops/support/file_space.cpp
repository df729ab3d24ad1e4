// ops/support/file_space.cpp: first-fit allocation that joins neighbouring gaps.
#include "ops/support/file_space.hpp"

#include <algorithm>

namespace ops {

std::optional<std::uint64_t> Space::take(std::uint64_t length) {
  const auto gap = std::ranges::find_if(gaps_, [&](const auto& each) { return each.second >= length; });
  std::uint64_t offset = end_;
  if (gap != gaps_.end()) {
    offset = gap->first;
    const std::uint64_t rest = gap->second - length;
    gaps_.erase(gap);
    if (rest > 0) gaps_.emplace(offset + length, rest);
  } else {
    if (length > limit_ || end_ > limit_ - length) return std::nullopt;
    end_ += length;
  }
  used_ += length;
  return offset;
}

void Space::give(std::uint64_t offset, std::uint64_t length) {
  used_ -= length;
  auto after = gaps_.lower_bound(offset);
  if (after != gaps_.begin()) {
    const auto before = std::prev(after);
    if (before->first + before->second == offset) {
      offset = before->first;
      length += before->second;
      gaps_.erase(before);
    }
  }
  if (after != gaps_.end() && offset + length == after->first) {
    length += after->second;
    gaps_.erase(after);
  }
  if (offset + length == end_) end_ = offset;
  else gaps_.emplace(offset, length);
}

}  // namespace ops
