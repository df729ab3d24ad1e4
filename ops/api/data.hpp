// ops/api/data.hpp: access to values in the C form of the API: reductions, extents, raw pointers, fetch and set, random
// fill. Every function takes a handle, so the C++ form has all of them, too. A process has one partition: `part` is 0.
#pragma once

#include <cstddef>

#include "ops/api/instance.hpp"

namespace ops {
/// Copies the result of a reduction to `out` and resets the reduction.
/// @param into  the scalar whose value `out` is; null: `out` belongs to the program
/// @throws OPSException  no loop has used the reduction since its last result, or the type is wrong
void read_reduction(ops_reduction handle, void* out, const Element& element, Where where, ops_scalar into = nullptr);
/// The address of the scalar's value. The library owns it.
/// @throws OPSException  the scalar's instance has ended, or the scalar is not of type `asked`
void* scalar_data(ops_scalar scalar, Type asked, const char* call, Where where);
void* take_scalar(ops_scalar scalar, Type asked, Where where);
void release_scalar(ops_scalar scalar, const void* pointer, Type asked, ops_access access, Where where);
}  // namespace ops

template <class T>
void ops_reduction_core::get_result(T* out, ops::Where where) {
  ops::read_reduction(this, out, ops::element_of<T>(nullptr), where);
}
/// Copies the result since the last call to `out`, one value per component, and resets the reduction.
/// @throws OPSException  no loop has used the reduction since its last result, or T is not its type
template <class T>
void ops_reduction_result(ops_reduction handle, T* out, ops::Where where = ops::Where::current()) {
  ops::read_reduction(handle, out, ops::element_of<T>(nullptr), where);
}

/// Sets all components of `scalar` to the result since the last call, and resets the reduction. Derivatives follow this
/// assignment, from the loops that read the scalar to the loops that computed the result. They do not follow a value
/// that passes through a variable of the program.
/// @throws OPSException  as ops_reduction_result; the numbers of components or the types differ; a raw pointer to the
///     scalar has not been released
void ops_scalar_from_reduction(ops_scalar scalar, ops_reduction handle, ops::Where where = ops::Where::current());

/// A pointer to the value, for reading. If the program writes through it, the next loop that uses the scalar detects
/// the change.
template <class T>
T* ops_scalar_core::get_data(ops::Where where) {
  return static_cast<T*>(ops::scalar_data(this, ops::type_of<T>(), "get_data", where));
}
/// A pointer to the value, for reading and writing until it is released. A loop that uses the scalar before the release
/// is an error.
template <class T>
T* ops_scalar_core::get_raw_pointer(ops::Where where) {
  return static_cast<T*>(ops::take_scalar(this, ops::type_of<T>(), where));
}
/// Releases a pointer of get_raw_pointer. With any access except OPS_READ the scalar has a new value, and derivatives
/// do not connect it with earlier loops.
template <class T>
void ops_scalar_core::release_raw_pointer(T* pointer, ops_access access, ops::Where where) {
  ops::release_scalar(this, pointer, ops::type_of<T>(), access, where);
}

/// Copies the values of all cells, halos included, to `data` on every process. The array is dense: the components of a
/// cell are adjacent, then axis 0 is the fastest. Every process must call this function.
/// @param data  room for all values, of the dataset's type
void ops_dat_fetch_all(ops_dat dat, char* data, ops::Where where = ops::Where::current());

/// The number of partitions of the dataset in this process: always 1.
int ops_dat_get_local_npartitions(ops_dat dat, ops::Where where = ops::Where::current());
/// The number of partitions of the dataset in all processes: one for each process.
int ops_dat_get_global_npartitions(ops_dat dat, ops::Where where = ops::Where::current());
/// The interior cells that this process owns.
/// @param disp, size  out: first index and number of cells per axis; a null pointer is skipped
void ops_dat_get_extents(ops_dat dat, int part, int* disp, int* size, ops::Where where = ops::Where::current());
/// The part of `slab` ({lo0, hi0, lo1, hi1, ..}) that this process owns.
/// @return the packed size of that part [bytes]
std::size_t ops_dat_get_slab_extents(ops_dat dat, int part, int* disp, int* size, int* slab,
                                     ops::Where where = ops::Where::current());
/// As ops_dat_get_extents, with the halo depths d_m and d_p. stride[d] is the number of allocated cells along axis d;
/// the pitch of an axis is the product of the strides of the faster axes.
void ops_dat_get_raw_metadata(ops_dat dat, int part, int* disp, int* size, int* stride, int* d_m, int* d_p,
                              ops::Where where = ops::Where::current());

/// A pointer to the first interior element, valid until it is released. A loop that uses the dataset before the release
/// is an error.
/// @param memspace  in: OPS_HOST; OPS_DEVICE on target cuda (all earlier work on the device has finished, and the
///     program must finish its own work there before the release); or 0 for the library's choice. Out: the memory space
///     of the pointer
char* ops_dat_get_raw_pointer(ops_dat dat, int part, ops_stencil stencil, ops_memspace* memspace,
                              ops::Where where = ops::Where::current());
/// Releases the pointer of ops_dat_get_raw_pointer.
/// @param access  how the program used the pointer: OPS_READ, OPS_WRITE or OPS_RW
void ops_dat_release_raw_data(ops_dat dat, int part, ops_access access, ops::Where where = ops::Where::current());
/// The same, with the memory space that ops_dat_get_raw_pointer returned.
void ops_dat_release_raw_data_memspace(ops_dat dat, int part, ops_access access, ops_memspace* memspace,
                                       ops::Where where = ops::Where::current());

/// Copies the interior values to `data`, packed: axis 0 is the fastest, and the components of a cell are adjacent,
/// whatever the layout of the dataset.
void ops_dat_fetch_data(ops_dat dat, int part, char* data, ops::Where where = ops::Where::current());
/// The same, to memory of the given space, which must be OPS_HOST.
void ops_dat_fetch_data_memspace(ops_dat dat, int part, char* data, ops_memspace memspace,
                                 ops::Where where = ops::Where::current());
/// The same for the cells of `range` ({lo0, hi0, lo1, hi1, ..}), which may include halo cells.
void ops_dat_fetch_data_slab_memspace(ops_dat dat, int part, char* data, int* range, ops_memspace memspace,
                                      ops::Where where = ops::Where::current());
/// Sets the interior values from `data`, packed as ops_dat_fetch_data packs them. Halo cells keep their values.
void ops_dat_set_data(ops_dat dat, int part, char* data, ops::Where where = ops::Where::current());
/// Inverse of ops_dat_fetch_data_memspace.
void ops_dat_set_data_memspace(ops_dat dat, int part, char* data, ops_memspace memspace,
                               ops::Where where = ops::Where::current());
/// Inverse of ops_dat_fetch_data_slab_memspace.
void ops_dat_set_data_slab_memspace(ops_dat dat, int part, char* data, int* range, ops_memspace memspace,
                                    ops::Where where = ops::Where::current());

/// Copies values from the device to the host. Does nothing where both use the same memory.
void ops_get_data(ops_dat dat, ops::Where where = ops::Where::current());
/// Copies values from the host to the device. Does nothing where both use the same memory.
void ops_put_data(ops_dat dat, ops::Where where = ops::Where::current());

/// Checks all values of the dataset for NaN.
/// @throws OPSException  a value is NaN: names the dataset and the first such index
void ops_NaNcheck(ops_dat dat, ops::Where where = ops::Where::current());

/// Fills all cells and components with uniform numbers in [0, 1) (int: 0 .. INT_MAX). Each value depends on the seed,
/// the number of fills since the seed was set, the global index and the component. It does not depend on layout,
/// padding, threads or processes.
void ops_fill_random_uniform(ops_dat dat, ops::Where where = ops::Where::current());
/// The same with a standard normal distribution.
void ops_fill_random_normal(ops_dat dat, ops::Where where = ops::Where::current());

#ifndef OPS_CPP_API
/// Sets the seed of the random numbers. The same seed gives the same fields again.
/// @param options  ignored
void ops_randomgen_init(unsigned int seed, int options, ops::Where where = ops::Where::current());
/// Ends the use of random numbers. Optional: the library holds nothing that must be freed.
void ops_randomgen_exit(ops::Where where = ops::Where::current());
#endif
