// ops/loops/builtin/neighbour_rows.cpp: sends the first and the last row to the neighbours.
#include "ops/loops/builtin/neighbour_rows.hpp"

#include "ops/loops/builtin/launch_rows.hpp"
#include "ops/loops/launch/relay.hpp"

namespace ops::tridiagonal {
namespace {

/// A row of all systems, the first axis other than theirs fastest.
template <class T>
std::vector<T> row_of(const Cells& cells, const tridsolver::Array<const T>& values, std::int64_t row) {
  tridsolver::Index end = cells.shape.cells, at{};
  const auto axis = static_cast<std::size_t>(cells.shape.axis);
  at[axis] = row;
  end[axis] = row + 1;
  std::vector<T> all;
  all.reserve(static_cast<std::size_t>(cells.volume() / cells.shape.cells[axis]));
  const tridsolver::Index first = at;
  for (at[3] = first[3]; at[3] < end[3]; ++at[3])
    for (at[2] = first[2]; at[2] < end[2]; ++at[2])
      for (at[1] = first[1]; at[1] < end[1]; ++at[1])
        for (at[0] = first[0]; at[0] < end[0]; ++at[0]) all.push_back(values.first[offset(at, values.step)]);
  return all;
}

}  // namespace

template <class T>
WithNeighbours<T>::WithNeighbours(const Cells& cells, const tridsolver::Array<const T>& values) : values_(values) {
  Relay* const relay = cells.relay;
  if (relay == nullptr || values.first == nullptr) return;
  const std::vector<T> first = row_of(cells, values, 0),
                       last = row_of(cells, values, cells.shape.cells[static_cast<std::size_t>(cells.shape.axis)] - 1);
  if (relay->parts_before() > 0) relay->send_before(std::as_bytes(std::span(first)));
  if (relay->parts_after() > 0) relay->send_after(std::as_bytes(std::span(last)));
  if (relay->parts_before() > 0) {
    before_.resize(first.size());
    relay->receive_before(std::as_writable_bytes(std::span(before_)));
  }
  if (relay->parts_after() > 0) {
    after_.resize(last.size());
    relay->receive_after(std::as_writable_bytes(std::span(after_)));
  }
}
template class WithNeighbours<float>;
template class WithNeighbours<double>;

}  // namespace ops::tridiagonal
