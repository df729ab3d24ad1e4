// ops/data/make_halo.cpp: checks and declares halos.
#include <algorithm>
#include <climits>

#include "ops/data/halo.hpp"
#include "ops/data/halo_map.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

constexpr const char* this_call = "ops_decl_halo";

std::string title(const HaloRequest& r) { return ops::format("halo '{}' -> '{}'", r.from->name, r.to->name); }

[[noreturn]] void fail(const HaloRequest& r, Where where, const std::string& text) {
  throw error_at(OPS_INVALID_ARGUMENT, this_call, where) << title(r) << ": " << text;
}

std::string list(const int* values, int count) {
  std::string all;
  for (int d = 0; d < count; ++d) all += (d == 0 ? "" : ", ") + std::to_string(values[d]);
  return "{" + all + "}";
}

bool usable(const Context& context, ops_dat dat) {
  return alive(dat) && dat->buffer != nullptr && dat->block->context == &context;
}

void check_datasets(const Context& context, const HaloRequest& r, Where where) {
  if (r.from == nullptr || r.to == nullptr)
    throw error_at(OPS_INVALID_ARGUMENT, this_call, where)
        << (r.from == nullptr ? "'from'" : "'to'") << " is a null dataset";
  if (!usable(context, r.from) || !usable(context, r.to))
    throw error_at(OPS_INVALID_ARGUMENT, this_call, where)
        << (usable(context, r.from) ? "'to'" : "'from'")
        << " is not a dataset of this instance: it has been freed, it belongs to another instance, or it is not a "
           "valid handle";
  if (r.from->block->dims != r.to->block->dims)
    fail(r, where,
         ops::format("block '{}' has {} dimensions, block '{}' has {}", r.from->block->name, r.from->block->dims,
                     r.to->block->name, r.to->block->dims));
  if (r.from->dim != r.to->dim)
    fail(r, where,
         ops::format("'{}' has {} components, '{}' has {}", r.from->name, r.from->dim, r.to->name, r.to->dim));
  const bool same = r.from->element == r.to->element && r.from->type_size == r.to->type_size;
  if (!same && !(is_real(r.from->element) && is_real(r.to->element)))
    fail(r, where,
         ops::format("dataset '{}' is of type {}, but dataset '{}' is of type {}; halo transfers convert values only "
                     "between float and double",
                     r.from->name, r.from->type, r.to->name, r.to->type));
}

void check_direction(const HaloRequest& r, const char* name, const int* dir, int dims, Where where) {
  std::vector<int> axes(dir, dir + dims);
  for (int& axis : axes) axis = axis == INT_MIN ? 0 : std::abs(axis);
  std::sort(axes.begin(), axes.end());
  for (int d = 0; d < dims; ++d)
    if (axes[static_cast<std::size_t>(d)] != d + 1)
      fail(r, where,
           ops::format("{} is {}, but must contain each of the axes 1 to {} exactly once, with or without a minus sign",
                       name, list(dir, dims), dims));
}

void check_region(const HaloRequest& r, const char* name, ops_dat dat, const int* base, const int* dir, Where where) {
  const int dims = dat->block->dims;
  Box region;
  for (std::size_t d = 0; d < static_cast<std::size_t>(dims); ++d) {
    const std::int64_t end = std::int64_t{base[d]} + r.iter_size[std::abs(dir[d]) - 1];
    if (end > INT_MAX)
      fail(r, where,
           ops::format("iter_size = {} is too large: the region that begins at {}[{}] = {} would exceed the largest "
                       "possible index",
                       list(r.iter_size, dims), name, d, base[d]));
    region.lo[d] = base[d];
    region.hi[d] = static_cast<int>(end);
  }
  if (!dat->layout.allocated.contains(region))
    fail(r, where,
         ops::format("the {} region {} is outside dataset '{}', which covers {}, including halos", name,
                     range_text(region, dims), dat->name, range_text(dat->layout.allocated, dims)));
}

void check(const Context& context, const HaloRequest& r, Where where) {
  check_datasets(context, r, where);
  const int dims = r.from->block->dims;
  if (!r.iter_size || !r.from_base || !r.to_base || !r.from_dir || !r.to_dir)
    fail(r, where, "iter_size, from_base, to_base, from_dir and to_dir must not be null");
  for (int d = 0; d < dims; ++d)
    if (r.iter_size[d] < 0) fail(r, where, ops::format("iter_size = {} is negative", list(r.iter_size, dims)));
  check_direction(r, "from_dir", r.from_dir, dims, where);
  check_direction(r, "to_dir", r.to_dir, dims, where);
  check_region(r, "from_base", r.from, r.from_base, r.from_dir, where);
  check_region(r, "to_base", r.to, r.to_base, r.to_dir, where);
}

}  // namespace

ops_halo declare_halo(Context& context, const HaloRequest& request, Where where) {
  check(context, request, where);
  auto halo = std::make_unique<ops_halo_core>();
  halo->from = request.from;
  halo->to = request.to;
  halo->index = static_cast<int>(context.halos.size());
  halo->instance = context.self;
  const auto dims = static_cast<std::size_t>(request.from->block->dims);
  std::copy_n(request.iter_size, dims, halo->iter_size);
  std::copy_n(request.from_base, dims, halo->from_base);
  std::copy_n(request.to_base, dims, halo->to_base);
  std::copy_n(request.from_dir, dims, halo->from_dir);
  std::copy_n(request.to_dir, dims, halo->to_dir);
  context.halos.push_back(std::move(halo));
  return context.halos.back().get();
}

ops_halo_group declare_halo_group(Context& context, int count, ops_halo* halos, Where where) {
  const auto complain = [&] { return error_at(OPS_INVALID_ARGUMENT, "ops_decl_halo_group", where); };
  if (count < 0) throw complain() << "the number of halos is " << count;
  if (count > 0 && halos == nullptr)
    throw complain() << "the number of halos is " << count << ", but the array of halos is null";
  for (int i = 0; i < count; ++i)
    if (!holds(context, halos[i]))
      throw complain() << "element " << i << " of the array of halos does not belong to this instance";
  auto group = std::make_unique<ops_halo_group_core>();
  if (count > 0) group->storage.assign(halos, halos + count);
  group->halos = group->storage.data();
  group->nhalos = count;
  group->index = static_cast<int>(context.halo_groups.size());
  group->instance = context.self;
  group->context = &context;
  group->declared = where;
  context.halo_groups.push_back(std::move(group));
  return context.halo_groups.back().get();
}

bool holds(const Context& context, ops_halo halo) noexcept {
  return std::ranges::any_of(context.halos, [&](const auto& own) { return own.get() == halo; });
}

bool holds(const Context& context, ops_halo_group group) noexcept {
  return std::ranges::any_of(context.halo_groups, [&](const auto& own) { return own.get() == group; });
}

}  // namespace ops
