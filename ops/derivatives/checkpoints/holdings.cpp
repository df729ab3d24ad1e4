// ops/derivatives/checkpoints/holdings.cpp: adds up the sizes of buffers, counting each buffer once.
#include "ops/derivatives/checkpoints/holdings.hpp"

#include <set>

namespace ops {
namespace {

class Sum {
 public:
  Sum(Recording& recording, Counted counted) {
    for (const auto& dat : recording.live)
      if (counted == Counted::past && dat && dat->dat) known_.insert(dat->dat->buffer.get());
  }
  void add(const BufferRef& buffer) {
    if (buffer) add(buffer.get(), buffer->bytes);
  }
  void add(const SavedState& state) {
    state.for_each_kept([&](const KeptValues& kept) { add(kept.values); });
  }
  /// Also what is no longer in memory.
  void add_all(const SavedState& state) {
    state.for_each_kept(
        [&](const KeptValues& kept) { kept.piece ? add(kept.piece.get(), kept.bytes) : add(kept.values); });
  }
  void add(Events& events, std::size_t first, std::size_t last) {
    for (std::size_t at = first; at < last; ++at) {
      if (events.nodes[at].keeps_for_good()) continue;  // cannot be given up
      for (const EventArg& arg : events.args_of(events.nodes[at])) add(arg.primal);
      for (const SavedRegion& region : events.regions_of(events.nodes[at])) {
        add(region.values);
        add(region.buffer);
      }
    }
  }
  std::size_t bytes() const noexcept { return bytes_; }

 private:
  void add(const void* thing, std::size_t bytes) {
    if (known_.insert(thing).second) bytes_ += BufferPool::taken_by(bytes);
  }

  std::set<const void*> known_;
  std::size_t bytes_ = 0;
};

}  // namespace

std::size_t state_bytes(Recording& recording, const SavedState& state, Counted counted) {
  Sum sum(recording, counted);
  sum.add(state);
  return sum.bytes();
}

std::size_t tape_bytes(Recording& recording, std::size_t first, std::size_t last, Counted counted) {
  Sum sum(recording, counted);
  sum.add(recording.events, first, last);
  return sum.bytes();
}

Shares past_bytes(Recording& recording, const std::map<std::int64_t, SavedState>& states, std::size_t first,
                  std::size_t last) {
  Sum sum(recording, Counted::past), on_disk(recording, Counted::past);
  Shares shares;
  for (const auto& [step, state] : states) state.goes_to_disk() ? on_disk.add_all(state) : sum.add(state);
  shares.states = sum.bytes();
  sum.add(recording.events, first, last);
  shares.tapes = sum.bytes() - shares.states;
  for (const auto& [step, state] : states)
    if (state.goes_to_disk()) sum.add(state);
  shares.going = sum.bytes() - shares.states - shares.tapes;
  shares.disk = on_disk.bytes();
  return shares;
}

}  // namespace ops
