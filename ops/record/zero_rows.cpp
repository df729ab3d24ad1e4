// ops/record/zero_rows.cpp: one growing row of zeros.
#include "ops/record/zero_rows.hpp"

#include "ops/record/footprint.hpp"

namespace ops {

const std::byte* ZeroRows::bytes(std::size_t count) {
  if (zeros_.size() < count) {
    old_.push_back(std::move(zeros_));  // the launch being built may point there
    zeros_ = std::vector<std::byte>(2 * count);
  }
  return zeros_.data();
}

ArgView ZeroRows::row(const ArgView& shape, const Box& cells, const Tracked& dat) {
  std::ptrdiff_t first = 0;
  std::size_t elements = 0;
  ArgView v = zero_shape(shape, cells, dat.components, first, elements);
  v.in = bytes(elements * dat.layout.element) + first * static_cast<std::ptrdiff_t>(dat.layout.element);
  return v;
}

}  // namespace ops
