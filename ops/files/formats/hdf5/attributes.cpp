// ops/files/formats/hdf5/attributes.cpp: writes attributes as existing readers expect them, and validates those that it
// reads.
#include "ops/files/formats/hdf5/attributes.hpp"

#include <limits>

namespace ops::h5 {
namespace {

constexpr std::size_t longest_text = 1 << 16;

/// Whether the attribute can take the values without making the file longer.
bool holds(hid_t attribute, hid_t type, hid_t space) {
  const Handle old_type(H5Aget_type(attribute), H5Tclose), old_space(H5Aget_space(attribute), H5Sclose);
  return H5Tequal(old_type, type) > 0 && H5Sextent_equal(old_space, space) > 0;
}

void put_raw(const Task& task, hid_t object, const char* name, hid_t type, const Handle& space, const void* values) {
  const std::string doing = std::string("writing the attribute '") + name + "'";
  if (H5Aexists(object, name) > 0) {
    const Handle old = opened(H5Aopen(object, name, H5P_DEFAULT), H5Aclose, task, doing);
    if (holds(old, type, space)) return require(H5Awrite(old, type, values) >= 0, task, doing);
    require(H5Adelete(object, name) >= 0, task, doing);
  }
  const Handle attribute =
      opened(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, task, doing);
  require(H5Awrite(attribute, type, values) >= 0, task, doing);
}

Handle line_of(const Task& task, std::size_t count) {
  const hsize_t length = count;
  return opened(H5Screate_simple(1, &length, nullptr), H5Sclose, task, "describing an attribute");
}

/// "'/grid/u': attribute 'size'": how complaints go on.
OPSException bad(const Task& task, const Object& object, const char* name) {
  return task.error() << "'" << object.path << "': attribute '" << name << "'";
}

Handle open_attribute(const Task& task, const Object& object, const char* name) {
  if (!has(object, name)) throw task.error() << "'" << object.path << "': there is no attribute '" << name << "'";
  return opened(H5Aopen(object.id, name, H5P_DEFAULT), H5Aclose, task,
                "opening the attribute '" + std::string(name) + "' of '" + object.path + "'");
}

std::string read_fixed(const Task& task, hid_t attribute, hid_t type, const std::string& doing) {
  std::string text(H5Tget_size(type), '\0');
  require(H5Aread(attribute, type, text.data()) >= 0, task, doing);
  text.resize(std::min(text.find('\0'), text.size()));
  return text;
}

std::string read_variable(const Task& task, hid_t attribute, hid_t type, const std::string& doing) {
  char* text = nullptr;
  require(H5Aread(attribute, type, &text) >= 0, task, doing);
  const std::string copy = text == nullptr ? "" : text;
  H5free_memory(text);
  return copy;
}

}  // namespace

void put(const Task& task, hid_t object, const char* name, std::span<const int> values) {
  put_raw(task, object, name, H5T_NATIVE_INT, line_of(task, values.size()), values.data());
}

void put(const Task& task, hid_t object, const char* name, std::span<const double> values) {
  put_raw(task, object, name, H5T_NATIVE_DOUBLE, line_of(task, values.size()), values.data());
}

void put(const Task& task, hid_t object, const char* name, std::string_view text) {
  const std::string terminated(text);
  const Handle type = opened(H5Tcopy(H5T_C_S1), H5Tclose, task, "describing a string");
  require(H5Tset_size(type, terminated.size() + 1) >= 0, task, "describing a string");
  put_raw(task, object, name, type, opened(H5Screate(H5S_SCALAR), H5Sclose, task, "describing a string"),
          terminated.c_str());
}

void put_bare(const Task& task, hid_t object, const char* name, std::string_view text) {
  const Handle type = opened(H5Tcopy(H5T_C_S1), H5Tclose, task, "describing a string");
  require(H5Tset_size(type, text.size()) >= 0 && H5Tset_strpad(type, H5T_STR_NULLPAD) >= 0, task,
          "describing a string");
  put_raw(task, object, name, type, opened(H5Screate(H5S_SCALAR), H5Sclose, task, "describing a string"), text.data());
}

bool has(const Object& object, const char* name) { return H5Aexists(object.id, name) > 0; }

std::vector<int> get_ints(const Task& task, const Object& object, const char* name, std::size_t count) {
  const Handle attribute = open_attribute(task, object, name);
  const Handle type(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
  if (H5Tget_class(type) != H5T_INTEGER) throw bad(task, object, name) << " does not hold whole numbers";
  const hssize_t found = H5Sget_simple_extent_npoints(space);
  if (found != static_cast<hssize_t>(count))
    throw bad(task, object, name) << " has " << found << " numbers, " << count << " are needed";
  std::vector<long long> wide(count);
  require(H5Aread(attribute, H5T_NATIVE_LLONG, wide.data()) >= 0, task,
          std::string("reading the attribute '") + name + "'");
  for (const long long value : wide)
    if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
      throw bad(task, object, name) << ": the value " << value << " does not fit in an int";
  return {wide.begin(), wide.end()};
}

int get_int(const Task& task, const Object& object, const char* name) { return get_ints(task, object, name, 1)[0]; }

std::string get_text(const Task& task, const Object& object, const char* name) {
  const Handle attribute = open_attribute(task, object, name);
  const Handle type(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
  if (H5Tget_class(type) != H5T_STRING) throw bad(task, object, name) << " is not a string";
  if (H5Sget_simple_extent_npoints(space) != 1) throw bad(task, object, name) << " is not a single string";
  const std::string doing = std::string("reading the attribute '") + name + "'";
  if (H5Tis_variable_str(type) > 0) return read_variable(task, attribute, type, doing);
  if (H5Tget_size(type) > longest_text)
    throw bad(task, object, name) << ": the string has " << H5Tget_size(type) << " bytes, but at most " << longest_text
                                  << " bytes are supported";
  return read_fixed(task, attribute, type, doing);
}

void require_kind(const Task& task, const Object& object, const char* kind) {
  const std::string found = get_text(task, object, "ops_type");
  if (found != kind) throw bad(task, object, "ops_type") << " is \"" << found << "\", but \"" << kind << "\" is needed";
}

}  // namespace ops::h5
