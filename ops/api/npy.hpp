// ops/api/npy.hpp: files for numpy.load, and those of numpy.save.
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

/// Writes the values of all interior cells. In NumPy the last axis is axis 0 of the block: `a[j, i]`; several
/// components come last: `a[j, i, c]`. Of several processes, which all call it, the first writes.
/// @throws OPSException  the file cannot be written: its path and the reason; a dataset of a type that NumPy does not
/// know
void ops_write_npy(const std::string& path, ops_dat dat, ops::Where where = ops::Where::current());
/// The same of the derivative, after ops_interpret_adjoints.
void ops_write_npy_derivative(const std::string& path, ops_dat dat, ops::Where where = ops::Where::current());
/// Writes numbers of the program. @param shape  as NumPy counts: the last axis is the fastest
/// @throws OPSException  also where the shape does not fit to the number of values
template <ops::typed::Numbers Values>
void ops_write_npy(const std::string& path, const Values& values, const std::vector<int>& shape,
                   ops::Where where = ops::Where::current()) {
  ops::typed::write_npy(path, std::ranges::data(values), std::ranges::size(values), ops::typed::type_in<Values>, shape,
                        where);
}
/// Sets all interior cells to what `numpy.save(path, a)` or ops_write_npy has written, as ops_dat_set_data does: `a[j,
/// i]`, and `a[j, i, c]` with several components. Every process reads the file.
/// @throws OPSException  the file cannot be read, is no .npy file or ends early; its numbers are of another type, shape
/// or order. The dataset is as before
void ops_read_npy(const std::string& path, ops_dat dat, ops::Where where = ops::Where::current());
