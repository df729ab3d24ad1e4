// ops/tape/objective.cpp: when a recording has computed all that is seeded, and what came from outside of it before that.
#include <algorithm>

#include "ops/record/bytes.hpp"
#include "ops/tape/tape.hpp"

namespace ops {
namespace {

/// Whether the event may give the argument's dataset other values.
bool writes(const Event& event, std::size_t i, const EventArg& arg) {
  switch (event.kind) {
    case EventKind::loop: return arg.seed || arg.consumed;
    case EventKind::halos:
    case EventKind::copy:
    case EventKind::external: return i % 2 == 1;
    case EventKind::cut: return true;
    default: return false;
  }
}

}  // namespace

/// The last event that matters: a seeded result, or a write to a seeded dataset. What comes later cannot change the gradient.
std::size_t Tape::objective_end() const {
  const auto seeded = [&](const Tracked* dat) { return dat && (is_default() ? dat->seed != nullptr : !dat->field.zero()); };
  std::size_t end = 0;
  for (std::size_t k = 0; k < events_.nodes.size(); ++k) {
    const Event& event = events_.nodes[k];
    const auto args = events_.args_of(event);
    if (event.kind == EventKind::result && any_bit(events_.value(event.value), static_cast<std::size_t>(args[0].reduction->size))) end = k;
    for (std::size_t i = 0; i < args.size(); ++i)
      if (writes(event, i, args[i]) && seeded(args[i].dat)) end = k;
  }
  return end;
}

void Tape::tell_of_cuts(std::size_t end) {
  for (const Cut& cut : cuts_)
    if (cut.event <= end && (cut.once.empty() || recording.says_first(cut.once))) recording.tell(cut.text);
}

}  // namespace ops
