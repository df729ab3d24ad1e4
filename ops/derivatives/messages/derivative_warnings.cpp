// ops/derivatives/messages/derivative_warnings.cpp: prints warnings at the time when the program reads derivatives.
#include "ops/derivatives/messages/derivative_warnings.hpp"

#include <algorithm>
#include <cstring>
#include <sstream>
#include <utility>

#include "ops/derivatives/events/cut_event.hpp"
#include "ops/derivatives/events/loop_event.hpp"
#include "ops/derivatives/events/result_event.hpp"
#include "ops/derivatives/events/store_event.hpp"
#include "ops/derivatives/log/value_bytes.hpp"
#include "ops/derivatives/messages/not_finite.hpp"
#include "ops/derivatives/messages/omitted_paths.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

std::string values_of(Type type, const std::byte* bytes, std::size_t count) {
  std::ostringstream text;
  for (std::size_t k = 0; k * type_size(type) < count; ++k) {
    double wide = 0;
    float narrow = 0;
    if (type == Type::f64) std::memcpy(&wide, bytes + k * sizeof wide, sizeof wide);
    if (type == Type::f32) std::memcpy(&narrow, bytes + k * sizeof narrow, sizeof narrow);
    text << (k ? ", " : "") << (type == Type::f32 ? narrow : wide);
  }
  return text.str();
}

NamedInput named(const Tracked& dat) { return {InputId::of_dataset(dat.dat->index), "dataset", dat.name}; }

void warn_of_leak(Recording& recording, const Leak& leak, const NamedInput& input, const std::string& begin) {
  warn_of_omitted_path(recording, leak, input, begin + " the derivative of " + input.kind + " '" + input.name + "'",
                       std::string("this ") + input.kind + " to the objective");
}

}  // namespace

/// The event that is about to be appended leaves nothing of what the dataset held inside.
void DerivativeWarnings::overwritten(Tracked& dat, const Box& cells, bool from_nothing) {
  if (!cells.contains(dat.layout.interior)) return;
  if (dat.overwritten_by == Tracked::nobody) dat.overwritten_by = recording_.events.nodes.size();
  if (from_nothing && dat.used) dat.refilled_by = recording_.events.nodes.size();
}

/// What the program reads as the derivative of `dat` may not be what it thinks.
void DerivativeWarnings::asked(const Tracked& dat, bool whole, const char* call, Where where) {
  if (!shown_.interpreted() || shown_.direct()) return;
  const std::string begin = std::string(call) + " at " + place(where) + ":";
  const bool refilled = dat.refilled_by != Tracked::nobody && dat.refilled_by <= interpretation_.objective;
  if (whole ? dat.zero_everywhere : dat.zero_inside) {
    warn_if_zero(dat, begin);
  } else if (refilled) {
    recording_.tell(ops::format(
        "{} the derivative of dataset '{}' is with respect to the values at the beginning of the recording, "
        "but {} has replaced these values since then",
        begin, dat.name, recording_.events.nodes[dat.refilled_by].described()));
  }
  for (const Leak& leak : lost_)
    if (dat.dat) warn_of_leak(recording_, leak, named(dat), begin);
  warn_if_stale(dat, begin);
  warn_if_not_finite(dat, whole, begin);
}

/// Once for each dataset.
void DerivativeWarnings::warn_if_zero(const Tracked& dat, const std::string& begin) {
  if (!recording_.says_first("zero: dataset " + std::to_string(dat.dat->index) + " " + dat.name)) return;
  const std::optional<std::string> broken = broken_path(recording_, interpretation_.path, dat);
  std::string why;
  if (broken) why = "; " + *broken;
  else if (dat.overwritten_by != Tracked::nobody)
    why = ops::format(
        "; the derivative is with respect to the values at the beginning of the recording, but {} overwrites these "
        "values",
        recording_.events.nodes[dat.overwritten_by].described());
  recording_.tell(ops::format(
      "{} the objective does not depend on dataset '{}' in this recording: its derivative is zero everywhere{}", begin,
      dat.name, why));
}

void DerivativeWarnings::warn_if_not_finite(const Tracked& dat, bool whole, const std::string& begin) {
  if (not_finite_reported_ || !dat.shown) return;
  const auto found =
      first_not_finite(dat.shown, dat.layout, dat.element, whole ? dat.layout.allocated : dat.layout.interior);
  if (found)
    report_not_finite(begin + " the derivative of dataset '" + dat.name + "' is " + described(*found, dat.layout.dims));
}

void DerivativeWarnings::asked(const ops_scalar_core& scalar, const char* call, Where where) {
  if (!shown_.interpreted() || shown_.direct()) return;
  const std::string begin = std::string(call) + " at " + place(where) + ":";
  warn_if_zero(scalar, begin);
  for (const Leak& leak : lost_)
    warn_of_leak(recording_, leak, {InputId::of_scalar(scalar.index), "scalar", scalar.name}, begin);
  Layout layout;
  layout.components = scalar.dim;
  if (not_finite_reported_) return;
  const auto found = first_not_finite(scalar.derivative.data(), layout, scalar.element, Box{});
  if (found) report_not_finite(begin + " the derivative of scalar '" + scalar.name + "' is " + described(*found, 0));
}

/// Once for each scalar, and not where recorded events lead to the objective.
void DerivativeWarnings::warn_if_zero(const ops_scalar_core& scalar, const std::string& begin) {
  if (any_bit(scalar.derivative.data(), scalar.derivative.size())) return;
  const std::optional<std::string> broken = broken_path(recording_, interpretation_.path, scalar);
  if (!broken || !recording_.says_first("zero: scalar " + std::to_string(scalar.index) + " " + scalar.name)) return;
  const std::string by = replaced_by(scalar);
  if (by.empty())
    return recording_.tell(ops::format(
        "{} the derivative of scalar '{}' is zero, because no recorded loop connects it to the objective: {}", begin,
        scalar.name, *broken));
  recording_.tell(ops::format(
      "{} the derivative of scalar '{}' is zero. It is taken with respect to the value at the beginning of the "
      "recording, but {} replaces this value. Request the derivative with respect to the data from which the new value "
      "is computed",
      begin, scalar.name, by));
}

/// A result of the recording has taken the place of the value at the beginning: that is what the program may think of.
/// "": none has
std::string DerivativeWarnings::replaced_by(const ops_scalar_core& scalar) const {
  const LoopEvent* adds = nullptr;  // the last loop that adds to what the scalar takes
  for (std::size_t k = 0; k < interpretation_.events; ++k) {
    const Event& event = recording_.events.nodes[k];
    const auto args = recording_.events.args_of(event);
    const auto adds_to_it = [&](const EventArg& a) { return a.reduction && a.reduction == scalar.written; };
    if (const LoopEvent* loop = event.as_loop()) {
      if (std::ranges::any_of(args, adds_to_it)) adds = loop;
      continue;
    }
    if (args.size() != 1 || args[0].scalar != &scalar || !args[0].reduction) continue;
    if (args[0].reduction != scalar.written) return "ops_scalar_from_reduction at " + place(event.where);
    return !adds                              ? "the write at " + place(event.where)
           : adds->call->name == "ops_sample" ? "ops_sample at " + place(event.where)
                                              : adds->described();
  }
  return "";
}

std::vector<std::string> DerivativeWarnings::unseeded() const {
  std::vector<std::string> found;
  for (const auto& [handle, seeds] : recording_.reductions) {
    if (seeds.last_result >= interpretation_.events || !seeds.last_active || seeds.taken) continue;
    const ResultEvent& result = result_at(recording_.events, seeds.last_result);
    if (ops::seeded(recording_.events, result)) continue;
    found.push_back("reduction '" + handle->name_storage + "' (read at " + place(result.where) + ")");
  }
  std::ranges::sort(found);
  return found;
}

/// Once for an interpretation: what comes later has the same cause.
void DerivativeWarnings::report_not_finite(const std::string& what) {
  not_finite_reported_ = true;
  const std::string origin = where_not_finite();
  recording_.tell(what + "; " + (origin.empty() ? "-OPS_AD_TRACE=trace.html shows where it arose" : origin));
}

/// Found by one more interpretation of the same recording; "" where that would run code of the program, or is another
/// recording by now.
std::string DerivativeWarnings::where_not_finite() {
  const auto outside = [](const Event& event) { return event.reaches_program(); };
  if (interpretation_.events != recording_.events.nodes.size() || std::ranges::any_of(recording_.events.nodes, outside))
    return "";
  NotFiniteObserver watch(recording_.events);
  struct Shown {
    BufferRef buffer;
    char* derivative;
  };
  std::vector<Shown> before;
  for (const auto& dat : recording_.live) before.push_back(dat ? Shown{dat->shown, dat->dat->derivative} : Shown{});
  std::vector<std::vector<std::byte>> scalars;
  for (const auto& scalar : recording_.context.scalars) scalars.push_back(scalar->derivative);
  try {
    sweep_(watch);
  } catch (const OPSException&) {  // what was found so far is something
  }
  for (std::size_t i = 0; i < scalars.size(); ++i)
    std::ranges::copy(scalars[i], recording_.context.scalars[i]->derivative.begin());
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (!recording_.live[i]) continue;
    recording_.live[i]->field.clear();
    recording_.live[i]->shown = before[i].buffer;
    recording_.live[i]->dat->derivative = before[i].derivative;
  }
  return watch.origin();
}

void DerivativeWarnings::read(const Tracked& dat, const ops_dat_core& shown, const std::source_location& where) {
  if (!shown_.interpreted() || shown_.direct() || !dat.dat) return;
  for (const Leak& leak : lost_)
    warn_of_leak(recording_, leak, named(dat), "reading dataset '" + shown.name_storage + "' at " + place(where) + ":");
}

void DerivativeWarnings::lost(const std::vector<const Leak*>& leaks) {
  lost_.clear();
  for (const Leak* leak : leaks) lost_.push_back(*leak);
}

void DerivativeWarnings::warn_of_stores(const std::vector<const Leak*>& leaks) {
  for (const Event& event : recording_.events.nodes) {
    const bool stores = dynamic_cast<const StoreEvent*>(&event) != nullptr;
    const Tracked* dat = stores ? recording_.events.args_of(event)[0].dat : nullptr;
    for (const Leak* leak : leaks)
      if (dat && dat->dat)
        warn_of_leak(recording_, *leak, named(*dat), "ops_dat_store_derivative at " + place(event.where) + ":");
  }
}

void DerivativeWarnings::warn_if_stale(const Tracked& dat, const std::string& begin) {
  for (std::size_t k = interpretation_.events; k < recording_.events.nodes.size(); ++k) {
    const Event& event = recording_.events.nodes[k];
    if (!event.carries(recording_.events.args_of(event))) continue;
    return recording_.tell(ops::format(
        "{} the derivative of dataset '{}' was computed at {} and does not include {}, which was recorded later: "
        "call ops_interpret_adjoints again, or call ops_ad_reset before each new run",
        begin, dat.name, place(interpretation_.where), event.described()));
  }
}

/// A seed that no sweep has used gives way to another.
void DerivativeWarnings::replaced_seed(const ResultEvent& result, const std::byte* captured) {
  const ops_reduction handle = recording_.events.args_of(result)[0].reduction;
  const auto size = static_cast<std::size_t>(handle->size);
  if (result.index < std::max(interpretation_.events, seeds_used_) || !any_bit(captured, size) ||
      !any_bit(handle->seed.data(), size))
    return;
  if (std::memcmp(captured, handle->seed.data(), size) == 0) return;
  recording_.tell("reduction '" + handle->name_storage + "', read at " + place(result.where) +
                  ", was seeded twice: " + values_of(handle->element, captured, size) + " is replaced by " +
                  values_of(handle->element, handle->seed.data(), size) + ", not added to it");
}

/// Seeds of what an earlier interpretation has reversed, beside seeds of what was recorded since.
void DerivativeWarnings::old_seeds(Where where) {
  const Event *before = nullptr, *since = nullptr;
  for (std::size_t k = 0; k < recording_.events.nodes.size() && interpretation_.events > 0; ++k) {
    const Event& event = recording_.events.nodes[k];
    const ResultEvent* const result = event.as_result();
    if (result && ops::seeded(recording_.events, *result)) (k < interpretation_.events ? before : since) = &event;
  }
  if (!before || !since) return;
  const auto named = [&](const Event& e) {
    return "reduction '" + recording_.events.args_of(e)[0].reduction->name_storage + "', read at " + place(e.where);
  };
  recording_.tell(ops::format(
      "ops_interpret_adjoints at {}: {}, still has a seed from before the interpretation at {}, and {}, has a new "
      "seed: "
      "gradients are those of the sum. Call ops_ad_reset between recordings; to remove only the old seeds, call "
      "OPS_instance::getOPSInstance()->ad_instance->get_default_tape()->zero_adjoints()",
      place(where), named(*before), place(interpretation_.where), named(*since)));
}

bool DerivativeWarnings::seeded(const Tracked& dat) const {
  return recording_.is_default() ? dat.seed != nullptr : !dat.field.zero();
}

/// The last event that matters: a seeded result, or a write to a seeded dataset. What comes later cannot change the
/// gradient.
std::size_t DerivativeWarnings::objective_end() const {
  std::size_t end = 0;
  for (std::size_t k = 0; k < recording_.events.nodes.size(); ++k) {
    const Event& event = recording_.events.nodes[k];
    const auto args = recording_.events.args_of(event);
    const ResultEvent* const result = event.as_result();
    if (result && ops::seeded(recording_.events, *result)) end = k;
    for (std::size_t i = 0; i < args.size(); ++i)
      if (args[i].dat && event.writes(args, i) && seeded(*args[i].dat)) end = k;
  }
  return end;
}

void DerivativeWarnings::report_cuts(std::size_t end) {
  for (const Cut& cut : cuts_)
    if (cut.event <= end && (cut.once.empty() || recording_.says_first(cut.once))) recording_.tell(cut.text);
}

void DerivativeWarnings::cut(std::string text, std::string once, const Tracked* set) {
  cuts_.push_back({recording_.events.nodes.size(), std::move(text), std::move(once), set});
}

void DerivativeWarnings::declared(const Tracked& dat) {
  const auto uses = [&](const Event& event) {
    return dynamic_cast<const CutEvent*>(&event) == nullptr &&
           std::ranges::any_of(recording_.events.args_of(event), [&](const EventArg& arg) { return arg.dat == &dat; });
  };
  std::size_t since = recording_.events.nodes.size();
  while (since > 0 && !uses(recording_.events.nodes[since - 1])) --since;
  const auto later = std::ranges::lower_bound(cuts_, since, {}, &Cut::event);
  cuts_.erase(std::remove_if(later, cuts_.end(), [&](const Cut& cut) { return cut.set == &dat; }), cuts_.end());
}

void DerivativeWarnings::begins(Where where) {
  interpretation_ = {recording_.events.nodes.size(), objective_end(), where, {recording_.events.nodes.size(), {}}};
  for (const auto& dat : recording_.live)
    if (dat && seeded(*dat)) interpretation_.path.seeded.insert(dat.get());
  not_finite_reported_ = false;
}

void DerivativeWarnings::forget(int dataset) {
  for (Leak& leak : lost_) leak.inputs.remove(InputId::of_dataset(dataset));
}

void DerivativeWarnings::clear() {
  cuts_.clear();
  lost_.clear();
  interpretation_ = {};
  seeds_used_ = 0;
}

}  // namespace ops
