// ops/tape/tangents.cpp: directions in, directional derivatives out, as the user gives and reads them.
#include "ops/tape/tangents.hpp"

#include <algorithm>
#include <cstring>
#include <ranges>

#include "ops/core/alive.hpp"
#include "ops/core/region.hpp"
#include "ops/tape/tangent.hpp"

namespace {

using ops::error_at;
using ops::Tape;
using ops::Tracked;
using ops::Where;

constexpr const char* call = "ops_tangent";

bool usable(ops_dat dat, const ops::Context& context) {
  return dat && ops::alive(dat) && dat->buffer && dat->block->context == &context;
}

void check_active(ops_dat dat, const char* asked, Where where) {
  if (dat->passive) throw error_at(OPS_INVALID_ARGUMENT, asked, where) << "dataset '" << dat->name << "' is passive: it has no derivative";
  if (!ops::is_real(dat->element))
    throw error_at(OPS_INVALID_ARGUMENT, asked, where)
        << "dataset '" << dat->name << "' is " << dat->type << ": only float and double have derivatives";
}

void check_direction(const ops_ad_direction& d, const ops::Context& context, Where where) {
  const auto fail = [&] { return error_at(OPS_INVALID_ARGUMENT, call, where); };
  if (!usable(d.dat, context)) throw fail() << "a dataset with a direction is null, freed, or of another instance";
  check_active(d.dat, call, where);
  if (d.data) return;
  if (!usable(d.values, context)) throw fail() << "the direction of dataset '" << d.dat->name << "' is null, freed, or of another instance";
  if (d.values->element != d.dat->element)
    throw fail() << "the direction of dataset '" << d.dat->name << "' is " << d.values->type << ", must be " << d.dat->type;
  if (d.values->dim != d.dat->dim || !(d.values->layout.allocated == d.dat->layout.allocated))
    throw fail() << "the direction of dataset '" << d.dat->name << "', dataset '" << d.values->name << "', has another shape";
}

void set(const ops_ad_direction& d, Tape& tape) {
  Tracked& dat = tape.tracked(d.dat);
  const ops::FieldMemory memory = tape.memory();
  if (d.data) {
    dat.tangent.read(dat.layout.interior, memory);
    ops::unpack_region(dat.tangent.buffer()->data, reinterpret_cast<const std::byte*>(d.data), dat.layout, dat.layout.interior, memory.parallel);
  } else {
    dat.tangent.read(dat.layout.allocated, memory);
    ops::copy_region(dat.tangent.buffer()->data, dat.layout, d.values->buffer->data, d.values->layout, dat.layout.allocated, memory.parallel);
  }
}

void check_known(const Tape& tape, const char* asked, Where where) {
  if (!tape.tangents.known) throw error_at(OPS_RUNTIME_ERROR, asked, where) << "no directional derivative is known yet: call ops_tangent first";
}

}  // namespace

void ops_tangent(ops::Context* instance, const std::vector<ops_ad_direction>& directions, Where where) {
  Tape& tape = ops::tape_of(instance, call, where);
  tape.require_current(call, where);
  tape.check_recording(call, where);
  if (directions.empty()) throw error_at(OPS_INVALID_ARGUMENT, call, where) << "no directions are given";
  for (std::size_t i = 0; i < directions.size(); ++i) {
    check_direction(directions[i], *instance, where);
    for (std::size_t j = 0; j < i; ++j)
      if (directions[i].dat == directions[j].dat)
        throw error_at(OPS_INVALID_ARGUMENT, call, where) << "dataset '" << directions[i].dat->name << "' is given two directions";
  }
  tape.forget_tangents();
  for (const ops_ad_direction& d : directions) set(d, tape);
  try {
    ops::TangentSweep(tape).run();
  } catch (...) {
    tape.forget_tangents();
    throw;
  }
  tape.tangents.known = true;
}

void ops_dat_fetch_tangent(ops_dat dat, char* data, ops_memspace memspace, Where where) {
  const char* asked = "ops_dat_fetch_tangent";
  if (!dat || !ops::alive(dat) || !dat->buffer) throw error_at(OPS_INVALID_ARGUMENT, asked, where) << "the dataset is null or was freed";
  Tape& tape = ops::tape_of(dat->block->context, asked, where);
  check_active(dat, asked, where);
  if (memspace != OPS_HOST && memspace != 0)
    throw error_at(OPS_INVALID_ARGUMENT, asked, where)
        << "dataset '" << dat->name << "': memory space " << memspace << " does not exist on this target, only OPS_HOST (" << OPS_HOST << ")";
  if (!data) throw error_at(OPS_INVALID_ARGUMENT, asked, where) << "dataset '" << dat->name << "': the data pointer is null";
  check_known(tape, asked, where);
  Tracked& t = tape.tracked(dat);
  const ops::Box& cells = t.layout.interior;
  if (t.tangent.zero_on(cells)) {
    std::memset(data, 0, static_cast<std::size_t>(cells.volume()) * static_cast<std::size_t>(t.components) * t.layout.element);
    return;
  }
  t.tangent.read(cells, tape.memory());
  ops::pack_region(reinterpret_cast<std::byte*>(data), t.tangent.buffer()->data, t.layout, cells, tape.memory().parallel);
}

const void* ops::reduction_tangent(ops_reduction handle, Type asked, Where where) {
  const char* name = "ops_reduction_get_tangent";
  const auto fail = [&] { return error_at(OPS_INVALID_ARGUMENT, name, where); };
  if (!handle || !alive(handle)) throw fail() << "the reduction handle is null or gone";
  if (asked != handle->element)
    throw fail() << "reduction '" << handle->name << "' is " << handle->type << ", asked for as " << type_name(asked);
  if (handle->acc != OPS_INC)
    throw fail() << "reduction '" << handle->name << "' is " << access_name(handle->acc) << ": only OPS_INC carries a derivative";
  Tape& tape = tape_of(handle->context, name, where);
  check_known(tape, name, where);
  for (const auto& [event, values] : tape.tangents.results | std::views::reverse)
    if (tape.events().args_of(tape.events().nodes[event])[0].reduction == handle) return values.data();
  throw fail() << "reduction '" << handle->name << "': its result was not read before ops_tangent";
}
