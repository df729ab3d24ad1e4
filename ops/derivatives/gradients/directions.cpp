// ops/derivatives/gradients/directions.cpp: directions checked and set, fields packed for the user.
#include "ops/derivatives/gradients/directions.hpp"

#include <cstring>

#include "ops/data/passes.hpp"
#include "ops/derivatives/messages/broken_path.hpp"
#include "ops/support/alive.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

bool usable(ops_dat dat, const Context& context) {
  return dat && alive(dat) && dat->buffer && dat->block->context == &context;
}

void check_scalar(const ops_ad_direction& d, const Context& context, const char* call, Where where) {
  const auto fail = [&] { return error_at(OPS_INVALID_ARGUMENT, call, where); };
  if (!alive(d.scalar) || d.scalar->context != &context)
    throw fail() << "a tangent direction was given for a scalar that no longer exists, or belongs to another instance";
  if (!is_real(d.scalar->element))
    throw fail() << "scalar '" << d.scalar->name << "' is of type " << d.scalar->type
                 << ", but only float and double have derivatives";
  if (d.scalar->passive) throw fail() << "scalar '" << d.scalar->name << "' is passive: it has no derivative";
  if (d.type != d.scalar->element)
    throw fail() << "the tangent direction of scalar '" << d.scalar->name << "' is of type " << type_name(d.type)
                 << ", but must be " << d.scalar->type;
  if (!d.data) throw fail() << "the tangent direction of scalar '" << d.scalar->name << "' is null";
}

void check(const ops_ad_direction& d, const Context& context, const char* call, Where where) {
  const auto fail = [&] { return error_at(OPS_INVALID_ARGUMENT, call, where); };
  if (d.scalar) return check_scalar(d, context, call, where);
  if (!usable(d.dat, context))
    throw fail()
        << "a tangent direction was given for a dataset that is null, has been freed, or belongs to another instance";
  check_active(d.dat, call, where);
  if (d.data) return;
  if (!usable(d.values, context))
    throw fail() << "the tangent direction of dataset '" << d.dat->name
                 << "' is null, or is in a dataset that has been freed or belongs to another instance";
  if (d.values->element != d.dat->element)
    throw fail() << "the tangent direction of dataset '" << d.dat->name << "' is of type " << d.values->type
                 << ", but must be " << d.dat->type;
  if (d.values->dim != d.dat->dim || !(d.values->layout.allocated == d.dat->layout.allocated))
    throw fail() << "the tangent direction of dataset '" << d.dat->name << "' is in dataset '" << d.values->name
                 << "', which has a different shape";
}

std::string named(const ops_ad_direction& d) {
  return d.scalar ? "scalar '" + d.scalar->name_storage + "'" : "dataset '" + std::string(d.dat->name) + "'";
}

void warn_if_without_influence(const ops_ad_direction& d, Tape& tape, const char* call, Where where) {
  const auto why = d.scalar ? without_influence(tape.recording, *d.scalar)
                            : without_influence(tape.recording, tape.recording.tracked(d.dat));
  if (why)
    tape.recording.tell(ops::format("{} at {}: the direction of {} changes no other data and no result: {}", call,
                                    place(where), named(d), *why));
}

void set(const ops_ad_direction& d, Tape& tape) {
  if (d.scalar) {
    const auto* bytes = reinterpret_cast<const std::byte*>(d.data);
    tape.recording.tangents.scalars[d.scalar].assign(bytes, bytes + d.scalar->size);
    return;
  }
  Tracked& dat = tape.recording.tracked(d.dat);
  const FieldMemory memory = tape.recording.memory();
  if (d.data) {
    dat.tangent.read(dat.layout.interior, memory);
    write_own_cells(dat.tangent.buffer(), reinterpret_cast<const std::byte*>(d.data), dat.layout, dat.layout.interior);
  } else {
    dat.tangent.read(dat.layout.allocated, memory);
    copy_cells(dat.tangent.buffer(), dat.layout, d.values->buffer, d.values->layout, dat.layout.allocated);
  }
}

}  // namespace

void set_directions(Tape& tape, const std::vector<ops_ad_direction>& directions, const char* call, Where where) {
  if (directions.empty()) throw error_at(OPS_INVALID_ARGUMENT, call, where) << "no directions were given";
  for (std::size_t i = 0; i < directions.size(); ++i) {
    check(directions[i], tape.recording.context, call, where);
    for (std::size_t j = 0; j < i; ++j)
      if (directions[i].dat == directions[j].dat && directions[i].scalar == directions[j].scalar)
        throw error_at(OPS_INVALID_ARGUMENT, call, where) << "two directions were given for " << named(directions[i]);
  }
  tape.recording.forget_tangents();
  for (const ops_ad_direction& d : directions) {
    warn_if_without_influence(d, tape, call, where);
    set(d, tape);
    tape.recording.tangents.along.push_back(
        d.scalar ? NamedInput{InputId::of_scalar(d.scalar->index), "scalar", d.scalar->name_storage}
                 : NamedInput{InputId::of_dataset(d.dat->index), "dataset", d.dat->name_storage});
  }
}

void check_active(ops_dat dat, const char* call, Where where) {
  const auto fail = [&] { return error_at(OPS_INVALID_ARGUMENT, call, where); };
  if (!dat || !alive(dat) || !dat->buffer) throw fail() << "the dataset is null or has been freed";
  if (dat->passive) throw fail() << "dataset '" << dat->name << "' is passive: it has no derivative";
  if (!is_real(dat->element))
    throw fail() << "dataset '" << dat->name << "' is of type " << dat->type
                 << ", but only float and double have derivatives";
}

void fetch_interior(Tape& tape, ops_dat dat, AdjointField& field, char* data, ops_memspace memspace, const char* call,
                    Where where) {
  if (memspace != OPS_HOST && memspace != 0)
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << "dataset '" << dat->name << "': memory space " << memspace
        << " does not exist on this target; use OPS_HOST (" << OPS_HOST << ")";
  if (!data)
    throw error_at(OPS_INVALID_ARGUMENT, call, where) << "dataset '" << dat->name << "': the data pointer is null";
  const Layout& layout = dat->layout;
  const Box& cells = layout.interior;
  if (field.zero_on(cells)) {
    std::memset(data, 0,
                static_cast<std::size_t>(own_cells(layout, cells).volume()) * static_cast<std::size_t>(dat->dim) *
                    layout.element);
    return;
  }
  field.read(cells, tape.recording.memory());
  read_own_cells(reinterpret_cast<std::byte*>(data), field.buffer(), layout, cells);
}

}  // namespace ops
