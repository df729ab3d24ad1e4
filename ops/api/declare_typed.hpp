// ops/api/declare_typed.hpp: declares functions that create a typed dataset or a periodic axis with a single call.
#pragma once

#include <vector>

#include "ops/data/handles.hpp"
#include "ops/data/make_handles.hpp"

/// Optional properties of a dataset.
struct ops_dat_options {
  int dim = 1;           ///< components per cell
  int halo = 0;          ///< halo cells on both sides of every axis that has more than one cell
  bool passive = false;  ///< never has a derivative
};

namespace ops::typed {
ops_dat declare(ops_block block, const char* name, const std::vector<int>& size, const ops_dat_options& options,
                const Element& element, Where where);
}

/// Declares a dataset whose values are zero and whose interior begins at index 0.
///
///   ops_dat u = ops_decl_dat<double>(grid, "u", {nx, ny}, {.halo = 1});
///
/// @param size  interior cells per axis of the block; 1: the dataset has the same value all along that axis
/// @throws OPSException  `size` does not have one entry per axis, or an error of ops_decl_dat
template <class T>
ops_dat ops_decl_dat(ops_block block, const char* name, const std::vector<int>& size,
                     const ops_dat_options& options = {}, ops::Where where = ops::Where::current()) {
  return ops::typed::declare(block, name, size, options, {ops::type_of<T>(), sizeof(T), false, true}, where);
}

/// Makes an axis periodic. A transfer of the returned halo group copies the cells at each end of the interior to the
/// halo at the opposite end. For each dataset, the transfer fills all layers of the halo. After one transfer for each
/// periodic axis, the halo corners are also correct, because each transfer includes halo cells of the other axes.
/// @param axis  0 is the fastest axis
/// @throws OPSException  no dataset; the block does not have the axis; a dataset has no halo along it, or a halo deeper
///     than its interior
ops_halo_group ops_decl_halo_periodic(int axis, const std::vector<ops_dat>& dats,
                                      ops::Where where = ops::Where::current());
