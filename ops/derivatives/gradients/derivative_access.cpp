// ops/derivatives/gradients/derivative_access.cpp: derivatives of datasets and reductions, as the user reads and seeds
// them.
#include <cstring>

#include "ops/data/layout.hpp"
#include "ops/data/memory_limit.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/derivatives/tape/tape.hpp"
#include "ops/loops/launch/memory_space.hpp"
#include "ops/support/alive.hpp"
#include "ops/support/format.hpp"

namespace {

using ops::error_at;
using ops::Tape;
using ops::Tracked;
using ops::Where;

ops::Context& living(ops_dat dat, const char* call, Where where) {
  if (!dat) throw error_at(OPS_INVALID_ARGUMENT, call, where) << "the dataset is null";
  if (!ops::alive(dat) || !dat->buffer) throw error_at(OPS_INVALID_ARGUMENT, call, where) << "the dataset was freed";
  return *dat->block->context;
}

/// The dataset on its tape, if it can have a derivative at all.
Tracked& active(ops_dat dat, const char* call, Where where) {
  ops::Context& context = living(dat, call, where);
  Tape& tape = ops::tape_of(&context, call, where);
  if (dat->passive)
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << "dataset '" << dat->name << "' is passive: it has no derivative";
  if (!ops::is_real(dat->element))
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << "dataset '" << dat->name << "' is of type " << dat->type << ", but only float and double have derivatives";
  tape.check_derivative(dat, call, where);
  return tape.recording.tracked(dat);
}

Tape& tape_of(const Tracked& dat) { return *dat.dat->block->context->hooks.tape; }

void check_host(ops_memspace memspace, ops_dat dat, const char* call, Where where) {
  if (memspace != OPS_HOST && memspace != 0)
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << "dataset '" << dat->name << "': memory space " << memspace
        << " does not exist on this target; use OPS_HOST (" << OPS_HOST << ")";
}

void check_readable(const Tracked& dat, const char* call, Where where) {
  const Tape& tape = tape_of(dat);
  if (!tape.shown->known() && !dat.seed)
    throw error_at(OPS_RUNTIME_ERROR, call, where)
        << "the derivative of dataset '" << dat.name << "' is not known yet: call ops_interpret_adjoints first";
}

void check_data(const char* data, ops_dat dat, const char* call, Where where) {
  if (!data)
    throw error_at(OPS_INVALID_ARGUMENT, call, where) << "dataset '" << dat->name << "': the data pointer is null";
}

bool same_inside(const Tracked& dat, const ops::BufferRef& buffer, const char* packed) {
  std::vector<std::byte> now(bytes_of(dat.layout, dat.layout.interior));
  ops::read_own_cells(now.data(), buffer, dat.layout, dat.layout.interior);
  const auto own = static_cast<std::size_t>(ops::own_cells(dat.layout, dat.layout.interior).volume()) *
                   static_cast<std::size_t>(dat.components);
  return std::memcmp(now.data(), packed, own * dat.layout.element) == 0;
}

}  // namespace

void ops_ad_constant(ops_dat dat, Where where) {
  Tape* const tape = living(dat, "ops_ad_constant", where).hooks.tape;
  if (!tape) return;
  tape->origins.declared(tape->recording.tracked(dat));
  tape->doubts.declared(tape->recording.tracked(dat));
}

char* ops_dat_derivative_get_raw_pointer(ops_dat dat, ops_stencil, ops_memspace* memspace, Where where) {
  const char* call = "ops_dat_derivative_get_raw_pointer";
  Tracked& t = active(dat, call, where);
  const ops_memspace space = ops::space_of_pointer(dat, ops::Pointers::derivative, memspace, call, where);
  return ops::hand_out(dat, ops::Pointers::derivative, tape_of(t).shown->of(t), space);
}

void ops_dat_release_raw_derivative(ops_dat dat, ops_access access, ops_memspace memspace, Where where) {
  const char* call = "ops_dat_release_raw_derivative";
  Tracked& t = active(dat, call, where);
  ops::require_space(dat, ops::Pointers::derivative, &memspace, call, where);
  if (access < OPS_READ || access > OPS_MAX)
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << "dataset '" << dat->name << "': " << ops::access_name(access) << " is not an access mode";
  if (dat->raw_derivative_out <= 0)
    throw error_at(OPS_RUNTIME_ERROR, call, where)
        << "dataset '" << dat->name
        << "': there is no raw pointer to release; call ops_dat_derivative_get_raw_pointer before each release";
  --dat->raw_derivative_out;
  dat->let_go();
  if (access != OPS_READ) {
    const ops::BufferRef& buffer = tape_of(t).shown->of(t);
    buffer->machine->owners_wrote(buffer, t.layout);
    return tape_of(t).shown->seed(t);
  }
  check_readable(t, call, where);
  tape_of(t).doubts.asked(t, true, call, where);
}

void ops_dat_release_raw_derivative(ops_dat dat, ops_access access, ops_memspace* memspace, Where where) {
  ops_dat_release_raw_derivative(dat, access, memspace ? *memspace : 0, where);
}

void ops_dat_fetch_derivative(ops_dat dat, char* data, ops_memspace memspace, Where where) {
  const char* call = "ops_dat_fetch_derivative";
  Tracked& t = active(dat, call, where);
  check_host(memspace, dat, call, where);
  check_data(data, dat, call, where);
  check_readable(t, call, where);
  Tape& tape = tape_of(t);
  tape.doubts.asked(t, false, call, where);
  ops::read_own_cells(reinterpret_cast<std::byte*>(data), tape.shown->of(t), t.layout, t.layout.interior);
}

void ops_dat_set_derivative(ops_dat dat, char* data, ops_memspace memspace, Where where) {
  const char* call = "ops_dat_set_derivative";
  Tracked& t = active(dat, call, where);
  check_host(memspace, dat, call, where);
  check_data(data, dat, call, where);
  Tape& tape = tape_of(t);
  const ops::BufferRef& buffer = tape.shown->of(t);
  if (t.newly_seeded && !same_inside(t, buffer, data))
    tape.recording.tell(
        ops::format("{} at {} replaces the seed of dataset '{}', which was set at {}; the two seeds are not added",
                    call, ops::place(where), dat->name, ops::place(t.seeded)));
  ops::fill_cells(buffer, t.layout, t.layout.allocated, nullptr);
  ops::write_own_cells(buffer, reinterpret_cast<const std::byte*>(data), t.layout, t.layout.interior);
  tape.shown->seed(t);
  t.newly_seeded = true;
  t.seeded = where;
}

void ops_dat_store_derivative(ops_dat dat, char* data, ops_memspace memspace, Where where) {
  const char* call = "ops_dat_store_derivative";
  Tracked& t = active(dat, call, where);
  check_host(memspace, dat, call, where);
  check_data(data, dat, call, where);
  tape_of(t).recorder.store(dat, data, where);
}

ops_dat ops_get_derivative_as_ops_dat(ops_dat dat, Where where) {
  Tracked& t = active(dat, "ops_get_derivative_as_ops_dat", where);
  return tape_of(t).shown->as_dat(t);
}

char* ops_dat_core::derivative_get_raw_pointer(ops_stencil stencil, ops_memspace* memspace) {
  return ops_dat_derivative_get_raw_pointer(this, stencil, memspace);
}
void ops_dat_core::release_raw_derivative(ops_access access, ops_memspace* memspace) {
  ops_dat_release_raw_derivative(this, access, memspace);
}
void ops_dat_core::release_raw_derivative(ops_access access, ops_memspace memspace) {
  ops_dat_release_raw_derivative(this, access, memspace);
}
void ops_dat_core::fetch_derivative(char* values, ops_memspace memspace) {
  ops_dat_fetch_derivative(this, values, memspace);
}
void ops_dat_core::set_derivative(char* values, ops_memspace memspace) {
  ops_dat_set_derivative(this, values, memspace);
}
void ops_dat_core::store_derivative(char* values, ops_memspace memspace) {
  ops_dat_store_derivative(this, values, memspace);
}
ops_dat ops_dat_core::get_derivative_as_ops_dat() { return ops_get_derivative_as_ops_dat(this); }

namespace ops {

void* reduction_seed(ops_reduction handle, Type asked, Where where) {
  const char* call = "ops_reduction_get_derivative";
  if (!handle || !alive(handle))
    throw error_at(OPS_INVALID_ARGUMENT, call, where) << "the reduction handle is null or no longer exists";
  if (!is_real(handle->element))
    throw error_at(OPS_INVALID_ARGUMENT, call, where) << "reduction '" << handle->name << "' is of type "
                                                      << handle->type << ", but only float and double have derivatives";
  if (asked != handle->element)
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << "reduction '" << handle->name << "' is of type " << handle->type << ", but this call expects type "
        << type_name(asked);
  const auto size = static_cast<std::size_t>(handle->size);
  if (handle->seed.size() != size) handle->seed.assign(size, std::byte{});
  // So that interpretation looks at this handle even if no recorded loop uses it.
  if (Tape* tape = handle->context->hooks.tape) static_cast<void>(tape->recording.reductions[handle]);
  return handle->seed.data();
}

void* scalar_derivative(ops_scalar scalar, Type asked, Where where) {
  const char* call = "ops_scalar_get_derivative";
  if (!scalar || !alive(scalar))
    throw error_at(OPS_INVALID_ARGUMENT, call, where) << "the scalar is null or no longer exists";
  if (asked != scalar->element)
    throw error_at(OPS_INVALID_ARGUMENT, call, where) << "scalar '" << scalar->name << "' is of type " << scalar->type
                                                      << ", but this call expects type " << type_name(asked);
  if (scalar->passive)
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << "scalar '" << scalar->name << "' is passive: it has no derivative";
  Tape& tape = tape_of(scalar->context, call, where);
  if (!tape.shown->known() || scalar->derivative.empty())
    throw error_at(OPS_RUNTIME_ERROR, call, where)
        << "the derivative of scalar '" << scalar->name << "' is not known yet: call ops_interpret_adjoints first";
  tape.doubts.asked(*scalar, call, where);
  return scalar->derivative.data();
}

void seed_last_result(ops_reduction handle, Type asked, const void* seed, Where where) {
  if (!seed)
    throw error_at(OPS_INVALID_ARGUMENT, "get_result", where)
        << "reduction '" << handle->name << "': the seed pointer is null";
  void* to = reduction_seed(handle, asked, where);
  if (Tape* tape = handle->context->hooks.tape) return tape->seeds.set(handle, seed);
  std::memcpy(to, seed, static_cast<std::size_t>(handle->size));
}

}  // namespace ops

void ops_interpret_adjoints(ops::Context* instance, Where where) {
  constexpr const char* call = "ops_interpret_adjoints";
  try {
    ops::tape_of(instance, call, where).home().interpret(where);
  } catch (...) {
    ops::rethrow_as(call, where);
  }
}
void ops_ad_reset(ops::Context* instance, Where where) {
  if (!instance) throw error_at(OPS_INVALID_ARGUMENT, "ops_ad_reset", where) << "the instance is null";
  Tape* const tape = instance->hooks.tape;
  if (!tape) return;
  tape->home().require_current("ops_ad_reset", where);
  tape->home().reset();
}
ops_ad_statistics ops_ad_get_statistics(ops::Context* instance, Where where) {
  return ops::tape_of(instance, "ops_ad_get_statistics", where).statistics();
}
