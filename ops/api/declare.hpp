// ops/api/declare.hpp: declares free functions that initialise the library and create blocks, datasets, stencils and
// other objects. Functions without an instance or handle parameter use the calling thread's default OPS_instance.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "ops/api/element.hpp"
#include "ops/api/instance.hpp"
#include "ops/derivatives/gradients/derivatives.hpp"

namespace ops {
/// Declares a dataset. The library warns if its values may come from results of a recording.
ops_dat add_dat(ops_block block, const DatRequest& request, Where where);
}  // namespace ops

template <class T>
ops_dat ops_block_core::decl_dat(int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                                 const int* stride, T* data, const char* type, const char* dat_name, ops::Where where) {
  return ops::add_dat(
      this, {"ops_decl_dat", dim, size, base, d_m, d_p, stride, data, type, dat_name, ops::element_of<T>(type), false},
      where);
}
template <class T>
ops_dat ops_block_core::decl_dat(int dim, const int* size, const int* base, const int* d_m, const int* d_p, T* data,
                                 const char* type, const char* dat_name, ops::Where where) {
  return decl_dat(dim, size, base, d_m, d_p, static_cast<const int*>(nullptr), data, type, dat_name, where);
}
template <class T>
ops_dat ops_block_core::decl_dat_passive(int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                                         const int* stride, T* data, const char* type, const char* dat_name,
                                         ops::Where where) {
  return ops::add_dat(
      this,
      {"ops_decl_dat_passive", dim, size, base, d_m, d_p, stride, data, type, dat_name, ops::element_of<T>(type), true},
      where);
}
template <class T>
ops_dat ops_block_core::decl_dat_passive(int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                                         T* data, const char* type, const char* dat_name, ops::Where where) {
  return decl_dat_passive(dim, size, base, d_m, d_p, static_cast<const int*>(nullptr), data, type, dat_name, where);
}

/// Declares a dataset on a coarser grid level. Cell i of the dataset corresponds to cell i * stride on the finest
/// level.
/// @param stride  one per axis of the block, at least 1; for the other parameters see the next function
template <class T>
ops_dat ops_decl_dat(ops_block block, int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                     const int* stride, T* data, const char* type, const char* name,
                     ops::Where where = ops::Where::current()) {
  return ops::add_dat(
      block, {"ops_decl_dat", dim, size, base, d_m, d_p, stride, data, type, name, ops::element_of<T>(type), false},
      where);
}
/// Declares a dataset, which holds values on the cells of a block. The header ops/api/declare_typed.hpp declares a
/// shorter form of ops_decl_dat.
/// @param dim    components per cell, at least 1
/// @param size   interior cells per axis of the block; 1: the dataset has the same value all along that axis
/// @param base   index of the first interior cell, per axis
/// @param d_m    halo cells before the interior, as a negative number, per axis
/// @param d_p    halo cells after the interior, per axis
/// @param data   initial values of all cells, halos included, which the library copies (null: zeros); axis 0 is the
///     fastest, and the components of a cell are adjacent (with structures of arrays, one component follows another)
/// @param type   the name of T, such as "double" or "int"; any other word denotes a struct, and the dataset has no
///     derivatives
/// @throws OPSException  type and T differ; a size, a halo depth or a number of components is invalid; out of memory
template <class T>
ops_dat ops_decl_dat(ops_block block, int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                     T* data, const char* type, const char* name, ops::Where where = ops::Where::current()) {
  return ops_decl_dat(block, dim, size, base, d_m, d_p, static_cast<const int*>(nullptr), data, type, name, where);
}
/// Declares a dataset whose initial values are zero. In this overload, the data pointer is null, so the string `type`
/// alone determines the element type.
inline ops_dat ops_decl_dat(ops_block block, int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                            std::nullptr_t, const char* type, const char* name,
                            ops::Where where = ops::Where::current()) {
  return ops::add_dat(block,
                      {"ops_decl_dat", dim, size, base, d_m, d_p, nullptr, nullptr, type, name,
                       ops::Element{ops::Type::user, 0, false, false}, false},
                      where);
}
/// Declares a passive dataset on a coarser grid level.
template <class T>
ops_dat ops_decl_dat_passive(ops_block block, int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                             const int* stride, T* data, const char* type, const char* name,
                             ops::Where where = ops::Where::current()) {
  return ops::add_dat(
      block,
      {"ops_decl_dat_passive", dim, size, base, d_m, d_p, stride, data, type, name, ops::element_of<T>(type), true},
      where);
}
/// Declares a passive dataset, which has no derivative. Passive datasets reduce the time and memory that a gradient
/// needs.
template <class T>
ops_dat ops_decl_dat_passive(ops_block block, int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                             T* data, const char* type, const char* name, ops::Where where = ops::Where::current()) {
  return ops_decl_dat_passive(block, dim, size, base, d_m, d_p, static_cast<const int*>(nullptr), data, type, name,
                              where);
}

/// Frees the memory of a dataset. Any later use of the dataset's handle is an error.
void ops_free_dat(ops_dat dat, ops::Where where = ops::Where::current());
/// Declares a new dataset that is a copy of `source`, with the same block, shape and values. The new dataset is passive
/// if `source` is passive.
ops_dat ops_dat_copy(ops_dat source, ops::Where where = ops::Where::current());
/// Copies all values of `source` to `target`, halos included. The datasets `source` and `target` must have the same
/// type, the same numbers of dimensions and components, and the same range of cells, halos included. The copy is
/// differentiable: the reverse sweep adds the derivative of `target` to the derivative of `source`.
void ops_dat_deep_copy(ops_dat target, ops_dat source, ops::Where where = ops::Where::current());

/// Transfers all halos of a group. The halos of a group are transferred in an unspecified order, so no halo may copy
/// cells that another halo of the group overwrites.
void ops_halo_transfer(ops_halo_group group, ops::Where where = ops::Where::current());

/// Allows loops to read outdated values from the halo cells of this group, as in time-lagged schemes, without a warning
/// from the target `checked`. Results do not change.
void ops_halo_lagged(ops_halo_group group, ops::Where where = ops::Where::current());

/// Executes all loops that the library has deferred.
void ops_execute(OPS_instance* instance = nullptr);
/// Waits until the device has finished all work issued so far. If the program does not use a device, ops_device_sync
/// returns immediately.
void ops_device_sync(OPS_instance* instance = nullptr);

#ifndef OPS_CPP_API

/// Creates the calling thread's default OPS_instance. Programs that use free functions such as ops_decl_block must call
/// ops_init first.
/// @throws OPSException  ops_init was called twice without ops_exit, or an OPS_ option has an invalid value
void ops_init(const int argc, const char* const argv[], const int diags_level,
              ops::Where where = ops::Where::current());
/// Frees everything that was declared in the calling thread's default instance.
void ops_exit(ops::Where where = ops::Where::current());
/// Sets the memory layout of datasets that are declared later: structures of arrays if `soa` is 1, and arrays of
/// structures if `soa` is 0. Programs that define OPS_SOA begin with 1, others with 0.
void ops_set_soa(const int soa, ops::Where where = ops::Where::current());

/// Declares a block, which is a grid of cells in 1 to 5 dimensions. The number of cells is specified for each dataset
/// on the block, not for the block itself.
/// @param name  identifies the block in messages and files
ops_block ops_decl_block(int dims, const char* name, ops::Where where = ops::Where::current());
/// Declares a stencil, which is the set of points around a cell at which a kernel accesses a dataset.
/// @param points   number of points
/// @param offsets  `dims` numbers per point: {0, 0, 1, 0, -1, 0} stands for (0, 0), (1, 0) and (-1, 0)
/// @throws OPSException  there are no points, or a point occurs twice
ops_stencil ops_decl_stencil(int dims, int points, const int* offsets, const char* name,
                             ops::Where where = ops::Where::current());
/// Declares a strided stencil: when the loop index advances by one, the index into the dataset advances by `stride`.
/// @param stride  one per axis; 0: the dataset's index does not depend on the loop's index along that axis, as for
///     datasets of lower dimension
ops_stencil ops_decl_strided_stencil(int dims, int points, const int* offsets, const int* stride, const char* name,
                                     ops::Where where = ops::Where::current());
/// Declares a stencil for loops on a coarse grid that read a dataset on a finer grid, at index * stride + offset.
ops_stencil ops_decl_restrict_stencil(int dims, int points, const int* offsets, const int* stride, const char* name,
                                      ops::Where where = ops::Where::current());
/// Declares a stencil for loops on a fine grid that read a dataset on a coarser grid, at floor(index / stride) +
/// offset.
ops_stencil ops_decl_prolong_stencil(int dims, int points, const int* offsets, const int* stride, const char* name,
                                     ops::Where where = ops::Where::current());
/// Declares a reduction, which accumulates a sum, minimum or maximum over all points of one or more loops.
/// @param size  [bytes] of all components: sizeof(double) for one double, 3 * sizeof(double) for three
ops_reduction ops_decl_reduction_handle(int size, const char* type, const char* name,
                                        ops::Where where = ops::Where::current());
/// Declares a halo: a region of cells that ops_halo_transfer copies to another dataset, or to another region of the
/// same dataset. The two datasets of a halo may be on different blocks.
///
/// The cells to copy are enumerated by counters c_1, c_2, etc., where c_k runs from 0 to iter_size[k - 1] - 1. With
/// from_dir[d] = k, the source index along axis d is from_base[d] + c_k. With from_dir[d] = -k, the source index runs
/// backwards, from from_base[d] + iter_size[k - 1] - 1 down to from_base[d]. The arguments `to_dir` and `to_base`
/// determine the target index in the same way as `from_dir` and `from_base` determine the source index. If `from_dir`
/// and `to_dir` are both {1, 2}, the copy has the same orientation as the source. With from_dir {1, 2} and to_dir {2,
/// 1}, rows become columns. With to_dir {-1, 2}, the copy is mirrored along axis 0.
/// @param iter_size  number of cells along each counter
/// @param from_base  lowest index of the region in the source, which may be in the halo
/// @param to_base    lowest index of the region in the target, which may be in the halo
/// @param from_dir   a permutation of 1 .. dims with signs
/// @param to_dir     a permutation of 1 .. dims with signs
/// @throws OPSException  a region leaves its dataset; the numbers of components or dimensions differ; the types cannot
///     be converted
ops_halo ops_decl_halo(ops_dat from, ops_dat to, const int* iter_size, const int* from_base, const int* to_base,
                       const int* from_dir, const int* to_dir, ops::Where where = ops::Where::current());
/// Declares a group of halos that are transferred together.
ops_halo_group ops_decl_halo_group(int nhalos, ops_halo* halos, ops::Where where = ops::Where::current());

/// Makes the value of the global variable `name` available to kernels under this name. A second call to ops_decl_const
/// for the same variable sets a new value.
template <class T>
void ops_decl_const(const char* name, int dim, const char* type, const T* data,
                    ops::Where where = ops::Where::current()) {
  ops::default_instance("ops_decl_const", where).decl_const(name, dim, type, data, where);
}
/// Sets a new value for a constant that ops_decl_const has declared.
template <class T>
void ops_update_const(const char* name, int dim, const char* type, const T* data,
                      ops::Where where = ops::Where::current()) {
  ops::default_instance("ops_update_const", where).update_const(name, dim, type, data, where);
}
/// Declares a scalar, which is a differentiable input with the same value at all points of a loop.
template <class T>
ops_scalar ops_decl_scalar(const std::string& name, const T* data, int dim, ops::Where where = ops::Where::current()) {
  return ops::default_instance("ops_decl_scalar", where).decl_scalar(name, data, dim, where);
}
/// Declares a passive scalar, which has no derivative. Passive scalars make adjoint loops faster, because the
/// derivative of an active scalar requires a sum over all points.
template <class T>
ops_scalar ops_decl_scalar_passive(const std::string& name, const T* data, int dim,
                                   ops::Where where = ops::Where::current()) {
  return ops::default_instance("ops_decl_scalar_passive", where).decl_scalar_passive(name, data, dim, where);
}

/// Marks the end of a program's declarations. In a program that does not call ops_partition, the declarations end at
/// the first loop, halo transfer, copy or time step. A second call to ops_partition only prints a warning.
/// @param method  any text; ignored
void ops_partition(const char* method, ops::Where where = ops::Where::current());
/// Does the same as ops_partition, and also sets options that control how blocks are divided among processes. The
/// command-line options OPS_PROCESSES_PER_BLOCK, OPS_FORCE_DECOMP_X, OPS_FORCE_DECOMP_Y and OPS_FORCE_DECOMP_Z take
/// precedence over `opts`.
/// @param opts  "processes_per_block" -> int[blocks], "force_decomp" -> int[blocks * dims], where dims is the largest
///     number of dimensions of any block. 0 leaves the choice to the library
void ops_partition_opts(const char* method, std::map<std::string, void*>& opts,
                        ops::Where where = ops::Where::current());

/// Uses the default instance.
void ops_interpret_adjoints(ops::Where where = ops::Where::current());
/// Uses the default instance.
void ops_ad_reset(ops::Where where = ops::Where::current());
/// Uses the default instance.
ops_ad_taylor_result ops_ad_taylor_test(const ops_ad_inputs& inputs, const std::function<double()>& run,
                                        ops_reduction objective, const ops_ad_taylor_options& options = {},
                                        ops::Where where = ops::Where::current());
/// Uses the default instance.
ops_ad_taylor_result ops_ad_taylor_test(const ops_ad_inputs& inputs, const std::function<double()>& run,
                                        const ops_ad_taylor_options& options = {},
                                        ops::Where where = ops::Where::current());

#endif  // OPS_CPP_API
