// ops/api/declare_typed.cpp: converts the lists of the typed declarations to the arrays of ops_decl_dat and
// ops_decl_halo.
#include "ops/api/declare_typed.hpp"

#include <array>

#include "ops/api/instance.hpp"

namespace ops::typed {
namespace {

constexpr const char* periodic = "ops_decl_halo_periodic";

void check_axis(int axis, ops_dat dat, Where where) {
  if (!alive(dat))
    throw error_at(OPS_INVALID_ARGUMENT, periodic, where)
        << (dat == nullptr ? "a dataset is null" : "a dataset no longer exists");
  const auto bad = [&] {
    return error_at(OPS_INVALID_ARGUMENT, periodic, where)
           << "dataset '" << dat->name_storage << "', axis " << axis << ": ";
  };
  if (axis < 0 || axis >= dat->block->dims)
    throw bad() << "this axis does not exist; the axes of block '" << dat->block->name << "' are numbered 0 to "
                << dat->block->dims - 1;
  const Box &inside = dat->layout.interior, &all = dat->layout.allocated;
  const auto d = static_cast<std::size_t>(axis);
  const int below = inside.lo[d] - all.lo[d], above = all.hi[d] - inside.hi[d];
  if (below == 0 && above == 0) throw bad() << "the dataset has no halo along this axis";
  if (below > inside.extent(axis) || above > inside.extent(axis))
    throw bad() << "the halo depths at the ends of this axis are " << below << " and " << above
                << " cells; a periodic halo must not be deeper than the interior (" << inside.extent(axis) << " cells)";
}

/// The halo at one end, filled from the other end of the interior.
ops_halo wrap(int axis, ops_dat dat, bool lower, Where where) {
  const Box &inside = dat->layout.interior, &all = dat->layout.allocated;
  std::array<int, max_dim> size{}, from = all.lo, to = all.lo, along{1, 2, 3, 4, 5};
  for (int d = 0; d < dat->block->dims; ++d) size[static_cast<std::size_t>(d)] = all.extent(d);
  const auto d = static_cast<std::size_t>(axis);
  size[d] = lower ? inside.lo[d] - all.lo[d] : all.hi[d] - inside.hi[d];
  from[d] = lower ? inside.hi[d] - size[d] : inside.lo[d];
  to[d] = lower ? all.lo[d] : inside.hi[d];
  return dat->instance->decl_halo(dat, dat, size.data(), from.data(), to.data(), along.data(), along.data(), where);
}

}  // namespace

ops_dat declare(ops_block block, const char* name, const std::vector<int>& size, const ops_dat_options& options,
                const Element& element, Where where) {
  constexpr const char* call = "ops_decl_dat";
  if (!alive(block))
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << (block == nullptr ? "the block is null" : "the block no longer exists");
  const auto bad = [&] {
    return error_at(OPS_INVALID_ARGUMENT, call, where) << "dataset '" << (name == nullptr ? "(null)" : name) << "': ";
  };
  if (size.size() != static_cast<std::size_t>(block->dims))
    throw bad() << size.size() << " sizes were given, but block '" << block->name << "' has " << block->dims
                << " dimensions";
  if (options.halo < 0) throw bad() << "the halo depth is " << options.halo << "; it must not be negative";
  std::array<int, max_dim> base{}, below{}, above{};
  for (std::size_t d = 0; d < size.size(); ++d)
    if (size[d] != 1) below[d] = -options.halo, above[d] = options.halo;
  return declare_dat(block,
                     {.call = call,
                      .dim = options.dim,
                      .size = size.data(),
                      .base = base.data(),
                      .d_m = below.data(),
                      .d_p = above.data(),
                      .type = type_name(element.type),
                      .name = name,
                      .element = element,
                      .passive = options.passive},
                     where);
}

}  // namespace ops::typed

ops_halo_group ops_decl_halo_periodic(int axis, const std::vector<ops_dat>& dats, ops::Where where) {
  if (dats.empty()) throw ops::error_at(OPS_INVALID_ARGUMENT, ops::typed::periodic, where) << "no datasets were given";
  for (const ops_dat dat : dats) ops::typed::check_axis(axis, dat, where);
  std::vector<ops_halo> halos;
  for (const ops_dat dat : dats)
    for (const bool lower : {true, false}) {
      const ops_halo halo = ops::typed::wrap(axis, dat, lower, where);
      if (halo->iter_size[axis] > 0) halos.push_back(halo);
    }
  return dats.front()->instance->decl_halo_group(static_cast<int>(halos.size()), halos.data(), where);
}
