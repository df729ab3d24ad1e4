// ops/derivatives/log/shown_derivatives.cpp: completes derivatives for the user, hands out pointers, and takes seeds
// back.
#include "ops/derivatives/log/shown_derivatives.hpp"

#include <cstdlib>

#include "ops/data/layout.hpp"
#include "ops/data/make_handles.hpp"
#include "ops/data/passes.hpp"
#include "ops/loops/engine/halo_check.hpp"
#include "ops/loops/engine/stopwatch.hpp"

namespace ops {
namespace {

/// Users see whole rows, padding included, which nothing else ever writes.
void zero_padding(const BufferRef& buffer, const Tracked& dat) {
  Box padding = dat.layout.allocated;
  padding.lo[0] = padding.hi[0];
  padding.hi[0] += dat.dat->x_pad;
  fill_cells(buffer, dat.layout, padding, nullptr);
}

}  // namespace

void ShownDerivatives::hide() {
  for (const auto& dat : recording_.live)
    if (dat) {
      dat->shown.reset();
      dat->dat->derivative = nullptr;
    }
  interpreted_ = false;
}

/// Completes stored fields and points `derivative` of every active dataset at what it may read.
void ShownDerivatives::show() {
  interpreted_ = true;
  const Stopwatch time(recording_.context, Pass::reversed, "(derivatives completed)");
  for (const auto& dat : recording_.live) {
    if (!dat || !dat->active) continue;
    dat->zero_inside = dat->field.zero_on(dat->layout.interior);
    dat->zero_everywhere = dat->field.zero_on(dat->layout.allocated);
    dat->newly_seeded = false;
    if (dat->field.zero()) {
      dat->dat->derivative = zeros(dat->layout.bytes);
    } else {
      dat->field.read(dat->layout.allocated, recording_.memory());
      dat->shown = dat->field.buffer();
      zero_padding(dat->shown, *dat);
      const auto skipped = first_cell(dat->layout) * static_cast<std::ptrdiff_t>(dat->layout.element);
      dat->dat->derivative = reinterpret_cast<char*>(dat->shown->address + skipped);
    }
    dat->field.clear();
    if (dat->alias) dat->alias->adopt(of(*dat));
  }
}

void ShownDerivatives::make_zero(Tracked& dat) {
  dat.seed.reset();
  dat.shown.reset();
  if (dat.dat->derivative) dat.dat->derivative = zeros(dat.layout.bytes);
}

/// Fresh pages of the system read as zeros without taking memory, so untouched derivatives cost nothing.
char* ShownDerivatives::zeros(std::size_t bytes) {
  if (bytes > zero_bytes_) {
    zeros_ = {static_cast<char*>(std::calloc(bytes, 1)), std::free};
    zero_bytes_ = bytes;
    for (const auto& dat : recording_.live)
      if (dat && dat->dat->derivative && !dat->shown) dat->dat->derivative = zeros_.get();
  }
  return zeros_.get();
}

const BufferRef& ShownDerivatives::of(Tracked& dat) {
  const FieldMemory mem = recording_.memory();
  if (direct_) {
    dat.field.read(dat.layout.allocated, mem);
    zero_padding(dat.field.buffer(), dat);
    if (dat.alias) dat.alias->adopt(dat.field.buffer());
    return dat.field.buffer();
  }
  if (dat.shown) return dat.shown;
  dat.shown = recording_.context.pool.take(dat.layout.bytes, "the derivative of dataset '" + dat.name + "'");
  if (dat.seed && !interpreted_) copy_cells(dat.shown, dat.seed, dat.layout, dat.layout.allocated);
  else fill_cells(dat.shown, dat.layout, dat.layout.allocated, nullptr);
  zero_padding(dat.shown, dat);
  const auto skipped = first_cell(dat.layout) * static_cast<std::ptrdiff_t>(dat.layout.element);
  if (interpreted_) dat.dat->derivative = reinterpret_cast<char*>(dat.shown->address + skipped);
  if (dat.alias) dat.alias->adopt(dat.shown);
  return dat.shown;
}

void ShownDerivatives::seed(Tracked& dat) {
  if (!direct_) dat.seed = of(dat);
}

ops_dat ShownDerivatives::as_dat(Tracked& dat) {
  if (dat.alias) return dat.alias;
  const ops_dat made = declare_dat_like(dat.dat, dat.name + "_derivative");
  made->passive = true;
  if (HaloCheck* check = recording_.context.halo_check) check->unseen().ignore(made);
  dat.alias = made;
  recording_.add_alias(made, recording_.tracked(dat.dat));
  made->adopt(of(dat));
  return made;
}

/// The user wrote the derivative through its dataset.
void ShownDerivatives::written(Tracked& alias) {
  if (direct_) return alias.alias_of->field.adopt(alias.dat->buffer);
  alias.alias_of->shown = alias.dat->buffer;
  seed(*alias.alias_of);
}

void ShownDerivatives::begin_direct() {
  for (const auto& dat : recording_.live) {
    if (!dat || !dat->active) continue;
    if (dat->shown && dat->shown != dat->seed) dat->field.adopt(dat->shown);
    else if (dat->shown) dat->field.start_from(dat->shown, recording_.memory());
    else if (dat->seed && !interpreted_) dat->field.start_from(dat->seed, recording_.memory());
    dat->shown.reset();
    dat->dat->derivative = nullptr;
  }
  direct_ = true;
  show_datasets();
}

void ShownDerivatives::end_direct() {
  direct_ = false;
  show();
}

void ShownDerivatives::show_datasets() {
  for (const auto& dat : recording_.live)
    if (dat && dat->alias) dat->alias->adopt(of(*dat));
}

}  // namespace ops
