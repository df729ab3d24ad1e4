// ops/api/npy.hpp: files in NumPy's .npy format: written for numpy.load, read from numpy.save.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "ops/api/values.hpp"

namespace ops::typed {
void write_npy(const std::string& path, const void* values, std::size_t given, Type type, const std::vector<int>& shape,
               Where where);
void read_npy(const std::string& path, ops_dat dat, Where where);
}  // namespace ops::typed

/// Writes the values of all interior cells. In NumPy, the last axis is axis 0 of the block: `a[j, i]`. With several
/// components, the component is the last index: `a[j, i, c]`. On several processes, all of them must call this
/// function, and the first one writes the file.
/// @throws OPSException  the file cannot be written (names the path and the reason), or NumPy has no type for the
///     dataset
void ops_write_npy(const std::string& path, ops_dat dat, ops::Where where = ops::Where::current());
/// The same for the derivative of the dataset, after ops_interpret_adjoints.
void ops_write_npy_derivative(const std::string& path, ops_dat dat, ops::Where where = ops::Where::current());
/// Writes an array of the program.
/// @param shape  as in NumPy: the last axis is the fastest
/// @throws OPSException  also if the shape does not match the number of values
template <ops::typed::Numbers Values>
void ops_write_npy(const std::string& path, const Values& values, const std::vector<int>& shape,
                   ops::Where where = ops::Where::current()) {
  ops::typed::write_npy(path, std::ranges::data(values), std::ranges::size(values), ops::typed::type_in<Values>, shape,
                        where);
}
/// Sets all interior cells from a file of `numpy.save(path, a)` or ops_write_npy, as ops_dat_set_data does: `a[j, i]`,
/// or `a[j, i, c]` with several components. Every process reads the file.
/// @throws OPSException  the file cannot be read, is not an .npy file, or ends early; its numbers have another type,
///     shape or order. The dataset keeps its values then
void ops_read_npy(const std::string& path, ops_dat dat, ops::Where where = ops::Where::current());
