// ops/derivatives/events/copy_event.cpp: moves the derivative of a copy to its source.
#include "ops/derivatives/events/copy_event.hpp"

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/events/advancing.hpp"
#include "ops/derivatives/events/doubling.hpp"
#include "ops/derivatives/events/recomputing.hpp"
#include "ops/derivatives/events/reversing.hpp"
#include "ops/loops/engine/stopwatch.hpp"

namespace ops {
namespace {

bool same_layout(const Layout& a, const Layout& b) {
  return a.bytes == b.bytes && a.origin == b.origin && a.pitch == b.pitch && a.component == b.component;
}

}  // namespace

void CopyEvent::recompute(Recomputing& again) {
  const Stopwatch time(again.recording.context, Pass::again, "(copies)");
  const auto around = again.events.args_of(*this);
  Tracked &from = *around[0].dat, &to = *around[1].dat;
  again.reads(from, from.layout.allocated);
  again.replaces(to);
  copy_cells(to.dat->buffer, to.layout, from.dat->buffer, from.layout, from.layout.allocated);
}

void CopyEvent::reverse(Reversing& sweep) const {
  if (!recorded) return;
  const Stopwatch time(sweep.recording.context, Pass::reversed, "(copies)");
  const auto around = sweep.events.args_of(*this);
  Tracked &from = *around[0].dat, &to = *around[1].dat;
  AdjointField &sum = sweep.derivative(from), &term = sweep.derivative(to);
  const Box cells = term.support();
  if (!from.active || term.zero_on(cells)) return term.consume(cells);
  if (sum.zero() && same_layout(from.layout, to.layout)) return sum.take_over(term);
  term.read(cells, sweep.memory);
  const Box written = sum.add(cells, true, sweep.memory);
  sweep.before_write(sum.buffer(), cells);
  copy_cells(sum.buffer(), from.layout, term.buffer(), to.layout, written);
  for (const Box& piece : difference(cells, written))
    add_cells(sum.buffer(), from.layout, term.buffer(), to.layout, from.element, piece);
  term.consume(cells);
}

void CopyEvent::advance(Advancing& sweep) const {
  const auto around = sweep.events.args_of(*this);
  Tracked &from = *around[0].dat, &to = *around[1].dat;
  if (!recorded || &from == &to) return;
  to.tangent.clear();
  if (!from.active || !to.active || from.tangent.zero()) return;
  const Box cells = from.tangent.support();
  from.tangent.read(cells, sweep.memory);
  to.tangent.add(cells, true, sweep.memory);
  copy_cells(to.tangent.buffer(), to.layout, from.tangent.buffer(), from.layout, cells);
}

void CopyEvent::double_into(Doubling& second) const { recorded ? second.both(*this) : second.nothing(*this); }

}  // namespace ops
