// ops/api/declare_typed.hpp: datasets and periodic axes, declared in one call.
#pragma once

#include <vector>

#include "ops/data/handles.hpp"
#include "ops/data/make_handles.hpp"

/// What a dataset may have besides a name and a size.
struct ops_dat_options {
  int dim = 1;           ///< components per cell
  int halo = 0;          ///< cells beyond the interior, on both sides of every axis of more than one cell
  bool passive = false;  ///< never has a derivative
};

namespace ops::typed {
ops_dat declare(ops_block block, const char* name, const std::vector<int>& size, const ops_dat_options& options,
                const Element& element, Where where);
}

/// A dataset of zeros whose interior begins at index 0: `ops_decl_dat<double>(grid, "u", {nx, ny}, {.halo = 1})`.
/// @param size  interior cells per axis of the block; 1: the same value all along that axis
/// @throws OPSException  not one size per axis, or what ops_decl_dat refuses
template <class T>
ops_dat ops_decl_dat(ops_block block, const char* name, const std::vector<int>& size,
                     const ops_dat_options& options = {}, ops::Where where = ops::Where::current()) {
  return ops::typed::declare(block, name, size, options, {ops::type_of<T>(), sizeof(T), false, true}, where);
}

/// Makes an axis periodic: ops_halo_transfer of the group copies the cells at either end of the interior into the halo
/// at the other end, as deep as the halo of each dataset is. Along the other axes halo cells are copied as well, so
/// that corners are right after one transfer per periodic axis.
/// @param axis  0 is the fastest
/// @throws OPSException  no dataset, an axis that the block does not have, a dataset without a halo there or with a
/// halo deeper than its interior
ops_halo_group ops_decl_halo_periodic(int axis, const std::vector<ops_dat>& dats,
                                      ops::Where where = ops::Where::current());
