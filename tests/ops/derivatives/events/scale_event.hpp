// tests/ops/derivatives/events/scale_event.hpp: a new kind of event: a dataset is multiplied by a number. All that has
// to be written for one, as docs/extending.md shows.
#pragma once

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/events/advancing.hpp"
#include "ops/derivatives/events/doubling.hpp"
#include "ops/derivatives/events/recomputing.hpp"
#include "ops/derivatives/events/reversing.hpp"
#include "ops/derivatives/tape/tape.hpp"

namespace scaling {

using ops::Box;
using ops::EventArgs;

// [event]
/// Cells of a buffer of doubles times a number. What this does to values, it does to directions and derivatives.
inline void multiply(const ops::BufferRef& buffer, const ops::Layout& layout, const Box& cells, double factor) {
  std::vector<double> values(ops::bytes_of(layout, cells) / sizeof(double));
  auto* const bytes = reinterpret_cast<std::byte*>(values.data());
  ops::read_cells(bytes, buffer, layout, cells);
  for (double& value : values) value *= factor;
  ops::write_cells(buffer, bytes, layout, cells);
}

/// A dataset was multiplied by a number. One argument: the dataset.
struct ScaleEvent final : ops::Event {
  double factor = 1;

  static void record(ops::Tape& tape, ops_dat handle, double factor, std::source_location where) {
    if (tape.touches) {  // within an external function
      tape.touches->read(handle, "the multiplication", "scale", where);
      tape.touches->write(handle, handle->layout.allocated, "the multiplication", "scale", where);
    }
    tape.settle();
    ops::Tracked& dat = tape.recording.tracked(handle);
    const ops::Events::Mark mark = tape.recording.events.mark();
    tape.uses(dat);
    tape.reads(dat, dat.layout.allocated);
    tape.overwrites(dat, dat.layout.allocated);
    if (tape.recording.silent) return tape.versions.keep_regions(mark, where);  // its adjoint is the function's
    ScaleEvent event;
    event.factor = factor;
    event.where = where;
    event.is_recomputed = tape.is_recomputed();
    tape.recording.events.args.emplace_back().dat = &dat;
    tape.recording.events.append(event, mark);
    dat.used = true;
  }

  // In words
  const char* kind() const override { return "scale"; }
  std::string subject() const override { return "the multiplication by a number"; }
  std::string name(EventArgs) const override { return ""; }

  // What it does with its argument
  bool reads(EventArgs, std::size_t) const override { return true; }
  bool writes(EventArgs, std::size_t) const override { return true; }
  bool carries(EventArgs) const override { return true; }
  std::vector<ops::DatUse> uses(EventArgs args) const override { return {{.dat = args[0].dat, .reads = true}}; }
  bool passes(ops::Influence&, EventArgs) const override { return false; }  // who had influence has it

  // Where it runs again
  bool begins_steps() const override { return false; }
  bool needed(const ops::Events& events, ops::Needed& later, bool) const override {
    return later.contains(events.args_of(*this)[0].dat);
  }
  void recompute(ops::Recomputing& again) override {
    const ops::Recomputing::Saving saving(again, *this);
    ops::Tracked& dat = *again.events.args_of(*this)[0].dat;
    again.reads(dat, dat.layout.allocated);
    again.overwrites(dat, dat.layout.allocated);
    multiply(dat.dat->buffer, dat.layout, dat.layout.allocated, factor);
  }

  // Derivatives
  void reverse(ops::Reversing& sweep) const override {
    ops::Tracked& dat = *sweep.events.args_of(*this)[0].dat;
    ops::AdjointField& derivative = sweep.derivative(dat);
    if (derivative.zero()) return;
    const Box cells = derivative.support();
    derivative.read(cells, sweep.memory);
    sweep.before_write(derivative.buffer(), cells);
    multiply(derivative.buffer(), dat.layout, cells, factor);
  }
  void advance(ops::Advancing& sweep) const override {
    ops::Tracked& dat = *sweep.events.args_of(*this)[0].dat;
    if (dat.tangent.zero()) return;
    const Box cells = dat.tangent.support();
    sweep.protect(dat, cells);
    dat.tangent.read(cells, sweep.memory);
    multiply(dat.tangent.buffer(), dat.layout, cells, factor);
  }
  void double_into(ops::Doubling& second) const override { second.both(*this); }
};
// [event]

}  // namespace scaling
