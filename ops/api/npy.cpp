// ops/api/npy.cpp: reads and writes the text header and the numbers of .npy files.
#include "ops/api/npy.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <new>
#include <optional>

#include "ops/data/memory_limit.hpp"
#include "ops/support/alive.hpp"
#include "ops/support/broadcast.hpp"
#include "ops/support/whole_file.hpp"

namespace ops::typed {
namespace {

/// As NumPy names the type; empty: it has no name there.
std::string descriptor(Type type) {
  const std::string bytes = std::to_string(type_size(type));
  switch (type) {
    case Type::f64:
    case Type::f32:
    case Type::f16: return "<f" + bytes;
    case Type::i16:
    case Type::i32:
    case Type::i64: return "<i" + bytes;
    case Type::u32:
    case Type::u64: return "<u" + bytes;
    case Type::c64:
    case Type::c32: return "<c" + bytes;
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

/// Values in the interior of the dataset.
/// @throws OPSException  not a dataset, or of a type that NumPy does not know
std::size_t count_known(ops_dat dat, const char* call, Where where) {
  if (!alive(dat))
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << (dat == nullptr ? "the dataset is null" : "the dataset no longer exists");
  if (descriptor(dat->element).empty())
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << "dataset '" << dat->name_storage << "': NumPy has no type \"" << dat->type << "\"";
  return count(dat, dat->element, call, where);
}

std::vector<int> shape_of(ops_dat dat) {
  std::vector<int> shape;
  for (int axis = dat->block->dims - 1; axis >= 0; --axis) shape.push_back(dat->layout.interior.extent(axis));
  if (dat->dim > 1) shape.push_back(dat->dim);
  return shape;
}

/// @return what went wrong, "" if nothing
std::string written(const std::string& path, const void* values, std::size_t number, Type type,
                    const std::vector<int>& shape) {
  const std::string head = header(descriptor(type), shape);
  const std::array<std::string_view, 2> parts{head, {static_cast<const char*>(values), number * type_size(type)}};
  return write_whole(path, parts);
}

/// @throws OPSException  a process has no memory for so many bytes
std::vector<char> memory_for(std::size_t bytes, const std::string& path, const char* call, Where where) {
  std::vector<char> memory;
  try {
    memory.resize(bytes);
  } catch (const std::bad_alloc&) {
    memory.clear();
  }
  if (communicator().least(memory.size() == bytes ? 1 : 0) == 0)
    throw error_at(OPS_RUNTIME_ERROR, call, where)
        << "'" << path << "': out of memory: the values need " << bytes_text(bytes) << ", but only "
        << bytes_text(available_memory()) << " are available";
  return memory;
}

/// An error comes on all processes, while numbers of the program (write_npy) may be written by the first alone.
void write_interior(const std::string& path, ops_dat dat, Part part, Where where) {
  const std::size_t values = count_known(dat, "ops_write_npy", where);
  std::vector<char> bytes = memory_for(values * type_size(dat->element), path, "ops_write_npy", where);
  fetch(dat, part, bytes.data(), where);
  const std::string wrong =
      text_of_first(communicator(),
                    communicator().rank() == 0 ? written(path, bytes.data(), values, dat->element, shape_of(dat)) : "");
  if (!wrong.empty()) throw error_at(OPS_RUNTIME_ERROR, "ops_write_npy", where) << "'" << path << "': " << wrong;
}

/// What a file says of its numbers, as text without spaces: `'<f8'`, `False`, `(3,4)`.
struct Said {
  std::string type, fortran, shape;
};

/// What stands after the key in a header, up to one of `ends`, which is a part of it if `whole`.
std::string after(const std::string& header, const std::string& key, const char* ends, bool whole) {
  const std::size_t at = header.find("'" + key + "':");
  if (at == std::string::npos) return "";
  const std::size_t first = at + key.size() + 3, last = header.find_first_of(ends, first + 1);
  return last == std::string::npos ? "" : header.substr(first, last - first + (whole ? 1 : 0));
}

/// Nothing: there is no header, or not all of it.
std::optional<Said> read_header(std::istream& file) {
  unsigned char start[12] = {};
  file.read(reinterpret_cast<char*>(start), 10);
  if (!file || std::memcmp(start, "\x93NUMPY", 6) != 0 || start[6] < 1 || start[6] > 3) return {};
  if (start[6] > 1) file.read(reinterpret_cast<char*>(start + 10), 2);  // these versions have longer headers
  const std::size_t size = start[8] + 256U * start[9] + 65536U * start[10] + 16777216U * start[11];
  std::string header, all(std::min<std::size_t>(size, 1 << 20), ' ');
  file.read(all.data(), static_cast<std::streamsize>(all.size()));
  if (!file || all.size() < size) return {};
  for (const char c : all)
    if (c != ' ') header += c;
  Said said{after(header, "descr", ",", false), after(header, "fortran_order", ",", false),
            after(header, "shape", ")", true)};
  if (said.type.empty() || said.fortran.empty() || said.shape.empty()) return {};
  return said;
}

/// As NumPy says it, without spaces: `(3,4)`, `(3,)`.
std::string shape_text(const std::vector<int>& shape) {
  std::string text;
  for (const int size : shape) text += (text.empty() ? "" : ",") + std::to_string(size);
  return "(" + text + (shape.size() == 1 ? ",)" : ")");
}

/// With a comma at the end or without: both are Python.
std::string without_last_comma(std::string text) {
  if (text.ends_with(",)")) text.erase(text.size() - 2, 1);
  return text;
}

/// @throws OPSException  the numbers are not those that the dataset takes
void require_same(const Said& said, ops_dat dat, const std::string& path, Where where) {
  const auto bad = [&] { return error_at(OPS_INVALID_ARGUMENT, "ops_read_npy", where) << "'" << path << "': "; };
  const std::string name = "dataset '" + dat->name_storage + "' ", type = "'" + descriptor(dat->element) + "'",
                    shape = shape_text(shape_of(dat));
  if (said.type != type)
    throw bad() << "its numbers are of type " << said.type << ", but " << name << "of type \"" << dat->type
                << "\" needs " << type;
  if (said.fortran != "False")
    throw bad() << "its first axis varies fastest (fortran_order); save numpy.ascontiguousarray(a) instead";
  if (without_last_comma(said.shape) != without_last_comma(shape))
    throw bad() << "its shape is " << said.shape << ", but " << name << "needs " << shape;
}

}  // namespace

void write_npy(const std::string& path, const void* values, std::size_t given, Type type, const std::vector<int>& shape,
               Where where) {
  const auto bad = [&](int code) { return error_at(code, "ops_write_npy", where) << "'" << path << "': "; };
  std::size_t wanted = 1;
  for (const int size : shape) wanted *= size > 0 ? static_cast<std::size_t>(size) : 0;
  if (given != wanted)
    throw bad(OPS_INVALID_ARGUMENT) << given << " values were given, but an array of this shape has " << wanted
                                    << " values";
  if (communicator().rank() != 0) return;  // all have the same values
  if (const std::string wrong = written(path, values, given, type, shape); !wrong.empty())
    throw bad(OPS_RUNTIME_ERROR) << wrong;
}

void read_npy(const std::string& path, ops_dat dat, Where where) {
  const auto bad = [&] { return error_at(OPS_RUNTIME_ERROR, "ops_read_npy", where) << "'" << path << "': "; };
  const std::size_t values = count_known(dat, "ops_read_npy", where), wanted = values * type_size(dat->element);
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) throw bad() << "cannot be read" << (errno != 0 ? std::string(": ") + std::strerror(errno) : std::string());
  const std::optional<Said> said = read_header(file);
  if (!said) throw bad() << "this is not a .npy file, or its header is incomplete";
  require_same(*said, dat, path, where);
  const std::streamoff begin = file.tellg();
  const auto follow = static_cast<std::size_t>(file.seekg(0, std::ios::end).tellg() - begin);
  if (follow != wanted)
    throw bad() << "the file has " << follow << " bytes after the header, but the " << values
                << " values of the dataset need " << wanted << " bytes";
  std::vector<char> bytes = memory_for(wanted, path, "ops_read_npy", where);
  file.seekg(begin);
  if (!file.read(bytes.data(), static_cast<std::streamsize>(wanted))) throw bad() << "cannot be read";
  set(dat, Part::values, bytes.data(), values, dat->element, "ops_read_npy", where);
}

}  // namespace ops::typed

void ops_write_npy(const std::string& path, ops_dat dat, ops::Where where) {
  ops::typed::write_interior(path, dat, ops::typed::Part::saved, where);
}

void ops_write_npy_derivative(const std::string& path, ops_dat dat, ops::Where where) {
  ops::typed::write_interior(path, dat, ops::typed::Part::derivative, where);
}

void ops_read_npy(const std::string& path, ops_dat dat, ops::Where where) { ops::typed::read_npy(path, dat, where); }
