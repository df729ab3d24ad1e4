// ops/api/declare.hpp: the C form of set-up: init, exit, declarations, constants, partition.
// Thin: every function hands its arguments to the thread's default OPS_instance, or to the block it is given.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "ops/api/element.hpp"
#include "ops/api/instance.hpp"
#include "ops/derivatives/gradients/derivatives.hpp"

template <class T>
ops_dat ops_block_core::decl_dat(int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                                 const int* stride, T* data, const char* type, const char* dat_name, ops::Where where) {
  return ops::declare_dat(
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
  return ops::declare_dat(
      this,
      {"ops_decl_dat_passive", dim, size, base, d_m, d_p, stride, data, type, dat_name, ops::element_of<T>(type), true},
      where);
}
template <class T>
ops_dat ops_block_core::decl_dat_passive(int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                                         T* data, const char* type, const char* dat_name, ops::Where where) {
  return decl_dat_passive(dim, size, base, d_m, d_p, static_cast<const int*>(nullptr), data, type, dat_name, where);
}

/// A dataset on a coarser level: index i of it lies where index i * stride of the finest level is.
/// @param stride  one per axis of the block, at least 1; the others as below
template <class T>
ops_dat ops_decl_dat(ops_block block, int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                     const int* stride, T* data, const char* type, const char* name,
                     ops::Where where = ops::Where::current()) {
  return ops::declare_dat(
      block, {"ops_decl_dat", dim, size, base, d_m, d_p, stride, data, type, name, ops::element_of<T>(type), false},
      where);
}
/// Values on the cells of a block. ops/api/declare_typed.hpp has a shorter form.
/// @param dim    components per cell, at least 1
/// @param size   interior cells per axis of the block; 1: the same value all along that axis
/// @param base   index of the first interior cell, per axis
/// @param d_m    cells before the interior, as a negative number, per axis
/// @param d_p    cells after the interior, per axis
/// @param data   null: zeros; else all cells, halos included, which are copied: axis 0 fastest, the components of a
/// cell together (with structures of
///               arrays: component after component)
/// @param type   "double", "float", "int" and so on, as T; another word: a struct, for a dataset without derivatives
/// @throws OPSException  type and T differ; a size, a depth or a number of components that cannot be; more memory than
/// there is
template <class T>
ops_dat ops_decl_dat(ops_block block, int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                     T* data, const char* type, const char* name, ops::Where where = ops::Where::current()) {
  return ops_decl_dat(block, dim, size, base, d_m, d_p, static_cast<const int*>(nullptr), data, type, name, where);
}
/// Without data: zeros of the type that `type` names.
inline ops_dat ops_decl_dat(ops_block block, int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                            std::nullptr_t, const char* type, const char* name,
                            ops::Where where = ops::Where::current()) {
  return ops::declare_dat(block,
                          {"ops_decl_dat", dim, size, base, d_m, d_p, nullptr, nullptr, type, name,
                           ops::Element{ops::Type::user, 0, false, false}, false},
                          where);
}
/// As ops_decl_dat on a coarser level, without derivatives.
template <class T>
ops_dat ops_decl_dat_passive(ops_block block, int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                             const int* stride, T* data, const char* type, const char* name,
                             ops::Where where = ops::Where::current()) {
  return ops::declare_dat(
      block,
      {"ops_decl_dat_passive", dim, size, base, d_m, d_p, stride, data, type, name, ops::element_of<T>(type), true},
      where);
}
/// As ops_decl_dat, without derivatives: nothing of it is recorded or kept.
template <class T>
ops_dat ops_decl_dat_passive(ops_block block, int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                             T* data, const char* type, const char* name, ops::Where where = ops::Where::current()) {
  return ops_decl_dat_passive(block, dim, size, base, d_m, d_p, static_cast<const int*>(nullptr), data, type, name,
                              where);
}

/// Gives the dataset's memory back; the handle is then an error wherever it is used.
void ops_free_dat(ops_dat dat, ops::Where where = ops::Where::current());
/// A new dataset on the same block with the same shape and values; passive if the source is.
ops_dat ops_dat_copy(ops_dat source, ops::Where where = ops::Where::current());
/// target = source, halos included. Same block dimensions, sizes, halos, components and type.
/// Derivatives follow: that of the target goes to the source.
void ops_dat_deep_copy(ops_dat target, ops_dat source, ops::Where where = ops::Where::current());

/// Transfers every halo of the group; reads all sources before writing is not promised: keep them disjoint.
void ops_halo_transfer(ops_halo_group group, ops::Where where = ops::Where::current());

/// Says that loops mean to read what transfers of the group left in halo cells also after the sources have changed, as
/// schemes do that lag. Target checked warns of such reads otherwise. Changes no result.
void ops_halo_lagged(ops_halo_group group, ops::Where where = ops::Where::current());

/// Runs what has been deferred: nothing on these targets.
void ops_execute(OPS_instance* instance = nullptr);
/// Waits until the host may read what loops have written: at once on these targets.
void ops_device_sync(OPS_instance* instance = nullptr);

#ifndef OPS_CPP_API

/// Makes the calling thread's default instance. First call of the C form.
/// @throws OPSException  called twice without ops_exit, or an OPS_ option has a bad value
void ops_init(const int argc, const char* const argv[], const int diags_level,
              ops::Where where = ops::Where::current());
/// Frees everything declared in the default instance.
void ops_exit(ops::Where where = ops::Where::current());
/// 1: datasets declared from now on are structures of arrays.
void ops_set_soa(const int soa, ops::Where where = ops::Where::current());

/// A grid of cells in 1 to 5 dimensions, without a size: datasets on it have theirs. @param name  for messages and
/// files
ops_block ops_decl_block(int dims, const char* name, ops::Where where = ops::Where::current());
/// The points around a cell that a kernel reads of a dataset.
/// @param points   how many
/// @param offsets  dims numbers per point: {0, 0, 1, 0, -1, 0} is (0, 0), (1, 0) and (-1, 0)
/// @throws OPSException  no points, or one is there twice
ops_stencil ops_decl_stencil(int dims, int points, const int* offsets, const char* name,
                             ops::Where where = ops::Where::current());
/// The same for a dataset of which the loop's index moves in other steps. @param stride  per axis; 0: the loop's index
/// does not count along that axis, as for datasets of lower dimension
ops_stencil ops_decl_strided_stencil(int dims, int points, const int* offsets, const int* stride, const char* name,
                                     ops::Where where = ops::Where::current());
/// Reads a fine dataset from a loop over a coarser one: at index * stride + offset.
ops_stencil ops_decl_restrict_stencil(int dims, int points, const int* offsets, const int* stride, const char* name,
                                      ops::Where where = ops::Where::current());
/// Reads a coarse dataset from a loop over a finer one: at floor(index / stride) + offset.
ops_stencil ops_decl_prolong_stencil(int dims, int points, const int* offsets, const int* stride, const char* name,
                                     ops::Where where = ops::Where::current());
/// Takes the sums, minima or maxima of loops. @param size  in bytes: sizeof(double) for one double, 3 * sizeof(double)
/// for three
ops_reduction ops_decl_reduction_handle(int size, const char* type, const char* name,
                                        ops::Where where = ops::Where::current());
/// A copy of cells of one dataset to cells of another one (or of the same), of the same or another block.
/// ops_halo_transfer does it. Both regions are walked with the same counters c_1, c_2, .. in step: c_k counts from 0 to
/// iter_size[k - 1] - 1. The directions say along which axis a counter moves in a region: from_dir[d] = k, that index d
/// of the source is from_base[d] + c_k; -k that it runs backwards, from from_base[d] + iter_size[k - 1] - 1 down to
/// from_base[d]. The same for the target. With {1, 2} for both, cells are copied as they lie; with from_dir {1, 2} and
/// to_dir {2, 1}, rows become columns; with to_dir {-1, 2} they are mirrored along axis 0.
/// @param iter_size  cells along each counter
/// @param from_base  lowest index of the region in the source, halo cells included
/// @param to_base    lowest index of the region in the target
/// @param from_dir   a permutation of 1 .. dims with signs
/// @param to_dir     the same
/// @throws OPSException  a region that a dataset does not have, other numbers of components or dimensions, types that
/// do not convert
ops_halo ops_decl_halo(ops_dat from, ops_dat to, const int* iter_size, const int* from_base, const int* to_base,
                       const int* from_dir, const int* to_dir, ops::Where where = ops::Where::current());
/// Halos that are transferred together.
ops_halo_group ops_decl_halo_group(int nhalos, ops_halo* halos, ops::Where where = ops::Where::current());

/// Publishes the value of the global `name`, which kernels use by that name. Again with a new value: publishes that.
template <class T>
void ops_decl_const(const char* name, int dim, const char* type, const T* data,
                    ops::Where where = ops::Where::current()) {
  ops::default_instance("ops_decl_const", where).decl_const(name, dim, type, data, where);
}
/// Publishes a changed value of a declared constant.
template <class T>
void ops_update_const(const char* name, int dim, const char* type, const T* data,
                      ops::Where where = ops::Where::current()) {
  ops::default_instance("ops_update_const", where).update_const(name, dim, type, data, where);
}
/// An active input that is the same for all points of a loop.
template <class T>
ops_scalar ops_decl_scalar(const std::string& name, const T* data, int dim, ops::Where where = ops::Where::current()) {
  return ops::default_instance("ops_decl_scalar", where).decl_scalar(name, data, dim, where);
}
/// The same without a derivative: loops that read it need not sum up one.
template <class T>
ops_scalar ops_decl_scalar_passive(const std::string& name, const T* data, int dim,
                                   ops::Where where = ops::Where::current()) {
  return ops::default_instance("ops_decl_scalar_passive", where).decl_scalar_passive(name, data, dim, where);
}

/// Ends declarations; loops may run, and what runs is recorded. Without it the first loop, halo transfer, copy or step
/// does so. `method` is free text. Called again it does nothing but warn once.
void ops_partition(const char* method, ops::Where where = ops::Where::current());
/// The same, and how several processes share the blocks that have been declared. The command line's
/// OPS_PROCESSES_PER_BLOCK and OPS_FORCE_DECOMP_X, .. come first.
/// @param opts  "processes_per_block" -> int[blocks], "force_decomp" -> int[blocks * dims], with the most dims of any
/// block; 0 leaves the choice free
void ops_partition_opts(const char* method, std::map<std::string, void*>& opts,
                        ops::Where where = ops::Where::current());

/// ops_interpret_adjoints of the default instance.
void ops_interpret_adjoints(ops::Where where = ops::Where::current());
/// ops_ad_reset of the default instance.
void ops_ad_reset(ops::Where where = ops::Where::current());
/// ops_ad_taylor_test of the default instance.
ops_ad_taylor_result ops_ad_taylor_test(const ops_ad_inputs& inputs, const std::function<double()>& run,
                                        ops_reduction objective, const ops_ad_taylor_options& options = {},
                                        ops::Where where = ops::Where::current());
/// The same; `run` seeds what its objective depends on itself, as with ops_ad_objective.
ops_ad_taylor_result ops_ad_taylor_test(const ops_ad_inputs& inputs, const std::function<double()>& run,
                                        const ops_ad_taylor_options& options = {},
                                        ops::Where where = ops::Where::current());

#endif  // OPS_CPP_API
