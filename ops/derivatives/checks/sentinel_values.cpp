// ops/derivatives/checks/sentinel_values.cpp: compares values bit by bit.
#include "ops/derivatives/checks/sentinel_values.hpp"

#include <algorithm>
#include <cmath>

#include "ops/data/layout.hpp"
#include "ops/loops/engine/compare.hpp"
#include "ops/loops/engine/loop_error.hpp"
#include "ops/loops/launch/registry.hpp"
#include "ops/support/format.hpp"

namespace ops::sentinel {
namespace {

constexpr double poison_made = 0.7310585786300049, poison_kernel = -1.3132616875182228;  // unlikely values

/// Whether the loop writes the dataset through this argument alone, and reads nothing of it.
bool overwrites(const ProbedLoop& loop, std::size_t k) {
  const auto& plans = loop.variant.plans;
  const ArgFacts& facts = loop.call.implementation->args[k];
  if (plans[k].kind != ArgKind::dat || !plans[k].on || !plans[k].writes || plans[k].gathers || facts.reads_old ||
      !is_real(plans[k].dat->element))
    return false;
  return std::ranges::count_if(
             plans, [&](const ArgPlan& plan) { return plan.dat == plans[k].dat && plan.kind == ArgKind::dat; }) == 1;
}

/// Whether values differ by no more than functions of ops/loops/functions, or of a device, may change them. True for
/// all that is not real: it may depend on such values by conditions. @param scale  of the values
bool close(const ProbedLoop& loop, Type type, const std::byte* a, const std::byte* b, double scale) {
  if (!is_real(type)) return true;
  const double x = number_at(type, a), y = number_at(type, b);
  const bool few_digits = type == Type::f32 || loop.call.implementation->in_float;
  return std::abs(x - y) <= (few_digits ? 1e-4 : 1e-9) * std::max({std::abs(x), std::abs(y), scale});
}

bool own_functions(const ProbedLoop& loop) {
  return loop.call.implementation->own_functions || registry().backend.own_functions;
}

double largest(const Patch& patch, const Scratch& scratch) {
  double most = 0;
  for (std::size_t i = 0; is_real(patch.dat->element) && i < patch.numbers.size(); ++i) {
    const double size = std::abs(scratch.number(patch, kernel, i));
    if (std::isfinite(size)) most = std::max(most, size);
  }
  return most;
}

/// Neither has written it.
bool is_poison(const Patch& patch, const Scratch& scratch, std::size_t number) {
  const auto rounded = [&](double value) {
    return patch.dat->element == Type::f32 ? static_cast<double>(static_cast<float>(value)) : value;
  };
  return scratch.number(patch, made, number) == rounded(poison_made) &&
         scratch.number(patch, kernel, number) == rounded(poison_kernel);
}

void compare_dat(const ProbedLoop& loop, std::size_t k, const Patch& patch, const Scratch& scratch) {
  const Layout& layout = patch.dat->layout;
  const bool poisoned = overwrites(loop, k), loose = own_functions(loop);
  const double scale = loose ? largest(patch, scratch) : 0;
  for (std::size_t i = 0; i < patch.numbers.size(); ++i) {
    const std::byte *made_value = scratch.at(patch, made, i), *own = scratch.at(patch, kernel, i);
    if (same_value(patch.dat->element, layout.element, made_value, own)) continue;
    if (poisoned && is_poison(patch, scratch, i)) continue;
    if (loose && close(loop, patch.dat->element, made_value, own, scale)) continue;
    throw argument_error(loop.call, k, OPS_RUNTIME_ERROR)
        << "at " << place_of(patch, i) << ", the translated kernel computes "
        << value_text(patch.dat->element, layout.element, made_value) << ", but the original kernel computes "
        << value_text(patch.dat->element, layout.element, own) << ": " << misread(loop);
  }
}

void compare_reduction(const ProbedLoop& loop, std::size_t k, const Totals& by_kernel,
                       const Totals& by_implementation) {
  const ArgPlan& plan = loop.variant.plans[k];
  const auto wanted = rounded(plan, by_kernel.contents().data()),
             given = rounded(plan, by_implementation.contents().data());
  const auto *own = reinterpret_cast<const std::byte*>(wanted.data()),
             *made_value = reinterpret_cast<const std::byte*>(given.data());
  for (int c = 0; c < plan.dim; ++c, own += plan.element, made_value += plan.element) {
    if (same_value(plan.type, plan.element, made_value, own) ||
        (own_functions(loop) && close(loop, plan.type, made_value, own, 0)))
      continue;
    throw argument_error(loop.call, k, OPS_RUNTIME_ERROR)
        << "at the tested points, the translated kernel contributes " << value_text(plan.type, plan.element, made_value)
        << " to component " << c << " of the reduction, but the original kernel contributes "
        << value_text(plan.type, plan.element, own) << ": " << misread(loop);
  }
}

}  // namespace

std::string misread(const ProbedLoop& loop) {
  return ops::format(
      "the translator has misread kernel '{}', or the compiler has read different code for this kernel; please "
      "report this error. "
      "The option -OPS_SENTINEL=0 disables this check",
      loop.call.implementation->kernel);
}

void poison(const ProbedLoop& loop, const Block& block, Scratch& scratch) {
  for (std::size_t k = 0; k < loop.variant.plans.size(); ++k) {
    if (block.of[k] < 0 || !overwrites(loop, k)) continue;
    const Patch& patch = block.patches[static_cast<std::size_t>(block.of[k])];
    for_written(loop.variant.plans[k], block.points, [&](const Index& cell) {
      if (!patch.cells.contains(cell)) return;
      const std::size_t first = number_of(patch, cell);
      for (std::size_t i = first; i < first + static_cast<std::size_t>(patch.dat->layout.components); ++i) {
        scratch.set_number(patch, made, i, poison_made);
        scratch.set_number(patch, kernel, i, poison_kernel);
      }
    });
  }
}

void compare(const ProbedLoop& loop, const Block& block, const Scratch& scratch, const Outside& by_kernel,
             const Outside& by_implementation) {
  for (std::size_t k = 0; k < loop.variant.plans.size(); ++k) {
    if (block.of[k] >= 0 && loop.variant.plans[k].writes)
      compare_dat(loop, k, block.patches[static_cast<std::size_t>(block.of[k])], scratch);
    if (loop.variant.plans[k].kind == ArgKind::reduce)
      compare_reduction(loop, k, by_kernel.totals[k], by_implementation.totals[k]);
  }
}

}  // namespace ops::sentinel
