// ops/data/halo.hpp: declares halos between datasets of one or more blocks, and transfers their values.
#pragma once

#include "ops/data/context.hpp"

namespace ops {

/// What ops_decl_halo was told. Arrays have one entry per axis.
struct HaloRequest {
  ops_dat from = nullptr;
  ops_dat to = nullptr;
  const int* iter_size = nullptr;
  const int* from_base = nullptr;
  const int* to_base = nullptr;
  /// a permutation of 1 .. dims with signs: axis i follows iteration axis |dir|, backwards if < 0
  const int* from_dir = nullptr;
  const int* to_dir = nullptr;
};

/// @throws OPSException  names the halo's datasets, and the region, direction, type or dimension that does not fit
ops_halo declare_halo(Context& context, const HaloRequest& request, Where where);
/// @param halos  may be null if `count` is 0
ops_halo_group declare_halo_group(Context& context, int count, ops_halo* halos, Where where);

/// Whether the handle is alive in this context (compares addresses only).
bool holds(const Context& context, ops_halo halo) noexcept;
bool holds(const Context& context, ops_halo_group group) noexcept;

/// @throws OPSException  a dataset of the group was freed, or a raw pointer to it is out
void check_transfer(ops_halo_group group, Where where);
/// Copies values in the order of the group. A recorder must have been told before, and check_transfer have passed.
void transfer(ops_halo_group group);

}  // namespace ops
