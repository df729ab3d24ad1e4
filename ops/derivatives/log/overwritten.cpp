// ops/derivatives/log/overwritten.cpp: marks whole boxes as zero; if a stride leaves cells out, writes zeros point by
// point.
#include "ops/derivatives/log/overwritten.hpp"

#include "ops/data/machine.hpp"
#include "ops/derivatives/log/footprint.hpp"

namespace ops {
namespace {

/// The constant is the number of components.
template <class T>
void zeros(const Launch& launch) {
  const ArgView& to = launch.args[0];
  const int components = *static_cast<const int*>(launch.constants[0]);
  const Box& range = launch.range;
  for (Index point = range.lo;;) {
    T* cell = static_cast<T*>(to.out);
    for (std::size_t d = 0; d < max_dim; ++d) cell += point[d] * to.step[d];
    for (int c = 0; c < components; ++c) cell[c * to.component] = T{};
    std::size_t axis = 0;
    while (axis < max_dim && ++point[axis] == range.hi[axis]) {
      point[axis] = range.lo[axis];
      ++axis;
    }
    if (axis == max_dim) return;
  }
}

}  // namespace

void consume_written(AdjointField& field, const Tracked& dat, const ArgView& shape, const Box& range, int dims,
                     const FieldMemory& memory, bool keep) {
  const Box cells = footprint(shape, range);
  if (fills(shape, range)) return field.consume(cells, keep);
  if (field.zero_on(cells)) return;
  field.read(cells, memory);
  if (memory.before_write) memory.before_write(field.buffer().get(), cells);
  ArgView view = reshaped(shape, dat.layout);
  view.in = view.out = dat.base(field.buffer());
  view.from = view.to = field.buffer().get();
  view.layout = &dat.layout;
  const int components = dat.components;
  const void* const constants[] = {&components};
  memory.pool->machine().run(dat.element == Type::f32 ? &zeros<float> : &zeros<double>,
                             Launch{dims, range, &view, constants, false, false, 1});
}

}  // namespace ops
