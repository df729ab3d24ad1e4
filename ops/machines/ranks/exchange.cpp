// ops/machines/ranks/exchange.cpp: computes which cells go where, and lets the machine that has them pack and unpack
// them.
#include "ops/machines/ranks/exchange.hpp"

#include <algorithm>

#include "ops/data/dense_array.hpp"
#include "ops/data/layout.hpp"

namespace ops::ranks {
namespace {

std::size_t bytes_of(const std::vector<Piece>& pieces) {
  std::size_t bytes = 0;
  for (const Piece& piece : pieces) bytes += ops::bytes_of(*piece.layout, piece.cells);
  return bytes;
}

}  // namespace

BufferRef borrowed(const Buffer* buffer) {
  return {const_cast<Buffer*>(buffer), [](Buffer*) {}};
}

void Exchange::pack(std::byte* to, const Piece& piece) {
  machine_.read(to, borrowed(piece.buffer), *piece.layout, {&piece.cells, 1});
}
void Exchange::unpack(const Piece& piece, const std::byte* from) {
  machine_.write(borrowed(piece.buffer), *piece.layout, piece.cells, from);
}

void Exchange::bring(const std::map<int, Transfer>& transfers) {
  std::vector<Message> sent, received;
  std::vector<const Transfer*> arriving;
  std::size_t used = 0;
  memory_.resize(std::max(memory_.size(), 2 * transfers.size()));
  const auto memory_of = [&](const std::vector<Piece>& pieces) {
    std::vector<std::byte>& memory = memory_[used++];
    const std::size_t bytes = bytes_of(pieces);
    if (memory.size() < bytes) memory.resize(bytes);
    return std::span(memory).first(bytes);
  };
  for (const auto& [rank, with] : transfers) {
    if (!with.out.empty()) {
      sent.push_back({rank, memory_of(with.out)});
      std::byte* to = sent.back().bytes.data();
      for (const Piece& piece : with.out) {
        pack(to, piece);
        to += ops::bytes_of(*piece.layout, piece.cells);
      }
    }
    if (!with.in.empty()) {
      received.push_back({rank, memory_of(with.in)});
      arriving.push_back(&with);
    }
  }
  communicator_.exchange(sent, received);
  for (std::size_t i = 0; i < received.size(); ++i) {
    const std::byte* from = received[i].bytes.data();
    for (const Piece& piece : arriving[i]->in) {
      unpack(piece, from);
      from += ops::bytes_of(*piece.layout, piece.cells);
    }
  }
}

void Exchange::everywhere(std::byte* to, const Buffer* from, const Layout& layout, const Box& box) {
  const Placement& placement = layout.placement;
  std::vector<std::size_t> counts;
  std::vector<Box> parts;
  for (int rank = 0; rank < communicator_.size(); ++rank) {
    const Index part = placement.decomposition->part_of(rank);
    parts.push_back(beside(layout, part, {}) ? intersection(placement.share(part), box) : Box::none());
    counts.push_back(bytes_of(layout, parts.back()));
  }
  const auto here = static_cast<std::size_t>(communicator_.rank());
  std::vector<std::byte> mine(counts[here]), all(bytes_of(layout, box));
  if (!parts[here].empty()) machine_.read(mine.data(), borrowed(from), layout, {&parts[here], 1});
  communicator_.gather(mine, counts, all.data());
  const std::byte* next = all.data();
  for (std::size_t rank = 0; rank < parts.size(); ++rank) {
    copy_dense(to, box, next, parts[rank], parts[rank], layout);
    next += counts[rank];
  }
}

void Exchange::hand_over(const Layout& layout, std::span<const Box> out, std::span<const Box> in, const Handing& pack,
                         const Handing& unpack) {
  const auto here = static_cast<std::size_t>(communicator_.rank());
  std::vector<std::vector<std::byte>> memory(2 * out.size());
  std::vector<Message> sent, received;
  for (std::size_t rank = 0; rank < out.size(); ++rank) {
    if (!out[rank].empty()) {
      memory[2 * rank].resize(bytes_of(layout, out[rank]));
      pack(memory[2 * rank].data(), out[rank]);
      if (rank != here) sent.push_back({static_cast<int>(rank), memory[2 * rank]});
    }
    if (rank == here || in[rank].empty()) continue;
    memory[2 * rank + 1].resize(bytes_of(layout, in[rank]));
    received.push_back({static_cast<int>(rank), memory[2 * rank + 1]});
  }
  communicator_.exchange(sent, received);
  for (std::size_t rank = 0; rank < in.size(); ++rank)
    if (!in[rank].empty()) unpack(memory[rank == here ? 2 * rank : 2 * rank + 1].data(), in[rank]);
}

void Exchange::deal_out(std::byte* to, const Buffer* from, const Layout& layout, std::span<const Box> boxes) {
  const Placement& placement = layout.placement;
  const auto here = static_cast<std::size_t>(communicator_.rank());
  const Index mine = placement.decomposition->here;
  std::vector<Box> out(boxes.size(), Box::none()), in = out;
  for (std::size_t rank = 0; rank < boxes.size(); ++rank) {
    const Index part = placement.decomposition->part_of(static_cast<int>(rank));
    if (!beside(layout, part, mine)) continue;
    out[rank] = intersection(placement.share(mine), boxes[rank]);
    in[rank] = intersection(placement.share(part), boxes[here]);
  }
  hand_over(
      layout, out, in,
      [&](std::byte* values, const Box& cells) { machine_.read(values, borrowed(from), layout, {&cells, 1}); },
      [&](std::byte* values, const Box& cells) { copy_dense(to, boxes[here], values, cells, cells, layout); });
}

void Exchange::bring_home(const Buffer* to, const Layout& layout, const Buffer* from, const Layout& from_layout,
                          std::span<const Box> boxes) {
  const Placement& placement = layout.placement;
  std::vector<Box> out, in;
  for (std::size_t rank = 0; rank < boxes.size(); ++rank) {
    out.push_back(intersection(placement.share(placement.decomposition->part_of(static_cast<int>(rank))),
                               boxes[static_cast<std::size_t>(communicator_.rank())]));
    in.push_back(intersection(placement.share(), boxes[rank]));
  }
  hand_over(
      layout, out, in,
      [&](std::byte* values, const Box& cells) { machine_.read(values, borrowed(from), from_layout, {&cells, 1}); },
      [&](std::byte* values, const Box& cells) { machine_.write(borrowed(to), layout, cells, values); });
}

}  // namespace ops::ranks
