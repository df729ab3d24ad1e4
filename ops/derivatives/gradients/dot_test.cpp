// ops/derivatives/gradients/dot_test.cpp: the dot-product test: are tangent and adjoint of the recording each other's
// transpose?
#include <algorithm>
#include <cmath>
#include <cstring>
#include <ostream>
#include <utility>

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/events/result_event.hpp"
#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/gradients/precision.hpp"
#include "ops/derivatives/gradients/random_products.hpp"
#include "ops/derivatives/gradients/tangent_sweep.hpp"
#include "ops/derivatives/gradients/tangents.hpp"
#include "ops/derivatives/sweeps/sweep.hpp"
#include "ops/support/alive.hpp"
#include "ops/support/format.hpp"

namespace {

using ops::error_at;
using ops::Event;
using ops::Random;
using ops::ResultEvent;
using ops::Sum;
using ops::Tape;
using ops::Tracked;
using ops::Type;
using ops::Where;

constexpr const char* dot_call = "ops_ad_dot_test";

/// All allocated cells of a dataset, packed.
std::vector<std::byte> packed(const Tracked& dat, const ops::BufferRef& values) {
  const ops::Layout& layout = dat.layout;
  std::vector<std::byte> all(bytes_of(layout, layout.allocated));
  if (values) ops::read_cells(all.data(), values, layout, layout.allocated);
  return all;
}

/// Random numbers for every allocated cell, packed.
std::vector<std::byte> drawn(const Tracked& dat, Random& random) {
  std::vector<std::byte> all = packed(dat, {});
  random.fill(dat.element, all.data(), all.size());
  return all;
}

/// What the user has seeded, and where stored derivatives go, out of the way while alive.
class SuspendedRecording {
 public:
  explicit SuspendedRecording(Tape& tape) : tape_(tape), values_(tape.recording.events.values) {
    for (const auto& dat : tape.recording.live)
      if (dat) seeds_.emplace_back(dat.get(), std::move(dat->seed));
    tape.recording.stores_nothing = true;
    for (const auto& scalar : tape.recording.context.scalars) scalars_.push_back(scalar->derivative);
  }
  ~SuspendedRecording() {
    tape_.recording.stores_nothing = false;
    tape_.recording.events.values = std::move(values_);
    for (auto& [dat, seed] : seeds_) {
      dat->seed = std::move(seed);
      dat->field.clear();
    }
    for (std::size_t i = 0; i < scalars_.size(); ++i)
      tape_.recording.context.scalars[i]->derivative = std::move(scalars_[i]);
    tape_.recording.forget_tangents();
  }
  SuspendedRecording(const SuspendedRecording&) = delete;
  SuspendedRecording& operator=(const SuspendedRecording&) = delete;

 private:
  Tape& tape_;
  std::vector<ops::Events::Cell> values_;
  std::vector<std::pair<Tracked*, ops::BufferRef>> seeds_;
  std::vector<std::vector<std::byte>> scalars_;
};

/// Whether a result can be seeded.
bool differentiable(const ResultEvent& event, ops_reduction handle) {
  return event.accumulated && ops::is_real(handle->element);
}

/// Random seeds of every result and every dataset that the recording has used.
void seed_outputs(Tape& tape, Random& random) {
  ops::Events& events = tape.recording.events;
  for (const Event& event : events.nodes) {
    const ResultEvent* const result = event.as_result();
    if (!result) continue;
    const ops_reduction handle = events.args_of(event)[0].reduction;
    const auto size = static_cast<std::size_t>(handle->size);
    std::memset(events.value(result->value), 0, size);
    if (differentiable(*result, handle)) random.fill(handle->element, events.value(result->value), size);
  }
  for (const auto& dat : tape.recording.live) {
    if (!dat || !dat->active || !dat->used) continue;
    dat->seed = tape.recording.context.pool.take(dat->layout.bytes, "a random seed of dataset '" + dat->name + "'");
    const std::vector<std::byte> values = drawn(*dat, random);
    ops::write_cells(dat->seed, values.data(), dat->layout, dat->layout.allocated);
  }
}

template <class T>
void leave_out(const std::byte* slopes, std::byte* seeds, std::size_t bytes) {
  for (std::size_t at = 0; at < bytes; at += sizeof(T)) {
    T slope;
    std::memcpy(&slope, slopes + at, sizeof slope);
    if (!std::isfinite(slope)) std::memset(seeds + at, 0, sizeof slope);
  }
}

/// <w, J v>; values of datasets whose tangent is not finite, as a rim that divides by zero and that nothing reads, get
/// no seed.
Sum run_tangent(Tape& tape) {
  ops::TangentSweep(tape).run();
  Sum sum;
  for (const auto& [index, slopes] : tape.recording.tangents.results) {
    const ResultEvent& event = ops::result_at(tape.recording.events, index);
    const ops_reduction handle = tape.recording.events.args_of(event)[0].reduction;
    if (differentiable(event, handle))
      add_products(sum, handle->element, slopes.data(), tape.recording.events.value(event.value), slopes.size());
  }
  for (const auto& dat : tape.recording.live) {
    if (!dat || !dat->seed || dat->tangent.zero()) continue;
    dat->tangent.read(dat->layout.allocated, tape.recording.memory());
    const std::vector<std::byte> slopes = packed(*dat, dat->tangent.buffer());
    std::vector<std::byte> seeds = packed(*dat, dat->seed);
    dat->element == Type::f64 ? leave_out<double>(slopes.data(), seeds.data(), seeds.size())
                              : leave_out<float>(slopes.data(), seeds.data(), seeds.size());
    ops::write_cells(dat->seed, seeds.data(), dat->layout, dat->layout.allocated);
    add_products(sum, dat->element, seeds.data(), slopes.data(), seeds.size());
  }
  return sum;
}

struct Directions {
  std::vector<std::pair<Tracked*, std::vector<std::byte>>> dats;
  std::vector<std::pair<ops_scalar, std::vector<std::byte>>> scalars;
};

/// <J^T w, v>
Sum run_adjoint(Tape& tape, const Directions& directions) {
  ops::Sweep sweep = tape.sweep(dot_call);
  tape.reverse(sweep);
  Sum sum;
  for (const auto& [scalar, direction] : directions.scalars)
    add_products(sum, scalar->element, scalar->derivative.data(), direction.data(), direction.size());
  for (const auto& [dat, direction] : directions.dats) {
    if (dat->field.zero()) continue;
    dat->field.read(dat->layout.allocated, tape.recording.memory());
    const auto gradient = packed(*dat, dat->field.buffer());
    add_products(sum, dat->element, gradient.data(), direction.data(), direction.size());
  }
  return sum;
}

Directions draw_directions(Tape& tape, const std::vector<ops_dat>& inputs, Random& random) {
  Directions all;
  for (const ops_dat input : inputs) {
    Tracked& dat = tape.recording.tracked(input);
    if (std::ranges::any_of(all.dats, [&](const auto& known) { return known.first == &dat; })) continue;
    all.dats.emplace_back(&dat, drawn(dat, random));
  }
  for (const auto& scalar : tape.recording.context.scalars) {
    if (!ops::is_real(scalar->element) || scalar->passive) continue;
    std::vector<std::byte> direction(static_cast<std::size_t>(scalar->size));
    random.fill(scalar->element, direction.data(), direction.size());
    all.scalars.emplace_back(scalar.get(), std::move(direction));
  }
  return all;
}

void set_directions(Tape& tape, const Directions& all) {
  tape.recording.forget_tangents();
  for (const auto& [dat, direction] : all.dats) {
    dat->tangent.read(dat->layout.allocated, tape.recording.memory());
    ops::write_cells(dat->tangent.buffer(), direction.data(), dat->layout, dat->layout.allocated);
  }
  for (const auto& [scalar, direction] : all.scalars) tape.recording.tangents.scalars[scalar] = direction;
}

template <class T>
void stretch(std::byte* values, std::size_t bytes, double factor) {
  for (std::size_t at = 0; at < bytes; at += sizeof(T)) {
    T value;
    std::memcpy(&value, values + at, sizeof value);
    value = static_cast<T>(factor * static_cast<double>(value));
    std::memcpy(values + at, &value, sizeof value);
  }
}

void stretch(Type type, std::byte* values, std::size_t bytes, double factor) {
  type == Type::f64 ? stretch<double>(values, bytes, factor) : stretch<float>(values, bytes, factor);
}

Directions stretched(Directions all, double factor) {
  for (auto& [dat, direction] : all.dats) stretch(dat->element, direction.data(), direction.size(), factor);
  for (auto& [scalar, direction] : all.scalars) stretch(scalar->element, direction.data(), direction.size(), factor);
  return all;
}

void stretch_seeds(Tape& tape, double factor) {
  ops::Events& events = tape.recording.events;
  for (const Event& event : events.nodes) {
    const ResultEvent* const result = event.as_result();
    if (!result) continue;
    const ops_reduction handle = events.args_of(event)[0].reduction;
    if (differentiable(*result, handle))
      stretch(handle->element, events.value(result->value), static_cast<std::size_t>(handle->size), factor);
  }
  for (const auto& dat : tape.recording.live) {
    if (!dat || !dat->seed) continue;
    std::vector<std::byte> seeds = packed(*dat, dat->seed);
    stretch(dat->element, seeds.data(), seeds.size(), factor);
    ops::write_cells(dat->seed, seeds.data(), dat->layout, dat->layout.allocated);
  }
}

/// By how much rounding moves either product: both are linear, so directions, or seeds, of slightly another length only
/// round otherwise. What a wrong sweep adds, whether in proportion or not, hardly moves.
double moved_by_rounding(Tape& tape, const Directions& directions, const ops_ad_dot_result& r) {
  double most = 0, length = 1;  // of the seeds
  for (const double factor : {1.0007, 0.9991}) {
    set_directions(tape, stretched(directions, factor));
    most = std::max(most, std::abs(run_tangent(tape).value / (factor * length) - r.tangent));
    stretch_seeds(tape, factor);
    length *= factor;
    for (const auto& dat : tape.recording.live)
      if (dat) dat->field.clear();
    most = std::max(most, std::abs(run_adjoint(tape, directions).value / length - r.adjoint));
  }
  return most;
}

void check(ops::Context* instance, const std::vector<ops_dat>& inputs, const ops_ad_dot_options& options, Where where) {
  const auto fail = [&] { return error_at(OPS_INVALID_ARGUMENT, dot_call, where); };
  if (inputs.empty()) throw fail() << "no inputs were given";
  for (const ops_dat dat : inputs) {
    if (!dat || !ops::alive(dat) || !dat->buffer || dat->block->context != instance)
      throw fail() << "an input is null, has been freed, or belongs to another instance";
    if (dat->passive) throw fail() << "input '" << dat->name << "' is passive";
    if (!ops::is_real(dat->element))
      throw fail() << "input '" << dat->name << "' is of type " << dat->type << ", but must be float or double";
  }
  if (!(options.tolerance >= 0))
    throw fail() << "the tolerance is " << options.tolerance << "; it must not be negative";
}

double scale_of(const ops_ad_dot_result& r) { return std::max({std::abs(r.tangent), std::abs(r.adjoint), r.size}); }

bool finite(const ops_ad_dot_result& r) {
  return std::isfinite(r.tangent) && std::isfinite(r.adjoint) && std::isfinite(r.size);
}

void judge(ops_ad_dot_result& r, double tolerance) {
  const double scale = scale_of(r);
  r.error = scale > 0 ? std::abs(r.tangent - r.adjoint) / scale : 0;
  r.passed = scale > 0 && r.error <= tolerance;
  if (!finite(r)) r.verdict = "failed: the derivatives are not finite";
  else if (!(scale > 0)) r.verdict = "failed: no output depends on the inputs, so the derivatives were not tested";
  else
    r.verdict = ops::format("{}: relative difference {:.1e}, tolerance {:.1e}", r.passed ? "passed" : "failed", r.error,
                            tolerance);
}

/// A difference that rounding explains says nothing. @param moved  by how much rounding moves the products
void excuse(ops_ad_dot_result& r, double tolerance, double moved) {
  if (!(10 * moved >= std::abs(r.tangent - r.adjoint))) return;
  r.inconclusive = true;
  r.verdict = ops::format(
      "inconclusive: the relative difference {:.1e} exceeds the tolerance {:.1e}, but rounding errors "
      "alone can cause a relative difference of {:.1e}; "
      "one possible cause is a solver that continues to iterate after it has converged",
      r.error, tolerance, moved / scale_of(r));
}

void print(const ops_ad_dot_result& r, std::ostream& out) {
  out << "Dot-product test: random v and w" << '\n';
  out << ops::format("  <w, J v>    {:24.17g}\n  <J^T w, v>  {:24.17g}\n{}\n", r.tangent, r.adjoint, r.verdict);
}

}  // namespace

ops_ad_dot_result ops_ad_dot_test(ops::Context* instance, const std::vector<ops_dat>& inputs,
                                  const ops_ad_dot_options& options, Where where) {
  Tape& tape = ops::tape_of(instance, dot_call, where);
  tape.require_current(dot_call, where);
  tape.complete(dot_call, where);
  if (&tape.home() != &tape)
    throw error_at(OPS_INVALID_ARGUMENT, dot_call, where)
        << "only the default tape can be tested: remove the current tape first (ops_remove_tape)";
  check(instance, inputs, options, where);
  ops_ad_dot_result result;
  const double tolerance = options.tolerance > 0 ? options.tolerance : uses_float(tape) ? 1e-4 : 1e-12;
  {
    const SuspendedRecording aside(tape);
    Random random(options.seed);
    seed_outputs(tape, random);
    const Directions directions = draw_directions(tape, inputs, random);
    set_directions(tape, directions);
    const Sum forward = run_tangent(tape), backward = run_adjoint(tape, directions);
    result.tangent = forward.value;
    result.adjoint = backward.value;
    result.size = std::max(forward.size(), backward.size());
    judge(result, tolerance);
    if (!result.passed && finite(result) && result.size > 0)
      excuse(result, tolerance, moved_by_rounding(tape, directions, result));
  }
  if (options.print && instance->out) print(result, *instance->out);
  return result;
}
