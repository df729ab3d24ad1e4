// ops/derivatives/log/zero_rows.cpp: rows of zeros that grow on demand.
#include "ops/derivatives/log/zero_rows.hpp"

#include "ops/data/machine.hpp"
#include "ops/derivatives/log/footprint.hpp"

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
  const std::size_t count = elements * dat.layout.element;
  if (row_ == nullptr || row_->bytes < count) {
    if (row_) old_rows_.push_back(std::move(row_));  // the launch being built may point there
    row_ = pool_.take(2 * count, "zeros for derivatives of dataset '" + dat.name + "'");
    row_->machine->fill_bytes(row_, std::byte{});
  }
  v.in = row_->address + first * static_cast<std::ptrdiff_t>(dat.layout.element);
  v.from = row_.get();
  return v;
}

}  // namespace ops
