// apps/common/field.hpp: the values and the derivative of a dataset, halo included, row by row and as a file.
#pragma once

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "apps/common/real.hpp"
#include "ops.hpp"

namespace apps {

enum class Part { values, derivative };

/// Rows of a field, its halo included, component after component and plane after plane; on every process all of them.
class Field {
 public:
  /// @throws std::invalid_argument  its values are of another type
  Field(ops_dat dat, Part part) : components_(dat->dim) {
    if (std::string(dat->type) != real_type)
      throw std::invalid_argument(std::string("dataset '") + dat->name + "' is " + dat->type +
                                  ", fields of this program are " + real_type);
    const int dims = dat->block->dims;
    std::size_t cells = 1;
    for (int axis = 0; axis < dims; ++axis) {
      shape.insert(shape.begin(), dat->layout.allocated.extent(axis));
      cells *= static_cast<std::size_t>(shape.front());
    }
    values_.resize(cells * static_cast<std::size_t>(components_));
    ops_dat_fetch_all(part == Part::values ? dat : ops_get_derivative_as_ops_dat(dat),
                      reinterpret_cast<char*>(values_.data()));
    stride = components_;
    width = shape.back();
    planes_ = static_cast<int>(cells) / width;
    rows = planes_ * components_;
    if (components_ > 1) shape.insert(shape.begin(), components_);
  }

  /// Its cells are `stride` apart.
  const Real* row(int j) const {
    return values_.data() + static_cast<std::ptrdiff_t>(j % planes_) * width * stride + j / planes_;
  }

  std::vector<int> shape;   // [cells], halo included; components first, if there are several, and axis 0 last
  int width = 0, rows = 1;  // of the whole field
  std::ptrdiff_t stride = 1;

 private:
  int components_;
  int planes_ = 1;  // rows of a component
  std::vector<Real> values_;
};

/// A file of floats or doubles for numpy.load: its header first, then what is written row by row.
template <class T>
class NpyFile {
 public:
  NpyFile(std::string path, const std::vector<int>& shape) : path_(std::move(path)), file_(path_, std::ios::binary) {
    std::string header = "{'descr': '<f" + std::to_string(sizeof(T)) + "', 'fortran_order': False, 'shape': (";
    for (const int size : shape) header += std::to_string(size) + ",";
    header += "), }";
    header.append(63 - (10 + header.size()) % 64, ' ').push_back('\n');
    file_ << "\x93NUMPY\x01" << '\0' << static_cast<char>(header.size() & 255) << static_cast<char>(header.size() >> 8)
          << header;
  }
  void write(const T* values, std::size_t count, std::ptrdiff_t stride = 1) {
    std::vector<T> packed(stride == 1 ? 0 : count);
    for (std::size_t i = 0; i < packed.size(); ++i) packed[i] = values[static_cast<std::ptrdiff_t>(i) * stride];
    file_.write(reinterpret_cast<const char*>(stride == 1 ? values : packed.data()),
                static_cast<std::streamsize>(sizeof(T) * count));
  }
  /// @throws std::runtime_error  something could not be written
  void close() {
    file_.close();
    if (!file_) throw std::runtime_error(path_ + ": cannot be written");
  }

 private:
  std::string path_;
  std::ofstream file_;
};

/// <prefix>.<name of the dataset>.<values or derivative>.npy
inline void dump(const std::string& prefix, ops_dat dat, Part part) {
  const Field field(dat, part);
  NpyFile<Real> file(prefix + '.' + dat->name + (part == Part::values ? ".values.npy" : ".derivative.npy"),
                     field.shape);
  for (int j = 0; j < field.rows; ++j) file.write(field.row(j), static_cast<std::size_t>(field.width), field.stride);
  file.close();
}

}  // namespace apps
