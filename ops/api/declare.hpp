// ops/api/declare.hpp: set-up in the C form of the API: init, exit, declarations, constants, partition. Every function
// passes its arguments on to the calling thread's default OPS_instance, or to the block that it gets.
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

/// Declares a dataset on a coarser grid level: its index i coincides with index i * stride of the finest level.
/// @param stride  one per axis of the block, at least 1; for the other parameters see the next function
template <class T>
ops_dat ops_decl_dat(ops_block block, int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                     const int* stride, T* data, const char* type, const char* name,
                     ops::Where where = ops::Where::current()) {
  return ops::declare_dat(
      block, {"ops_decl_dat", dim, size, base, d_m, d_p, stride, data, type, name, ops::element_of<T>(type), false},
      where);
}
/// Declares a dataset: values on the cells of a block. ops/api/declare_typed.hpp has a shorter form.
/// @param dim    components per cell, at least 1
/// @param size   interior cells per axis of the block; 1: the dataset has the same value all along that axis
/// @param base   index of the first interior cell, per axis
/// @param d_m    halo cells before the interior, as a negative number, per axis
/// @param d_p    halo cells after the interior, per axis
/// @param data   null: all values are zero. Otherwise the values of all cells, halos included, which the library
///     copies: axis 0 is the fastest, and the components of a cell are adjacent (with structures of arrays: one
///     component after another)
/// @param type   "double", "float", "int" and so on, matching T. Any other word denotes a struct, and the dataset has
///     no derivatives
/// @throws OPSException  type and T differ; a size, a halo depth or a number of components is invalid; out of memory
template <class T>
ops_dat ops_decl_dat(ops_block block, int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                     T* data, const char* type, const char* name, ops::Where where = ops::Where::current()) {
  return ops_decl_dat(block, dim, size, base, d_m, d_p, static_cast<const int*>(nullptr), data, type, name, where);
}
/// The same without data: all values are zero, and `type` alone determines the element type.
inline ops_dat ops_decl_dat(ops_block block, int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                            std::nullptr_t, const char* type, const char* name,
                            ops::Where where = ops::Where::current()) {
  return ops::declare_dat(block,
                          {"ops_decl_dat", dim, size, base, d_m, d_p, nullptr, nullptr, type, name,
                           ops::Element{ops::Type::user, 0, false, false}, false},
                          where);
}
/// As ops_decl_dat on a coarser grid level, for a dataset without derivatives.
template <class T>
ops_dat ops_decl_dat_passive(ops_block block, int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                             const int* stride, T* data, const char* type, const char* name,
                             ops::Where where = ops::Where::current()) {
  return ops::declare_dat(
      block,
      {"ops_decl_dat_passive", dim, size, base, d_m, d_p, stride, data, type, name, ops::element_of<T>(type), true},
      where);
}
/// As ops_decl_dat, for a dataset without derivatives: the tape keeps none of its values.
template <class T>
ops_dat ops_decl_dat_passive(ops_block block, int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                             T* data, const char* type, const char* name, ops::Where where = ops::Where::current()) {
  return ops_decl_dat_passive(block, dim, size, base, d_m, d_p, static_cast<const int*>(nullptr), data, type, name,
                              where);
}

/// Frees the dataset's memory. Any later use of the handle is an error.
void ops_free_dat(ops_dat dat, ops::Where where = ops::Where::current());
/// Declares a dataset on the same block with the same shape and values. It is passive if the source is.
ops_dat ops_dat_copy(ops_dat source, ops::Where where = ops::Where::current());
/// Copies all values of `source` to `target`, halos included. Both need the same block dimensions, sizes, halos,
/// components and type. The derivative with respect to the target is added to that of the source.
void ops_dat_deep_copy(ops_dat target, ops_dat source, ops::Where where = ops::Where::current());

/// Transfers every halo of the group. The transfers may happen in any order, so no halo may read cells that another one
/// of the group writes.
void ops_halo_transfer(ops_halo_group group, ops::Where where = ops::Where::current());

/// Declares that loops intend to read the halo cells of this group even after the source cells have changed, as
/// time-lagged schemes do. Without this call, target `checked` warns of such reads. Results do not change.
void ops_halo_lagged(ops_halo_group group, ops::Where where = ops::Where::current());

/// Executes loops that the library has deferred, if there are any.
void ops_execute(OPS_instance* instance = nullptr);
/// Waits until the device has finished all work so far. Returns at once on targets without a device.
void ops_device_sync(OPS_instance* instance = nullptr);

#ifndef OPS_CPP_API

/// Creates the calling thread's default instance. Must be the first call of the C form.
/// @throws OPSException  ops_init was called twice without ops_exit, or an OPS_ option has an invalid value
void ops_init(const int argc, const char* const argv[], const int diags_level,
              ops::Where where = ops::Where::current());
/// Frees everything declared in the default instance.
void ops_exit(ops::Where where = ops::Where::current());
/// With 1, datasets that are declared from now on are structures of arrays; with 0, arrays of structures.
void ops_set_soa(const int soa, ops::Where where = ops::Where::current());

/// Declares a block: a grid of cells in 1 to 5 dimensions. A block has no size of its own; each dataset on it has one.
/// @param name  identifies the block in messages and files
ops_block ops_decl_block(int dims, const char* name, ops::Where where = ops::Where::current());
/// Declares a stencil: the points around a cell at which a kernel accesses a dataset.
/// @param points   number of points
/// @param offsets  `dims` numbers per point: {0, 0, 1, 0, -1, 0} stands for (0, 0), (1, 0) and (-1, 0)
/// @throws OPSException  there are no points, or a point occurs twice
ops_stencil ops_decl_stencil(int dims, int points, const int* offsets, const char* name,
                             ops::Where where = ops::Where::current());
/// The same for a dataset whose index advances by `stride` cells when the loop's index advances by one.
/// @param stride  one per axis; 0: the dataset's index does not depend on the loop's index along that axis, as for
///     datasets of lower dimension
ops_stencil ops_decl_strided_stencil(int dims, int points, const int* offsets, const int* stride, const char* name,
                                     ops::Where where = ops::Where::current());
/// Declares a stencil for a fine dataset in a loop over a coarser one, which reads at index * stride + offset.
ops_stencil ops_decl_restrict_stencil(int dims, int points, const int* offsets, const int* stride, const char* name,
                                      ops::Where where = ops::Where::current());
/// Declares a stencil for a coarse dataset in a loop over a finer one, which reads at floor(index / stride) + offset.
ops_stencil ops_decl_prolong_stencil(int dims, int points, const int* offsets, const int* stride, const char* name,
                                     ops::Where where = ops::Where::current());
/// Declares a reduction, which collects sums, minima or maxima of loops.
/// @param size  [bytes] of all components: sizeof(double) for one double, 3 * sizeof(double) for three
ops_reduction ops_decl_reduction_handle(int size, const char* type, const char* name,
                                        ops::Where where = ops::Where::current());
/// Declares a halo: cells of one dataset that ops_halo_transfer copies to cells of another dataset, or of the same one,
/// on the same block or another one.
///
/// The transfer walks both regions with the same counters c_1, c_2, ..; c_k runs from 0 to iter_size[k - 1] - 1. The
/// directions say which counter moves along which axis. With from_dir[d] = k, index d of the source is from_base[d] +
/// c_k. With from_dir[d] = -k, it runs backwards, from from_base[d] + iter_size[k - 1] - 1 down to from_base[d]. The
/// same rule holds for the target. With {1, 2} for both, the copy has the orientation of the source. With from_dir {1,
/// 2} and to_dir {2, 1}, rows become columns. With to_dir {-1, 2}, the copy is mirrored along axis 0.
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

/// Publishes the value of the global variable `name`, which kernels use by that name. A second call publishes a new
/// value.
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
/// Declares a scalar: an input that has a derivative and the same value at all points of a loop.
template <class T>
ops_scalar ops_decl_scalar(const std::string& name, const T* data, int dim, ops::Where where = ops::Where::current()) {
  return ops::default_instance("ops_decl_scalar", where).decl_scalar(name, data, dim, where);
}
/// The same for a scalar without a derivative, which saves loops the sum over all points that a derivative needs.
template <class T>
ops_scalar ops_decl_scalar_passive(const std::string& name, const T* data, int dim,
                                   ops::Where where = ops::Where::current()) {
  return ops::default_instance("ops_decl_scalar_passive", where).decl_scalar_passive(name, data, dim, where);
}

/// Ends the declarations. From here on loops may run, and the library records them. If a program does not call it, the
/// first loop, halo transfer, copy or step does the same. A second call has no effect except a warning.
/// @param method  any text; ignored
void ops_partition(const char* method, ops::Where where = ops::Where::current());
/// The same, with options for how several processes share the declared blocks. The command-line options
/// OPS_PROCESSES_PER_BLOCK and OPS_FORCE_DECOMP_X, .. take precedence.
/// @param opts  "processes_per_block" -> int[blocks], "force_decomp" -> int[blocks * dims], where dims is the largest
///     number of dimensions of any block. 0 leaves the choice to the library
void ops_partition_opts(const char* method, std::map<std::string, void*>& opts,
                        ops::Where where = ops::Where::current());

/// ops_interpret_adjoints for the default instance.
void ops_interpret_adjoints(ops::Where where = ops::Where::current());
/// ops_ad_reset for the default instance.
void ops_ad_reset(ops::Where where = ops::Where::current());
/// ops_ad_taylor_test for the default instance.
ops_ad_taylor_result ops_ad_taylor_test(const ops_ad_inputs& inputs, const std::function<double()>& run,
                                        ops_reduction objective, const ops_ad_taylor_options& options = {},
                                        ops::Where where = ops::Where::current());
/// The same, where `run` itself seeds the objective, for example with ops_ad_objective.
ops_ad_taylor_result ops_ad_taylor_test(const ops_ad_inputs& inputs, const std::function<double()>& run,
                                        const ops_ad_taylor_options& options = {},
                                        ops::Where where = ops::Where::current());

#endif  // OPS_CPP_API
