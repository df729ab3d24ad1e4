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
    if (buffer && known_.insert(buffer.get()).second) bytes_ += buffer->bytes;
  }
  std::size_t bytes() const noexcept { return bytes_; }

 private:
  std::set<const Buffer*> known_;
  std::size_t bytes_ = 0;
};

}  // namespace

std::size_t state_bytes(Tape& tape, const SavedState& state, Counted counted) {
  Sum sum(tape, counted);
  state.for_each_buffer([&](const BufferRef& buffer) { sum.add(buffer); });
  return sum.bytes();
}

std::size_t tape_bytes(Tape& tape, std::size_t first, std::size_t last, Counted counted) {
  Sum sum(tape, counted);
  Events& events = tape.events();
  for (std::size_t at = first; at < last; ++at) {
    for (const EventArg& arg : events.args_of(events.nodes[at])) sum.add(arg.primal);
    for (const SavedRegion& region : events.regions_of(events.nodes[at])) sum.add(region.values);
  }
  return sum.bytes();
}

}  // namespace ops
