// ops/loops/engine/compare.cpp: copies, the reference, and the bitwise comparison (NaN equals NaN).
#include "ops/loops/engine/compare.hpp"

#include <complex>
#include <cstring>

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"
#include "ops/loops/engine/loop_error.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

template <class T>
T value_at(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// Equal, or both NaN. Zeros are equal: of two with different signs fmax and fmin may give either, and compilers swap
/// their arguments.
template <class T>
bool alike(const std::byte* a, const std::byte* b) {
  const T x = value_at<T>(a), y = value_at<T>(b);
  return x == y || (x != x && y != y);
}

}  // namespace

bool same_value(Type type, std::size_t bytes, const std::byte* a, const std::byte* b) {
  if (std::memcmp(a, b, bytes) == 0) return true;
  switch (type) {
    case Type::f64: return alike<double>(a, b);
    case Type::f32: return alike<float>(a, b);
    case Type::f16: return alike<Half>(a, b);
    case Type::c64: return same_value(Type::f64, 8, a, b) && same_value(Type::f64, 8, a + 8, b + 8);
    case Type::c32: return same_value(Type::f32, 4, a, b) && same_value(Type::f32, 4, a + 4, b + 4);
    default: return false;
  }
}

std::string value_text(Type type, std::size_t bytes, const std::byte* at) {
  switch (type) {
    case Type::f64: return ops::format("{:.17g}", value_at<double>(at));
    case Type::f32: return ops::format("{:.9g}", value_at<float>(at));
    case Type::c64: return ops::format("({:.17g}, {:.17g})", value_at<double>(at), value_at<double>(at + 8));
    case Type::c32: return ops::format("({:.9g}, {:.9g})", value_at<float>(at), value_at<float>(at + 4));
    case Type::i8: return std::to_string(value_at<std::int8_t>(at));
    case Type::i16: return std::to_string(value_at<std::int16_t>(at));
    case Type::i32: return std::to_string(value_at<std::int32_t>(at));
    case Type::i64: return std::to_string(value_at<std::int64_t>(at));
    case Type::u32: return std::to_string(value_at<std::uint32_t>(at));
    case Type::u64: return std::to_string(value_at<std::uint64_t>(at));
    case Type::boolean: return std::to_string(value_at<std::uint8_t>(at));
    case Type::f16: return ops::format("{:.5g}", static_cast<float>(value_at<Half>(at)));
    case Type::user: break;
  }
  std::string hex = "0x";
  for (std::size_t k = 0; k < bytes; ++k) hex += ops::format("{:02x}", std::to_integer<unsigned>(at[k]));
  return hex;
}

namespace {

/// Cells of a box in memory order; `at` advances, false at the end.
bool next(Index& at, const Box& box) {
  for (int axis = 0; axis < max_dim; ++axis) {
    if (++at[axis] < box.hi[axis]) return true;
    at[axis] = box.lo[axis];
  }
  return false;
}

/// Room for the values of a reduction.
std::vector<std::max_align_t> values(const ArgPlan& plan) {
  return std::vector<std::max_align_t>(static_cast<std::size_t>(plan.dim) * plan.element / sizeof(std::max_align_t) +
                                       1);
}
void* origin_of(const ops_dat_core& dat, std::byte* start) {
  return start + dat.layout.origin * static_cast<std::ptrdiff_t>(dat.layout.element);
}

}  // namespace

std::vector<std::max_align_t> rounded(const ArgPlan& plan, const void* totals) {
  std::vector<std::max_align_t> all = values(plan);
  plan.ops->fill(all.data(), plan.dim);
  plan.ops->combine(all.data(), totals, plan.dim);
  return all;
}

Comparison::Comparison(const ReferenceRun& run, const Launch& launch, std::span<const BufferRef> replaced,
                       BufferPool& pool)
    : run_(run), totals_(run.plans.size()), running_(run.plans.size()) {
  std::vector<ArgView> views(launch.args, launch.args + run.plans.size());
  for (std::size_t k = 0; k < views.size(); ++k) {
    const ArgPlan& plan = run.plans[k];
    if (plan.kind == ArgKind::reduce && plan.running) {
      running_[k] = values(plan);
      std::memcpy(running_[k].data(), views[k].out, static_cast<std::size_t>(plan.dim) * plan.element);
      views[k].out = running_[k].data();
    } else if (plan.kind == ArgKind::reduce) {
      totals_[k] = Totals(*plan.ops, plan.dim);
      views[k].out = totals_[k].data();
    }
    if (plan.kind != ArgKind::dat || !plan.writes || copies_.contains(plan.dat)) continue;
    const BufferRef copy = pool.take(plan.dat->layout.bytes, "OPS_CHECK of dataset '" + plan.dat->name_storage + "'");
    copy_cells(copy, replaced[k] ? replaced[k] : plan.dat->buffer, plan.dat->layout, plan.dat->layout.allocated);
    copies_.emplace(plan.dat, copy);
  }
  for (std::size_t k = 0; k < views.size(); ++k) {
    const auto copy = copies_.find(run.plans[k].dat);
    if (run.plans[k].on && copy != copies_.end())
      views[k].in = views[k].out = origin_of(*run.plans[k].dat, copy->second->address);
  }
  Launch mine = launch;
  mine.args = views.data();
  std::vector<BufferRef> touched;
  for (const auto& [dat, copy] : copies_) touched.push_back(copy);
  const auto held = pool.machine().for_host(touched);
  run_reference(run, mine);
}

void Comparison::check(const Launch& launch) const {
  for (std::size_t k = 0; k < run_.plans.size(); ++k) {
    if (run_.plans[k].kind == ArgKind::dat && run_.plans[k].writes) compare_dat(k);
    if (run_.plans[k].kind == ArgKind::reduce)
      compare_reduction(k, run_.plans[k].running ? launch.args[k].out : launch.args[k].totals->contents().data());
  }
}

void Comparison::compare_dat(std::size_t position) const {
  const ops_dat_core& dat = *run_.plans[position].dat;
  const Layout& layout = dat.layout;
  const auto copy = for_host(copies_.at(run_.plans[position].dat)), present = for_host(dat.buffer);
  const std::byte *wanted = copy.get(), *made = present.get();
  Index at = layout.allocated.lo;
  do {
    for (int c = 0; c < layout.components; ++c) {
      const auto offset = (cell(layout, at) + c * layout.component) * static_cast<std::ptrdiff_t>(layout.element);
      if (same_value(dat.element, layout.element, made + offset, wanted + offset)) continue;
      throw argument_error(run_.call, position, OPS_RUNTIME_ERROR)
          << "the implementation differs from the reference at index " << point_text(at, layout.dims) << ", component "
          << c << ": the implementation computes " << value_text(dat.element, layout.element, made + offset)
          << ", but the reference computes " << value_text(dat.element, layout.element, wanted + offset);
    }
  } while (next(at, layout.allocated));
}

/// @param out  of the implementation: totals, or the values that its kernel saw
void Comparison::compare_reduction(std::size_t position, const void* out) const {
  const ArgPlan& plan = run_.plans[position];
  const auto expected = plan.running ? running_[position] : rounded(plan, totals_[position].data());
  const auto given = plan.running ? std::vector<std::max_align_t>() : rounded(plan, out);
  const auto* wanted = reinterpret_cast<const std::byte*>(expected.data());
  const auto* made =
      plan.running ? static_cast<const std::byte*>(out) : reinterpret_cast<const std::byte*>(given.data());
  for (int c = 0; c < plan.dim; ++c) {
    const std::size_t offset = static_cast<std::size_t>(c) * plan.element;
    if (same_value(plan.type, plan.element, made + offset, wanted + offset)) continue;
    throw argument_error(run_.call, position, OPS_RUNTIME_ERROR)
        << "the implementation differs from the reference in component " << c << ": the implementation computes "
        << value_text(plan.type, plan.element, made + offset) << ", but the reference computes "
        << value_text(plan.type, plan.element, wanted + offset);
  }
}

}  // namespace ops
