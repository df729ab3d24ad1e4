// apps/common/field.hpp: the values and the derivative of a dataset, halo included, row by row and as a file.
// Knows datasets of doubles with one component in one or two dimensions.
#pragma once

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>

#include "ops.hpp"

namespace apps {

enum class Part { values, derivative };

/// Rows of a field, its halo included; valid while the field is held.
class Field {
 public:
  Field(ops_dat dat, Part part) : dat_(dat), part_(part) {
    int size[OPS_MAX_DIM] = {1, 1, 1, 1, 1}, pitch[OPS_MAX_DIM] = {}, below[OPS_MAX_DIM] = {};
    ops_dat_get_raw_metadata(dat, 0, nullptr, size, pitch, below, nullptr);
    const bool plane = dat->block->dims == 2;
    width = size[0] - 2 * below[0];
    height = plane ? size[1] - 2 * below[1] : 1;
    pitch_ = pitch[0];
    first_ = reinterpret_cast<const double*>(pointer()) + below[0] + (plane ? below[1] * pitch_ : 0);
  }
  ~Field() {
    if (part_ == Part::values) ops_dat_release_raw_data(dat_, 0, OPS_READ);
    else ops_dat_release_raw_derivative(dat_, OPS_READ, OPS_HOST);
  }
  Field(const Field&) = delete;
  Field& operator=(const Field&) = delete;

  const double* row(int j) const { return first_ + j * pitch_; }

  int width = 0, height = 1;  // [cells], halo included

 private:
  char* pointer() {
    ops_memspace space = OPS_HOST;
    return part_ == Part::values ? ops_dat_get_raw_pointer(dat_, 0, nullptr, &space)
                                 : ops_dat_derivative_get_raw_pointer(dat_, nullptr, &space);
  }

  ops_dat dat_;
  Part part_;
  std::ptrdiff_t pitch_ = 0;
  const double* first_ = nullptr;
};

/// <prefix>.<name of the dataset>.<values or derivative>.npy, the array that numpy.load reads.
inline void dump(const std::string& prefix, ops_dat dat, Part part) {
  const Field field(dat, part);
  const std::string path = prefix + '.' + dat->name + (part == Part::values ? ".values.npy" : ".derivative.npy");
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (";
  if (dat->block->dims == 2) header += std::to_string(field.height) + ", ";
  header += std::to_string(field.width) + ",), }";
  header.append(63 - (10 + header.size()) % 64, ' ').push_back('\n');
  std::ofstream file(path, std::ios::binary);
  file << "\x93NUMPY\x01" << '\0' << static_cast<char>(header.size() & 255) << static_cast<char>(header.size() >> 8) << header;
  for (int j = 0; j < field.height; ++j)
    file.write(reinterpret_cast<const char*>(field.row(j)), static_cast<std::streamsize>(sizeof(double)) * field.width);
  if (!file) throw std::runtime_error(path + ": cannot be written");
}

}  // namespace apps
