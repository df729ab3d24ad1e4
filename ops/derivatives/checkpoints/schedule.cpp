// ops/derivatives/checkpoints/schedule.cpp: formats actions as text.
#include "ops/derivatives/checkpoints/schedule.hpp"

namespace ops {

namespace {

std::string range(const char* what, const Action& action) {
  const std::string last = action.last == unbounded_steps ? "..." : std::to_string(action.last);
  return std::string(what) + " [" + std::to_string(action.first) + ", " + last + ")";
}

std::string state(const char* what, const Action& action) {
  return std::string(what) + " " + std::to_string(action.first) + (action.storage == Storage::disk ? " on disk" : "");
}

}  // namespace

std::string text(const Action& action) {
  switch (action.kind) {
    case Action::Kind::advance: return range("advance", action);
    case Action::Kind::tape: return range("tape", action) + (action.to_reverse ? " to reverse" : "");
    case Action::Kind::save: return state("save", action);
    case Action::Kind::restore: return state("restore", action);
    case Action::Kind::drop: return state("drop", action);
    case Action::Kind::drop_tape: return range("drop_tape", action);
    case Action::Kind::reverse: return range("reverse", action);
    case Action::Kind::done: break;
  }
  return "done";
}

}  // namespace ops
