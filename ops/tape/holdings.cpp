// ops/tape/holdings.cpp: each buffer counts once.
#include "ops/tape/holdings.hpp"

#include <set>

namespace ops {
namespace {

class Sum {
 public:
  Sum(Tape& tape, Counted counted) {
    for (const auto& dat : tape.live())
      if (counted == Counted::past && dat && dat->dat) known_.insert(dat->dat->buffer.get());
  }
  void add(const BufferRef& buffer) {
    if (buffer && known_.insert(buffer.get()).second) bytes_ += BufferPool::taken_by(buffer->bytes);
  }
  void add(const SavedState& state) {
    state.for_each_buffer([&](const BufferRef& buffer) { add(buffer); });
  }
  void add(Events& events, std::size_t first, std::size_t last) {
    for (std::size_t at = first; at < last; ++at) {
      if (events.nodes[at].kind == EventKind::external) continue;  // cannot be given up
      for (const EventArg& arg : events.args_of(events.nodes[at])) add(arg.primal);
      for (const SavedRegion& region : events.regions_of(events.nodes[at])) {
        add(region.values);
        add(region.buffer);
      }
    }
  }
  std::size_t bytes() const noexcept { return bytes_; }

 private:
  std::set<const Buffer*> known_;
  std::size_t bytes_ = 0;
};

}  // namespace

std::size_t state_bytes(Tape& tape, const SavedState& state, Counted counted) {
  Sum sum(tape, counted);
  sum.add(state);
  return sum.bytes();
}

std::size_t tape_bytes(Tape& tape, std::size_t first, std::size_t last, Counted counted) {
  Sum sum(tape, counted);
  sum.add(tape.events(), first, last);
  return sum.bytes();
}

Shares past_bytes(Tape& tape, const std::map<std::int64_t, SavedState>& states, std::size_t first, std::size_t last) {
  Sum sum(tape, Counted::past);
  for (const auto& [step, state] : states) sum.add(state);
  const std::size_t in_states = sum.bytes();
  sum.add(tape.events(), first, last);
  return {in_states, sum.bytes() - in_states};
}

}  // namespace ops
