// ops/derivatives/steps/step_markers.cpp: searches for a repetition from time to time, and begins a step at its site.
#include "ops/derivatives/steps/step_markers.hpp"

#include <algorithm>
#include <cstring>
#include <ostream>
#include <utility>

#include "ops/data/memory_limit.hpp"
#include "ops/derivatives/checkpoints/memory_budget.hpp"
#include "ops/derivatives/events/event_keys.hpp"
#include "ops/derivatives/steps/stepping.hpp"
#include "ops/derivatives/steps/steps.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

constexpr std::size_t most_events = 4096;  // that are looked at
constexpr std::size_t least_wait = 24;     // events
constexpr std::size_t patience = 2;        // times the longest step: then the site that was found may come no more

std::string count_text(int every) {
  if (every == 1) return "";
  return ", every " + std::to_string(every) + (every == 2 ? "nd" : every == 3 ? "rd" : "th") + " time it runs";
}

}  // namespace

std::unique_ptr<StepMarkers> StepMarkers::asked(Stepping& stepping) {
  const auto& words = stepping.recording().context.options.words;
  const auto word = words.find("OPS_AD_MARKS");
  if (word != words.end() && word->second == "0") return nullptr;
  return std::make_unique<StepMarkers>(stepping, word != words.end() && word->second == "found");
}

StepMarkers::StepMarkers(Stepping& stepping, bool only_found, Finder find)
    : stepping_(stepping), only_found_(only_found), find_(std::move(find)) {}

bool StepMarkers::Site::is(const std::string& loop, const std::source_location& where) const {
  return where.line() == line && where.column() == column && name == loop && file == where.file_name();
}

void StepMarkers::comes(const LoopCall& call) { comes(call.name, call.where, call.begins_reduction()); }

void StepMarkers::comes(const std::source_location& halos) { comes("", halos, false); }

/// A loop of the library has the place of the loop that it begins, and both belong to one step.
void StepMarkers::comes(const std::string& loop, const std::source_location& where, bool library) {
  const bool begun = std::exchange(library_, library);
  if (own_ || off_ || begun) return;
  if (!site_ || !site_->is(library ? site_->name : loop, where)) {
    if (due()) look();
    return;
  }
  if (++waited_ >= every_) begin(where);
}

bool StepMarkers::due() const {
  const Events& events = stepping_.recording().events;
  return (at_once_ || events.kept > least_kept_) && events.nodes.size() >= next_look_;
}

/// Of the memory limit; recordings that keep no more are not searched.
std::size_t StepMarkers::eighth() const {
  return with_memory(stepping_.limits, stepping_.recording().context).memory.value_or(0) / 8;
}

void StepMarkers::look() {
  const Events& events = stepping_.recording().events;
  least_kept_ = eighth();
  if (!due()) return;
  looked_ = true;
  const std::size_t end = events.nodes.size(), first = std::max(from_, end - std::min(end, most_events));
  next_look_ = end + (end - from_) / 4 + 4;
  const EventKeys moments = keys_of(events, first, end);
  const auto found = find_(moments.list);
  if (!found) return;
  const Event& like = events.nodes[moments.examples[static_cast<std::size_t>(found->site)]];
  site_ = Site{like.where.file_name(), like.name(events.args_of(like)), like.where.line(), like.where.column()};
  every_ = found->every;
  waited_ = every_ - 1;
}

/// Never where a pointer to values is out: what is written through it belongs to no step.
void StepMarkers::begin(const std::source_location& where) {
  const auto out = [](const auto& dat) { return dat && dat->raw_out > 0; };
  if (std::ranges::any_of(stepping_.recording().context.dats, out) || (running_ && gives_up())) return;
  if (!running_) start();
  waited_ = 0;
  const std::size_t now = stepping_.recording().events.nodes.size();
  longest_ = std::max(longest_, now - std::exchange(from_, now));
  next_look_ = now + std::max(patience * longest_, least_wait);
  try {
    stepping_.steps()->program.mark();
  } catch (const OPSException& error) {
    throw error_at(error.code, "ops_par_loop", where)
        << "the library could not start a new time step at this loop (-OPS_AD_MARKS): " << error.what();
  }
}

void StepMarkers::start() {
  MemoryBudget limits = stepping_.all_limits();
  limits.steps = last_steps_;
  stepping_.begin(limits).state.found = true;
  running_ = true;
  longest_ = 0;
  from_ = stepping_.recording().events.nodes.size();
  if (!plans() || std::exchange(said_, true)) return;
  const Recording& recording = stepping_.recording();
  *recording.context.out << ops::format(
      "OPS: the library has found the program's time steps; each step begins with {} at {}:{}{}; values recorded "
      "before the first step ({}) are kept\n",
      site_->name.empty() ? "the halo transfer" : "loop '" + site_->name + "'", site_->file, site_->line,
      count_text(every_), bytes_text(recording.events.kept));
}

/// Everything is kept, and what was recorded so far never runs again.
void StepMarkers::drop() {
  for (Event& event : stepping_.recording().events.nodes) event.is_recomputed = false;
  stepping_.plan(nullptr);
}

/// As long as nothing was given up, nothing has to run again.
bool StepMarkers::gives_up() {
  const std::string obstacle = stepping_.steps()->state.history.obstacle();
  if (obstacle.empty() || !stepping_.steps()->state.tapes.all()) return false;
  if (plans() || with_memory(stepping_.limits, stepping_.recording().context).asked)
    stepping_.recording().tell(
        "from this point on, all values are kept, because the time steps that the library detected cannot be "
        "recomputed: " +
        obstacle);
  drop();
  running_ = false;
  off_ = true;
  return true;
}

bool StepMarkers::own() {
  if (only_found_) return false;
  if (std::exchange(own_, true) || !std::exchange(running_, false)) return true;
  stepping_.steps()->state.found = false;
  if (stepping_.steps()->state.tapes.all()) drop();
  return true;
}

bool StepMarkers::plans() const {
  const auto& words = stepping_.recording().context.options.words;
  const auto word = words.find("OPS_AD_PLAN");
  return word != words.end() && word->second != "0";
}

void StepMarkers::interpreted() {
  if (own_ || running_ || off_ || !plans() || std::exchange(said_, true)) return;
  std::ostream& out = *stepping_.recording().context.out;
  const std::string kept = bytes_text(stepping_.recording().events.kept);
  if (stepping_.recording().events.kept == 0)
    out << "OPS: -OPS_AD_PLAN: no checkpointing plan is needed, because the derivatives need no stored values\n";
  else if (looked_)
    out << "OPS: -OPS_AD_PLAN: the library found no time steps, so it plans no checkpoints and keeps all values that "
           "derivatives need ("
        << kept << "); call ops_ad_step() at the beginning of each time step\n";
  else
    out << "OPS: -OPS_AD_PLAN: all values that derivatives need (" << kept
        << ") are kept, because the library plans checkpoints only if these values occupy more than "
        << bytes_text(eighth()) << " (an eighth of the memory limit, -OPS_AD_MEMORY)\n";
}

void StepMarkers::forget() {
  if (running_) last_steps_ = stepping_.steps()->state.steps();
  if (stepping_.limits.slots) least_kept_ = 0;
  site_.reset();
  off_ = running_ = looked_ = library_ = false;
  from_ = longest_ = next_look_ = 0;
}

}  // namespace ops
