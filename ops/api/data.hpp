// ops/api/data.hpp: the C form of access to values: reductions, extents, raw pointers, fetch and set, random fill.
// Every function takes a handle, so all are there in the C++ form as well. One partition: `part` is 0.
#pragma once

#include <cstddef>

#include "ops/api/instance.hpp"

namespace ops {
/// Copies the result of a reduction and resets it. @throws OPSException  never used since the last result, or wrong
/// type
/// @param into  the scalar whose value `out` is; null: the program's
void read_reduction(ops_reduction handle, void* out, const Element& element, Where where, ops_scalar into = nullptr);
/// The value of a scalar of type `asked`. @throws OPSException  the instance has ended, or another type
void* scalar_data(ops_scalar scalar, Type asked, const char* call, Where where);
void* take_scalar(ops_scalar scalar, Type asked, Where where);
void release_scalar(ops_scalar scalar, const void* pointer, Type asked, ops_access access, Where where);
}  // namespace ops

template <class T>
void ops_reduction_core::get_result(T* out, ops::Where where) {
  ops::read_reduction(this, out, ops::element_of<T>(nullptr), where);
}
/// The result since the last call; the handle starts afresh.
template <class T>
void ops_reduction_result(ops_reduction handle, T* out, ops::Where where = ops::Where::current()) {
  ops::read_reduction(handle, out, ops::element_of<T>(nullptr), where);
}

/// The result since the last call becomes the value of `scalar`, all components; the handle starts afresh. Unlike a
/// value that goes through the program's own variables, derivatives follow this one: from loops that read the scalar
/// into those that made the result.
/// @throws OPSException  as ops_reduction_result; components or types differ, or a raw pointer to the scalar is out
void ops_scalar_from_reduction(ops_scalar scalar, ops_reduction handle, ops::Where where = ops::Where::current());

/// To read; what is written through it is found out by the next loop that uses the scalar.
template <class T>
T* ops_scalar_core::get_data(ops::Where where) {
  return static_cast<T*>(ops::scalar_data(this, ops::type_of<T>(), "get_data", where));
}
/// To read and write, until it is released; loops that use the scalar meanwhile are an error.
template <class T>
T* ops_scalar_core::get_raw_pointer(ops::Where where) {
  return static_cast<T*>(ops::take_scalar(this, ops::type_of<T>(), where));
}
/// Any access but OPS_READ gives the scalar a new value, which earlier loops have not seen.
template <class T>
void ops_scalar_core::release_raw_pointer(T* pointer, ops_access access, ops::Where where) {
  ops::release_scalar(this, pointer, ops::type_of<T>(), access, where);
}

/// Values of all cells, halos included, on every process: dense, the components of a cell together, then axis 0, ..
/// Every process must call.
/// @param data  room for all of them, of the dataset's type
void ops_dat_fetch_all(ops_dat dat, char* data, ops::Where where = ops::Where::current());

/// Partitions of the dataset in this process: 1.
int ops_dat_get_local_npartitions(ops_dat dat, ops::Where where = ops::Where::current());
/// Partitions of the dataset in all processes: one in each.
int ops_dat_get_global_npartitions(ops_dat dat, ops::Where where = ops::Where::current());
/// Interior only; null pointers are skipped.
void ops_dat_get_extents(ops_dat dat, int part, int* disp, int* size, ops::Where where = ops::Where::current());
/// The part of `slab` ({lo0, hi0, lo1, hi1, ..}) held here. @return its packed size [bytes]
std::size_t ops_dat_get_slab_extents(ops_dat dat, int part, int* disp, int* size, int* slab,
                                     ops::Where where = ops::Where::current());
/// As ops_dat_get_extents; stride[d] is the number of allocated cells along d (the pitch is their running product).
void ops_dat_get_raw_metadata(ops_dat dat, int part, int* disp, int* size, int* stride, int* d_m, int* d_p,
                              ops::Where where = ops::Where::current());

/// First interior element. Valid until released; loops on the dataset meanwhile are an error.
/// @param memspace  in: OPS_HOST, OPS_DEVICE where there is one (target cuda: all work before is done, and what the
/// program does there has to be done
///                  before the release), or 0 to be told; out: where the data is
char* ops_dat_get_raw_pointer(ops_dat dat, int part, ops_stencil stencil, ops_memspace* memspace,
                              ops::Where where = ops::Where::current());
/// @param access  what was done through the pointer
void ops_dat_release_raw_data(ops_dat dat, int part, ops_access access, ops::Where where = ops::Where::current());
/// The same, with the memory space that ops_dat_get_raw_pointer told.
void ops_dat_release_raw_data_memspace(ops_dat dat, int part, ops_access access, ops_memspace* memspace,
                                       ops::Where where = ops::Where::current());

/// Interior values, packed, axis 0 fastest, components of a cell together whatever the dataset's layout.
void ops_dat_fetch_data(ops_dat dat, int part, char* data, ops::Where where = ops::Where::current());
/// The same into memory of that space: OPS_HOST.
void ops_dat_fetch_data_memspace(ops_dat dat, int part, char* data, ops_memspace memspace,
                                 ops::Where where = ops::Where::current());
/// The cells of `range` ({lo0, hi0, lo1, hi1, ..}, may reach into halos).
void ops_dat_fetch_data_slab_memspace(ops_dat dat, int part, char* data, int* range, ops_memspace memspace,
                                      ops::Where where = ops::Where::current());
/// Inverse of ops_dat_fetch_data: fetch after set gives back what was set. Halo cells stay as they are.
void ops_dat_set_data(ops_dat dat, int part, char* data, ops::Where where = ops::Where::current());
/// Inverse of ops_dat_fetch_data_memspace.
void ops_dat_set_data_memspace(ops_dat dat, int part, char* data, ops_memspace memspace,
                               ops::Where where = ops::Where::current());
/// Inverse of ops_dat_fetch_data_slab_memspace.
void ops_dat_set_data_slab_memspace(ops_dat dat, int part, char* data, int* range, ops_memspace memspace,
                                    ops::Where where = ops::Where::current());

/// Between host and device; nothing to do where there is one memory.
void ops_get_data(ops_dat dat, ops::Where where = ops::Where::current());
/// The other way: to the device.
void ops_put_data(ops_dat dat, ops::Where where = ops::Where::current());

/// @throws OPSException  names the dataset and the first index that holds a NaN
void ops_NaNcheck(ops_dat dat, ops::Where where = ops::Where::current());

/// Fills all cells and components with uniform numbers in [0, 1) (int: 0 .. INT_MAX). A value depends on the seed, the
/// number of fills since the seed, the global index and the component: not on layout, padding or threads.
void ops_fill_random_uniform(ops_dat dat, ops::Where where = ops::Where::current());
/// The same with a standard normal distribution.
void ops_fill_random_normal(ops_dat dat, ops::Where where = ops::Where::current());

#ifndef OPS_CPP_API
/// Random numbers start afresh from a seed: the same seed gives the same fields again. @param options  ignored
void ops_randomgen_init(unsigned int seed, int options, ops::Where where = ops::Where::current());
/// Ends the use of random numbers; nothing needs to be freed.
void ops_randomgen_exit(ops::Where where = ops::Where::current());
#endif
