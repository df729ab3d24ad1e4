// ops/sweep/reverse_copy.cpp: a copied dataset reversed: its derivative moves to the dataset it was copied from.
#include "ops/core/cells.hpp"
#include "ops/core/layout.hpp"
#include "ops/sweep/sweep.hpp"

namespace ops {
namespace {

bool same_layout(const Layout& a, const Layout& b) {
  return a.bytes == b.bytes && a.origin == b.origin && a.pitch == b.pitch && a.component == b.component;
}

}  // namespace

void Sweep::reverse_copy(const Event& event) {
  const auto args = events_.args_of(event);
  Tracked &from = *args[0].dat, &to = *args[1].dat;
  AdjointField &sum = use(from), &term = use(to);
  const Box cells = term.support();
  if (!from.active || term.zero_on(cells)) return term.consume(cells);
  if (sum.zero() && same_layout(from.layout, to.layout)) return sum.take_over(term);
  term.read(cells, memory_);
  const Box written = sum.add(cells, true, memory_);
  before_write(sum.buffer().get(), cells, false);
  copy_cells(sum.buffer(), from.layout, term.buffer(), to.layout, written);
  for (const Box& piece : difference(cells, written))
    add_cells(sum.buffer(), from.layout, term.buffer(), to.layout, from.element, piece);
  term.consume(cells);
}

}  // namespace ops
