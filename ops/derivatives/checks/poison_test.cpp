// ops/derivatives/checks/poison_test.cpp: compares the gradient with poisoned memory bit by bit with the gradient
// without.
#include <algorithm>
#include <optional>
#include <ostream>
#include <utility>

#include "ops/data/passes.hpp"
#include "ops/derivatives/checks/check_report.hpp"
#include "ops/derivatives/checks/checks.hpp"
#include "ops/derivatives/checks/further_sweeps.hpp"
#include "ops/derivatives/checks/poison.hpp"
#include "ops/derivatives/messages/not_finite.hpp"
#include "ops/derivatives/steps/steps.hpp"
#include "ops/derivatives/sweeps/sweep.hpp"
#include "ops/support/format.hpp"

namespace {

using ops::Tape;
using ops::Where;

/// A derivative, all its allocated cells packed.
struct Bits {
  std::string name;
  ops::Type type;
  std::vector<std::byte> bytes;
};

/// All derivatives that a sweep has left.
std::vector<Bits> swept(Tape& tape) {
  ops::Sweep sweep = tape.sweep();
  tape.reverse(sweep);
  std::vector<Bits> all;
  for (const auto& dat : tape.recording.live) {
    if (!dat || !dat->active) continue;
    const ops::Box& cells = dat->layout.allocated;
    Bits& bits = all.emplace_back(Bits{"dataset '" + dat->name + "'", dat->element, {}});
    bits.bytes.resize(static_cast<std::size_t>(cells.volume() * dat->components) * dat->layout.element);
    if (dat->field.zero()) continue;
    dat->field.read(cells, tape.recording.memory());
    ops::read_cells(bits.bytes.data(), dat->field.buffer(), dat->layout, cells);
    dat->field.clear();
  }
  for (const auto& scalar : tape.recording.context.scalars)
    all.push_back({std::string("scalar '") + scalar->name + "'", scalar->element, scalar->derivative});
  return all;
}

/// Cells that restored states do not hold are NaN while steps run again. Nothing where nothing does.
std::vector<Bits> swept_with_poisoned_states(Tape& tape) {
  ops::Steps* steps = tape.stepping.steps();
  if (!steps || steps->state.tapes.all()) return {};
  const bool before = std::exchange(steps->state.poison, true);
  std::vector<Bits> bits = swept(tape);
  steps->state.poison = before;
  return bits;
}

/// The first that differs; "" if none does.
std::string differing(const std::vector<Bits>& clean, const std::vector<Bits>& other) {
  for (std::size_t i = 0; i < std::min(clean.size(), other.size()); ++i)
    if (clean[i].bytes != other[i].bytes) return clean[i].name;
  return "";
}

/// The first that is not finite; "" if all are. Poison could not be told from it.
std::string not_finite(const std::vector<Bits>& all) {
  for (const Bits& bits : all) {
    ops::Layout layout;
    layout.pitch[0] = 1;
    ops::Box cells;
    cells.hi[0] = static_cast<int>(bits.bytes.size() / ops::type_size(bits.type));
    if (ops::first_not_finite(bits.bytes.data(), layout, bits.type, cells)) return bits.name;
  }
  return "";
}

void judge(ops_ad_poison_result& r, const std::string& broken) {
  if (!broken.empty()) {
    r.passed = false;
    r.verdict = ops::format("failed: the derivative of {} is not finite, even without poisoned values", broken);
    return;
  }
  r.passed = r.dataset.empty();
  if (r.passed) {
    r.verdict = ops::format(
        "passed: the derivatives ({} bytes) do not depend on the {} bytes of values that the analysis considers "
        "unnecessary",
        r.compared, r.poisoned);
    return;
  }
  r.verdict =
      ops::format("failed: the derivative of {} depends on values that the analysis considers unnecessary", r.dataset);
  if (!r.loop.empty())
    r.verdict += ops::format("; the first NaN arises in the adjoint of loop '{}' at {}:{}", r.loop, r.file, r.line);
}

}  // namespace

ops_ad_poison_result ops::test_poison(Tape& tape, const ops_ad_poison_options& options) {
  ops_ad_poison_result result;
  std::string broken;
  {
    const SuspendedStores aside(tape);
    const std::vector<Bits> from_states = swept_with_poisoned_states(tape);
    tape.complete("ops_ad_poison_test", Where::current());
    const std::vector<Bits> clean = swept(tape);
    for (const Bits& bits : clean) result.compared += bits.bytes.size();
    result.dataset = differing(clean, from_states);
    broken = not_finite(clean);
    const PoisonedValues values(tape);
    result.poisoned = values.bytes();
    const std::string first = differing(clean, swept(tape));
    if (result.dataset.empty()) result.dataset = first;
    poison_pool(tape);
    const PoisonedDerivatives derivatives(tape);
    const std::string second = differing(clean, swept(tape));
    if (result.dataset.empty()) result.dataset = second;
    if (const LoopEvent* event = derivatives.culprit(); event && !result.dataset.empty()) {
      result.loop = event->call->name;
      result.file = event->where.file_name();
      result.line = static_cast<int>(event->where.line());
    }
  }
  judge(result, broken);
  if (options.print && tape.recording.context.out)
    *tape.recording.context.out << "Poison test: " << result.verdict << '\n';
  return result;
}

ops_ad_poison_result ops_ad_poison_test(ops::Context* instance, const ops_ad_poison_options& options, Where where) {
  return ops::test_poison(ops::interpreted_tape(instance, "ops_ad_poison_test", where), options);
}
