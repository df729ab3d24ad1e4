// apps/common/field.hpp: the values and the derivative of a dataset, halo included, row by row and as a file.
// Knows datasets of the application's Real in up to three dimensions.
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

/// Rows of a field, its halo included, component after component and plane after plane; valid while the field is held.
class Field {
 public:
  /// @throws std::invalid_argument  its values are of another type
  Field(ops_dat dat, Part part) : dat_(dat), part_(part) {
    if (std::string(dat->type) != real_type)
      throw std::invalid_argument(std::string("dataset '") + dat->name + "' is " + dat->type + ", fields of this program are " + real_type);
    int size[OPS_MAX_DIM] = {1, 1, 1, 1, 1}, pitch[OPS_MAX_DIM] = {}, below[OPS_MAX_DIM] = {};
    ops_dat_get_raw_metadata(dat, 0, nullptr, size, pitch, below, nullptr);
    const int dims = dat->block->dims;
    const bool apart = dat->dim == 1 || OPS_instance::getOPSInstance()->OPS_soa != 0;
    first_ = reinterpret_cast<const Real*>(pointer());
    stride = apart ? 1 : dat->dim;
    std::ptrdiff_t step = stride;
    for (int axis = 0; axis < dims; step *= pitch[axis++]) {
      shape.insert(shape.begin(), size[axis] - 2 * below[axis]);
      if (axis > 0) pitch_[axis - 1] = step;
      first_ += below[axis] * step;
    }
    component_ = apart ? step : 1;
    width = shape.back();
    height_ = dims > 1 ? shape[shape.size() - 2] : 1;
    planes_ = height_ * (dims > 2 ? shape.front() : 1);
    rows = planes_ * dat->dim;
    if (dat->dim > 1) shape.insert(shape.begin(), dat->dim);
  }
  ~Field() {
    if (part_ == Part::values) ops_dat_release_raw_data(dat_, 0, OPS_READ);
    else ops_dat_release_raw_derivative(dat_, OPS_READ, OPS_HOST);
  }
  Field(const Field&) = delete;
  Field& operator=(const Field&) = delete;

  /// Its cells are `stride` apart.
  const Real* row(int j) const {
    const int within = j % planes_;
    return first_ + j / planes_ * component_ + within % height_ * pitch_[0] + within / height_ * pitch_[1];
  }

  std::vector<int> shape;   // [cells], halo included; components first, if there are several, and axis 0 last
  int width = 0, rows = 1;  // of the whole field
  std::ptrdiff_t stride = 1;

 private:
  char* pointer() {
    ops_memspace space = OPS_HOST;
    return part_ == Part::values ? ops_dat_get_raw_pointer(dat_, 0, nullptr, &space)
                                 : ops_dat_derivative_get_raw_pointer(dat_, nullptr, &space);
  }

  ops_dat dat_;
  Part part_;
  int height_ = 1, planes_ = 1;  // rows of a plane, and of a component
  std::ptrdiff_t pitch_[2] = {}, component_ = 1;
  const Real* first_ = nullptr;
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
    file_ << "\x93NUMPY\x01" << '\0' << static_cast<char>(header.size() & 255) << static_cast<char>(header.size() >> 8) << header;
  }
  void write(const T* values, std::size_t count, std::ptrdiff_t stride = 1) {
    std::vector<T> packed(stride == 1 ? 0 : count);
    for (std::size_t i = 0; i < packed.size(); ++i) packed[i] = values[static_cast<std::ptrdiff_t>(i) * stride];
    file_.write(reinterpret_cast<const char*>(stride == 1 ? values : packed.data()), static_cast<std::streamsize>(sizeof(T) * count));
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
  NpyFile<Real> file(prefix + '.' + dat->name + (part == Part::values ? ".values.npy" : ".derivative.npy"), field.shape);
  for (int j = 0; j < field.rows; ++j) file.write(field.row(j), static_cast<std::size_t>(field.width), field.stride);
  file.close();
}

}  // namespace apps
