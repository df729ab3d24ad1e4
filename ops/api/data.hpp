// ops/api/data.hpp: declares free functions that read and set values of datasets, scalars and reductions. Each process
// has one partition of a dataset, so the argument `part` is always 0.
#pragma once

#include <cstddef>

#include "ops/api/instance.hpp"

namespace ops {
/// @param into  the scalar whose value `out` is; null: `out` belongs to the program
/// @throws OPSException  no loop has used the reduction since its last result, or the type is wrong
void read_reduction(ops_reduction handle, void* out, const Element& element, Where where, ops_scalar into = nullptr);
/// Returns the address of a scalar's value.
/// @throws OPSException  the scalar's instance has been shut down, or the scalar is not of type `asked`
void* scalar_data(ops_scalar scalar, Type asked, const char* call, Where where);
void* take_scalar(ops_scalar scalar, Type asked, Where where);
void release_scalar(ops_scalar scalar, const void* pointer, Type asked, ops_access access, Where where);
}  // namespace ops

template <class T>
void ops_reduction_core::get_result(T* out, ops::Where where) {
  ops::read_reduction(this, out, ops::element_of<T>(nullptr), where);
}
/// Copies the reduction's result to `out`, and resets the reduction. The array `out` must have room for one value per
/// component of the reduction.
/// @throws OPSException  no loop has used the reduction since its last result, or T is not its type
template <class T>
void ops_reduction_result(ops_reduction handle, T* out, ops::Where where = ops::Where::current()) {
  ops::read_reduction(handle, out, ops::element_of<T>(nullptr), where);
}

/// Sets all components of `scalar` to the reduction's result, and resets the reduction. The reverse sweep propagates
/// derivatives from the scalar to the reduction. Derivatives would not propagate to the reduction if the program copied
/// the result to the scalar through an ordinary C++ variable.
/// @throws OPSException  as ops_reduction_result; the numbers of components or the types differ; a raw pointer to the
///     scalar has not been released
void ops_scalar_from_reduction(ops_scalar scalar, ops_reduction handle, ops::Where where = ops::Where::current());

/// Returns a pointer through which the program can read the scalar's value. If the program writes a new value through
/// this pointer, the library detects the change at the next loop that uses the scalar.
template <class T>
T* ops_scalar_core::get_data(ops::Where where) {
  return static_cast<T*>(ops::scalar_data(this, ops::type_of<T>(), "get_data", where));
}
/// Returns a pointer for reading and writing a scalar's value. Loops must not use the scalar until the program has
/// released the pointer.
template <class T>
T* ops_scalar_core::get_raw_pointer(ops::Where where) {
  return static_cast<T*>(ops::take_scalar(this, ops::type_of<T>(), where));
}
/// Releases a pointer that get_raw_pointer returned. If `access` is not OPS_READ, the reverse sweep assumes that the
/// program has overwritten the scalar, and does not propagate the scalar's derivative to earlier loops.
template <class T>
void ops_scalar_core::release_raw_pointer(T* pointer, ops_access access, ops::Where where) {
  ops::release_scalar(this, pointer, ops::type_of<T>(), access, where);
}

/// Copies the values of all cells of a dataset, halos included, to `data` on every process. The array `data` has no
/// padding: the components of a cell are adjacent, and axis 0 varies fastest. Every process must call
/// ops_dat_fetch_all.
/// @param data  room for all values, of the dataset's type
void ops_dat_fetch_all(ops_dat dat, char* data, ops::Where where = ops::Where::current());

/// Returns the number of partitions on each process, which is always 1.
int ops_dat_get_local_npartitions(ops_dat dat, ops::Where where = ops::Where::current());
/// Returns the number of partitions of a dataset, which equals the number of processes.
int ops_dat_get_global_npartitions(ops_dat dat, ops::Where where = ops::Where::current());
/// Determines which interior cells of a dataset this process owns.
/// @param disp, size  out: first index and number of cells per axis; a null pointer is skipped
void ops_dat_get_extents(ops_dat dat, int part, int* disp, int* size, ops::Where where = ops::Where::current());
/// Determines which cells in the index range `slab` ({lo0, hi0, lo1, hi1, ..}) this process owns.
/// @return the packed size of that part [bytes]
std::size_t ops_dat_get_slab_extents(ops_dat dat, int part, int* disp, int* size, int* slab,
                                     ops::Where where = ops::Where::current());
/// Returns the extents of a dataset (see ops_dat_get_extents), its strides, and its halo depths d_m and d_p. The
/// argument `stride` receives the number of allocated cells along each axis. In memory, neighbours along axis 1 are
/// stride[0] cells apart, and neighbours along axis 2 are stride[0] * stride[1] cells apart.
void ops_dat_get_raw_metadata(ops_dat dat, int part, int* disp, int* size, int* stride, int* d_m, int* d_p,
                              ops::Where where = ops::Where::current());

/// Returns a pointer to the first interior element of a dataset. Loops must not use the dataset until the program has
/// released the pointer. Before ops_dat_get_raw_pointer returns a pointer to device memory, it waits until all earlier
/// work on the device has finished. Before the program releases the pointer, it must wait until its own work on the
/// device has finished.
/// @param memspace  on input, OPS_HOST, OPS_DEVICE (on the target cuda), or 0 for the library's choice; on output, the
///     memory space of the pointer
char* ops_dat_get_raw_pointer(ops_dat dat, int part, ops_stencil stencil, ops_memspace* memspace,
                              ops::Where where = ops::Where::current());
/// Releases a pointer that ops_dat_get_raw_pointer returned.
/// @param access  how the program used the pointer: OPS_READ, OPS_WRITE or OPS_RW
void ops_dat_release_raw_data(ops_dat dat, int part, ops_access access, ops::Where where = ops::Where::current());
/// Does the same as ops_dat_release_raw_data, but first checks that `memspace` is the memory space of the pointer.
void ops_dat_release_raw_data_memspace(ops_dat dat, int part, ops_access access, ops_memspace* memspace,
                                       ops::Where where = ops::Where::current());

/// Copies the interior values of a dataset to the packed array `data`. Whatever the layout of the dataset, axis 0
/// varies fastest in `data`, and the components of a cell are adjacent. On several processes, `data` receives only the
/// cells that this process owns (see ops_dat_get_extents); `ops_dat_fetch_data<T>(dat)` returns the whole interior.
void ops_dat_fetch_data(ops_dat dat, int part, char* data, ops::Where where = ops::Where::current());
/// Does the same as ops_dat_fetch_data. The argument `memspace` must be OPS_HOST.
void ops_dat_fetch_data_memspace(ops_dat dat, int part, char* data, ops_memspace memspace,
                                 ops::Where where = ops::Where::current());
/// Copies the values of a range of cells to `data`. The range ({lo0, hi0, lo1, hi1, ..}) may include halo cells.
void ops_dat_fetch_data_slab_memspace(ops_dat dat, int part, char* data, int* range, ops_memspace memspace,
                                      ops::Where where = ops::Where::current());
/// Sets the interior values of a dataset from the packed array `data`, which has the same cells as in
/// ops_dat_fetch_data. The values of halo cells do not change.
void ops_dat_set_data(ops_dat dat, int part, char* data, ops::Where where = ops::Where::current());
/// Inverse of ops_dat_fetch_data_memspace.
void ops_dat_set_data_memspace(ops_dat dat, int part, char* data, ops_memspace memspace,
                               ops::Where where = ops::Where::current());
/// Inverse of ops_dat_fetch_data_slab_memspace.
void ops_dat_set_data_slab_memspace(ops_dat dat, int part, char* data, int* range, ops_memspace memspace,
                                    ops::Where where = ops::Where::current());

/// Copies a dataset's values from the device to the host, unless device and host use the same memory.
void ops_get_data(ops_dat dat, ops::Where where = ops::Where::current());
/// Copies a dataset's values from the host to the device, unless device and host use the same memory.
void ops_put_data(ops_dat dat, ops::Where where = ops::Where::current());

/// Checks all values of the dataset for NaN.
/// @throws OPSException  a value is NaN: names the dataset and the first such index
void ops_NaNcheck(ops_dat dat, ops::Where where = ops::Where::current());

/// Fills all cells and components of a dataset with uniform random numbers: real numbers in [0, 1), or integers from 0
/// to INT_MAX if the dataset has type int. Each random number depends only on the seed, the number of fills since the
/// seed was set, the global index of the cell, and the component.
void ops_fill_random_uniform(ops_dat dat, ops::Where where = ops::Where::current());
/// Fills all cells and components of a dataset with random numbers from the standard normal distribution.
void ops_fill_random_normal(ops_dat dat, ops::Where where = ops::Where::current());

#ifndef OPS_CPP_API
/// Sets the random seed of ops_fill_random_uniform and ops_fill_random_normal.
/// @param options  ignored
void ops_randomgen_init(unsigned int seed, int options, ops::Where where = ops::Where::current());
/// Discards the random seed. Calling ops_randomgen_exit is optional.
void ops_randomgen_exit(ops::Where where = ops::Where::current());
#endif
