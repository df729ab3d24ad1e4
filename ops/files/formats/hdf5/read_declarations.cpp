// ops/files/formats/hdf5/read_declarations.cpp: reads declarations and values from a file with arbitrary contents.
#include <algorithm>

#include "ops/files/formats/hdf5/array.hpp"
#include "ops/files/formats/hdf5/attributes.hpp"
#include "ops/files/formats/hdf5/file.hpp"
#include "ops/files/formats/hdf5/records.hpp"

namespace ops::h5 {
namespace {

/// Both numbers must be the same. @param what  "dims"
void require_equal(const Task& task, const Object& object, const char* what, int asked) {
  const int found = get_int(task, object, what);
  if (found != asked)
    throw task.error() << "'" << object.path << "': the attribute '" << what << "' is " << found << " in the file, but "
                       << asked << " in the program";
}

void require_text(const Task& task, const Object& object, const char* what, const std::string& asked) {
  const std::string found = get_text(task, object, what);
  if (found != asked)
    throw task.error() << "'" << object.path << "': '" << what << "' is \"" << found << "\" in the file, but \""
                       << asked << "\" in the program";
}

void require_type_name(const Task& task, const Object& object, const char* asked) {
  const std::string found = get_text(task, object, "type");
  const Type there = found.empty() ? Type::user : type_from_name(found.c_str()), here = type_from_name(asked);
  if (there == here && (here != Type::user || without_layout(found) == without_layout(asked))) return;
  throw task.error() << "'" << object.path << "': 'type' is \"" << found << "\" in the file, but \"" << asked
                     << "\" in the program";
}

/// The cells of the array: interior and halos, which an axis of size 1 does not have.
Extents allocated(const Task& task, const Object& object, const DatRecord& record, int dim) {
  const std::size_t dims = record.size.size();
  Extents extents;
  for (std::size_t axis = dims; axis-- > 0;) {
    const long long size = record.size[axis], below = record.d_m[axis], above = record.d_p[axis];
    const bool collapsed = dims > 1 && size == 1;
    if (size < 1 || below > 0 || above < 0)
      throw task.error() << "'" << object.path << "': size " << size << ", d_m " << below << " and d_p " << above
                         << " on axis " << axis << " are invalid; they must be > 0, <= 0 and >= 0";
    extents.push_back(static_cast<hsize_t>(collapsed ? 1 : size - below + above));
  }
  extents.back() *= static_cast<hsize_t>(dim);
  return extents;
}

std::string path_of(const Task& task, ops_block block, const char* name) {
  require_plain_name(task, "block", block->name);
  require_plain_name(task, "dataset", name);
  return block->name_storage + "/" + name;
}

DatRecord record_at(const Task& task, const Object& array, ops_block block, int dim, const char* type) {
  require_kind(task, array, "ops_dat");
  require_text(task, array, "block", block->name);
  require_equal(task, array, "dim", dim);
  require_type_name(task, array, type);
  const auto dims = static_cast<std::size_t>(block->dims);
  DatRecord record;
  record.size = get_ints(task, array, "size", dims);
  record.base = get_ints(task, array, "base", dims);
  record.d_m = get_ints(task, array, "d_m", dims);
  record.d_p = get_ints(task, array, "d_p", dims);
  record.stride = has(array, "stride") ? get_ints(task, array, "stride", dims) : std::vector<int>(dims, 1);
  return record;
}

/// Type and extents of the array, before anything is declared or read.
void require_array(const Task& task, const Object& array, const Component& component, const Extents& extents) {
  const Handle type = opened(H5Dget_type(array.id), H5Tclose, task, "examining '" + array.path + "'");
  require_type(task, array.path, type, component);
  require_extents(task, array, extents);
}

std::size_t element_bytes(const Task& task, const Object& array, const char* type) {
  const Type named = type_from_name(type);
  if (named != Type::user) return type_size(named);
  const Handle found = opened(H5Dget_type(array.id), H5Tclose, task, "examining '" + array.path + "'");
  return H5Tget_size(found);
}

std::vector<std::string> links_of(const Task& task, hid_t file) {
  std::vector<std::string> names;
  const auto collect = [](hid_t, const char* name, const H5L_info_t*, void* into) -> herr_t {
    static_cast<std::vector<std::string>*>(into)->emplace_back(name);
    return 0;
  };
  require(H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect, &names) >= 0, task, "listing its contents");
  return names;
}

/// Of older files, which do not name the blocks, any will do.
bool is_between(const Task& task, const Object& group, ops_dat from, ops_dat to) {
  const auto fits = [&](const char* name, const char* wanted) {
    return !has(group, name) || get_text(task, group, name) == wanted;
  };
  return fits("from", from->name) && fits("to", to->name) && fits("from_block", from->block->name) &&
         fits("to_block", to->block->name);
}

HaloRecord halo_at(const Task& task, const Object& group, std::size_t dims) {
  require_kind(task, group, "ops_halo");
  return {get_ints(task, group, "iter_size", dims), get_ints(task, group, "from_base", dims),
          get_ints(task, group, "to_base", dims), get_ints(task, group, "from_dir", dims),
          get_ints(task, group, "to_dir", dims)};
}

}  // namespace

void check_block(const Task& task, int dims, const char* name) {
  const Session session;
  require_plain_name(task, "block", name);
  const Handle file = open_to_read(task), group = open_group(task, file, name);
  const Object object{group, name};
  require_kind(task, object, "ops_block");
  require_equal(task, object, "dims", dims);
}

DatRecord read_dat(const Task& task, ops_block block, int dim, const char* type, const char* name) {
  const Session session;
  const std::string path = path_of(task, block, name);
  const Handle file = open_to_read(task), array = open_array(task, file, path);
  const Object object{array, path};
  DatRecord record = record_at(task, object, block, dim, type);
  record.element_bytes = element_bytes(task, object, type);
  require_array(task, object, {type_from_name(type), record.element_bytes, without_layout(type)},
                allocated(task, object, record, dim));
  return record;
}

std::vector<std::byte> read_values(const Task& task, ops_dat dat) {
  const Session session;
  const std::string path = path_of(task, dat->block, dat->name);
  const Handle file = open_to_read(task), array = open_array(task, file, path);
  const Object object{array, path};
  record_at(task, object, dat->block, dat->dim, dat->type);
  const Cut all{dat, dat->layout.allocated};
  std::vector<std::byte> values(bytes_of(all));
  read_numbers(task, object, component_of(dat), extents_of(all), values.data());
  return values;
}

StencilRecord read_stencil(const Task& task, int dims, int points, int strided, const char* name) {
  const Session session;
  require_plain_name(task, "stencil", name);
  const Handle file = open_to_read(task), array = open_array(task, file, name);
  const Object object{array, name};
  require_kind(task, object, "ops_stencil");
  require_equal(task, object, "dims", dims);
  require_equal(task, object, "points", points);
  if (has(object, "type")) require_equal(task, object, "type", 0);
  const auto count = static_cast<std::size_t>(dims);
  StencilRecord record;
  record.stride =
      strided != 0 || has(object, "stride") ? get_ints(task, object, "stride", count) : std::vector<int>(count, 1);
  if (strided == 0 && std::ranges::any_of(record.stride, [](int stride) { return stride != 1; }))
    throw task.error() << "'" << object.path
                       << "' is a stencil with strides: read it with ops_decl_strided_stencil_hdf5";
  record.offsets.resize(count * static_cast<std::size_t>(points));
  read_numbers(task, object, {Type::i32, sizeof(int), "int"}, {record.offsets.size()}, record.offsets.data());
  return record;
}

std::vector<HaloRecord> read_halos(const Task& task, ops_dat from, ops_dat to) {
  const Session session;
  const std::string plain = std::string("from_") + from->name + "_to_" + to->name;
  const Handle file = open_to_read(task);
  std::vector<HaloRecord> halos;
  for (const std::string& name : links_of(task, file)) {
    if (name != plain && !name.starts_with(plain + "_")) continue;
    const Handle group = open_group(task, file, name);
    const Object object{group, name};
    if (is_between(task, object, from, to))
      halos.push_back(halo_at(task, object, static_cast<std::size_t>(from->block->dims)));
  }
  if (halos.empty())
    throw task.error() << "there is no halo '" << plain << "' from block '" << from->block->name << "' to block '"
                       << to->block->name << "'";
  return halos;
}

HaloRecord record_of(ops_halo halo) {
  const int dims = halo->from->block->dims;
  const auto axes = [dims](const int* values) { return std::vector<int>(values, values + dims); };
  return {axes(halo->iter_size), axes(halo->from_base), axes(halo->to_base), axes(halo->from_dir), axes(halo->to_dir)};
}

void read_constant(const Task& task, const char* name, int dim, const Component& component, void* data) {
  const Session session;
  require_plain_name(task, "constant", name);
  const Handle file = open_to_read(task), array = open_array(task, file, name);
  const Object object{array, name};
  require_kind(task, object, "ops_const");
  require_equal(task, object, "dim", dim);
  require_type_name(task, object, component.name.c_str());
  std::vector<std::byte> values(static_cast<std::size_t>(dim) * component.bytes);
  read_numbers(task, object, component, {static_cast<hsize_t>(dim)}, values.data());
  std::copy(values.begin(), values.end(), static_cast<std::byte*>(data));
}

}  // namespace ops::h5
