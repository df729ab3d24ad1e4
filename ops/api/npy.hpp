// ops/api/npy.hpp: declares functions that read and write files in NumPy's .npy format.
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

/// Writes the values of all interior cells of a dataset to a .npy file. In NumPy, element `a[j, i]` belongs to cell (i,
/// j), because axis 0 of the block is the last axis of the array. If a dataset has several components, the component
/// index comes last, as in `a[j, i, c]`. Every process must call ops_write_npy, but only the first process writes the
/// file.
/// @throws OPSException  the file cannot be written (names the path and the reason), or NumPy has no type for the
///     dataset
void ops_write_npy(const std::string& path, ops_dat dat, ops::Where where = ops::Where::current());
/// Writes the derivative of a dataset, as computed by ops_interpret_adjoints, to a .npy file.
void ops_write_npy_derivative(const std::string& path, ops_dat dat, ops::Where where = ops::Where::current());
/// Writes one of the program's arrays, for example a std::vector, to a .npy file.
/// @param shape  as in NumPy: the last axis is the fastest
/// @throws OPSException  also if the shape does not match the number of values
template <ops::typed::Numbers Values>
void ops_write_npy(const std::string& path, const Values& values, const std::vector<int>& shape,
                   ops::Where where = ops::Where::current()) {
  ops::typed::write_npy(path, std::ranges::data(values), std::ranges::size(values), ops::typed::type_in<Values>, shape,
                        where);
}
/// Sets all interior cells of a dataset from a file that was written by numpy.save or ops_write_npy. Axis 0 of the
/// block is the last axis of the array, as in files that ops_write_npy writes. Every process reads the whole .npy file.
/// @throws OPSException  the file cannot be read, is not an .npy file, or ends early; its numbers have another type,
///     shape or order; in all cases the dataset keeps its values
void ops_read_npy(const std::string& path, ops_dat dat, ops::Where where = ops::Where::current());
