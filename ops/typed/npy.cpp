// ops/typed/npy.cpp: a header of text, then the numbers.
#include "ops/typed/npy.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "ops/core/alive.hpp"

namespace ops::typed {
namespace {

/// As NumPy names the type; empty: it has no name there.
std::string descriptor(Type type) {
  const std::string bytes = std::to_string(type_size(type));
  switch (type) {
    case Type::f64: case Type::f32: case Type::f16: return "<f" + bytes;
    case Type::i16: case Type::i32: case Type::i64: return "<i" + bytes;
    case Type::u32: case Type::u64: return "<u" + bytes;
    case Type::c64: case Type::c32: return "<c" + bytes;
    case Type::i8: return "|i1";
    case Type::boolean: return "|b1";
    case Type::user: break;
  }
  return "";
}

std::string header(const std::string& type, const std::vector<int>& shape) {
  std::string text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (";
  for (const int size : shape) text += std::to_string(size) + ",";
  text += "), }";
  constexpr std::size_t before = 10, alignment = 64;
  text.append(alignment - 1 - (before + text.size()) % alignment, ' ').push_back('\n');
  std::string all = "\x93NUMPY\x01";
  all += '\0';
  all += static_cast<char>(text.size() & 255);
  all += static_cast<char>(text.size() >> 8);
  return all + text;
}

void write_interior(const std::string& path, ops_dat dat, Part part, Where where) {
  constexpr const char* call = "ops_write_npy";
  if (!alive(dat))
    throw error_at(OPS_INVALID_ARGUMENT, call, where) << (dat == nullptr ? "the dataset is null" : "the dataset does not exist any more");
  if (descriptor(dat->element).empty())
    throw error_at(OPS_INVALID_ARGUMENT, call, where) << "dataset '" << dat->name_storage << "': NumPy has no type \"" << dat->type << "\"";
  const std::size_t values = count(dat, dat->element, call, where);
  std::vector<char> bytes(values * type_size(dat->element));
  fetch(dat, part, bytes.data(), where);
  std::vector<int> shape;
  for (int axis = dat->block->dims - 1; axis >= 0; --axis) shape.push_back(dat->layout.interior.extent(axis));
  if (dat->dim > 1) shape.push_back(dat->dim);
  write_npy(path, bytes.data(), values, dat->element, shape, where);
}

}  // namespace

void write_npy(const std::string& path, const void* values, std::size_t given, Type type, const std::vector<int>& shape, Where where) {
  const auto bad = [&](int code) { return error_at(code, "ops_write_npy", where) << "'" << path << "': "; };
  std::size_t wanted = 1;
  for (const int size : shape) wanted *= size > 0 ? static_cast<std::size_t>(size) : 0;
  if (given != wanted) throw bad(OPS_INVALID_ARGUMENT) << given << " values are given, but the shape has " << wanted;
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << header(descriptor(type), shape);
  file.write(static_cast<const char*>(values), static_cast<std::streamsize>(given * type_size(type)));
  file.close();
  if (!file) throw bad(OPS_RUNTIME_ERROR) << "cannot be written" << (errno != 0 ? std::string(": ") + std::strerror(errno) : std::string());
}

}  // namespace ops::typed

void ops_write_npy(const std::string& path, ops_dat dat, ops::Where where) {
  ops::typed::write_interior(path, dat, ops::typed::Part::values, where);
}

void ops_write_npy_derivative(const std::string& path, ops_dat dat, ops::Where where) {
  ops::typed::write_interior(path, dat, ops::typed::Part::derivative, where);
}
