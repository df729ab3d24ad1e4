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

void check_scalar(const ops_ad_direction& d, const ops::Context& context, Where where) {
  const auto fail = [&] { return error_at(OPS_INVALID_ARGUMENT, call, where); };
  if (!d.scalar || !ops::alive(d.scalar) || d.scalar->context != &context) throw fail() << "a scalar with a direction is null, gone, or of another instance";
  if (!ops::is_real(d.scalar->element))
    throw fail() << "scalar '" << d.scalar->name << "' is " << d.scalar->type << ": only float and double have derivatives";
  if (d.type != d.scalar->element)
    throw fail() << "the direction of scalar '" << d.scalar->name << "' is " << ops::type_name(d.type) << ", must be " << d.scalar->type;
  if (!d.data) throw fail() << "the direction of scalar '" << d.scalar->name << "' is null";
}

void check_direction(const ops_ad_direction& d, const ops::Context& context, Where where) {
  const auto fail = [&] { return error_at(OPS_INVALID_ARGUMENT, call, where); };
  if (!d.dat && !d.values && d.scalar) return check_scalar(d, context, where);
  if (!usable(d.dat, context)) throw fail() << "a dataset with a direction is null, freed, or of another instance";
  check_active(d.dat, call, where);
  if (d.data) return;
  if (!usable(d.values, context)) throw fail() << "the direction of dataset '" << d.dat->name << "' is null, freed, or of another instance";
  if (d.values->element != d.dat->element)
    throw fail() << "the direction of dataset '" << d.dat->name << "' is " << d.values->type << ", must be " << d.dat->type;
  if (d.values->dim != d.dat->dim || !(d.values->layout.allocated == d.dat->layout.allocated))
    throw fail() << "the direction of dataset '" << d.dat->name << "', dataset '" << d.values->name << "', has another shape";
}

std::string named(const ops_ad_direction& d) {
  return d.scalar ? "scalar '" + d.scalar->name_storage + "'" : "dataset '" + std::string(d.dat->name) + "'";
}

void set(const ops_ad_direction& d, Tape& tape) {
  if (d.scalar) {
    const auto* bytes = reinterpret_cast<const std::byte*>(d.data);
    tape.tangents.scalars[d.scalar].assign(bytes, bytes + d.scalar->size);
    return;
  }
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
      if (directions[i].dat == directions[j].dat && directions[i].scalar == directions[j].scalar)
        throw error_at(OPS_INVALID_ARGUMENT, call, where) << named(directions[i]) << " is given two directions";
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
  if (!is_real(asked)) throw fail() << "reduction '" << handle->name << "' is " << handle->type << ": only float and double have derivatives";
  Tape& tape = tape_of(handle->context, name, where);
  check_known(tape, name, where);
  for (const auto& [event, values] : tape.tangents.results | std::views::reverse)
    if (tape.events().args_of(tape.events().nodes[event])[0].reduction == handle) return values.data();
  throw fail() << "reduction '" << handle->name << "': its result was not read before ops_tangent";
}

const void* ops::scalar_tangent(ops_scalar scalar, Type asked, Where where) {
  const char* name = "ops_scalar_get_tangent";
  const auto fail = [&] { return error_at(OPS_INVALID_ARGUMENT, name, where); };
  if (!scalar || !alive(scalar)) throw fail() << "the scalar is null or gone";
  if (asked != scalar->element) throw fail() << "scalar '" << scalar->name << "' is " << scalar->type << ", asked for as " << type_name(asked);
  if (!is_real(asked)) throw fail() << "scalar '" << scalar->name << "' is " << scalar->type << ": only float and double have derivatives";
  Tape& tape = tape_of(scalar->context, name, where);
  check_known(tape, name, where);
  std::vector<std::byte>& direction = tape.tangents.scalars[scalar];
  direction.resize(static_cast<std::size_t>(scalar->size));
  return direction.data();
}
