// ops/tape/reverse_copy.cpp: a copied dataset reversed: its derivative moves to the dataset it was copied from.
#include "ops/core/layout.hpp"
#include "ops/core/region.hpp"
#include "ops/tape/sweep.hpp"

namespace ops {
namespace {

bool same_layout(const Layout& a, const Layout& b) {
  return a.bytes == b.bytes && a.origin == b.origin && a.pitch == b.pitch && a.component == b.component;
}

/// sum += term on the box; same components, any layouts.
template <class T>
void add_region(std::byte* sum, const Layout& sum_layout, const std::byte* term, const Layout& term_layout, const Box& box,
                const ParallelFor& parallel) {
  if (box.empty()) return;
  const auto add_row = [&](const Index& at) {
    for (int c = 0; c < sum_layout.components; ++c) {
      T* const to = reinterpret_cast<T*>(sum) + cell(sum_layout, at) + c * sum_layout.component;
      const T* const from = reinterpret_cast<const T*>(term) + cell(term_layout, at) + c * term_layout.component;
      for (int i = 0; i < box.extent(0); ++i) to[i * sum_layout.pitch[0]] += from[i * term_layout.pitch[0]];
    }
  };
  parallel(box.volume() / box.extent(0), [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t row = first; row < last; ++row) {
      Index at = box.lo;
      std::int64_t rest = row;
      for (int axis = 1; axis < max_dim; ++axis) {
        at[axis] += static_cast<int>(rest % box.extent(axis));
        rest /= box.extent(axis);
      }
      add_row(at);
    }
  });
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
  copy_region(sum.buffer()->data, from.layout, term.buffer()->data, to.layout, written, memory_.parallel);
  for (const Box& piece : difference(cells, written)) {
    const auto add = from.element == Type::f64 ? add_region<double> : add_region<float>;
    add(sum.buffer()->data, from.layout, term.buffer()->data, to.layout, piece, memory_.parallel);
  }
  term.consume(cells);
}

}  // namespace ops
