// ops/api/hdf5.cpp: the HDF5 calls: check handles, notify recorders, and declare objects from records.
// ops/files/formats accesses the files.
#include "ops/api/hdf5.hpp"

#include <algorithm>

#include "ops/api/declare.hpp"
#include "ops/api/handle_checks.hpp"
#include "ops/api/hdf5_task.hpp"
#include "ops/api/host_access.hpp"
#include "ops/api/instance.hpp"
#include "ops/api/instance_parts.hpp"
#include "ops/data/halo.hpp"
#include "ops/data/make_handles.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/files/formats/hdf5/by_one.hpp"
#include "ops/files/formats/hdf5/records.hpp"

namespace {

using ops::h5::by_all;
using ops::h5::by_one;
using ops::h5::Task;

/// A declaration that is refused says which file wanted it.
template <class Declare>
auto declare_from(const Task& task, Declare declare) {
  try {
    return declare();
  } catch (const OPSException& refused) {
    throw OPSException(refused.code, refused.what())
        << " (" << task.call << " read this from file '" << task.file << "')";
  }
}

void require_count(const Task& task, const char* what, int value, int most) {
  if (value < 1 || value > most)
    throw task.error(OPS_INVALID_ARGUMENT) << what << " is " << value << "; 1 to " << most << " are possible";
}

/// The type of a constant, which must be one of the API's: there is no dataset to know the size of another.
ops::h5::Component constant_type(const Task& task, const char* name, int dim, const char* type, const void* data) {
  ops::require_pointer(name, task.call, nullptr, "the name", task.where);
  ops::require_pointer(data, task.call, name, "the value", task.where);
  ops::require_pointer(type, task.call, name, "the type string", task.where);
  if (dim < 1)
    throw task.error(OPS_INVALID_ARGUMENT)
        << "constant '" << name << "' has " << dim << " values; at least one is needed";
  const ops::Type known = *type == '\0' ? ops::Type::user : ops::type_from_name(type);
  if (known == ops::Type::user)
    throw task.error(OPS_INVALID_ARGUMENT) << "constant '" << name << "': unknown type string \"" << type << "\"";
  return {known, ops::type_size(known), type};
}

/// All cells get the values of the file; either all do, or none.
void read_into(const Task& task, ops_dat dat) {
  std::vector<std::byte> values = by_all(task, [&] { return ops::h5::read_values(task, dat); });
  if (ops::keep_for_place(dat, values)) return;
  const ops::Box& cells = dat->layout.allocated;
  ops::write_outside(dat, cells, task.call, task.where);
  ops::write_cells(dat->buffer, values.data(), dat->layout, cells);
  ops::written_outside(dat, cells, task.call, task.where);
}

bool declared(const ops::Context& context, ops_dat from, ops_dat to, const ops::h5::HaloRecord& record) {
  return std::ranges::any_of(context.halos, [&](const auto& halo) {
    return halo->from == from && halo->to == to && ops::h5::record_of(halo.get()) == record;
  });
}

ops_stencil declare_stencil(const Task& task, int dims, int points, int strides, const char* name) {
  OPS_instance& instance = ops::default_instance(task.call, task.where);
  require_count(task, "the number of dimensions", dims, ops::max_dim);
  require_count(task, "the number of points", points, 1 << 20);
  const ops::h5::StencilRecord record =
      by_all(task, [&] { return ops::h5::read_stencil(task, dims, points, strides, name); });
  const int* stride = strides == 0 ? nullptr : record.stride.data();
  return declare_from(task, [&] {
    return ops::declare_stencil(instance, dims, points, record.offsets.data(), name, stride, 0, task.where);
  });
}

}  // namespace

void ops_fetch_block_hdf5_file(ops_block block, const char* file, ops::Where where) {
  const Task task = ops::task("ops_fetch_block_hdf5_file", file, where);
  ops::require_alive(block, task.call, "block", where);
  by_one(task, {}, [&](const Task& one) { ops::h5::write_block(one, block); });
}

void ops_fetch_dat_hdf5_file(ops_dat dat, const char* file, ops::Where where) {
  const Task task = ops::task("ops_fetch_dat_hdf5_file", file, where);
  const ops::h5::Storage storage = ops::storage(ops::usable(dat, task.call, where));
  if (ops::written_before(dat)) return;
  ops::read_outside(dat, where);
  by_one(task, {dat}, [&](const Task& one) { ops::h5::write_dat(one, storage, dat); });
}

void ops_fetch_dat_and_derivative_hdf5_file(ops_dat dat, const char* file, ops::Where where) {
  const Task task = ops::task("ops_fetch_dat_and_derivative_hdf5_file", file, where);
  const ops::h5::Storage storage = ops::storage(ops::usable(dat, task.call, where));
  const ops_dat derivative = ops_get_derivative_as_ops_dat(dat, where);
  ops::read_outside(dat, where);
  ops::read_outside(derivative, where);
  by_one(task, {dat, derivative},
         [&](const Task& one) { ops::h5::write_dat_and_derivative(one, storage, dat, derivative); });
}

void ops_fetch_stencil_hdf5_file(ops_stencil stencil, const char* file, ops::Where where) {
  const Task task = ops::task("ops_fetch_stencil_hdf5_file", file, where);
  ops::require_alive(stencil, task.call, "stencil", where);
  by_one(task, {}, [&](const Task& one) { ops::h5::write_stencil(one, stencil); });
}

void ops_fetch_halo_hdf5_file(ops_halo halo, const char* file, ops::Where where) {
  const Task task = ops::task("ops_fetch_halo_hdf5_file", file, where);
  ops::require_alive(halo, task.call, "halo", where);
  by_one(task, {}, [&](const Task& one) { ops::h5::write_halo(one, halo); });
}

void ops_dump_to_hdf5(const char* file, ops::Where where) {
  const Task task = ops::task("ops_dump_to_hdf5", file, where);
  OPS_instance& instance = ops::default_instance(task.call, where);
  std::vector<ops_dat> dats;
  for (const auto& dat : instance.dats)
    if (dat != nullptr) dats.push_back(dat.get());
  if (std::ranges::any_of(dats, ops::written_before)) return;
  for (const ops_dat dat : dats) ops::read_outside(dat, where);
  by_one(task, dats, [&](const Task& one) { ops::h5::write_all(one, ops::storage(instance), instance, dats); });
}

ops_block ops_decl_block_hdf5(int dims, const char* name, const char* file, ops::Where where) {
  const Task task = ops::task("ops_decl_block_hdf5", file, where);
  OPS_instance& instance = ops::default_instance(task.call, where);
  by_all(task, [&] { return ops::h5::check_block(task, dims, name), true; });
  return ops::declare_block(instance, dims, name, where);
}

ops_dat ops_decl_dat_hdf5(ops_block block, int dim, const char* type, const char* name, const char* file,
                          ops::Where where) {
  const Task task = ops::task("ops_decl_dat_hdf5", file, where);
  ops::require_alive(block, task.call, "block", where);
  ops::require_pointer(name, task.call, nullptr, "the name", where);
  if (type == nullptr || *type == '\0')
    throw task.error(OPS_INVALID_ARGUMENT) << "dataset '" << name << "': the type string is null or empty";
  require_count(task, "the number of components", dim, 1 << 24);
  const ops::h5::DatRecord record = by_all(task, [&] { return ops::h5::read_dat(task, block, dim, type, name); });
  const bool user = ops::type_from_name(type) == ops::Type::user;
  const ops::Element element{ops::Type::user, record.element_bytes, false, user};
  const ops::DatRequest request{task.call,
                                dim,
                                record.size.data(),
                                record.base.data(),
                                record.d_m.data(),
                                record.d_p.data(),
                                record.stride.data(),
                                nullptr,
                                type,
                                name,
                                element,
                                false};
  const ops_dat dat = declare_from(task, [&] { return ops::declare_dat(block, request, where); });
  try {
    read_into(task, dat);
  } catch (...) {
    ops_free_dat(dat, where);
    throw;
  }
  block->instance->parts(task.call, where).hdf5_files[dat] = file;
  return dat;
}

void ops_read_dat_hdf5(ops_dat dat, ops::Where where) {
  constexpr const char* call = "ops_read_dat_hdf5";
  ops::usable(dat, call, where);
  const auto& files = dat->instance->parts(call, where).hdf5_files;
  const auto file = files.find(dat);
  if (file == files.end())
    throw ops::error_at(OPS_INVALID_ARGUMENT, call, where)
        << "dataset '" << dat->name << "' has no associated file, because it was not declared with ops_decl_dat_hdf5";
  read_into({call, file->second, where}, dat);
}

ops_stencil ops_decl_stencil_hdf5(int dims, int points, const char* name, const char* file, ops::Where where) {
  return declare_stencil(ops::task("ops_decl_stencil_hdf5", file, where), dims, points, 0, name);
}

ops_stencil ops_decl_strided_stencil_hdf5(int dims, int points, int stride_size, const char* name, const char* file,
                                          ops::Where where) {
  const Task task = ops::task("ops_decl_strided_stencil_hdf5", file, where);
  if (stride_size != dims)
    throw task.error(OPS_INVALID_ARGUMENT)
        << "stride_size is " << stride_size << ", but must equal the number of dimensions, " << dims;
  return declare_stencil(task, dims, points, stride_size, name);
}

ops_halo ops_decl_halo_hdf5(ops_dat from, ops_dat to, const char* file, ops::Where where) {
  const Task task = ops::task("ops_decl_halo_hdf5", file, where);
  ops::Context& context = ops::usable(from, task.call, where);
  ops::usable(to, task.call, where);
  const std::vector<ops::h5::HaloRecord> records = by_all(task, [&] { return ops::h5::read_halos(task, from, to); });
  const auto next =
      std::ranges::find_if_not(records, [&](const auto& record) { return declared(context, from, to, record); });
  const ops::h5::HaloRecord& record = next == records.end() ? records.front() : *next;
  const ops::HaloRequest request{from,
                                 to,
                                 record.iter_size.data(),
                                 record.from_base.data(),
                                 record.to_base.data(),
                                 record.from_dir.data(),
                                 record.to_dir.data()};
  return declare_from(task, [&] { return ops::declare_halo(context, request, where); });
}

void ops_write_const_hdf5(const char* name, int dim, const char* type, char* data, const char* file, ops::Where where) {
  const Task task = ops::task("ops_write_const_hdf5", file, where);
  const ops::h5::Component component = constant_type(task, name, dim, type, data);
  by_one(task, {}, [&](const Task& one) { ops::h5::write_constant(one, name, dim, component, data); });
}

void ops_get_const_hdf5(const char* name, int dim, const char* type, char* data, const char* file, ops::Where where) {
  const Task task = ops::task("ops_get_const_hdf5", file, where);
  const ops::h5::Component component = constant_type(task, name, dim, type, data);
  by_all(task, [&] { return ops::h5::read_constant(task, name, dim, component, data), true; });
}
