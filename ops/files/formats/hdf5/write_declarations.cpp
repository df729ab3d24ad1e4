// ops/files/formats/hdf5/write_declarations.cpp: writes declarations and values to a file.
#include <algorithm>
#include <functional>
#include <map>

#include "ops/files/formats/hdf5/array.hpp"
#include "ops/files/formats/hdf5/attributes.hpp"
#include "ops/files/formats/hdf5/file.hpp"
#include "ops/files/formats/hdf5/put.hpp"
#include "ops/files/formats/hdf5/records.hpp"

namespace ops::h5 {
namespace {

std::span<const int> axes(const int* values, int dims) { return {values, static_cast<std::size_t>(dims)}; }

std::span<const int> axes(const Index& values, int dims) { return axes(values.data(), dims); }

Index extents(const Box& box) {
  Index result{};
  for (int axis = 0; axis < max_dim; ++axis) result[static_cast<std::size_t>(axis)] = box.extent(axis);
  return result;
}

Index difference(const Index& a, const Index& b) {
  Index result{};
  std::ranges::transform(a, b, result.begin(), std::minus{});
  return result;
}

void put_stencil(const Task& task, hid_t file, ops_stencil stencil) {
  require_plain_name(task, "stencil", stencil->name);
  const auto numbers = static_cast<hsize_t>(stencil->dims) * static_cast<hsize_t>(stencil->points);
  const Handle array =
      write_numbers(task, file, stencil->name, {Type::i32, sizeof(int), "int"}, {numbers}, stencil->stencil);
  put(task, array, "ops_type", "ops_stencil");
  put(task, array, "dims", stencil->dims);
  put(task, array, "points", stencil->points);
  put(task, array, "index", stencil->index);
  put(task, array, "stride", axes(stencil->stride, stencil->dims));
  put(task, array, "mgrid_stride", axes(stencil->mgrid_stride, stencil->dims));
  put(task, array, "type", stencil->type);
}

bool is_that_halo(const Task& task, hid_t file, const std::string& name, ops_halo halo) {
  const Handle group = open_group(task, file, name);
  const Object found{group, name};
  return has(found, "index") && get_int(task, found, "index") == halo->index;
}

/// from_u_to_v; a number follows where another halo between datasets of those names has it.
std::string halo_name(const Task& task, hid_t file, ops_halo halo) {
  const std::string plain = std::string("from_") + halo->from->name + "_to_" + halo->to->name;
  std::string name = plain;
  for (int next = 1; kind_at(file, name) == H5O_TYPE_GROUP && !is_that_halo(task, file, name, halo); ++next)
    name = plain + "_" + std::to_string(next);
  return name;
}

void put_halo(const Task& task, hid_t file, ops_halo halo) {
  require_plain_name(task, "dataset", halo->from->name);
  require_plain_name(task, "dataset", halo->to->name);
  const Handle group = group_at(task, file, halo_name(task, file, halo));
  const int dims = halo->from->block->dims;
  put(task, group, "ops_type", "ops_halo");
  put(task, group, "index", halo->index);
  put(task, group, "from", halo->from->name);
  put(task, group, "to", halo->to->name);
  put(task, group, "from_block", halo->from->block->name);
  put(task, group, "to_block", halo->to->block->name);
  put(task, group, "iter_size", axes(halo->iter_size, dims));
  put(task, group, "from_base", axes(halo->from_base, dims));
  put(task, group, "to_base", axes(halo->to_base, dims));
  put(task, group, "from_dir", axes(halo->from_dir, dims));
  put(task, group, "to_dir", axes(halo->to_dir, dims));
}

/// Names that are taken in the file, and by what.
class Names {
 public:
  explicit Names(const Task& task) : task_(task) {}
  /// @param what  "block", "dataset", ..
  void take(const std::string& path, const std::string& what) {
    const auto [at, fresh] = taken_.emplace(path, what);
    if (!fresh)
      throw task_.error(OPS_INVALID_ARGUMENT)
          << "a " << at->second << " and a " << what << " would have the same path '" << path
          << "' in this file: rename one of them";
  }

 private:
  const Task& task_;
  std::map<std::string, std::string> taken_;
};

bool same_points(const ops_stencil_core& a, const ops_stencil_core& b) {
  return a.dims == b.dims && a.type == b.type && a.storage == b.storage;
}

/// Programs declare a stencil again in each of their parts: equal ones count once.
bool declared_before(const Context& context, const ops_stencil_core& stencil) {
  return std::ranges::any_of(context.stencils, [&](const auto& other) {
    return other->index < stencil.index && other->name_storage == stencil.name_storage && same_points(*other, stencil);
  });
}

void put_stencils(const Task& task, hid_t file, const Context& context, Names& names) {
  for (const auto& stencil : context.stencils) {
    if (declared_before(context, *stencil)) continue;
    names.take(stencil->name, "stencil");
    put_stencil(task, file, stencil.get());
  }
}

}  // namespace

std::size_t room_for(const Storage& storage, ops_dat dat) {
  return room_of(storage, {dat, dat->layout.allocated}) + small;
}

void put_block(const Task& task, hid_t file, ops_block block) {
  require_plain_name(task, "block", block->name);
  const Handle group = group_at(task, file, block->name);
  put(task, group, "ops_type", "ops_block");
  put(task, group, "dims", block->dims);
  put(task, group, "index", block->index);
}

Handle put_dat(const Task& task, const Storage& storage, hid_t file, ops_dat dat, ops_dat like, const std::string& name,
               const std::string& folder) {
  require_plain_name(task, "block", like->block->name);
  require_plain_name(task, "dataset", name.c_str());
  const int dims = like->block->dims;
  const Box &inside = like->layout.interior, &all = like->layout.allocated;
  Handle array = write_array(task, storage, file, folder + like->block->name + "/" + name, {dat, all});
  put(task, array, "ops_type", "ops_dat");
  put(task, array, "block", like->block->name);
  put(task, array, "block_index", like->block->index);
  put(task, array, "dim", like->dim);
  put(task, array, "size", axes(extents(inside), dims));
  put(task, array, "d_m", axes(difference(all.lo, inside.lo), dims));
  put(task, array, "d_p", axes(difference(all.hi, inside.hi), dims));
  put(task, array, "base", axes(inside.lo, dims));
  put(task, array, "stride", axes(like->stride, dims));
  put(task, array, "type", like->type);
  return array;
}

void write_block(const Task& task, ops_block block) {
  const Session session;
  Edit edit(task, Edit::Kind::add, small);
  put_block(task, edit.file(), block);
  edit.keep();
}

void write_dat(const Task& task, const Storage& storage, ops_dat dat) {
  const Session session;
  Edit edit(task, Edit::Kind::add, room_for(storage, dat));
  put_dat(task, storage, edit.file(), dat, dat, dat->name);
  edit.keep();
}

void write_dat_and_derivative(const Task& task, const Storage& storage, ops_dat dat, ops_dat derivative) {
  const Session session;
  Edit edit(task, Edit::Kind::add, 2 * room_for(storage, dat));
  put_dat(task, storage, edit.file(), dat, dat, dat->name);
  const Handle array = put_dat(task, storage, edit.file(), derivative, dat, dat->name_storage + "_derivative");
  put(task, array, "derivative_of", dat->name);
  edit.keep();
}

void write_stencil(const Task& task, ops_stencil stencil) {
  const Session session;
  Edit edit(task, Edit::Kind::add, small + stencil->storage.size() * sizeof(int));
  put_stencil(task, edit.file(), stencil);
  edit.keep();
}

void write_halo(const Task& task, ops_halo halo) {
  const Session session;
  Edit edit(task, Edit::Kind::add, small);
  put_halo(task, edit.file(), halo);
  edit.keep();
}

void write_all(const Task& task, const Storage& storage, const Context& context, const std::vector<ops_dat>& dats) {
  const Session session;
  std::size_t room = small * (2 + context.blocks.size() + context.stencils.size() + context.halos.size());
  for (const ops_dat dat : dats) room += room_for(storage, dat);
  Edit edit(task, Edit::Kind::replace, room);
  Names names(task);
  for (const auto& block : context.blocks) {
    names.take(block->name, "block");
    put_block(task, edit.file(), block.get());
  }
  for (const ops_dat dat : dats) {
    names.take(dat->block->name_storage + "/" + dat->name, "dataset");
    put_dat(task, storage, edit.file(), dat, dat, dat->name);
  }
  put_stencils(task, edit.file(), context, names);
  for (const auto& halo : context.halos) put_halo(task, edit.file(), halo.get());
  edit.keep();
}

void write_constant(const Task& task, const char* name, int dim, const Component& component, const void* data) {
  const Session session;
  require_plain_name(task, "constant", name);
  Edit edit(task, Edit::Kind::add, small + static_cast<std::size_t>(dim) * component.bytes);
  const Handle array = write_numbers(task, edit.file(), name, component, {static_cast<hsize_t>(dim)}, data);
  put(task, array, "ops_type", "ops_const");
  put(task, array, "dim", dim);
  put(task, array, "type", component.name);
  edit.keep();
}

}  // namespace ops::h5
