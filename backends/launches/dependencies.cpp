// backends/launches/dependencies.cpp: the last writer of each piece of memory, and who has read it since.
#include "backends/launches/dependencies.hpp"

#include <algorithm>

namespace ops::launches {
namespace {

bool meet(const auto& a, const auto& b) noexcept { return a.begin < b.end && b.begin < a.end; }

}  // namespace

std::span<const unsigned> Dependencies::of_next(std::span<const Touched> touched) {
  before_.clear();
  for (const Touched& memory : touched)
    if (!memory.written) read(memory);
  for (const Touched& memory : touched)
    if (memory.written) write(memory);
  std::ranges::sort(before_);
  const auto twice = std::ranges::unique(before_);
  before_.erase(twice.begin(), twice.end());
  if (!before_.empty() && before_.back() == next_) before_.pop_back();  // what it has read itself
  ++next_;
  return before_;
}

void Dependencies::clear() noexcept {
  next_ = 0;
  pieces_.clear();
}

void Dependencies::read(const Touched& memory) {
  Piece* same = nullptr;
  for (Piece& piece : pieces_) {
    if (!meet(piece, memory)) continue;
    if (piece.writer != none) before_.push_back(piece.writer);
    if (piece.begin == memory.begin && piece.end == memory.end) same = &piece;
  }
  if (same == nullptr) same = &pieces_.emplace_back(Piece{memory.begin, memory.end, none, {}});
  same->readers.push_back(next_);
}

/// Whoever comes later waits for this one, and need not know who came before.
void Dependencies::write(const Touched& memory) {
  for (const Piece& piece : pieces_) {
    if (!meet(piece, memory)) continue;
    if (piece.writer != none) before_.push_back(piece.writer);
    before_.insert(before_.end(), piece.readers.begin(), piece.readers.end());
  }
  std::erase_if(pieces_,
                [&memory](const Piece& piece) { return piece.begin >= memory.begin && piece.end <= memory.end; });
  pieces_.push_back({memory.begin, memory.end, next_, {}});
}

}  // namespace ops::launches
