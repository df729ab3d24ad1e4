// ops/files/formats/hdf5/element_type.cpp: the table of types, and when two types are equal.
#include "ops/files/formats/hdf5/element_type.hpp"

#include <memory>

namespace ops::h5 {
namespace {

constexpr const char* describing_type = "describing an element type";

Handle copy_of(const Task& task, hid_t type) { return opened(H5Tcopy(type), H5Tclose, task, describing_type); }

Handle half_type(const Task& task) {
  Handle type = copy_of(task, H5T_IEEE_F32LE);
  const bool good =
      H5Tset_fields(type, 15, 10, 5, 0, 10) >= 0 && H5Tset_size(type, 2) >= 0 && H5Tset_ebias(type, 15) >= 0;
  require(good, task, describing_type);
  return type;
}

Handle bool_type(const Task& task) {
  Handle type = opened(H5Tenum_create(H5T_NATIVE_SCHAR), H5Tclose, task, describing_type);
  const signed char values[] = {0, 1};
  require(H5Tenum_insert(type, "FALSE", &values[0]) >= 0 && H5Tenum_insert(type, "TRUE", &values[1]) >= 0, task,
          describing_type);
  return type;
}

Handle complex_type(const Task& task, hid_t part) {
  const std::size_t bytes = H5Tget_size(part);
  Handle type = opened(H5Tcreate(H5T_COMPOUND, 2 * bytes), H5Tclose, task, describing_type);
  require(H5Tinsert(type, "r", 0, part) >= 0 && H5Tinsert(type, "i", bytes, part) >= 0, task, describing_type);
  return type;
}

Handle opaque_type(const Task& task, const Component& component) {
  Handle type = opened(H5Tcreate(H5T_OPAQUE, component.bytes), H5Tclose, task, describing_type);
  require(H5Tset_tag(type, component.name.c_str()) >= 0, task, describing_type);
  return type;
}

Handle real_type(const Task& task, int bits) {
  return bits == 16 ? half_type(task) : copy_of(task, bits == 32 ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE);
}

bool same(hid_t a, hid_t b);

bool same_members(hid_t a, hid_t b) {
  const int count = H5Tget_nmembers(a);
  if (count != H5Tget_nmembers(b)) return false;
  for (unsigned i = 0; i < static_cast<unsigned>(count); ++i) {
    const std::unique_ptr<char, herr_t (*)(void*)> mine(H5Tget_member_name(a, i), H5free_memory),
        other(H5Tget_member_name(b, i), H5free_memory);
    if (!mine || !other || std::string(mine.get()) != other.get()) return false;
    const Handle first(H5Tget_member_type(a, i), H5Tclose), second(H5Tget_member_type(b, i), H5Tclose);
    if (!same(first, second)) return false;
  }
  return true;
}

/// But for the order of bytes.
bool same(hid_t a, hid_t b) {
  const H5T_class_t kind = H5Tget_class(a);
  if (kind != H5Tget_class(b) || H5Tget_size(a) != H5Tget_size(b)) return false;
  if (kind == H5T_INTEGER) return H5Tget_sign(a) == H5Tget_sign(b) && H5Tget_precision(a) == H5Tget_precision(b);
  if (kind == H5T_FLOAT) return H5Tget_ebias(a) == H5Tget_ebias(b);
  if (kind == H5T_COMPOUND) return same_members(a, b);
  return H5Tequal(a, b) > 0;
}

std::string described(hid_t type) {
  const std::string bits = std::to_string(8 * H5Tget_size(type)) + "-bit ";
  switch (H5Tget_class(type)) {
    case H5T_INTEGER: return bits + (H5Tget_sign(type) == H5T_SGN_NONE ? "unsigned integers" : "integers");
    case H5T_FLOAT: return bits + "reals";
    case H5T_STRING: return "texts";
    case H5T_COMPOUND: return bits + "compounds";
    case H5T_OPAQUE: return bits + "opaque values";
    case H5T_ENUM: return bits + "enumeration values";
    default: return "values of another kind";
  }
}

}  // namespace

Handle memory_type(const Task& task, const Component& component) {
  switch (component.type) {
    case Type::f64: return copy_of(task, H5T_NATIVE_DOUBLE);
    case Type::f32: return copy_of(task, H5T_NATIVE_FLOAT);
    case Type::f16: return half_type(task);
    case Type::i8: return copy_of(task, H5T_NATIVE_INT8);
    case Type::i16: return copy_of(task, H5T_NATIVE_INT16);
    case Type::i32: return copy_of(task, H5T_NATIVE_INT32);
    case Type::i64: return copy_of(task, H5T_NATIVE_INT64);
    case Type::u32: return copy_of(task, H5T_NATIVE_UINT32);
    case Type::u64: return copy_of(task, H5T_NATIVE_UINT64);
    case Type::boolean: return bool_type(task);
    case Type::c64: return complex_type(task, H5T_NATIVE_DOUBLE);
    case Type::c32: return complex_type(task, H5T_NATIVE_FLOAT);
    case Type::user: break;
  }
  return opaque_type(task, component);
}

Handle file_type(const Task& task, const Component& component, int bits) {
  if (bits == 0) return memory_type(task, component);
  if (is_real(component.type) || component.type == Type::f16) return real_type(task, bits);
  if (component.type == Type::c64 || component.type == Type::c32) return complex_type(task, real_type(task, bits));
  return memory_type(task, component);
}

void require_type(const Task& task, const std::string& path, hid_t found, const Component& component) {
  const Handle wanted = memory_type(task, component);
  const bool byte_for_bool =
      component.type == Type::boolean && H5Tget_class(found) == H5T_INTEGER && H5Tget_size(found) == 1;
  if (byte_for_bool || same(found, wanted)) return;
  throw task.error() << "'" << path << "' holds " << described(found) << "; \"" << component.name << "\" needs "
                     << described(wanted);
}

Handle reading_type(const Task& task, hid_t found, const Component& component) {
  const bool byte_for_bool = component.type == Type::boolean && H5Tget_class(found) == H5T_INTEGER;
  return byte_for_bool ? copy_of(task, H5T_NATIVE_UCHAR) : memory_type(task, component);
}

}  // namespace ops::h5
