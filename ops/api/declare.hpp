// ops/api/declare.hpp: the C form of set-up: init, exit, declarations, constants, partition.
// Thin: every function hands its arguments to the thread's default OPS_instance, or to the block it is given.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "ops/api/element.hpp"
#include "ops/api/instance.hpp"

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
  return ops::declare_dat(this,
                          {"ops_decl_dat_passive", dim, size, base, d_m, d_p, stride, data, type, dat_name,
                           ops::element_of<T>(type), true},
                          where);
}
template <class T>
ops_dat ops_block_core::decl_dat_passive(int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                                         T* data, const char* type, const char* dat_name, ops::Where where) {
  return decl_dat_passive(dim, size, base, d_m, d_p, static_cast<const int*>(nullptr), data, type, dat_name, where);
}

template <class T>
ops_dat ops_decl_dat(ops_block block, int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                     const int* stride, T* data, const char* type, const char* name,
                     ops::Where where = ops::Where::current()) {
  return ops::declare_dat(
      block, {"ops_decl_dat", dim, size, base, d_m, d_p, stride, data, type, name, ops::element_of<T>(type), false},
      where);
}
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
template <class T>
ops_dat ops_decl_dat_passive(ops_block block, int dim, const int* size, const int* base, const int* d_m, const int* d_p,
                             const int* stride, T* data, const char* type, const char* name,
                             ops::Where where = ops::Where::current()) {
  return ops::declare_dat(block,
                          {"ops_decl_dat_passive", dim, size, base, d_m, d_p, stride, data, type, name,
                           ops::element_of<T>(type), true},
                          where);
}
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

/// Says that loops mean to read what transfers of the group left in halo cells also after the sources have changed, as schemes do that lag.
/// Target checked warns of such reads otherwise. Changes no result.
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

ops_block ops_decl_block(int dims, const char* name, ops::Where where = ops::Where::current());
ops_stencil ops_decl_stencil(int dims, int points, const int* offsets, const char* name,
                             ops::Where where = ops::Where::current());
ops_stencil ops_decl_strided_stencil(int dims, int points, const int* offsets, const int* stride, const char* name,
                                     ops::Where where = ops::Where::current());
ops_stencil ops_decl_restrict_stencil(int dims, int points, const int* offsets, const int* stride, const char* name,
                                      ops::Where where = ops::Where::current());
ops_stencil ops_decl_prolong_stencil(int dims, int points, const int* offsets, const int* stride, const char* name,
                                     ops::Where where = ops::Where::current());
ops_reduction ops_decl_reduction_handle(int size, const char* type, const char* name,
                                        ops::Where where = ops::Where::current());
ops_halo ops_decl_halo(ops_dat from, ops_dat to, const int* iter_size, const int* from_base, const int* to_base,
                       const int* from_dir, const int* to_dir, ops::Where where = ops::Where::current());
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
ops_scalar ops_decl_scalar_passive(const std::string& name, const T* data, int dim, ops::Where where = ops::Where::current()) {
  return ops::default_instance("ops_decl_scalar_passive", where).decl_scalar_passive(name, data, dim, where);
}

/// Ends declarations; loops may run. `method` is free text.
void ops_partition(const char* method, ops::Where where = ops::Where::current());
/// @param opts  "processes_per_block" -> int[blocks], "force_decomp" -> int[blocks * dims]; 0 leaves the choice free
void ops_partition_opts(const char* method, std::map<std::string, void*>& opts,
                        ops::Where where = ops::Where::current());

/// ops_interpret_adjoints of the default instance.
void ops_interpret_adjoints(ops::Where where = ops::Where::current());

#endif  // OPS_CPP_API
