// ops/derivatives/checks/sentinel_derivatives.cpp: directions and dot products.
#include "ops/derivatives/checks/sentinel_derivatives.hpp"

#include <limits>

#include "ops/data/layout.hpp"
#include "ops/derivatives/checks/sentinel_values.hpp"
#include "ops/loops/engine/compare.hpp"
#include "ops/loops/engine/loop_error.hpp"
#include "ops/support/format.hpp"

namespace ops::sentinel {
namespace {

// relative to what is moved: values leave kinks by many times the step of differences
constexpr double away_double = 1e-4, away_float = 2e-2;

/// The numbers of an argument that is a scalar or a sum.
template <class F>
void for_numbers(const ArgPlan& plan, const F& f) {
  for (int c = 0; c < plan.dim; ++c) f(static_cast<std::size_t>(c) * plan.element);
}

/// Of points; none where there is one.
int any_column(const Box& points, PointRandom& random) {
  return points.extent(0) > 1 ? points.lo[0] + random.below(points.extent(0)) : std::numeric_limits<int>::max();
}

/// The values of sums of derivatives; scalars have no way to combine values of their own.
std::vector<std::max_align_t> rounded_sums(const ArgPlan& plan, const Totals& totals) {
  std::vector<std::max_align_t> all(static_cast<std::size_t>(plan.dim) * plan.element / sizeof(std::max_align_t) + 1);
  reduce_ops(plan.type, OPS_INC)->fill(all.data(), plan.dim);
  if (totals) totals.combine_into(all.data());
  return all;
}

/// One dataset through two arguments, of which one writes: derivatives of both lie in the same cells.
bool entangled(const Variant& variant) {
  for (const ArgPlan& a : variant.plans)
    for (const ArgPlan& b : variant.plans)
      if (&a != &b && a.kind == ArgKind::dat && b.kind == ArgKind::dat && a.dat == b.dat && (a.writes || b.writes))
        return true;
  return false;
}

}  // namespace

bool Derivatives::has_any(const ProbedLoop& loop) {
  const LoopImplementation& code = *loop.call.implementation;
  const auto& plans = loop.variant.plans;
  if ((code.tangent == nullptr && code.not_differentiable[0] != '\0') || code.user_adjoint[0] != '\0' ||
      code.axis >= 0 || entangled(loop.variant))
    return false;
  if (std::ranges::any_of(plans, [](const ArgPlan& plan) { return plan.running || plan.gathers; })) return false;
  return std::ranges::any_of(plans, [](const ArgPlan& plan) {
    return (plan.kind == ArgKind::dat && plan.writes && is_real(plan.dat->element) && !plan.dat->passive) ||
           (plan.kind == ArgKind::reduce && is_real(plan.type));
  });
}

bool Derivatives::narrow() const {
  return loop_.call.implementation->in_float || std::ranges::any_of(loop_.variant.plans, [](const ArgPlan& plan) {
           return plan.type == Type::f32 || (plan.dat != nullptr && plan.dat->element == Type::f32);
         });
}

double Derivatives::largest(const Patch& patch, Slot slot) const {
  double most = 0;
  for (std::size_t i = 0; i < patch.numbers.size(); ++i) {
    const double size = std::abs(scratch_.number(patch, slot, i));
    if (std::isfinite(size)) most = std::max(most, size);
  }
  return most;
}

/// By h times the direction.
void Derivatives::move(const Patch& patch, Slot slot, double h) const {
  for (std::size_t i = 0; i < patch.numbers.size(); ++i)
    scratch_.set_number(patch, slot, i, scratch_.number(patch, slot, i) + h * scratch_.number(patch, direction, i));
}

/// Programs often start at kinks (zero, or the same value everywhere), so values near by are taken.
Derivatives::Values Derivatives::move_away(const Block& block) {
  const double far = narrow() ? away_float : away_double;
  for (const Patch& patch : block.patches) {
    if (patch.real) move(patch, before, far);
    if (patch.written) scratch_.copy(patch, kernel, before);
  }
  return values(block, kernel, runs_.run_kernel(block, kernel, false));
}

/// Whether the kernel must run with some of the program's values.
bool Derivatives::keeps_some(const Block& block) const {
  for (std::size_t k = 0; k < runs_.size(); ++k)
    if (!runs_.facts(k).into_integers.empty() && (runs_.real(block, k) || runs_.moves(k))) return true;
  return false;
}

/// In units of the largest value around; one column of points has none, as derivatives have branches for that.
/// @param holds  whether values that become integers have none
void Derivatives::set_directions(const Block& block, bool holds, Zeros zeros) {
  const int bare = zeros == Zeros::some ? any_column(block.points, random_) : std::numeric_limits<int>::max();
  const auto component = [&] { return zeros == Zeros::some ? random_.some_zero() : random_.sign_and_size(); };
  for (const Patch& patch : block.patches) {
    if (!patch.real) {
      scratch_.clear(patch, direction);
      continue;
    }
    const double most = largest(patch, before), unit = most > 1e-30 ? most : 1.0;
    for (std::size_t i = 0; i < patch.numbers.size(); ++i)
      scratch_.set_number(patch, direction, i, column_of(patch, i) == bare ? 0.0 : unit * component());
  }
  for (std::size_t k = 0; holds && k < runs_.size(); ++k)
    if (runs_.real(block, k) && runs_.facts(k).computed && !runs_.facts(k).into_integers.empty())
      scratch_.clear(runs_.patch(block, k), direction);
    else if (runs_.real(block, k))
      for_read(runs_.plan(k), block.points, runs_.facts(k).into_integers,
               [&](const Index& cell) { clear_cell(runs_.patch(block, k), direction, cell); });
  scalar_directions_.assign(runs_.size(), {});
  for (std::size_t k = 0; k < runs_.size(); ++k) {
    if (runs_.plan(k).kind != ArgKind::scalar) continue;
    scalar_directions_[k].resize(static_cast<std::size_t>(runs_.plan(k).dim) * runs_.plan(k).element);
    if (!runs_.moves(k) || (holds && !runs_.facts(k).into_integers.empty())) continue;
    for_numbers(runs_.plan(k), [&](std::size_t at) {
      const double value =
          std::abs(number_at(runs_.plan(k).type, static_cast<const std::byte*>(loop_.launch.args[k].in) + at));
      set_number_at(runs_.plan(k).type, scalar_directions_[k].data() + at,
                    (value > 1e-30 && std::isfinite(value) ? value : 1.0) * random_.sign_and_size());
    });
  }
}

Derivatives::Values Derivatives::values(const Block& block, Slot slot, const Outside& outside) const {
  Values all;
  for (const Patch& patch : block.patches)
    for (std::size_t i = 0; patch.real && patch.written && i < patch.numbers.size(); ++i)
      all.push_back(scratch_.number(patch, slot, i));
  for (std::size_t k = 0; k < runs_.size(); ++k) {
    if (!runs_.sums(k)) continue;
    const auto sums = rounded_sums(runs_.plan(k), outside.totals[k]);
    for_numbers(runs_.plan(k), [&](std::size_t at) {
      all.push_back(number_at(runs_.plan(k).type, reinterpret_cast<const std::byte*>(sums.data()) + at));
    });
  }
  return all;
}

std::string Derivatives::name_of(const Block& block, std::size_t number) const {
  std::string name;
  for (const Patch& patch : block.patches)
    for (std::size_t i = 0; patch.real && patch.written && i < patch.numbers.size(); ++i)
      if (number-- == 0) name = "dataset '" + patch.dat->name_storage + "' at " + place_of(patch, i);
  for (std::size_t k = 0; k < runs_.size(); ++k)
    for (int c = 0; runs_.sums(k) && c < runs_.plan(k).dim; ++c)
      if (number-- == 0) name = argument_text(k, loop_.call.args[k]) + ", component " + std::to_string(c);
  return name;
}

/// What the user's kernel makes of values + h * direction.
Derivatives::Values Derivatives::at(const Block& block, double h) const {
  for (const Patch& patch : block.patches) {
    scratch_.copy(patch, moved, before);
    if (patch.real && h != 0) move(patch, moved, h);
  }
  std::vector<std::vector<std::byte>> scalars(runs_.size());
  for (std::size_t k = 0; k < runs_.size(); ++k) {
    if (runs_.plan(k).kind != ArgKind::scalar) continue;
    const auto* own = static_cast<const std::byte*>(loop_.launch.args[k].in);
    scalars[k].assign(own, own + scalar_directions_[k].size());
    if (!runs_.moves(k)) continue;
    for_numbers(runs_.plan(k), [&](std::size_t at) {
      const Type type = runs_.plan(k).type;
      set_number_at(type, scalars[k].data() + at,
                    number_at(type, own + at) + h * number_at(type, scalar_directions_[k].data() + at));
    });
  }
  const Outside outside = runs_.run_kernel(block, moved, true, std::move(scalars));
  return values(block, moved, outside);
}

/// In units that make all products about as large, but for what cancels, of which rounding is all that is left. One
/// column of points has no seeds, and beside datasets half of the time reductions have none.
void Derivatives::set_seeds(const Block& block, const Outside& tangents) {
  const int bare = any_column(block.points, random_);
  for (const Patch& patch : block.patches) {
    const double most =
        patch.real && patch.written ? std::max(largest(patch, tangent), 1e-3 * largest(patch, kernel)) : 0;
    const double unit = most > 1e-30 ? 1 / most : 1.0;
    scratch_.clear(patch, seed);
    for (std::size_t i = 0; patch.real && patch.written && i < patch.numbers.size(); ++i)
      if (column_of(patch, i) != bare) scratch_.set_number(patch, seed, i, unit * random_.some_zero());
    scratch_.copy(patch, adjoint, seed);
    scratch_.copy(patch, owner, seed);
  }
  for (const Slot slot : {adjoint, owner}) clear_constants(block, slot);
  for (std::size_t k = 0; k < runs_.size(); ++k)
    if (runs_.real(block, k) && runs_.facts(k).seed && runs_.facts(k).consumed) clear_written(block, k, owner);
  seeds_.assign(runs_.size(), {});
  const bool writes = std::ranges::any_of(block.patches, [](const Patch& p) { return p.real && p.written; });
  const double reductions = writes ? random_.below(2) : 1.0;
  for (std::size_t k = 0; k < runs_.size(); ++k) {
    if (runs_.plan(k).kind != ArgKind::reduce) continue;
    seeds_[k].resize(static_cast<std::size_t>(runs_.plan(k).dim) * runs_.plan(k).element);
    if (!runs_.sums(k)) continue;
    const auto sums = rounded_sums(runs_.plan(k), tangents.totals[k]);
    for_numbers(runs_.plan(k), [&](std::size_t at) {
      const double size = std::abs(number_at(runs_.plan(k).type, reinterpret_cast<const std::byte*>(sums.data()) + at));
      set_number_at(runs_.plan(k).type, seeds_[k].data() + at,
                    reductions * random_.some_zero() / (size > 1e-30 && std::isfinite(size) ? size : 1.0));
    });
  }
}

double Derivatives::product(const Block& block, Slot a, Slot b, double& scale) const {
  double sum = 0;
  for (const Patch& patch : block.patches)
    for (std::size_t i = 0; patch.real && i < patch.numbers.size(); ++i) {
      const double term = scratch_.number(patch, a, i) * scratch_.number(patch, b, i);
      sum += term;
      scale += std::abs(term);
    }
  return sum;
}

/// What a loop overwrites with values that depend on nothing has no derivative after it, and before it only that of
/// what the loop has read there. Generated code leaves what stands there.
void Derivatives::clear_constants(const Block& block, Slot slot) const {
  for (std::size_t k = 0; k < runs_.size(); ++k)
    if (runs_.real(block, k) && runs_.facts(k).consumed && !runs_.facts(k).seed) clear_written(block, k, slot);
}

void Derivatives::clear_written(const Block& block, std::size_t k, Slot slot) const {
  for_written(runs_.plan(k), block.points, [&](const Index& cell) { clear_cell(runs_.patch(block, k), slot, cell); });
}

void Derivatives::clear_cell(const Patch& patch, Slot slot, const Index& cell) const {
  if (!patch.cells.contains(cell)) return;
  const std::size_t first = number_of(patch, cell);
  for (std::size_t i = first; i < first + static_cast<std::size_t>(patch.dat->layout.components); ++i)
    scratch_.set_number(patch, slot, i, 0.0);
}

/// Whether the owner form can be asked for (Sweep::Loop::can_own).
bool Derivatives::can_own() const {
  if (loop_.call.implementation->adjoint_owner == nullptr) return false;
  for (std::size_t k = 0; k < runs_.size(); ++k) {
    const ArgFacts& f = runs_.facts(k);
    if ((f.seed && f.target && !f.consumed) || (f.target && f.scatter_only)) return false;
    for (std::size_t other = 0; other < k; ++other)
      if (runs_.plan(k).kind == ArgKind::dat && runs_.plan(other).kind == ArgKind::dat &&
          runs_.plan(k).dat == runs_.plan(other).dat)
        return false;
  }
  return true;
}

/// Targets of both forms get the same terms in the same order.
std::string Derivatives::compare_owner(const Block& block, const Outside& by_points, const Outside& by_cells) const {
  const auto differ = [&](std::size_t k) {
    return argument_text(k, loop_.call.args[k]) +
           ": the two forms of the translated adjoint (owner form and scatter form) give different derivatives";
  };
  for (std::size_t k = 0; k < runs_.size(); ++k) {
    if (by_points.totals[k]) {
      const auto a = rounded_sums(runs_.plan(k), by_points.totals[k]),
                 b = rounded_sums(runs_.plan(k), by_cells.totals[k]);
      bool same = true;
      for_numbers(runs_.plan(k), [&](std::size_t at) {
        same = same &&
               same_value(runs_.plan(k).type, runs_.plan(k).element, reinterpret_cast<const std::byte*>(a.data()) + at,
                          reinterpret_cast<const std::byte*>(b.data()) + at);
      });
      if (!same) return differ(k);
    }
    if (!runs_.real(block, k) || !runs_.facts(k).target) continue;
    const Patch& patch = runs_.patch(block, k);
    bool same = true;
    for (std::size_t i = 0; i < patch.numbers.size(); ++i)
      same = same && same_value(patch.dat->element, patch.dat->layout.element, scratch_.at(patch, adjoint, i),
                                scratch_.at(patch, owner, i));
    if (!same) return differ(k);
  }
  return {};
}

/// <seed, tangent of direction> is <adjoint of seed, direction>.
std::string Derivatives::compare_adjoint(const Block& block, const Outside& tangents, const Outside& totals) const {
  double scale = 0;
  double forward = product(block, seed, tangent, scale), reverse = product(block, adjoint, direction, scale);
  const auto add = [&](double& sum, std::size_t k, const Outside& of, const std::vector<std::byte>& with) {
    const auto values = rounded_sums(runs_.plan(k), of.totals[k]);
    for_numbers(runs_.plan(k), [&](std::size_t at) {
      const double term = number_at(runs_.plan(k).type, reinterpret_cast<const std::byte*>(values.data()) + at) *
                          number_at(runs_.plan(k).type, with.data() + at);
      sum += term;
      scale += std::abs(term);
    });
  };
  for (std::size_t k = 0; k < runs_.size(); ++k) {
    if (runs_.sums(k)) add(forward, k, tangents, seeds_[k]);
    if (totals.totals[k]) add(reverse, k, totals, scalar_directions_[k]);
  }
  if (!std::isfinite(scale) || std::abs(forward - reverse) <= (narrow() ? 1e-3 : 1e-9) * scale) return {};
  return ops::format(
      "the translated tangent gives <s, J d> = {:.10g}, but the translated adjoint gives <J^T s, d> = {:.10g}", forward,
      reverse);
}

std::string Derivatives::look(const Block& block) {
  // with the digits of float no step is shorter than the stairs of floor and its like
  if (loop_.call.implementation->stairs && narrow()) return look(block, Part::adjoint);
  if (!keeps_some(block)) return look(block, Part::all);
  const std::string found = look(block, Part::differences);
  return found.empty() ? look(block, Part::adjoint) : found;
}

std::string Derivatives::look(const Block& block, Part part) {
  Machine& machine = loop_.call.block->context->pool.machine().own();
  const auto on_host = [&](const auto& work) {
    const auto held = machine.for_host({&scratch_.buffer(), 1});
    return work();
  };
  const bool differences = part != Part::adjoint;
  const Values base = on_host([&] {
    set_directions(block, differences, Zeros::none);
    Values values = differences ? move_away(block) : Values();
    set_directions(block, differences, Zeros::some);
    scratch_.copy(block, tangent, direction);
    return values;
  });
  // without a tangent nothing that it writes depends on anything
  const LoopImplementation& code = *loop_.call.implementation;
  const Outside tangents = code.tangent != nullptr ? runs_.run_tangent(block, scalar_directions_)
                                                   : Outside{{}, std::vector<Totals>(runs_.size()), {}};
  const bool reverses = part != Part::differences && code.tangent != nullptr && code.adjoint != nullptr;
  const bool owns = reverses && can_own();
  std::string found = on_host([&] {
    clear_constants(block, tangent);
    set_seeds(block, tangents);
    return differences ? compare_tangent(block, base, tangents) : std::string();
  });
  if (!found.empty() || !reverses) return found;
  const Outside by_points = runs_.run_adjoint(block, seeds_, false),
                by_cells = owns ? runs_.run_adjoint(block, seeds_, true) : Outside{};
  return on_host([&] {
    found = compare_adjoint(block, tangents, by_points);
    return found.empty() && owns ? compare_owner(block, by_points, by_cells) : found;
  });
}

}  // namespace ops::sentinel
