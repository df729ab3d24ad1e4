// ops/data/offloading.cpp: moves the contents of inactive buffers to other memory and back.
#include "ops/data/offloading.hpp"

#include <algorithm>
#include <utility>

namespace ops {
namespace {

/// One part in so many of the room is for blocks that copies still read, so that work need not wait for them.
constexpr std::size_t part_on_the_way = 8;

}  // namespace

Offloading::Offloading(Blocks& blocks, std::unique_ptr<OffloadMemory> aside, std::size_t here)
    : blocks_(blocks), aside_(std::move(aside)), most_here_(here), most_resting_(here - here / part_on_the_way) {
  blocks_.aside = aside_.get();
  blocks_.most_busy = here / part_on_the_way;
}

Offloading::~Offloading() = default;

void Offloading::to_list(Piece& piece, std::list<Piece*>::iterator before) {
  piece.at = resting_.insert(before, &piece);
  resting_bytes_ += piece.block.size;
}

void Offloading::from_list(Piece& piece) noexcept {
  resting_.erase(piece.at);
  resting_bytes_ -= piece.block.size;
}

void Offloading::activate(Buffer& buffer) {
  const std::lock_guard lock(blocks_.mutex);
  Piece& piece = piece_of(buffer);
  bring(piece, true);
  ++piece.activate;
  if (std::exchange(piece.deactivate, false)) from_list(piece);
}

void Offloading::deactivate(Buffer& buffer) {
  const std::lock_guard lock(blocks_.mutex);
  Piece& piece = piece_of(buffer);
  if (piece.activate > 0 && --piece.activate > 0) return;
  if (!std::exchange(piece.deactivate, true)) to_list(piece, resting_.end());
}

void Offloading::bring(Buffer& buffer, bool changes) {
  const std::lock_guard lock(blocks_.mutex);
  Piece& piece = piece_of(buffer);
  if (piece.block.address == nullptr) begin_in(piece);
  if (piece.arrives != 0) {
    aside_->work_waits(std::exchange(piece.arrives, 0));
    piece.address = piece.block.address;
  }
  if (changes && piece.aside != nullptr) give_back(piece);
  if (std::exchange(piece.passed, false)) resting_.splice(resting_.end(), resting_, piece.at);
}

/// Copies come one after the other: this one need not wait for what still reads the block.
void Offloading::begin_in(Piece& piece) {
  piece.block = blocks_.take(Block::of(piece.bytes), "values that return from host memory");
  blocks_.memory->taken(piece.block.address);
  piece.arrives = aside_->begin_in(piece.block.address, piece.aside, piece.bytes);
  piece.block.busy = 0;
  moved_.in += piece.bytes;
  ++twice_;
  to_list(piece, resting_.end());
}

/// What lies aside is not needed there, or no longer right.
void Offloading::give_back(Piece& piece) noexcept {
  if (piece.block.address != nullptr) --twice_;
  aside_->give(std::exchange(piece.aside, nullptr), piece.bytes);
  blocks_.offloaded -= piece.bytes;
}

/// Values that lie there twice make way, those needed first before others. @return  null: there is no room
std::byte* Offloading::offload_place(std::size_t bytes) {
  std::byte* place = aside_->take(bytes);
  for (auto at = resting_.rbegin(); place == nullptr && twice_ > 0 && at != resting_.rend(); ++at) {
    if ((*at)->aside == nullptr) continue;
    give_back(**at);
    place = aside_->take(bytes);
  }
  return place;
}

/// @return  whether there was room; what the host is using stays
bool Offloading::copy_out(Piece& piece) {
  std::byte* const place = offload_place(piece.bytes);
  if (place == nullptr) return false;
  piece.block.busy = aside_->begin_out(place, piece.block.address, piece.bytes);
  if (piece.block.busy == 0) {
    aside_->give(place, piece.bytes);
    return true;
  }
  piece.aside = place;
  blocks_.offloaded += piece.bytes;
  moved_.out += piece.bytes;
  moved_.peak = std::max(moved_.peak, blocks_.offloaded);
  return true;
}

/// @return  whether there was room aside
bool Offloading::move_out(Piece& piece) {
  if (piece.aside != nullptr) {
    piece.block.busy = piece.arrives;
    --twice_;
  } else if (!copy_out(piece)) {
    return false;
  }
  if (piece.aside == nullptr) return true;
  from_list(piece);
  blocks_.give(std::exchange(piece.block, {}));
  piece.address = nullptr;
  piece.arrives = 0;
  piece.passed = false;
  return true;
}

/// Until not more than this rests here. @param passed  only what has been passed goes
void Offloading::move_out(std::size_t most, bool passed) {
  for (auto at = resting_.begin(); at != resting_.end() && resting_bytes_ > most && (!passed || (*at)->passed);)
    if (!move_out(**at++)) return;
}

void Offloading::make_room() {
  const std::lock_guard lock(blocks_.mutex);
  move_out(most_resting_, false);
}

bool Offloading::fetch(Buffer& buffer) {
  const std::lock_guard lock(blocks_.mutex);
  Piece& piece = piece_of(buffer);
  if (piece.block.address != nullptr) return true;
  const std::size_t size = Block::of(piece.bytes);
  if (size > most_resting_) return false;
  move_out(most_resting_ - size, true);
  if (resting_bytes_ > most_resting_ - size) return false;
  begin_in(piece);
  return true;
}

void Offloading::needed_last(Buffer& buffer) {
  const std::lock_guard lock(blocks_.mutex);
  Piece& piece = piece_of(buffer);
  if (!piece.deactivate || piece.block.address == nullptr) return;
  piece.passed = true;
  resting_.splice(resting_.begin(), resting_, piece.at);
}

void Offloading::ends(Piece& piece) noexcept {
  const std::lock_guard lock(blocks_.mutex);
  if (piece.aside != nullptr) give_back(piece);
  if (piece.block.address == nullptr) return;
  if (piece.deactivate) from_list(piece);
  piece.block.busy = piece.arrives;
  blocks_.give(piece.block);
}

}  // namespace ops
