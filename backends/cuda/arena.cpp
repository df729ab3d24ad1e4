// backends/cuda/arena.cpp: free pieces by place and by size.
#include "backends/cuda/arena.hpp"

#include <iterator>

namespace ops::cuda {

std::size_t Arena::take(std::size_t bytes) {
  bytes = rounded(bytes);
  const auto fits = sizes_.lower_bound(bytes);
  if (fits == sizes_.end()) return none;
  const std::size_t start = fits->second, size = fits->first;
  forget(free_.find(start));
  left_ -= bytes;
  if (size > bytes) join(start + bytes, size - bytes);
  return start;
}

void Arena::release(std::size_t start, std::size_t bytes) {
  left_ += rounded(bytes);
  join(start, rounded(bytes));
}

void Arena::join(std::size_t start, std::size_t bytes) {
  if (bytes == 0) return;
  const auto after = free_.lower_bound(start);
  if (after != free_.end() && after->first == start + bytes) {
    bytes += after->second;
    forget(after);
  }
  const auto next = free_.lower_bound(start);
  if (next != free_.begin()) {
    const auto before = std::prev(next);
    if (before->first + before->second == start) {
      start = before->first;
      bytes += before->second;
      forget(before);
    }
  }
  free_.emplace(start, bytes);
  sizes_.emplace(bytes, start);
}

void Arena::forget(std::map<std::size_t, std::size_t>::iterator piece) {
  const auto [first, last] = sizes_.equal_range(piece->second);
  for (auto at = first; at != last; ++at) {
    if (at->second != piece->first) continue;
    sizes_.erase(at);
    break;
  }
  free_.erase(piece);
}

}  // namespace ops::cuda
