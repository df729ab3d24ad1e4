// ops/api/data.cpp: access to values from outside loops. The C functions check the handle, the members do the work.
#include "ops/api/data.hpp"

#include <cmath>
#include <cstring>

#include "ops/api/handle_checks.hpp"
#include "ops/api/host_access.hpp"
#include "ops/api/output.hpp"
#include "ops/data/layout.hpp"
#include "ops/data/machine.hpp"
#include "ops/data/passes.hpp"
#include "ops/loops/launch/memory_space.hpp"
#include "ops/loops/launch/recorder.hpp"

namespace {

/// The interior cells of this process.
ops::Box own_interior(ops_dat dat) { return ops::own_cells(dat->layout, dat->layout.interior); }

void fetch(ops_dat dat, const ops::Box& cells, char* data, ops_memspace memspace, const char* call, ops::Where where) {
  ops::require_host(dat, memspace, call, where);
  if (!ops::own_cells(dat->layout, cells).empty())
    ops::require_pointer(data, call, dat->name, "the buffer to fetch into", where);
  ops::fetched_outside(dat, where);
  ops::read_own_cells(reinterpret_cast<std::byte*>(data), dat->buffer, dat->layout, cells);
}

void set(ops_dat dat, const ops::Box& cells, const char* data, ops_memspace memspace, const char* call,
         ops::Where where) {
  ops::require_host(dat, memspace, call, where);
  if (!ops::own_cells(dat->layout, cells).empty())
    ops::require_pointer(data, call, dat->name, "the buffer to set from", where);
  if (cells.empty()) return;
  ops::write_outside(dat, cells, call, where);
  ops::write_own_cells(dat->buffer, reinterpret_cast<const std::byte*>(data), dat->layout, cells);
  ops::written_outside(dat, cells, call, where);
}

}  // namespace

int ops_dat_core::get_local_npartitions() { return 1; }
int ops_dat_core::get_global_npartitions() { return ops_num_procs(); }

void ops_dat_core::get_extents(int part, int* disp, int* extents, ops::Where where) {
  constexpr const char* call = "ops_dat_get_extents";
  ops::usable(this, call, where);
  ops::require_part(this, part, call, where);
  const ops::Box own = own_interior(this);
  for (std::size_t d = 0; d < static_cast<std::size_t>(block->dims); ++d) {
    if (disp != nullptr) disp[d] = own.empty() ? 0 : own.lo[d] - layout.interior.lo[d];
    if (extents != nullptr) extents[d] = own.empty() ? 0 : own.extent(static_cast<int>(d));
  }
}

void ops_dat_core::get_raw_metadata(int part, int* disp, int* extents, int* allocated, int* below, int* above,
                                    ops::Where where) {
  constexpr const char* call = "ops_dat_get_raw_metadata";
  ops::usable(this, call, where);
  ops::require_part(this, part, call, where);
  get_extents(part, disp, extents, where);
  for (std::size_t d = 0; d < static_cast<std::size_t>(block->dims); ++d) {
    if (allocated != nullptr) allocated[d] = size[d];
    if (below != nullptr) below[d] = d_m[d];
    if (above != nullptr) above[d] = d_p[d];
  }
}

size_t ops_dat_core::get_slab_extents(int part, int* disp, int* extents, int* slab, ops::Where where) {
  constexpr const char* call = "ops_dat_get_slab_extents";
  ops::usable(this, call, where);
  ops::require_part(this, part, call, where);
  ops::require_pointer(slab, call, name, "slab", where);
  ops::Box asked;
  for (std::size_t d = 0; d < static_cast<std::size_t>(block->dims); ++d) {
    asked.lo[d] = slab[2 * d];
    asked.hi[d] = slab[2 * d + 1];
  }
  const ops::Box held = ops::own_cells(layout, ops::intersection(asked, layout.allocated));
  for (int d = 0; d < block->dims; ++d) {
    if (disp != nullptr) disp[d] = held.lo[static_cast<std::size_t>(d)];
    if (extents != nullptr) extents[d] = held.extent(d);
  }
  return static_cast<size_t>(held.volume()) * static_cast<size_t>(elem_size);
}

char* ops_dat_core::get_raw_pointer(int part, ops_stencil /*reach: halos are all here*/, ops_memspace* memspace,
                                    ops::Where where) {
  constexpr const char* call = "ops_dat_get_raw_pointer";
  ops::Context& context = ops::usable(this, call, where);
  ops::require_part(this, part, call, where);
  const ops_memspace space = ops::space_of_pointer(this, ops::Pointers::values, memspace, call, where);
  reducing = -1;
  if (context.hooks.recorder != nullptr) context.hooks.recorder->raw_access(this, where);
  return ops::hand_out(this, ops::Pointers::values, buffer, space);
}

void ops_dat_core::release_raw_data(int part, ops_access access, ops::Where where) {
  release_raw_data(part, access, nullptr, where);
}

void ops_dat_core::release_raw_data(int part, ops_access access, ops_memspace* memspace, ops::Where where) {
  constexpr const char* call = "ops_dat_release_raw_data";
  ops::Context& context = ops::usable(this, call, where);
  ops::require_part(this, part, call, where);
  ops::require_space(this, ops::Pointers::values, memspace, call, where);
  if (access < OPS_READ || access > OPS_MAX)
    throw ops::error_at(OPS_INVALID_ARGUMENT, call, where)
        << "dataset '" << name << "': " << ops::access_name(access)
        << " is not an access mode (OPS_READ, OPS_WRITE, OPS_RW, OPS_INC, OPS_MIN or OPS_MAX)";
  if (raw_out == 0)
    throw ops::error_at(OPS_RUNTIME_ERROR, call, where)
        << "dataset '" << name
        << "': there is no raw pointer to release; call ops_dat_get_raw_pointer before each release";
  --raw_out;
  let_go();
  if (access != OPS_READ) reducing = OPS_WRITE;
  if (access != OPS_READ) buffer->machine->owners_wrote(buffer, layout);
  if (access != OPS_READ) ops::written_outside(this, layout.allocated, call, where);
  if (context.hooks.recorder == nullptr) return;
  if (access != OPS_WRITE) context.hooks.recorder->raw_known(this, where);
  access == OPS_READ ? context.hooks.recorder->raw_read(this, where) : context.hooks.recorder->raw_write(this, where);
}

void ops_dat_core::fetch_data(int part, char* out, ops_memspace memspace, ops::Where where) {
  ops::usable(this, "ops_dat_fetch_data", where);
  ops::require_part(this, part, "ops_dat_fetch_data", where);
  fetch(this, layout.interior, out, memspace, "ops_dat_fetch_data", where);
}

void ops_dat_core::fetch_data_slab(int part, char* out, int* range, ops_memspace memspace, ops::Where where) {
  constexpr const char* call = "ops_dat_fetch_data_slab_memspace";
  ops::usable(this, call, where);
  ops::require_part(this, part, call, where);
  fetch(this, ops::require_slab(this, range, call, where), out, memspace, call, where);
}

void ops_dat_core::set_data(int part, char* in, ops_memspace memspace, ops::Where where) {
  ops::usable(this, "ops_dat_set_data", where);
  ops::require_part(this, part, "ops_dat_set_data", where);
  set(this, layout.interior, in, memspace, "ops_dat_set_data", where);
}

void ops_dat_core::set_data_slab(int part, char* in, int* range, ops_memspace memspace, ops::Where where) {
  constexpr const char* call = "ops_dat_set_data_slab_memspace";
  ops::usable(this, call, where);
  ops::require_part(this, part, call, where);
  set(this, ops::require_slab(this, range, call, where), in, memspace, call, where);
}

void ops_dat_core::get_data(ops::Where where) { ops::usable(this, "ops_get_data", where); }

void ops_dat_fetch_all(ops_dat dat, char* data, ops::Where where) {
  constexpr const char* call = "ops_dat_fetch_all";
  ops::usable(dat, call, where);
  ops::require_pointer(data, call, dat->name, "the buffer to fetch into", where);
  ops::fetched_outside(dat, where);
  ops::read_cells(reinterpret_cast<std::byte*>(data), dat->buffer, dat->layout, dat->layout.allocated);
}

int ops_dat_get_local_npartitions(ops_dat dat, ops::Where where) {
  ops::usable(dat, "ops_dat_get_local_npartitions", where);
  return dat->get_local_npartitions();
}
int ops_dat_get_global_npartitions(ops_dat dat, ops::Where where) {
  ops::usable(dat, "ops_dat_get_global_npartitions", where);
  return dat->get_global_npartitions();
}
void ops_dat_get_extents(ops_dat dat, int part, int* disp, int* size, ops::Where where) {
  ops::usable(dat, "ops_dat_get_extents", where);
  dat->get_extents(part, disp, size, where);
}
std::size_t ops_dat_get_slab_extents(ops_dat dat, int part, int* disp, int* size, int* slab, ops::Where where) {
  ops::usable(dat, "ops_dat_get_slab_extents", where);
  return dat->get_slab_extents(part, disp, size, slab, where);
}
void ops_dat_get_raw_metadata(ops_dat dat, int part, int* disp, int* size, int* stride, int* d_m, int* d_p,
                              ops::Where where) {
  ops::usable(dat, "ops_dat_get_raw_metadata", where);
  dat->get_raw_metadata(part, disp, size, stride, d_m, d_p, where);
}
char* ops_dat_get_raw_pointer(ops_dat dat, int part, ops_stencil stencil, ops_memspace* memspace, ops::Where where) {
  ops::usable(dat, "ops_dat_get_raw_pointer", where);
  return dat->get_raw_pointer(part, stencil, memspace, where);
}
void ops_dat_release_raw_data(ops_dat dat, int part, ops_access access, ops::Where where) {
  ops::usable(dat, "ops_dat_release_raw_data", where);
  dat->release_raw_data(part, access, where);
}
void ops_dat_release_raw_data_memspace(ops_dat dat, int part, ops_access access, ops_memspace* memspace,
                                       ops::Where where) {
  ops::usable(dat, "ops_dat_release_raw_data_memspace", where);
  dat->release_raw_data(part, access, memspace, where);
}
void ops_dat_fetch_data(ops_dat dat, int part, char* data, ops::Where where) {
  ops_dat_fetch_data_memspace(dat, part, data, OPS_HOST, where);
}
void ops_dat_fetch_data_memspace(ops_dat dat, int part, char* data, ops_memspace memspace, ops::Where where) {
  ops::usable(dat, "ops_dat_fetch_data", where);
  dat->fetch_data(part, data, memspace, where);
}
void ops_dat_fetch_data_slab_memspace(ops_dat dat, int part, char* data, int* range, ops_memspace memspace,
                                      ops::Where where) {
  ops::usable(dat, "ops_dat_fetch_data_slab_memspace", where);
  dat->fetch_data_slab(part, data, range, memspace, where);
}
void ops_dat_set_data(ops_dat dat, int part, char* data, ops::Where where) {
  ops_dat_set_data_memspace(dat, part, data, OPS_HOST, where);
}
void ops_dat_set_data_memspace(ops_dat dat, int part, char* data, ops_memspace memspace, ops::Where where) {
  ops::usable(dat, "ops_dat_set_data", where);
  dat->set_data(part, data, memspace, where);
}
void ops_dat_set_data_slab_memspace(ops_dat dat, int part, char* data, int* range, ops_memspace memspace,
                                    ops::Where where) {
  ops::usable(dat, "ops_dat_set_data_slab_memspace", where);
  dat->set_data_slab(part, data, range, memspace, where);
}
void ops_get_data(ops_dat dat, ops::Where where) { ops::usable(dat, "ops_get_data", where); }
void ops_put_data(ops_dat dat, ops::Where where) { ops::usable(dat, "ops_put_data", where); }
